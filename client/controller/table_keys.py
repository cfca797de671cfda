"""Keys at a table: first those of the overlay on top, then of the question, then of the view.

Letters of a question win over commands that were moved to them. Overlays and the end of a game have
keys of their own, which are shown there and stay; control and function keys mean the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.controller import bot_keys, chat_keys
from client.controller.inspect import read, read_hand
from client.controller.log_overlay import open_log, read_news
from client.controller.overlay_keys import ask_to_leave, leave, open_lesson, press_overlay
from client.controller.requests import Pressed, Request
from client.controller.table_model import TableModel
from client.controller.useless_keys import refuse
from client.presenter import overlays
from client.presenter.playback import Pace
from client.prompts.nodes import Take
from client.prompts.spatial import ARROWS, PLACE_OF_KEY
from client.prompts.walk import Walk, hurried, move_by_rows, undo
from client.prompts.walk import press as press_walk
from client.screens.frame import Frame, hand_faces
from client.screens.prompt import cut_message
from client.settings.keymap import KeyMap
from client.text.board_text import ROWS
from client.text.catalogue import say
from client.ui.layout import Size, message_rows, size_of
from client.ui.list_keys import STEPS, following, moved
from client.ui.view import Overlay, OverlayKind, Pane, Spot
from engine.values import replace

_REQUESTS: Final = {
    "^L": Request.REDRAW,
    "^T": Request.THEME,
    "^G": Request.GLYPHS,
    "^Z": Request.SUSPEND,
}
_END_REQUESTS: Final = {
    "y": Request.COPY,
    "s": Request.SAVE,
    "r": Request.REPLAY,
    "J": Request.JARL,
}
_PANES: Final = (Pane.ACTIONS, Pane.HAND, Pane.LOG, Pane.MAP)
_PACE_NAMES: Final = {
    Pace.INSTANT: "instant",
    Pace.FAST: "fast",
    Pace.READABLE: "readable",
    Pace.SLOW: "slow",
}
_FJORD_KEY: Final = "f"
LOOKING: Final = frozenset("?/rRLlgcsVvhbHPNAEJ+-0") | {"tab", "s-tab", "f3", "pageup", "pagedown"}
"""Keys that do not go on while an event is shown, but do what they always do."""
POINTING: Final = frozenset(PLACE_OF_KEY) | frozenset(ARROWS)
"""Further such keys while the map is visible."""


def press(model: TableModel, key: str, now: float) -> Pressed:
    """Handle a key by name; keys are ignored for a moment after something popped up."""
    pressed, key = key, _meaning(model, key)
    if key in _REQUESTS:
        return Pressed(request=_REQUESTS[key])
    if key in ("^Q", "^C"):
        return leave(model, key)
    if model.people.typing is not None:
        chat_keys.type_key(model, model.people.typing, pressed)
        return Pressed()
    if not pressed or model.display.ignores(now):
        return Pressed()
    told = _cut_message(model, now) if key == "r" else ""
    model.display.notify("")
    if model.display.overlay is not None:
        on_overlay = press_overlay(model, model.display.overlay, key, now)
        return press(model, on_overlay.key, now) if on_overlay.key else on_overlay
    done = _on_top(model, key, pressed, now)
    if model.display.message:
        model.display.answer(model.display.message)
    if told:
        _complete(model, told)
    return done


def _complete(model: TableModel, told: str) -> None:
    """Put the whole text of the message area above the rules, if those were opened."""
    opened = model.display.overlay
    if opened is not None and opened.kind is OverlayKind.RULES:
        model.display.open(replace(opened, lines=(told, "", *opened.lines)))


def _cut_message(model: TableModel, now: float) -> str:
    """Return the text of the message area if the screen cannot show all of it."""
    width, height = model.display.options.size
    frame = Frame(model.view(now), size_of(width, height))
    return cut_message(frame, width, message_rows(height))


def takes_text(model: TableModel) -> bool:
    """Whether letters are typed: into the line of chat, or into a search."""
    overlay = model.display.overlay
    return model.people.typing is not None or (overlay is not None and overlays.takes_text(overlay))


def _on_top(model: TableModel, key: str, pressed: str, now: float) -> Pressed:
    """Handle a key while no overlay is open."""
    if key == "O":
        return Pressed(request=Request.SETTINGS)
    if key == "G" and model.people.around.may_continue_without:
        return Pressed(request=Request.CONTINUE)
    answered = _on_table(model, key, pressed, now)
    if answered is not None:
        return answered
    if key in chat_keys.CHAT_KEYS:
        chat_keys.begin(model, key)
    elif key == "A":
        bot_keys.autopilot(model)
    elif key == "J":
        return Pressed(request=bot_keys.ask_jarl(model))
    else:
        _look(model, key)
    return Pressed(
        request=Request.HINTS if key == "H" and not model.hints.rest else Request.NOTHING
    )


def _on_table(model: TableModel, key: str, pressed: str, now: float) -> Pressed | None:
    """Handle a key of the game while no overlay is open; None if it means nothing there."""
    options, idle = model.display.options, model.playback.is_idle
    if options.board and _covers_panes(model):
        if key in ("escape", "b"):
            model.display.arrange(replace(options, board=False, pane=Pane.ACTIONS))
            return Pressed()
        if idle:
            moved = options.pane is not Pane.ACTIONS and _in_pane(model, key)
            return Pressed() if moved else None
    if not idle:
        return _on_event(model, key, now)
    if options.pane is not Pane.ACTIONS and _in_pane(model, key):
        return Pressed()
    if model.walk is not None:
        return _on_question(model, model.walk, key, pressed)
    return _at_end(model, key) if model.has_ended else None


def _on_event(model: TableModel, key: str, now: float) -> Pressed | None:
    """Handle a key while an event is shown: it goes on, unless it looks at something else.

    Esc goes on to the next thing that waits to be read, or to the question. A key that goes on does
    nothing else: it may have been meant for a question that was not there yet.
    """
    view = model.view(now)
    scene = None if view.happening is None else view.happening.scene
    is_covered = (view.battle is not None or scene is not None) and not view.board
    if is_covered and key in STEPS:
        model.scroll_battle(STEPS[key])
        model.playback.hold(now)
        return Pressed()
    if key in LOOKING or key in chat_keys.CHAT_KEYS or (key in POINTING and not is_covered):
        return None
    model.go_on(now, far=key == "escape")
    return Pressed()


# ------------------------------------------------------------------ the question


def _meaning(model: TableModel, pressed: str) -> str:
    """Return the command of a key; letters on the screen win over commands moved to them."""
    own = model.display.overlay is not None or model.has_ended
    own = own or (model.walk is not None and is_letter_of(model.walk, pressed))
    return pressed if own and len(pressed) == 1 else model.preferences.keys.meaning(pressed)


def is_letter_of(walk: Walk, pressed: str) -> bool:
    """Whether a key is one that the question itself shows, and no command."""
    if walk.pending:
        return True
    if walk.fork.spot is Spot.MAP:
        return pressed == _FJORD_KEY or pressed in PLACE_OF_KEY
    return any(branch.item.key == pressed and not branch.item.verb for branch in walk.fork.branches)


def for_question(walk: Walk, keys: KeyMap, pressed: str) -> str:
    """Return the key for the question to handle: "" for a command of something else."""
    if is_letter_of(walk, pressed):
        return pressed
    key = keys.meaning(pressed)
    return "" if key != pressed and is_letter_of(walk, key) else key


def _on_question(model: TableModel, walk: Walk, key: str, pressed: str) -> Pressed | None:
    by_rows = move_by_rows(walk, key, ROWS) if model.display.options.table else None
    after = by_rows or press_walk(walk, for_question(walk, model.preferences.keys, pressed))
    if after is not None and model.people.autopilot.on:
        bot_keys.take_seat_back(model)
        return Pressed()
    if model.preferences.fast and isinstance(after, Walk):
        after = hurried(walk, after)
    if isinstance(after, Take):
        model.hints.answered(walk)
        return Pressed(take=after)
    if after is not None:
        model.choose(after)
        model.display.focus(Pane.ACTIONS)
    elif key == "z" and walk.trail:
        model.choose(undo(walk))
    else:
        return None
    return Pressed()


# ------------------------------------------------------------------ the end


def _at_end(model: TableModel, key: str) -> Pressed | None:
    """Handle a key once the game is over; None if it means the same as during the game."""
    if key in ("enter", "q"):
        ask_to_leave(model, leave=key == "q")
        return Pressed()
    if key == "n" and model.people.around.rematch:
        return Pressed(request=Request.AGAIN)
    if model.display.options.board:
        return None
    ending, last = model.display.ending, model.shown.story.summary.length
    moves = STEPS | {"left": -1, "right": 1, "home": -last, "end": last}
    if key in moves and key not in ("up", "down"):
        at = last if ending.cursor is None else ending.cursor
        cursor = max(0, min(last, at + moves[key]))
        model.display.end_with(replace(ending, cursor=cursor))
        return Pressed()
    if key == "c":
        model.display.open(overlays.from_view(OverlayKind.DRAFTED))
        return Pressed(request=Request.RETELL)
    return Pressed(request=_END_REQUESTS[key]) if key in _END_REQUESTS else None


# ------------------------------------------------------------------ looking around


def _in_pane(model: TableModel, key: str) -> bool:
    """Handle arrows, Enter and Esc in the pane with the keys; whether they had a meaning."""
    options = model.display.options
    if key == "escape":
        model.display.focus(Pane.ACTIONS)
        return True
    match options.pane:
        case Pane.MAP if not _asks(model, Spot.MAP):
            return _on_map(model, key)
        case Pane.LOG if key in ("up", "down"):
            model.scroll_log(1 if key == "up" else -1)
        case Pane.LOG if key == "enter":
            open_log(model, len(model.shown.log) - 1 - options.log_scroll)
        case Pane.HAND if not _asks(model, Spot.CARDS):
            return _in_hand(model, key)
        case _:
            return False
    return True


def _asks(model: TableModel, spot: Spot) -> bool:
    """Whether the answers are in a pane, so that its cursor is among them."""
    return model.walk is not None and model.walk.fork.spot is spot


def _on_map(model: TableModel, key: str) -> bool:
    """Move on the map, or explain the place there; whether the key does that."""
    options = model.display.options
    if key in ARROWS:
        model.display.point_at(options.next_place(key, options.place))
    elif key == "enter":
        model.display.open(overlays.place_overlay(model.context, options.place))
    else:
        return False
    return True


def _in_hand(model: TableModel, key: str) -> bool:
    """Move in the hand, or open the card there; whether the key does that."""
    if key == "enter":
        read_hand(model)
        return True
    last = max(0, len(hand_faces(model.shown.knowledge)) - 1)
    row = moved(min(model.display.options.card, last), key, last)
    if row is not None:
        model.display.point_at_card(row)
    return row is not None


def _covers_panes(model: TableModel) -> bool:
    """Whether a battle or the draft covers the board, or would if the board were not shown."""
    size = size_of(*model.display.options.size)
    frame = Frame(replace(model.view(0.0), board=False), size)
    return frame.shows_draft or frame.shows_battle


def _look(model: TableModel, key: str) -> None:
    """Handle keys that change nothing in the game."""
    options = model.display.options
    if key in PLACE_OF_KEY:
        model.display.point_at(PLACE_OF_KEY[key])
    elif key in ARROWS and model.walk is None:
        model.display.point_at(options.next_place(key, options.place))
    elif key in ("tab", "s-tab"):
        _turn_pane(model, 1 if key == "tab" else -1)
    elif key in ("pageup", "pagedown"):
        model.scroll_log(-STEPS[key])
    elif key == "b":
        model.display.arrange(replace(options, board=not options.board))
    elif key == "h":
        model.display.focus(Pane.ACTIONS if options.pane is Pane.HAND else Pane.HAND)
    elif key == "v":
        read(model)
    elif key == "H":
        told = model.hints.switch(say("Hints are off; H turns them on."))
        model.display.notify(told)
        model.playback.skip_hints()
    elif key == "P":
        pace = following(tuple(Pace), model.playback.pace)
        model.playback.change_pace(pace)
        model.display.notify(say("Pace of the others: {pace}.", pace=say(_PACE_NAMES[pace])))
    else:
        _open(model, key)


def _turn_pane(model: TableModel, ahead: int) -> None:
    options = model.display.options
    if not options.board and _covers_panes(model):
        model.display.arrange(replace(options, board=True, pane=Pane.MAP))
    else:
        model.display.focus(following(_PANES, options.pane, ahead))


def _change_view(model: TableModel, key: str) -> None:
    """Turn the board into a table (F3), or resize a pane; a screen without a map has an overlay."""
    options = model.display.options
    if key == "f3" and size_of(*options.size) is Size.LIST:
        model.display.open(overlays.from_view(OverlayKind.TABLE))
        return
    turned = options.turned(covered=_covers_panes(model)) if key == "f3" else options.zoomed(key)
    if turned is None:
        model.display.notify(say("It cannot get any larger here; 0 resets the layout."))
    else:
        model.display.arrange(turned)


_MADE: Final[dict[str, Callable[[TableModel], Overlay]]] = {
    "?": lambda _: overlays.help_overlay(),
    "/": lambda _: overlays.cards_overlay(),
    "r": lambda model: overlays.rules_overlay(model.context, model.verb, model.hint),
    "R": lambda model: overlays.recap_overlay(model.context),
    "g": lambda model: overlays.glory_overlay(model.context),
}
_FROM_VIEW: Final = {"c": OverlayKind.CLANS, "s": OverlayKind.QUESTS, "V": OverlayKind.PASSED}


_DOES: Final[dict[str, Callable[[TableModel], None]]] = {
    "N": lambda model: model.display.answer(model.people.around.where()),
    "l": open_log,
    "E": read_news,
    "L": open_lesson,
}


def _open(model: TableModel, key: str) -> None:
    """Open the overlay of a key, or change the view of the board."""
    if key in _DOES:
        _DOES[key](model)
        return
    match key:
        case "f3" | "+" | "-" | "0":
            _change_view(model, key)
        case _ if key in _FROM_VIEW:
            model.display.open(overlays.from_view(_FROM_VIEW[key]))
        case _ if key in _MADE:
            model.display.open(_MADE[key](model))
        case _:
            refuse(model, key)
