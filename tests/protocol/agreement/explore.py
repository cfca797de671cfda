"""A search through all reachable worlds for one with two final closings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from protocol.agreement.ballot import Ballots
from protocol.agreement.votes import Freeze, Vote
from tests.protocol.agreement.world import AGREE, GO_ON, MOVE_ON, Input, World, Worlds


@dataclass(frozen=True, slots=True)
class Found:
    """The number of worlds, and the first in which two closings are final."""

    worlds: int
    forked: World | None
    kept: tuple[World, ...] = ()


@dataclass
class Explorer:
    """A search through the worlds with ballots up to `ballots`."""

    worlds: Worlds
    ballots: int
    _choices: dict[tuple[int, int, int], tuple[Input | int, ...]] = field(default_factory=dict)

    def choices(self, world: World, place: int) -> tuple[Input | int, ...]:
        """Return the next events at a person that may change something.

        Acceptances are not delivered here: nobody votes differently for knowing them. Freezes are
        delivered to their leader, and to persons that join because of them.
        """
        machines, sent = world
        key = (place, machines[place], sent & ~self.worlds.acceptances)
        if key not in self._choices:
            self._choices[key] = tuple(self._possible(place, key[1], key[2]))
        return self._choices[key]

    def _possible(self, place: int, number: int, sent: int) -> Iterator[Input | int]:
        worlds = self.worlds
        machine = worlds.machines[number]
        for message in worlds.signed:
            if message not in machine.messages:
                yield message
        if worlds.may_go_on(number):
            yield GO_ON
        if not machine.promised:
            yield AGREE
        elif machine.promised < self.ballots:
            yield MOVE_ON
        for bit in worlds.bits(sent):
            if not self._is_new(machine, worlds.votes[bit]):
                continue
            if worlds.happen((self._at(place, number), 0), place, bit)[0][place] != number:
                yield bit

    @staticmethod
    def _is_new(machine: Ballots, vote: Vote) -> bool:
        if vote.signer == machine.me or vote.ballot < machine.promised:
            return False
        if not isinstance(vote, Freeze) or machine.leader(vote.ballot) == machine.me:
            return True
        joins = bool(machine.agreed or machine.accepted or machine.full)
        return joins and vote.ballot > machine.promised

    def _at(self, place: int, number: int) -> tuple[int, ...]:
        return tuple(number if at == place else 0 for at in range(len(self.worlds.roster)))

    def run(self, *, most: int = 10_000_000, keep: int = 0) -> Found:
        """Visit all worlds until two closings are final in one; keep every `keep`-th of them."""
        worlds = self.worlds
        first = worlds.first()
        seen = {first}
        todo = [first]
        kept: list[World] = []
        while todo and len(seen) < most:
            world = todo.pop()
            if keep and len(seen) % keep == 0:
                kept.append(world)
            for place in range(len(worlds.roster)):
                for happens in self.choices(world, place):
                    after = worlds.happen(world, place, happens)
                    if after in seen:
                        continue
                    seen.add(after)
                    if after[1] != world[1] and len(worlds.chosen(after[1])) > 1:
                        return Found(len(seen), after)
                    todo.append(after)
        return Found(len(seen), None, tuple(kept))
