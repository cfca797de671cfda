"""Names that look alike: found by their looks, and told apart by a number.

The looks of a name are what remains of it for a hasty reader: no case, accents, spaces or signs,
and one letter for all that look like it. This follows the skeletons of UTS #39, for letters in use
and scripts that are taken for each other: Latin, Greek, Cyrillic, and a few letters of others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Final

from protocol.wire.scripts import is_accent, script_of

_LIKE: Final = {
    alike: letter
    for letter, others in {
        "": "\ua78b\ua78c\u1039\u17d2",
        "a": "\u0430\u03b1\u0251\u0391\u0410",
        "ae": "\u00e6\u04d5",
        "b": "\u0432\u03b2\u044c\u042c\u0392\u0412\u0299\u0183\u0185",
        "bl": "\u044b\u042b",
        "c": "\u0441\u03f2\u0421\u1d04\u03c2",
        "d": "\u0501\u00f0",
        "e": "\u0435\u03b5\u0454\u025b\u0395\u0415\u212e\u0404",
        "f": "\u0192",
        "g": "\u0261\u0581\u050d",
        "h": "\u043d\u04bb\u03b7\u0397\u041d\u0570\u045b\u0452",
        "j": "\u0458\u03f3\u0237\u0408",
        "k": "\u043a\u03ba\u039a\u041a\u0138",
        "l": "1Iil|\u0131\u0456\u0406\u04cf\u04c0\u03b9\u0399\u01c0\u01c3\u0269\u05d5\u05df\u0627",
        "lo": "\u044e\u042e",
        "m": "\u043c\u03bc\u039c\u041c",
        "n": "\u0438\u043f\u03c0\u03a0\u041f\u039d\u0578\u014b\u0418",
        "o": "0\u043e\u03bf\u03c3\u0585\u00f8\u039f\u041e\u0555\u05e1\u0d20\u101d\u0b20\u12d0",
        "oe": "\u0153",
        "p": "\u0440\u03c1\u03a1\u0420\u00fe\u03f8\u01bf",
        "q": "\u051b\u0566",
        "r": "\u0433\u0491\u0413\u0490\u0393",
        "s": "5$\u0455\u0405\u01a8\u01bd",
        "t": "\u0442\u03c4\u03a4\u0422",
        "u": "\u03c5\u057d",
        "v": "\u03bd\u0475\u0474",
        "w": "\u051d\u03c9\u0448\u0428\u051c\u0561",
        "x": "\u0445\u03c7\u03a7\u0425",
        "y": "\u0443\u03b3\u04af\u04ae\u03a5\u0423",
        "z": "2\u03b6\u0396",
        "3": "\u0437\u0417",
        "4": "\u0447\u0427",
        "6": "\u0431",
        "\u0259": "\u04d9",
        "\u0434": "\u03b4\u0394",
        "\u043b": "\u03bb\u039b",
        "\u0444": "\u03c6\u03a6",
        "\u0647": "\u06c1\u06be\u06d5\u0629",
        "\u0643": "\u06a9",
        "\u064a": "\u06cc\u0649",
        "\u53e3": "\u30ed",
        "\u5de5": "\u30a8",
        "\u4e8c": "\u30cb",
        "\u529b": "\u30ab",
        "\u5915": "\u30bf",
        "\u535c": "\u30c8",
        "\u516b": "\u30cf",
        "\u4e00": "\u30fc",
        "\u3078": "\u30d8",
        "\u308a": "\u30ea",
    }.items()
    for alike in others
}
"""Letters and digits that a hasty reader takes for another, mostly Latin, one."""
_SMALL_CAPITAL: Final = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])$")
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_OPTIONAL: Final = frozenset({"ARABIC", "HEBREW"})
"""Scripts whose vowel marks are left out in most writing."""


def looks(name: str) -> frozenset[str]:
    """Return the looks of a name, as it is written and in small letters.

    Names that have one of them in common look alike. There are two because a capital letter can
    look like another than its small one: a Greek Nu like N and like v.
    """
    return frozenset({_look(name), _look(name.casefold())})


def _look(text: str) -> str:
    found: list[str] = []
    last = ""
    for sign in unicodedata.normalize("NFKD", text):
        is_mark = unicodedata.category(sign)[0] == "M"
        if is_mark and (sign == last or is_accent(sign) or script_of(sign) in _OPTIONAL):
            continue
        if is_mark or sign.isalnum() or sign in _LIKE:
            found.append(_letter(sign))
            last = sign
    look = "".join(found)
    for pair, letter in _PAIRS:
        look = look.replace(pair, letter)
    return look or text


@lru_cache(maxsize=4096)
def _letter(sign: str) -> str:
    """Return the letter that stands for all that look like this one."""
    if sign.isdecimal():
        sign = str(unicodedata.decimal(sign))
    name = unicodedata.name(sign, "")
    if small := _SMALL_CAPITAL.match(name):
        sign = small[1].lower()
    elif " WITH " in name:
        with suppress(KeyError):
            sign = unicodedata.lookup(name.partition(" WITH ")[0])
    if sign in _LIKE:
        return _LIKE[sign]
    small_letter = sign.casefold()
    return _LIKE.get(small_letter, small_letter)


@lru_cache(maxsize=64)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Number names that look alike, to be shown side by side; the first stays as it is.

    The number is the smallest with which the name looks like none shown before it.
    """
    shown: list[str] = []
    for name in names:
        shown.append(numbered(name, shown))
    return tuple(shown)


def numbered(name: str, others: Iterable[str]) -> str:
    """Return a name as it is shown after others: with a number if it looks like one of them."""
    taken = frozenset(look for other in others for look in looks(other))
    number, shown = 1, name
    while not taken.isdisjoint(looks(shown)):
        number += 1
        shown = f"{name} ({number})"
    return shown
