"""Votes that are forged, too many, too late, or shown to one seat only; and what they cannot do."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Final

import pytest

from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.slips import FREEZE_SIZE, VoteSigner
from protocol.agreement.statements import ProposalVote
from protocol.agreement.vote_events import Transmit
from protocol.agreement.waiting_slips import NAMED
from protocol.errors import Reason
from protocol.game.events import Dropped, Rewound, WentAway
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.record import BrokenRecord, verify_record, write_record
from protocol.wire.codec import pack
from protocol.wire.identity import Domain
from tests.adversary.lies import LiarTable, faults_of, lying
from tests.adversary.second_ends import played
from tests.adversary.tables import copied
from tests.adversary.test_absence import record_of

LIAR: Final = 0


def pen_of(session: Session) -> VoteSigner:
    return VoteSigner(session.identity, session.charter.table_id, session.signer)


def dropped(session: Session, raw: bytes) -> Reason:
    """Return the reason why a seat drops bytes, without any other effect."""
    before = session.point, session.voter.promised, session.standing()
    (event,) = session.receive(raw)
    assert isinstance(event, Dropped)
    assert (session.point, session.voter.promised, session.standing()) == before
    return event.reason


# ------------------------------------------------------------------- forged


def test_votes_in_the_name_of_somebody_else_are_dropped() -> None:
    table = lying(3)
    honest = table.honest[0]
    forged = VoteSigner(table.program.identity, table.charter.table_id, 2)
    freeze = forged.freeze(1, None, None, table.voter.head, (), (), ())
    assert dropped(honest, freeze.raw) is Reason.BAD_SIGNATURE
    beside = table.proposal(3, table.freeze(3), freeze)
    assert dropped(honest, beside.raw) is Reason.BAD_SIGNATURE


def test_votes_of_another_table_are_dropped() -> None:
    table = lying(3)
    elsewhere = VoteSigner(table.program.identity, bytes(32), LIAR)
    freeze = elsewhere.freeze(1, None, None, table.voter.head, (), (), ())
    assert dropped(table.honest[0], freeze.raw) is Reason.OTHER_TABLE


def signed_freeze(table: LiarTable, view: int, held: tuple[tuple[int, bytes], ...] = ()) -> bytes:
    """Sign a freeze whose numbers nobody has checked."""
    head = table.voter.head
    subject = (table.charter.table_id, view, LIAR, b"", b"", head.step, head.digest)
    content = pack((*subject, held, (), ()))
    return pack((1, content, table.program.identity.sign(Domain.FREEZE_2, content)))


@pytest.mark.parametrize("view", [0, (1 << 62) + 1, 1 << 63])
def test_views_that_do_not_exist_are_dropped(view: int) -> None:
    table = lying(3)
    assert dropped(table.honest[0], signed_freeze(table, view)) is Reason.WRONG_SHAPE


def test_a_freeze_beyond_its_size_is_dropped() -> None:
    table = lying(3)
    held = tuple((signer, bytes([at]) * 32) for signer in range(62) for at in (1, 2))
    raw = signed_freeze(table, 1, held)
    assert len(raw) > FREEZE_SIZE
    assert dropped(table.honest[0], raw) is Reason.WRONG_LENGTH


# ------------------------------------------------------------------- floods


def test_votes_that_cannot_be_judged_use_bounded_memory_and_hide_no_vote() -> None:
    table = lying(4)
    ghosts = [
        ProposalVote(bytes([1 + at % 200, at // 200]) * 16, b"", at + 1, 1, ()) for at in range(300)
    ]
    for ghost in ghosts:
        for raw in (
            table.acceptance(ghost).raw,
            table.freeze(ghost.view, base=ghost).raw,
            table.freeze(ghost.view + 1, accepted=ghost).raw,
        ):
            for session in table.honest:
                session.receive(raw)
    for session in table.honest:
        assert len(list(session.voter.memory.waiting)) <= 3 + NAMED
        assert len(session.standing().wants) <= 16
        assert session.voter.promised == 0
    table.play(lambda _table, _tick: [], steps=1)
    assert table.gone == {LIAR}


# --------------------------------------------------------- few voters, far views


def test_a_lone_freeze_far_above_does_not_drag_one_of_two_voters() -> None:
    table = lying(2, 0, owes=1)
    table.silent = {1}
    table.spread(table.freeze(1 << 61).raw, table.freeze(65).raw)
    assert table.sessions[1].voter.promised == 0
    table.silent = set()
    table.play(lambda liars, _tick: liars.answers(), steps=3)
    assert table.gone <= {LIAR}


def test_a_lone_freeze_near_by_costs_one_of_two_voters_no_answer() -> None:
    table = lying(2, 0, owes=1)
    for view in (1, 3, 5):
        table.spread(table.freeze(view).raw)
    table.play(lambda liars, _tick: liars.said(), steps=3)
    assert table.gone <= {LIAR}


def without_one() -> LiarTable:
    """Return a table of three at which the last person was put away for silence."""
    table = lying(3, 2)
    table.play(lambda _table, _tick: [], steps=1)
    assert table.gone == {2}
    return table


def test_somebody_put_away_votes_if_the_others_are_even() -> None:
    """The first seat's machine dies while the third is back: two of three voters go on."""
    table = without_one()
    table.lie(-1)
    assert table.sessions[1].voter.voters == (0, 1, 2)
    table.split((1, 2), (0,))
    here = table.sessions[1:]

    def went_on() -> bool:
        return all(0 in session.away for session in here)

    for _ in range(12):
        for session in here:
            if 0 in session.waiting_for:
                table.agree(session.signer)
        table.tick(1, went_on)
    assert went_on()


def test_somebody_put_away_cannot_stop_the_others() -> None:
    table = without_one()
    table.spread(table.freeze(table.above + 40).raw, table.freeze(table.above + 2000).raw)
    table.play(lambda liars, _tick: [liars.freeze(liars.above + 1).raw], steps=4)
    assert table.gone == {2}


def test_clocks_that_differ_cost_few_views() -> None:
    """Two of three honest seats find the liar late, the third one does not yet."""
    table = lying(4)
    table.clocks = {3: 1000}
    for _ in range(50):
        table.pass_tick()
    assert not table.gone
    assert max(one.voter.promised for one in table.honest) < 12
    table.clocks = {}
    table.play(lambda _table, _tick: [], steps=1)
    assert table.gone == {LIAR}
    assert table.ticks < 50 + 12


# ------------------------------------------------------------------ before the game


@pytest.mark.parametrize("kind", [StepKind.COMMIT, StepKind.REVEAL])
def test_no_view_puts_anybody_away_while_the_seed_is_made(kind: StepKind) -> None:
    table = lying(3, 0, kind)
    table.split((0, 1), (2,))
    table.wire.queue.clear()
    late = tuple(s for s in table.voter.court.steps.owers(table.voter.head) if s == 2)
    for view in (1, 2, 3, 4):
        raw = table.freeze(view, late=late).raw
        table.handle(1, table.sessions[1].receive(raw))
        table.agree(1)
        table.tick(4)
    assert not table.sessions[1].away
    assert table.sessions[1].referee.due.kind in {StepKind.SIGN, kind, StepKind.REVEAL}
    table.lie(-1)
    table.heal()
    table.silent = {0, 1, 2}
    table.tick(12)
    assert all(one.state is not None and not one.away for one in table.sessions)


# --------------------------------------------------------------- shown to one seat


@pytest.mark.parametrize("persons", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_another_content_shown_to_one_seat_first_does_not_put_that_seat_away(persons: int) -> None:
    table = lying(persons)
    contents = {body: table.message(body=body).to_bytes() for body in (b"\xc0", b"\xc2")}
    for session in table.honest:
        body = b"\xc2" if session.signer == persons - 1 else b"\xc0"
        table.handle(session.signer, session.receive(contents[body]))
    table.play(lambda _table, _tick: [], steps=2)
    assert table.gone == {LIAR}
    assert table.ticks <= 12


@pytest.mark.parametrize("persons", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_three_contents_shown_to_pairs_of_seats_do_not_stop_the_table(persons: int) -> None:
    table = lying(persons)
    contents = [table.message(body=body).to_bytes() for body in (b"\xc0", b"\xc2", b"\xc3")]
    for session in table.honest:
        for at in (session.signer, session.signer + 1):
            table.handle(session.signer, session.receive(contents[at % 3]))
    table.play(lambda _table, _tick: [], steps=2)
    assert table.gone == {LIAR}


def test_a_proposal_shown_to_one_seat_alone_stops_nobody() -> None:
    """The leader lets one seat accept, and is silent then; the next view goes on from there."""
    table = lying(5, 1, owes=3)
    table.silent = {3}
    table.agree(0, 2, 4)
    table.run()
    mine = table.freeze(1, late=(3,))
    table.spread(mine.raw)
    freezes = table.voter.memory.votes.freezes()
    proposal = table.proposal(1, mine, freezes[0], freezes[2])
    table.split((0,), (1,), (2,), (3,), (4,))
    table.handle(0, table.sessions[0].receive(proposal.raw))
    table.run()
    assert table.sessions[0].voter.accepted == proposal
    table.heal()
    table.play(lambda _table, _tick: [], steps=2)
    assert 3 in table.gone
    table.assert_one_past()
    assert not any(faults_of(one, table) for one in table.honest)


def test_a_decision_shown_to_one_seat_alone_reaches_all() -> None:
    table = lying(5, 1, owes=3)
    table.silent = {3}
    table.agree(0, 2, 4)
    table.run()
    mine = table.freeze(1, late=(3,))
    table.spread(mine.raw)
    freezes = table.voter.memory.votes.freezes()
    proposal = table.proposal(1, mine, freezes[0], freezes[2])
    table.split((0, 2), (1,), (3,), (4,))
    for raw in (proposal.raw, table.acceptance(proposal).raw):
        for signer in (0, 2):
            table.handle(signer, table.sessions[signer].receive(raw))
    table.run_until(lambda: table.sessions[0].voter.base is not None)
    assert table.sessions[0].away.keys() == {3}
    table.heal()
    table.pass_tick()
    table.pass_tick()
    assert all(3 in one.away for one in table.honest)
    table.assert_one_past()


# ------------------------------------------------------------- contradictions count


def test_the_first_contradiction_costs_an_absence_and_the_second_the_game() -> None:
    # Of three the one put away votes on; of four a returned person votes from the next decision.
    table = lying(3, 1, owes=0)
    table.silent = {0}
    tip = table.voter.head.before
    assert tip is not None
    table.spread(table.freeze(1).raw, table.freeze(1, tip=tip).raw)
    table.silent = set()
    table.play(lambda _table, _tick: [], steps=1)
    gone = {one.course.head.gone[1].mark for one in table.honest}
    assert gone == {AbsenceMark.CONTRADICTION}
    table.let_the_liar_catch_up()
    wish = [event.raw for event in table.program.ask_back() if isinstance(event, Transmit)]
    assert wish
    table.goal = table.honest[0].point.step + 3
    table.spread(*wish)
    assert not table.gone
    table.let_the_liar_catch_up()
    # The old pair is spent; one that was signed since then is not.
    view, tip = table.above + 1, table.honest[0].voter.head
    assert tip.before is not None
    table.goal = max(one.point.step for one in table.honest)
    table.spread(table.freeze(view, tip=tip).raw, table.freeze(view, tip=tip.before).raw)
    table.play(lambda _table, _tick: [], steps=2)
    gone = {one.course.head.gone[1].mark for one in table.honest}
    assert gone == {AbsenceMark.FAULTY}
    table.let_the_liar_catch_up()
    assert table.program.ask_back() == ()


# ------------------------------------------------------------------- the end


def test_no_vote_reopens_a_closed_table() -> None:
    table = copied(played())
    ends = [one.point for one in table.sessions]
    first = table.sessions[0]
    root = first.voter.court.root
    pens = [pen_of(one) for one in table.sessions]
    freezes = [pen.freeze(1, None, None, root, (), (), ()) for pen in pens]
    proposal = pens[1].proposal(1, tuple(freezes[:2]))
    votes = [*freezes, proposal, *(pen.acceptance(proposal) for pen in pens)]
    for session in table.sessions:
        for vote in votes:
            assert session.receive(vote.raw) == ()
        session.tick()
        session.find_late()
    assert [one.point for one in table.sessions] == ends


# ------------------------------------------------- two decisions of one step


@cache
def apart() -> tuple[LiarTable, tuple[tuple[bytes, ...], tuple[bytes, ...]]]:
    """Return a table, and two decisions of its open step that liars have signed.

    One closes the step without a seat, in view 1; the other one closes it with that seat's answer,
    without another one, in view 2.
    """
    table = lying(3, 0, owes=2)
    slow = table.sessions[2]
    head = table.sessions[1].voter.head
    pens = [pen_of(one) for one in table.sessions]
    first = [pens[s].freeze(1, None, None, head, (), (2,), ()) for s in (0, 1)]
    without = pens[1].proposal(1, tuple(first))
    table.silent = {0, 1}
    table.split((0,), (1,), (2,))
    table.handle(2, slow.submit(table.choose(slow)))
    table.run()
    steps = range(head.step, slow.point.step)
    said = [one.to_bytes() for step in steps for one in slow.history[step].values()]
    tip = slow.voter.head
    second = [pens[s].freeze(2, None, None, tip, (), (), ()) for s in (0, 2)]
    other = pens[2].proposal(2, tuple(second))
    return table, (
        (*(pens[s].acceptance(without).raw for s in (0, 1)), without.raw),
        (*said, *(pens[s].acceptance(other).raw for s in (0, 2)), other.raw),
    )


@pytest.mark.parametrize("order", list(permutations(range(2))))
@pytest.mark.parametrize("signer", [0, 1, 2])
@pytest.mark.parametrize("is_turned", [False, True])
def test_two_decisions_of_one_step_raise_nothing_in_either_order(
    order: tuple[int, int], signer: int, *, is_turned: bool
) -> None:
    made, decisions = apart()
    ends = set()
    for one in (order, order[::-1]):
        table = copied(made)
        session = table.sessions[signer]
        for at in one:
            raws = decisions[at][::-1] if is_turned else decisions[at]
            for raw in raws:
                table.handle(signer, session.receive(raw))
                table.handle(signer, session.tick())
        ends.add(session.voter.view)
        assert session.course.head == session.voter.head
    assert ends == {2}


def test_a_closed_table_stays_closed_whatever_was_decided_beside_it() -> None:
    _, decisions = apart()
    table = copied(played())
    for session in table.sessions:
        end = session.point
        for raw in (*decisions[0], *decisions[1]):
            session.receive(raw)
        assert session.point == end


def test_a_signature_held_back_reopens_nothing() -> None:
    """View 1 is completed after view 2 was decided and the table went on."""
    made, (first, second) = apart()
    table = copied(made)
    session = table.sessions[1]
    for raw in (*second, *first[1:]):
        table.handle(1, session.receive(raw))
    assert session.voter.view == 2
    head, events = session.course.head, len(table.events[1])
    table.handle(1, session.receive(first[0]))
    assert session.course.head == head
    assert 0 in session.evidence
    assert not any(isinstance(one, Rewound | WentAway) for one in table.events[1][events:])


# ----------------------------------------------------------------------- records


def test_votes_that_count_nothing_do_not_keep_a_reader_of_records_busy() -> None:
    table = lying(3, 0)
    pen = table.pen
    head = table.voter.head
    freezes = [pen.freeze(view, None, None, head, (), (), ()) for view in range(1, 40)]
    wrong = [pen.freeze(view, None, None, head, (), (1,), ()) for view in range(40, 60)]
    parts = [raw for at in range(head.step) for raw in table.sessions[1].transcript.recorded(at)]
    raw = write_record(table.charter, [*parts, *(one.raw for one in (*freezes, *wrong))])
    verified = verify_record(raw, dict(table.cache))
    assert verified.steps == head.step


def step_reached(record: bytes, table: LiarTable) -> int:
    """Return the number of steps that a record closes, whole or not."""
    try:
        return verify_record(record, dict(table.cache)).steps
    except BrokenRecord as broken:
        return broken.step


def test_a_record_with_a_decision_that_too_few_accepted_is_broken() -> None:
    made, (first, _) = apart()
    table = copied(made)
    session = table.sessions[1]
    for raw in first:
        table.handle(1, session.receive(raw))
    assert session.away.keys() == {2}
    whole = record_of(table, 1)
    assert verify_record(whole, dict(table.cache)).away == (2,)
    step = next(at for at, proof in enumerate(session.transcript.proofs) if proof)
    before = [raw for at in range(step) for raw in session.transcript.recorded(at)]
    proof = session.transcript.proofs[step]
    for raw in proof:
        fewer = [one for one in proof if one != raw]
        after = [
            raw
            for at in range(step + 1, session.point.step)
            for raw in session.transcript.recorded(at)
        ]
        record = write_record(table.charter, [*before, *fewer, *after])
        assert step_reached(record, table) == step
