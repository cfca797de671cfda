"""Cheats with cards in hand: wrong plays and openings."""

from __future__ import annotations

from functools import cache

import pytest

from engine import actions as act
from engine.cards import CARDS
from engine.changes import ShowQuests
from engine.intents import intents
from engine.terms import Box, Face, Seat
from engine.terms import Kind as CardKind
from engine.values import replace
from protocol.agreement.vote_events import Faulty
from protocol.cards.card_faces import all_faces, printed
from protocol.errors import Reason
from protocol.game.events import Applied, Event
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.wire.bodies import Act, Body, OpenKey, SignResult
from tests.adversary.scenes import (
    Scene,
    Wanted,
    action,
    assert_refused,
    kind,
    scene,
    troubles,
)
from tests.adversary.tables import Table
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS

# ------------------------------------------------------------------ open plays


def held(table: Scene) -> tuple[Face, ...]:
    """Return the cards the cheater holds, by position."""
    seat = table.liar.seat
    assert seat is not None
    hand = table.honest[0].referee.hands.lists[seat]
    return tuple(printed(face) for face in hand.faces(table.liar.private_seat.key, all_faces()))


def put(raw: bytes, at: int, word: bytes) -> bytes:
    return raw[: 32 * at] + word + raw[32 * (at + 1) :]


def share(table: Scene, seat: Seat, position: int) -> bytes:
    hand = table.honest[0].referee.hands.lists[seat]
    private_seat = table.liar.private_seat
    return (
        hand.open_at(position, table.honest[0].referee.head)
        .prove(private_seat.key, private_seat.secret)
        .to_bytes()
    )


def upgrade(table: Scene) -> tuple[Act, act.Upgrade]:
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.Upgrade)
    return body, body.action


def test_a_card_never_held_cannot_be_played() -> None:
    table = scene(action(act.Upgrade))
    body, played = upgrade(table)
    faces = held(table)
    other = next(
        Face(card.id, played.face.age)
        for card in CARDS.values()
        if card.kind is CARDS[played.face.card].kind
        and any(copy.age is played.face.age and copy.box is Box.BASE for copy in card.copies)
        and Face(card.id, played.face.age) not in faces
        and card.cost == CARDS[played.face.card].cost
    )
    lie = replace(body, action=replace(played, face=other))
    fault = assert_refused(table, table.forged(lie), Reason.WRONG_FACE)
    assert fault.place == "face"


def test_a_share_of_another_position_is_refused() -> None:
    table = scene(action(act.Upgrade))
    body, _ = upgrade(table)
    other = (body.position + 1) % len(held(table))
    assert_refused(table, table.forged(replace(body, position=other)), Reason.SHARE_PROOF)


def test_a_face_of_another_position_is_refused() -> None:
    table = scene(action(act.Upgrade))
    body, played = upgrade(table)
    faces = held(table)
    other = next(at for at, face in enumerate(faces) if face != played.face)
    lie = replace(body, position=other, proofs=(share(table, played.seat, other),))
    assert_refused(table, table.forged(lie), Reason.WRONG_FACE)


@pytest.mark.parametrize("position", [20, 63])
def test_a_position_beyond_the_hand_is_refused(position: int) -> None:
    table = scene(action(act.Upgrade))
    body, _ = upgrade(table)
    assert_refused(table, table.forged(replace(body, position=position)), Reason.WRONG_SHAPE)


def test_a_played_card_cannot_be_played_again() -> None:
    table = scene(action(act.Upgrade), seed=3)
    body, _ = upgrade(table)
    table.say(table.true)
    table.holding.held = []
    table.holding.wanted = action(act.Upgrade, act.Invade, act.March, act.Pass, act.Pillage)
    table.run()
    fault = assert_refused_in(table, body, {Reason.SHARE_PROOF, Reason.ILLEGAL_ACTION})
    assert fault


def assert_refused_in(table: Scene, body: Body, reasons: set[Reason]) -> Reason:
    """Assert a refusal, as `assert_refused`, by the rules or by the cards."""
    events = [event for events in table.say(table.forged(body)) for event in events]
    found = {event.reason for event in events if isinstance(event, Faulty)}
    assert sum(isinstance(event, Faulty) for event in events) == len(table.honest)
    assert len(found) == 1
    assert found <= reasons
    return found.pop()


def test_a_late_card_must_come_from_the_hand() -> None:
    def late() -> tuple[Scene, Act, act.AddLate]:
        table = scene(action(act.AddLate), players=2, seed=9, cheater=0)
        body = table.body
        assert isinstance(body, Act)
        assert isinstance(body.action, act.AddLate)
        return table, body, body.action

    table, body, played = late()
    other = next(face for face in faces_of_kind(played.face) if face != played.face)
    lie = replace(body, action=replace(played, face=other))
    assert_refused_in(table, lie, {Reason.WRONG_FACE, Reason.ILLEGAL_ACTION})
    table, body, played = late()
    wrong = replace(body, proofs=(share(table, played.seat, body.position)[::-1],))
    assert_refused_in(table, wrong, {Reason.NOT_A_POINT, Reason.NOT_A_SCALAR, Reason.SHARE_PROOF})
    table, body, played = late()
    beyond = replace(body, position=len(held(table)))
    assert_refused_in(table, beyond, {Reason.WRONG_SHAPE})


def test_a_position_or_proof_without_a_played_card_is_refused() -> None:
    table = scene(kind(StepKind.ACT))
    body = table.body
    assert isinstance(body, Act)
    assert_refused(table, table.forged(replace(body, position=1)), Reason.WRONG_SHAPE)
    table = scene(kind(StepKind.ACT))
    assert_refused(table, table.forged(replace(body, proofs=(b"x",))), Reason.WRONG_SHAPE)


# -------------------------------------------------------------- face-down plays

FACE_DOWN = [act.Laid, act.Committed, act.Kept]


@cache
def hiding(verb: type) -> Wanted:
    """Match actions of a kind that play a card: nothing may be kept."""
    return lambda body: (
        isinstance(body, Act) and isinstance(body.action, verb) and bool(body.proofs)
    )


@pytest.mark.parametrize("verb", FACE_DOWN)
def test_a_face_down_play_must_come_from_the_players_hand(verb: type) -> None:
    table = scene(hiding(verb), seed=8)
    body = table.body
    assert isinstance(body, Act)
    seat = body.action.seat
    other = next(
        hand
        for at, hand in enumerate(table.honest[0].referee.hands.lists)
        if at != seat and len(hand)
    )
    wrong = replace(other.face_down(table.honest[0].referee.head), seat=table.cheater)
    proof = wrong.prove(table.liar.private_seat.secret, (0,)).to_bytes()
    own = len(table.honest[0].referee.hands.lists[seat])
    reason = Reason.SHUFFLE_PROOF if len(other) == own else Reason.WRONG_LENGTH
    assert_refused(table, table.forged(replace(body, proofs=(proof,))), reason)


@pytest.mark.parametrize("verb", FACE_DOWN)
def test_a_face_down_play_without_its_proof_is_refused(verb: type) -> None:
    table = scene(hiding(verb), seed=8)
    body = table.body
    assert isinstance(body, Act)
    assert_refused(table, table.forged(replace(body, proofs=())), Reason.WRONG_SHAPE)


def test_opening_another_face_than_the_one_laid_is_refused() -> None:
    table = scene(action(act.OpenCard))
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.OpenCard)
    other = next(face for face in faces_of_kind(body.action.face) if face != body.action.face)
    lie = replace(body, action=replace(body.action, face=other))
    assert_refused(table, table.forged(lie), Reason.WRONG_FACE)


def faces_of_kind(face: Face) -> list[Face]:
    wanted = CARDS[face.card].kind
    return [
        Face(card.id, copy.age)
        for card in CARDS.values()
        if card.kind is wanted
        for copy in card.copies
        if copy.age is face.age
    ]


def test_the_share_of_another_card_opens_nothing() -> None:
    table = scene(action(act.OpenCard))
    body = table.body
    assert isinstance(body, Act)
    seat = body.action.seat
    hand = table.honest[0].referee.hands.lists[seat]
    assert len(hand)
    lie = replace(body, proofs=(share(table, seat, 0),))
    assert_refused(table, table.forged(lie), Reason.SHARE_PROOF)


def test_a_quest_opened_with_another_face_is_refused() -> None:
    table = scene(action(act.OpenQuests))
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.OpenQuests)
    faces = body.action.faces
    other = next(face for face in faces_of_kind(faces[0]) if face not in faces)
    lie = replace(body, action=replace(body.action, faces=(other, *faces[1:])))
    assert_refused(table, table.forged(lie), Reason.WRONG_FACE)


def test_all_committed_quests_must_be_opened() -> None:
    table = scene(action(act.OpenQuests))
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.OpenQuests)
    none = Act(replace(body.action, faces=()), 0, ())
    found = assert_refused_in(table, none, {Reason.WRONG_SHAPE, Reason.ILLEGAL_ACTION})
    assert found


def test_a_committed_card_that_is_no_quest_fails_as_a_quest() -> None:
    table = scene(action(act.Committed))
    liar = table.liar
    seat = liar.seat
    assert seat is not None
    at, face = next(
        (at, face)
        for at, face in enumerate(held(table))
        if CARDS[face.card].kind is not CardKind.QUEST
    )
    hand = table.honest[0].referee.hands.lists[seat]
    proof = (
        hand.face_down(table.honest[0].referee.head)
        .prove(liar.private_seat.secret, (at,))
        .to_bytes()
    )
    assert_goes_on_with(table, Act(act.Committed(seat), 0, (proof,)))
    play = table.honest[0].referee.hands.quests[seat][-1]
    opened = play.face(liar.private_seat.key.share(play.card.mask), all_faces())
    assert printed(opened) == face


def assert_goes_on_with(table: Scene, body: Body) -> None:
    step = table.honest[0].point.step
    table.say(table.forged(body))
    assert {session.point.step > step for session in table.honest} == {True}
    assert len({session.transcript.point_of(step + 1) for session in table.honest}) == 1
    assert troubles(table) == []


class FalseQuester(Session):
    """A client that commits cards that are no quests, and is honest in everything else."""

    committed: Face | None = None

    def submit(self, intent: act.Intent) -> tuple[Event, ...]:
        decision, state, knowledge = self.decision(), self.state, self.knowledge
        if decision is None or state is None or knowledge is None:
            raise AssertionError
        may = any(isinstance(one, act.Commit) for one in intents(state, knowledge, decision))
        false = [face for face in knowledge.hand if CARDS[face.card].kind is not CardKind.QUEST]
        if not may or not false:
            return super().submit(intent)
        self.committed = false[0]
        plan = self.private_seat.answer(self.referee, act.Commit(knowledge.seat, false[0]))
        return self.carry_out(plan)


@pytest.mark.slow
def test_a_game_with_false_quests_ends_and_shows_them() -> None:
    table = Table(3, seed=2)
    honest = table.sessions[1]
    cheat = FalseQuester(table.charter, 1, honest.identity, honest.private_seat.secret)
    table.sessions[1] = cheat
    table.start()
    table.run()
    assert cheat.committed is not None
    assert {session.referee.due.kind for session in table.sessions} == {StepKind.CLOSED}
    assert len({session.point for session in table.sessions}) == 1
    shown = [
        face
        for event in table.events[0]
        if isinstance(event, Applied)
        for item in event.story
        if isinstance(item, ShowQuests)
        for face in item.faces
    ]
    assert cheat.committed in shown
    assert troubles(table) == []


# ------------------------------------------------------------------- the end


def test_a_different_result_is_refused() -> None:
    table = scene(kind(StepKind.RESULT))
    body = table.body
    assert isinstance(body, SignResult)
    lie = replace(body, glory=(99, *body.glory[1:]))
    assert_refused(table, table.forged(lie), Reason.WRONG_RESULT)


def test_opening_a_wrong_key_is_refused() -> None:
    for secret, reason in (
        (bytes(32), Reason.NOT_THE_KEY),
        (b"\5" + bytes(31), Reason.NOT_THE_KEY),
        (b"\xff" * 32, Reason.NOT_A_SCALAR),
    ):
        table = scene(kind(StepKind.OPEN_KEY))
        assert_refused(table, table.forged(OpenKey(secret)), reason)


def test_unreduced_or_wrong_scalars_of_a_share_are_refused() -> None:
    for at in (1, 2):
        for odd in ODD_SCALARS.values():
            table = scene(action(act.OpenCard))
            body = table.body
            assert isinstance(body, Act)
            lie = replace(body, proofs=(put(body.proofs[0], at, odd),))
            assert_refused(table, table.forged(lie), Reason.NOT_A_SCALAR)
        table = scene(action(act.OpenCard))
        body = table.body
        assert isinstance(body, Act)
        lie = replace(body, proofs=(put(body.proofs[0], at, bytes(32)),))
        assert_refused(table, table.forged(lie), Reason.SHARE_PROOF)


@pytest.mark.parametrize("name", list(ODD_POINTS)[::9])
def test_malformed_points_open_no_card(name: str) -> None:
    table = scene(action(act.OpenCard))
    body = table.body
    assert isinstance(body, Act)
    lie = replace(body, proofs=(put(body.proofs[0], 0, ODD_POINTS[name]),))
    assert_refused(table, table.forged(lie), Reason.NOT_A_POINT)
