"""Lies told on purpose after a world has ended, so that runs have each kind of contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from random import Random

from tests.model.machine import Person
from tests.model.memory import Received
from tests.model.values import Acceptance, Answer, Freeze, Head, Message, Proposal, Statement
from tests.model.world import World


class ForgivingWorld(World):
    """A world whose liars sign two freezes of a view and come back, and seldom lie otherwise.

    So some are put away for a contradiction, return, and are put away for the second one (6.10).
    """

    def _answer(self, person: Person) -> None:
        for signer in self.table.signers(person.me):
            person.sign(signer, "a")

    def _forge(self, _: Person) -> None:
        self._freeze_twice()

    def _lie(self, mode: str) -> None:
        super()._lie(mode)
        if self.chance.random() < 0.3:
            self._freeze_twice()

    def _freeze_twice(self) -> None:
        if not self.liars:
            return
        person = self.chance.choice(list(self.honest.values()))
        liar = self.chance.choice(sorted(self.liars))
        view = max(one.promised for one in self.people()) + 1
        own = self.table.signers(liar)
        late = tuple(s for s in self.table.owers(person.head) if s not in own)
        for found_late in ((), late):
            freeze = Freeze(view, liar, person.base, None, person.head, (), found_late)
            self.sent[freeze] = None


def more_lies(world: World, said: set[Received]) -> list[Received]:
    """Return lies of each liar about what was said: of each kind one, or none if none is possible.

    Nobody in the world has heard them.
    """
    return [lie for liar in sorted(world.liars) for lie in _lies(world, liar, sorted(said))]


def _lies(world: World, liar: int, said: list[Received]) -> Iterator[Received]:
    chance = world.chance
    own = [one for one in said if one.signer == liar]
    messages = [one for one in own if isinstance(one, Message)]
    freezes = [one for one in said if isinstance(one, Freeze)]
    rights = [one for one in said if isinstance(one, Proposal) and world.table.outcome(one)]
    heads = sorted({person.head for person in world.people()})
    if messages:
        yield from _with_messages(world, liar, messages, chance)
    if rights:
        yield from _with_proposals(world, liar, rights, chance)
    if freezes:
        yield _wrong_proposal(world, liar, freezes, chance)
    yield from _with_faults(world, liar, said, heads, chance)


def _with_messages(
    world: World, liar: int, messages: list[Message], chance: Random
) -> Iterator[Received]:
    """Sign other answers, and freeze as if a message had never been signed (C1, C2, C5)."""
    message = chance.choice(messages)
    yield Message(Answer(liar, message.head, "c"), message.view)
    forked = _forked(world, message)
    if forked is not None:
        yield Message(Answer(liar, forked, "a"), message.view)
    if chance.random() < 0.7:
        view = message.view + chance.randrange(1, 4)
        yield Freeze(view, liar, None, None, world.table.root)


def _forked(world: World, message: Message) -> Head | None:
    """Return a head beside that of a message, of answers of others that somebody heard."""
    heads = {head for person in world.people() for head in (person.head, *person.head.closings())}
    apart = [
        head
        for head in sorted(heads)
        if not head.extends(message.head)
        and not message.head.extends(head)
        and not world.table.is_end(head)
    ]
    return world.chance.choice(apart) if apart else None


def _with_proposals(
    world: World, liar: int, rights: list[Proposal], chance: Random
) -> Iterator[Received]:
    """Accept something, and freeze as if nothing had been accepted; twice in a view (C3, C4)."""
    proposal = chance.choice(rights)
    outcome = world.table.outcome(proposal)
    assert outcome
    yield Acceptance(proposal.view, liar, proposal)
    view = proposal.view + chance.randrange(1, 3)
    yield Freeze(view, liar, outcome.base, None, outcome.tip)
    if chance.random() < 0.5:
        yield Freeze(view, liar, outcome.base, proposal, outcome.tip)
    if chance.random() < 0.3:
        yield Freeze(view, liar, proposal, None, outcome.head)


def _wrong_proposal(world: World, liar: int, freezes: list[Freeze], chance: Random) -> Proposal:
    """Propose what does not follow: of too few freezes, of another view, or not led (C6)."""
    freeze = chance.choice(freezes)
    views = [view for view in range(1, 8) if world.table.leader(view) == liar]
    view = chance.choice([freeze.view, *views])
    return Proposal(view, liar, (freeze,))


def _with_faults(
    world: World, liar: int, said: list[Received], heads: list[Head], chance: Random
) -> Iterator[Freeze]:
    """Freeze with a pair in `faults`: a contradiction of somebody, or any two statements."""
    table, head = world.table, chance.choice(heads)
    signer = chance.choice(sorted(world.liars))
    own = [one for one in said if isinstance(one, Statement) and one.signer == signer]
    pairs = [pair for pair in combinations_with_replacement(own, 2) if table.contradiction(*pair)]
    if chance.random() < 0.3:
        pairs = [pair for pair in pairwise(own) if pair not in pairs]
    if pairs and not table.is_end(head):
        faults = (chance.choice(pairs),)
        yield Freeze(chance.randrange(1, 6), liar, None, None, head, (), (), faults)
