"""Cells of a canvas as SVG: a cell is a fixed rectangle, whatever font the reader has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

from prompt_toolkit.styles import Attrs, Style

from client.style.theme import style_class
from client.style.writing import is_right_to_left
from client.ui.canvas import Span

_COLUMN: Final = 8.4
_ROW: Final = 18
MARGIN: Final = 14
PAPER: Final = "#101010"
_INK: Final = "#d8d8d8"
_AS_IT_COMES: Final = ' direction="ltr" unicode-bidi="bidi-override"'
"""Keeps a browser from ordering letters that are in their places already."""
FONTS: Final = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def width_and_height(columns: int, rows: int) -> tuple[float, float]:
    """Return the size of a picture of some columns and rows."""
    return columns * _COLUMN + 2 * MARGIN, rows * _ROW + 2 * MARGIN


def spans(y: int, line: Iterable[Span], style: Style) -> list[str]:
    """Return the elements of a row."""
    body: list[str] = []
    x = 0
    for name, text in line:
        body += _span(x, y, text, style.get_attrs_for_style_str(style_class(name)))
        x += len(text)
    return body


def _span(column: int, row: int, text: str, attributes: Attrs) -> list[str]:
    ink, paper = _colour(attributes.color, _INK), _colour(attributes.bgcolor, "")
    if attributes.reverse:
        ink, paper = paper or PAPER, ink
    x, y = MARGIN + column * _COLUMN, MARGIN + row * _ROW
    parts = []
    if paper:
        width = len(text) * _COLUMN
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{_ROW}" fill="{paper}"/>'
        )
    bare = text.strip()
    if bare:
        lead = len(text) - len(text.lstrip())
        weight = ' font-weight="bold"' if attributes.bold else ""
        line = ' text-decoration="underline"' if attributes.underline else ""
        order = _AS_IT_COMES if is_right_to_left(bare) else ""
        parts.append(
            f'<text x="{x + lead * _COLUMN:g}" y="{y + 13.5:g}" xml:space="preserve"'
            f' textLength="{len(bare) * _COLUMN:g}" lengthAdjust="spacingAndGlyphs"'
            f' fill="{ink}"{weight}{line}{order}>{escape(bare)}</text>'
        )
    return parts


def _colour(name: str | None, otherwise: str) -> str:
    return f"#{name}" if name else otherwise
