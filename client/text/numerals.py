"""Numbers that are filled into sentences, with the digits of the language.

What is typed or copied keeps the digits of ASCII: codes, ports, keys, names, and the rest of a
command.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

_DIGITS: Final = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}
_NUMBER: Final = re.compile(r"[+-]?\d+(?:(?:[/.:]| → )[+-]?\d+)*")
"""A number, perhaps with a sign, a ratio, a time, or what it becomes."""
_AFTER_A_WORD: Final = re.compile(r"(?<=[^\W\d_A-Z] )[+-]?\d+(?=[,;)]|$)")
"""A number that a part of a sentence ends with, such as "Hati 3".

One before a name is a key, and one after a capital belongs to a code.
"""
_KEPT: Final = frozenset(
    (
        *("address", "addresses", "code", "codes", "command", "file", "key", "name", "names"),
        *("path", "player", "port", "seed", "typed", "value", "version", "who", "word", "words"),
    )
)
"""Placeholders whose text is typed, copied or a person's own."""
_IN_A_COMMAND: Final = re.compile(r"[A-Za-z] \{(\w+)\}")


def with_own_digits(
    language: str, sentence: str, fields: Mapping[str, str | int]
) -> Mapping[str, str | int]:
    """Return what fills a sentence, with numbers in the digits of a language."""
    digits = _DIGITS.get(language)
    if digits is None:
        return fields
    kept = _kept_in(sentence)
    own = dict(fields)
    for name, field in fields.items():
        if name in kept:
            continue
        if isinstance(field, int):
            own[name] = _Numeral(field, digits)
        elif _NUMBER.fullmatch(field):
            own[name] = field.translate(digits)
        elif "--" not in field:
            own[name] = _AFTER_A_WORD.sub(lambda found: found[0].translate(digits), field)
    return own


class _Numeral(int):
    """A number that is formatted with other digits."""

    _digits: dict[int, int]

    def __new__(cls, number: int, digits: dict[int, int]) -> _Numeral:
        numeral = super().__new__(cls, number)
        numeral._digits = digits
        return numeral

    def __format__(self, form: str) -> str:
        return super().__format__(form).translate(self._digits)


@lru_cache(maxsize=4096)
def _kept_in(sentence: str) -> frozenset[str]:
    return _KEPT | {found[1] for found in _IN_A_COMMAND.finditer(sentence)}
