"""Keys on overlays, and the overlays that ask whether to leave or to play again."""

from __future__ import annotations

from typing import Final

from client.controller.chat_keys import press_on_overlay as press_chat
from client.controller.inspect import read_clan, read_on
from client.controller.log_overlay import press_log
from client.controller.requests import Pressed, Request
from client.controller.table_model import TableModel
from client.controller.useless_keys import no_key_here
from client.presenter import overlays
from client.settings.keys import help_lines
from client.text.catalogue import say
from client.ui.view import Overlay, OverlayKind
from engine.cards import CARDS
from engine.cards.model import faces_of

_LESSON_WAYS: Final = (Request.NOTHING, Request.SHOW_ME, Request.PLAY_ON)
_LEARN_WAYS: Final = (Request.NOTHING, Request.LEARN)
"""Requests of the lines of the lesson, and of the question whether to begin it."""
_AGAIN: Final = len(_LESSON_WAYS)
"""The line of the lesson that asks first."""


def press_overlay(model: TableModel, overlay: Overlay, key: str, now: float) -> Pressed:
    """Handle a key while an overlay is open."""
    if press_chat(model, overlay, key) or _inside(model, overlay, key):
        return Pressed()
    if _is_below(model, overlay, key):
        model.display.close()
        return Pressed(key=key)
    is_clans = overlay.kind is OverlayKind.CLANS
    last = model.shown.state.players - 1 if is_clans else model.last_scroll(overlay)
    changed = overlays.scrolled(overlay, key, last)
    if changed is None and key == "enter":
        return _enter(model, overlay, now)
    if overlay.kind is OverlayKind.LEAVE and key == "y":
        return Pressed(request=Request.LEAVE)
    if changed is None and key != "escape":
        changed = overlays.typed_into(overlay, key)
    if changed is not None:
        model.display.open(changed)
    elif key in ("escape", "q", "n", "space", "v", "?", "l", "r", "c", "s", "g", "R", "V"):
        model.close_overlay(now)
    elif key:
        model.display.answer(no_key_here(model.preferences.keys.shown(key)))
    return Pressed()


def _is_below(model: TableModel, overlay: Overlay, key: str) -> bool:
    """Whether a key goes to the board below, as the text of the lesson above it says."""
    match overlay.kind:
        case OverlayKind.TASK:
            if key == "enter":
                lesson, walk = model.lesson, model.walk
                return lesson is not None and walk is not None and lesson.item == walk.cursor
            return key not in ("", "escape", "space")
        case OverlayKind.LESSON if len(overlay.lines) > _AGAIN:
            return len(key) == 1 and key not in ("q", "L")
        case _:
            return False


def _inside(model: TableModel, overlay: Overlay, key: str) -> bool:
    """Handle a key that has a meaning on one kind of overlay only; whether it had one."""
    if overlay.kind is OverlayKind.LOG and press_log(model, overlay, key):
        return True
    turned = overlays.turned(overlay, key)
    if turned is not None:
        model.display.open(turned)
        return True
    if overlay.kind is OverlayKind.CLANS and key in ("enter", "v"):
        read_clan(model, overlay)
        return True
    return key == "v" and read_on(model, overlay)


def _enter(model: TableModel, overlay: Overlay, now: float) -> Pressed:
    match overlay.kind:
        case OverlayKind.LEAVE:
            model.display.close()
            again = model.has_ended and model.people.around.rematch
            ways = (Request.NOTHING, *((Request.AGAIN,) if again else ()), Request.LEAVE)
            return Pressed(request=ways[overlay.cursor])
        case OverlayKind.AUTOPILOT:
            model.display.close()
            model.people.autopilot.switch(on=bool(overlay.cursor))
        case OverlayKind.LESSON:
            model.display.close()
            if overlay.cursor == _AGAIN:
                model.display.open(overlays.lesson_again_overlay())
            else:
                ways = _LESSON_WAYS if len(overlay.lines) > _AGAIN else _LEARN_WAYS
                return Pressed(request=ways[overlay.cursor])
        case OverlayKind.HELP if overlay.typed:
            found = help_lines(overlay.typed, model.preferences.keys)
            model.display.close()
            if found and found[0].pressed:
                return Pressed(key=model.preferences.keys.shown(found[0].pressed))
        case OverlayKind.CARDS:
            cards = overlays.found_cards(overlay.typed)
            if cards:
                faces = faces_of(CARDS[cards[overlay.cursor]])
                model.display.open(overlays.card_overlay(faces, below=overlay))
        case _:
            model.close_overlay(now)
    return Pressed()


def open_lesson(model: TableModel) -> None:
    """Show the lesson, or ask whether to leave the game for it; a replay stays a replay."""
    around = model.people.around
    if model.is_taught:
        model.display.open(overlays.lesson_overlay(model.lesson))
    elif around.is_replay:
        model.display.notify(say("A replay has no lesson; begin it from a game or the menu."))
    else:
        told = say("Leave") if model.has_ended else around.leave
        model.display.open(overlays.lesson_offer(told=told))


def leave(model: TableModel, key: str) -> Pressed:
    """Ask whether to leave; the second Ctrl-C leaves at once."""
    overlay = model.display.overlay
    if key == "^C" and overlay is not None and overlay.kind is OverlayKind.LEAVE:
        return Pressed(request=Request.INTERRUPT)
    ask_to_leave(model)
    return Pressed()


def ask_to_leave(model: TableModel, *, leave: bool = True) -> None:
    """Ask whether to leave, after the end also whether to play again.

    Another Enter leaves, or plays again unless `leave`.
    """
    if model.has_ended:
        model.display.open(overlays.end_overlay(model.people.around.rematch, leave=leave))
    else:
        model.display.open(overlays.leave_overlay(told=model.people.around.leave))
