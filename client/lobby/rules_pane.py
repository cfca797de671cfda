"""The terms of a table as rows of the lobby: nothing is cut, and arrows say that more follows."""

from __future__ import annotations

from client.lobby.terms_form import term_list
from client.screens.rows import Row, draw_rows, row, text_rows
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Canvas, wrap
from client.ui.cells import columns_of, pad
from protocol.charter import Charter


def draw_terms(
    window: Canvas, terms: Charter, cursor: int | None = None, *, can_turn: bool = False
) -> None:
    """Draw the terms, scrolled to the one at the cursor, which `can_turn` by the arrows."""
    rows: list[Row] = []
    at = 0
    for number, term in enumerate(term_list(terms)):
        current = number == cursor
        shown = f"← {term.value} →" if current and can_turn else term.value
        found = _term(term.name, shown, window.width, current=current)
        if term.note:
            found += text_rows(term.note, window.width - 2, theme.NOTE)
        at = len(rows) + len(found) - 1 if current else at
        rows += found
    rows += text_rows(late_told(terms), window.width - 2, theme.NOTE)
    draw_rows(window, rows, at)


def _term(name: str, value: str, width: int, *, current: bool) -> list[Row]:
    """Return a term in one row if it fits, or else its value below its name.

    The last column is free for the arrows of `draw_rows`.
    """
    mark = "►" if current else " "
    room = max(1, width - 3)
    names = wrap(name, room)
    values = [value] if columns_of(value) <= room else list(wrap(value, room))
    gap = room - columns_of(names[-1]) - columns_of(values[0])
    lines = [f"{' ' if at else mark}{one}" for at, one in enumerate(names)]
    if gap > 0:
        lines[-1] += " " * (gap + 1) + values.pop(0)
    lines += [" " * (width - 1 - columns_of(one)) + one for one in values]
    if not current:
        return [row(line) for line in lines]
    return [(((theme.CURSOR, pad(line, width)),), "") for line in lines]


def late_told(terms: Charter) -> str:
    """Say how long answers about late cards are held back."""
    seconds = say("{count} s", count=f"{terms.late_window / 1000:g}")
    return say(
        "Reinforcement cards: every answer takes {seconds}, so nobody can tell who has one.",
        seconds=seconds,
    )
