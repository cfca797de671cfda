"""Tables that split, heal, and continue without somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import TypeVar

from engine.state import Options
from protocol.agreement.attendance import Attendance
from protocol.agreement.pasts import AbsenceMark
from protocol.game.referee import Referee
from protocol.game.session import Session
from protocol.quorum import Quorum
from tests.adversary.tables import Table, Wire

TICKS = 40
Told = TypeVar("Told")
Sides = tuple[frozenset[int], ...]


class Cut(Wire):
    """A wire that carries nothing from one side to another."""

    def __init__(self, chance: Random, players: int) -> None:
        super().__init__(chance)
        self.sides: Sides = (frozenset(range(players)),)
        self.unheard: set[int] = set()

    def joins(self, one: int, other: int) -> bool:
        """Whether what one signer says reaches another."""
        is_beside = any(one in side and other in side for side in self.sides)
        return is_beside and one not in self.unheard

    def broadcast(self, sender: int, players: int, raw: bytes) -> None:
        self.queue += [
            (other, raw)
            for other in range(players)
            if other != sender and self.joins(sender, other)
        ]


class SplitTable(Table):
    """A table that can be split into sides, and whose seats can be silent."""

    def __init__(
        self,
        players: int,
        seed: int,
        options: Options | None = None,
        quorum: Quorum = Quorum.HALF,
    ) -> None:
        self.cut = Cut(Random(seed), players)
        super().__init__(players, seed, options, self.cut, quorum)
        self.silent: set[int] = set()

    def split(self, *sides: Iterable[int]) -> None:
        """Split the table; messages between the sides, also those in flight, are lost."""
        self.cut.sides = tuple(frozenset(side) for side in sides)
        self.wire.queue.clear()

    def heal(self) -> None:
        """End the split."""
        self.split(range(len(self.sessions)))

    def run(self, most: int = 200_000) -> None:
        """Deliver and answer until nothing moves."""
        self.run_until(lambda: False, most)

    def run_until(self, wanted: Callable[[], bool], most: int = 200_000) -> None:
        """Deliver and answer until a condition holds, or nothing moves any more."""
        for _ in range(most):
            if wanted():
                return
            if not self._move():
                return
        raise AssertionError("it never ends")

    def _move(self) -> bool:
        if self.wire.queue:
            signer, raw = self.wire.take()
            self.handle(signer, self.sessions[signer].receive(raw))
            return True
        asked = [
            session
            for session in self.sessions
            if session.decision() is not None and session.signer not in self.silent
        ]
        if asked:
            session = self.chance.choice(asked)
            self.handle(session.signer, session.submit(self.choose(session)))
            return True
        return self.catch_up()

    def catch_up(self) -> bool:
        standings = [session.standing() for session in self.sessions]
        moved = standings != self._standings
        self._standings = standings
        for signer, asked in enumerate(standings):
            for other in self.sources():
                if other.signer != signer and self.cut.joins(other.signer, signer) and moved:
                    self.wire.queue += [(signer, raw) for raw in other.missing(asked)]
        return bool(self.wire.queue)

    def tick(self, times: int = 1, wanted: Callable[[], bool] = lambda: False) -> None:
        """Let time pass and messages flow until a condition holds."""
        for _ in range(times):
            if wanted():
                return
            for session in self.sessions:
                self.handle(session.signer, session.tick())
            self._standings = []
            self.run_until(wanted)

    def agree(self, *signers: int) -> None:
        """Let persons find the silent seats late."""
        for signer in signers:
            self.handle(signer, self.sessions[signer].find_late())

    def told(self, signer: int, kind: type[Told]) -> list[Told]:
        """Return the events of a kind that a session reported."""
        return [event for event in self.events[signer] if isinstance(event, kind)]

    def agree_until(self, signers: Iterable[int], wanted: Callable[[], bool]) -> None:
        """Let persons find the silent ones late until a condition holds."""
        signers = tuple(signers)
        for _ in range(TICKS):
            self.run_until(wanted)
            if wanted():
                return
            self.agree(*signers)
            self.tick(1, wanted)
        raise AssertionError([(one.point.step, one.referee.due) for one in self.sessions])


def marks_of(session: Session, step: int) -> dict[int, AbsenceMark]:
    """Return the signers that a view put away in a closed step, each with its mark."""
    closing = session.course.head.at(step + 1).closing
    assert closing is not None
    return dict(closing.marks)


def without(referee: Referee, *away: int, back: tuple[int, ...] = ()) -> Attendance:
    """Return the attendance after the present step if more signers are away and others are back."""
    before = referee.attendance
    since = {s: step for s, step in before.since.items() if s not in back}
    return replace(before, since=since | dict.fromkeys(away, referee.step + 1))
