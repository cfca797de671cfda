"""The cheap part of the settings, for every command: allowed words, and the name of the file.

A test compares the words with their meaning (client/style/theme.py, client/presenter/playback.py).
"""

from __future__ import annotations

from typing import Final

FILE_NAME: Final = "config.toml"
AUTO: Final = "auto"
THEMES: Final = ("dark", "light", "dark-safe", "light-safe", "16", "mono")
GLYPHS: Final = ("unicode", "ascii")
ORDERINGS: Final = ("explicit", "marks", "off")
COLOURS: Final = (AUTO, "always", "never")
PACES: Final = ("instant", "fast", "readable", "slow")
LEVELS: Final = ("thrall", "leysing", "karl", "jarl")
"""Named here so that help and mistakes cost no import of the bots; a test compares them."""
