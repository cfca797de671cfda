"""Requests a key press makes of the application."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from client.style.theme import Glyphs, Look, Theme
from client.text.catalogue import reads_from_right, say
from client.ui.list_keys import following
from engine.values import Value, replace

if TYPE_CHECKING:
    from client.prompts.nodes import Take


class Request(StrEnum):
    """Requests a key press makes of the application."""

    NOTHING = "nothing"
    LEAVE = "leave"
    INTERRUPT = "interrupt"
    AGAIN = "again"
    THEME = "theme"
    GLYPHS = "glyphs"
    REDRAW = "redraw"
    SUSPEND = "suspend"
    COPY = "copy"
    SAVE = "save"
    REPLAY = "replay"
    RETELL = "retell"
    SETTINGS = "settings"
    HINTS = "hints"
    CONTINUE = "continue without"
    JARL = "jarl"
    """Ask a jarl: during a game for a hint, after it about the moment that is shown."""
    LEARN = "learn"
    """Begin the lesson."""
    SHOW_ME = "show me"
    """Do the present task of the lesson."""
    PLAY_ON = "play on"
    """Leave the lesson, and play on."""


WAYS_OUT: Final = {"^Q": Request.LEAVE, "^C": Request.INTERRUPT, "escape": Request.LEAVE}
"""The keys that leave whatever comes before a game."""


class Mouse(StrEnum):
    """Actions of a mouse."""

    CLICK = "click"
    WHEEL_UP = "wheel up"
    WHEEL_DOWN = "wheel down"


class Pressed(Value):
    """The effect of a key: an answer to send, a request, or another key to press instead."""

    take: Take | None = None
    request: Request = Request.NOTHING
    key: str = ""


def changed_look(look: Look, request: Request) -> Look:
    """Return the look with the next palette, or the other set of signs."""
    match request:
        case Request.THEME:
            return replace(look, theme=following(tuple(Theme), look.theme))
        case Request.GLYPHS if not reads_from_right():
            return replace(look, glyphs=following(tuple(Glyphs), look.glyphs))
        case _:
            return look


def look_told(look: Look, request: Request) -> str:
    """Name the new theme or glyphs."""
    if request is Request.THEME:
        return say("Colours: {theme}.", theme=look.theme.value)
    return say("Characters: {glyphs}.", glyphs=look.glyphs.value)
