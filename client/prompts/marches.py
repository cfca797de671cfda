"""The questions of a march: from where, who, to where (I6)."""

from __future__ import annotations

from client.prompts.confirm import confirm, what_follows
from client.prompts.nodes import (
    Adjust,
    Branch,
    Chosen,
    ChosenGroup,
    ChosenPlace,
    Deciding,
    Fork,
    Go,
    Shut,
)
from client.prompts.places import map_fork, place_branch, worth
from client.text.catalogue import say
from client.text.names import figure_name, figures_named, place_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine import actions as act
from engine import board as printed
from engine.errors import Code, Refusal
from engine.figures import Figures
from engine.legal import refusal
from engine.prompts import Option
from engine.sheet import walkers
from engine.terms import Place


def march_fork(asked: Deciding, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """The question that follows after what was chosen so far."""
    match rest:
        case ():
            return _origins(asked, option)
        case (ChosenPlace(origin),):
            return group_fork(asked, option, origin)
        case (ChosenPlace(origin), ChosenGroup(((_, figures),))):
            return _targets(asked, origin, figures)
        case (ChosenPlace(origin), ChosenGroup(((_, figures),)), ChosenPlace(target)):
            intent = act.March(asked.knowledge.seat, origin, target, figures)
            title = say(
                "March {figures} from {origin} to {target}?",
                figures=figures_named(figures),
                origin=place_name(origin),
                target=place_name(target),
            )
            return confirm(intent, title, what_follows(asked, intent))
        case _:
            raise AssertionError(rest)


def _origins(asked: Deciding, option: Option) -> Fork:
    state, seat = asked.state, asked.knowledge.seat
    starts = {intent.origin for intent in option.legal if isinstance(intent, act.March)}
    rows = []
    for place in printed.PROVINCES:
        if place in starts:
            here = figures_named(walkers(state.figures(seat, place)))
            rows.append(place_branch(place, Go(ChosenPlace(place)), here))
        else:
            why = refusal_sentence(Refusal(Code.NOBODY_MOVES, seat, place))
            rows.append(place_branch(place, Shut(), why=why))
    return map_fork(
        say("March from where?"),
        rows,
        rank=lambda place: -walkers(state.figures(seat, place)).count,
    )


def group_fork(asked: Deciding, option: Option, origin: Place) -> Fork:
    """Who marches: all that fit somewhere, unless some are taken out."""
    here = walkers(asked.state.figures(asked.knowledge.seat, origin))
    most = max(
        intent.figures.count
        for intent in option.legal
        if isinstance(intent, act.March) and intent.origin == origin
    )
    left = most
    counts = {}
    for kind in reversed(here.kinds()):
        counts[kind] = min(left, here.number_of(kind))
        left -= counts[kind]
    rows = tuple(
        Branch(
            Item(
                "",
                figure_name(kind),
                count=counts[kind],
                most=here.number_of(kind),
                place=origin,
            ),
            Adjust(origin, kind),
        )
        for kind in here.kinds()
    )
    return Fork(
        Spot.GROUP,
        say("Who marches from {place}?", place=place_name(origin)),
        rows,
        note=say("Left and right count, Space takes all or none, Enter goes on."),
        budget=most,
    )


def _targets(asked: Deciding, origin: Place, figures: Figures) -> Fork:
    state, seat = asked.state, asked.knowledge.seat
    rows = []
    for place in printed.PROVINCES:
        if place == origin:
            continue
        why = refusal(state, asked.decision, act.March(seat, origin, place, figures))
        if why is None:
            rows.append(place_branch(place, Go(ChosenPlace(place)), worth(state, place)))
        else:
            rows.append(place_branch(place, Shut(), why=refusal_sentence(why)))
    return map_fork(
        say("Where do they march?"),
        rows,
        rank=lambda place: place + (len(Place) if state.board.provinces[place].pillaged else 0),
    )
