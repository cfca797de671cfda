"""Chat and presence of the people at a table. Sans-I/O.

None of it is part of the game: it is signed in domains of its own, never evidence, and nobody
waits for it. A relay's repetitions count once. Clocks are arguments: `millis` count since 1970, so
that a program's messages after a restart are newer than those before; `now` are seconds of any
clock that only goes forward.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from engine.values import Value
from protocol.errors import BadInvitation, RemoteProtocolError
from protocol.lobby.routes import Routes, read_routes, write_routes
from protocol.wire.identity import Identity
from protocol.wire.names import cleaned
from protocol.wire.packets import (
    COUNTER_LIMIT,
    LONGEST_CHAT,
    Chat,
    Phrase,
    Presence,
    Reroute,
    Said,
    Signed,
    read_packet,
)
from protocol.wire.rate_budget import RateBudget, RateLimits
from protocol.wire.venues import Venue

AWAY_SECONDS: Final = 12.0
"""A signer not heard for so long is away; presence packets are sent every few seconds."""
_HOST: Final = 0
"""The host's index in the charter; nobody else says where the table is."""
_REMEMBERED: Final = 32
"""Counters remembered per author; a relay may deliver lines out of order."""


class ChatLine(Value):
    """A line of chat: the signer's index in the charter, and the cleaned text."""

    signer: int
    text: str


class ChatPhrase(Value):
    """A phrase by its number, which a newer program may know and this one not."""

    signer: int
    code: int


class ChatFlood(Value):
    """A signer sends more than anybody can read; reported once, further lines are dropped."""

    signer: int


ChatEvent = ChatLine | ChatPhrase | ChatFlood


class TablePresence:
    """The people of one table, as one of them receives their packets.

    Attributes:
        heard_at: when each signer was last heard, by `now`; only signers heard so far.
        by_bot: signers who say that a bot currently plays for them.
        steps: the furthest step that each signer has reported.
        routes: those to the table's relay that the host told last, () before.
    """

    def __init__(
        self, venue: Venue, people: Mapping[bytes, int], identity: Identity, own: int
    ) -> None:
        """Join `people`, signers by identity key, at a table; `own` is this player's number."""
        self.heard_at: dict[int, float] = {}
        self.by_bot: set[int] = set()
        self.steps: dict[int, int] = {}
        self.routes: Routes = ()
        self._venue = venue
        self._people = dict(people)
        self._identity = identity
        self._own = own
        self._limits = RateLimits()
        self._presence_budget = RateBudget(at_once=20, each_tick=4)
        self._lines: dict[bytes, deque[int]] = {}
        self._counter = 0

    def tick(self) -> None:
        """Refill the rate budgets: some seconds have passed."""
        self._limits.tick()
        self._presence_budget.tick()

    # ---------------------------------------------------------------------- saying

    def say(self, text: str, millis: int) -> tuple[bytes | None, ChatEvent | None]:
        """Make a line of chat: the packet to send and the event to show; nothing if it is empty.

        Beyond the rate budget there is a `ChatFlood` and no packet.
        """
        line = cleaned(text, LONGEST_CHAT)
        if not line:
            return None, None
        return self._spoken(Chat(line), ChatLine(self._own, line), millis)

    def say_phrase(self, code: int, millis: int) -> tuple[bytes | None, ChatEvent | None]:
        """Make a phrase, as `say` does."""
        return self._spoken(Phrase(code), ChatPhrase(self._own, code), millis)

    def packet(self, step: int, millis: int, *, by_bot: bool) -> bytes:
        """Make a packet that announces this program."""
        return self._signed(Presence(step, by_bot), millis)

    def reroute(self, routes: Routes, millis: int) -> bytes:
        """Make a packet that names the routes to the relay of this program."""
        return self._signed(Reroute(False, write_routes(routes)), millis)  # noqa: FBT003 - a field

    def _spoken(
        self, said: Chat | Phrase, event: ChatEvent, millis: int
    ) -> tuple[bytes | None, ChatEvent | None]:
        if self._limits.chat.spend(self._identity.public) < 0:
            return None, ChatFlood(self._own)
        return self._signed(said, millis), event

    def _signed(self, said: Said, millis: int) -> bytes:
        self._counter = min(max(self._counter + 1, millis), COUNTER_LIMIT - 1)
        public = self._identity.public
        return Signed(public, self._venue, self._counter, said).pack(self._identity)

    # --------------------------------------------------------------------- hearing

    def receive(self, raw: bytes, now: float) -> ChatEvent | None:
        """Take a packet of the room; never raises for its content."""
        try:
            packet = read_packet(raw, self.is_expected)
        except RemoteProtocolError:
            return None
        return self.hear(packet, now) if isinstance(packet, Signed) else None

    def hear(self, packet: Signed, now: float) -> ChatEvent | None:
        """Take a signed packet, if it is chat or presence of this table by one of its people."""
        if not self.is_expected(packet):
            return None
        author, said = packet.author, packet.said
        signer = self._people[author]
        match said:
            case Presence():
                self._notice(signer, author, packet.counter, said, now)
                return None
            case Chat() | Phrase():
                return self._spoke(signer, author, packet.counter, said)
            case Reroute():
                self._learn(author, packet.counter, said)
                return None
            case _:
                return None

    def is_expected(self, packet: Signed) -> bool:
        """Whether a packet is said here, by one of the others; its signature is not verified."""
        is_said = isinstance(packet.said, Presence | Chat | Phrase) or (
            isinstance(packet.said, Reroute) and self._people.get(packet.author) == _HOST
        )
        is_by_other = self._people.get(packet.author, self._own) != self._own
        return is_said and is_by_other and packet.venue == self._venue

    def _notice(self, signer: int, author: bytes, counter: int, said: Presence, now: float) -> None:
        if self._limits.is_old(author, counter) or self._presence_budget.spend(author) < 0:
            return
        self._limits.hear(author, counter, lambda _author: True)
        self.heard_at[signer] = now
        self.steps[signer] = max(said.step, self.steps.get(signer, 0))
        (self.by_bot.add if said.by_bot else self.by_bot.discard)(signer)

    def _learn(self, author: bytes, counter: int, said: Reroute) -> None:
        if self._limits.is_old(author, counter) or self._presence_budget.spend(author) < 0:
            return
        self._limits.hear(author, counter, lambda _author: True)
        with suppress(BadInvitation):
            self.routes = read_routes(said.routes)

    def _spoke(
        self, signer: int, author: bytes, counter: int, said: Chat | Phrase
    ) -> ChatEvent | None:
        lines = self._lines.setdefault(author, deque(maxlen=_REMEMBERED))
        if counter in lines or (len(lines) == _REMEMBERED and counter < min(lines)):
            return None
        lines.append(counter)
        left = self._limits.chat.spend(author)
        if left < 0:
            return ChatFlood(signer) if left == -1 else None
        if isinstance(said, Phrase):
            return ChatPhrase(signer, said.code)
        text = cleaned(said.text, LONGEST_CHAT)
        return ChatLine(signer, text) if text else None

    def silent_for(
        self, signer: int, now: float, since: float, patience: float = AWAY_SECONDS
    ) -> int | None:
        """Return for how many seconds a signer is away, None if heard less than `patience` ago.

        Nobody counts as silent before `since`, when this program started or reconnected.
        """
        last = max(self.heard_at.get(signer, since), since)
        return math.floor(now) - math.floor(last) if now - last >= patience else None
