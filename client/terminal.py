"""What kind of terminal this is: whether a screen can be drawn on it, its colours and signs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TextIO

from prompt_toolkit.output import ColorDepth

from client.text.catalogue import say
from client.theme import Glyphs, Look, Theme

_TRUE: Final = ("truecolor", "24bit")
_OFF: Final = ("NO_COLOR", "BLOODRAGE_NO_COLOR")


class Kind(StrEnum):
    """What can be done with a terminal."""

    SCREEN = "screen"
    LINES = "lines"
    """A terminal that cannot move its cursor: questions and answers line by line."""
    NONE = "none"
    """No terminal at all: a file or a pipe."""


def kind_of(stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]) -> Kind:
    """What can be done with the terminal this program runs on."""
    if not (stdin.isatty() and stdout.isatty()):
        return Kind.NONE
    return Kind.LINES if environ.get("TERM", "dumb") in ("dumb", "") else Kind.SCREEN


def no_terminal() -> str:
    """The sentence for somebody who runs the game without a terminal."""
    return say(
        "A game needs a terminal for its keys and its screen. "
        "Without one, `bloodrage play --auto` lets bots play."
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
