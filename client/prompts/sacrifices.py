"""The questions of Frigga's Sacrifice: two own figures on the board (I12)."""

from __future__ import annotations

from client.prompts.confirm import confirm, what_follows
from client.prompts.nodes import Branch, Chosen, ChosenFigure, Deciding, Fork, Go
from client.prompts.places import letter
from client.text.catalogue import say
from client.text.names import figure_name, one_figure, place_name, place_title
from client.ui.view import Item, Spot
from engine import actions as act
from engine.legal_turns import ordered_victims
from engine.prompts import Option
from engine.terms import FigureKind, Place

Victim = tuple[Place, FigureKind]


def sacrifice_fork(asked: Deciding, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Which figure dies first, which with it, and the confirming question."""
    chosen = [
        (part.origin, part.kind)
        for part in rest
        if isinstance(part, ChosenFigure) and part.origin is not None
    ]
    pairs = [intent.victims for intent in option.legal if isinstance(intent, act.Sacrifice)]
    match chosen:
        case []:
            found = sorted({victim for pair in pairs for victim in pair})
            return _victims(say("Which figure dies?"), found)
        case [one]:
            return _victims(say("Which one with it?"), sorted(_partners(pairs, one)))
        case [one, other]:
            intent = act.Sacrifice(asked.knowledge.seat, ordered_victims(one, other))
            title = say(
                "Sacrifice {one} in {here} and {other} in {there}?",
                one=one_figure(one[1]),
                here=place_name(one[0]),
                other=one_figure(other[1]),
                there=place_name(other[0]),
            )
            return confirm(intent, title, what_follows(asked, intent))
        case _:
            raise AssertionError(rest)


def _partners(pairs: list[tuple[Victim, Victim]], one: Victim) -> set[Victim]:
    return {pair[1] if pair[0] == one else pair[0] for pair in pairs if one in pair}


def _victims(title: str, victims: list[Victim]) -> Fork:
    rows = tuple(
        Branch(
            Item(letter(index), figure_name(kind), place_title(place), place=place),
            Go(ChosenFigure(kind, place)),
        )
        for index, (place, kind) in enumerate(victims)
    )
    return Fork(Spot.MENU, title, rows)
