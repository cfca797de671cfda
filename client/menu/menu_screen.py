"""The menu on the screen: title, the goal at a first start, the rows, and a word on each."""

from __future__ import annotations

from typing import Final

from client.menu.main_menu import MAIN, Menu, MenuPage, rows
from client.style import theme
from client.text.box_words import GameBox
from client.text.catalogue import say
from client.text.menu_words import about, welcome
from client.ui.canvas import Canvas, Rect, wrap
from client.ui.cells import pad
from client.ui.right_to_left_canvas import new_canvas

_TITLES: Final = {
    MenuPage.MAIN: "BLOOD RAGE",
    MenuPage.RESUME: "Continue which game?",
    MenuPage.RULES: "Rules",
    MenuPage.CARDS: "Cards",
    MenuPage.BOXES: "Boxes in your games",
    MenuPage.RECORDS: "Watch which game?",
}
_PROMPTS: Final = {
    MenuPage.RESUME: "Enter continues where you left off.",
    MenuPage.RULES: "Enter opens the entry at the cursor.",
    MenuPage.CARDS: "Enter opens the entry at the cursor.",
    MenuPage.RECORDS: "Enter watches the game.",
    MenuPage.TEXT: "Esc or Enter go back.",
}
_WIDEST: Final = 76


def draw(menu: Menu, width: int, height: int) -> Canvas:
    """Draw the menu in the middle of the screen."""
    canvas = new_canvas(width, height)
    wide = min(width, _WIDEST)
    window = canvas.part(Rect((width - wide) // 2, 0, wide, height))
    title = menu.title if menu.page is MenuPage.TEXT else say(_TITLES[menu.page])
    window.put(1, 0 if height < _LOW else 1, title, theme.TITLE)
    top = 1 if height < _LOW else 3
    prompt = wrap(_prompt(menu), wide - 2)[:_MOST_PROMPT]
    bottom = height - 1 - len(prompt)
    for y, line in enumerate(prompt, bottom):
        window.put(1, y, line, theme.CALL if menu.message else theme.NOTE)
    if menu.is_first and menu.page is MenuPage.MAIN:
        top = _welcome(window, Rect(1, top, wide - 2, bottom - top))
    spare = 1 if bottom - top > len(rows(menu)) else 0
    body = window.part(Rect(1, top, wide - 2, bottom - top - spare))
    if menu.page is MenuPage.TEXT:
        lines = [row for text in menu.text for row in wrap(text, body.width)]
        first = min(menu.scroll, max(0, len(lines) - body.height))
        for y, line in enumerate(lines[first : first + body.height]):
            body.put(0, y, line)
    else:
        _list(body, menu)
    x = 1
    for hint in _keys(menu):
        if x + len(hint) < wide:
            window.put(x, height - 1, hint, theme.KEYS)
            x += len(hint) + 2
    return canvas


_LOW: Final = 16
_MOST_PROMPT: Final = 3
_LIST_LEAST: Final = 3


def _welcome(window: Canvas, room: Rect) -> int:
    """Draw the goal and the keys above the rows; return the top of the rows."""
    shown: list[str] = []
    for text in welcome():
        lines = wrap(text, room.width)
        if len(shown) + len(lines) + _LIST_LEAST <= room.height:
            shown += lines
    gap = room.height > len(shown) + len(MAIN)
    for y, line in enumerate(shown, room.y):
        window.put(room.x, y, line)
    return room.y + len(shown) + (1 if gap else 0)


def _prompt(menu: Menu) -> str:
    """Return the line above the keys: the effect of the last key, or the meaning of the row."""
    if menu.message:
        return menu.message
    if menu.page is MenuPage.BOXES:
        return tuple(GameBox)[menu.cursor].about
    return about(MAIN[menu.cursor]) if menu.page is MenuPage.MAIN else say(_PROMPTS[menu.page])


def _list(body: Canvas, menu: Menu) -> None:
    lines = rows(menu)
    first = max(0, min(menu.cursor - body.height // 2, len(lines) - body.height))
    for y, line in enumerate(lines[first : first + body.height]):
        current = first + y == menu.cursor
        mark = "►" if current else " "
        body.put(0, y, pad(f"{mark} {line}", body.width), theme.CURSOR if current else "")


def _keys(menu: Menu) -> tuple[str, ...]:
    match menu.page:
        case MenuPage.MAIN:
            ways = (say("↑↓ move"), say("Enter choose"), say("←→ change"))
            return (*ways, say("? help"), say("q quit"))
        case MenuPage.TEXT:
            return (say("↑↓ PgUp PgDn scroll"), say("Esc back"))
        case MenuPage.BOXES:
            return (say("↑↓ move"), say("Enter choose"), say("←→ change"), say("Esc back"))
        case _:
            return (say("↑↓ PgUp PgDn move"), say("Enter choose"), say("Esc back"))
