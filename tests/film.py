"""A short game as an animated SVG, from the real screens: `make pictures` draws it.

Each piece of a row is drawn once, however often it is seen, in a group with all pieces that are
visible in the same frames; so what stays costs nothing, and the file is small. A reader that cannot
animate shows the first frame.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final
from xml.sax.saxutils import escape

from prompt_toolkit.styles import Style

from client.screens.draw import draw
from client.style.theme import Theme, style_rules
from engine import decisions as ask
from tests.client.screens.scenes import Wanted, scene
from tests.picture_cells import FONTS, PAPER, spans, width_and_height

SIZE: Final = (80, 24)
PLAYERS: Final = 5
TITLE: Final = "A game, from the first turn to the end"
Frame = tuple[Wanted, float]
"""A moment and the seconds that it is shown."""


def _turn(keys: str, seconds: float) -> Frame:
    return Wanted("turn", ask.TurnDecision, PLAYERS, 6, keys), seconds


def _cards(keys: str, seconds: float) -> Frame:
    return Wanted("choose", ask.CardDecision, PLAYERS, 3, keys), seconds


def _pick(keys: str, seconds: float) -> Frame:
    return Wanted("draft", ask.PickDecision, PLAYERS, 3, keys), seconds


def _playing(number: int, seconds: float = 1.4) -> Frame:
    return Wanted("playing", "playing", PLAYERS, number), seconds


def _end(keys: str, seconds: float) -> Frame:
    return Wanted("end", "end", PLAYERS, 1, keys), seconds


FILM: Final[tuple[Frame, ...]] = (
    _turn("", 2.5),
    _turn("i", 1.5),
    _turn("i w", 1.5),
    _turn("i w 4", 1.5),
    _turn("i w 4 enter", 2.0),
    *(_playing(number) for number in (40, 48, 56, 64)),
    (Wanted("call", ask.JoinDecision, PLAYERS, 2), 2.0),
    _cards("", 2.0),
    _cards("down", 1.0),
    _cards("down down", 1.0),
    _cards("down down down", 1.0),
    _cards("down down down down", 1.5),
    (Wanted("reveal", "reveal", PLAYERS, 1), 2.0),
    (Wanted("result", "result", PLAYERS, 3), 3.5),
    (Wanted("stat", ask.StatDecision, PLAYERS, 1), 2.0),
    (Wanted("keep", ask.KeepDecision, PLAYERS, 1), 1.5),
    _pick("", 1.5),
    _pick("down", 1.0),
    *(_playing(number) for number in (150, 200)),
    _end("pageup pageup pageup", 1.0),
    _end("pageup", 1.0),
    _end("", 3.5),
)


def film() -> str:
    """Return the SVG of the whole game."""
    style = Style(style_rules(Theme.DARK))
    shown: dict[str, list[int]] = {}
    for number, (wanted, _) in enumerate(FILM):
        for y, line in enumerate(draw(scene(wanted), *SIZE).lines()):
            for piece in spans(y, line, style):
                shown.setdefault(piece, []).append(number)
    times: dict[tuple[int, ...], list[str]] = {}
    for piece, numbers in shown.items():
        times.setdefault(tuple(numbers), []).append(piece)
    wide, high = width_and_height(*SIZE)
    return "\n".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}"'
                f' font-family="{FONTS}" font-size="14">'
            ),
            f"<title>{escape(TITLE)}</title>",
            f'<rect x="0" y="0" width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            *(_group(numbers, pieces) for numbers, pieces in times.items()),
            "</svg>",
            "",
        )
    )


def _group(numbers: tuple[int, ...], pieces: list[str]) -> str:
    """Return the pieces that are visible in the same frames."""
    drawn = "".join(pieces)
    if len(numbers) == len(FILM):
        return drawn
    ends = list(accumulate(seconds for _, seconds in FILM))
    values: list[str] = []
    times: list[float] = []
    for number in range(len(FILM)):
        word = "visible" if number in numbers else "hidden"
        if values[-1:] != [word]:
            values.append(word)
            times.append((ends[number - 1] if number else 0.0) / ends[-1])
    return (
        f'<g visibility="{values[0]}"><animate attributeName="visibility" calcMode="discrete"'
        f' dur="{ends[-1]:g}s" repeatCount="indefinite" values="{";".join(values)}"'
        f' keyTimes="{";".join(f"{time:.4g}" for time in times)}"/>{drawn}</g>'
    )
