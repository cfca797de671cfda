"""Words that change beside the name that is filled in: Spanish "al fiordo norte", "Bo e Ingrid".

A filled-in name may bring an article along, or begin or end with a vowel; the sentence cannot know.
So the words that change are marked in the sentence, and judged after the names have been filled in.
Ukrainian "і" is "й" after a vowel, unless the next word begins with this sound.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from client.text.numerals import with_own_digits

_MARK: Final = "\0"
_BEFORE_A_NAME: Final = {
    "es": r"(?i)\b(a|de|y|o) (?=\{)",
    "uk": r"\b(і) (?=\{)",
}
"""The words that may change, by language, if a placeholder follows."""
_CHANGES: Final = {
    "es": (
        (r"(?i)\b(a|de)\0el\b", r"\1l"),
        (r"(?i)\by\0(?=h?[ií](?![aeo])|y(?![aeiouáéíóú]))", "e "),
        (r"(?i)\bo\0(?=h?[oó])", "u "),
    ),
    "uk": ((r"(?i)(?<=[аеєиіїоуюя] )і\0(?=\w)(?![йєїюя])", "й "),),
}
"""The form of such a word before certain names, by language; elsewhere it stays as it is."""


def filled(language: str, sentence: str, fields: Mapping[str, str | int]) -> str:
    """Fill in the placeholders of a sentence, and contract the words that meet them.

    Numbers get the digits of the language.
    """
    if language not in _CHANGES:
        return sentence.format_map(with_own_digits(language, sentence, fields))
    text = _marked(language, sentence).format_map(fields)
    if _MARK in text:
        for pattern, change in _CHANGES[language]:
            text = re.sub(pattern, change, text)
    return text.replace(_MARK, " ")


@lru_cache(maxsize=4096)
def _marked(language: str, sentence: str) -> str:
    return re.sub(_BEFORE_A_NAME[language], rf"\1{_MARK}", sentence)
