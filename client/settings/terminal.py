"""The kind of terminal: whether it can show a screen, its colours and signs."""

from __future__ import annotations

import base64
import os
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TextIO

from client.settings.choices import AUTO
from client.settings.schema import Settings
from client.style.theme import Glyphs, Look, Theme
from client.style.writing import with_joiners
from client.text.catalogue import reads_from_right, say

if TYPE_CHECKING:
    from prompt_toolkit.output import ColorDepth

_TRUE: Final = ("truecolor", "24bit")
_BLACK: Final = ("0", "1", "2", "3", "4", "5", "6", "8")
"""Backgrounds of the sixteen colours that are dark."""
_SIXTEEN: Final = ("linux", "ansi", "vt100")
_RGB: Final = re.compile(
    r"\]11;(?:rgba?:|#)([\da-f]+)(?:/([\da-f]+)/([\da-f]+)(?:/[\da-f]+)?)?", re.IGNORECASE
)
_PARTS: Final = (0.2126, 0.7152, 0.0722)
"""Parts of red, green and blue in the brightness of a colour."""
_MOST_DIGITS: Final = 4


def is_screen(stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether this program runs on a terminal that can move its cursor."""
    return stdin.isatty() and stdout.isatty() and environ.get("TERM", "") not in ("dumb", "")


def no_terminal(*, watching: bool = False) -> str:
    """Say that this terminal cannot show a screen."""
    if watching:
        return say(
            "This terminal cannot show a screen, and watching needs one; "
            "--auto follows the game and keeps its record."
        )
    return say(
        "This terminal cannot show a screen; `bloodrage play --plain` asks line by line, "
        "`bloodrage play --auto` lets bots play."
    )


def colour_depth(environ: Mapping[str, str], settings: Settings) -> ColorDepth | None:
    """Return the number of colours to use; None leaves it to the library, which knows TERM.

    The library takes an explicit depth for more than NO_COLOR; client/settings/resolve.py has put
    NO_COLOR into the settings if it counts.
    """
    from prompt_toolkit.output import ColorDepth  # noqa: PLC0415 - the first frame does without it

    if settings.color == "never":
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM", "").casefold() in _TRUE:
        return ColorDepth.DEPTH_24_BIT
    if settings.color == AUTO:
        return None
    return ColorDepth.DEPTH_4_BIT if environ.get("TERM") in _SIXTEEN else ColorDepth.DEPTH_8_BIT


def look_of(
    stdout: TextIO,
    environ: Mapping[str, str],
    settings: Settings,
    *,
    is_light: bool | None = None,
) -> Look:
    """Return palette and signs for a terminal: the chosen ones, else the fitting ones.

    `is_light` is the background as the terminal tells it, None if it has not. A language read from
    the right has no letters in ASCII.
    """
    if settings.color == "never":
        theme = Theme.MONO
    elif settings.theme == AUTO:
        theme = _fitting_theme(environ, is_light)
    else:
        theme = Theme(settings.theme)
    if reads_from_right():
        return Look(theme, Glyphs.UNICODE)
    if settings.glyphs != AUTO:
        return Look(theme, Glyphs(settings.glyphs))
    encoding = (getattr(stdout, "encoding", "") or "").casefold().replace("-", "")
    return Look(theme, Glyphs.UNICODE if encoding.startswith("utf") else Glyphs.ASCII)


def _fitting_theme(environ: Mapping[str, str], is_light: bool | None) -> Theme:  # noqa: FBT001 - as above
    """Choose the palette a terminal asks for.

    COLORFGBG ends with the colour of its background, 0 to 15; rxvt, Konsole and others set it. It
    counts until the terminal itself says what it has. Without both the background is taken for
    dark.
    """
    if environ.get("TERM", "") in _SIXTEEN:
        return Theme.SIXTEEN
    if is_light is None:
        background = environ.get("COLORFGBG", "").rpartition(";")[2]
        is_light = background.isdecimal() and background not in _BLACK
    return Theme.LIGHT if is_light else Theme.DARK


def asks_background(environ: Mapping[str, str], settings: Settings) -> bool:
    """Whether the palette depends on the background, and the terminal may be asked for it.

    The console of Windows can send its answer as if it had been typed.
    """
    wanted = settings.theme == AUTO and settings.color != "never"
    return wanted and sys.platform != "win32" and environ.get("TERM", "") not in _SIXTEEN


def is_light_reply(told: str) -> bool | None:
    """Whether a background is light, by the answer of a terminal (OSC 11); None for other strings.

    Colours are as XParseColor has them: `rgb:` and one to four hexadecimal digits for each part, or
    `#` and all digits in a row.
    """
    found = _RGB.fullmatch(told)
    if found is None:
        return None
    parts = [part for part in found.groups() if part]
    if len(parts) == 1:
        digits, rest = divmod(len(parts[0]), 3)
        if rest:
            return None
        parts = [parts[0][at : at + digits] for at in range(0, len(parts[0]), digits)]
    if not all(len(part) <= _MOST_DIGITS for part in parts):
        return None
    shares = [int(part, 16) / ((1 << 4 * len(part)) - 1) for part in parts]
    return sum(weight * share for weight, share in zip(_PARTS, shares, strict=True)) > 1 / 2


def copied(text: str) -> str:
    """Return the sequence that makes a terminal put a text on the clipboard (OSC 52)."""
    return f"\x1b]52;c;{base64.b64encode(with_joiners(text).encode()).decode()}\x07"


def forget_terminal() -> None:
    """Discard all further output, or the interpreter would complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
