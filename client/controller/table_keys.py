"""What keys do at a table: first what lies on top, then the question, then looking around."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from client.controller import chat_keys
from client.controller.end_keys import ask_what_next, press_at_end, request_at_end
from client.controller.inspect import read, read_cards, read_clan, read_on
from client.controller.log_overlay import open_log, press_log
from client.controller.requests import Pressed, Request
from client.controller.table_model import TableModel
from client.controller.view_keys import VIEW_KEYS, change_view, next_place
from client.presenter import overlays
from client.presenter.key_meanings import for_question, is_letter_of, meaning
from client.presenter.playback import Pace
from client.prompts.nodes import Take
from client.prompts.spatial import ARROWS, PLACE_OF_KEY
from client.prompts.walk import Walk, hurried, move_by_rows, undo
from client.prompts.walk import press as walk_press
from client.screens.frame import Frame
from client.settings.keys import help_lines
from client.text.board_matrix import ROWS
from client.text.catalogue import say
from client.ui.layout import size_of
from client.ui.view import Overlay, OverlayKind, Pane
from engine.cards import CARDS
from engine.cards.model import faces_of

_REQUESTS: Final = {
    "^L": Request.REDRAW,
    "^T": Request.THEME,
    "^G": Request.GLYPHS,
    "^Z": Request.SUSPEND,
}
_PANES: Final = (Pane.ACTIONS, Pane.HAND, Pane.LOG, Pane.MAP)
_SCROLL: Final = {"up": -1, "down": 1, "pageup": -overlays.PAGE, "pagedown": overlays.PAGE}
_PACES: Final = {
    Pace.READABLE: Pace.SLOW,
    Pace.SLOW: Pace.INSTANT,
    Pace.INSTANT: Pace.READABLE,
}
_PACE_NAMES: Final = {
    Pace.INSTANT: "instant",
    Pace.READABLE: "readable",
    Pace.SLOW: "slow",
}


def press(model: TableModel, key: str, now: float) -> Pressed:
    """What a key does, by name. What pops up by itself ignores keys for a moment."""
    pressed = key
    key = meaning(model.preferences.keys, key, own_keys=_has_own_keys(model, key))
    if key in _REQUESTS:
        return Pressed(request=_REQUESTS[key])
    if key in ("^Q", "^C"):
        return _leave(model, key)
    if chat_keys.typed(model, pressed) or not pressed or now < model.deaf_until:
        return Pressed()
    model.message = ""
    if model.overlay is not None:
        return _on_overlay(model, model.overlay, key, now)
    if key == "O":
        return Pressed(request=Request.SETTINGS)
    if key == "G" and model.without is not None:
        model.message = model.without()
        return Pressed()
    answered = _on_table(model, key, pressed, now)
    if answered is not None:
        return answered
    if key in chat_keys.TALK_KEYS:
        chat_keys.begin(model, key)
    elif key == "A":
        _autopilot(model)
    else:
        _look(model, key)
    return Pressed(request=Request.HINTS if key == "H" else Request.NOTHING)


def _has_own_keys(model: TableModel, pressed: str) -> bool:
    """Whether letters are those that are shown, and no commands that were moved to them."""
    if model.overlay is not None or model.has_ended:
        return True
    return model.walk is not None and is_letter_of(model.walk, pressed)


def _on_table(model: TableModel, key: str, pressed: str, now: float) -> Pressed | None:
    """What a key means where no sheet lies over the table; None where it only looks around."""
    if model.board and _lies_over_panes(model):
        if key in ("escape", "b"):
            model.board = False
            model.pane = Pane.ACTIONS
            return Pressed()
        if model.playback.is_idle:
            moved = model.pane is not Pane.ACTIONS and _in_pane(model, key)
            return Pressed() if moved else None
    if not model.playback.is_idle:
        if model.view(now).battle is not None and not model.board and key in _SCROLL:
            model.scroll_battle(_SCROLL[key])
            model.playback.hold(now)
            return Pressed()
        if key not in ("enter", "space"):
            return None
        model.playback.skip(now)
        return Pressed()
    if model.pane is not Pane.ACTIONS and _in_pane(model, key):
        return Pressed()
    if model.walk is not None:
        return _on_question(model, key, pressed)
    return press_at_end(model, key) if model.has_ended else None


def _leave(model: TableModel, key: str) -> Pressed:
    """Leaving asks; the second Ctrl-C does not."""
    overlay = model.overlay
    if key == "^C" and overlay is not None and overlay.kind is OverlayKind.LEAVE:
        return Pressed(request=Request.INTERRUPT)
    _ask_to_leave(model)
    return Pressed()


def _ask_to_leave(model: TableModel) -> None:
    if model.has_ended:
        ask_what_next(model, leave=True)
    else:
        model.overlay = overlays.leave_overlay(told=model.leave_told)


# ------------------------------------------------------------------ the question


def _on_question(model: TableModel, key: str, pressed: str) -> Pressed | None:
    walk = model.walk
    assert walk is not None
    by_rows = move_by_rows(walk, key, ROWS) if model.table_shown else None
    after = by_rows or walk_press(walk, for_question(walk, model.preferences.keys, pressed))
    if after is not None and model.people.autopilot.on:
        _play_again(model)
        return Pressed()
    if model.preferences.fast and isinstance(after, Walk):
        after = hurried(walk, after, pressed)
    if isinstance(after, Take):
        model.hints.answered(walk)
        return Pressed(take=after)
    if after is not None:
        model.walk = after
        model.pane = Pane.ACTIONS
        return Pressed()
    if key == "z" and walk.trail:
        model.walk = undo(walk)
        return Pressed()
    return None


# ------------------------------------------------------------------ sheets


def _on_overlay(model: TableModel, overlay: Overlay, key: str, now: float) -> Pressed:
    if chat_keys.on_overlay(model, overlay, key) or _inside(model, overlay, key):
        return Pressed()
    moved = overlays.scrolled(overlay, key, _last(model, overlay))
    if moved is not None:
        model.overlay = moved
        return Pressed()
    if key == "enter":
        return _enter_on_overlay(model, overlay, now)
    if overlay.kind is OverlayKind.LEAVE and key == "y":
        return Pressed(request=Request.LEAVE)
    if key != "escape":
        searched = overlays.typed_into(overlay, key, model.preferences.keys)
        if searched is not None:
            model.overlay = searched
            return Pressed()
    if key in ("escape", "q", "n", "space", "v", "?", "l", "r", "c", "s", "g", "R", "V"):
        model.close_overlay(now)
    return Pressed()


def _inside(model: TableModel, overlay: Overlay, key: str) -> bool:
    """Whether a key means something on this sheet alone; then it is done."""
    if overlay.kind is OverlayKind.LOG and press_log(model, overlay, key):
        return True
    turned = overlays.turned(overlay, key)
    if turned is not None:
        model.overlay = turned
        return True
    if overlay.kind is OverlayKind.CLANS and key in ("enter", "v"):
        read_clan(model, overlay)
        return True
    return key == "v" and read_on(model, overlay)


def _last(model: TableModel, overlay: Overlay) -> int:
    """How far a sheet goes: to its last clan, or to its last row."""
    if overlay.kind is OverlayKind.CLANS:
        return model.state.players - 1
    return model.last_scroll(overlay)


def _enter_on_overlay(model: TableModel, overlay: Overlay, now: float) -> Pressed:
    match overlay.kind:
        case OverlayKind.LEAVE:
            model.overlay = None
            if model.has_ended:
                return Pressed(request=request_at_end(model, overlay.cursor))
            return Pressed(request=(Request.NOTHING, Request.LEAVE)[overlay.cursor])
        case OverlayKind.AUTOPILOT:
            model.overlay = None
            model.people.autopilot.on = bool(overlay.cursor)
        case OverlayKind.HELP if overlay.typed:
            found = help_lines(overlay.typed, model.preferences.keys)
            model.overlay = None
            if found and found[0].pressed:
                return press(model, model.preferences.keys.shown(found[0].pressed), now)
        case OverlayKind.CARDS:
            cards = overlays.found_cards(overlay.typed)
            if cards:
                faces = faces_of(CARDS[cards[overlay.cursor]])
                model.overlay = overlays.card_overlay(faces, below=overlay)
        case _:
            model.close_overlay(now)
    return Pressed()


# ------------------------------------------------------------------ looking around


def _in_pane(model: TableModel, key: str) -> bool:
    """Arrows, Enter and Esc in the pane that has the focus; whether they meant something."""
    if key == "escape":
        model.pane = Pane.ACTIONS
        return True
    match model.pane:
        case Pane.MAP if key in ARROWS:
            model.place = next_place(model, key)
        case Pane.MAP if key == "enter":
            model.overlay = overlays.place_overlay(model.context, model.place_now)
        case Pane.LOG if key in ("up", "down"):
            _scroll_log(model, 1 if key == "up" else -1)
        case Pane.LOG if key == "enter":
            open_log(model, len(model.log) - 1 - model.log_scroll)
        case Pane.HAND if key in ("enter", "up", "down"):
            read_cards(model)
        case _:
            return False
    return True


def _lies_over_panes(model: TableModel) -> bool:
    """Whether a battle or the draft lies over the board, or would if it were not looked at."""
    frame = Frame(replace(model.view(0.0), board=False), size_of(*model.size))
    return frame.shows_draft or frame.shows_battle


def _turn_pane(model: TableModel, ahead: int) -> None:
    if not model.board and _lies_over_panes(model):
        model.board = True
        model.pane = Pane.MAP
    else:
        model.pane = _PANES[(_PANES.index(model.pane) + ahead) % len(_PANES)]


def _look(model: TableModel, key: str) -> None:
    """Keys that change nothing in the game."""
    if key in PLACE_OF_KEY:
        model.place = PLACE_OF_KEY[key]
    elif key in ARROWS and model.walk is None:
        model.place = next_place(model, key)
    elif key in ("tab", "s-tab"):
        _turn_pane(model, 1 if key == "tab" else -1)
    elif key in ("pageup", "pagedown"):
        _scroll_log(model, overlays.PAGE if key == "pageup" else -overlays.PAGE)
    elif key == "b":
        model.board = not model.board
    elif key == "h":
        model.pane = Pane.ACTIONS if model.pane is Pane.HAND else Pane.HAND
    elif key == "v":
        read(model)
    elif key == "H":
        model.hints.switch()
        off = say("Hints are off; H brings them back.")
        model.message = say("Hints are on.") if model.hints.on else off
        model.playback.skip_hints()
    elif key == "P":
        model.playback.pace = _PACES[model.playback.pace]
        model.message = say(
            "Pace of the others: {pace}.", pace=say(_PACE_NAMES[model.playback.pace])
        )
    else:
        _open(model, key)


def _autopilot(model: TableModel) -> None:
    """Hand the seat to a bot, which asks, or take it back."""
    if model.people.autopilot.on:
        _play_again(model)
    elif model.people.watching:
        model.message = say("You watch: there is no seat of yours to be played.")
    elif not model.is_over:
        model.overlay = overlays.autopilot_overlay()


def _play_again(model: TableModel) -> None:
    """The person is back: the key that says so does nothing else."""
    model.people.autopilot.on = False
    model.message = say("You play again.")


_MADE_BY_SCREEN: Final = {
    "c": OverlayKind.CLANS,
    "s": OverlayKind.QUESTS,
    "V": OverlayKind.PASSED,
}


def _open(model: TableModel, key: str) -> None:
    """Show what a key shows: another view of the board, or a sheet over it."""
    match key:
        case _ if key in VIEW_KEYS:
            change_view(model, key, covered=_lies_over_panes(model))
            return
        case "?":
            overlay = overlays.help_overlay()
        case "/":
            overlay = overlays.cards_overlay()
        case "r":
            overlay = overlays.rules_overlay(model.context, model.verb, model.hint)
        case "R":
            overlay = overlays.recap_overlay(model.context)
        case "l":
            open_log(model)
            return
        case "g":
            overlay = overlays.glory_overlay(model.context)
        case _ if key in _MADE_BY_SCREEN:
            overlay = overlays.from_view(_MADE_BY_SCREEN[key])
        case _:
            return
    model.overlay = overlay


def _scroll_log(model: TableModel, lines: int) -> None:
    last = max(0, len(model.log) - 1)
    model.log_scroll = max(0, min(last, model.log_scroll + lines))
