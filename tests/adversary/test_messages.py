"""Cheats with whole messages: repeated, forged, untimely, or about another past."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import actions as act
from engine import values
from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.slips import VoteSigner
from protocol.agreement.vote_events import Faulty, Persist, Transmit
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.game.catching_up import MOST_SENT
from protocol.game.early_messages import MOST_KEPT
from protocol.game.events import Diverged, Dropped, GameClosed, Split
from protocol.game.session import Session
from protocol.game.step_table import OWED_BODY, StepKind
from protocol.wire.bodies import (
    Act,
    CommitSeed,
    PickAndPass,
    RevealSeed,
    SignCharter,
    pack_body,
)
from protocol.wire.envelope import STEP_LIMIT, Envelope
from protocol.wire.packets import Standing
from tests.adversary.scenes import (
    Scene,
    action,
    assert_dropped,
    assert_goes_on,
    assert_refused,
    kind,
    scene,
    scene_of,
    troubles,
)
from tests.adversary.splits import marks_of
from tests.adversary.tables import Table, hello_of

PICK = kind(StepKind.PICK)


def other_pick(table: Scene) -> Envelope:
    """Return another valid pick from the same pack than the one held back."""
    referee = table.honest[0].referee
    assert referee.dealing is not None
    (statement,) = referee.dealing.statements(referee.due, table.cheater)
    assert isinstance(table.body, PickAndPass)
    for first in range(len(referee.dealing.pack_of(table.cheater).cards)):
        proof = statement.prove(table.liar.private_seat.secret, (first,)).to_bytes()  # type: ignore[arg-type]
        if proof != table.body.proof:
            return table.forged(PickAndPass(proof))
    raise AssertionError


# ------------------------------------------------------------------ twice


def committing() -> tuple[Session, list[Envelope], tuple[Envelope, Envelope]]:
    """Return a session that waits for all commitments of the others, these, and two of a liar."""
    table = scene(kind(StepKind.COMMIT))
    first = table.honest[0]
    others = [one for signer, one in sorted(first.present.items()) if signer != first.signer]
    session = Session(table.charter, first.signer, first.identity, first.private_seat.secret)
    session.start()
    for step in first.history:
        for envelope in step.values():
            session.receive(envelope.to_bytes())
    assert session.waiting_for == (table.cheater, *(one.signer for one in others))
    return session, others, (table.true, table.forged(CommitSeed(bytes(32))))


@pytest.mark.parametrize("turned", [False, True])
def test_two_messages_for_one_step_are_a_fault_proven_by_the_pair(*, turned: bool) -> None:
    session, (late,), (first, second) = committing()
    pair = (second, first) if turned else (first, second)
    session.receive(pair[0].to_bytes())
    found = [one for one in session.receive(pair[1].to_bytes()) if isinstance(one, Faulty)]
    (fault,) = found
    assert (fault.signer, fault.step, fault.reason) == (1, first.step, Reason.TWO_MESSAGES)
    assert set(fault.evidence) == {one.to_bytes() for one in pair}
    # Neither counts: a seat that got them in the other order must not continue with the other one.
    assert session.waiting_for == (late.signer,)


def test_two_commitments_end_a_table_before_its_first_move() -> None:
    """No view puts anybody away while the seed is made, for its last revealer could then choose."""
    session, (late,), pair = committing()
    point = session.point
    for said in (*pair, late):
        session.receive(said.to_bytes())
    for _ in range(40):
        session.tick()
        session.find_late()
    assert session.point == point
    assert not session.away
    assert not session.voter.promised


def test_a_closed_step_stays_closed_when_a_second_message_comes() -> None:
    table = scene(PICK)
    second = other_pick(table)
    assert_goes_on(table)
    before = {session.point for session in table.honest}
    for events in table.say(second):
        fault = events[0]
        assert isinstance(fault, Faulty)
        assert (fault.signer, fault.reason) == (table.cheater, Reason.TWO_MESSAGES)
    assert {session.point for session in table.honest} == before
    table.run()
    for session in table.honest:
        assert session.away.keys() == {table.cheater}
        assert table.true.step in range(len(session.history))
        assert session.history[table.true.step][table.cheater].content == table.true.content


def test_a_split_by_different_messages_is_detected_and_heals() -> None:
    table = scene(PICK)
    one, two = table.honest
    other = other_pick(table)
    table.tell(one, table.true.to_bytes())
    table.tell(two, other.to_bytes())
    assert one.point.step == two.point.step
    assert one.point.head != two.point.head
    table.run()
    table.pass_time(2)
    for session in table.honest:
        assert session.evidence[table.cheater].reason is Reason.TWO_MESSAGES
        (since,) = session.away.values()
        assert marks_of(session, since - 1) == {table.cheater: AbsenceMark.FAULTY}
    assert one.point == two.point


def test_a_repeated_message_changes_nothing() -> None:
    table = scene(PICK)
    table.say(table.true)
    for events in table.say(table.true) + table.say(table.true):
        assert events == []
    table.run()
    assert troubles(table) == []


# --------------------------------------------------- other tables and steps


def test_a_message_of_another_table_is_dropped() -> None:
    table = scene(kind(StepKind.SIGN))
    # A rematch: the same players and terms, new hellos.
    rematch = Table(3, seed=99)
    envelope = Envelope.seal(table.liar.identity, rematch.sessions[0].point, 1, table.true.body)
    assert_dropped(table, envelope, Reason.OTHER_TABLE)


def test_the_same_hellos_with_other_terms_make_another_table() -> None:
    table = scene(kind(StepKind.SIGN))
    other = values.replace(table.charter, late_window=1)
    session = Session(other, table.cheater, table.liar.identity, table.liar.private_seat.secret)
    (send,) = (event for event in session.start() if isinstance(event, Transmit))
    assert_dropped(table, send.raw, Reason.OTHER_TABLE)


def test_a_replayed_message_changes_nothing() -> None:
    table = scene(PICK)
    for step in table.honest[0].history:
        for envelope in step.values():
            assert table.say(envelope) == [[], []]
    assert_goes_on(table)


def test_a_message_of_another_step_is_no_answer() -> None:
    table = scene(PICK)
    old = table.honest[0].history[table.true.step - 1][table.cheater]
    assert_refused(table, table.forged(old.body), Reason.WRONG_KIND)


@pytest.mark.parametrize(
    ("which", "reason"),
    [
        (StepKind.SHUFFLE, Reason.MASK_REPEATED),
        (StepKind.PACK_SHARES, Reason.SHARE_PROOF),
        (StepKind.PICK, Reason.SHUFFLE_PROOF),
        (StepKind.HAND, Reason.SHUFFLE_PROOF),
    ],
)
def test_a_proof_of_another_seat_is_refused(which: StepKind, reason: Reason) -> None:
    table = next(
        table
        for table in (scene(kind(which), cheater=cheater) for cheater in range(3))
        if which is not StepKind.SHUFFLE or table.honest[0].referee.due.link == 1
    )
    honest = table.honest[0]
    said = honest.present or honest.history[-1]
    other = said[min(signer for signer in said if signer != table.cheater)]
    assert_refused(table, table.forged(other.body), reason)


@pytest.mark.parametrize("which", [StepKind.SIGN, StepKind.COMMIT, StepKind.PICK, StepKind.RESULT])
def test_messages_in_the_name_of_another_seat_are_dropped(which: StepKind) -> None:
    table = scene(kind(which))
    victim = table.honest[0]
    forged = table.signed(replace(table.true, signer=victim.signer))
    assert forged.signer == victim.signer
    # Replayed before the victim has sent its own, so that it would count.
    for session in table.honest:
        here = session.course.here
        for envelope in here.by(victim.signer):
            del here.letters[envelope.content_digest]
    (dropped,) = table.tell(table.honest[1], forged.to_bytes())
    assert dropped == Dropped(Reason.BAD_SIGNATURE, "step")


def test_messages_of_strangers_are_dropped() -> None:
    table = scene(PICK)
    assert_dropped(table, table.signed(replace(table.true, signer=4)), Reason.NOT_SEATED)


def test_an_action_for_another_seat_is_refused() -> None:
    table = scene(action(act.ChooseClan))
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.ChooseClan)
    other = table.honest[0].seat
    assert other is not None
    assert_refused(
        table, table.forged(Act(act.ChooseClan(other, body.action.clan))), Reason.ILLEGAL_ACTION
    )


def test_a_chat_signature_does_not_sign_a_step() -> None:
    table = scene(PICK)
    flipped = replace(table.true, signature=bytes([table.true.signature[0] ^ 1]) * 64)
    assert_dropped(table, flipped, Reason.BAD_SIGNATURE)


# --------------------------------------------------------------- out of turn


def unowed(table: Scene) -> tuple[int, Envelope]:
    """Sign a message for the present step as a seat that owes nothing."""
    due = table.honest[0].referee.due.signers
    who = next(session for session in table.honest if session.signer not in due)
    body = pack_body(Act(act.Pass(who.seat)))  # type: ignore[arg-type]
    return who.signer, Envelope.seal(who.identity, who.point, who.signer, body)


def test_a_message_that_is_not_owed_is_a_fault_and_stops_nobody() -> None:
    table = scene(action(act.ChooseClan), seed=3)
    signer, envelope = unowed(table)
    hearing = [session for session in table.sessions if session.signer != signer]
    # One seat receives it before the step is closed, the other after.
    first, last = hearing
    found = table.tell(first, envelope.to_bytes())
    table.say(table.true)
    found += table.tell(last, envelope.to_bytes())
    faults = {event for event in found if isinstance(event, Faulty)}
    assert faults == {
        Faulty(signer, envelope.step, Reason.NOT_OWED, "step", (envelope.to_bytes(),))
    }
    table.release()
    table.run()
    assert {session.referee.due.kind for session in table.sessions} == {StepKind.CLOSED}
    assert len({session.point for session in table.sessions}) == 1


# ------------------------------------------------------------- another past


def test_another_head_is_reported_and_the_true_message_counts() -> None:
    table = scene(PICK)
    for events in table.say(table.signed(replace(table.true, head=bytes(32)))):
        (split,) = events
        assert isinstance(split, Diverged)
        assert (split.signer, split.step, split.split) == (1, table.true.step, Split.HEAD)
    assert all(session.halted for session in table.honest)
    assert_goes_on(table)
    assert not any(session.halted for session in table.honest)


def test_another_state_of_the_same_past_halts_the_table_and_blames_nobody() -> None:
    table = scene(PICK)
    before = table.standings()
    for events in table.say(table.signed(replace(table.true, state=bytes(32)))):
        (split,) = events
        assert isinstance(split, Diverged)
        assert split.split is Split.STATE
    assert table.standings() == before
    assert all(session.halted and not session.evidence for session in table.honest)


def test_the_message_with_the_right_state_counts_after_one_with_another() -> None:
    table = scene(PICK)
    table.say(table.signed(replace(table.true, state=bytes(32))))
    assert_goes_on(table)
    assert not any(session.halted or session.evidence for session in table.honest)


# ----------------------------------------------------------------- silence

NOT_WAITED = (StepKind.OPEN_KEY, StepKind.OPEN_SEALED)
"""Steps that nobody waits for, or that no honest table comes to (see `test_escrow`)."""


@pytest.mark.parametrize("which", [one for one in OWED_BODY if one not in NOT_WAITED])
def test_a_table_waits_for_a_silent_seat_and_names_it(which: StepKind) -> None:
    table = scene_of(which)
    assert {session.waiting_for for session in table.honest} == {(table.cheater,)}
    assert {session.referee.due.kind for session in table.honest} == {which}
    assert_goes_on(table)


def test_nobody_waits_for_a_key_after_the_result() -> None:
    table = scene(kind(StepKind.OPEN_KEY))
    for session in table.honest:
        assert session.waiting_for == ()
        events = [event for _ in range(7) for event in session.tick()]
        assert any(isinstance(event, GameClosed) for event in events)


def test_a_withheld_seed_stops_the_game_before_its_first_move() -> None:
    table = scene(kind(StepKind.REVEAL))
    assert {session.state for session in table.honest} == {None}
    assert table.body == RevealSeed(table.body.part)  # type: ignore[union-attr]
    assert_refused(table, table.forged(RevealSeed(bytes(32))), Reason.WRONG_REVEAL)


def test_a_copied_commitment_cannot_be_revealed() -> None:
    table = scene(kind(StepKind.COMMIT))
    victim = table.honest[0]
    copied = victim.present[victim.signer].body
    table.say(table.forged(copied))
    table.run()
    assert {session.referee.due.kind for session in table.honest} == {StepKind.REVEAL}
    shown = victim.present[victim.signer].body
    assert_refused(table, table.forged(shown), Reason.WRONG_REVEAL)


# ------------------------------------------------------------------- floods


def test_messages_of_later_steps_use_bounded_memory_and_block_nothing() -> None:
    table = scene(PICK)
    chance = Random(1)
    liar, true = table.liar, table.true
    for ahead in range(1, 200):
        head = chance.randbytes(32)
        far = table.signed(replace(true, step=true.step + ahead % 80 + 1, head=head))
        for session in table.honest:
            session.receive(far.to_bytes())
    for session in table.honest:
        assert len(session.chronicle.early) <= MOST_KEPT
        assert not session.evidence
    last = table.signed(replace(true, step=STEP_LIMIT - 1, head=bytes(32)))
    assert all(events for events in table.say(last))
    table.release()
    table.run()
    assert {session.referee.due.kind for session in table.sessions} == {StepKind.CLOSED}
    assert {s.signer for s in table.sessions if s is liar} == {table.cheater}


def test_a_lie_about_the_next_step_does_not_block_the_true_message() -> None:
    table = scene(PICK)
    lie = replace(table.true, step=table.true.step + 1, head=bytes(32))
    table.say(table.signed(lie))
    table.release()
    table.run()
    assert {session.referee.due.kind for session in table.sessions} == {StepKind.CLOSED}
    assert len({session.point for session in table.sessions}) == 1


def test_two_contents_for_a_later_step_are_a_fault_when_it_begins() -> None:
    table = scene(kind(StepKind.COMMIT))
    # The cheater knows the next step: all have committed, and it reveals two contents.
    true = Envelope.from_bytes(table.holding.held[1])
    other = table.signed(replace(true, body=pack_body(SignCharter())))
    assert table.say(true) == table.say(other) == [[], []]
    found = [event for events in table.say(table.true) for event in events]
    reasons = {fault.reason for fault in found if isinstance(fault, Faulty)}
    assert reasons == {Reason.WRONG_KIND, Reason.TWO_MESSAGES}
    table.run()
    for session in table.honest:
        assert session.referee.due.kind is StepKind.REVEAL
        assert table.cheater in session.evidence


def test_answers_to_a_question_are_limited_in_size() -> None:
    table = scene(kind(StepKind.RESULT))
    session = table.honest[0]
    sent = session.missing(Standing(0, (), 0, ()))
    assert sum(map(len, sent)) <= MOST_SENT
    assert [Envelope.from_bytes(raw).step for raw in sent[:4]] == [0, 0, 0, 1]
    assert session.missing(Standing(10**6 - 1, (), 0, ())) == ()


def test_a_signature_under_another_charter_is_refused() -> None:
    chance = Random(3)
    made = [hello_of(f"Seat {number}", chance) for number in range(3)]
    terms = Table(2, 1).charter
    charters = [
        Charter(tuple(hello for hello, _, _ in made), terms.options, terms.cards, window)
        for window in (0, 0, 1)
    ]
    sessions = [
        Session(charter, signer, identity, secret)
        for signer, (charter, (_, identity, secret)) in enumerate(zip(charters, made, strict=True))
    ]
    (raw,) = (event.raw for event in sessions[2].start() if isinstance(event, Transmit))
    sessions[0].start()
    (dropped,) = sessions[0].receive(raw)
    assert dropped == Dropped(Reason.OTHER_TABLE, "table")
    assert sessions[0].waiting_for == (1, 2)


def test_a_content_kept_for_a_later_head_is_found_again_when_a_vote_holds_it() -> None:
    """Three contents: one seat goes on with the first, the others hold it beside another each."""
    table = scene(PICK, players=4)
    ahead, middle, behind = table.honest
    junk = [table.forged(CommitSeed(bytes([number]) * 32)).to_bytes() for number in range(2)]
    table.tell(ahead, table.true.to_bytes())
    assert ahead.point.step == table.true.step + 1
    for raw in [one.to_bytes() for one in ahead.present.values()]:
        table.tell(behind, raw)
    for raw in (*junk, table.true.to_bytes()):
        table.tell(behind, raw)
    for raw in (junk[0], table.true.to_bytes()):
        table.tell(middle, raw)
    assert middle.point.step == table.true.step
    table.run()
    table.pass_time(4)
    assert len(table.standings()) == 1
    for session in table.honest:
        assert session.away.keys() == {table.cheater}


def test_a_record_is_replayed_though_a_liar_it_puts_away_later_is_known() -> None:
    """The lie is about the first step, so that it can be judged before any step is replayed."""
    table = scene(PICK)
    before, root = table.honest[0], table.honest[0].chronicle.root
    scribe = VoteSigner(table.liar.identity, table.charter.table_id, table.cheater)
    for late in ((), (before.signer,)):
        table.say(scribe.freeze(1, None, None, root, (), late, ()).raw)
    table.release()
    table.run()
    table.pass_time(2)
    (since,) = before.away.values()
    assert since > 2
    again = Session(table.charter, before.signer, before.identity, before.private_seat.secret)
    again.recorded(len(before.history))
    for event in table.events[before.signer]:
        if isinstance(event, Persist):
            again.recall(event.raw)
    again.be_silent(len(before.history))
    table.sessions[again.signer] = again
    table.handle(again.signer, again.start())
    while (step := again.point.step) < len(before.history):
        messages = (one.to_bytes() for one in before.history[step].values())
        for raw in (*before.transcript.proofs[step], *messages):
            table.handle(again.signer, again.receive(raw))
        assert again.point.step > step
    assert again.point == before.point
