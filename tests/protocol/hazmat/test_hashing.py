import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError
from protocol.hazmat.hashing import challenge, digest, generator, hash_to_point, tlv
from protocol.hazmat.masking import EncodedFace
from tests.protocol import slow_verifier

parts = st.lists(st.binary(max_size=40) | st.integers(0, 2**64 - 1), max_size=4)


def test_a_part_follows_its_length() -> None:
    assert tlv(b"ab", 3) == bytes.fromhex("00000002 6162 00000008 0000000000000003")
    assert tlv() == b""


@pytest.mark.parametrize("value", [-1, 2**64])
def test_an_integer_fits_eight_bytes(value: int) -> None:
    with pytest.raises(LocalProtocolError):
        tlv(value)


@given(parts, parts)
def test_different_parts_give_different_bytes(left: list[bytes | int], right: list[bytes]) -> None:
    def plain(given_parts: list[bytes | int] | list[bytes]) -> list[bytes]:
        return [p.to_bytes(8, "big") if isinstance(p, int) else p for p in given_parts]

    assert (tlv(*left) == tlv(*right)) == (plain(left) == plain(right))


@given(st.sampled_from(["ctx", "shuf", "share"]), parts)
def test_digests_match_the_slow_verifier(tag: str, statement: list[bytes | int]) -> None:
    assert digest(tag, *statement) == slow_verifier.sha(tag, *statement)
    number = slow_verifier.number(tag, *statement)
    assert challenge(tag, *statement) == number.to_bytes(32, "little")


def test_tag_and_domain_precede_the_statement() -> None:
    framed = b"\x00\x00\x00\x15bloodrage/deal/v1/ctx\x00\x00\x00\x01x"
    assert digest("ctx", b"x") == hashlib.sha512(framed).digest()


@pytest.mark.parametrize("index", range(48))
def test_generators_match_the_slow_verifier(index: int) -> None:
    assert generator(index) == slow_verifier.generator(index).encode()


def test_the_first_generators_and_the_first_card_are_pinned() -> None:
    # A library with another map to points would speak another protocol.
    assert generator(0).hex() == "a48bc167839b7387291c6092717b2711325c33988d6bc9e2c604e2085d1debc2"
    assert generator(1).hex() == "e56c68d4615ac7bdb4fb10ab96a192b0213c8e807b4fdc6c4442757f85cdbbb7"
    assert (
        EncodedFace("troll", 1).point().hex()
        == "3524828aefe5e38e59eb8f033c596df48b6052a471bb0225de3bfce1402fdcff"
    )
    assert EncodedFace("troll", 1).point() == hash_to_point("card", 1, b"troll")


def test_each_age_and_card_has_its_own_point() -> None:
    points = {
        EncodedFace(card, age).point() for card in ("troll", "trol", "1troll") for age in (1, 2, 3)
    }
    assert len(points) == 9
