"""Worlds of persons and their ballots: all orders and losses of events.

A vote once sent can reach anybody at any time, any number of times, or never. So a world is just
the machines and the set of votes sent. The outcome of an input at a machine is computed once:
machines, inputs and votes are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from protocol.agreement.ballot import BallotOutcome, Ballots
from protocol.agreement.votes import Acceptance, Closing, Message, Vote, is_more_than_half

AGREE = "agree"
TICK = "tick"
GO_ON = "go on"
MOVE_ON = "move on"
Input = Message | str
World = tuple[tuple[int, ...], int]
"""The number of every person's machine, and a bit for each vote sent."""


@dataclass
class Worlds:
    """Worlds of one step: its persons, the signers that owe a message, and the messages signed.

    `unsound` are digests of messages that fail a check. `new` makes a person's machine.
    """

    roster: tuple[int, ...]
    owed: tuple[int, ...]
    signed: tuple[Message, ...]
    unsound: frozenset[bytes] = frozenset()
    new: Callable[[int, tuple[int, ...], tuple[int, ...]], Ballots] = Ballots
    machines: list[Ballots] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    acceptances: int = 0
    _machine: dict[Ballots, int] = field(default_factory=dict)
    _vote: dict[Vote, int] = field(default_factory=dict)
    _chosen: dict[int, frozenset[Closing]] = field(default_factory=dict)
    _after: dict[tuple[int, Input | int], tuple[int, int]] = field(default_factory=dict)

    def first(self) -> World:
        """Return the world in which nothing has happened."""
        return tuple(
            self._number(self.new(person, self.roster, self.owed)) for person in self.roster
        ), 0

    def _number(self, machine: Ballots) -> int:
        if machine not in self._machine:
            self._machine[machine] = len(self.machines)
            self.machines.append(machine)
        return self._machine[machine]

    def _bit(self, vote: Vote) -> int:
        if vote not in self._vote:
            self._vote[vote] = len(self.votes)
            self.votes.append(vote)
            if isinstance(vote, Acceptance):
                self.acceptances |= 1 << self._vote[vote]
        return 1 << self._vote[vote]

    def _outcome(self, machine: Ballots, happens: Input | int) -> BallotOutcome:
        match happens:
            case int():
                return machine.hear(self.votes[happens])
            case "agree":
                return machine.agree()
            case "tick":
                return machine.tick()
            case "move on":
                return machine.move_on()
            case "go on":
                closing = machine.full
                assert closing is not None
                after = machine.went_on(machine.me, closing).ballots
                return BallotOutcome(after, (Acceptance(0, machine.me, closing),))
            case (signer, digest):
                return machine.hold(signer, digest, sound=digest not in self.unsound)
            case _:
                raise AssertionError(happens)

    def happen(self, world: World, place: int, happens: Input | int) -> World:
        """Return the world after an event at one person."""
        machines, sent = world
        key = (machines[place], happens)
        if key not in self._after:
            outcome = self._outcome(self.machines[machines[place]], happens)
            bits = 0
            for vote in outcome.votes:
                bits |= self._bit(vote)
            self._after[key] = (self._number(outcome.ballots), bits)
        after, bits = self._after[key]
        return (*machines[:place], after, *machines[place + 1 :]), sent | bits

    def may_go_on(self, number: int) -> bool:
        """Whether that machine's person may close the step in the usual way."""
        machine = self.machines[number]
        return machine.accepted is None and not machine.promised and machine.full is not None

    @staticmethod
    def bits(sent: int) -> Iterator[int]:
        """Yield the numbers of the votes in a set."""
        while sent:
            lowest = sent & -sent
            yield lowest.bit_length() - 1
            sent ^= lowest

    def chosen(self, sent: int) -> frozenset[Closing]:
        """Return the closings that are final, even if nobody knows it."""
        accepted = sent & self.acceptances
        if accepted not in self._chosen:
            self._chosen[accepted] = frozenset(self._final(accepted))
        return self._chosen[accepted]

    def _final(self, sent: int) -> set[Closing]:
        count: dict[tuple[int, Closing], set[int]] = {}
        for number, vote in enumerate(self.votes):
            if sent >> number & 1 and isinstance(vote, Acceptance):
                count.setdefault((vote.ballot, vote.closing), set()).add(vote.signer)
        return {
            closing
            for (_, closing), voters in count.items()
            if is_more_than_half(
                len(voters - set(closing.faulty)),
                sum(person not in closing.faulty for person in self.roster),
            )
        }
