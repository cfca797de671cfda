"""One liar that signs as much as it can: what others keep, send and compute for it is bounded."""

from __future__ import annotations

from typing import Final

import pytest

from engine.values import replace
from protocol.agreement.outcomes import CONTENTS
from protocol.agreement.pasts import Head, SignedAnswer, StepEnd
from protocol.agreement.statements import SignedMessage
from protocol.game import chronicle
from protocol.game.catching_up import MOST_SENT
from protocol.game.chronicle import Chapter
from protocol.game.early_messages import MOST_KEPT
from protocol.game.events import Diverged, Event
from protocol.game.session import Session
from protocol.game.violations import MOST_DIVERGENCES
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.packets import Standing
from tests.adversary.lies import LiarTable, lying
from tests.adversary.test_contradictions import SLOW, two_answers

LIAR: Final = 0
HUGE: Final = bytes(65_150)


def signed(table: LiarTable, point: StepPoint, body: bytes, view: int = 0) -> Envelope:
    """Sign a message of the liar anywhere."""
    return Envelope.seal(table.program.identity, point, LIAR, body, (), view)


def answered(table: LiarTable) -> Envelope:
    """Return the last answer of the liar in a closed step."""
    return next(said[LIAR] for said in table.honest[0].history[::-1] if LIAR in said)


def chapter_of(session: Session, message: Envelope) -> Chapter:
    """Return the chapter of a message."""
    return session.chronicle.chapters[message.head]


def heads_after(session: Session, contents: list[Envelope]) -> list[Head]:
    """Return the heads that would follow if each of these contents counted."""
    chapter = chapter_of(session, contents[0])
    others = [a for d, a in chapter.answers.items() if d in chapter.right and a.signer != LIAR]
    found = []
    for one in contents:
        answers = sorted(
            (*others, SignedAnswer(LIAR, chapter.head, one.digest)), key=lambda a: a.signer
        )
        found.append(chapter.head.after(StepEnd(tuple(answers))))
    return found


def test_an_answer_signed_in_a_thousand_views_is_kept_in_few() -> None:
    table = lying(3)
    said = answered(table).to_bytes()
    for view in range(1, 1000):
        again = table.signed_again(said, view).to_bytes()
        for session in table.honest:
            session.receive(again)
    for session in table.honest:
        assert len(chapter_of(session, Envelope.from_bytes(said)).by(LIAR)) <= 2 * CONTENTS


def test_contents_that_their_signer_names_itself_are_not_judged() -> None:
    table = lying(3)
    said = answered(table)
    point = StepPoint(said.table_id, said.step, said.head, said.state)
    contents = [signed(table, point, bytes([at])) for at in range(40)]
    (session, *_) = table.honest
    for one, head in zip(contents, heads_after(session, contents), strict=True):
        after = StepPoint(said.table_id, head.step, head.digest, bytes(32))
        session.receive(signed(table, after, b"").to_bytes())
        session.receive(one.to_bytes())
    assert len({one.digest for one in chapter_of(session, said).by(LIAR)}) <= CONTENTS + 1


def test_pasts_that_only_a_liar_names_are_built_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chronicle, "SPARE_PASTS", 1)
    table = lying(5, SLOW)
    table.silent = {SLOW}
    (one, first), (two, second) = two_answers(table, SLOW)
    session = table.sessions[2]

    def built_after(*said: tuple[StepPoint, int]) -> int:
        for point, signer in said:
            identity = table.sessions[signer].identity
            lie = Envelope.seal(identity, point, signer, b"").to_bytes()
            table.handle(session.signer, session.receive(lie))
        return len(session.chronicle.at_step(first.step))

    for raw in (one, two):
        table.handle(session.signer, session.receive(raw))
    assert built_after((first, SLOW), (second, SLOW)) == 1
    assert built_after((first, 1), (second, 4)) == len((one, two))


def test_a_message_that_names_a_head_with_another_step_is_of_no_step() -> None:
    table = lying(3)
    said, (session, _) = answered(table), table.honest
    for step in (said.step + 1, said.step - 1):
        point = StepPoint(said.table_id, step, said.head, said.state)
        session.receive(signed(table, point, said.body).to_bytes())
        assert not session.chronicle.early
    assert LIAR not in session.evidence


def test_contents_that_faults_of_their_signer_name_are_not_judged() -> None:
    table = lying(3)
    said = answered(table)
    point = StepPoint(said.table_id, said.step, said.head, said.state)
    contents = [signed(table, point, bytes([at])) for at in range(40)]
    (session, *_) = table.honest
    pen, head = table.pen, table.voter.head
    for view, one in enumerate(contents, 1):
        ghost = SignedAnswer(1, head, bytes([view] * 32))
        pair = said_by(one), said_by(one)
        session.receive(pen.freeze(view, None, None, head, (ghost,), (), (pair,)).raw)
        session.receive(one.to_bytes())
    assert len({one.digest for one in chapter_of(session, said).by(LIAR)}) <= CONTENTS + 1


def said_by(message: Envelope) -> SignedMessage:
    """Return a message as votes name it."""
    answer = SignedAnswer(message.signer, Head(message.head), message.digest)
    return SignedMessage(message.content_digest, message.to_bytes(), answer, message.view)


def ghosts(table: LiarTable, number: int = MOST_KEPT) -> list[Envelope]:
    """Return messages of the liar on pasts that do not exist, at steps that are over."""
    session = table.honest[0]
    point, last = session.point, session.point.step
    return [
        signed(
            table,
            StepPoint(point.table_id, max(0, last - at % 60), bytes([at + 1] * 32), point.state),
            b"",
        )
        for at in range(number)
    ]


def test_a_past_that_does_not_exist_costs_few_questions() -> None:
    table = lying(3)
    session = table.honest[0]
    session.receive(ghosts(table, 1)[0].to_bytes())
    asked = [session.standing() for _ in range(720)]
    assert sum(one.step < session.point.step for one in asked) <= 30


def test_pasts_that_do_not_exist_fill_no_reports() -> None:
    table = lying(3)
    session = table.honest[0]
    points = [session.transcript.point_of(step) for step in range(session.point.step)]
    pasts = [replace(point, head=bytes([7, point.step]) * 16) for point in points]
    others = [replace(point, state=bytes(32)) for point in points]
    told: list[Event] = []
    for point in (*pasts, *others):
        told += session.receive(signed(table, point, b"").to_bytes())
    assert sum(isinstance(event, Diverged) for event in told) == MOST_DIVERGENCES < 2 * len(points)


def test_a_digest_that_nobody_has_is_not_answered_with_votes() -> None:
    table = lying(3)
    other = table.honest[1]
    table.spread(table.freeze(1).raw)
    step, everybody = other.point.step, tuple(range(3))
    view = other.voter.promised
    assert not other.missing(Standing(step, everybody, view, (bytes(32),)))


def voted_on(seed: int) -> LiarTable:
    """Return a table whose liar opened a view, so that all have votes; nothing is decided yet."""
    table = lying(seed)
    freeze = table.freeze(table.led_by(LIAR, table.above - 1)).raw
    for session in table.honest:
        table.handle(session.signer, session.receive(freeze))
        session.find_late()
    table.run()
    return table


def test_a_peer_that_wants_something_gets_only_the_votes_it_lacks() -> None:
    table = voted_on(3)
    one, other = table.honest
    wanted = one.history[0][one.signer]
    everybody = (LIAR, one.signer, other.signer)
    asked = replace(other.standing(), have=everybody, wants=(wanted.digest,))
    votes = {said.raw for said in one.voter.memory.votes}
    assert votes == {said.raw for said in other.voter.memory.votes}
    assert len(votes) == len(asked.votes) == len(everybody)
    assert one.missing(asked) == (wanted.to_bytes(),)
    assert set(one.missing(replace(asked, votes=()))) == {wanted.to_bytes(), *votes}
    lost = one.missing(replace(asked, votes=asked.votes[1:]))
    assert len(lost) == 2
    assert set(lost) < {wanted.to_bytes(), *votes}


def test_a_peer_on_the_same_decision_gets_none_of_the_votes_before_it() -> None:
    table = lying(3)
    table.play(lambda _table, _tick: [], steps=2)
    table.play(lambda table, _tick: [table.freeze(table.above).raw], steps=1)
    one, other = table.honest
    decisions = one.voter.decisions()
    assert decisions
    assert other.voter.decisions() == decisions
    settled = {said.raw for said in other.voter.memory.settled()}
    assert other.standing().votes[0] == decisions[-1].digest[:8]
    asked = replace(other.standing(), wants=(one.history[0][one.signer].digest,))
    assert settled <= set(one.missing(replace(asked, votes=())))
    assert settled.isdisjoint(one.missing(asked))
    assert settled.isdisjoint(one.missing(replace(asked, votes=asked.votes[:1])))


def test_a_peer_that_has_a_proposal_gets_the_acceptances_that_decide_it() -> None:
    table = lying(3)
    table.play(lambda _table, _tick: [], steps=2)
    table.play(lambda table, _tick: [table.freeze(table.above).raw], steps=1)
    (one, _) = table.honest
    memory, decision = one.voter.memory, one.voter.decisions()[0]
    acceptances = memory.votes.acceptances(decision)
    votes = (decision, *(vote for vote in memory.votes if vote not in acceptances))
    names = tuple(dict.fromkeys(vote.digest[:8] for vote in votes))
    assert acceptances
    sent = one.missing(Standing(one.point.step, (), 0, (), names))
    assert {vote.raw for vote in acceptances} <= set(sent)
    assert decision.raw not in sent


def test_pasts_that_do_not_exist_are_not_looked_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = lying(3)
    (session, _) = table.honest
    for one in ghosts(table):
        session.receive(one.to_bytes())
    count = 0
    after = Head.after

    def counted(head: Head, closing: StepEnd) -> Head:
        nonlocal count
        count += 1
        return after(head, closing)

    monkeypatch.setattr(Head, "after", counted)
    for raw in [session.voter.memory.messages.of(1)[0].raw] * 100:
        session.receive(raw)
    assert count <= 10


def test_huge_wrong_messages_keep_nobody_from_catching_up() -> None:
    table = lying(5)
    before, awake = table.sessions[4], table.sessions[1]
    table.split(range(4), {4})
    wrong = [signed(table, awake.point, HUGE + bytes([at])) for at in range(CONTENTS)]
    for said in awake.history:
        at = next(iter(said.values()))
        point = StepPoint(at.table_id, at.step, at.head, at.state)
        if LIAR in said:
            wrong += [signed(table, point, HUGE + bytes([at])) for at in range(CONTENTS)]
    for one in wrong:
        for session in table.sessions[1:4]:
            table.handle(session.signer, session.receive(one.to_bytes()))
    table.run_until(lambda: awake.waiting_for == (4,))
    assert awake.away.keys() == {LIAR}
    asleep = Session(table.charter, 4, before.identity, before.private_seat.secret)
    table.sessions[4] = asleep
    asleep.be_silent(0)
    asleep.start()
    for _ in range(10):
        for session in table.sessions[1:4]:
            for raw in session.missing(asleep.standing()):
                table.handle(4, asleep.receive(raw))
    assert asleep.course.head.extends(awake.course.head)


def test_a_second_content_keeps_nobody_from_the_other_messages_of_a_step() -> None:
    table = lying(3)
    other = table.honest[1]
    first = other.history[0]
    at = first[LIAR]
    point = StepPoint(at.table_id, at.step, at.head, at.state)
    for number in range(CONTENTS):
        other.receive(signed(table, point, HUGE + bytes([number])).to_bytes())
    answer = other.missing(Standing(0, (LIAR, 1), 0, ()))
    assert first[2].to_bytes() in answer
    assert sum(map(len, answer)) <= MOST_SENT
