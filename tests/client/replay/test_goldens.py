"""A recorded game on the screen: in its middle, at its end, and the list of places to go to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from client.replay.player import ReplayPlayer
from tests.client.replay.watching import retold

GOLDENS = Path(__file__).parent / "goldens"
REWRITE = os.environ.get("BLOODRAGE_GOLDENS") == "1"
SIZES = [(80, 24), (100, 30), (140, 45), (60, 12)]
CASES = {
    "turn": ("a", "n", "n", "n", "n", "n", "n", "n", "n", "n"),
    "battle": ("b", "right", "right"),
    "list": ("b", "b", "j"),
    "end": ("end",),
}


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
@pytest.mark.parametrize("name", CASES)
def test_a_replay_looks_like_its_golden_file(name: str, size: tuple[int, int]) -> None:
    watched = ReplayPlayer(retold())
    for key in CASES[name]:
        watched.press(key, 1.0)
    compare(f"{name}-{size[0]}x{size[1]}", watched.draw(*size, 1.0).text())


def test_a_replay_can_be_drawn_in_ascii() -> None:
    watched = ReplayPlayer(retold())
    watched.press("end", 1.0)
    drawn = watched.draw(80, 24, 1.0)
    assert drawn.to_ascii().text().isascii()
    compare("end-80x24-ascii", drawn.text())


def compare(name: str, drawn: str) -> None:
    path = GOLDENS / f"{name}.txt"
    if REWRITE:
        GOLDENS.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert path.exists(), f"no golden screen {name}: write it with BLOODRAGE_GOLDENS=1"
    assert drawn == path.read_text(encoding="utf-8")
