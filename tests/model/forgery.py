"""Statements a liar may sign: anything the form allows, about anything it knows."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.model.charter import may_return
from tests.model.memory import Received
from tests.model.values import (
    WRONG,
    Acceptance,
    Answer,
    Closing,
    Freeze,
    Head,
    Message,
    Proposal,
    Return,
)

if TYPE_CHECKING:
    from tests.model.world import World


def forged(world: World, liar: int) -> Received | None:
    """Return a lie of a random kind, or None if there is nothing to lie about."""
    chance = world.chance
    heads = [world.table.root, *(person.head for person in world.people())]
    head = chance.choice(heads)
    if chance.random() < 0.3 and head.before:
        head = head.before
    match chance.randrange(6):
        case 0:
            return _message(world, liar, head)
        case 1:
            return _freeze(world, liar, head)
        case 2:
            return _proposal(world, liar)
        case 3:
            return _acceptance(world, liar)
        case 4:
            return _return(world, liar, head)
        case _:
            return None


def _message(world: World, liar: int, head: Head) -> Message:
    chance = world.chance
    body = chance.choice(("a", "b", "b", WRONG))
    signer = chance.choice(world.table.signers(liar))
    slips = {thing for thing in world.sent if isinstance(thing, Return)}
    if chance.random() < 0.7:
        slips = {slip for slip in slips if may_return(slip, head)}
    views = sorted({0, 1, 2, *(person.view for person in world.honest.values())})
    return Message(Answer(signer, head, body, tuple(sorted(slips))), chance.choice(views))


def _return(world: World, liar: int, head: Head) -> Return:
    """Return a slip for an absence, or for none."""
    absence = head.absences.get(liar)
    return Return(liar, absence.since if absence and world.chance.random() < 0.8 else head)


def _freeze(world: World, liar: int, head: Head) -> Freeze:
    chance, table = world.chance, world.table
    proposals = _right(world)
    base = chance.choice([None, None, *proposals])
    accepted = chance.choice([None, None, *proposals])
    answers = sorted({x.answer for x in world.sent if isinstance(x, Message)})
    held = tuple(a for a in answers if a.head == head and chance.random() < 0.7)
    late = tuple(s for s in table.owers(head) if s != liar and chance.random() < 0.6)
    if chance.random() < 0.3 and not table.is_end(table.start_of(base)):
        head = _own_past(table.start_of(base), answers, table.owers(table.start_of(base)), chance)
        held, late = (), ()
    view = chance.randrange(1, 6)
    if chance.random() < 0.5:
        view = max(person.promised for person in world.honest.values()) + chance.randrange(3)
    return Freeze(max(view, 1), liar, base, accepted, head, held, late)


def _own_past(start: Head, answers: list[Answer], owers: tuple[int, ...], chance: Random) -> Head:
    """Return a past of the liar's own making."""
    picked: dict[int, Answer] = {}
    for answer in answers:
        if answer.head == start and (answer.signer not in picked or chance.random() < 0.5):
            picked[answer.signer] = answer
    return Head(start, Closing(tuple(picked[signer] for signer in owers if signer in picked)))


def _proposal(world: World, liar: int) -> Proposal | None:
    chance, table = world.chance, world.table
    freezes = [x for x in world.sent if isinstance(x, Freeze)]
    views = sorted({f.view for f in freezes if table.leader(f.view) == liar}) or [1]
    view = chance.choice(views)
    picked: dict[int, Freeze] = {}
    for freeze in freezes:
        if freeze.view == view and chance.random() < 0.8:
            picked[freeze.signer] = freeze
    return Proposal(view, liar, tuple(picked[signer] for signer in sorted(picked)))


def _acceptance(world: World, liar: int) -> Acceptance | None:
    proposals = [x for x in world.sent if isinstance(x, Proposal)]
    if not proposals:
        return None
    proposal = world.chance.choice(proposals)
    return Acceptance(proposal.view, liar, proposal)


def _right(world: World) -> list[Proposal]:
    return [x for x in world.sent if isinstance(x, Proposal) and world.table.outcome(x)]
