"""What people at a table say to each other, and who of them is there. Sans-I/O.

None of it is part of the game: it is signed in a domain of its own, never evidence, and nobody
waits for it. Whatever a relay repeats counts once. Clocks are arguments: `millis` are those since
1970, so that what a program says after a restart is newer than what it said before; `now` are
seconds of any clock that only goes forward.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from protocol.errors import RemoteProtocolError
from protocol.wire.identity import Identity
from protocol.wire.names import cleaned
from protocol.wire.packets import (
    COUNTER_LIMIT,
    LONGEST_CHAT,
    Chat,
    Phrase,
    Presence,
    Signed,
    Talk,
    read_packet,
)
from protocol.wire.rate_budget import RateBudget, RateLimits

AWAY_SECONDS: Final = 12.0
"""Who was not heard for so long is away; a presence is said every few seconds."""
_REMEMBERED: Final = 32
"""Counters of each author that are told apart; a relay may bring lines out of order."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat: the signer's index in the charter, the text made harmless."""

    signer: int
    text: str


@dataclass(frozen=True, slots=True)
class ChatPhrase:
    """A phrase by its number, which a newer program may have and this one not."""

    signer: int
    code: int


@dataclass(frozen=True, slots=True)
class ChatFlood:
    """Somebody says more than anybody can read; told once, what comes too soon is dropped."""

    signer: int


ChatEvent = ChatLine | ChatPhrase | ChatFlood


class TablePresence:
    """The people of one table, as one of them hears them.

    Attributes:
        heard_at: when each signer was heard last, by `now`; only who was.
        by_bot: signers who say that a bot plays for them now.
    """

    def __init__(
        self, table_id: bytes, people: Mapping[bytes, int], identity: Identity, own: int
    ) -> None:
        """Sit among `people`, signers by identity key; `own` is the own number."""
        self.heard_at: dict[int, float] = {}
        self.by_bot: set[int] = set()
        self._table_id = table_id
        self._people = dict(people)
        self._identity = identity
        self._own = own
        self._limits = RateLimits()
        self._presence_budget = RateBudget(at_once=20, each_tick=4)
        self._lines: dict[bytes, deque[int]] = {}
        self._counter = 0

    def tick(self) -> None:
        """Some seconds have passed: everybody may say a little more."""
        self._limits.tick()
        self._presence_budget.tick()

    # ---------------------------------------------------------------------- saying

    def say(self, text: str, millis: int) -> tuple[bytes | None, ChatEvent | None]:
        """A line of chat, as a packet to send and as everybody sees it; nothing of it for nothing.

        Who says too much is told so, and nothing is sent.
        """
        line = cleaned(text, LONGEST_CHAT)
        if not line:
            return None, None
        return self._spoken(Chat(line), ChatLine(self._own, line), millis)

    def say_phrase(self, code: int, millis: int) -> tuple[bytes | None, ChatEvent | None]:
        """The same for a phrase."""
        return self._spoken(Phrase(code), ChatPhrase(self._own, code), millis)

    def packet(self, step: int, millis: int, *, by_bot: bool) -> bytes:
        """A packet that says that this program is here."""
        return self._signed(Presence(step, by_bot), millis)

    def _spoken(
        self, said: Chat | Phrase, event: ChatEvent, millis: int
    ) -> tuple[bytes | None, ChatEvent | None]:
        if self._limits.chat.spend(self._identity.public) < 0:
            return None, ChatFlood(self._own)
        return self._signed(said, millis), event

    def _signed(self, said: Talk, millis: int) -> bytes:
        self._counter = min(max(self._counter + 1, millis), COUNTER_LIMIT - 1)
        public = self._identity.public
        return Signed(public, self._table_id, self._counter, said).pack(self._identity)

    # --------------------------------------------------------------------- hearing

    def receive(self, raw: bytes, now: float) -> ChatEvent | None:
        """Take a packet of the room; never raises for what is in it."""
        try:
            packet = read_packet(raw)
        except RemoteProtocolError:
            return None
        return self.hear(packet, now) if isinstance(packet, Signed) else None

    def hear(self, packet: Signed, now: float) -> ChatEvent | None:
        """Take what somebody signed, if it is talk of this table and of somebody at it."""
        author, said = packet.author, packet.said
        signer = self._people.get(author)
        if signer is None or signer == self._own or packet.lobby != self._table_id:
            return None
        match said:
            case Presence():
                self._notice(signer, author, packet.counter, said, now)
                return None
            case Chat() | Phrase():
                return self._spoke(signer, author, packet.counter, said)
            case _:
                return None

    def _notice(self, signer: int, author: bytes, counter: int, said: Presence, now: float) -> None:
        if self._limits.is_old(author, counter) or self._presence_budget.spend(author) < 0:
            return
        self._limits.hear(author, counter, lambda _author: True)
        self.heard_at[signer] = now
        (self.by_bot.add if said.by_bot else self.by_bot.discard)(signer)

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
        """For how many seconds somebody is away, None for who was heard less long ago.

        Nobody counts as silent before `since`, when this program came, or came back.
        """
        last = max(self.heard_at.get(signer, since), since)
        return math.floor(now) - math.floor(last) if now - last >= patience else None
