"""The sheet of the cards drafted by whom, once a game is over."""

from __future__ import annotations

from client.screens.frame import Frame
from client.screens.items import Row
from client.style import theme
from client.text.catalogue import say
from client.text.draft_table import Drafted
from client.text.names import age_name, card_name
from client.ui.canvas import Line, wrapped
from engine.terms import Seat

_INDENT = 10


def drafted_rows(frame: Frame, width: int) -> list[Row]:
    """Every clan, best first, with its cards Age by Age."""
    end = frame.view.end
    if end is None:
        return []
    rows: list[Row] = []
    if end.news:
        rows += [(((theme.NOTE, end.news),), ""), ((), "")]
    glory = [clan.glory for clan in frame.state.clans]
    for seat in sorted(frame.seats, key=lambda one: -glory[one]):
        own = [row for row in end.drafted if row.seat == seat]
        rows += _clan(frame, seat, own, width)
    return rows


def _clan(frame: Frame, seat: Seat, ages: list[Drafted], width: int) -> list[Row]:
    whole = all(row.is_whole for row in ages)
    note = "" if whole else "  " + say("only what it played openly")
    title = frame.names.full(seat)
    head: Line = (frame.letter(seat), (theme.TITLE, f" {title}"), (theme.NOTE, note))
    rows: list[Row] = [(line, "") for line in wrapped(head, width)]
    for row in ages:
        names = ", ".join(card_name(face.card) for face in row.faces) or say("nothing")
        age = say("Age {age}", age=age_name(row.age))
        line: Line = ((theme.NOTE, f"  {age:<{_INDENT - 2}}"), ("", names))
        rows += [(part, "") for part in wrapped(line, width, _INDENT)]
    return [*rows, ((), "")]
