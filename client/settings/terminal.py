"""The kind of terminal: whether it can show a screen, its colours and signs."""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TextIO

from client.settings.choices import AUTO
from client.settings.schema import Settings
from client.style.theme import Glyphs, Look, Theme
from client.text.catalogue import say

if TYPE_CHECKING:
    from prompt_toolkit.output import ColorDepth

_TRUE: Final = ("truecolor", "24bit")
_BLACK: Final = ("0", "1", "2", "3", "4", "5", "6", "8")
"""Backgrounds of the sixteen colours that are dark."""
_SIXTEEN: Final = ("linux", "ansi", "vt100")


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


def look_of(stdout: TextIO, environ: Mapping[str, str], settings: Settings) -> Look:
    """Return palette and signs for a terminal: the chosen ones, else the fitting ones."""
    if settings.color == "never":
        theme = Theme.MONO
    elif settings.theme == AUTO:
        theme = _fitting_theme(environ)
    else:
        theme = Theme(settings.theme)
    if settings.glyphs != AUTO:
        return Look(theme, Glyphs(settings.glyphs))
    encoding = (getattr(stdout, "encoding", "") or "").casefold().replace("-", "")
    return Look(theme, Glyphs.UNICODE if encoding.startswith("utf") else Glyphs.ASCII)


def _fitting_theme(environ: Mapping[str, str]) -> Theme:
    """Choose the palette a terminal asks for.

    COLORFGBG ends with the colour of its background, 0 to 15; rxvt, Konsole and others set it.
    Without it the background is taken for dark.
    """
    if environ.get("TERM", "") in _SIXTEEN:
        return Theme.SIXTEEN
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    is_light = background.isdecimal() and background not in _BLACK
    return Theme.LIGHT if is_light else Theme.DARK


def copied(text: str) -> str:
    """Return the sequence that makes a terminal put a text on the clipboard (OSC 52)."""
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"


def forget_terminal() -> None:
    """Discard all further output, or the interpreter would complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
