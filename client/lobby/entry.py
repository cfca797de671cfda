"""Why a person comes to a table; on its own, so that the menu can import it for free."""

from __future__ import annotations

from enum import StrEnum


class Door(StrEnum):
    """The reason to come to a table."""

    OPEN = "open"
    JOIN = "join"
    WATCH = "watch"
