import pytest

from protocol.errors import BadEncoding, BadOpening, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.keys import CardKey, KeyProof, KeyStatement, joint_key
from protocol.hazmat.secrets import TableSecret
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS, shifted
from tests.protocol.seats import (
    face,
    faces,
    fresh,
    identity,
    key,
    laid,
    replaced,
    scalar,
    secret,
    words,
)
from tests.protocol.slow_verifier import accepts_key

STATEMENT = KeyStatement(fresh(0), identity(0))
RAW = STATEMENT.prove(key(0), secret(0)).to_bytes()


def refuses(raw: bytes, statement: KeyStatement = STATEMENT) -> Reason:
    with pytest.raises((BadProof, BadEncoding)) as refusal:
        statement.check(raw)
    assert not accepts_key(statement.fresh, statement.identity, raw)
    return refusal.value.reason


@pytest.mark.parametrize("seat", range(5))
def test_an_honest_proof_is_accepted_by_both_verifiers(seat: int) -> None:
    statement = KeyStatement(fresh(seat), identity(seat))
    raw = statement.prove(key(seat), secret(seat)).to_bytes()
    assert len(raw) == KeyProof.SIZE == 96
    assert statement.check(raw) == key(seat).public
    assert accepts_key(fresh(seat), identity(seat), raw)
    assert KeyProof.from_bytes(raw).to_bytes() == raw


def test_the_same_hello_gives_the_same_key_and_proof() -> None:
    again = STATEMENT.key(TableSecret(secret(0).raw))
    assert again == key(0)
    assert STATEMENT.prove(again, secret(0)).to_bytes() == RAW


def nonce(statement: KeyStatement, seat: int) -> int:
    """Return w = s - cx of an honest proof."""
    proof = statement.prove(key(seat), secret(0))
    s, c, x = (
        int.from_bytes(number, "little")
        for number in (proof.response, proof.challenge, key(seat).secret)
    )
    return (s - c * x) % group.ORDER


def test_another_hello_gives_another_key_and_nonce() -> None:
    other = KeyStatement(fresh(1), identity(0))
    assert other.key(secret(0)) != key(0)
    found = {
        nonce(other, 0),
        nonce(KeyStatement(fresh(0), identity(1)), 0),
        nonce(STATEMENT, 0),
        nonce(STATEMENT, 1),
    }
    assert len(found) == 4


def test_a_proof_from_another_hello_or_identity_is_refused() -> None:
    assert refuses(RAW, KeyStatement(fresh(1), identity(0))) is Reason.KEY_PROOF
    assert refuses(RAW, KeyStatement(fresh(0), identity(1))) is Reason.KEY_PROOF
    assert refuses(RAW, KeyStatement(identity(0), fresh(0))) is Reason.KEY_PROOF


@pytest.mark.parametrize("bit", range(0, 768, 5))
def test_a_flipped_bit_is_refused(bit: int) -> None:
    raw = bytearray(RAW)
    raw[bit // 8] ^= 1 << bit % 8
    refuses(bytes(raw))


@pytest.mark.parametrize("length", [0, 32, 95, 97, 128])
def test_a_key_proof_of_another_length_is_refused(length: int) -> None:
    assert refuses((RAW + RAW)[:length]) is Reason.WRONG_LENGTH


@pytest.mark.parametrize("name", ODD_POINTS)
def test_a_malformed_key_is_refused(name: str) -> None:
    assert refuses(replaced(RAW, 0, ODD_POINTS[name])) is Reason.NOT_A_POINT


@pytest.mark.parametrize("at", [1, 2])
def test_a_malformed_scalar_is_refused(at: int) -> None:
    for odd in {**ODD_SCALARS, **shifted(words(RAW)[at])}.values():
        assert refuses(replaced(RAW, at, odd)) is Reason.NOT_A_SCALAR


@pytest.mark.parametrize("at", [1, 2])
def test_a_zero_scalar_proves_nothing(at: int) -> None:
    assert refuses(replaced(RAW, at, bytes(32))) is Reason.KEY_PROOF
    assert refuses(words(RAW)[0] + bytes(64)) is Reason.KEY_PROOF


def test_anothers_key_cannot_be_announced_with_its_proof() -> None:
    other = KeyStatement(fresh(1), identity(1)).prove(key(1), secret(1)).to_bytes()
    assert refuses(other) is Reason.KEY_PROOF
    assert refuses(replaced(RAW, 0, key(1).public)) is Reason.KEY_PROOF


def test_a_rogue_key_opens_everything_but_has_no_proof() -> None:
    # Negative control: without the proof a seat cancels the others' keys and knows the joint key.
    known = scalar(4711)
    rogue = group.subtract(group.multiply_base(known), key(0).public)
    joint = joint_key((key(0).public, rogue))
    card = laid(1, joint).cards[0].remasked(scalar(99), joint)
    alone = group.multiply(known, card.mask)
    assert faces(1).opened(card, (alone,)) == face(0)

    forged = STATEMENT.prove(CardKey(known, rogue), secret(0)).to_bytes()
    assert words(forged)[0] == rogue
    assert refuses(forged) is Reason.KEY_PROOF


def test_the_joint_key_needs_everybody() -> None:
    joint = joint_key(key(seat).public for seat in range(3))
    card = laid(1, joint).cards[0].remasked(scalar(7), joint)
    shares = [key(seat).share(card.mask) for seat in range(3)]
    assert faces(1).opened(card, shares) == face(0)
    for left_out in range(3):
        with pytest.raises(BadOpening):
            faces(1).opened(card, shares[:left_out] + shares[left_out + 1 :])


def test_duplicate_keys_are_refused() -> None:
    with pytest.raises(BadProof) as refusal:
        joint_key((key(0).public, key(1).public, key(0).public))
    assert refusal.value.reason is Reason.KEY_REPEATED


def test_keys_that_cancel_out_are_refused() -> None:
    opposite = CardKey.of(group.scalar_negate(key(0).secret))
    with pytest.raises(BadProof) as refusal:
        joint_key((key(0).public, opposite.public))
    assert refusal.value.reason is Reason.KEYS_CANCEL


def test_zero_is_refused_as_a_card_key() -> None:
    with pytest.raises(LocalProtocolError):
        CardKey.of(group.ZERO)


def test_an_opened_key_must_match_the_public_key() -> None:
    assert CardKey.opened(key(0).secret, key(0).public) == key(0)
    for wrong in (key(1).secret, group.ZERO):
        with pytest.raises(BadOpening) as refusal:
            CardKey.opened(wrong, key(0).public)
        assert refusal.value.reason is Reason.NOT_THE_KEY
    for odd in (b"", *ODD_SCALARS.values(), *shifted(key(0).secret).values()):
        with pytest.raises(BadEncoding):
            CardKey.opened(odd, key(0).public)


def test_a_card_key_does_not_show_its_secret() -> None:
    assert repr(key(0).secret) not in repr(key(0))
