"""Redraws the pictures of README from the real screens: `make pictures`.

Each picture is a moment of a seeded game, drawn by the same code as on a terminal and written as an
SVG whose text can be read and searched.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from prompt_toolkit.styles import Attrs, Style

from client.screens.draw import draw
from client.style.theme import Theme, style_class, style_rules
from client.ui.canvas import Canvas
from engine import decisions as ask
from tests.client.screens.scenes import Wanted, scene

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"

_COLUMN: Final = 8.4
_ROW: Final = 18
_MARGIN: Final = 14
_PAPER: Final = "#101010"
_INK: Final = "#d8d8d8"
_FONTS: Final = "'DejaVu Sans Mono', Menlo, Consolas, monospace"

SHOWN: Final[dict[str, tuple[Wanted, tuple[int, int]]]] = {
    "turn": (Wanted("turn", ask.TurnDecision, 5, 6), (100, 30)),
    "draft": (Wanted("draft", ask.PickDecision, 4, 4), (80, 24)),
    "battle": (Wanted("choose", ask.CardDecision, 5, 3), (80, 24)),
    "result": (Wanted("result", "result", 5, 3), (80, 24)),
    "end": (Wanted("end", "end", 5, 1), (80, 24)),
}


def picture(name: str) -> str:
    """Return the SVG of one of the moments."""
    wanted, (width, height) = SHOWN[name]
    return svg(draw(scene(wanted), width, height), name)


def svg(canvas: Canvas, title: str) -> str:
    """Draw a canvas as SVG: a cell is a fixed rectangle, whatever font the reader has."""
    style = Style(style_rules(Theme.DARK))
    wide = canvas.width * _COLUMN + 2 * _MARGIN
    high = canvas.height * _ROW + 2 * _MARGIN
    body: list[str] = []
    for y, line in enumerate(canvas.lines()):
        x = 0
        for name, text in line:
            attributes = style.get_attrs_for_style_str(style_class(name))
            body += _span(x, y, text, attributes)
            x += len(text)
    return "\n".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}"'
                f' font-family="{_FONTS}" font-size="14">'
            ),
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" rx="8" fill="{_PAPER}"/>',
            *body,
            "</svg>",
            "",
        )
    )


def _span(column: int, row: int, text: str, attributes: Attrs) -> list[str]:
    ink, paper = _colour(attributes.color, _INK), _colour(attributes.bgcolor, "")
    if attributes.reverse:
        ink, paper = paper or _PAPER, ink
    x, y = _MARGIN + column * _COLUMN, _MARGIN + row * _ROW
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
        parts.append(
            f'<text x="{x + lead * _COLUMN:g}" y="{y + 13.5:g}" xml:space="preserve"'
            f' textLength="{len(bare) * _COLUMN:g}" lengthAdjust="spacingAndGlyphs"'
            f' fill="{ink}"{weight}{line}>{escape(bare)}</text>'
        )
    return parts


def _colour(name: str | None, otherwise: str) -> str:
    return f"#{name}" if name else otherwise


def main() -> int:
    """Write all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(picture(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
