"""The settings page over the screen, a window over the rest; every change is written at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.platform.paths import shown_path
from client.settings.choices import FILE_NAME
from client.settings.keymap import key_sign
from client.settings.keys import BINDINGS, COMMANDS, judged
from client.settings.reader import settings_path, shown, wrong_value
from client.settings.schema import (
    BY_KEY,
    ENTRIES,
    Entry,
    Plain,
    Settings,
    changed,
    plain_of,
    with_key,
)
from client.style import theme
from client.style.theme import CLAN_STYLES
from client.text.catalogue import say
from client.text.names import clan_letter
from client.ui.canvas import Canvas, Line, Rect, wrap
from client.ui.cells import fit, pad
from client.ui.list_keys import STEPS, edited, following, moved
from engine.values import Value, replace

KEYS: Final = "keys"


class Change(Value):
    """One setting to write: its table and name in the file, and its value."""

    section: str
    key: str
    value: Plain


class SettingsPage(Value):
    """The settings page.

    `typed` is the text of a setting while it is being typed, `waits` says that the next key is the
    new key of a command, and `change` is the setting the last key changed.
    """

    settings: Settings
    cursor: int = 0
    typed: str | None = None
    waits: bool = False
    message: str = ""
    change: Change | None = None
    closed: bool = False

    @property
    def entry(self) -> Entry | None:
        """The setting under the cursor; None if that is the key of a command."""
        return ENTRIES[self.cursor] if self.cursor < len(ENTRIES) else None

    @property
    def command(self) -> str:
        """The command whose key is under the cursor; "" for a setting."""
        return "" if self.entry is not None else tuple(COMMANDS)[self.cursor - len(ENTRIES)]


ROWS: Final = len(ENTRIES) + len(COMMANDS)


def press(page: SettingsPage, key: str) -> SettingsPage:
    """Handle a key."""
    page = replace(page, message="", change=None)
    if page.waits:
        return _moved_to(replace(page, waits=False), key)
    if page.typed is not None:
        return _typing(page, page.typed, key)
    if key in STEPS:
        return replace(page, cursor=(page.cursor + STEPS[key]) % ROWS)
    if (end := moved(page.cursor, key, ROWS - 1)) is not None:
        return replace(page, cursor=end)
    if key in ("escape", "q", "^Q", "^C"):
        return replace(page, closed=True)
    entry = page.entry
    if entry is None:
        return _on_key(page, key)
    return _on_setting(page, entry, key)


def _on_setting(page: SettingsPage, entry: Entry, key: str) -> SettingsPage:
    value = plain_of(page.settings)[entry.key]
    forward = key in ("right", "enter", "space")
    if not forward and key != "left":
        return page
    if isinstance(value, bool):
        return _changed(page, entry, value=not value)
    if not entry.choices:
        return replace(page, typed=value) if key == "enter" else page
    return _changed(page, entry, following(entry.choices, value, 1 if forward else -1))


def _changed(page: SettingsPage, entry: Entry, value: Plain) -> SettingsPage:
    settings = changed(page.settings, entry.key, value)
    return replace(page, settings=settings, change=Change(entry.section, entry.key, value))


def _typing(page: SettingsPage, text: str, key: str) -> SettingsPage:
    entry = page.entry
    assert entry is not None
    if key == "escape":
        return replace(page, typed=None)
    if key == "enter":
        if entry.accepts(text):
            return _changed(replace(page, typed=None), entry, text)
        return replace(page, message=say("{what}.", what=wrong_value(entry.key, shown(text))))
    after = edited(text, key)
    return page if after is None else replace(page, typed=after)


def typed_into(page: SettingsPage, text: str) -> SettingsPage:
    """Paste text into the text being typed."""
    if page.typed is None:
        return page
    clean = "".join(sign for sign in text if sign.isprintable())
    return replace(page, typed=page.typed + clean)


# ------------------------------------------------------------------ keys of commands


def _on_key(page: SettingsPage, key: str) -> SettingsPage:
    if key == "enter":
        return replace(page, waits=True)
    if key == "backspace":
        return _moved_to(page, COMMANDS[page.command])
    return page


def _moved_to(page: SettingsPage, key: str) -> SettingsPage:
    """Move the command under the cursor to another key, if that is free."""
    if key in ("escape", "^C", "^Q"):
        return page
    settings = with_key(page.settings, page.command, key)
    before = judged(page.settings.keys, FILE_NAME)[1]
    troubles = [told for told in judged(settings.keys, FILE_NAME)[1] if told not in before]
    if troubles:
        return replace(page, message=troubles[0].removeprefix(f"{FILE_NAME}: "))
    return replace(page, settings=settings, change=Change(KEYS, page.command, key))


class SettingsOverlay:
    """The settings page over the screen.

    Attributes:
        page: the page, None while it is closed.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Begin closed."""
        self.page: SettingsPage | None = None
        self._path = path or settings_path()

    @property
    def takes_text(self) -> bool:
        """Whether a text is being typed."""
        return self.page is not None and self.page.typed is not None

    def open(self, settings: Settings) -> None:
        """Open the page."""
        self.page = SettingsPage(settings)

    def press(self, key: str) -> Settings | None:
        """Handle a key; return the settings if it changed them, after writing them to the file."""
        if self.page is None:
            return None
        after = press(self.page, key)
        self.page = None if after.closed else after
        change = after.change
        if change is None:
            return None
        trouble = self._write(change)
        if trouble:
            self.page = replace(after, message=trouble)
        return after.settings

    def keep(self, settings: Settings, key: str, *, value: Plain) -> Settings:
        """Change one setting without opening the page; ignore a file that cannot be written."""
        self._write(Change(BY_KEY[key].section, key, value))
        return changed(settings, key, value)

    def _write(self, change: Change) -> str:
        """Write a setting to the file; return why it cannot be written, "" if it was."""
        from client.settings.writer import UnwrittenSettings, keep_setting  # noqa: PLC0415 - needed for changes only

        try:
            keep_setting(self._path, change.section, change.key, change.value)
        except UnwrittenSettings as error:
            return str(error)
        return ""

    def paste(self, text: str) -> None:
        """Paste text into the text being typed."""
        if self.page is not None:
            self.page = typed_into(self.page, text)

    def draw(self, screen: Canvas) -> None:
        """Draw the open page over a screen."""
        if self.page is None:
            return
        draw_page(screen, self.page, shown_path(self._path))


_WIDTH: Final = 76
_LABEL: Final = 24
_ABOUT: Final = 2
_LOW: Final = 16
"""Screens with at most this many rows show the window only."""
_MARGIN: Final = 4
_LABELS: Final = {
    "theme": "Colour theme",
    "glyphs": "Characters",
    "color": "Use colours",
    "language": "Language",
    "bidi": "Letter order",
    "mouse": "Mouse",
    "name": "Name",
    "pace": "Pace of others",
    "hints": "Hints",
    "fast": "Skip confirmations",
    "kickstarter": "Kickstarter monsters",
    "gods": "Gods of Asgard",
    "mystics": "Mystics of Midgard",
    "bell": "Bell on your turn",
    "title": "Title on your turn",
    "command": "Command on your turn",
    "port": "Port of your tables",
    "address": "Your address",
    "router": "Ask your router",
    "relays": "Relays",
    "token_file": "Token file",
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
    """Return the effect of the setting, a line with all hues and signs, and the file."""
    entry = page.entry
    told = say(entry.about) if entry is not None else say(_DOES[page.command])
    text = [((theme.NOTE, part),) for part in wrap(told, width)[:_ABOUT]]
    blank: list[Line] = [()] * (_ABOUT - len(text))
    sample: Line = (
        *((style, f"{clan_letter(clan)} ") for clan, style in CLAN_STYLES.items()),
        (theme.DOOM, "!II "),
        (theme.TARGET, "9 "),
        ("", "► ● ○ ▲ ≈ ░ ▓ √ "),
    )
    last: Line = ((theme.CALL, page.message),) if page.message else sample
    place: list[Line] = [((theme.NOTE, part),) for part in wrap(file, width)]
    return [*text, *blank, last, *place]


def _ways(page: SettingsPage) -> str:
    if page.waits:
        return say("press a key; Esc cancel")
    if page.typed is not None:
        return say("type; Enter save, Esc cancel")
    if page.entry is None:
        return say("↑↓ move, Enter new key, Backspace default, Esc close")
    return say("↑↓ move, ←→ change, Enter change or type, Esc close")
