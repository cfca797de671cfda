"""Characters allowed in names and chat lines: none that could fool a reader or a terminal."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_REFUSED: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp", "Zs", "Mn", "Me", "Mc"})
_WIDE: Final = frozenset({"W", "F"})
_LAST: Final = "\uffff"
"""Characters beyond (emoji, old scripts) have a width that depends on the terminal."""
_JOINING: Final = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
"""Hangul vowels and finals: letters by category, but without a column of their own."""
_WIDENED: Final = (("\u2630", "\u2637"), ("\u268a", "\u268f"), ("\u4dc0", "\u4dff"))
"""Signs of the I Ching, which Unicode made wide long after it had added them."""
_ODD: Final = _JOINING + _WIDENED
_LIKE: Final = {
    alike: letter
    for letter, others in {
        "a": "\u0430\u03b1",
        "b": "\u0432\u03b2\u044c",
        "c": "\u0441\u03f2",
        "d": "\u0501",
        "e": "\u0435\u03b5",
        "h": "\u043d\u04bb\u03b7",
        "j": "\u0458\u03f3",
        "k": "\u043a\u03ba",
        "l": "1|i\u0131\u0456\u0406\u04cf\u03b9",
        "m": "\u043c\u03bc",
        "n": "\u0438\u043f",
        "o": "0\u043e\u03bf\u03c3\u0585\u00f8",
        "p": "\u0440\u03c1",
        "s": "5$\u0455",
        "t": "\u0442\u03c4",
        "u": "\u03c5\u057d",
        "v": "\u03bd\u0475",
        "w": "\u051d\u03c9\u0448",
        "x": "\u0445\u03c7",
        "y": "\u0443\u03b3\u04af",
        "z": "2\u03b6",
    }.items()
    for alike in others
}
"""Letters and digits that a hasty reader takes for a Latin letter."""
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})


def is_plain(char: str) -> bool:
    """Whether a character takes one column everywhere and has no other effect.

    Control and formatting characters (including bidi overrides and zero-width ones), combining
    marks, wide characters and all spaces but the plain one are refused.
    """
    if char == " ":
        return True
    if char > _LAST or any(first <= char <= last for first, last in _ODD):
        return False
    return (
        unicodedata.category(char) not in _REFUSED
        and unicodedata.east_asian_width(char) not in _WIDE
    )


def is_clean(text: str) -> bool:
    """Whether a name can be shown as it is: plain characters and no superfluous spaces."""
    if not text or text != " ".join(text.split()):
        return False
    return unicodedata.normalize("NFKC", text) == text and all(map(is_plain, text))


def cleaned(text: str, longest: int) -> str:
    """Clean a text for display: refused characters dropped, spaces folded, cut to length."""
    normal = unicodedata.normalize("NFKC", text)
    kept = "".join(char for char in normal if char.isspace() or is_plain(char))
    return " ".join(kept.split())[:longest].strip()


def skeleton(name: str) -> str:
    """Reduce a name to its look for a hasty reader: names with the same skeleton look alike."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = (char for char in bare if unicodedata.category(char) not in _MARKS)
    return "".join(_LIKE.get(char, char) for char in letters if char.isalnum() or char in _LIKE)


@lru_cache(maxsize=64)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Number names that look alike, to be shown side by side; the first stays as it is."""
    skeletons = [skeleton(name) for name in names]
    shown = []
    for at, name in enumerate(names):
        before = skeletons[:at].count(skeletons[at])
        shown.append(f"{name} ({before + 1})" if before else name)
    return tuple(shown)
