"""Questions whose answers are a plain list: one row an answer, taken at once."""

from __future__ import annotations

from collections.abc import Sequence

from client.prompts.nodes import Branch, DecisionContext, Fork, Take, letter
from client.text.answer_labels import label
from client.ui.view import Item, Spot
from engine import actions as act
from engine.terms import Place


def answer_list(context: DecisionContext, answers: Sequence[act.Intent], title: str) -> Fork:
    """List answers by their labels, each with its place on the map."""
    rows = []
    for index, intent in enumerate(answers):
        said = label(context.state, intent)
        row = Item(letter(index), said.text, said.effect, place=_place(intent))
        rows.append(Branch(row, Take(intent)))
    return Fork(Spot.MENU, title, tuple(rows))


def _place(intent: act.Intent) -> Place | None:
    match intent:
        case act.TakeVillage() | act.RetreatTo() | act.MoveGod():
            return intent.place
        case _:
            return None
