"""The question of Frigga's Protection: whom to save for 1 Rage each (I24)."""

from __future__ import annotations

from client.prompts.confirm import confirm
from client.prompts.nodes import Adjust, Branch, Chosen, ChosenGroup, Deciding, Fork
from client.text.catalogue import listed, say
from client.text.names import figure_name, figures_named, place_name, place_title
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask


def protect_fork(asked: Deciding, decision: ask.ProtectDecision, parts: tuple[Chosen, ...]) -> Fork:
    """Figures about to die, to be counted; nobody saved is a no."""
    rage = asked.state.clans[decision.seat].rage
    match parts:
        case ():
            return _doomed(decision, rage)
        case (ChosenGroup(chosen),):
            if not chosen:
                no = act.Decline(decision.seat)
                return confirm(no, say("Save nobody?"), say("All of them go to Valhalla."))
            saved = listed(
                say("{figures} in {place}", figures=figures_named(figures), place=place_name(place))
                for place, figures in chosen
            )
            price = sum(figures.count for _, figures in chosen)
            note = say("Rage {old} > {new}; the others die", old=rage, new=rage - price)
            return confirm(
                act.Protect(decision.seat, chosen), say("Save {figures}?", figures=saved), note
            )
        case _:
            raise AssertionError(parts)


def _doomed(decision: ask.ProtectDecision, rage: int) -> Fork:
    rows = tuple(
        Branch(
            Item(
                "",
                figure_name(kind),
                place_title(place),
                most=figures.number_of(kind),
                place=place,
            ),
            Adjust(place, kind),
        )
        for place, figures in decision.doomed
        for kind in figures.kinds()
    )
    return Fork(
        Spot.GROUP,
        say("Frigga's Protection: save whom, for 1 Rage each?"),
        rows,
        note=say("You have {rage} Rage. Left and right count, Enter goes on.", rage=rage),
        budget=rage,
        may_be_empty=True,
    )
