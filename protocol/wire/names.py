"""Characters allowed in names and chat lines: none that could fool a reader or a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from protocol.wire.scripts import ACCENTED, are_together, is_accent, is_unseen, script_of

MOST_MARKS: Final = 4
"""Marks on one letter: a Burmese consonant can have two others, a vowel and a tone."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp", "Zs", "Mn", "Me", "Mc"})
_SEEN: Final = frozenset("LNPS")
_WIDE: Final = frozenset({"W", "F"})
_LAST: Final = "\uffff"
"""Characters beyond (emoji, old scripts) have a width that depends on the terminal."""
_JOINING: Final = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
"""Hangul vowels and finals: letters by category, but without a column of their own."""
_WIDENED: Final = (("\u2630", "\u2637"), ("\u268a", "\u268f"), ("\u4dc0", "\u4dff"))
"""Signs of the I Ching, which Unicode made wide long after it had added them."""
_ODD: Final = _JOINING + _WIDENED
_SIGNS: Final = " '-."
_APOSTROPHES: Final = str.maketrans("\u2018\u2019\u02bb\u02bc", "''''")
"""Apostrophes that keyboards and phones write for the plain one."""


class NameFault(StrEnum):
    """The reason why a name is refused."""

    EMPTY = "empty"
    SPACES = "spaces"
    SIGN = "sign"
    SCRIPTS = "scripts"
    MARKS = "marks"


def is_plain(char: str) -> bool:
    """Whether a character has a place of its own on every screen, and no other effect.

    It takes one column, or two if it is a wide letter. Control and formatting characters (including
    bidi overrides and zero-width ones), marks, emoji and all spaces but the plain one are refused.
    """
    return _has_one_column(char) or is_wide(char)


def is_wide(char: str) -> bool:
    """Whether a character is a letter, digit or punctuation that takes two columns everywhere."""
    if unicodedata.east_asian_width(char) not in _WIDE or is_unseen(char):
        return False
    if char > _LAST:
        return script_of(char) == "HAN"
    return unicodedata.category(char)[0] in ("L", "N", "P")


def is_mark(char: str) -> bool:
    """Whether a character is a mark that belongs to the letters of a script."""
    return unicodedata.category(char) in ("Mn", "Mc") and bool(script_of(char))


def _has_one_column(char: str) -> bool:
    if char == " ":
        return True
    if char > _LAST or any(first <= char <= last for first, last in _ODD):
        return False
    return (
        unicodedata.category(char) not in _REFUSED
        and unicodedata.east_asian_width(char) not in _WIDE
    )


def is_clean(text: str) -> bool:
    """Whether a name may stand in a charter of version 1: characters of one column, single spaces.

    Records of that version are verified by this rule for ever.
    """
    if not text or text != " ".join(text.split()):
        return False
    return unicodedata.normalize("NFKC", text) == text and all(map(_has_one_column, text))


def name_fault(text: str) -> tuple[NameFault, str] | None:
    """Return why a text is no name, and the sign at fault ("" if it is none); None for a name.

    A name has letters of one script, or of scripts that are written together, with their marks;
    digits; single spaces; and ``' - .``. So no name can look as if it were numbered, like "Bo (2)".
    """
    if "  " in text or text != text.strip(" "):
        return NameFault.SPACES, ""
    scripts: frozenset[str] = frozenset()
    marks, letter = 0, ""
    for sign in text:
        if is_mark(sign) or is_accent(sign):
            marks += 1
            if not letter or (is_accent(sign) and script_of(letter) not in ACCENTED):
                return NameFault.SIGN, sign
            if marks > (1 if is_accent(sign) else MOST_MARKS):
                return NameFault.MARKS, sign
        else:
            marks, letter = 0, sign if sign.isalpha() else ""
            if not _may_stand(sign):
                return NameFault.SIGN, sign
        scripts |= {script_of(sign)} - {""}
        if not are_together(scripts):
            return NameFault.SCRIPTS, sign
    if not any(map(str.isalnum, text)):
        return NameFault.EMPTY, ""
    normal = unicodedata.normalize("NFKC", text)
    if normal != text:
        return NameFault.SIGN, next((one for one in text if one not in normal), text[0])
    return None


def _may_stand(sign: str) -> bool:
    """Whether a character may stand in a name, marks apart."""
    if sign.isascii():
        return sign.isalnum() or sign in _SIGNS
    return bool(script_of(sign))


def is_name(text: str) -> bool:
    """Whether a text may be somebody's name, as `name_fault` says."""
    return name_fault(text) is None


def typed_name(text: str) -> str:
    """Return the name meant by a typed text: composed, with plain apostrophes and single spaces."""
    normal = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES))
    return " ".join(normal.split())


def name_in(text: str, longest: int) -> str:
    """Return what is left of a text as a name, "" if nothing is: for names that nobody typed."""
    found = ""
    for sign in typed_name(text):
        longer = " ".join((found + sign).split())
        found += sign if len(longer) <= longest and is_name(longer) else " "
    return " ".join(found.split())


def cleaned(text: str, longest: int) -> str:
    """Clean a text for display: refused characters dropped, spaces folded, cut to length."""
    kept = (char for char, is_kept in _judged(text) if is_kept)
    return " ".join("".join(kept).split())[:longest].strip()


def loses_signs(text: str) -> bool:
    """Whether `cleaned` drops characters that a reader would miss, such as emoji."""
    lost = (char for char, is_kept in _judged(text) if not is_kept and not is_unseen(char))
    return any(unicodedata.category(char)[0] in _SEEN for char in lost)


def _judged(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the characters of a text, and whether each may be displayed."""
    marks = MOST_MARKS
    for char in unicodedata.normalize("NFKC", text):
        is_kept = True
        if is_mark(char):
            marks += 1
            is_kept = marks <= MOST_MARKS
        elif char.isspace() or is_plain(char):
            marks = 0 if char.isalpha() else MOST_MARKS
        else:
            is_kept = False
        yield char, is_kept
