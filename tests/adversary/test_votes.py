"""Double votes in one ballot are reported with the pair that proves them, and change nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from protocol.agreement.ballot import FARTHEST
from protocol.agreement.contradictions import MOST_ASIDE, Contradictions
from protocol.agreement.signed_votes import ReturnSlip, Subject, VoteSlip, sign_vote
from protocol.agreement.vote_events import Faulty
from protocol.agreement.votes import Acceptance, Closing, Freeze, Proposal, Vote
from protocol.agreement.voting import subject_of
from protocol.errors import Reason
from protocol.game.events import Event
from protocol.game.step_table import StepKind
from protocol.record.evidence import Doubt, FaultReport
from tests.adversary.scenes import Scene, assert_goes_on, kind, scene
from tests.adversary.test_reports import assert_nothing, assert_proves, record_before

ACT = kind(StepKind.ACT)
ONE, OTHER = bytes([1] * 32), bytes([2] * 32)


def waiting(players: int = 3) -> Scene:
    """Return a table that waits for an answer of the double voter."""
    return scene(ACT, players)


def by(
    table: Scene, vote: Vote, subject: Subject | None = None, freezes: Iterable[VoteSlip] = ()
) -> VoteSlip:
    """Sign a vote as its signer, about the present step of the honest seats."""
    identity = table.sessions[vote.signer].identity
    subject = subject_of(table.honest[0].point) if subject is None else subject
    return sign_vote(identity, subject, vote, tuple(freezes))


def freeze(table: Scene, digest: bytes, ballot: int = 1, signer: int | None = None) -> Freeze:
    """Make a freeze of the cheater, which claims to hold a message of its own."""
    signer = table.cheater if signer is None else signer
    return Freeze(ballot, signer, ((table.cheater, digest),))


def acceptance(table: Scene, digest: bytes, ballot: int = 1) -> Acceptance:
    return Acceptance(ballot, table.cheater, Closing(((table.cheater, digest),)))


def pair_of(table: Scene, name: str) -> tuple[VoteSlip, VoteSlip]:
    """Make two votes of the cheater, of one kind in one ballot."""
    if name == "freeze":
        one, other = (by(table, freeze(table, digest)) for digest in (ONE, OTHER))
    elif name == "acceptance":
        one, other = (by(table, acceptance(table, digest)) for digest in (ONE, OTHER))
    else:
        votes = [freeze(table, ONE, signer=session.signer) for session in table.sessions]
        slips = [by(table, vote) for vote in votes]
        one = by(table, Proposal(1, table.cheater, tuple(votes[:2])), freezes=slips[:2])
        other = by(table, Proposal(1, table.cheater, tuple(votes[1:])), freezes=slips[1:])
    return one, other


def named(table: Scene, *slips: VoteSlip) -> list[list[Event]]:
    """Return the events of each honest seat when it receives these votes."""
    found: list[list[Event]] = [[] for _ in table.honest]
    for slip in slips:
        for at, events in enumerate(table.say(slip.raw)):
            found[at] += events
    return found


def fault_of(one: VoteSlip, other: VoteSlip) -> Faulty:
    evidence = (one.raw, other.raw)
    return Faulty(one.vote.signer, one.subject.step, Reason.TWO_VOTES, "ballot", evidence)


KINDS = ("freeze", "proposal", "acceptance")

# -------------------------------------------------------------------- reported


@pytest.mark.parametrize("name", KINDS)
def test_a_double_vote_is_reported_once_with_the_pair(name: str) -> None:
    table = waiting()
    one, other = pair_of(table, name)
    assert named(table, one, other, other, one) == [[fault_of(one, other)]] * 2


@pytest.mark.parametrize("name", KINDS)
def test_the_second_vote_changes_nothing(name: str) -> None:
    table, quiet = waiting(), waiting()
    one, other = pair_of(table, name)
    named(table, one, other)
    named(quiet, one)
    assert table.standings() == quiet.standings()
    for session, same in zip(table.honest, quiet.honest, strict=True):
        assert session.voting.machines == same.voting.machines
        assert not session.evidence
        assert not session.halted


def test_a_game_continues_with_a_double_voter() -> None:
    table = waiting()
    named(table, *pair_of(table, "freeze"))
    assert_goes_on(table)
    assert not any(session.away for session in table.honest)


def test_a_freeze_inside_a_proposal_proves_a_double_vote_of_its_signer() -> None:
    table = waiting(4)
    one, other = pair_of(table, "freeze")
    leader, third = (session.signer for session in table.honest[:2])
    rest = [by(table, freeze(table, ONE, signer=signer)) for signer in (leader, third)]
    slips = sorted((other, *rest), key=lambda slip: slip.vote.signer)
    votes = tuple(slip.vote for slip in slips if isinstance(slip.vote, Freeze))
    proposal = by(table, Proposal(1, leader, votes), freezes=slips)
    told = named(table, one, proposal)[1:]
    faults = [[event for event in events if isinstance(event, Faulty)] for events in told]
    assert faults == [[fault_of(one, other)]] * 2


def test_votes_that_do_not_count_can_prove_a_double_vote() -> None:
    table = waiting()
    far = FARTHEST + 9
    one, other = (by(table, freeze(table, digest, far)) for digest in (ONE, OTHER))
    assert named(table, one, other) == [[fault_of(one, other)]] * 2


def test_votes_about_a_later_step_are_compared_when_it_begins() -> None:
    ahead, table = waiting(), waiting()
    for one in (ahead, table):
        one.holding.wanted = lambda _body: True
    ahead.say(ahead.true)
    subject = subject_of(ahead.honest[0].point)
    pair = tuple(
        by(table, Freeze(1, table.cheater, (), accepted=accepted), subject)
        for accepted in (None, (0, Closing(())))
    )
    assert named(table, *pair) == [[], []]
    told = table.say(table.true)
    faults = [[event for event in events if isinstance(event, Faulty)] for events in told]
    assert faults == [[fault_of(*pair)]] * 2


def test_a_flood_of_votes_uses_bounded_memory_and_hides_no_vote() -> None:
    table = waiting()
    flood = [by(table, freeze(table, ONE, FARTHEST + 9 + at)) for at in range(3 * MOST_ASIDE)]
    assert named(table, *flood) == [[], []]
    one, other = pair_of(table, "freeze")
    forgotten = by(table, freeze(table, OTHER, FARTHEST + 9 + 2 * MOST_ASIDE))
    assert named(table, forgotten, one, other) == [[fault_of(one, other)]] * 2
    kept = table.honest[0].voting._contradictions._first
    assert sum(map(len, kept.values())) == MOST_ASIDE + 1


# ---------------------------------------------------------------- not reported


def test_one_vote_for_each_turn_is_not_reported() -> None:
    table = waiting()
    here = subject_of(table.honest[0].point)
    said = [
        by(table, freeze(table, ONE, 1)),
        by(table, freeze(table, OTHER, 2)),
        by(table, acceptance(table, ONE, 1)),
        by(table, acceptance(table, OTHER, 2)),
        by(table, freeze(table, OTHER, 1), replace(here, head=OTHER)),
        by(table, freeze(table, OTHER, 1), replace(here, step=here.step - 1)),
        by(table, freeze(table, OTHER, 1), replace(here, table_id=OTHER)),
    ]
    told = named(table, *said, *said)
    assert not any(isinstance(event, Faulty) for events in told for event in events)


def test_the_same_vote_with_another_signature_is_not_reported() -> None:
    table = waiting()
    one, _ = pair_of(table, "freeze")
    contradictions = Contradictions(0)
    again = replace(one, raw=one.raw + b"\0")
    assert list(contradictions.hear(one, counts=True)) == []
    assert list(contradictions.hear(again, counts=False)) == []


def test_votes_of_our_own_earlier_start_are_not_reported() -> None:
    table = waiting()
    pair = pair_of(table, "freeze")
    for slip in pair:
        assert not any(isinstance(one, Faulty) for one in table.tell(table.liar, slip.raw))


# ----------------------------------------------------------------- report files


def report_of(table: Scene, one: bytes, other: bytes) -> FaultReport:
    step = table.honest[0].point.step
    record = record_before(table.honest[0], table, step)
    return FaultReport(table.cheater, step, Reason.TWO_VOTES, (one, other), record)


@pytest.mark.parametrize("name", KINDS)
def test_a_double_vote_is_proven(name: str) -> None:
    table = waiting()
    one, other = pair_of(table, name)
    there, back = report_of(table, one.raw, other.raw), report_of(table, other.raw, one.raw)
    assert_proves(table, there)
    assert there.to_bytes() == back.to_bytes()
    # Earlier steps do not matter; later ones may be unknown.
    assert_proves(table, replace(there, record=record_before(table.honest[0], table, 2)))


@pytest.mark.parametrize("name", KINDS)
def test_one_vote_shown_twice_proves_nothing(name: str) -> None:
    table = waiting()
    one, _ = pair_of(table, name)
    assert_nothing(table, report_of(table, one.raw, one.raw), Doubt.ONE_CONTENT)
    alone = replace(report_of(table, one.raw, one.raw), messages=(one.raw,))
    assert_nothing(table, alone, Doubt.SHAPE)


def test_votes_of_two_ballots_kinds_steps_or_pasts_prove_nothing() -> None:
    table = waiting()
    one, _ = pair_of(table, "freeze")
    here = one.subject
    for vote, subject in (
        (freeze(table, OTHER, 2), here),
        (acceptance(table, OTHER), here),
        (freeze(table, OTHER), replace(here, head=OTHER)),
        (freeze(table, OTHER), replace(here, step=here.step + 1)),
        (freeze(table, OTHER), replace(here, table_id=OTHER)),
        (freeze(table, ONE), replace(here, head=OTHER)),
    ):
        other = by(table, vote, subject)
        assert_nothing(table, report_of(table, one.raw, other.raw), Doubt.OTHER_POINT)


def test_votes_of_another_signer_prove_nothing() -> None:
    table = waiting()
    one, other = pair_of(table, "freeze")
    forger = table.honest[0]
    forged = sign_vote(forger.identity, one.subject, other.vote)
    theirs = by(table, freeze(table, OTHER, signer=forger.signer))
    for second in (forged, theirs):
        assert_nothing(table, report_of(table, one.raw, second.raw), Doubt.SIGNATURE)
    framed = replace(report_of(table, one.raw, other.raw), signer=forger.signer)
    assert_nothing(table, framed, Doubt.SIGNATURE)


def test_malformed_votes_are_rejected() -> None:
    table = waiting()
    one, other = pair_of(table, "freeze")
    table_id = table.charter.table_id
    back = ReturnSlip.sign(table.liar.identity, table_id, table.cheater, 1)
    for raw in (table.true.to_bytes(), back.raw, b"\0"):
        assert_nothing(table, report_of(table, one.raw, raw), Doubt.SHAPE)
    assert_nothing(table, report_of(table, one.raw, one.raw[:-1]), Doubt.SIGNATURE)
    # Votes are no messages of the game.
    for reason in (Reason.TWO_MESSAGES, Reason.WRONG_SHAPE):
        claimed = replace(report_of(table, one.raw, other.raw), reason=reason)
        assert_nothing(table, claimed, Doubt.SIGNATURE)


def test_a_double_vote_with_a_record_beyond_its_step_proves_nothing() -> None:
    table = waiting()
    one, other = pair_of(table, "freeze")
    report = report_of(table, one.raw, other.raw)
    assert_nothing(table, replace(report, step=report.step - 1), Doubt.RECORD_END)
