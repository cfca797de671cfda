from collections.abc import Sequence

import pytest

from engine.values import replace
from protocol.cards.dealing import Holder, MaskedCard, Point, ShareStatement
from protocol.cards.face_down import FaceDown, SealedPlay
from protocol.cards.hands import HandList
from protocol.errors import BadEncoding, BadOpening, BadProof, LocalProtocolError, Reason
from tests.protocol import slow_verifier
from tests.protocol.seats import DEAL, TABLE, face, faces, key, masked, secret

OTHER_DEAL = DEAL[::-1]
FACES = faces(12)


def laid(seat: int, position: int) -> FaceDown:
    hand = HandList.empty(TABLE, seat, key(seat).public).dealt(DEAL, masked(4, seat))
    due = hand.face_down()
    play, _ = hand.played(due.check(due.prove(secret(seat), [position]).to_bytes()))
    return play


def holders(*seats: int) -> tuple[Holder, ...]:
    return tuple(Holder(seat, key(seat).public) for seat in seats)


def sealed(play: FaceDown, others: Sequence[int]) -> SealedPlay:
    due = play.seal(holders(*others))
    raw = due.prove(key(play.seat), secret(play.seat)).to_bytes()
    return SealedPlay(play, due.holders, due.check(raw))


def opening(card: SealedPlay, seat: int) -> bytes:
    return card.opening(seat).prove(key(seat), secret(seat)).to_bytes()


def shares(card: SealedPlay) -> dict[int, Point]:
    return {seat: card.opening(seat).check(opening(card, seat)) for seat, _ in card.holders}


def refuses(due: ShareStatement, raw: bytes) -> None:
    with pytest.raises((BadProof, BadEncoding)):
        due.check(raw)


PLAY = laid(0, 2)
CARD = sealed(PLAY, (1, 2, 3))


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("owner", [0, 2])
def test_all_holders_together_turn_a_sealed_card_over(seats: int, owner: int) -> None:
    for position in range(4):
        play = laid(owner, position)
        card = sealed(play, [seat for seat in range(seats) if seat != owner])
        due = play.reveal()
        shown = due.check(due.prove(key(owner), secret(owner)).to_bytes())
        assert card.face(shares(card), FACES) == play.face(shown, FACES) == face(position)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_share_fewer_opens_nothing(seats: int) -> None:
    card = sealed(PLAY, range(1, seats))
    given = shares(card)
    for missing in given:
        fewer = {seat: share for seat, share in given.items() if seat != missing}
        with pytest.raises(LocalProtocolError):
            card.face(fewer, FACES)
        with pytest.raises(BadOpening):
            PLAY.face(card.share.without(fewer.values()).body, FACES)
        with pytest.raises(BadOpening):
            card.face({**fewer, missing: key(missing).public}, FACES)


def test_a_share_of_anybody_else_has_no_place_in_an_opening() -> None:
    given = shares(CARD)
    with pytest.raises(LocalProtocolError):
        CARD.face({**given, 4: given[1]}, FACES)
    for stranger in (0, 4):
        with pytest.raises(LocalProtocolError):
            CARD.opening(stranger)


def test_sealing_and_opening_again_gives_the_same_bytes() -> None:
    again = sealed(laid(0, 2), (1, 2, 3))
    assert again == CARD
    assert [opening(again, seat) for seat in (1, 2, 3)] == [
        opening(CARD, seat) for seat in (1, 2, 3)
    ]


def test_the_share_of_a_holder_opens_exactly_the_sealed_card() -> None:
    raw = opening(CARD, 1)
    other = sealed(laid(0, 1), (1, 2, 3))
    for strange in (
        CARD.opening(2),
        other.opening(1),
        sealed(PLAY, (1, 2)).opening(1),
        replace(CARD, play=replace(PLAY, deal=OTHER_DEAL)).opening(1),
        replace(CARD, play=replace(PLAY, name=other.play.name)).opening(1),
        replace(CARD, share=other.share).opening(1),
        replace(CARD, share=MaskedCard(CARD.share.mask, other.share.body)).opening(1),
        replace(CARD, holders=(Holder(1, key(4).public), *CARD.holders[1:])).opening(1),
        replace(PLAY.reveal(), seat=1, key=key(1).public),
    ):
        refuses(strange, raw)


def test_a_holders_share_of_another_card_is_no_opening() -> None:
    mine = laid(1, 0)
    raw = mine.reveal().prove(key(1), secret(1)).to_bytes()
    refuses(CARD.opening(1), raw)
    refuses(CARD.opening(1), opening(CARD, 2))


def test_a_seal_of_another_play_is_refused() -> None:
    raw = PLAY.seal(holders(1, 2)).prove(key(0), secret(0)).to_bytes()
    for play in (laid(0, 1), laid(3, 2), replace(PLAY, deal=OTHER_DEAL)):
        with pytest.raises(BadProof) as refusal:
            play.seal(holders(1, 2)).check(raw)
        assert refusal.value.reason is Reason.SEAL_PROOF


def test_a_card_cannot_be_sealed_to_one_seat_or_to_its_owner() -> None:
    # The only other seat would hold the whole key and could look at once.
    for wrong in (holders(1), holders(0, 1)):
        with pytest.raises(LocalProtocolError):
            PLAY.seal(wrong)


def test_a_seal_has_one_size_and_repeats_nothing_of_the_card() -> None:
    public = {PLAY.card.mask, PLAY.card.body, key(0).share(PLAY.card.mask)}
    for others in ((1, 2), (1, 2, 3), (1, 2, 3, 4)):
        raw = PLAY.seal(holders(*others)).prove(key(0), secret(0)).to_bytes()
        assert len(raw) == 160
        assert public.isdisjoint(raw[at : at + 32] for at in range(0, 160, 32))


def test_openings_are_named_as_specified() -> None:
    name = slow_verifier.sha("sealed", PLAY.name, CARD.share.mask + CARD.share.body)
    bound = (DEAL, name, 0, 2, key(2).public)
    assert slow_verifier.accepts_share(bound, CARD.share.mask, opening(CARD, 2))


def test_both_verifiers_accept_the_seal_of_a_play() -> None:
    due = PLAY.seal(holders(1, 3))
    raw = due.prove(key(0), secret(0)).to_bytes()
    bound = (DEAL, PLAY.name, 0, key(0).public, PLAY.card.to_bytes(), due.holders)
    assert slow_verifier.accepts_seal(bound, raw)
