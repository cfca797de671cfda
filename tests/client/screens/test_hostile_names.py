"""Names and chat of other people never reach the terminal unfiltered."""

from __future__ import annotations

import re

import pytest

from client.screens.draw import draw
from client.ui.cells import columns_of, is_narrow
from client.ui.view import TableView
from engine import decisions as ask
from engine.values import replace
from protocol.wire.names import is_wide
from tests.client.app.test_renderer import Painter
from tests.client.screens.scenes import Wanted, scene

HOSTILE = (
    "\x1b[2J\x1b]2;title\x07",
    "\x9b31m\x00\x08\x7f",
    "\u202egnp.exe\u2066",
    "Z\u200b\u200d\ufe0f\u0301\u0301",
    "漢字🎉",
    "a\nb\rc\td",
)
SIZES = ((80, 24), (140, 45), (60, 12))
SCENES = (
    Wanted("turn", ask.TurnDecision, number=3),
    Wanted("result", "result"),
    Wanted("end", "end"),
    Wanted("log", ask.TurnDecision, number=3, keys="l"),
    Wanted("clans", ask.TurnDecision, number=3, keys="c"),
    Wanted("table", ask.TurnDecision, number=3, keys="f3"),
)
SENT_BY_US = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]|\x1b\[[0-9]* q|\r\n|\r|\x08")
"""Escape sequences of ordinary painting: cursor moves, attributes, clearing."""


def among(view: TableView, text: str) -> TableView:
    """Return a moment with hostile names and chat lines."""
    log = tuple(replace(line, full=text, short=text) for line in view.log[-3:])
    names = tuple(f"{text}{seat}" for seat, _ in enumerate(view.names))
    return replace(view, names=names, message=text, log=(*view.log, *log))


@pytest.mark.parametrize("wanted", SCENES, ids=lambda wanted: wanted.name)
@pytest.mark.parametrize("size", SIZES)
def test_harmful_characters_of_names_and_lines_are_removed(
    wanted: Wanted, size: tuple[int, int]
) -> None:
    painter = Painter(size)
    for text in HOSTILE:
        sent = painter.show(draw(among(scene(wanted), text), *size))
        left = SENT_BY_US.sub("", sent)
        assert all(is_narrow(sign) or is_wide(sign) for sign in set(left)), (text, left)
        assert len(painter.screen.lines) == size[1]
        assert all(columns_of(line) == size[0] for line in painter.screen.lines)


def test_harmless_characters_of_names_stay_readable() -> None:
    painter = Painter((140, 45))
    painter.show(draw(among(scene(SCENES[0]), HOSTILE[2]), 140, 45))
    assert "gnp.exe" in painter.screen.text
