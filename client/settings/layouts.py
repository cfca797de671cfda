"""Keyboards of other alphabets: the key on which a letter lies, named as on an American keyboard.

The layouts are the Russian and Ukrainian one (with the Belarusian letter of its own), the Greek
one, and the Persian one of ISIRI 9147; Persian digits are digits. A sign that an American keyboard
also has, such as the semicolon on the Greek Q, counts by its place after a letter of the layout.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final


def _pairs(keys: str, letters: str) -> dict[str, str]:
    return dict(zip(letters, keys, strict=True))


_CYRILLIC: Final = {
    **_pairs("qwertyuiop[]asdfghjkl;'zxcvbnm,.`", "йцукенгшщзхъфывапролджэячсмитьбюё"),
    **_pairs('QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~', "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ"),
    **_pairs("s]'\\oS}\"|O#", "іїєґўІЇЄҐЎ№"),
}
_GREEK: Final = {
    **_pairs("wertyuiopasdfghjklzxcvbnm", "ςερτυθιοπασδφγηξκλζχψωβνμ"),
    **_pairs("ERTYUIOPASDFGHJKLZXCVBNM", "ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ"),
}
_PERSIAN: Final = {
    **_pairs("qwertyuiop[]", "ضصثقفغعهخحجچ"),
    **_pairs("asdfghjkl;'", "شسیبلاتنمکگ"),
    **_pairs("zxcvbnm,", "ظطزرذدپو"),
    **_pairs("dm;", "\u064a\u0626\u0643"),
    **_pairs("QWERTYUI", "\u0652\u064c\u064d\u064b\u064f\u0650\u064e\u0651"),
    **_pairs("AFGHJ", "\u0624\u0625\u0623\u0622\u0629"),
    **_pairs("XCVNM?", "\u0653\u0698\u0670\u0654\u0621\u061f"),
    **_pairs("0123456789", "\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9"),
    **_pairs("0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"),
}
_LAYOUTS: Final[tuple[tuple[dict[str, str], Mapping[str, str]], ...]] = (
    (_CYRILLIC, {".": "/", ",": "?"}),
    (_GREEK, {";": "q", ":": "Q"}),
    (_PERSIAN, {"]": "O", "[": "P"}),
)
"""Letters of each layout with their keys, and signs in other places than on an American one."""
_LAYOUT_OF: Final = {letter: layout for layout in _LAYOUTS for letter in layout[0]}
_AMERICAN: Final[Mapping[str, str]] = {}


class Keyboard:
    """Knows the layout in use by the last letter that came."""

    def __init__(self) -> None:
        """Begin with an American keyboard."""
        self._signs = _AMERICAN

    def by_place(self, pressed: str, kept: Container[str] = ()) -> str:
        """Return the key by the place of a letter; keys with names and those in `kept` stay."""
        layout = _LAYOUT_OF.get(pressed)
        if layout is not None:
            letters, self._signs = layout
            return pressed if pressed in kept else letters[pressed]
        if len(pressed) == 1 and pressed.isascii() and pressed.isalpha():
            self._signs = _AMERICAN
        return pressed if pressed in kept else self._signs.get(pressed, pressed)
