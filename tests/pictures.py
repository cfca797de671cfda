"""Redraws the pictures of README from the real screens: `make pictures`.

Each picture is a moment of a seeded game, drawn by the same code as on a terminal and written as an
SVG whose text can be read and searched; `game.svg` is a whole game in some forty seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from prompt_toolkit.styles import Style

from client.screens.draw import draw
from client.style.theme import Theme, style_rules
from client.text.catalogue import ENGLISH, speak
from client.ui.canvas import Canvas
from engine import decisions as ask
from tests.client.screens.scenes import Wanted, scene
from tests.film import film
from tests.picture_cells import FONTS, PAPER, spans, width_and_height

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"

SHOWN: Final[dict[str, tuple[Wanted, tuple[int, int]]]] = {
    "turn": (Wanted("turn", ask.TurnDecision, 5, 6), (100, 30)),
    "draft": (Wanted("draft", ask.PickDecision, 4, 4), (80, 24)),
    "battle": (Wanted("choose", ask.CardDecision, 5, 3), (80, 24)),
    "result": (Wanted("result", "result", 5, 3), (80, 24)),
    "end": (Wanted("end", "end", 5, 1), (80, 24)),
    "persian": (Wanted("turn", ask.TurnDecision, 5, 6), (80, 24)),
}
LANGUAGE_OF: Final = {"persian": "fa"}
"""The language of a picture that is not in English."""


def picture(name: str) -> str:
    """Return the SVG of one of the moments."""
    wanted, (width, height) = SHOWN[name]
    speak(LANGUAGE_OF.get(name, ENGLISH))
    drawn = draw(scene(wanted), width, height).shown()
    speak(ENGLISH)
    return svg(drawn, name)


def svg(canvas: Canvas, title: str) -> str:
    """Draw a canvas as SVG."""
    style = Style(style_rules(Theme.DARK))
    wide, high = width_and_height(canvas.width, canvas.height)
    return "\n".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}"'
                f' font-family="{FONTS}" font-size="14">'
            ),
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            *(one for y, line in enumerate(canvas.lines()) for one in spans(y, line, style)),
            "</svg>",
            "",
        )
    )


def main() -> int:
    """Write all pictures, and the film of a game."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(picture(name), encoding="utf-8")
    (PICTURES / "game.svg").write_text(film(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
