"""The evidence of a vote outlives the programs of all voters."""

from __future__ import annotations

from itertools import chain

import pytest

from protocol.agreement.slips import is_slip
from protocol.agreement.vote_events import Persist
from protocol.errors import RemoteProtocolError
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.record import BrokenRecord, verify_record, write_record
from protocol.wire.bodies import SignCharter, pack_body
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Peer
from tests.adversary.splits import SplitTable
from tests.adversary.test_absence import at, record_of

LIAR = 2


def lied_to() -> tuple[SplitTable, Envelope]:
    """Return a table of three whose last seat has signed a wrong answer, as the others know."""
    table = at(3, StepKind.ACT)
    table.run_until(lambda: table.sessions[LIAR].decision() is not None)
    liar = table.sessions[LIAR]
    lie = Envelope.seal(liar.identity, liar.point, LIAR, pack_body(SignCharter()))
    table.silent = {0, 1, LIAR}
    for signer in (0, 1):
        table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))
    return table, lie


def kept(table: SplitTable, signer: int) -> list[bytes]:
    """Return everything a seat had to persist, in order."""
    return [event.raw for event in table.told(signer, Persist)]


def test_evidence_is_persisted_once_and_before_the_vote() -> None:
    table, lie = lied_to()
    table.handle(0, table.sessions[0].receive(lie.to_bytes()))
    written = kept(table, 0)
    assert written.count(lie.to_bytes()) == 1
    votes = [at for at, raw in enumerate(written) if is_slip(raw)]
    assert written.index(lie.to_bytes()) < votes[0]


def test_a_restarted_seat_has_the_evidence_of_its_vote() -> None:
    table, lie = lied_to()
    before = table.sessions[0]
    step = lie.step
    again = Session(table.charter, 0, before.identity, before.private_seat.secret)
    for raw in kept(table, 0):
        again.recall(raw)
    again.start()
    for at_step in range(step):
        for raw in before.transcript.recorded(at_step):
            again.receive(raw)
    assert LIAR in again.evidence


def test_evidence_is_verified_when_it_is_recalled_and_not_with_every_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, lie = lied_to()
    before = table.sessions[0]
    again = Session(table.charter, 0, before.identity, before.private_seat.secret)
    again.recorded(lie.step)
    for raw in kept(table, 0):
        again.recall(raw)
    verified = []
    monkeypatch.setattr(Peer, "verify", lambda _self, _domain, content, _: verified.append(content))
    again.start()
    assert not verified
    for raw in before.transcript.recorded(0):
        again.receive(raw)
    assert again.point.step == 1
    ours = 1
    assert len(verified) == len(before.transcript.recorded(0)) - ours


def test_unsigned_evidence_is_refused() -> None:
    table, lie = lied_to()
    forged = Envelope(
        lie.table_id, lie.step, 1, lie.head, lie.state, lie.body, lie.signature
    ).to_bytes()
    before = table.sessions[0]
    again = Session(table.charter, 0, before.identity, before.private_seat.secret)
    with pytest.raises(RemoteProtocolError):
        again.recall(forged)


def with_a_copy(table: SplitTable, said: Envelope, signature: bytes) -> bytes:
    """Return the record of seat 0 with a message at the end of what proves its last decision."""
    transcript = table.sessions[0].transcript
    last = max(step for step, proof in enumerate(transcript.proofs) if proof)
    raw = said.to_bytes()[: -len(signature)] + signature
    parts = [list(transcript.recorded(step)) for step in range(len(transcript.history))]
    parts[last].insert(len(transcript.proofs[last]), raw)
    return write_record(table.charter, chain.from_iterable(parts))


def test_a_proof_may_end_with_an_earlier_answer_signed_in_another_view() -> None:
    table, _ = lied_to()
    table.silent = {LIAR}
    table.agree_until((0, 1), lambda: LIAR in table.sessions[0].away)
    liar, transcript = table.sessions[LIAR], table.sessions[0].transcript
    before = max(step for step, said in enumerate(transcript.history) if LIAR in said)
    said = transcript.history[before][LIAR]
    point = transcript.points[before]
    again = Envelope.seal(liar.identity, point, LIAR, said.body, said.returns, said.view + 1)
    assert again.digest == said.digest
    found = verify_record(with_a_copy(table, again, again.signature))
    assert found.steps == verify_record(record_of(table, 0)).steps
    with pytest.raises(BrokenRecord):
        verify_record(with_a_copy(table, again, said.signature))
