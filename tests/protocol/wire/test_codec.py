"""The encoding: one per value, and nothing else is accepted."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import BadEncoding, LocalProtocolError, Reason
from protocol.wire.codec import MAX_DEPTH, MAX_ITEMS, MAX_SIZE, Encodable, Reader, pack, unpack

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=40)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=20,
)

REFUSED = {
    "nothing": b"",
    "a million open arrays": b"\x91" * MAX_SIZE,
    "an array deeper than allowed": b"\x91" * (MAX_DEPTH + 1) + b"\x90",
    "ten thousand deep": b"\x91" * 10_000 + b"\xc0",
    "a byte string of 4 GiB": b"\xc6\xff\xff\xff\xff",
    "text of 4 GiB": b"\xdb\xff\xff\xff\xff",
    "an array of 4 billion items": b"\xdd\xff\xff\xff\xff",
    "arrays of 4 billion items in each other": b"\xdd\xff\xff\xff\xff" * 900,
    "a map of 4 billion items": b"\xdf\xff\xff\xff\xff",
    "an extension of 4 GiB": b"\xc9\xff\xff\xff\xff\x01",
    "an extension": b"\xd4\x01\x00",
    "a timestamp": b"\xd6\xff\x00\x00\x00\x00",
    "a float": msgpack.packb(1.5),
    "a float without fraction": msgpack.packb(2.0),
    "not a number": msgpack.packb(float("nan")),
    "infinity": msgpack.packb(float("inf")),
    "a short float": b"\xca\x3f\x80\x00\x00",
    "an empty map": b"\x80",
    "a map": b"\x81\x01\x02",
    "a map with a key twice": b"\x82\x01\x02\x01\x03",
    "a map in an array": b"\x91\x81\x01\x02",
    "bytes behind the value": b"\x01\x01",
    "a byte that is never used": b"\xc1",
    "one in five bytes": b"\xce\x00\x00\x00\x01",
    "one in two bytes": b"\xcc\x01",
    "minus one in two bytes": b"\xd0\xff",
    "a short byte string in the long form": b"\xc5\x00\x01a",
    "short text in the long form": b"\xd9\x01a",
    "a short array in the long form": b"\xdc\x00\x01\x01",
    "text that is no UTF-8": b"\xa2\xc3\x28",
    "text with a lone surrogate": b"\xa3\xed\xa0\x80",
    "text in an overlong form": b"\xa2\xc0\x80",
    "an array that stops short": b"\x92\x01",
    "more items than allowed": msgpack.packb([0] * (MAX_ITEMS + 1)),
    "more bytes than allowed": msgpack.packb(bytes(MAX_SIZE)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_encodings_of_a_value_are_refused(name: str) -> None:
    with pytest.raises(BadEncoding) as caught:
        unpack(REFUSED[name], "here")
    assert caught.value.place == "here"


@given(VALUES)
def test_values_survive_encoding_and_decoding(value: Encodable) -> None:
    assert unpack(pack(value)) == value


@given(st.binary(max_size=200))
def test_decoded_values_encode_to_the_same_bytes(raw: bytes) -> None:
    try:
        value = unpack(raw)
    except BadEncoding:
        return
    assert pack(value) == raw


@pytest.mark.parametrize("value", [bytes(MAX_SIZE), (0,) * (MAX_ITEMS + 1)])
def test_values_others_would_refuse_are_not_encoded(value: Encodable) -> None:
    with pytest.raises(LocalProtocolError):
        pack(value)


def test_a_reader_takes_only_items_of_the_expected_type() -> None:
    reader = Reader((1, True, b"ab", "c", (b"d",), None), "it")
    assert reader.number(2) == 1
    assert reader.flag()
    assert reader.blob(2) == b"ab"
    assert reader.text(1) == "c"
    assert reader.blobs() == (b"d",)
    assert reader.is_next_none()
    reader.end()


@pytest.mark.parametrize("value", [True, -1, 5, b"", "1", None, (1,)])
def test_numbers_beyond_their_limit_are_refused(value: Encodable) -> None:
    with pytest.raises(BadEncoding) as caught:
        Reader((value,), "it").number(5)
    assert (caught.value.reason, caught.value.place) == (Reason.WRONG_SHAPE, "it[0]")


def test_missing_and_surplus_items_are_found() -> None:
    with pytest.raises(BadEncoding):
        Reader((), "it").flag()
    with pytest.raises(BadEncoding):
        Reader((1,), "it").end()
    with pytest.raises(BadEncoding):
        Reader(1, "it")
