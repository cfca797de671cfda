"""The settings page on the screen: a window over the rest, so that changes are visible."""

from __future__ import annotations

from typing import Final

from client.app.settings_overlay import ROWS, SettingsPage
from client.settings.choices import FILE_NAME
from client.settings.keymap import key_sign
from client.settings.keys import BINDINGS, COMMANDS, judged
from client.settings.schema import ENTRIES, plain_of
from client.style import theme
from client.style.theme import CLAN_STYLES
from client.text.catalogue import say
from client.text.names import clan_letter
from client.ui.canvas import Canvas, Line, Rect, fit, pad, wrap

_WIDTH: Final = 76
_LABEL: Final = 24
_ABOUT: Final = 2
_LOW: Final = 16
"""Screens with at most this many rows show the window only."""
_MARGIN: Final = 4
_LABELS: Final = {
    "theme": "Colours",
    "glyphs": "Signs",
    "color": "Colours at all",
    "language": "Language",
    "mouse": "Mouse",
    "name": "Name",
    "pace": "Pace of the others",
    "hints": "Hints",
    "fast": "Fast",
    "bell": "Bell on your turn",
    "title": "Title on your turn",
    "command": "Command on your turn",
}
_DOES: Final = {one.name: one.does for one in BINDINGS if one.name}


def draw_page(screen: Canvas, page: SettingsPage, file: str) -> None:
    """Draw the window in the middle of a screen; a small screen is all window."""
    width = min(screen.width, _WIDTH)
    height = screen.height - _MARGIN if screen.height > _LOW else screen.height
    box = Rect((screen.width - width) // 2, (screen.height - height) // 2, width, height)
    screen.fill(box)
    screen.frame(box, theme.RULE)
    window = screen.part(box)
    inner = width - 4
    window.put(2, 0, fit(" " + say("Settings") + " ", inner), theme.CALL)
    foot = fit(f" {_ways(page)} ", inner)
    window.put(2, height - 1, foot, theme.KEYS)
    below = _about(page, file, inner)
    shown = max(1, height - 3 - len(below))
    body = window.part(Rect(2, 1, inner, shown))
    first = max(0, min(page.cursor - shown // 2, ROWS - shown))
    for y, row in enumerate(range(first, min(ROWS, first + shown))):
        current = row == page.cursor
        text = pad(("►" if current else " ") + _row(page, row), inner)
        body.put(0, y, fit(text, inner), theme.CURSOR if current else "")
    for y, line in enumerate(below):
        window.fitted(2, height - 1 - len(below) + y, line, inner)


def _row(page: SettingsPage, row: int) -> str:
    if row >= len(ENTRIES):
        name = tuple(COMMANDS)[row - len(ENTRIES)]
        keys, _ = judged(page.settings.keys, FILE_NAME)
        key = key_sign(keys.shown(COMMANDS[name]))
        if page.waits and row == page.cursor:
            key = say("press the new key")
        return f"{pad(say('Key: {command}', command=name), _LABEL)} {key}"
    entry = ENTRIES[row]
    label = pad(say(_LABELS[entry.key]), _LABEL)
    if page.typed is not None and row == page.cursor:
        return f"{label} {page.typed}_"
    value = plain_of(page.settings)[entry.key]
    if isinstance(value, bool):
        value = say("on") if value else say("off")
    elif not entry.choices:
        return f"{label} {value or '-'}"
    return f"{label} ← {value} →"


def _about(page: SettingsPage, file: str, width: int) -> list[Line]:
    """Return the effect of the setting, and a line with all hues, signs and the file."""
    entry = page.entry
    told = say(entry.about) if entry is not None else say(_DOES[page.command])
    text = [((theme.NOTE, part),) for part in wrap(told, width)[:_ABOUT]]
    blank: list[Line] = [()] * (_ABOUT - len(text))
    sample: Line = (
        *((style, f"{clan_letter(clan)} ") for clan, style in CLAN_STYLES.items()),
        (theme.DOOM, "!II "),
        (theme.TARGET, "9 "),
        ("", "► ● ○ ▲ ≈ ░ ▓ √ "),
        (theme.NOTE, file),
    )
    last: Line = ((theme.CALL, page.message),) if page.message else sample
    return [*text, *blank, last]


def _ways(page: SettingsPage) -> str:
    if page.waits:
        return say("press a key, Esc leaves it as it is")
    if page.typed is not None:
        return say("type, Enter keeps it, Esc leaves it as it was")
    if page.entry is None:
        return say("↑↓ move, Enter another key, backspace the usual one, Esc close")
    return say("↑↓ move, ←→ change, Enter change or type, Esc close")
