"""Letters and signs of other alphabets as one ASCII character each."""

from __future__ import annotations

import codecs
import unicodedata
from typing import Final

_WITHOUT_ACCENT: Final = dict(
    zip(
        "łŁøØđĐðÐþÞßæÆœŒıħĦ„”“«»\u2019\u2018\u201a\u2013\u2014\u2212¿¡\u00d7÷",
        'lLoOdDdDtTsaAoOihH"""""\'\',---?!x/',
        strict=True,
    )
)
"""Characters without an accent to remove."""
_CYRILLIC: Final = dict(
    zip(
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяыэъё",
        "abvhgdeezzyiijklmnoprstufhccss'uaye'e",
        strict=True,
    )
)
"""One sound each, to tell names apart; not meant for whole texts."""
HANDLER: Final = "bloodrage-ascii"
"""An error handler for output streams: characters missing in an encoding become ASCII."""


def ascii_sign(sign: str) -> str:
    """Replace a character by one in ASCII: without its accent, by its sound, or "?"."""
    if sign.isascii():
        return sign
    plain = _WITHOUT_ACCENT.get(sign) or _cyrillic(sign) or unicodedata.normalize("NFKD", sign)[0]
    return plain if plain.isascii() and plain.isprintable() else "?"


def _cyrillic(sign: str) -> str:
    sound = _CYRILLIC.get(sign.lower(), "")
    return sound.upper() if sign.isupper() else sound


def register_handler() -> str:
    """Register the error handler with Python; return its name."""
    codecs.register_error(HANDLER, _replaced)
    return HANDLER


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    if isinstance(error, UnicodeEncodeError):
        from client.style.theme import ASCII_GLYPHS  # noqa: PLC0415 - help and version need no engine

        text = error.object[error.start : error.end].replace("→", "->").translate(ASCII_GLYPHS)
        return "".join(map(ascii_sign, text)), error.end
    if isinstance(error, UnicodeDecodeError):
        return "\ufffd", error.end
    raise error
