from collections.abc import Iterator

import pytest

from engine.values import replace
from protocol.errors import BadEncoding, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point
from protocol.hazmat.keys import Holder
from protocol.hazmat.masking import MaskedCard
from protocol.hazmat.seals import Seal, SealStatement
from tests.protocol import edwards
from tests.protocol.edwards import BASE, ORDER, Curve, curve
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS, shifted
from tests.protocol.seal_cheater import SealCheater, bound_of, joint_of
from tests.protocol.seats import (
    DEAL,
    NAME,
    face,
    faces,
    key,
    laid,
    masked,
    replaced,
    scalar,
    secret,
    words,
)
from tests.protocol.slow_verifier import Check, accepts_seal

CARDS = masked(6, 0)


def holders(*seats: int) -> tuple[Holder, ...]:
    return tuple(Holder(seat, key(seat).public) for seat in seats)


DUE = SealStatement(DEAL, NAME, 0, key(0).public, CARDS.cards[3], holders(1, 2, 3))
RAW = DUE.prove(key(0), secret(0)).to_bytes()
X = int.from_bytes(key(0).secret, "little")
CHEATER = SealCheater(DUE)
R = CHEATER.draw("mask")


def slow(due: SealStatement, raw: bytes, *without: Check) -> bool:
    return accepts_seal(bound_of(due), raw, frozenset(without))


def refuses(due: SealStatement, raw: bytes) -> Reason:
    with pytest.raises((BadProof, BadEncoding)) as refusal:
        due.check(raw)
    assert not slow(due, raw)
    return refusal.value.reason


@pytest.mark.parametrize("seats", [(1, 2), (1, 2, 3), (1, 2, 3, 4), (2, 4)])
def test_an_honest_seal_is_accepted_by_both_verifiers_and_holds_the_share(
    seats: tuple[int, ...],
) -> None:
    due = replace(DUE, holders=holders(*seats))
    raw = due.prove(key(0), secret(0)).to_bytes()
    assert len(raw) == Seal.SIZE == 160
    assert Seal.from_bytes(raw).to_bytes() == raw
    share = due.check(raw)
    assert share.to_bytes() == raw[:64]
    assert slow(due, raw)
    left = share.without(key(seat).share(share.mask) for seat in seats)
    assert left.body == key(0).share(due.card.mask)
    assert faces(6).opened(due.card, (left.body,)) == face(3)


def test_any_seat_can_be_the_owner() -> None:
    for seat, others in ((1, (0, 2)), (4, (0, 2, 3))):
        card = masked(2, seat).cards[1]
        due = SealStatement(DEAL, NAME, seat, key(seat).public, card, holders(*others))
        raw = due.prove(key(seat), secret(seat)).to_bytes()
        due.check(raw)
        assert slow(due, raw)


def test_the_same_statement_gives_the_same_bytes() -> None:
    assert replace(DUE).prove(key(0), secret(0)).to_bytes() == RAW


def test_the_joint_key_is_the_sum_of_the_holders_keys() -> None:
    assert DUE.joint == joint_of(DUE).encode()


# --- statements that cannot be ---


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        holders(1),
        holders(2, 1),
        (*holders(1), Holder(1, key(2).public)),
        holders(0, 1, 2),
        (Holder(-1, key(1).public), *holders(2)),
        (*holders(1), Holder(1 << 16, key(2).public)),
    ],
    ids=("none", "one", "falling", "a seat twice", "the owner", "below zero", "beyond two bytes"),
)
def test_holders_are_at_least_two_other_seats_in_order(wrong: tuple[Holder, ...]) -> None:
    with pytest.raises(LocalProtocolError):
        replace(DUE, holders=wrong)


def test_a_key_twice_or_keys_that_cancel_out_are_refused() -> None:
    sum_of_two = group.add(key(1).public, key(2).public)
    opposite = Holder(3, group.subtract(group.IDENTITY, sum_of_two))
    for wrong, reason in (
        ((*holders(1, 2), Holder(3, key(1).public)), Reason.KEY_REPEATED),
        ((*holders(1, 2), Holder(3, key(0).public)), Reason.KEY_REPEATED),
        ((*holders(1, 2), opposite), Reason.KEYS_CANCEL),
    ):
        with pytest.raises(BadProof) as refusal:
            replace(DUE, holders=wrong)
        assert refusal.value.reason is reason


def test_proving_with_anothers_key_is_refused() -> None:
    with pytest.raises(LocalProtocolError):
        DUE.prove(key(1), secret(0))


# --- seals for something else ---


def changed() -> Iterator[tuple[str, SealStatement]]:
    yield "deal", replace(DUE, deal=DEAL[::-1])
    yield "name", replace(DUE, name=NAME[::-1])
    yield "deal and name exchanged", replace(DUE, deal=NAME, name=DEAL)
    yield "seat", replace(DUE, seat=4)
    yield "key", replace(DUE, key=key(4).public)
    yield "owner", replace(DUE, seat=4, key=key(4).public)
    yield "card", replace(DUE, card=CARDS.cards[2])
    yield "mask", replace(DUE, card=MaskedCard(CARDS.cards[2].mask, DUE.card.body))
    yield "body", replace(DUE, card=MaskedCard(DUE.card.mask, CARDS.cards[2].body))
    yield "fewer holders", replace(DUE, holders=holders(1, 2))
    yield "more holders", replace(DUE, holders=holders(1, 2, 3, 4))
    yield "other holders", replace(DUE, holders=holders(1, 2, 4))
    yield "a holder's seat", replace(DUE, holders=(*holders(1, 2), Holder(4, key(3).public)))
    yield "a holder's key", replace(DUE, holders=(*holders(1, 2), Holder(3, key(4).public)))
    one, two, three = (holder.key for holder in DUE.holders)
    swapped = (Holder(1, two), Holder(2, one), Holder(3, three))
    yield "holders' keys exchanged", replace(DUE, holders=swapped)


@pytest.mark.parametrize(("part", "due"), list(changed()))
def test_a_seal_for_another_statement_is_refused(part: str, due: SealStatement) -> None:
    assert refuses(due, RAW) is Reason.SEAL_PROOF, part


def test_nonces_and_masks_never_serve_two_statements() -> None:
    # z - z' = (c - c') x would follow, and x with it; one mask would show the difference of shares.
    dues = [DUE, *(due for _, due in changed())]
    seen: set[bytes] = set()
    for due in dues:
        owner = key(4 if due.key == key(4).public else 0)
        seal = due.prove(owner, secret(0))
        opposite = group.scalar_negate(seal.challenge)
        for response, of in (
            (seal.key_response, due.key),
            (seal.mask_response, seal.share.mask),
        ):
            seen.add(group.add(group.multiply_base(response), group.multiply(opposite, of)))
        seen.add(seal.share.mask)
    assert len(seen) == 3 * len(dues)


# --- changed messages ---


def flipped(bit: int) -> bytes:
    raw = bytearray(RAW)
    raw[bit // 8] ^= 1 << bit % 8
    return bytes(raw)


def test_a_flipped_bit_is_refused_by_both_verifiers() -> None:
    for bit in range(0, 8 * len(RAW), 61):
        refuses(DUE, flipped(bit))


def test_every_flipped_bit_is_refused() -> None:
    for bit in range(8 * len(RAW)):
        with pytest.raises((BadProof, BadEncoding)):
            DUE.check(flipped(bit))


def test_a_change_of_any_field_is_refused() -> None:
    for at, word in enumerate(words(RAW)):
        others: tuple[bytes, ...] = (
            (group.add(Point(word), group.BASE), group.BASE, key(1).public)
            if at < 2
            else (group.scalar_add(group.Scalar(word), group.ONE), group.ZERO, group.ONE)
        )
        for other in others:
            assert refuses(DUE, replaced(RAW, at, other)) is Reason.SEAL_PROOF


def test_a_message_of_another_length_is_refused() -> None:
    for wrong in (b"", RAW[:-1], RAW[:-32], RAW + b"\0", RAW + RAW[:32]):
        assert refuses(DUE, wrong) is Reason.WRONG_LENGTH


@pytest.mark.parametrize("name", ODD_POINTS)
def test_a_malformed_point_is_refused(name: str) -> None:
    for at, place in ((0, "seal.mask"), (1, "seal.body")):
        with pytest.raises(BadEncoding) as refusal:
            DUE.check(replaced(RAW, at, ODD_POINTS[name]))
        assert (refusal.value.reason, refusal.value.place) == (Reason.NOT_A_POINT, place)


def test_a_point_with_a_part_of_small_order_is_refused() -> None:
    for at, word in enumerate(words(RAW)[:2]):
        for torsion in group.TORSION:
            other = (curve(word) + curve(torsion)).encode()
            assert refuses(DUE, replaced(RAW, at, other)) is Reason.NOT_A_POINT


def test_a_malformed_scalar_is_refused() -> None:
    for at in (2, 3, 4):
        for odd in {**ODD_SCALARS, **shifted(words(RAW)[at])}.values():
            assert refuses(DUE, replaced(RAW, at, odd)) is Reason.NOT_A_SCALAR


def test_errors_of_mask_and_body_that_cancel_out_are_refused() -> None:
    first, second = (Point(word) for word in words(RAW)[:2])
    shift = group.multiply_base(scalar(5))
    for plus, minus in ((shift, shift), (shift, group.multiply(scalar(X), shift))):
        raw = replaced(RAW, 0, group.add(first, plus))
        assert refuses(DUE, replaced(raw, 1, group.subtract(second, minus))) is Reason.SEAL_PROOF


def test_a_remasked_seal_is_refused() -> None:
    # It would hold the same share, with the owner's proof: one play has one seal.
    share = DUE.check(RAW).remasked(scalar(5), DUE.joint)
    assert refuses(DUE, share.to_bytes() + RAW[64:]) is Reason.SEAL_PROOF


def test_a_part_of_another_seal_is_refused() -> None:
    other = replace(DUE, name=NAME[::-1]).prove(key(0), secret(0)).to_bytes()
    for at in range(5):
        assert refuses(DUE, replaced(RAW, at, words(other)[at])) is Reason.SEAL_PROOF


# --- an owner with arithmetic of its own ---


def test_the_cheater_is_accepted_when_honest() -> None:
    # So that refusals below are due to the cheat.
    raw = CHEATER.forge(CHEATER.share(X, R), X, R)
    assert slow(DUE, raw)
    assert DUE.check(raw).to_bytes() == raw[:64]


def wrong_shares() -> Iterator[tuple[str, tuple[Curve, Curve]]]:
    mask, body = CHEATER.share(X, R)
    own, joint = curve(DUE.card.mask), joint_of(DUE)
    other = curve(face(3).point()) - curve(face(4).point())
    foreign = int.from_bytes(key(1).secret, "little")
    yield "garbage", (mask, CHEATER.draw("garbage") * BASE)
    yield "another face", (mask, body + other)
    yield "another card's share", (mask, X * curve(CARDS.cards[0].mask) + R * joint)
    yield "another key's share", (mask, foreign * own + R * joint)
    yield "under the key of one", (mask, X * own + R * curve(key(1).public))
    yield "under the key of fewer", (mask, X * own + R * (joint - curve(key(3).public)))
    yield "under the key of more", (mask, X * own + R * (joint + curve(key(4).public)))
    yield "another mask", (mask + BASE, body)
    yield "no share", (mask, R * joint)
    yield "less than no share", (mask, R * joint - X * own)
    yield "a holder's key as mask", (curve(key(1).public), body)
    yield "a holder's card as mask", (curve(masked(2, 1).cards[0].mask), body)
    yield "a holder's card under a mask", (curve(masked(2, 1).cards[0].mask) + mask, body)


@pytest.mark.parametrize(("name", "sealed"), list(wrong_shares()))
def test_a_seal_of_anything_but_the_share_is_refused(
    name: str, sealed: tuple[Curve, Curve]
) -> None:
    assert refuses(DUE, CHEATER.forge(sealed, X, R)) is Reason.SEAL_PROOF, name
    assert refuses(DUE, CHEATER.simulate(sealed)) is Reason.SEAL_PROOF, name


def test_a_seal_with_another_key_is_refused() -> None:
    other = int.from_bytes(key(1).secret, "little")
    assert refuses(DUE, CHEATER.forge(CHEATER.share(other, R), other, R)) is Reason.SEAL_PROOF
    assert refuses(DUE, CHEATER.forge(CHEATER.share(X, R), other, R)) is Reason.SEAL_PROOF


def test_a_share_sealed_with_a_mask_of_zero_is_refused() -> None:
    # Everybody would read it: B is the share itself.
    raw = CHEATER.forge(CHEATER.share(X, 0), X, 0)
    assert raw[32:64] == key(0).share(DUE.card.mask)
    assert slow(DUE, raw, Check.GROUP)
    assert refuses(DUE, raw) is Reason.NOT_A_POINT


# --- the purpose of each check: without it the attack succeeds ---


def test_without_t1_a_seal_could_hold_what_opens_nothing() -> None:
    other = X + 1
    for aim in ((Check.T1,), ()):
        cheater = SealCheater(DUE, without=frozenset(aim))
        raw = cheater.forge(cheater.share(other, R), other, R)
        assert slow(DUE, raw, Check.T1) == bool(aim)
        assert refuses(DUE, raw) is Reason.SEAL_PROOF


def test_without_t2_an_opening_would_turn_over_a_card_in_a_holders_hand() -> None:
    hidden = masked(2, 1).cards[1]
    for aim in ((Check.T2,), ()):
        cheater = SealCheater(DUE, without=frozenset(aim))
        _, body = cheater.share(X, R)
        raw = cheater.forge((curve(hidden.mask), body), X, R)
        assert slow(DUE, raw, Check.T2) == bool(aim)
        assert refuses(DUE, raw) is Reason.SEAL_PROOF
        # The share that seat 1 would publish for it:
        assert faces(6).opened(hidden, (key(1).share(Point(raw[:32])),)) == face(1)


def test_without_the_sealed_share_in_the_challenge_any_point_could_be_sealed() -> None:
    for aim in ((Check.SEALED,), ()):
        cheater = SealCheater(DUE, without=frozenset(aim))
        raw = cheater.forge_backwards(X, R)
        assert slow(DUE, raw, Check.SEALED) == bool(aim)
        assert refuses(DUE, raw) is Reason.SEAL_PROOF
        share = MaskedCard.from_bytes(raw[:64])
        left = share.without(key(seat).share(share.mask) for seat in (1, 2, 3))
        assert left.body != key(0).share(DUE.card.mask)


def test_without_the_group_check_an_opening_would_leak_bits_of_a_holders_key() -> None:
    marked = [
        cheater.forge((mask + edwards.TORSION[8], body), X, R)
        for cheater in (SealCheater(DUE, seed=bytes([attempt])) for attempt in range(12))
        for mask, body in (cheater.share(X, R),)
    ]
    for raw in marked:
        with pytest.raises(BadEncoding):
            DUE.check(raw)
    assert not any(slow(DUE, raw) for raw in marked[:4])
    fooled = [raw for raw in marked if slow(DUE, raw, Check.GROUP)]
    assert 0 < len(fooled) < len(marked)
    x = int.from_bytes(key(1).secret, "little")
    share = x * curve(fooled[0][:32])
    assert (share - R * curve(key(1).public)).same(x % 8 * edwards.TORSION[8])


def test_without_a_range_check_a_seal_would_have_many_encodings() -> None:
    for at in (2, 3, 4):
        number = int.from_bytes(words(RAW)[at], "little")
        for form in (number + ORDER, number + 2**255):
            other = replaced(RAW, at, form.to_bytes(32, "little"))
            assert slow(DUE, other, Check.RANGE)
            assert refuses(DUE, other) is Reason.NOT_A_SCALAR


def test_a_card_that_everybody_saw_return_can_be_sealed() -> None:
    # Laid again without a new mask its C1 is G, and its share the owner's public key.
    due = replace(DUE, card=laid(2, key(0).public).cards[1])
    share = due.check(due.prove(key(0), secret(0)).to_bytes())
    left = share.without(key(seat).share(share.mask) for seat in (1, 2, 3))
    assert left.body == key(0).public
