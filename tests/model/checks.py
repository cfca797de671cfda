"""Properties that hold in every world (R1 to R7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.model.contradictions import Outcome
from tests.model.memory import OTHERS, SLACK, Memory, Received
from tests.model.values import Acceptance, Freeze, Head, Mark, Message, Proposal, Statement
from tests.model.votes import Table
from tests.model.world import World


class Decided(NamedTuple):
    """Something decided: the epoch, the view (-1: final by itself), and the past it ends with."""

    epoch: int
    view: int
    head: Head


def accused_of(table: Table, everything: set[Received]) -> set[int]:
    """Return the persons that contradict themselves in anything said (R7)."""
    return set(_accused(table, everything))


def _accused(table: Table, everything: set[Received]) -> Iterator[int]:
    said: dict[int, list[Statement]] = {}
    for thing in sorted(everything):
        if isinstance(thing, Statement):
            said.setdefault(thing.signer, []).append(thing)
    for signer, statements in said.items():
        pairs = ((a, b) for i, a in enumerate(statements) for b in statements[i:])
        if any(table.contradiction(one, two) for one, two in pairs):
            yield table.person_of[signer]


def decided_proposals(table: Table, everything: set[Received]) -> dict[Proposal, Outcome]:
    """Return the proposals that are decided by all acceptances ever signed."""
    accepters: dict[Proposal, set[int]] = {}
    for thing in everything:
        if isinstance(thing, Acceptance):
            accepters.setdefault(thing.proposal, set()).add(thing.signer)
    return {
        proposal: outcome
        for proposal, signers in sorted(accepters.items())
        if table.is_decided(proposal, signers) and (outcome := table.outcome(proposal))
    }


def decisions(table: Table, everything: set[Received]) -> list[Decided]:
    """Return all that is decided by a view, or final by itself (6.7)."""
    proposals = decided_proposals(table, everything)
    found = {Decided(o.epoch, p.view, o.head) for p, o in proposals.items()}
    starts = {(p.view, o.head, o.epoch + 1) for p, o in proposals.items()}
    messages = [thing for thing in everything if isinstance(thing, Message)]
    for view, start, epoch in {(0, table.root, 0), *starts}:
        voters = table.voters(start)
        over = {
            m for m in messages if m.view == view and m.signer in voters and m.head.extends(start)
        }
        for head in {past for m in over for past in m.head.closings() if past.step > start.step}:
            signers = {m.signer for m in over if m.head.extends(head)}
            if len(signers) >= table.quorum(len(voters)):
                found.add(Decided(epoch, -1, head))
    return sorted(found)


def conflicts(decided: list[Decided]) -> list[tuple[Decided, Decided]]:
    """Return pairs of decisions of which neither continues the other (R3, R4)."""
    return [(a, b) for i, a in enumerate(decided) for b in decided[i + 1 :] if not _agree(a, b)]


def _agree(one: Decided, two: Decided) -> bool:
    """Whether two decisions agree, the first of an earlier epoch or of the same one."""
    if one.epoch == two.epoch:
        if one.view == two.view == -1:
            return one.head.extends(two.head) or two.head.extends(one.head)
        if one.view == -1:
            return two.head.extends(one.head)
        return one.head == two.head
    return two.head.extends(one.head)


def wrongly_away(world: World, everything: set[Received]) -> list[tuple[int, Head]]:
    """Return honest persons put away by decisions that too few honest ones found late (R1)."""
    found: list[tuple[int, Head]] = []
    for outcome in decided_proposals(world.table, everything).values():
        closing = outcome.head.closing
        if outcome.is_resume or closing is None:
            continue
        for signer, mark in closing.marks:
            person = world.table.person_of[signer]
            if person not in world.honest:
                continue
            sure = [
                freeze
                for freeze in outcome.origin.freezes
                if freeze.signer in world.honest and {signer, person} & set(freeze.late)
            ]
            few = len(sure) < outcome.needed - len(world.liars)
            if mark is not Mark.AWAY or few:
                found.append((signer, outcome.head))
    return found


def gone_honest(world: World) -> set[int]:
    """Return the honest persons that are gone, or a bot of theirs, for anybody honest.

    A bot that answers nothing is not counted.
    """
    gone = {s for person in world.honest.values() for s in person.head.absences}
    gone.difference_update(world.setting.silent)
    return {world.table.person_of[signer] for signer in gone} & world.honest.keys()


def known_late(world: World) -> set[int]:
    """Return persons gone or found late by anybody, before the network heals (R6)."""
    late = [person.late for person in world.honest.values()]
    late += [set(thing.late) for thing in world.everything() if isinstance(thing, Freeze)]
    return gone_honest(world) | {world.table.person_of[s] for signers in late for s in signers}


def is_apart(world: World) -> bool:
    """Whether honest persons stand on pasts of which neither continues the other, RESULT aside."""
    last = len(world.table.script) - 1
    heads = [person.head.at(last) for person in world.honest.values()]
    return not all(a.extends(b) or b.extends(a) for a in heads for b in heads)


def is_short_of_voters(world: World) -> bool:
    """Whether the honest persons that are not at the end are no quorum anywhere."""
    table = world.table
    here = [person for person in world.honest.values() if not person.is_over]
    open_ = {person.me for person in world.honest.values() if not person.is_closed}
    return all(len(open_ & set(p.voters)) < table.need(p.voters, p.memory.liars()) for p in here)


def is_waiting_for_seeds(world: World) -> bool:
    """Whether somebody waits in SIGN, COMMIT or REVEAL, where nobody is put away (6.2)."""
    people = world.honest.values()
    return any(world.table.is_seed(p.head) and not p.is_over for p in people)


def overfull(world: World) -> list[int]:
    """Return persons that keep more of a signer than 6.14 allows."""
    return [p.me for p in world.honest.values() if any(map(_is_too_much, _spare(p.memory)))]


def _is_too_much(spare: int) -> bool:
    return spare > SLACK + OTHERS


def _spare(memory: Memory) -> Iterator[int]:
    used = memory.in_use()
    for person, said in memory.votes.items():
        if person not in memory.own:
            yield len(said - used)
