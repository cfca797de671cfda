"""What the command line has to know of settings at no cost: the words they may be, their file.

A test compares them with what they stand for (client/style/theme.py, client/presenter/playback.py).
"""

from __future__ import annotations

from typing import Final

FILE_NAME: Final = "config.toml"
AUTO: Final = "auto"
THEMES: Final = ("dark", "light", "dark-safe", "light-safe", "16", "mono")
GLYPHS: Final = ("unicode", "ascii")
COLOURS: Final = (AUTO, "always", "never")
PACES: Final = ("instant", "readable", "slow")
LEVELS: Final = ("thrall", "karl")
"""Named here so that help and mistakes cost no import of the bots; a test compares them."""
