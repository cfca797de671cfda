"""Seeded runs of a ballot with splits, losses and crashes, and its healing."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from protocol.agreement.ballot import BallotOutcome, Ballots
from protocol.agreement.votes import Acceptance, Closing, Message, Vote

Sides = tuple[frozenset[int], ...]
SPLITS: tuple[tuple[int, ...], ...] = ((5,), (2, 3), (3, 2), (2, 2, 1), (1, 4), (4, 1), (1, 1, 3))


@dataclass
class Drama:
    """A step of several persons; signers with higher numbers are bots, which do not vote.

    `signed` are the messages of the step, `unsound` those that fail a check.
    """

    persons: int
    signed: tuple[Message, ...]
    owed: tuple[int, ...]
    chance: Random
    unsound: frozenset[bytes] = frozenset()
    sent: list[Vote] = field(default_factory=list)
    people: list[Ballots] = field(init=False)
    kept: list[list[Vote]] = field(init=False)
    sides: Sides = field(init=False)

    def __post_init__(self) -> None:
        roster = tuple(range(self.persons))
        self.people = [Ballots(person, roster, self.owed) for person in roster]
        self.kept = [[] for _ in roster]
        self.sides = (frozenset(roster),)

    def _take(self, person: int, outcome: BallotOutcome) -> None:
        self.people[person] = outcome.ballots
        self.kept[person] += outcome.votes
        self.sent += [vote for vote in outcome.votes if vote not in self.sent]

    def split(self, sizes: tuple[int, ...]) -> None:
        """Split the persons into sides; votes and messages stay on their side."""
        order = list(range(self.persons))
        self.chance.shuffle(order)
        sides, at = [], 0
        for size in sizes:
            sides.append(frozenset(order[at : at + size]))
            at += size
        self.sides = tuple(side for side in sides if side)

    def _reaches(self, one: int, other: int) -> bool:
        return any(one in side and other in side for side in self.sides)

    def hold(self, person: int, message: Message) -> None:
        """Deliver a message of the step to a person."""
        sound = message[1] not in self.unsound
        self._take(person, self.people[person].hold(*message, sound=sound))

    def hear(self, person: int, vote: Vote) -> None:
        """Deliver a vote to a person."""
        machine = self.people[person]
        if vote.signer == person:
            return
        if isinstance(vote, Acceptance) and not vote.ballot:
            self._take(person, machine.went_on(vote.signer, vote.closing))
        else:
            self._take(person, machine.hear(vote))

    def go_on(self, person: int) -> None:
        """Close the step, in the usual way or as decided, and sign a later message."""
        machine = self.people[person]
        closing = machine.decided or (None if machine.promised else machine.full)
        if closing is None or (machine.accepted is not None and machine.decided is None):
            return
        vote = Acceptance(0, person, closing)
        self._take(person, machine.went_on(person, closing))
        if vote not in self.sent:
            self.sent.append(vote)

    def crash(self, person: int) -> None:
        """Restart a person with nothing but its persisted votes."""
        old = self.people[person]
        new = Ballots(person, old.roster, old.owed)
        for vote in self.kept[person]:
            new = new.recall(vote)
        later = [one for one in self.sent if isinstance(one, Acceptance) and not one.ballot]
        for vote in later:
            if vote.signer == person:
                new = new.went_on(person, vote.closing).ballots
        self.people[person] = new

    def disturb(self) -> None:
        """Let a random event happen to a random person."""
        chance = self.chance
        person = chance.randrange(self.persons)
        what = chance.randrange(12)
        if what < 3 and self.signed:
            message = chance.choice(self.signed)
            if message[0] >= self.persons or self._reaches(person, message[0]):
                self.hold(person, message)
        elif what < 8 and self.sent:
            vote = chance.choice(self.sent)
            if self._reaches(person, vote.signer):
                self.hear(person, vote)
        elif what == 8:
            self._take(person, self.people[person].agree())
        elif what == 9:
            self.go_on(person)
        elif what == 10:
            self._take(person, self.people[person].tick())
        elif chance.random() < 0.3:
            self._take(person, self.people[person].move_on())
        elif chance.random() < 0.2:
            self.crash(person)

    def heal(self, rounds: int = 60) -> bool:
        """Deliver everything to everybody; return whether all come to know the closing."""
        self.sides = (frozenset(range(self.persons)),)
        everybody = range(self.persons)
        for _ in range(rounds):
            if all(machine.decided is not None for machine in self.people):
                return True
            here = {message for machine in self.people for message in machine.messages}
            for person in everybody:
                for message in sorted(here - set(self.people[person].messages)):
                    self.hold(person, message)
                self._take(person, self.people[person].agree())
                self.go_on(person)
            for vote in tuple(self.sent):
                for person in everybody:
                    self.hear(person, vote)
            for person in everybody:
                self._take(person, self.people[person].tick())
        return all(machine.decided is not None for machine in self.people)

    def closings(self) -> set[Closing]:
        """Return the closings that the persons consider decided."""
        found = {machine.decided for machine in self.people}
        return {closing for closing in found if closing is not None}


def play(seed: int, sizes: tuple[int, ...], events: int = 40) -> Drama:
    """Play a step of persons that are split into sides and disturbed, twice."""
    chance = Random(seed)
    persons = sum(sizes)
    bots = chance.randrange(2)
    owed = tuple(sorted(chance.sample(range(persons + bots), chance.randint(1, persons + bots))))
    digests = {signer: bytes([signer]) * 32 for signer in owed}
    signed = [(signer, digests[signer]) for signer in owed if chance.random() < 0.7]
    unsound: frozenset[bytes] = frozenset()
    if bots and persons in owed:
        twist = chance.randrange(4)
        if twist == 0:
            signed.append((persons, b"\xff" * 32))
        elif twist == 1:
            unsound = frozenset({digests[persons]})
    drama = Drama(persons, tuple(signed), owed, chance, unsound)
    for shape in (sizes, chance.choice([one for one in SPLITS if sum(one) == persons] or [sizes])):
        drama.split(shape)
        for _ in range(events):
            drama.disturb()
    return drama
