"""Keys that mean the same in every list, and on every line that is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")

PAGE: Final = 10
"""Lines that PgUp and PgDn scroll."""
STEPS: Final = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE}


def moved(at: int, key: str, last: int) -> int | None:
    """Return a position from 0 to `last` after a key that moves it; None for other keys."""
    if key in ("home", "end"):
        return 0 if key == "home" else max(0, last)
    return max(0, min(last, at + STEPS[key])) if key in STEPS else None


def following(values: Sequence[Item], value: Item, step: int = 1) -> Item:
    """Return the value that follows another one, around the end; the first after a strange one."""
    at = values.index(value) if value in values else 0
    return values[(at + step) % len(values)]


def edited(text: str, key: str) -> str | None:
    """Return a text after a key while it is being typed; None for keys that type nothing."""
    if key == "backspace":
        return text[:-1]
    sign = " " if key == "space" else key
    return text + sign if len(sign) == 1 else None
