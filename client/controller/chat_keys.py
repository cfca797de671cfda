"""What the keys of talk do at a table, and what is heard there."""

from __future__ import annotations

from client.controller.table_model import TableModel
from client.presenter.chat import LETTERS, Talk, phrases_overlay
from client.screens.frame import Frame
from client.text import phrases
from client.text.catalogue import say
from client.ui.layout import Size, size_of
from client.ui.view import Overlay, OverlayKind
from protocol.lobby.presence import ChatEvent, ChatFlood

TALK_KEYS = frozenset("t!M")
"""Keys that begin to talk, or to hear."""


def hear(model: TableModel, event: ChatEvent) -> None:
    """Take what somebody said into the log; where the log is covered it is shown below too."""
    if model.people.talk is None:
        return
    line = model.people.talk.heard(event)
    if line is None:
        return
    model.log.append(line)
    if model.log_scroll:
        model.log_scroll += 1
    if _covers_log(model):
        model.message = line.full


def _covers_log(model: TableModel) -> bool:
    frame = Frame(model.view(0.0), size_of(*model.size))
    small = frame.size in (Size.LIST, Size.COMPACT)
    return small or frame.shows_draft or frame.shows_battle


def begin(model: TableModel, key: str) -> None:
    """What `t`, `!` and `M` do."""
    talk = model.people.talk
    if talk is None:
        model.message = say("Nobody else is here to talk to: bots do not talk.")
    elif key == "t":
        talk.is_typing = True
    elif key == "!":
        model.overlay = phrases_overlay()
    else:
        model.overlay = talk.mute_overlay()


def paste(model: TableModel, text: str) -> None:
    """Pasted text: onto the line that is typed, nowhere else."""
    if model.people.typing is not None:
        model.people.typing.paste(text)


def typed(model: TableModel, key: str) -> bool:
    """Put a key on the line that is typed; whether one is."""
    talk = model.people.typing
    if talk is None:
        return False
    line = talk.press(key)
    if line is not None:
        _speak(model, talk, line)
    return True


def on_overlay(model: TableModel, overlay: Overlay, key: str) -> bool:
    """Handle a key on an overlay of chat; whether it meant something there."""
    talk = model.people.talk
    if talk is None or overlay.kind not in (OverlayKind.PHRASES, OverlayKind.MUTE):
        return False
    if overlay.kind is OverlayKind.MUTE:
        if key not in ("enter", "space"):
            return False
        talk.mute(overlay.cursor)
        model.overlay = talk.mute_overlay(overlay.cursor)
        return True
    code = overlay.cursor if key == "enter" else LETTERS.find(key) if len(key) == 1 else -1
    if not 0 <= code < phrases.COUNT:
        return False
    model.overlay = None
    _speak(model, talk, code)
    return True


def _speak(model: TableModel, talk: Talk, said: str | int) -> None:
    event = talk.speak(said)
    if isinstance(event, ChatFlood):
        model.message = say("That is much at once: wait a little before you say more.")
        if isinstance(said, str):
            talk.typed, talk.is_typing = said, True
    elif event is not None:
        hear(model, event)
