"""Fault reports: they prove faults to anybody, and nobody can be framed."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from engine import actions as act
from engine.values import replace
from protocol.errors import Reason
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.evidence import Doubt, FaultReport, ProvesNothing, judge_report
from protocol.record.record import BrokenRecord, write_record
from protocol.wire.bodies import Act, CommitSeed, PickAndPass, SealCard
from protocol.wire.envelope import Envelope
from tests.adversary.scenes import Scene, action, kind, scene

PICK = kind(StepKind.PICK)


def record_before(session: Session, charter_of: Scene, step: int) -> bytes:
    parts = [raw for at in range(step) for raw in session.transcript.recorded(at)]
    return write_record(charter_of.charter, parts)


def report_of(table: Scene, reason: Reason, *messages: Envelope) -> FaultReport:
    """Write the report of an honest seat about messages that the cheater signed."""
    session, step = table.honest[0], messages[0].step
    record = record_before(session, table, min(step, session.point.step))
    raws = tuple(one.to_bytes() for one in messages)
    return FaultReport(table.cheater, step, reason, raws, record)


def assert_proves(table: Scene, report: FaultReport) -> None:
    verdict = judge_report(report.to_bytes(), dict(table.cache))
    assert (verdict.signer, verdict.step, verdict.reason) == (
        table.cheater,
        report.step,
        report.reason,
    )
    assert verdict.blames


def assert_nothing(table: Scene, report: FaultReport | bytes, doubt: Doubt) -> None:
    raw = report if isinstance(report, bytes) else report.to_bytes()
    with pytest.raises(ProvesNothing) as caught:
        judge_report(raw, dict(table.cache))
    assert caught.value.doubt is doubt


# ---------------------------------------------------------------------- proven


def test_two_contents_for_one_step_are_proven() -> None:
    table = scene(kind(StepKind.COMMIT))
    pair = table.true, table.forged(CommitSeed(bytes(32)))
    assert_proves(table, report_of(table, Reason.TWO_MESSAGES, *pair))


def test_two_seats_write_the_same_report_in_either_order() -> None:
    table = scene(kind(StepKind.COMMIT))
    pair = table.true, table.forged(CommitSeed(bytes(32)))
    there = report_of(table, Reason.TWO_MESSAGES, *pair).to_bytes()
    back = report_of(table, Reason.TWO_MESSAGES, *reversed(pair)).to_bytes()
    assert there == back


def test_two_contents_for_a_later_step_are_proven() -> None:
    table = scene(kind(StepKind.COMMIT))
    point = replace(table.honest[0].point, step=9, head=bytes(32))
    one, two = (Envelope.seal(table.liar.identity, point, table.cheater, b) for b in (b"1", b"2"))
    assert_proves(table, report_of(table, Reason.TWO_MESSAGES, one, two))


def test_a_bad_proof_is_proven() -> None:
    table = scene(PICK)
    assert isinstance(table.body, PickAndPass)
    proof = bytearray(table.body.proof)
    proof[-1] ^= 1
    bad = table.forged(PickAndPass(bytes(proof)))
    faults = [event for events in table.say(bad) for event in events]
    reason = faults[0].reason  # type: ignore[union-attr]
    assert_proves(table, report_of(table, reason, bad))


def test_a_bad_seal_is_proven() -> None:
    table = scene(kind(StepKind.SEAL))
    assert isinstance(table.body, SealCard)
    bad = table.forged(SealCard(table.body.proof[:-32] + bytes(32)))
    assert_proves(table, report_of(table, Reason.SEAL_PROOF, bad))


def test_an_illegal_action_is_proven() -> None:
    table = scene(kind(StepKind.ACT))
    assert isinstance(table.body, Act)
    seat = table.honest[0].seat
    assert seat is not None
    bad = table.forged(Act(replace(table.body.action, seat=seat)))
    assert_proves(table, report_of(table, Reason.ILLEGAL_ACTION, bad))


def test_a_malformed_message_is_proven() -> None:
    table = scene(PICK)
    (fault, *_) = table.say(table.forged(b"\xc1"))[0]
    assert_proves(table, report_of(table, fault.reason, table.forged(b"\xc1")))  # type: ignore[union-attr]


def test_a_message_that_was_not_owed_is_proven() -> None:
    table = scene(action(act.Invade))
    honest = table.honest[0]
    free = next(
        step for step, said in enumerate(honest.history) if step and table.cheater not in said
    )
    point = honest.transcript.points[free]
    late = Envelope.seal(table.liar.identity, point, table.cheater, table.true.body)
    assert_proves(table, report_of(table, Reason.NOT_OWED, late))


# ------------------------------------------------------- differing, nobody is blamed


def test_another_state_shows_differing_programs_and_blames_nobody() -> None:
    table = scene(PICK)
    odd = table.signed(dataclasses.replace(table.true, state=bytes(32)))
    verdict = judge_report(report_of(table, Reason.OTHER_STATE, odd).to_bytes(), dict(table.cache))
    assert not verdict.blames
    assert (verdict.ours, verdict.theirs) == (table.honest[0].point.state, bytes(32))


def test_another_past_shows_differing_pasts_and_blames_nobody() -> None:
    table = scene(PICK)
    odd = table.signed(dataclasses.replace(table.true, head=bytes(32)))
    verdict = judge_report(report_of(table, Reason.OTHER_HEAD, odd).to_bytes(), dict(table.cache))
    assert not verdict.blames
    assert (verdict.ours, verdict.theirs) == (table.honest[0].point.head, bytes(32))


# ---------------------------------------------------------------- nobody is framed


TWICE = (Reason.TWO_MESSAGES, Reason.TWO_VOTES)


@pytest.mark.parametrize("reason", [one for one in Reason if one not in TWICE])
def test_an_honest_message_proves_no_fault(reason: Reason) -> None:
    table = scene(PICK)
    assert_nothing(table, report_of(table, reason, table.true), Doubt.NO_FAULT)


def test_one_message_shown_twice_proves_nothing() -> None:
    table = scene(PICK)
    pair = table.true, table.true
    assert_nothing(table, report_of(table, Reason.TWO_MESSAGES, *pair), Doubt.ONE_CONTENT)


def test_messages_of_two_steps_or_pasts_prove_nothing() -> None:
    table = scene(PICK)
    before = table.honest[0].history[0][table.cheater]
    report = report_of(table, Reason.TWO_MESSAGES, table.true, before)
    assert_nothing(table, report, Doubt.OTHER_POINT)
    # A step that was closed again is signed again, after another past.
    other = table.signed(dataclasses.replace(table.true, head=bytes(32)))
    report = report_of(table, Reason.TWO_MESSAGES, table.true, other)
    assert_nothing(table, report, Doubt.OTHER_POINT)


def test_messages_of_another_signer_prove_nothing() -> None:
    table = scene(kind(StepKind.COMMIT))
    pair = table.true, table.forged(CommitSeed(bytes(32)))
    report = report_of(table, Reason.TWO_MESSAGES, *pair)
    assert_nothing(table, replace(report, signer=0), Doubt.SIGNATURE)
    forger = table.honest[0]
    fake = Envelope.seal(forger.identity, table.honest[0].point, table.cheater, b"\xc1")
    assert_nothing(table, report_of(table, Reason.WRONG_SHAPE, fake), Doubt.SIGNATURE)


def test_an_honest_message_after_another_record_proves_nothing() -> None:
    """If the record is cut short, the message is not due at its end."""
    table = scene(PICK)
    report = report_of(table, Reason.WRONG_KIND, table.true)
    for step in range(table.true.step):
        short = replace(report, record=record_before(table.honest[0], table, step))
        assert_nothing(table, short, Doubt.RECORD_END)
        assert_nothing(table, replace(short, step=step), Doubt.OTHER_POINT)


def test_a_fault_reported_with_another_reason_proves_nothing() -> None:
    table = scene(PICK)
    report = report_of(table, Reason.ILLEGAL_ACTION, table.forged(b"\xc1"))
    assert_nothing(table, report, Doubt.OTHER_REASON)


def test_a_report_with_a_broken_record_is_refused() -> None:
    table = scene(PICK)
    report = report_of(table, Reason.WRONG_SHAPE, table.forged(b"\xc1"))
    record = bytearray(report.record)
    record[-1] ^= 1
    with pytest.raises(BrokenRecord):
        judge_report(replace(report, record=bytes(record)).to_bytes(), dict(table.cache))
    unfinished = report.record + report.record[-100:]
    with pytest.raises(BrokenRecord):
        judge_report(replace(report, record=unfinished).to_bytes(), dict(table.cache))


def test_a_changed_byte_never_changes_the_verdict() -> None:
    table = scene(kind(StepKind.COMMIT))
    pair = table.true, table.forged(CommitSeed(bytes(32)))
    raw = report_of(table, Reason.TWO_MESSAGES, *pair).to_bytes()
    chance = Random(5)
    for _ in range(150):
        changed = bytearray(raw)
        changed[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        with pytest.raises((ProvesNothing, BrokenRecord)):
            judge_report(bytes(changed), dict(table.cache))
    assert_nothing(table, raw[:60], Doubt.SHAPE)
    assert_nothing(table, b"", Doubt.SHAPE)


def test_a_report_contains_no_secret() -> None:
    table = scene(PICK)
    raw = report_of(table, Reason.WRONG_SHAPE, table.forged(b"\xc1")).to_bytes()
    for session in table.sessions:
        assert session.identity.seed not in raw
        assert session.private_seat.secret.raw not in raw
