"""What bots are called, in the order they sit down."""

from __future__ import annotations

from typing import Final

BOT_NAMES: Final = ("Hati", "Skadi", "Bragi", "Ylva")
