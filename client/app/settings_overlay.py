"""The settings while the program runs: the open page; every change is written at once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from client.app.settings_form import SettingsPage, press, typed_into
from client.settings.reader import settings_path
from client.settings.schema import BY_KEY, Plain, Settings, changed
from client.style.theme import ASCII_GLYPHS, Glyphs, Look
from client.ui.canvas import Canvas


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
        from client.settings.writer import UnwrittenSettings, keep_setting  # noqa: PLC0415 - needed for changes only

        try:
            keep_setting(self._path, change.section, change.key, change.value)
        except UnwrittenSettings as error:
            self.page = replace(after, message=str(error))
        return after.settings

    def keep(self, settings: Settings, key: str, *, value: Plain) -> Settings:
        """Change one setting without opening the page; ignore a file that cannot be written."""
        from client.settings.writer import UnwrittenSettings, keep_setting  # noqa: PLC0415 - needed for changes only

        with suppress(UnwrittenSettings):
            keep_setting(self._path, BY_KEY[key].section, key, value)
        return changed(settings, key, value)

    def paste(self, text: str) -> None:
        """Paste text into the text being typed."""
        if self.page is not None:
            self.page = typed_into(self.page, text)

    def draw(self, screen: Canvas, look: Look) -> None:
        """Draw the open page over a screen."""
        if self.page is None:
            return
        from client.app.settings_screen import draw_page  # noqa: PLC0415 - only once it is open

        draw_page(screen, self.page, str(self._path))
        if look.glyphs is Glyphs.ASCII:
            screen.translate(ASCII_GLYPHS)
