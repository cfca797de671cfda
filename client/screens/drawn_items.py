"""Answers as they were drawn: found again on the screen, for the mouse and the lesson's pointer.

The screen itself is read, so that neither can disagree with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.screens.rows import SHUT
from client.ui.view import Item

READ: Final = 12
"""Characters that identify a text on the screen; the rest may have been cut."""
_BEFORE: Final = ("►", SHUT, " ", "", "│", "║")


def item_text(item: Item) -> str:
    """Return key, number and label of an answer as they are drawn."""
    count = f"{item.count}/{item.most} " if item.most else ""
    return f"{item.key} {count}{item.label}"


def item_columns(row: str, item: Item, start: int = 0) -> Iterator[int]:
    """Yield the columns from `start` on at which a row of the screen shows an answer."""
    text = item_text(item)[: READ + len(item.key)].rstrip()
    found = row.find(text, start)
    while found >= 0:
        if row[found - 1 : found] in _BEFORE:
            yield found
        found = row.find(text, found + 1)
