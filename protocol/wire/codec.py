"""Strict msgpack: arrays, byte strings, text, whole numbers, true, false and nil.

One encoding per value: received bytes must equal those of packing the value again, or they are
refused, because signatures cover bytes. No maps (so no duplicate keys), no floats, no extension
types, nothing after the value. Sizes and numbers of items are limited before anything is built;
depth is limited by the decoder to a temporary cost of a few megabytes, and then to the eight levels
that anything here needs.

States are hashed by the same library: honest machines find out that they agree by the digest of the
engine's canonical form. That form holds only None, numbers, words and tuples; msgpack tells these
apart and writes each in its shortest form, so the encoding is one to one.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Final, TypeVar, cast

import msgpack

from engine.canonical import canonical
from engine.state import GameState
from protocol.errors import BadEncoding, LocalProtocolError, Reason

MAX_SIZE: Final = 64 * 1024
"""Bytes of the largest message: a shuffle of 44 cards takes 8.6 kB, a round of shares 2 kB."""
MAX_DEPTH: Final = 8
MAX_ITEMS: Final = 256

WordT = TypeVar("WordT", bound=StrEnum)

Encodable = int | bytes | str | bool | None | tuple["Encodable", ...]
"""Values that can be encoded; arrays are tuples on our side."""


def pack(value: Encodable) -> bytes:
    """Encode a value; there is one encoding only.

    Raises:
        LocalProtocolError: a part of the value has no encoding, or the value is too large.
    """
    _require(value, MAX_DEPTH)
    raw = msgpack.packb(value, use_bin_type=True)
    if not isinstance(raw, bytes) or len(raw) > MAX_SIZE:
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "size")
    return raw


def unpack(raw: bytes, place: str = "message") -> Encodable:
    """Decode a value from its one encoding.

    Raises:
        BadEncoding: anything else, named by `place`.
    """
    if not 0 < len(raw) <= MAX_SIZE:
        raise BadEncoding(Reason.WRONG_LENGTH, place)
    try:
        value = msgpack.unpackb(
            raw,
            use_list=False,
            raw=False,
            strict_map_key=True,
            ext_hook=_no_extension,
            max_str_len=MAX_SIZE,
            max_bin_len=MAX_SIZE,
            max_array_len=MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
        _require(value, MAX_DEPTH)
        again = msgpack.packb(value, use_bin_type=True)
    except (
        msgpack.exceptions.UnpackException,
        msgpack.exceptions.ExtraData,
        ValueError,
        TypeError,
        OverflowError,
        RecursionError,
        LocalProtocolError,
    ) as error:
        raise BadEncoding(Reason.NOT_CANONICAL, place) from error
    if again != raw:
        raise BadEncoding(Reason.NOT_CANONICAL, place)
    return cast("Encodable", value)


def _no_extension(code: int, _data: bytes) -> object:
    raise ValueError(code)


def _require(value: object, depth: int) -> None:
    if value is None or type(value) in (int, bytes, str, bool):
        return
    if type(value) is not tuple or depth == 0 or len(value) > MAX_ITEMS:
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "value")
    for item in value:
        _require(item, depth - 1)


class Reader:
    """Takes the items of a decoded array one by one, each of the expected type.

    Every method raises BadEncoding if another item follows, or none.
    """

    def __init__(self, value: Encodable, place: str) -> None:
        """Read `value`, which must be an array."""
        if not isinstance(value, tuple):
            raise BadEncoding(Reason.WRONG_SHAPE, place)
        self._items = value
        self._place = place
        self._at = 0

    @property
    def at(self) -> str:
        """The place of the item read last, for errors."""
        return f"{self._place}[{self._at - 1}]"

    def _next(self) -> Encodable:
        if self._at >= len(self._items):
            raise BadEncoding(Reason.WRONG_SHAPE, f"{self._place}[{self._at}]")
        self._at += 1
        return self._items[self._at - 1]

    def number(self, limit: int) -> int:
        """Take a whole number from 0 to limit - 1."""
        value = self._next()
        if type(value) is not int or not 0 <= value < limit:
            raise BadEncoding(Reason.WRONG_SHAPE, self.at)
        return value

    def flag(self) -> bool:
        """Take true or false."""
        value = self._next()
        if not isinstance(value, bool):
            raise BadEncoding(Reason.WRONG_SHAPE, self.at)
        return value

    def blob(self, size: int | None = None) -> bytes:
        """Take a byte string, of exactly `size` bytes if given."""
        value = self._next()
        if not isinstance(value, bytes) or (size is not None and len(value) != size):
            raise BadEncoding(Reason.WRONG_SHAPE, self.at)
        return value

    def text(self, longest: int) -> str:
        """Take text of at most so many characters."""
        value = self._next()
        if not isinstance(value, str) or len(value) > longest:
            raise BadEncoding(Reason.WRONG_SHAPE, self.at)
        return value

    def word(self, kind: type[WordT]) -> WordT:
        """Take one of the words of an enumeration."""
        word = self.text(max(map(len, kind)))
        try:
            return kind(word)
        except ValueError as error:
            raise BadEncoding(Reason.WRONG_SHAPE, self.at) from error

    def array(self) -> Reader:
        """Take an array, to be read by a reader of its own."""
        value = self._next()
        return Reader(value, self.at)

    def blobs(self) -> tuple[bytes, ...]:
        """Take an array of byte strings."""
        inner = self.array()
        found = tuple(inner.blob() for _ in range(len(inner)))
        inner.end()
        return found

    def is_next_none(self) -> bool:
        """Whether the next item is nil, which is then taken."""
        if self._at < len(self._items) and self._items[self._at] is None:
            self._at += 1
            return True
        return False

    def __len__(self) -> int:
        """Return the number of items, read or not."""
        return len(self._items)

    def end(self) -> None:
        """Require that every item has been read."""
        if self._at != len(self._items):
            raise BadEncoding(Reason.WRONG_SHAPE, f"{self._place}[{self._at}]")


STATE_DOMAIN: Final = b"bloodrage state 1\n"
"""Prefix of the hashed bytes, so that no other hash of ours equals a state digest."""


def encode_state(state: GameState) -> bytes:
    """Encode the canonical form of a state; two states are equal if these bytes are."""
    return bytes(msgpack.packb(canonical(state)))


def state_digest(state: GameState) -> str:
    """Hash a state with SHA-256 to 64 hexadecimal digits, the same on every machine."""
    return hashlib.sha256(STATE_DOMAIN + encode_state(state)).hexdigest()
