"""The settings while the program runs: the open page; every change is written at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from client.settings.choices import FILE_NAME
from client.settings.keys import COMMANDS, judged
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
from client.text.catalogue import say
from client.ui.canvas import Canvas
from client.ui.list_keys import STEPS, edited, following, moved

KEYS: Final = "keys"


@dataclass(frozen=True, slots=True)
class Change:
    """One setting to write: its table and name in the file, and its value."""

    section: str
    key: str
    value: Plain


@dataclass(frozen=True, slots=True)
class SettingsPage:
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
        from client.app.settings_screen import draw_page  # noqa: PLC0415 - only once it is open

        draw_page(screen, self.page, str(self._path))
