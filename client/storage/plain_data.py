"""Values read from journals or JSON, each checked for its type and named if it is another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TypeVar

Plain = None | bool | int | str | bytes | Sequence["Plain"] | Mapping[str, "Plain"]

_Word = TypeVar("_Word", bound=StrEnum)
_Item = TypeVar("_Item")


class BadRecord(ValueError):
    """Data that cannot be read; names the part and the value that was expected there."""

    def __init__(self, part: object, expected: str) -> None:
        """Keep the `part` that was met, and a description of the `expected` one."""
        super().__init__(f"{part!r}: expected {expected}")
        self.part = str(part)
        self.expected = expected


def mapping_of(value: object) -> Mapping[str, object]:
    """Return a mapping, or raise `BadRecord`."""
    if not isinstance(value, Mapping):
        raise BadRecord(value, "a mapping")
    return value


def items_of(value: object, read: Callable[[object], _Item]) -> tuple[_Item, ...]:
    """Return the items of a list, each read by `read`, or raise `BadRecord`."""
    if not isinstance(value, list):
        raise BadRecord(value, "a list")
    return tuple(map(read, value))


def number_of(value: object, most: int | None = None) -> int:
    """Return a whole number, from 0 to `most` if that is given, or raise `BadRecord`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(value, "a whole number")
    if most is not None and not 0 <= value <= most:
        raise BadRecord(value, f"a number from 0 to {most}")
    return value


def flag_of(value: object) -> bool:
    """Return true or false, or raise `BadRecord`."""
    if not isinstance(value, bool):
        raise BadRecord(value, "true or false")
    return value


def text_of(value: object) -> str:
    """Return a text, or raise `BadRecord`."""
    if not isinstance(value, str):
        raise BadRecord(value, "a text")
    return value


def word_of(kind: type[_Word], value: object) -> _Word:
    """Return the member of an enumeration with this value, or raise `BadRecord`."""
    found = next((word for word in kind if word.value == value), None)
    if found is None:
        raise BadRecord(value, f"one of {', '.join(kind)}")
    return found


def bytes_of(value: object, size: int | None = None) -> bytes:
    """Return bytes, `size` of them if given; JSON has them as hexadecimal digits.

    Raises:
        BadRecord: they are malformed.
    """
    found = value if isinstance(value, bytes) else None
    if isinstance(value, str):
        with suppress(ValueError):
            found = bytes.fromhex(value)
    if found is None or (size is not None and len(found) != size):
        raise BadRecord(value, "bytes" if size is None else f"{size} bytes")
    return found
