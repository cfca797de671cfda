import pytest

from protocol.errors import BadEncoding, BadOpening, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.masking import EncodedFace, FaceTable, MaskedCard, MaskedList, lay_face
from tests.protocol import slow_verifier
from tests.protocol.odd_bytes import ODD_POINTS
from tests.protocol.seats import face, faces, key, laid, masked, replaced, scalar


def test_the_point_of_a_face_matches_the_slow_verifier() -> None:
    for age in (1, 2, 3):
        assert EncodedFace("troll", age).point() == slow_verifier.card_point(age, "troll").encode()


def test_a_laid_face_has_the_public_mask_one() -> None:
    card = lay_face(face(0), key(0).public)
    assert card.mask == group.BASE
    assert group.subtract(card.body, key(0).public) == face(0).point()


def test_a_remasked_card_has_the_same_face_and_other_points() -> None:
    card = laid(1, key(0).public).cards[0]
    again = card.remasked(scalar(12), key(0).public)
    assert {again.mask, again.body}.isdisjoint({card.mask, card.body})
    for either in (card, again):
        assert faces(3).opened(either, (key(0).share(either.mask),)) == face(0)


def test_lists_survive_encoding_and_decoding() -> None:
    cards = masked(4, 0)
    raw = cards.to_bytes()
    assert len(raw) == 64 * len(cards) == 256
    assert MaskedList.from_bytes(raw, 4) == cards
    assert MaskedCard.from_bytes(raw[:64]) == cards.cards[0]
    assert (
        b"".join(x for pair in zip(cards.masks(), cards.bodies(), strict=True) for x in pair) == raw
    )


@pytest.mark.parametrize("count", [0, 3, 5])
def test_a_list_with_another_number_of_cards_is_refused(count: int) -> None:
    with pytest.raises(BadEncoding) as refusal:
        MaskedList.from_bytes(masked(4, 0).to_bytes(), count)
    assert refusal.value.reason is Reason.WRONG_LENGTH


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_card_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(BadEncoding) as refusal:
        MaskedCard.from_bytes(masked(2, 0).to_bytes()[:length])
    assert refusal.value.reason is Reason.WRONG_LENGTH


@pytest.mark.parametrize("name", ODD_POINTS)
def test_a_malformed_card_in_a_list_is_refused_with_its_place(name: str) -> None:
    raw = masked(2, 0).to_bytes()
    for at, place in enumerate(
        ("cards[0].mask", "cards[0].body", "cards[1].mask", "cards[1].body")
    ):
        with pytest.raises(BadEncoding) as refusal:
            MaskedList.from_bytes(replaced(raw, at, ODD_POINTS[name]), 2)
        assert (refusal.value.reason, refusal.value.place) == (Reason.NOT_A_POINT, place)


def test_a_card_does_not_open_without_all_shares() -> None:
    card = masked(1, 0).cards[0]
    for shares in ((), (key(1).share(card.mask),)):
        with pytest.raises(BadOpening) as refusal:
            faces(1).opened(card, shares)
        assert refusal.value.reason is Reason.NO_SUCH_FACE


def test_shares_that_would_leave_nothing_are_refused() -> None:
    card = masked(1, 0).cards[0]
    with pytest.raises(BadOpening):
        card.without((card.body,))


def test_the_same_card_of_another_age_has_another_face() -> None:
    card = masked(1, 0).cards[0]
    share = key(0).share(card.mask)
    elsewhere = FaceTable.of([EncodedFace(face(0).card_id, age) for age in (2, 3)])
    with pytest.raises(BadOpening):
        elsewhere.opened(card, (share,))


def test_copies_of_a_card_have_one_face() -> None:
    assert FaceTable.of([face(0), face(0)]) == faces(1)


def test_two_faces_with_one_point_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EncodedFace, "point", lambda _: group.BASE)
    with pytest.raises(LocalProtocolError):
        FaceTable.of([face(0), face(1)])
