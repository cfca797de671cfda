"""Two records of one table: the step at which they part, double signers, differing programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import values
from protocol.errors import Reason
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.comparison import BrokenSide, OtherTables, compare
from protocol.record.evidence import FaultReport, judge_report
from protocol.record.record import write_record
from protocol.wire.bodies import CommitSeed
from protocol.wire.envelope import Envelope
from tests.adversary.scenes import Scene, kind, scene


def record_of(session: Session, steps: int | None = None) -> bytes:
    transcript = session.transcript
    count = len(transcript.history) if steps is None else steps
    parts = [raw for step in range(count) for raw in transcript.recorded(step)]
    return write_record(session.charter, parts)


def split() -> Scene:
    """Make two honest seats close a step with different commitments of the cheater."""
    table = scene(kind(StepKind.COMMIT))
    one, two = table.honest
    other = table.forged(CommitSeed(bytes(32)))
    table.tell(one, table.true.to_bytes())
    table.tell(two, other.to_bytes())
    return table


def test_the_beginning_of_a_record_agrees_with_the_whole() -> None:
    table = scene(kind(StepKind.PICK))
    session = table.honest[0]
    whole, part = record_of(session), record_of(session, 2)
    found = compare(whole, part, table.cache)
    assert found.agree
    assert found.steps == (session.point.step, 2)


def test_the_first_differing_step_is_reported_with_the_double_signer() -> None:
    table = split()
    one, two = table.honest
    found = compare(record_of(one), record_of(two), table.cache)
    assert found.step == table.true.step
    assert found.both == (table.cheater,)
    assert found.sides is not None
    for side, session in zip(found.sides, (one, two), strict=True):
        assert set(side.messages) == {0, 1, 2}
        assert side.messages[session.signer] == session.history[-1][session.signer].digest


def test_differing_programs_are_reported_with_both_states() -> None:
    table = scene(kind(StepKind.PICK))
    session = table.honest[0]
    odd = table.signed(replace(table.true, state=bytes(32)))
    ours = record_of(session)
    theirs = write_record(
        table.charter,
        [
            *(raw for step in range(odd.step) for raw in session.transcript.recorded(step)),
            *_all_of_state(table, bytes(32)),
        ],
    )
    found = compare(ours, theirs, table.cache)
    assert (found.step, found.states) == (odd.step, (session.point.state, bytes(32)))


def _all_of_state(table: Scene, state: bytes) -> list[Envelope]:
    """Return the messages of the present step as signed by programs with another state."""
    point = values.replace(table.honest[0].point, state=state)
    due = table.honest[0].referee.due.signers
    return [
        Envelope.seal(table.sessions[signer].identity, point, signer, b"\x00") for signer in due
    ]


def test_a_report_can_be_compared_with_a_record() -> None:
    table = scene(kind(StepKind.PICK))
    session = table.honest[0]
    odd = table.signed(replace(table.true, state=bytes(32)))
    report = FaultReport(
        table.cheater, odd.step, Reason.OTHER_STATE, (odd.to_bytes(),), record_of(session)
    )
    found = compare(record_of(session), report.to_bytes(), table.cache)
    assert found.signer == table.cheater
    assert found.step == odd.step


def test_records_of_different_tables_are_refused() -> None:
    one, other = scene(kind(StepKind.PICK)), scene(kind(StepKind.PICK), seed=3)
    with pytest.raises(OtherTables):
        compare(record_of(one.honest[0]), record_of(other.honest[0]))


def test_the_broken_one_of_two_records_is_named() -> None:
    table = scene(kind(StepKind.PICK))
    whole = record_of(table.honest[0])
    changed = bytearray(whole)
    changed[-1] ^= 1
    with pytest.raises(BrokenSide) as caught:
        compare(whole, bytes(changed), table.cache)
    assert caught.value.index == 1


def test_the_proof_of_a_double_signer_holds_both_messages() -> None:
    table = split()
    one, two = (record_of(session) for session in table.honest)
    (proven,) = compare(one, two, table.cache).contradictions
    assert (proven.signer, proven.step) == (table.cheater, table.true.step)
    report = FaultReport(
        proven.signer,
        proven.step,
        proven.reason,
        proven.messages,
        record_of(table.honest[0], proven.step),
    )
    assert judge_report(report.to_bytes(), table.cache).blames


def test_another_content_in_a_step_that_is_still_open_is_found() -> None:
    table = split()
    whole = record_of(table.honest[0])
    step = table.true.step
    other = table.honest[1].history[step][table.cheater]
    session = table.honest[0]
    parts = [raw for at in range(step) for raw in session.transcript.recorded(at)]
    parts += [session.history[step][0].to_bytes(), other.to_bytes()]
    unfinished = write_record(table.charter, parts)
    found = compare(whole, unfinished, table.cache)
    assert (found.step, found.both) == (step, (table.cheater,))


def test_an_open_step_with_the_same_messages_agrees() -> None:
    table = split()
    session, step = table.honest[0], table.true.step
    parts = [raw for at in range(step) for raw in session.transcript.recorded(at)]
    parts.append(session.history[step][0].to_bytes())
    assert compare(record_of(session), write_record(table.charter, parts), table.cache).agree
