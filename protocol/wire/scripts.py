"""Scripts of letters: which letters may stand together in one name.

Python knows no property of scripts, but Unicode's name of a letter begins with its script. The
scripts are those in wide modern use (UAX #31, table 5); scripts that are written together count as
one, as in the highly restrictive level of UTS #39. Other scripts have letters that cannot be told
from Latin ones by anybody, and nobody writes their name in them alone.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_LETTERS: Final = frozenset(
    {
        "LATIN",
        "GREEK",
        "CYRILLIC",
        "ARMENIAN",
        "GEORGIAN",
        "HEBREW",
        "ARABIC",
        "THAANA",
        "ETHIOPIC",
        "DEVANAGARI",
        "BENGALI",
        "GURMUKHI",
        "GUJARATI",
        "ORIYA",
        "TAMIL",
        "TELUGU",
        "KANNADA",
        "MALAYALAM",
        "SINHALA",
        "THAI",
        "LAO",
        "TIBETAN",
        "MYANMAR",
        "KHMER",
        "HIRAGANA",
        "KATAKANA",
        "BOPOMOFO",
        "HANGUL",
    }
)
_OTHER_NAMES: Final = {
    "KATAKANA-HIRAGANA PROLONGED SOUND MARK": "KATAKANA",
    "KATAKANA MIDDLE DOT": "KATAKANA",
    "HEBREW PUNCTUATION GERESH": "HEBREW",
    "HEBREW PUNCTUATION GERSHAYIM": "HEBREW",
    "IDEOGRAPHIC ITERATION MARK": "HAN",
    "IDEOGRAPHIC CLOSING MARK": "HAN",
}
_TOGETHER: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
_DIGITS: Final = {"ARABIC-INDIC": "ARABIC", "EXTENDED ARABIC-INDIC": "ARABIC"}
_UNSEEN: Final = (
    ("\u034f", "\u034f"),
    ("\u0640", "\u0640"),
    ("\u1100", "\u11ff"),
    ("\u17b4", "\u17b5"),
    ("\u180b", "\u180f"),
    ("\u3164", "\u3164"),
    ("\ua960", "\ua97f"),
    ("\ud7b0", "\ud7ff"),
    ("\ufe00", "\ufe0f"),
    ("\uffa0", "\uffa0"),
)
"""Letters and marks without a look of their own: fillers, joiners, parts of Korean syllables."""
_ACCENTS: Final = ("\u0300", "\u0331")
"""Accents above and below that belong to no script."""
_LAST: Final = "\uffff"
ACCENTED: Final = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Scripts whose letters look alike, and take accents of no script."""


@lru_cache(maxsize=4096)
def script_of(sign: str) -> str:
    """Return the script of a letter, mark or digit, in capitals; "" if it has none known here."""
    name = unicodedata.name(sign, "")
    if is_unseen(sign):
        return ""
    if name.startswith("CJK UNIFIED IDEOGRAPH-"):
        return "HAN"
    if sign > _LAST or name in _OTHER_NAMES:
        return _OTHER_NAMES.get(name, "")
    kind = unicodedata.category(sign)
    if kind == "Nd":
        first = name.partition(" DIGIT ")[0]
        return _DIGITS.get(first, first if first in _LETTERS else "")
    first = name.partition(" ")[0]
    return first if first in _LETTERS and kind[0] in "LM" else ""


def is_unseen(sign: str) -> bool:
    """Whether a letter or mark has no look of its own."""
    return any(first <= sign <= last for first, last in _UNSEEN)


def is_accent(sign: str) -> bool:
    """Whether a mark is an accent of the letters in `ACCENTED`."""
    return _ACCENTS[0] <= sign <= _ACCENTS[1]


def are_together(scripts: frozenset[str]) -> bool:
    """Whether letters of these scripts may stand in one name."""
    return len(scripts) <= 1 or any(scripts <= group for group in _TOGETHER)
