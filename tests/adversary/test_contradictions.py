"""Statements that no honest program signs together: proven to all, put away, proven to anybody."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

import pytest

from client.platform.exit_codes import PEERS_DISAGREE
from engine.actions import Pass, Upgrade
from engine.values import replace
from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.statements import ProposalVote, step_named
from protocol.errors import Reason
from protocol.record.evidence import Doubt, FaultReport, ProvesNothing, judge_report
from protocol.record.record import BrokenRecord, verify_record, write_record
from protocol.wire.envelope import Envelope, StepPoint
from tests.adversary.lies import LiarTable, faults_of, lying, report_of
from tests.adversary.tables import copied
from tests.adversary.test_absence import record_of
from tests.client.cli.calling import call, is_one_sentence

LIAR: Final = 1
SLOW: Final = 3
FIVE: Final = 5


def waiting_for_somebody() -> LiarTable:
    """Return a table of five that waits for an honest person; the liar leads view 1."""
    table = lying(FIVE, LIAR, owes=SLOW)
    table.silent = {SLOW}
    return table


def find_late(table: LiarTable) -> None:
    """Let the clocks of three honest persons run out: they freeze for view 1."""
    table.agree(0, 2, 4)
    table.run()
    assert all(table.sessions[one].voter.promised == 1 for one in (0, 2, 4))


def two_proposals(table: LiarTable) -> tuple[ProposalVote, ProposalVote]:
    """Make two right proposals of one view, of different freezes."""
    find_late(table)
    freezes = table.voter.memory.votes.freezes()
    mine = table.freeze(1, late=(SLOW,))
    table.spread(mine.raw)
    return (
        table.proposal(1, mine, freezes[0], freezes[2]),
        table.proposal(1, mine, freezes[2], freezes[4]),
    )


def two_contents(table: LiarTable) -> tuple[bytes, ...]:
    """Sign two messages for a step in which nothing is owed."""
    return tuple(table.message(body=body).to_bytes() for body in (b"\xc0", b"\xc2"))


def two_freezes(table: LiarTable) -> tuple[bytes, ...]:
    return table.freeze(1).raw, table.freeze(1, late=(SLOW,)).raw


def proposals(table: LiarTable) -> tuple[bytes, ...]:
    return tuple(one.raw for one in two_proposals(table))


def acceptances(table: LiarTable) -> tuple[bytes, ...]:
    one, two = two_proposals(table)
    return one.raw, table.acceptance(one).raw, two.raw, table.acceptance(two).raw


def forgotten_acceptance(table: LiarTable) -> tuple[bytes, ...]:
    one, _ = two_proposals(table)
    return one.raw, table.acceptance(one).raw, table.freeze(2).raw


def forgotten_message(table: LiarTable) -> tuple[bytes, ...]:
    """Freeze as if the last message had never been signed."""
    last = max(table.voter.memory.messages.of(LIAR), key=lambda said: said.head.step)
    return (table.freeze(1, tip=last.head.before).raw,)


def wrong_proposal(table: LiarTable) -> tuple[bytes, ...]:
    return (table.proposal(1, table.freeze(1)).raw,)


def acceptance_of_a_wrong_one(table: LiarTable) -> tuple[bytes, ...]:
    wrong = table.proposal(1, table.freeze(1))
    return wrong.raw, table.acceptance(wrong).raw


LIES: Final = {
    "two freezes": (two_freezes, Reason.TWO_VOTES),
    "two proposals": (proposals, Reason.TWO_VOTES),
    "two acceptances": (acceptances, Reason.TWO_VOTES),
    "forgotten acceptance": (forgotten_acceptance, Reason.FORGOTTEN_ACCEPTANCE),
    "forgotten message": (forgotten_message, Reason.FORGOTTEN_MESSAGE),
    "wrong proposal": (wrong_proposal, Reason.WRONG_PROPOSAL),
    "acceptance of a wrong one": (acceptance_of_a_wrong_one, Reason.WRONG_PROPOSAL),
    "two contents": (two_contents, Reason.TWO_MESSAGES),
}
HEAVY: Final = {Reason.WRONG_PROPOSAL, Reason.TWO_MESSAGES}
"""Reasons that cost the game at once."""


@cache
def _told(name: str) -> LiarTable:
    table = waiting_for_somebody()
    table.spread(*LIES[name][0](table))
    return table


@pytest.fixture(params=LIES)
def told(request: pytest.FixtureRequest) -> tuple[LiarTable, Reason]:
    """Return a table at which a contradiction was shown to all, and its reason; never changed."""
    return _told(request.param), LIES[request.param][1]


def reports(table: LiarTable, reason: Reason) -> list[FaultReport]:
    """Return the reports of the honest seats about a contradiction."""
    return [
        report_of(session, fault)
        for session in table.honest
        for fault in faults_of(session, table)
        if fault.reason is reason
    ]


def verdict_or_doubt(table: LiarTable, report: FaultReport) -> Reason | Doubt:
    try:
        return judge_report(report.to_bytes(), dict(table.cache)).reason
    except ProvesNothing as nothing:
        return nothing.doubt


def doubt_about(table: LiarTable, report: FaultReport) -> Doubt:
    found = verdict_or_doubt(table, report)
    assert isinstance(found, Doubt)
    return found


def test_a_contradiction_is_proven_to_all_and_to_anybody(told: tuple[LiarTable, Reason]) -> None:
    table, reason = told
    written = reports(table, reason)
    assert len(written) >= len(table.honest)
    for report in written:
        again = FaultReport.from_bytes(report.to_bytes())
        assert again == report or again.to_bytes() == report.to_bytes()
        verdict = judge_report(report.to_bytes(), dict(table.cache))
        assert (verdict.signer, verdict.reason, verdict.step) == (LIAR, reason, report.step)
        assert verdict.blames
    assert {one.signer for session in table.honest for one in faults_of(session, table)} == {LIAR}


@pytest.mark.slow
def test_a_contradiction_puts_its_signer_away_and_nobody_else(
    told: tuple[LiarTable, Reason],
) -> None:
    table, reason = copied(told[0]), told[1]
    # A view that found the slow seat late may be decided before the contradiction is complete.
    before = table.gone - {LIAR}
    assert before <= {SLOW}
    table.silent = set()
    table.play(lambda _table, _tick: [], steps=2)
    assert table.gone == {LIAR} | before
    heavy = {AbsenceMark.FAULTY} if reason in HEAVY else {AbsenceMark.CONTRADICTION}
    assert {one.course.head.gone[LIAR].mark for one in table.honest} == heavy
    table.assert_one_past()
    assert verify_record(record_of(table, 0), dict(table.cache)).steps


def test_a_proof_is_accepted_whatever_the_record_has_of_the_game(
    told: tuple[LiarTable, Reason],
) -> None:
    table, reason = told
    report = reports(table, reason)[0]
    session = table.honest[0]
    for steps in {0, 1, report.step // 2, max(report.step - 1, 0), report.step}:
        parts = [raw for at in range(steps) for raw in session.transcript.recorded(at)]
        beside = session.proof_parts(report.messages, steps)
        grounds = tuple(raw for raw in beside if raw not in set(parts))
        other = replace(report, record=write_record(table.charter, parts), grounds=grounds)
        assert judge_report(other.to_bytes(), dict(table.cache)).reason is reason


def test_a_proof_without_the_statements_it_names_proves_nothing(
    told: tuple[LiarTable, Reason],
) -> None:
    table, reason = told
    report = reports(table, reason)[0]
    for at in range(len(report.grounds)):
        rest = (*report.grounds[:at], *report.grounds[at + 1 :])
        found = verdict_or_doubt(table, replace(report, grounds=rest))
        # Some are not needed: more have accepted a decision than decide.
        assert found in {reason, Doubt.OTHER_POINT, Doubt.NO_FAULT}


def test_nobody_is_framed_by_a_proof_against_somebody_else(
    told: tuple[LiarTable, Reason],
) -> None:
    table, reason = told
    report = reports(table, reason)[0]
    for signer in (0, 2, SLOW, 4):
        assert doubt_about(table, replace(report, signer=signer)) is Doubt.SIGNATURE
    twice = replace(report, messages=(report.messages[0],) * 2)
    single = {Doubt.ONE_CONTENT, Doubt.SHAPE}
    assert doubt_about(table, twice) in single
    alone = replace(report, messages=report.messages[:1])
    if len(report.messages) > 1:
        assert doubt_about(table, alone) in {Doubt.NO_FAULT, Doubt.SHAPE, Doubt.OTHER_POINT}
    for other in {other for _, other in LIES.values()} - {reason}:
        assert doubt_about(table, replace(report, reason=other)) in {
            Doubt.OTHER_REASON,
            Doubt.SHAPE,
            Doubt.SIGNATURE,
            Doubt.OTHER_POINT,
        }
    later = replace(report, step=report.step + 1)
    assert doubt_about(table, later) is Doubt.OTHER_POINT


@pytest.mark.slow
def test_a_changed_byte_never_makes_another_report(told: tuple[LiarTable, Reason]) -> None:
    table, reason = told
    report = reports(table, reason)[0]
    raw = report.to_bytes()
    end = len(raw) - len(report.record)
    for at in range(20, end, max(1, end // 60)):
        changed = bytearray(raw)
        changed[at] ^= 1
        try:
            verdict = judge_report(bytes(changed), dict(table.cache))
        except (ProvesNothing, BrokenRecord):
            continue
        assert (verdict.signer, verdict.reason) == (LIAR, reason)


def test_honest_statements_prove_nothing_against_each_other() -> None:
    table = waiting_for_somebody()
    find_late(table)
    table.silent = set()
    table.play(lambda _table, _tick: [], steps=2)
    judge = table.honest[0]
    record = record_of(table, 0)
    memory = judge.voter.memory
    for signer in (0, 2, SLOW, 4):
        said = [*memory.votes.of(signer), *memory.messages.of(signer)[-20:]]
        pairs = combinations_with_replacement(said, 2)
        assert not any(memory.court.contradiction(one, two) for one, two in pairs)
    one, two = memory.votes.of(0)[:2]
    step = max(step_named(one), step_named(two))
    for reason in {reason for _, reason in LIES.values()}:
        framed = FaultReport(0, step, reason, (one.raw, two.raw), record)
        assert doubt_about(table, framed) in {Doubt.RECORD_END, Doubt.NO_FAULT, Doubt.SIGNATURE}


def two_answers(table: LiarTable, signer: int) -> list[tuple[bytes, StepPoint]]:
    """Return two right answers of a signer, each with the step that follows."""
    found = []
    for choose in (min, max):
        twin = copied(table)
        session = twin.sessions[signer]
        decision, state, knowledge = session.decision(), session.state, session.knowledge
        assert decision is not None
        assert state is not None
        assert knowledge is not None
        intents = session.referee.rules.intents(state, knowledge, decision)
        plain = [one for one in intents if isinstance(one, Pass | Upgrade)]
        twin.handle(signer, session.submit(choose(plain, key=repr)))
        step = table.sessions[signer].point.step
        found.append((session.history[step][signer].to_bytes(), session.transcript.point))
    return found


def playing_on_in_two_pasts() -> LiarTable:
    """Return a table at which one seat answers twice, and another signs on top of both answers."""
    table = lying(FIVE, LIAR, owes=SLOW)
    table.silent = {SLOW}
    answers = two_answers(table, SLOW)
    identity = table.program.identity
    both = [Envelope.seal(identity, point, LIAR, b"\xc0").to_bytes() for _, point in answers]
    table.goal = 0
    table.spread(*(raw for raw, _ in answers), *both)
    return table


def test_two_liars_that_play_on_in_two_pasts_are_both_proven() -> None:
    table = playing_on_in_two_pasts()
    written = reports(table, Reason.TWO_PASTS)
    assert {one.signer for one in written} == {LIAR}
    for report in written:
        assert judge_report(report.to_bytes(), dict(table.cache)).reason is Reason.TWO_PASTS
    assert all(
        session.evidence[SLOW].reason is Reason.TWO_MESSAGES
        for session in table.honest
        if session.signer != SLOW
    )


def test_the_command_accepts_a_report_of_every_contradiction(
    told: tuple[LiarTable, Reason], tmp_path: Path
) -> None:
    table, reason = told
    path = tmp_path / "game-1.report"
    path.write_bytes(reports(table, reason)[0].to_bytes())
    answer = call("verify", str(path))
    assert answer.code == PEERS_DISAGREE
    assert is_one_sentence(answer.out)
    assert table.charter.names[LIAR] in answer.out


def test_the_same_answer_in_two_views_is_no_fault() -> None:
    table = lying(3, LIAR)
    raw = table.answers() or [table.message().to_bytes()]
    one, two = (table.signed_again(raw[0], view) for view in (0, 1))
    record = record_of(table, 0)
    pair = (one.to_bytes(), two.to_bytes())
    report = FaultReport(LIAR, one.step, Reason.TWO_MESSAGES, pair, record)
    assert doubt_about(table, report) is Doubt.ONE_CONTENT
