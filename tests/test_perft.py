"""Numbers of continuations of a position, to a depth (perft): one number guards many rules.

A continuation is a sequence of private answers; duties are done automatically, and the first
of several seats that owe something answers first. It ends early when an Age begins or the game
is over.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypedDict

import pytest

from engine import decisions as ask
from engine.intents import duty_done, intents
from engine.knowledge import Knowledge, publish, witness
from engine.play import apply, owed
from engine.state import GameState
from tests.builders import SeatWords, TableWords, table

FOLDER = Path(__file__).parent / "perft"
Known = tuple[Knowledge, ...]


class Written(TypedDict):
    """A position file."""

    table: TableWords
    seats: dict[str, SeatWords]
    moves: list[str]
    counts: list[int]


def opened(state: GameState, known: Known) -> tuple[GameState, Known]:
    """Return the state after all duties to open face-down cards are done."""
    while duties := [
        due for due in owed(state) if isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty)
    ]:
        outcome = apply(state, duty_done(known[duties[0].seat], duties[0]))
        state = outcome.state
        known = tuple(witness(one, outcome.story) for one in known)
    return state, known


def perft(state: GameState, known: Known, depth: int) -> int:
    """Count the sequences of `depth` answers."""
    due = next(iter(owed(state)), None)
    if depth == 0 or due is None or isinstance(due, ask.Duty):
        return 1
    answers = intents(state, known[due.seat], due)
    if depth == 1:
        return len(answers)
    number = 0
    for intent in answers:
        action, mine = publish(intent, known[due.seat])
        outcome = apply(state, action)
        after = tuple(mine if one.seat == due.seat else one for one in known)
        after = tuple(witness(one, outcome.story) for one in after)
        number += perft(*opened(outcome.state, after), depth - 1)
    return number


def read(path: Path) -> tuple[GameState, Known, list[int]]:
    """Read the position of a file and the numbers it claims."""
    written: Written = tomllib.loads(path.read_text(encoding="utf-8"))  # type: ignore[assignment]
    words = written["table"]
    for letter, seat in written["seats"].items():
        if "levels" in seat:
            rage, axes, horns = seat["levels"]
            seat["levels"] = (rage, axes, horns)
        words[letter] = seat  # type: ignore[literal-required]
    game = table(**words).play(*written["moves"])
    return game.state, tuple(game.knowledge), written["counts"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_perft_counts_are_those_written_down(path: Path) -> None:
    state, known, counts = read(path)
    assert [perft(state, known, depth) for depth in range(1, len(counts) + 1)] == counts
