"""What may stand in a name or a chat line: nothing that could fool a reader or a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

_REFUSED: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp", "Zs", "Mn", "Me", "Mc"})
_WIDE: Final = frozenset({"W", "F"})
_LAST: Final = "\uffff"
"""What lies beyond (emoji, old scripts) is as wide as each terminal likes."""
_JOINING: Final = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
"""Hangul vowels and finals: letters by category, and no column of their own."""


def is_plain(char: str) -> bool:
    """Whether a character takes one column everywhere and does nothing but stand there.

    Control and formatting characters (bidi overrides and zero-width ones among them), combining
    marks, wide characters and all spaces but the plain one are not.
    """
    if char == " ":
        return True
    if char > _LAST or any(first <= char <= last for first, last in _JOINING):
        return False
    return (
        unicodedata.category(char) not in _REFUSED
        and unicodedata.east_asian_width(char) not in _WIDE
    )


def is_clean(text: str) -> bool:
    """Whether a name can be shown as it is: plain characters, and no space too many."""
    if not text or text != " ".join(text.split()):
        return False
    return unicodedata.normalize("NFKC", text) == text and all(map(is_plain, text))


def cleaned(text: str, longest: int) -> str:
    """Text made fit to be shown: refused characters dropped, spaces folded, cut to length."""
    normal = unicodedata.normalize("NFKC", text)
    kept = "".join(char for char in normal if char.isspace() or is_plain(char))
    return " ".join(kept.split())[:longest].strip()
