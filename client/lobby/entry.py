"""What one can come to a table for; by itself, so that the menu knows it at no cost."""

from __future__ import annotations

from enum import StrEnum


class Door(StrEnum):
    """What somebody came for."""

    OPEN = "open"
    JOIN = "join"
    WATCH = "watch"
