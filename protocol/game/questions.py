"""Standing questions at a table: where a person's program stands, and what it lacks.

They are signed, and each person's are answered out of a budget of their own: nobody's flood keeps
another person's question from an answer. What need not be read is dropped before its signature is
verified, so a forged question costs one verification, and any other one that counts nothing none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from protocol.charter import Charter
from protocol.wire.identity import Identity
from protocol.wire.packets import COUNTER_LIMIT, Here, Signed, Standing
from protocol.wire.rate_budget import RateBudget
from protocol.wire.venues import Venue

ANSWERED_AT_ONCE: Final = 6
ANSWERED_EACH_TICK: Final = 3
"""Questions of one person; an honest program asks once a tick, and when its line is back."""


class Questions:
    """The questions of one client, and those of the other persons."""

    def __init__(self, charter: Charter, identity: Identity, instance: int) -> None:
        """Start a person's client as `instance`, as `Rejoin` does."""
        self._identity = identity
        self._venue = Venue.table(charter.table_id)
        self._others = {one.identity for one in charter.hellos if not one.is_bot}
        self._others.discard(identity.public)
        self._counter = instance
        self._last: dict[bytes, int] = {}
        self._sent: set[bytes] = set()
        self._budget = RateBudget(ANSWERED_AT_ONCE, ANSWERED_EACH_TICK)

    def tick(self) -> None:
        """Note that some seconds have passed."""
        self._budget.tick()
        self._sent.clear()

    def ask(self, standing: Standing, instance: int) -> bytes:
        """Return the packet with our next question; `instance` may have risen since the start."""
        self._counter = min(max(self._counter, instance) + 1, COUNTER_LIMIT - 1)
        signed = Signed(self._identity.public, self._venue, self._counter, standing)
        return signed.pack(self._identity)

    def is_expected(self, packet: Signed) -> bool:
        """Whether the table needs a packet whose signature is not verified yet.

        Reports of a step are needed even of our own key: another start of our client may speak.
        """
        if packet.venue != self._venue:
            return False
        if isinstance(packet.said, Standing):
            is_new = packet.counter > self._last.get(packet.author, 0)
            return is_new and packet.author in self._others
        is_person = packet.author in self._others or packet.author == self._identity.public
        return is_person and isinstance(packet.said, Here)

    def hear(self, packet: Signed) -> Standing | None:
        """Take a verified packet; return the question in it if it gets an answer.

        Beyond its author's budget a question counts as heard: no older one is answered any more.
        """
        if not isinstance(packet.said, Standing) or not self.is_expected(packet):
            return None
        self._last[packet.author] = packet.counter
        return packet.said if self._budget.spend(packet.author) >= 0 else None

    def not_sent(self, statements: Iterable[bytes]) -> list[bytes]:
        """Return the statements that answered no question in this tick: everybody receives them."""
        found = [raw for raw in statements if raw not in self._sent]
        self._sent.update(found)
        return found

    def start_again(self, author: bytes) -> None:
        """Take any counter of a person whose client has started again: clocks go wrong."""
        self._last.pop(author, None)
