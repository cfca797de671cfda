"""The mouse: its target, and the effect of a click; everything works without it.

The target is read off the screen as it is drawn, so that both can never disagree. A click moves
the cursor, and a second click at the cursor chooses, as Enter does; so one slip of the hand does
nothing final.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.controller.log_overlay import read_line
from client.controller.requests import Mouse, Pressed
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.menu.main_menu import Menu, rows
from client.menu.menu_screen import draw as draw_menu
from client.presenter import overlays
from client.screens.draw import draw, last_event_line, shown_parts
from client.screens.drawn_items import READ, item_columns
from client.screens.event_card import card_room
from client.screens.frame import Frame, hand_faces
from client.screens.lesson import has_box
from client.screens.map_pane import spots, water_at
from client.screens.panes import shown_lines
from client.screens.prompt import uses_pane
from client.screens.scenes import scene_room
from client.text.board_text import clan_lines
from client.text.catalogue import say
from client.text.names import card_name, names_of
from client.ui.canvas import Rect
from client.ui.cells import as_read
from client.ui.layout import ScreenPart, grid, size_of
from client.ui.view import Overlay, OverlayKind, Pane, Spot, TableView
from engine.cards import CARDS
from engine.terms import Place, Seat
from engine.values import Value, replace


class Under(Value):
    """The target of the mouse.

    The number of an answer, of a line of an overlay, of a card in the hand pane, or of a line in
    the log pane; a place; a pane. `is_covered` means that an event or a lesson lies over the parts
    there.
    """

    answer: int | None = None
    line: int | None = None
    card: int | None = None
    entry: int | None = None
    place: Place | None = None
    pane: Pane | None = None
    is_covered: bool = False


_PANES: Final = {
    ScreenPart.ACTIONS: Pane.ACTIONS,
    ScreenPart.HAND: Pane.HAND,
    ScreenPart.LOG: Pane.LOG,
}
_DRAWERS: Final = (ScreenPart.DRAWER, ScreenPart.LIST)
_WHEEL: Final = 3
"""Lines the wheel scrolls at once."""
WHEEL: Final = {Mouse.WHEEL_UP: "up", Mouse.WHEEL_DOWN: "down"}
"""The keys that the wheel presses in a list."""
STEPS: Final = {Mouse.WHEEL_UP: "left", Mouse.WHEEL_DOWN: "right"}
"""The keys that it presses in a replay."""


def under(view: TableView, size: tuple[int, int], x: int, y: int) -> Under:
    """Return the target at a column and a row of the screen."""
    width, height = size
    if not (0 <= x < width and 0 <= y < height):
        return Under()
    rows = draw(view, width, height).rows()
    row = rows[y]
    if view.overlay is not None:
        return Under(line=_line(view, view.overlay, row))
    frame = Frame(view, size_of(width, height))
    if view.end is not None and not view.end.board:
        return Under()
    if frame.shows_draft or frame.shows_battle:
        return Under(answer=_answer(view, row, x))
    parts = shown_parts(frame, width, height)
    for rect in _covers(frame, parts, size):
        if rect.x <= x < rect.right and rect.y <= y < rect.bottom:
            return Under(is_covered=True)
    for part, rect in parts.items():
        if rect.x <= x < rect.right and rect.y <= y < rect.bottom:
            return _in_part(frame, part, rect, rows, (x, y), size)
    return Under()


def _covers(frame: Frame, parts: dict[ScreenPart, Rect], size: tuple[int, int]) -> tuple[Rect, ...]:
    """Return the rectangles over the parts of the screen: a card or a scene, and a lesson's box."""
    event = scene_room(frame, parts) or card_room(frame, parts)
    box = parts[ScreenPart.LOG] if has_box(frame.view, *size) else None
    return tuple(rect for rect in (event, box) if rect is not None)


def _line(view: TableView, overlay: Overlay, row: str) -> int | None:
    """Return the number of the line of an overlay that can be chosen and is in a row."""
    if overlay.kind is OverlayKind.CARDS:
        names = [card_name(card) for card in overlays.found_cards(overlay.typed)]
        return _begun(names, row)
    if overlay.kind is OverlayKind.CLANS:
        people = names_of(view.state, view.names, view.addressed)
        heads = [clan_lines(view.state, people, seat)[0] for seat in view.state.seats_from(Seat(0))]
        return _begun(heads, row)
    return row_of(overlay.lines, row)


def _begun(texts: Sequence[str], row: str) -> int | None:
    """Return the longest of the texts that a row within a frame begins with."""
    shown = as_read(row).lstrip("│║ ►")
    found = [
        (len(text), number)
        for number, text in enumerate(texts)
        if f"{shown} ".startswith(f"{text} "[: 2 * READ])
    ]
    return max(found)[1] if found else None


def _in_part(
    frame: Frame,
    part: ScreenPart,
    rect: Rect,
    rows: Sequence[str],
    at: tuple[int, int],
    size: tuple[int, int],
) -> Under:
    x, y = at
    row = rows[y]
    if part is ScreenPart.MAP and not frame.view.table:
        return Under(place=_place(frame, (x - rect.x, y - rect.y), size), pane=Pane.MAP)
    if part is ScreenPart.MAP:
        return Under(pane=Pane.MAP)
    if part is ScreenPart.PROMPT:
        return Under(answer=_answer(frame.view, row, x))
    pane = uses_pane(frame) if part in _DRAWERS else _PANES.get(part)
    if pane in (Pane.ACTIONS, Pane.HAND):
        window = row[: rect.right]
        answer = _answer(frame.view, window, x, rect.x)
        card = None if answer is not None or pane is not Pane.HAND else _card(frame, rect, rows, y)
        return Under(answer=answer, card=card, pane=pane)
    if part is ScreenPart.LOG:
        return Under(entry=_entry(frame, rect, y), pane=pane)
    return Under(pane=pane)


def _card(frame: Frame, rect: Rect, rows: Sequence[str], y: int) -> int | None:
    """Return the card of a row in the hand pane: the one it names, or the one above its text."""
    names = [say(CARDS[face.card].name) for face in hand_faces(frame.view.knowledge)]
    for at in range(y, rect.y - 1, -1):
        shown = as_read(rows[at])[rect.x : rect.right]
        found = [
            (len(name), number)
            for number, name in enumerate(names)
            if f" {name} "[:READ] in f"{shown} ".replace("►", " ")
        ]
        if found:
            return max(found)[1]
    return None


def _entry(frame: Frame, rect: Rect, y: int) -> int | None:
    """Return the number of the line of the log in a row of its pane."""
    shown = shown_lines(frame, rect.width, rect.height - 1)
    row = y - rect.y - 1
    return shown[row][0] if 0 <= row < len(shown) else None


def _answer(view: TableView, row: str, x: int, start: int = 0) -> int | None:
    """Return the answer whose text covers a column, or is the last one before it."""
    if view.question is None:
        return None
    best: tuple[int, int] | None = None
    for number, item in enumerate(view.question.items):
        for found in item_columns(row, item, start):
            if found <= x and (best is None or found > best[0]):
                best = found, number
    return None if best is None else best[1]


def _place(frame: Frame, at: tuple[int, int], size: tuple[int, int]) -> Place:
    x, y = at
    cells = grid(*size, frame.view.zoom)
    fjord = water_at(frame, cells, x, y)
    if fjord is not None:
        return fjord
    column = min(2, x // (cells.cell + 1))
    line = max(0, sum(y >= top for top in cells.lines[:3]) - 1)
    return next(place for place, spot in spots().items() if spot == (column, line))


def row_of(texts: Sequence[str], row: str) -> int | None:
    """Return the number of the text in a row of the screen."""
    row = as_read(row)
    for number, text in enumerate(texts):
        if text.strip() and text.strip()[: 2 * READ] in row:
            return number
    return None


def click_menu(menu: Menu, size: tuple[int, int], y: int) -> tuple[Menu, str]:
    """Return the menu after a click in a row of the screen, and the key to press, "" for none."""
    shown = draw_menu(menu, *size).rows()
    row = row_of(rows(menu), shown[y]) if 0 <= y < len(shown) else None
    if row is None or row == menu.cursor:
        return menu, "" if row is None else "enter"
    return replace(menu, cursor=row), ""


# ------------------------------------------------------------------ effects


def point(model: TableModel, mouse: Mouse, x: int, y: int, now: float) -> Pressed:
    """Handle the mouse at a table; the wheel ends no event, it scrolls what can be scrolled."""
    view, size = model.view(now), model.display.options.size
    what = under(view, size, x, y)
    if mouse is not Mouse.CLICK:
        is_event = view.overlay is None and (what.is_covered or view.is_playing)
        scrolls = view.is_playing and last_event_line(view, *size) > 0
        if is_event and what.pane is not Pane.LOG and not scrolls:
            return Pressed()
        return _turn_wheel(model, what, mouse, now)
    if model.display.overlay is not None:
        return _on_overlay(model, model.display.overlay, what, now)
    if not model.playback.is_idle:
        return press(model, "enter", now)
    if what.answer is None and what.place is not None:
        what = replace(what, answer=_answer_at(model, what.place))
    if what.answer is not None:
        return _choose(model, what.answer, now)
    if what.card is not None:
        model.display.point_at_card(what.card)
        return press(model, "v", now)
    if what.entry is not None:
        model.display.focus(Pane.LOG)
        read_line(model, what.entry)
        return Pressed()
    return _look_at(model, what, now)


def _turn_wheel(model: TableModel, what: Under, mouse: Mouse, now: float) -> Pressed:
    key = WHEEL[mouse]
    if model.display.overlay is None and what.pane is Pane.LOG:
        step = _WHEEL if mouse is Mouse.WHEEL_UP else -_WHEEL
        model.scroll_log(step)
        return Pressed()
    if model.display.overlay is None and what.pane is Pane.MAP:
        return Pressed()
    for _ in range(_WHEEL if model.display.overlay is not None else 1):
        press(model, key, now)
    return Pressed()


def _on_overlay(model: TableModel, overlay: Overlay, what: Under, now: float) -> Pressed:
    is_clans = overlay.kind is OverlayKind.CLANS
    if what.line is None or not (is_clans or overlays.is_chosen_from(overlay)):
        return Pressed()
    if what.line == overlay.cursor:
        return press(model, "enter", now)
    model.display.open(replace(overlay, cursor=what.line))
    return Pressed()


def _answer_at(model: TableModel, place: Place) -> int | None:
    """Return the number of the answer that is a place, if places are asked for."""
    if model.walk is None or model.walk.fork.spot is not Spot.MAP:
        return None
    places = [branch.item.place for branch in model.walk.fork.branches]
    return places.index(place) if place in places else None


def _choose(model: TableModel, number: int, now: float) -> Pressed:
    walk = model.walk
    if walk is None:
        return Pressed()
    model.display.focus(Pane.ACTIONS)
    if walk.cursor == number:
        return press(model, "space" if walk.counts else "enter", now)
    model.choose(replace(walk, cursor=number, reason="", pending=""))
    return Pressed()


def _look_at(model: TableModel, what: Under, now: float) -> Pressed:
    """Look at a place or a pane; a second click reads it."""
    again = what.pane is not None and what.pane is model.display.options.pane
    if what.place is not None:
        again = again and model.display.options.place == what.place
        model.display.point_at(what.place)
    if again and what.pane is not Pane.ACTIONS:
        return press(model, "enter", now)
    if what.pane is not None:
        model.display.focus(what.pane)
    return Pressed()
