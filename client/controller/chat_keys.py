"""Keys of the chat at a table, and the messages that arrive there."""

from __future__ import annotations

from client.controller.table_model import TableModel
from client.presenter.people import LETTERS, Talk, alone_sentence, flood_sentence, phrases_overlay
from client.text import phrases
from client.ui.view import Overlay, OverlayKind
from protocol.lobby.presence import ChatEvent, ChatFlood

CHAT_KEYS = frozenset("t!M")
"""Keys that begin to talk, or to mute."""


def hear(model: TableModel, event: ChatEvent) -> None:
    """Add a message to the log, unless its sender is muted."""
    line = None if model.people.talk is None else model.people.talk.heard(event)
    if line is not None:
        model.hear_line(line)


def begin(model: TableModel, key: str) -> None:
    """Handle `t`, `!` and `M`."""
    talk = model.people.talk
    if talk is None:
        model.display.notify(alone_sentence())
    elif key == "t":
        talk.type_line()
    else:
        model.display.open(phrases_overlay() if key == "!" else talk.mute_overlay())


def paste(model: TableModel, text: str) -> None:
    """Paste text onto the line being typed, and nowhere else."""
    if model.people.typing is not None:
        model.people.typing.paste(text)


def type_key(model: TableModel, talk: Talk, key: str) -> None:
    """Put a key onto the line being typed."""
    line = talk.press(key)
    if line is not None:
        _speak(model, talk, line)


def press_on_overlay(model: TableModel, overlay: Overlay, key: str) -> bool:
    """Handle a key on an overlay of the chat; whether it meant something there."""
    talk = model.people.talk
    if talk is None:
        return False
    if overlay.kind is OverlayKind.MUTE and key in ("enter", "space"):
        talk.mute(overlay.cursor)
        model.display.open(talk.mute_overlay(overlay.cursor))
        return True
    code = overlay.cursor if key == "enter" else LETTERS.find(key) if len(key) == 1 else -1
    if overlay.kind is not OverlayKind.PHRASES or not 0 <= code < phrases.COUNT:
        return False
    model.display.close()
    _speak(model, talk, code)
    return True


def _speak(model: TableModel, talk: Talk, said: str | int) -> None:
    event = talk.speak(said)
    if isinstance(event, ChatFlood):
        model.display.notify(flood_sentence())
        if isinstance(said, str):
            talk.type_line(said)
    elif event is not None:
        hear(model, event)
