"""What may stand in a name or a chat line: nothing that could fool a reader or a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

_REFUSED: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp", "Mn", "Me", "Mc"})
_WIDE: Final = frozenset({"W", "F"})


def is_clean(text: str) -> bool:
    """Whether a name can be shown as it is.

    No control or formatting characters (bidi overrides and zero-width ones among them), no
    combining marks, no wide characters, no space at the ends or twice in a row, not empty.
    """
    if not text or text != " ".join(text.split(" ")).strip() or "  " in text:
        return False
    if unicodedata.normalize("NFKC", text) != text:
        return False
    return all(
        unicodedata.category(char) not in _REFUSED
        and unicodedata.east_asian_width(char) not in _WIDE
        and (char == " " or not char.isspace())
        for char in text
    )


def cleaned(text: str, longest: int) -> str:
    """Text made fit to be shown: refused characters dropped, spaces folded, cut to length."""
    normal = unicodedata.normalize("NFKC", text)
    kept = "".join(
        char
        for char in normal
        if char.isspace()
        or (
            unicodedata.category(char) not in _REFUSED
            and unicodedata.east_asian_width(char) not in _WIDE
        )
    )
    return " ".join(kept.split())[:longest].strip()
