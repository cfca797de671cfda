import hmac
from collections import Counter

import pytest
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError
from protocol.hazmat import secrets
from protocol.hazmat.hashing import tlv
from protocol.hazmat.secrets import TableSecret
from tests.protocol.edwards import ORDER
from tests.protocol.seats import secret


def test_draws_are_hkdf_over_the_statement() -> None:
    raw = bytes(range(32))
    statement = HKDF(
        algorithm=SHA512(),
        length=64,
        salt=b"bloodrage/deal/v1/secret",
        info=tlv(b"share", b"statement", 3),
    ).derive(raw)
    wide = HKDFExpand(algorithm=SHA512(), length=64, info=tlv(b"nonce", 5)).derive(statement)
    drawn = TableSecret(raw).serving("share", b"statement", 3).scalar("nonce", 5)
    assert int.from_bytes(drawn, "little") == int.from_bytes(wide, "little") % ORDER


def test_the_same_statement_gives_the_same_draws() -> None:
    one, two = (secret(0).serving("share", b"a", 1) for _ in range(2))
    assert one.scalars("nonce", 3) == two.scalars("nonce", 3)
    assert one.permutation("rest", 9) == two.permutation("rest", 9)


def test_another_secret_purpose_statement_name_or_index_gives_another_scalar() -> None:
    drawn = {
        draws.scalar(name, index)
        for draws in (
            secret(0).serving("share", b"a", 1),
            secret(1).serving("share", b"a", 1),
            secret(0).serving("shares", b"a", 1),
            secret(0).serving("share", b"a", 2),
            secret(0).serving("share", b"a" + bytes(8), 1),
            secret(0).serving("share", b"a"),
        )
        for name in ("nonce", "nonces")
        for index in (0, 1)
    }
    assert len(drawn) == 24


@given(st.integers(0, 60), st.binary(max_size=8))
def test_a_permutation_has_every_place_once(count: int, statement: bytes) -> None:
    order = secret(0).serving("shuffle", statement).permutation("rest", count)
    assert sorted(order) == list(range(count))


def test_all_orders_of_four_are_equally_likely() -> None:
    rounds = 4800
    seen = Counter(secret(0).serving("shuffle", at).permutation("rest", 4) for at in range(rounds))
    expected = rounds / 24
    assert len(seen) == 24
    # Chi-square with 23 degrees of freedom: above 49.7 once in a thousand. The draws are fixed.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7


def test_a_word_that_would_favour_a_remainder_is_redrawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = iter([2**64 - 1, 2**64 - 2**64 % 10, 17])
    monkeypatch.setattr(secrets.Draws, "_word", lambda *_: next(words))
    assert secret(0).serving("shuffle").below(10, "rest") == 7


def test_a_secret_has_32_bytes_and_is_not_shown() -> None:
    with pytest.raises(LocalProtocolError):
        TableSecret(bytes(31))
    raw = bytes(range(32))
    shown = TableSecret(raw)
    key = hmac.digest(b"bloodrage/deal/v1/secret", raw, "sha512")
    for text in (repr(shown), str(shown), repr(shown.serving("share"))):
        assert repr(raw) not in text
        assert repr(key) not in text
