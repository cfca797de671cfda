"""The question before an answer is sent, and the strengths in a contested area."""

from __future__ import annotations

from client.prompts.nodes import Back, Branch, DecisionContext, Fork, Take
from client.text.catalogue import say
from client.ui.view import Item, Spot
from engine import actions as act
from engine.strength import strength
from engine.terms import Place, Seat, Use


def confirm(
    intent: act.Intent, title: str, note: str = "", *, brief: str = "", careful: bool = False
) -> Fork:
    """Ask for a yes or a step back; `careful` puts the cursor on No, as a mistake would hurt.

    The consequences are not part of the question: see `client.prompts.foresight`.
    """
    yes = Branch(Item("y", say("Yes")), Take(intent))
    no = Branch(Item("n", say("No, go back")), Back())
    branches = (no, yes) if careful else (yes, no)
    return Fork(Spot.CONFIRM, title, branches, note=note, final=True, brief=brief)


def strengths_note(context: DecisionContext, place: Place) -> str:
    """List the strengths in the area of a province: "Here: Wolf 7, Bear 2."."""
    state, names = context.state, context.names
    here = [
        say(
            "{who} {strength}",
            who=names.full(one),
            strength=strength(state, one, place, Use.BATTLE),
        )
        for one in state.seats_from(Seat(0))
        if state.area_figures(one, place)
    ]
    return say("Here: {all}.", all=", ".join(here))
