from collections import Counter
from collections.abc import Callable

import pytest

from engine.values import replace
from protocol.cards.dealing import (
    CardKey,
    EncodedFace,
    FaceTable,
    MaskedList,
    RemaskStatement,
    ShareStatement,
)
from protocol.cards.face_down import FaceDown
from protocol.cards.hands import HandList
from protocol.errors import BadEncoding, BadOpening, BadProof, LocalProtocolError
from protocol.hazmat import group
from tests.protocol import slow_verifier
from tests.protocol.seats import DEAL, TABLE, face, faces, key, masked, proof, secret

OTHER_DEAL = DEAL[::-1]
FACES = faces(12)


def hand_of(count: int, seat: int = 0) -> HandList:
    return HandList.empty(TABLE, seat, key(seat).public).dealt(DEAL, masked(count, seat))


def shown(hand: HandList) -> list[EncodedFace]:
    return list(hand.faces(key(hand.seat), FACES))


def shared(due: ShareStatement, seat: int = 0) -> bytes:
    return due.prove(key(seat), secret(seat)).to_bytes()


def play(hand: HandList, position: int) -> tuple[FaceDown, HandList]:
    due = hand.face_down()
    return hand.played(due.check(due.prove(secret(hand.seat), [position]).to_bytes()))


def refuses(due: ShareStatement | RemaskStatement, raw: bytes) -> None:
    with pytest.raises((BadProof, BadEncoding)):
        due.check(raw)


HAND = hand_of(4)


# --- open plays ---


@pytest.mark.parametrize("position", range(4))
def test_an_open_play_shows_its_card_and_shortens_the_hand(position: int) -> None:
    due = HAND.open_at(position)
    share = due.check(shared(due))
    assert HAND.face_at(position, share, FACES) == face(position)
    left = HAND.without(position)
    assert shown(left) == [face(at) for at in range(4) if at != position]
    assert left.counter == HAND.counter + 1


def test_an_open_play_of_another_position_list_or_counter_is_refused() -> None:
    raw = shared(HAND.open_at(1))
    for other in (
        HAND.open_at(0),
        replace(HAND, counter=2).open_at(1),
        replace(HAND, deal=OTHER_DEAL).open_at(1),
        replace(HAND, seat=1).open_at(1),
        HAND.without(0).open_at(0),
        HAND.without(3).open_at(1),
        HAND.with_face(face(9)).open_at(1),
    ):
        refuses(other, raw)


def test_a_played_card_cannot_be_played_again() -> None:
    raw = shared(HAND.open_at(1))
    left = HAND.without(1)
    for position in range(3):
        refuses(left.open_at(position), raw)
    assert face(1) not in shown(left)


def test_only_the_owner_can_play_from_a_hand() -> None:
    with pytest.raises(LocalProtocolError):
        HAND.open_at(0).prove(key(1), secret(1))
    as_one = replace(HAND, key=key(1).public)
    refuses(HAND.open_at(0), as_one.open_at(0).prove(key(1), secret(1)).to_bytes())


@pytest.mark.parametrize("position", [-1, 4])
def test_there_is_no_card_beyond_the_hand(position: int) -> None:
    share = key(0).public
    calls: tuple[Callable[[], object], ...] = (
        lambda: HAND.open_at(position),
        lambda: HAND.without(position),
        lambda: HAND.face_at(position, share, FACES),
    )
    for call in calls:
        with pytest.raises(LocalProtocolError):
            call()


# --- face-down plays ---


@pytest.mark.parametrize("position", range(4))
def test_a_face_down_play_hides_and_binds_one_card(position: int) -> None:
    down, left = play(HAND, position)
    assert (len(left), left.counter) == (3, HAND.counter + 1)
    assert Counter(shown(left)) == Counter(face(at) for at in range(4) if at != position)
    public = {point for card in HAND.cards.cards for point in (card.mask, card.body)}
    assert public.isdisjoint({down.card.mask, down.card.body})
    with pytest.raises(BadOpening):
        down.face(key(1).share(down.card.mask), FACES)
    assert down.face(down.reveal().check(shared(down.reveal())), FACES) == face(position)


def test_a_reveal_turns_over_exactly_the_played_card() -> None:
    down, left = play(HAND, 2)
    other, _ = play(HAND, 1)
    next_one, _ = play(left, 0)
    raw = shared(down.reveal())
    for strange in (
        other.reveal(),
        next_one.reveal(),
        replace(down, name=other.name).reveal(),
        replace(down, card=other.card).reveal(),
        replace(down, deal=OTHER_DEAL).reveal(),
        replace(down, seat=1).reveal(),
        left.open_at(0),
    ):
        refuses(strange, raw)
    assert len({down.name, other.name, next_one.name}) == 3


def test_the_share_of_a_card_still_in_hand_is_no_reveal() -> None:
    down, left = play(HAND, 2)
    for position in range(3):
        refuses(down.reveal(), shared(left.open_at(position)))
    for position in range(4):
        refuses(down.reveal(), shared(HAND.open_at(position)))


def test_a_card_in_play_or_lost_cannot_be_played_from_the_hand() -> None:
    _, left = play(HAND, 2)
    old = HAND.face_down().prove(secret(0), [2]).to_bytes()
    refuses(left.face_down(), old)
    assert face(2) not in shown(left)


def test_a_face_down_play_from_another_list_deal_seat_or_counter_is_refused() -> None:
    raw = HAND.face_down().prove(secret(0), [2]).to_bytes()
    HAND.face_down().check(raw)
    for other in (
        replace(HAND, counter=2),
        replace(HAND, deal=OTHER_DEAL),
        replace(HAND, seat=1),
        replace(HAND, cards=MaskedList(HAND.cards.cards[::-1])),
        replace(HAND, cards=masked(4, 1)),
    ):
        refuses(other.face_down(), raw)
    refuses(HAND.face_down(), proof(4))


def test_face_down_plays_of_different_cards_look_alike() -> None:
    messages = [HAND.face_down().prove(secret(0), [at]).to_bytes() for at in range(4)]
    assert {len(raw) for raw in messages} == {192 * 4 + 160}
    assert len(set(messages)) == 4


def test_repeating_a_play_gives_the_same_message() -> None:
    again = replace(HAND)
    assert again.face_down().prove(secret(0), [2]) == HAND.face_down().prove(secret(0), [2])
    assert play(again, 2) == play(HAND, 2)


def test_the_last_card_can_be_played_face_down() -> None:
    down, left = play(hand_of(1), 0)
    assert len(left) == 0
    assert down.face(key(0).share(down.card.mask), FACES) == face(0)
    with pytest.raises(LocalProtocolError):
        left.face_down()


def test_a_result_of_another_length_is_refused() -> None:
    for count in (0, 3, 5):
        with pytest.raises(LocalProtocolError):
            HAND.played(MaskedList(masked(6, 0).cards[:count]))
    with pytest.raises(LocalProtocolError):
        HandList.empty(TABLE, 0, key(0).public).played(MaskedList(()))


# --- returned and kept cards ---


def test_a_returned_card_stays_at_the_end_until_the_next_face_down_play() -> None:
    back = play(HAND, 2)[1].with_face(face(2))
    assert shown(back)[3] == face(2)
    assert back.cards.cards[3].mask == group.BASE
    share = back.open_at(3).check(shared(back.open_at(3)))
    assert share == key(0).public
    assert back.face_at(3, share, FACES) == face(2)
    down, left = play(back, 0)
    assert all(card.mask != group.BASE for card in (down.card, *left.cards.cards))


def test_a_returned_card_can_be_played_face_down_again() -> None:
    back = play(HAND, 2)[1].with_face(face(2))
    down, left = play(back, 3)
    assert down.face(key(0).share(down.card.mask), FACES) == face(2)
    assert face(2) not in shown(left)


def test_a_card_can_go_into_another_hand() -> None:
    poisoned = hand_of(2, 1).with_face(face(5))
    assert shown(poisoned) == [face(0), face(1), face(5)]
    refuses(HAND.face_down(), poisoned.face_down().prove(secret(1), [0]).to_bytes())


def test_the_kept_card_starts_the_next_hand_and_the_rest_is_dropped() -> None:
    due = HAND.face_down()
    kept = HAND.keeping(due.check(due.prove(secret(0), [1]).to_bytes()))
    assert shown(kept) == [face(1)]
    following = kept.dealt(OTHER_DEAL, masked(6, 0))
    assert shown(following) == [face(1), *(face(at) for at in range(6))]
    assert (following.deal, following.counter) == (OTHER_DEAL, HAND.counter + 2)
    assert len(following) == 7


def test_keeping_nothing_leaves_an_empty_hand() -> None:
    dropped = HAND.dropped()
    assert (len(dropped), dropped.counter) == (0, HAND.counter + 1)
    assert shown(dropped.dealt(OTHER_DEAL, masked(2, 0))) == [face(0), face(1)]


def test_keeping_a_card_is_as_binding_as_a_face_down_play() -> None:
    with pytest.raises(LocalProtocolError):
        HAND.keeping(MaskedList(masked(6, 0).cards[:3]))


# --- names, keys, tables ---


def test_every_change_renames_the_list() -> None:
    names = {
        HAND.list_id(),
        HAND.without(0).list_id(),
        HAND.dropped().list_id(),
        HAND.with_face(face(0)).list_id(),
        HAND.with_face(face(0)).without(4).list_id(),
        play(HAND, 0)[1].list_id(),
        HAND.dealt(OTHER_DEAL, MaskedList(())).list_id(),
        HandList.empty(TABLE, 0, key(0).public).list_id(),
        HandList.empty(bytes(32), 0, key(0).public).list_id(),
        HandList.empty(TABLE, 1, key(0).public).list_id(),
    }
    assert len(names) == 10


def test_names_are_as_specified() -> None:
    name = slow_verifier.sha("list", DEAL, 0, 1, HAND.cards.to_bytes())
    assert HAND.list_id() == name
    down, _ = play(HAND, 2)
    assert down.name == slow_verifier.sha("play", name, down.card.mask, down.card.body)


def test_both_verifiers_accept_plays_and_reveals() -> None:
    name, cards = HAND.list_id(), HAND.cards.to_bytes()
    raw = HAND.face_down().prove(secret(0), [2]).to_bytes()
    assert slow_verifier.accepts_shuffle(name, 0, key(0).public, cards, raw)
    down, _ = play(HAND, 2)
    bound = (DEAL, down.name, 0, 0, key(0).public)
    assert slow_verifier.accepts_share(bound, down.card.mask, shared(down.reveal()))
    bound = (DEAL, name, 3, 0, key(0).public)
    mask = HAND.cards.cards[3].mask
    assert slow_verifier.accepts_share(bound, mask, shared(HAND.open_at(3)))


def test_nobody_else_sees_the_hand() -> None:
    with pytest.raises(LocalProtocolError):
        HAND.faces(key(1), FACES)
    with pytest.raises(BadOpening):
        replace(HAND, key=key(1).public).faces(key(1), FACES)


def test_an_unknown_face_does_not_open() -> None:
    with pytest.raises(BadOpening):
        HAND.faces(CardKey.of(key(0).secret), FaceTable.of([face(0)]))
