"""The cheap part of the settings, for every command: allowed words, the file, the language.

A test compares the words with their meaning (client/style/theme.py, client/presenter/playback.py).
"""

from __future__ import annotations

from typing import Final

from client.platform.paths import config_directory

FILE_NAME: Final = "config.toml"
AUTO: Final = "auto"
THEMES: Final = ("dark", "light", "dark-safe", "light-safe", "16", "mono")
GLYPHS: Final = ("unicode", "ascii")
COLOURS: Final = (AUTO, "always", "never")
PACES: Final = ("instant", "readable", "slow")
LEVELS: Final = ("thrall", "karl")
"""Named here so that help and mistakes cost no import of the bots; a test compares them."""


def kept_language() -> str:
    """Return the language of the settings file; "" if it names none."""
    path = config_directory() / FILE_NAME
    if not path.exists():
        return ""
    from client.settings.reader import read_settings  # noqa: PLC0415 - only if there is a file

    kept = read_settings(path).values.get("language", AUTO)
    return "" if kept == AUTO else str(kept)
