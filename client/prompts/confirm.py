"""The question before an answer is sent, and the strengths in a contested area."""

from __future__ import annotations

from client.prompts.nodes import Back, Branch, DecisionContext, Fork, Take
from client.text.catalogue import say
from client.text.god_words import god_brief, god_marks
from client.text.names import place_name
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


def with_power(context: DecisionContext, place: Place, note: str) -> str:
    """Return a note with the power of the god that stands in a province, if any."""
    deity = context.state.god_at(place)
    if deity is None:
        return note
    return say("{note} {power}.", power=god_brief(deity), note=note)


def with_god(context: DecisionContext, place: Place) -> str:
    """Name a province with the mark of its god, for where there is no room for its power."""
    deity = context.state.god_at(place)
    name = place_name(place)
    return name if deity is None else f"{name} {god_marks(deity)[0]}"


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
