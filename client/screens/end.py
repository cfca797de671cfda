"""The end of a game: the Glory curve, and where the Glory came from."""

from __future__ import annotations

from typing import Final

from client.screens.chart import draw_chart
from client.screens.frame import Frame
from client.screens.side import headed
from client.style import theme
from client.text.catalogue import say, say_many
from client.text.names import age_name
from client.ui.canvas import Canvas, Line, Rect, Span, fit, pad
from client.ui.view import EndView
from engine.terms import Age

_NAME_MOST: Final = 16
_CHART_MOST: Final = 32
_CHART_LEAST: Final = 6


def draw_end(canvas: Canvas, frame: Frame, end: EndView) -> None:
    """The whole screen below the header and above the prompt."""
    table = [headed(canvas.width, say("where it came from"), theme.TITLE)]
    table += source_rows(frame, end, canvas.width)
    told = _moment(frame, end)
    room = min(_CHART_MOST, canvas.height - len(table) - len(told) - 1)
    y = 0
    if room >= _CHART_LEAST:
        canvas.line(0, 0, headed(canvas.width, say("Glory over time"), theme.TITLE))
        draw_chart(canvas.part(Rect(0, 1, canvas.width, room)), frame, end)
        y = room + 1
    else:
        told = told[: max(0, canvas.height - len(table))]
    for line in (*told, *table):
        canvas.fitted(0, y, line, canvas.width)
        y += 1


def _moment(frame: Frame, end: EndView) -> list[Line]:
    """The moment under the time cursor: how everybody stood, and what had just happened."""
    last = len(end.curve) - 1
    at = min(end.cursor, last)
    age = sum(start <= at for start in end.ages)
    when = say("{at} of {last}", at=at, last=last)
    if age:
        when = say("Age {age}, {when}", age=age_name(Age(age)), when=when)
    amounts = tuple((seat, f" {end.curve[at][seat]}") for seat in frame.seats)
    tail = ""
    if at == last and end.minutes is not None:
        tail = say_many("a game of {count} minute", "a game of {count} minutes", end.minutes)
    values: Line = (("", " "), *frame.letters(amounts, "  "), (theme.NOTE, f"   {when}   {tail}"))
    deed = end.at_cursor if at else say("Before the first deed.")
    return [values, (("", f" {deed}"),)]


def source_rows(frame: Frame, end: EndView, width: int) -> list[Line]:
    """The table of sources, best first."""
    rows = sorted(end.sources, key=lambda row: (-sum(row[1]), row[0]))
    name = min(_NAME_MOST, max((len(frame.names.full(seat)) for seat, _ in rows), default=4))
    headings = [say("total"), *end.headings]
    room = width - name - 8
    if sum(len(heading) + 1 for heading in headings) > room:
        headings[0] = say("sum")
        each = max(2, room // len(headings) - 1)
        headings = [heading[:each] for heading in headings]
    head = "".join(f" {heading:>3}" for heading in headings)
    lines: list[Line] = [((theme.NOTE, f"  #   {pad(say('clan'), name)} {head}"),)]
    for seat, parts in rows:
        total = sum(parts)
        place = 1 + sum(sum(other) > total for _, other in rows)
        weight = frame.weight(seat)
        numbers = "".join(
            f" {number:>{max(3, len(heading))}}"
            for number, heading in zip((total, *parts), headings, strict=True)
        )
        spans: tuple[Span, ...] = (
            (weight, f"{'►' if seat == frame.you else ' '} {place} "),
            frame.letter(seat),
            (weight, f" {pad(fit(frame.names.full(seat), name), name)} {numbers}"),
        )
        lines.append(spans)
    return lines
