"""A whole Age dealt and drafted in memory: each message made by its seat and checked by another.

Messages are kept as the bytes of the wire, and one client is timed: making its own messages and
checking those of others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import TypeVar

from protocol.cards.dealing import (
    BatchStatement,
    Deal,
    Deck,
    EncodedFace,
    FaceTable,
    Holder,
    MaskedList,
    Pack,
    Point,
    RemaskStatement,
)
from tests.protocol.seats import TABLE, key, secret

Result = TypeVar("Result")
Shares = dict[int, tuple[Point, ...]]
Choose = Callable[[Pack, tuple[EncodedFace, ...]], Sequence[int]]


@dataclass(frozen=True)
class Message:
    """One broadcast message: kind, sender, bytes."""

    kind: str
    seat: int
    raw: bytes


@dataclass
class Dealing:
    """Deals among `seats`, as seen and timed by `client`."""

    seats: tuple[int, ...]
    deck: Deck
    attempt: int = 0
    table_id: bytes = TABLE
    client: int = 0
    sent: list[Message] = field(default_factory=list)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    packs_seen: list[tuple[Pack, tuple[EncodedFace, ...], Shares]] = field(default_factory=list)

    def __post_init__(self) -> None:
        holders = [Holder(seat, key(seat).public) for seat in self.seats]
        self.deal = Deal.begin(self.table_id, self.deck, self.attempt, holders)
        self.faces = FaceTable.of(self.deck.faces())

    def shuffled(self) -> MaskedList:
        deck = self.deal.start()
        for link, seat in enumerate(self.seats):
            deck = self.remasked("deck", seat, self.deal.shuffle(link, deck))
        return deck

    def drafted(self, packs: Sequence[Pack], keep: int, choose: Choose) -> dict[int, MaskedList]:
        """Return the six kept cards of every seat, masked under all keys."""
        kept: dict[int, MaskedList] = {seat: MaskedList(()) for seat in self.seats}
        for _ in range(6 // keep):
            passed = []
            for pack in packs:
                chosen = choose(pack, self.opened(pack))
                output = self.remasked("draft", pack.holder, self.deal.pick(pack), chosen)
                cards, following = self.deal.passed(pack, output, keep)
                kept[pack.holder] = MaskedList(kept[pack.holder].cards + cards.cards)
                passed.append(following)
            packs = passed
        return kept

    def opened(self, pack: Pack) -> tuple[EncodedFace, ...]:
        """Return the faces the holder sees, after everybody else has sent shares."""
        shares = self.shared("draft shares", pack)
        seen = self.timed(
            "draft",
            pack.holder == self.client,
            lambda: self.deal.opened(pack, key(pack.holder), shares, self.faces),
        )
        self.packs_seen.append((pack, seen, shares))
        return seen

    def hand(self, seat: int, kept: MaskedList) -> MaskedList:
        """Return the seat's new hand, masked under its key alone."""
        shares = {
            other: self.batch("hand shares", other, self.deal.kept_shares(seat, kept, other))
            for other in self.seats
            if other != seat
        }
        own = self.deal.stripped(seat, kept, shares)
        return self.remasked("hand", seat, self.deal.hand(seat, own))

    def shared(self, kind: str, pack: Pack) -> Shares:
        return {
            seat: self.batch(kind, seat, self.deal.shares(pack, seat))
            for seat in self.seats
            if seat != pack.holder
        }

    def batch(self, kind: str, seat: int, due: BatchStatement) -> tuple[Point, ...]:
        mine = seat == self.client
        raw = self.timed(kind, mine, lambda: due.prove(key(seat), secret(seat)).to_bytes())
        self.sent.append(Message(kind, seat, raw))
        return self.timed(kind, not mine, lambda: due.check(raw))

    def remasked(
        self, kind: str, seat: int, due: RemaskStatement, first: Sequence[int] = ()
    ) -> MaskedList:
        mine = seat == self.client
        raw = self.timed(kind, mine, lambda: due.prove(secret(seat), first).to_bytes())
        self.sent.append(Message(kind, seat, raw))
        return self.timed(kind, not mine, lambda: due.check(raw))

    def timed(self, kind: str, counted: object, work: Callable[[], Result]) -> Result:
        start = process_time()
        result = work()
        if counted:
            self.seconds[kind] += process_time() - start
        return result


def deck_of(count: int, age: int = 1) -> Deck:
    """Return a deck of single cards, except that the last two are copies of each other."""
    names = [f"card-{at}" for at in range(count - 1)]
    return Deck(age, (*names, names[-1]), "rules 1")
