"""Cheats with cards: shuffles, shares, picks, plays and openings that are not what they must be."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import actions as act
from engine.cards import CARDS
from engine.changes import ShowQuests
from engine.intents import intents
from engine.terms import Face, Seat
from engine.terms import Kind as CardKind
from protocol.bodies import (
    Act,
    Body,
    KeptShares,
    MakeHand,
    PackShares,
    PickAndPass,
    Shuffle,
)
from protocol.cards import all_faces, masked, printed
from protocol.dealing import BatchStatement, MaskedList, RemaskStatement
from protocol.deals import Statement
from protocol.errors import Reason
from protocol.events import Applied, Event, Faulty
from protocol.session import Session
from protocol.states import Kind
from tests.adversary.scenes import (
    Scene,
    action,
    assert_goes_on,
    assert_refused,
    kind,
    scene,
    troubles,
)
from tests.adversary.tables import Table
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS

REMASKED = [Kind.SHUFFLE, Kind.PICK, Kind.HAND]
SHARED = [Kind.PACK_SHARES, Kind.KEPT_SHARES]
SIZE = 32


def statements(table: Scene) -> tuple[Statement, ...]:
    """What the cheater has to prove, as the honest see it."""
    return table.honest[0].referee.statements(table.cheater, table.body)


def remask(table: Scene) -> RemaskStatement:
    (statement,) = statements(table)
    assert isinstance(statement, RemaskStatement)
    return statement


def with_proofs(body: Body, *proofs: bytes) -> Body:
    """The same message with other proofs."""
    match body:
        case Shuffle() | PickAndPass() | MakeHand():
            return replace(body, proof=proofs[0])
        case PackShares() | KeptShares():
            return replace(body, batches=proofs)
        case Act():
            return replace(body, proofs=proofs)
        case _:
            raise AssertionError(body)


def proof_of(body: Body) -> bytes:
    assert isinstance(body, Shuffle | PickAndPass | MakeHand)
    return body.proof


def put(raw: bytes, at: int, word: bytes) -> bytes:
    return raw[: at * SIZE] + word + raw[(at + 1) * SIZE :]


# ------------------------------------------------------------ lists masked anew


@pytest.mark.parametrize("which", REMASKED)
def test_a_doubled_card_is_refused(which: Kind) -> None:
    table = scene(kind(which))
    due = remask(table)
    cards = due.cards.cards
    doubled = replace(due, cards=MaskedList((cards[0], cards[0], *cards[2:])))
    proof = doubled.prove(table.liar.keeper.secret).to_bytes()
    assert_refused(table, table.forged(with_proofs(table.body, proof)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
def test_two_cards_changed_over_after_the_proof_are_refused(which: Kind) -> None:
    table = scene(kind(which))
    raw = proof_of(table.body)
    card = 2 * SIZE
    swapped = raw[card : 2 * card] + raw[:card] + raw[2 * card :]
    assert_refused(table, table.forged(with_proofs(table.body, swapped)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
@pytest.mark.parametrize("less", [True, False])
def test_a_list_with_a_card_less_or_more_is_refused(which: Kind, less: bool) -> None:
    table = scene(kind(which))
    due = remask(table)
    cards = due.cards.cards
    wrong = replace(due, cards=MaskedList(cards[1:] if less else (*cards, cards[0])))
    proof = wrong.prove(table.liar.keeper.secret).to_bytes()
    assert_refused(table, table.forged(with_proofs(table.body, proof)), Reason.WRONG_LENGTH)


@pytest.mark.parametrize("which", REMASKED)
def test_a_card_of_ones_own_making_is_refused(which: Kind) -> None:
    table = scene(kind(which))
    due = remask(table)
    face = next(iter(CARDS.values()))
    (age, *_) = face.copies
    own = Face(face.id, age.age)
    laid = table.honest[0].referee.hands.lists[0].with_face(masked(own)).cards.cards[-1]
    wrong = replace(due, cards=MaskedList((laid, *due.cards.cards[1:])))
    proof = wrong.prove(table.liar.keeper.secret).to_bytes()
    assert_refused(table, table.forged(with_proofs(table.body, proof)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
def test_a_list_that_is_not_masked_anew_is_refused(which: Kind) -> None:
    table = scene(kind(which))
    due = remask(table)
    raw = due.cards.to_bytes() + proof_of(table.body)[len(due.cards) * 2 * SIZE :]
    assert_refused(table, table.forged(with_proofs(table.body, raw)), Reason.MASK_REPEATED)


def test_a_second_shuffle_in_the_place_of_another_seat_is_not_owed() -> None:
    seat_order = scene(kind(Kind.SHUFFLE)).honest[0].referee.places
    table = scene(kind(Kind.SHUFFLE), cheater=seat_order[0])
    assert_goes_on(table)
    point = table.honest[0].point
    # The deck of the next link, shuffled by the same player once more.
    referee = table.honest[0].referee
    assert referee.dealing is not None
    due = referee.dealing.deal.shuffle(1, referee.dealing.deck)
    proof = due.prove(table.liar.keeper.secret).to_bytes()
    found = table.say(table.forged(Shuffle(proof)))
    faults = [fault for (fault,) in found if isinstance(fault, Faulty)]
    assert {(fault.reason, fault.signer, fault.step) for fault in faults} == {
        (Reason.NOT_OWED, table.cheater, point.step)
    }
    table.release()
    table.run(60)
    assert len({session.point for session in table.honest}) == 1


def test_a_shuffle_made_for_another_link_is_refused() -> None:
    table = scene(kind(Kind.SHUFFLE))
    referee = table.honest[0].referee
    assert referee.dealing is not None
    link = 1 - min(1, referee.due.link)
    due = replace(referee.dealing.deal.shuffle(link, referee.dealing.deck), seat=table.cheater)
    proof = due.prove(table.liar.keeper.secret).to_bytes()
    assert_refused(table, table.forged(Shuffle(proof)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
def test_no_odd_point_stands_anywhere_in_a_list_or_its_proof(which: Kind) -> None:
    table = scene(kind(which))
    raw = proof_of(table.body)
    count = len(remask(table).cards)
    chance = Random(4)
    for at in (0, 1, 2 * count - 1, 2 * count, 3 * count, 4 * count - 1):
        odd = chance.choice(sorted(ODD_POINTS.values()))
        copied = scene(kind(which))
        body = with_proofs(table.body, put(raw, at, odd))
        assert_refused(copied, copied.forged(body), Reason.NOT_A_POINT)


@pytest.mark.parametrize("which", REMASKED)
def test_no_odd_scalar_stands_anywhere_in_a_proof(which: Kind) -> None:
    table = scene(kind(which))
    raw = proof_of(table.body)
    count = len(remask(table).cards)
    for at in (4 * count, 4 * count + 1, 4 * count + 5, 6 * count + 4):
        for odd, reason in (
            (sorted(ODD_SCALARS.values())[at % len(ODD_SCALARS)], Reason.NOT_A_SCALAR),
            (bytes(SIZE), Reason.SHUFFLE_PROOF),
        ):
            copied = scene(kind(which))
            assert_refused(
                copied, copied.forged(with_proofs(table.body, put(raw, at, odd))), reason
            )


# ----------------------------------------------------------------------- shares


def batches(table: Scene) -> tuple[bytes, ...]:
    assert isinstance(table.body, PackShares | KeptShares)
    return table.body.batches


@pytest.mark.parametrize("which", SHARED)
def test_a_share_by_another_key_is_refused(which: Kind) -> None:
    table = scene(kind(which))
    (first, *rest) = statements(table)
    assert isinstance(first, BatchStatement)
    # Quite in order, but for the key: that of another hello of the same player.
    key = type(table.liar.keeper.key).of(type(table.liar.keeper.key.secret)(b"\5" + bytes(31)))
    wrong = replace(first, key=key.public).prove(key, table.liar.keeper.secret).to_bytes()
    body = with_proofs(table.body, wrong, *batches(table)[1:])
    assert rest
    assert_refused(table, table.forged(body), Reason.SHARE_PROOF)


@pytest.mark.parametrize("which", SHARED)
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("missing", Reason.WRONG_SHAPE),
        ("doubled", Reason.SHARE_PROOF),
        ("one more", Reason.WRONG_SHAPE),
        ("turned", Reason.SHARE_PROOF),
        ("empty", Reason.WRONG_LENGTH),
        ("swapped within", Reason.SHARE_PROOF),
        ("a card short", Reason.WRONG_LENGTH),
    ],
)
def test_shares_are_exactly_those_that_are_owed(which: Kind, wrong: str, reason: Reason) -> None:
    table = scene(kind(which))
    one, two = batches(table)
    given = {
        "missing": (one,),
        "doubled": (one, one),
        "one more": (one, two, two),
        "turned": (two, one),
        "empty": (b"", two),
        "swapped within": (one[SIZE : 2 * SIZE] + one[:SIZE] + one[2 * SIZE :], two),
        "a card short": (one[SIZE:], two),
    }[wrong]
    assert_refused(table, table.forged(with_proofs(table.body, *given)), reason)


@pytest.mark.parametrize("which", SHARED)
def test_no_odd_point_is_a_share(which: Kind) -> None:
    for odd in list(ODD_POINTS.values())[::11]:
        table = scene(kind(which))
        one, two = batches(table)
        body = with_proofs(table.body, put(one, 0, odd), two)
        assert_refused(table, table.forged(body), Reason.NOT_A_POINT)


# ------------------------------------------------------------------------ picks


def test_keeping_two_and_passing_too_few_cannot_be_said() -> None:
    table = scene(kind(Kind.PICK))
    due = remask(table)
    short = replace(due, cards=MaskedList(due.cards.cards[:-1]))
    proof = short.prove(table.liar.keeper.secret, (0, 1)).to_bytes()
    assert_refused(table, table.forged(PickAndPass(proof)), Reason.WRONG_LENGTH)


def test_a_pick_from_the_pack_of_the_neighbour_is_refused() -> None:
    table = scene(kind(Kind.PICK))
    dealing = table.honest[0].referee.dealing
    assert dealing is not None
    neighbour = dealing.pack_of(table.honest[0].signer)
    wrong = replace(dealing.deal.pick(neighbour), seat=table.cheater)
    proof = wrong.prove(table.liar.keeper.secret, (0,)).to_bytes()
    # The first round: the pack is as it was dealt, and the list is another one than is due.
    assert_refused(table, table.forged(PickAndPass(proof)), Reason.SHUFFLE_PROOF)


# ------------------------------------------------------------------ open plays


def held(table: Scene) -> tuple[Face, ...]:
    """What the cheater holds, by position."""
    seat = table.liar.seat
    assert seat is not None
    hand = table.honest[0].referee.hands.lists[seat]
    return tuple(printed(face) for face in hand.faces(table.liar.keeper.key, all_faces()))


def share(table: Scene, seat: Seat, position: int) -> bytes:
    hand = table.honest[0].referee.hands.lists[seat]
    keeper = table.liar.keeper
    return hand.open_at(position).prove(keeper.key, keeper.secret).to_bytes()


def upgrade(table: Scene) -> tuple[Act, act.Upgrade]:
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.Upgrade)
    return body, body.action


def test_a_card_that_was_never_held_is_not_played() -> None:
    table = scene(action(act.Upgrade))
    body, played = upgrade(table)
    faces = held(table)
    other = next(
        Face(card.id, played.face.age)
        for card in CARDS.values()
        if card.kind is CARDS[played.face.card].kind
        and any(copy.age is played.face.age for copy in card.copies)
        and Face(card.id, played.face.age) not in faces
        and card.cost == CARDS[played.face.card].cost
    )
    lie = replace(body, action=replace(played, face=other))
    fault = assert_refused(table, table.forged(lie), Reason.WRONG_FACE)
    assert fault.place == "face"


def test_the_share_has_to_be_that_of_the_position_named() -> None:
    table = scene(action(act.Upgrade))
    body, _ = upgrade(table)
    other = (body.position + 1) % len(held(table))
    assert_refused(table, table.forged(replace(body, position=other)), Reason.SHARE_PROOF)


def test_the_face_has_to_be_that_at_the_position_named() -> None:
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


def test_a_card_that_was_played_is_gone() -> None:
    table = scene(action(act.Upgrade))
    body, _ = upgrade(table)
    table.say(table.true)
    table.holding.held = []
    table.holding.wanted = action(act.Upgrade, act.Invade, act.March, act.Pass, act.Pillage)
    table.run()
    fault = assert_refused_in(table, body, {Reason.SHARE_PROOF, Reason.ILLEGAL_ACTION})
    assert fault


def assert_refused_in(table: Scene, body: Body, reasons: set[Reason]) -> Reason:
    """As `assert_refused`, where the rules may refuse the same before the cards do."""
    events = [event for events in table.say(table.forged(body)) for event in events]
    found = {event.reason for event in events if isinstance(event, Faulty)}
    assert len(events) == len(table.honest)
    assert len(found) == 1
    assert found <= reasons
    return found.pop()


def test_no_card_is_shown_where_none_is_played() -> None:
    table = scene(kind(Kind.ACT))
    body = table.body
    assert isinstance(body, Act)
    assert_refused(table, table.forged(replace(body, position=1)), Reason.WRONG_SHAPE)
    table = scene(kind(Kind.ACT))
    assert_refused(table, table.forged(replace(body, proofs=(b"x",))), Reason.WRONG_SHAPE)


# -------------------------------------------------------------- face-down plays

FACE_DOWN = [act.Laid, act.Committed, act.Kept]


@pytest.mark.parametrize("verb", FACE_DOWN)
def test_a_face_down_play_comes_from_the_own_hand(verb: type) -> None:
    table = scene(action(verb))
    body = table.body
    assert isinstance(body, Act)
    seat = body.action.seat
    other = next(
        hand
        for at, hand in enumerate(table.honest[0].referee.hands.lists)
        if at != seat and len(hand)
    )
    wrong = replace(other.face_down(), seat=table.cheater)
    proof = wrong.prove(table.liar.keeper.secret, (0,)).to_bytes()
    own = len(table.honest[0].referee.hands.lists[seat])
    reason = Reason.SHUFFLE_PROOF if len(other) == own else Reason.WRONG_LENGTH
    assert_refused(table, table.forged(replace(body, proofs=(proof,))), reason)


@pytest.mark.parametrize("verb", FACE_DOWN)
def test_a_face_down_play_has_its_proof(verb: type) -> None:
    table = scene(action(verb))
    body = table.body
    assert isinstance(body, Act)
    assert_refused(table, table.forged(replace(body, proofs=())), Reason.WRONG_SHAPE)


def test_another_face_than_the_one_laid_is_not_opened() -> None:
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


def test_a_quest_is_opened_as_what_it_is() -> None:
    table = scene(action(act.OpenQuests))
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.OpenQuests)
    faces = body.action.faces
    other = next(face for face in faces_of_kind(faces[0]) if face not in faces)
    lie = replace(body, action=replace(body.action, faces=(other, *faces[1:])))
    assert_refused(table, table.forged(lie), Reason.WRONG_FACE)


def test_quests_are_all_opened() -> None:
    table = scene(action(act.OpenQuests))
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.OpenQuests)
    none = Act(replace(body.action, faces=()), 0, ())
    found = assert_refused_in(table, none, {Reason.WRONG_SHAPE, Reason.ILLEGAL_ACTION})
    assert found


def test_a_committed_card_that_is_no_quest_is_taken_and_fails() -> None:
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
    proof = hand.face_down().prove(liar.keeper.secret, (at,)).to_bytes()
    assert_goes_on_with(table, Act(act.Committed(seat), 0, (proof,)))
    play = table.honest[0].referee.hands.quests[seat][-1]
    opened = play.face(liar.keeper.key.share(play.card.mask), all_faces())
    assert printed(opened) == face


def assert_goes_on_with(table: Scene, body: Body) -> None:
    step = table.honest[0].point.step
    table.say(table.forged(body))
    assert {session.point.step > step for session in table.honest} == {True}
    assert len({session.transcript.point_of(step + 1) for session in table.honest}) == 1
    assert troubles(table) == []


class FalseQuester(Session):
    """A client that commits cards that are no quests; in everything else it does as it must."""

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
        plan = self.keeper.answer(self.referee, act.Commit(knowledge.seat, false[0]))
        return self._settled(self._plan(plan))


def test_a_game_with_false_quests_goes_on_to_its_end_and_shows_them() -> None:
    table = Table(3, seed=2)
    honest = table.sessions[1]
    cheat = FalseQuester(table.charter, 1, honest.identity, honest.keeper.secret)
    table.sessions[1] = cheat
    table.start()
    table.run()
    assert cheat.committed is not None
    assert {session.referee.due.kind for session in table.sessions} == {Kind.CLOSED}
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
