"""What kind of terminal this is: whether a screen can be drawn on it, its colours and signs."""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

from prompt_toolkit.output import ColorDepth

from client.text.catalogue import say
from client.theme import Glyphs, Look, Theme

_TRUE: Final = ("truecolor", "24bit")
_OFF: Final = ("NO_COLOR", "BLOODRAGE_NO_COLOR")


def is_screen(stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether this program runs on a terminal that can move its cursor."""
    return stdin.isatty() and stdout.isatty() and environ.get("TERM", "") not in ("dumb", "")


def no_terminal(*, with_others: bool = False) -> str:
    """The sentence for somebody whose terminal shows no screen."""
    if with_others:
        return say(
            "This terminal cannot show a screen, and a table with others needs one; "
            "--auto lets a bot play your seat."
        )
    return say(
        "This terminal cannot show a screen; `bloodrage play --plain` asks line by line, "
        "`bloodrage play --auto` lets bots play."
    )


def has_colour(environ: Mapping[str, str]) -> bool:
    """Whether colours are wanted (https://no-color.org)."""
    return not any(environ.get(name) for name in _OFF)


def colour_depth(environ: Mapping[str, str]) -> ColorDepth | None:
    """How many colours to use; None leaves it to the library, which knows NO_COLOR and TERM."""
    if not has_colour(environ):
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM", "").casefold() in _TRUE:
        return ColorDepth.DEPTH_24_BIT
    return None


def look_of(stdout: TextIO, environ: Mapping[str, str]) -> Look:
    """Palette and signs for a terminal."""
    if not has_colour(environ):
        theme = Theme.MONO
    elif environ.get("TERM", "") in ("linux", "ansi", "vt100"):
        theme = Theme.SIXTEEN
    else:
        theme = Theme.DARK
    encoding = (getattr(stdout, "encoding", "") or "").casefold().replace("-", "")
    return Look(theme, Glyphs.UNICODE if encoding.startswith("utf") else Glyphs.ASCII)


def copied(text: str) -> str:
    """What makes a terminal put a text on the clipboard (OSC 52)."""
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"


def forget_terminal() -> None:
    """What is still to be written goes nowhere, or the interpreter would complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
