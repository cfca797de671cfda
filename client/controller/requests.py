"""What a key asks of the program around a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from client.prompts.nodes import Take
from client.style.theme import Glyphs, Look, Theme
from client.text.catalogue import say


class Request(StrEnum):
    """What a key asks of the program around the table."""

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


class Mouse(StrEnum):
    """What a mouse does."""

    CLICK = "click"
    WHEEL_UP = "wheel up"
    WHEEL_DOWN = "wheel down"


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a key led to: an answer to send, or a wish."""

    take: Take | None = None
    request: Request = Request.NOTHING


_THEMES: Final = tuple(Theme)


def changed_look(look: Look, request: Request) -> Look:
    """The look with the next palette, or the other set of signs."""
    match request:
        case Request.THEME:
            at = _THEMES.index(look.theme)
            return replace(look, theme=_THEMES[(at + 1) % len(_THEMES)])
        case Request.GLYPHS:
            ascii_now = look.glyphs is Glyphs.ASCII
            return replace(look, glyphs=Glyphs.UNICODE if ascii_now else Glyphs.ASCII)
        case _:
            return look


def look_told(look: Look, request: Request) -> str:
    """What was changed to, in a sentence."""
    if request is Request.THEME:
        return say("Colours: {theme}.", theme=look.theme.value)
    return say("Signs: {glyphs}.", glyphs=look.glyphs.value)
