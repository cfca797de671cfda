"""Two records of one table whose votes prove together that somebody voted for both."""

from __future__ import annotations

from protocol.agreement.slips import VoteSigner
from protocol.errors import Reason
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.comparison import compare
from tests.adversary.splits import SplitTable
from tests.adversary.test_absence import at, record_of

LIAR = 0


def pen_of(session: Session) -> VoteSigner:
    return VoteSigner(session.identity, session.charter.table_id, session.signer)


def closed_twice() -> SplitTable:
    """Return a table at which a liar helps each of two others to close a step without the other."""
    table = at(3, StepKind.PICK)
    table.silent = {0, 1, 2}
    table.run()
    table.split((0,), (1,), (2,))
    for signer in (0, 1, 2):
        session = table.sessions[signer]
        table.handle(signer, session.submit(table.choose(session)))
    answer = table.sessions[LIAR].present[LIAR].to_bytes()
    for view, signer, late in ((1, 1, 2), (2, 2, 1)):
        session = table.sessions[signer]
        table.handle(signer, session.receive(answer))
        table.run()
        pens = [pen_of(table.sessions[one]) for one in (LIAR, signer)]
        head, held = session.voter.head, session.voter.held()
        assert len(held) == 2
        freezes = [pen.freeze(view, None, None, head, held, (late,), ()) for pen in pens]
        proposal = pens[1].proposal(view, tuple(freezes))
        for vote in (proposal, *(pen.acceptance(proposal) for pen in pens)):
            table.handle(signer, session.receive(vote.raw))
        assert session.away.keys() == {late}
    return table


def test_a_vote_for_two_closings_is_named_with_both_votes() -> None:
    table = closed_twice()
    one, other = (record_of(table, signer) for signer in (1, 2))
    for records in ((one, other), (other, one)):
        found = compare(*records, dict(table.cache))
        assert found.step == table.sessions[1].away[2] - 1
        named = {(pair.signer, pair.reason) for pair in found.contradictions}
        assert (LIAR, Reason.FORGOTTEN_ACCEPTANCE) in named
        assert {signer for signer, _ in named} == {LIAR}
        assert found.both == ()


def test_a_record_compared_with_itself_names_nobody() -> None:
    table = closed_twice()
    record = record_of(table, 1)
    found = compare(record, record, dict(table.cache))
    assert found.agree
    assert found.contradictions == ()
