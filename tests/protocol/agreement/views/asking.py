"""Seats that know only what they were sent, and ask each other by digest for what they lack.

One of them lies: it signs anything about anything, tells seats different things, and names what
nobody has. This is the part of the agreement that the model does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Final

from protocol.agreement.effects import ContradictionFound, VoteCast
from protocol.agreement.pasts import Head, SignedAnswer, StepEnd
from protocol.agreement.statements import FreezeVote, ProposalVote, SignedMessage
from tests.protocol.agreement.views import small_table
from tests.protocol.agreement.views.small_table import (
    SmallTable,
    message,
    signer,
    slip_of,
)

LIAR: Final = 0
STEPS: Final = 4
PATIENCE: Final = 4
"""Ticks after which a seat finds the others late."""


class ShortTable(SmallTable):
    """A table of a few steps."""

    def is_end(self, head: Head) -> bool:
        return head.step >= STEPS

    def owers(self, head: Head) -> tuple[int, ...]:
        return () if self.is_end(head) else super().owers(head)


class Seat:
    """A person with the messages it has, and the heads that follow from them."""

    def __init__(self, persons: int, me: int) -> None:
        self.table = ShortTable(persons)
        self.me = me
        self.voter = self.table.voter(me)
        self.messages: dict[bytes, SignedMessage] = {}
        self.learned: set[bytes] = set()
        self.said: list[bytes] = []
        self.accused: set[int] = set()
        self.waited = 0

    def take(self, *things: bytes | SignedMessage) -> None:
        """Take in slips and messages, in any order."""
        for thing in things:
            if isinstance(thing, bytes):
                self.voter.hear(slip_of(thing))
            else:
                self.messages.setdefault(thing.digest, thing)
        while self._grow() or self._learn():
            pass
        for effect in self.voter.take_effects():
            if isinstance(effect, VoteCast):
                self.said.append(effect.raw)
            elif isinstance(effect, ContradictionFound):
                self.accused.add(effect.signer)

    def _learn(self) -> bool:
        """Judge messages whose head is known by now, again if a slip wants them; whether any."""
        known = [said for said in self.messages.values() if said.head.digest in self.table.heads]
        new = [said for said in known if said.digest not in self.learned]
        wants = self.voter.wants()
        again = [said for said in known if said.digest in wants or said.answer.digest in wants]
        for said in (*new, *again):
            self.learned.add(said.digest)
            self.voter.learn(said)
        return bool(new) or self.voter.wants() != wants

    def _grow(self) -> bool:
        """Find the heads that somebody named and that follow from messages here."""
        before = len(self.table.heads)
        self.table.know(self.voter.head)
        for proposal in self.voter.memory.proposals():
            outcome = self.voter.court.outcome(proposal)
            if outcome is not None:
                self.table.know(outcome.head)
        wanted = {(said.head.step, said.head.digest) for said in self.messages.values()}
        for step, digest in sorted(wanted.union(self.voter.wanted_heads())):
            if digest not in self.table.heads:
                self._find(step, digest)
        if len(self.table.heads) == before:
            return False
        self.voter.look_again()
        return True

    def _find(self, step: int, digest: bytes) -> None:
        for head in [h for h in self.table.heads.values() if h.step == step - 1]:
            contents = [
                sorted({m.answer for m in self.messages.values() if _is_of(m, head, s)})
                for s in self.table.owers(head)
            ]
            for answers in islice(product(*contents), 64):
                after = head.after(StepEnd(answers))
                if after.digest == digest:
                    self.table.know(after)

    def ask(self, other: Seat) -> None:
        """Get what another seat has that this one lacks, votes first."""
        voter = other.voter
        found: list[bytes | SignedMessage] = [*voter.raw_of(self.voter.wants())]
        found += voter.decisions_beyond(self.voter.view)
        found += voter.votes()
        self.take(*(raw for raw in found if not _is_message(raw)), *other.messages.values())

    def answer(self) -> None:
        """Answer the open step, if it may be."""
        voter = self.voter
        said = message(voter.head, self.me, view=voter.view)
        if voter.may_answer(self.me) and voter.permits(said):
            voter.said(said)
            self.learned.add(said.digest)
            self.take(said)

    def tick(self) -> None:
        """Let five seconds pass, and find the others late when it has waited long enough."""
        self.waited = self.waited + 1 if self.voter.missing() and self.voter.may_find_late() else 0
        if self.waited > PATIENCE:
            self.waited = 0
            self.voter.find_late()
        self.voter.tick()
        self.take()

    @property
    def is_over(self) -> bool:
        """Whether it is at the end."""
        return self.voter.is_over


def _is_of(said: SignedMessage, head: Head, person: int) -> bool:
    return said.head == head and said.signer == person


def _is_message(raw: bytes | SignedMessage) -> bool:
    return isinstance(raw, bytes) and raw.startswith(b"message ")


@dataclass
class Found:
    """The result of a world."""

    ticks: int | None
    ends: set[Head]
    accused: set[int]


class AskingWorld:
    """Honest seats and a liar, with the network in disorder, then whole."""

    def __init__(self, seed: int, persons: int) -> None:
        self.chance = Random(seed)
        self.honest = {p: Seat(persons, p) for p in range(persons) if p != LIAR}
        self.shadow = Seat(persons, LIAR)

    def play(self, happenings: int) -> Found:
        """Run it to its end."""
        for _ in range(happenings):
            self._disturb()
        ticks = next((tick for tick in range(150) if not self._heal()), None)
        seats = self.honest.values()
        return Found(
            ticks, {seat.voter.head for seat in seats}, {p for seat in seats for p in seat.accused}
        )

    def _disturb(self) -> None:
        chance = self.chance
        seat = chance.choice(list(self.honest.values()))
        match chance.randrange(6):
            case 0 | 1:
                seat.answer()
            case 2:
                seat.tick()
            case 3:
                seat.ask(chance.choice([*self.honest.values(), self.shadow]))
            case 4:
                self.shadow.ask(seat)
            case _:
                seat.take(*self._lie())

    def _heal(self) -> bool:
        """Let all exchange what they have; whether somebody is not at the end yet."""
        seats = list(self.honest.values())
        if all(seat.is_over for seat in seats):
            return False
        self.shadow.ask(self.chance.choice(seats))
        for seat in seats:
            for other in seats:
                seat.ask(other)
            if self.chance.random() < 0.5:
                seat.take(*self._lie())
            seat.answer()
            seat.tick()
        return True

    def _lie(self) -> Iterator[bytes | SignedMessage]:
        """Yield statements of the liar: anything the form allows."""
        chance, shadow = self.chance, self.shadow
        head = chance.choice(list(shadow.table.heads.values()))
        view = max(seat.voter.promised for seat in self.honest.values()) + chance.randrange(3)
        match chance.randrange(4):
            case 0 | 1:
                said = message(head, LIAR, chance.choice("abc"), shadow.voter.view)
                shadow.take(said)
                yield said
            case 2:
                yield self._freeze(head, max(view, 1)).raw
            case _:
                freezes = [self._freeze(head, max(view, 1))]
                kept = [
                    f for s in self.honest.values() for f in s.voter.memory.votes.freezes().values()
                ]
                freezes += [f for f in kept if f.view == freezes[0].view and f.signer != LIAR]
                proposal = signer(LIAR).proposal(
                    freezes[0].view, tuple({f.signer: f for f in freezes}.values())
                )
                yield proposal.raw
                yield signer(LIAR).acceptance(proposal).raw

    def _freeze(self, head: Head, view: int) -> FreezeVote:
        chance, shadow = self.chance, self.shadow
        known = [m.answer for m in shadow.messages.values() if m.head == head]
        held = [*(a for a in known if chance.random() < 0.7), *self._ghosts(head)]
        kept = [p for s in self.honest.values() for p in s.voter.memory.votes.proposals()]
        proposals: list[ProposalVote | None] = [None, None, *kept]
        late = tuple(p for p in self.honest if chance.random() < 0.5)
        few = {(a.signer, a.digest): a for a in held[:6]}
        by_signer = {s: [a for a in few.values() if a.signer == s][:2] for s in range(5)}
        return signer(LIAR).freeze(
            view,
            chance.choice(proposals),
            chance.choice(proposals),
            head,
            tuple(a for answers in by_signer.values() for a in answers),
            late,
            (),
        )

    def _ghosts(self, head: Head) -> list[SignedAnswer]:
        if self.chance.random() < 0.7:
            return []
        return [small_table.answer(head, self.chance.choice(list(self.honest)), "ghost")]
