"""Names of bots, in the order in which they join a game."""

from __future__ import annotations

from typing import Final

BOT_NAMES: Final = ("Hati", "Skadi", "Bragi", "Ylva")
