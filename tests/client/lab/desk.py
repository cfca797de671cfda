"""Shortcuts to run a document in the lab and look at the result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import pytest

from client.lab.document import LabError
from client.lab.runner import run_lab

Plain: TypeAlias = bool | int | str | Sequence["Plain"] | Mapping[str, "Plain"] | None
Action = dict[str, Plain]


class Report:
    """The output of the lab."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.whole = json.loads(text)
        self.position = self.whole["position"]
        self.story = self.whole["story"]
        self.owed = self.whole["owed"]

    def seat(self, letter: str) -> Mapping[str, object]:
        """Return a seat of the resulting position."""
        found: Mapping[str, object] = self.position["seats"][letter]
        return found

    def events(self, name: str) -> list[Mapping[str, object]]:
        """Return all events of one name."""
        return [item for item in self.story if item["event"] == name]

    def totals(self) -> dict[str, int]:
        """Return the totals of the only battle that was decided."""
        (compared,) = [item for item in self.story if item["event"] == "compare"]
        return {total["seat"]: total["total"] for total in compared["totals"]}

    def asked(self) -> list[tuple[str, str]]:
        """Return the questions: seat and decision."""
        return [(one["seat"], one["decision"]) for one in self.owed]

    def answers(self, number: int = 0) -> list[Action]:
        """Return the answers to one of the questions."""
        found: list[Action] = self.owed[number]["answers"]
        return found


def lab(seats: Plain = None, actions: Sequence[Plain] = (), **others: Plain) -> Report:
    """Run the lab on a position."""
    return Report(run_lab(written(seats, actions, **others)))


def written(seats: Plain = None, actions: Sequence[Plain] = (), **others: Plain) -> str:
    """Return a document."""
    return json.dumps({"seats": seats or {}, "actions": actions, **others})


def refusal(seats: Plain = None, actions: Sequence[Plain] = (), **others: Plain) -> str:
    """Return the sentence with which the lab refuses a document."""
    return sentence(written(seats, actions, **others))


def sentence(text: str) -> str:
    """Return the sentence with which the lab refuses a text."""
    with pytest.raises(LabError) as refused:
        run_lab(text)
    found = refused.value.sentence
    assert str(refused.value) == found
    assert "\n" not in found
    assert found.endswith(".")
    return found


def by(seat: str, do: str, **parts: Plain) -> Action:
    """Return an action: `by("A", "march", frm="horgr", to="utgard")`; `frm` means `from`."""
    return {
        "seat": seat,
        "do": do,
        **{key.replace("frm", "from"): part for key, part in parts.items()},
    }
