"""Pages of closed steps as seats show them, collected until a step is whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.values import Value
from protocol.spectate.follower import Parts
from protocol.wire.packets import RecordPage

MOST_KEPT: Final = 1024
"""Single pages kept of each person."""
MOST_WHOLE: Final = 256
"""Whole steps kept of each person that fit nowhere yet."""


class PageSet(Value):
    """All pages of a step on one head, and the persons that signed them, by charter index."""

    step: int
    head: bytes
    parts: Parts
    authors: frozenset[int]


class PageSets:
    """The pages received of each person, and the steps that are whole: one by step and head."""

    def __init__(self) -> None:
        self._pages: dict[int, dict[tuple[int, bytes], dict[int, RecordPage]]] = {}
        self._whole: dict[int, dict[tuple[int, bytes], Parts]] = {}

    def keep(self, author: int, page: RecordPage) -> None:
        """Keep a page of a person."""
        key = (page.step, page.head)
        pages = self._pages.setdefault(author, {})
        if sum(map(len, pages.values())) >= MOST_KEPT:
            pages.clear()
        kept = pages.setdefault(key, {})
        kept[page.at] = page
        if len(kept) != page.of or any(one.of != page.of for one in kept.values()):
            return
        del pages[key]
        whole = self._whole.setdefault(author, {})
        if len(whole) >= MOST_WHOLE:
            whole.clear()
        whole[key] = tuple(kept[at].part for at in sorted(kept))

    def whole(self) -> Iterator[PageSet]:
        """Yield every whole step, the earliest first; equal ones are one, of several persons."""
        found: dict[tuple[int, bytes, Parts], set[int]] = {}
        for author, whole in sorted(self._whole.items()):
            for (step, head), parts in whole.items():
                found.setdefault((step, head, parts), set()).add(author)
        for key, authors in sorted(found.items(), key=lambda item: item[0][:2]):
            yield PageSet(*key, frozenset(authors))

    def drop(self, done: PageSet) -> None:
        """Forget a step that was used, or is of no use."""
        for author in done.authors:
            self._whole[author].pop((done.step, done.head), None)
