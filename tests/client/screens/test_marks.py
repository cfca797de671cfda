"""No meaning by colour alone: every meaningful style has a sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from client.screens.draw import draw
from client.style import theme
from client.style.theme import CLAN_STYLES
from client.text.names import initial
from client.ui.canvas import Canvas
from client.ui.view import TableView
from engine.cards import CARDS
from engine.terms import ClanName, FigureKind, Slot
from tests.client.screens.scenes import scene, whole_game
from tests.client.screens.test_goldens import CASES

SIZES = ((45, 10), (60, 16), (80, 24), (140, 45))
GAMES = ((2, 5), (3, 6), (5, 7))
LETTERS = {CLAN_STYLES[clan]: clan.value[0].upper() for clan in ClanName} | {
    CLAN_STYLES[ClanName.RAM]: "M"
}


def runs(canvas: Canvas) -> Iterator[tuple[str, str, str]]:
    """Yield every styled fragment with its style and its row."""
    for line in canvas.lines():
        row = "".join(text for _, text in line)
        found: dict[str, str] = {}
        for own, text in line:
            styles = own.split()
            for style in [one for one in found if one not in styles]:
                yield style, found.pop(style), row
            for style in styles:
                found[style] = found.get(style, "") + text
        for style, text in found.items():
            yield style, text, row


def has(*marks: str) -> Callable[[str, str], bool]:
    return lambda run, row: any(mark in run for mark in marks)


def row_has(*marks: str) -> Callable[[str, str], bool]:
    return lambda run, row: any(mark in row for mark in marks)


MARKS: dict[str, Callable[[str, str], bool]] = {
    theme.CURSOR: has("►", "[", "√", "▲"),
    theme.TARGET: has("►", "["),
    theme.FOCUS: lambda run, row: run.startswith("[") and run.endswith("]"),
    theme.DOOM: has("!", "now", "falls", ":", "+", "in", "each"),
    theme.OFF: has("no", "-", "…", "►"),
    theme.GOOD: row_has("ok", "√", "GAME OVER", "/"),
    theme.GOD: has("◆"),
    theme.HATCH: has("░", "destroyed", "fell", "gone"),
}


FIGURES = set("•▲LY0123456789") | {
    initial(FigureKind(card)) for card in CARDS if CARDS[card].slot is Slot.MONSTER
}
"""The signs of figures, which follow the letter of their clan."""
FRAME = set("╔║╚")
CUT = (theme.FOCUS, theme.DOOM, theme.OFF, theme.HATCH, theme.TARGET)
"""Styles of the board, which a frame may cover, and of overlays, which may continue below."""


def views() -> Iterator[TableView]:
    for wanted in dict(CASES):
        yield scene(wanted)
    for game in GAMES:
        yield from whole_game(*game, 40)[::5]


@pytest.mark.parametrize("size", SIZES)
def test_every_meaningful_style_has_a_sign(size: tuple[int, int]) -> None:
    for view in views():
        for style, run, row in runs(draw(view, *size)):
            if FRAME & set(row) and (style in CUT or run.startswith("  ")):
                continue
            if style in MARKS:
                assert MARKS[style](run, row), (style, run, row)
            elif style in LETTERS:
                assert set(run) <= {LETTERS[style], "·", "…"} | FIGURES, (style, run, row)
