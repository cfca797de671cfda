"""Messages that one person has heard, in the orders in which contradictions are looked for (6.9).

A table has hundreds of steps, so nothing here takes longer with their number than a binary search,
as long as the messages of a signer in one view lie on one past. If they do not, they contradict
each other.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.statements import SignedMessage


class HeardMessages:
    """Messages by head, and by signer, view and step."""

    def __init__(self) -> None:
        self._at: dict[tuple[Head, int], list[SignedMessage]] = {}
        self._in_views: dict[int, dict[int, list[SignedMessage]]] = {}
        self._count: dict[int, int] = {}

    def add(self, message: SignedMessage) -> None:
        """Keep a message."""
        signer = message.signer
        self._at.setdefault((message.head, signer), []).append(message)
        views = self._in_views.setdefault(signer, {})
        insort(views.setdefault(message.view, []), message, key=_order)
        self._count[signer] = self._count.get(signer, 0) + 1

    def discard(self, message: SignedMessage) -> None:
        """Drop a message."""
        signer = message.signer
        here = self._at[message.head, signer]
        here.remove(message)
        if not here:
            del self._at[message.head, signer]
        views = self._in_views[signer]
        views[message.view].remove(message)
        if not views[message.view]:
            del views[message.view]  # There are more views than anybody could go through.
        self._count[signer] -= 1

    def number(self, signer: int) -> int:
        """Return the number of messages of a signer."""
        return self._count.get(signer, 0)

    def of(self, signer: int) -> list[SignedMessage]:
        """Return all messages of a signer."""
        return [m for said in self._in_views.get(signer, {}).values() for m in said]

    def at(self, head: Head, signer: int) -> list[SignedMessage]:
        """Return the messages of a signer at a head."""
        return self._at.get((head, signer), [])

    def contents(self, head: Head, signer: int) -> list[SignedAnswer]:
        """Return the different answers of a signer at a head."""
        here = self._at.get((head, signer), [])
        return list(dict.fromkeys(message.answer for message in here))

    def around(self, message: SignedMessage) -> list[SignedMessage]:
        """Return the messages that a message contradicts if it contradicts any of its signer.

        That is, if none of the others contradict each other: those at its head, and of its view
        the last one before it and the first one after it.
        """
        said = self._in_views.get(message.signer, {}).get(message.view, [])
        place = bisect_left(said, _order(message), key=_order)
        near = said[max(place - 1, 0) : place + 1]
        return [*self.at(message.head, message.signer), *near]

    def last(self, signer: int, lowest: int, highest: int) -> Iterator[SignedMessage]:
        """Yield the message of the latest step in each view of a signer between two views."""
        for view, said in self._in_views.get(signer, {}).items():
            if said and lowest <= view <= highest:
                yield said[-1]

    def is_over(self, head: Head, signer: int) -> bool:
        """Whether a signer has signed over a past."""
        return any(
            message.head.extends(head)
            for said in self._in_views.get(signer, {}).values()
            for message in said[bisect_left(said, head.step, key=_step) :]
        )


def _order(message: SignedMessage) -> tuple[int, bytes]:
    return message.head.step, message.digest


def _step(message: SignedMessage) -> int:
    return message.head.step
