"""The catalogue of sentences in the language that is spoken.

Sentences are whole and their placeholders named, so that a translator may reorder them; the
extraction keywords are `say`, `say_many`, `say_as` and `log_line`. English is the language of the
source and needs no catalogue; the others are gettext files below ``client/locale``
(docs/translating.md). The language belongs to the process, which is one person's screen. This
module knows nothing of the game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from gettext import GNUTranslations
from typing import Final

from client.platform.own_command import NAME, own_command
from client.style.writing import without_joiners
from client.text.contractions import filled

Fields = dict[str, str | int]
"""Placeholders that several sentences share, by name."""

ENGLISH: Final = "en"
LANGUAGES: Final = {
    ENGLISH: "English",
    "pl": "Polski",
    "uk": "Українська",
    "es": "Español",
    "fa": "فارسی",
}
"""All languages: the code and the language's own name for itself."""
EXPERIMENTAL: Final = frozenset({"fa"})
"""Languages that no native reader has gone through yet."""
_RIGHT_TO_LEFT: Final = frozenset({"fa"})
LOCALE: Final = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
"""The directory of the catalogues."""


class _Tongue:
    """The language that is spoken now, and its catalogue; English has none."""

    code = ENGLISH
    catalogue: GNUTranslations | None = None
    in_cells = True


_COMMAND: Final = re.compile(rf"(?<![\w./-]){NAME}(?= )")
"""The command as sentences have it: followed by what it does, and no part of a path."""

_read: dict[str, GNUTranslations] = {}


def catalogue_path(language: str) -> str:
    """Return the path of a language's compiled catalogue."""
    return os.path.join(LOCALE, language, "LC_MESSAGES", "bloodrage.mo")


def speak(language: str) -> None:
    """Speak a language of `LANGUAGES` from now on; its catalogue is read once.

    Raises:
        KeyError: There is no such language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    _Tongue.code = language
    _Tongue.catalogue = None if language == ENGLISH else _catalogue_of(language)


def _catalogue_of(language: str) -> GNUTranslations:
    if language not in _read:
        with open(catalogue_path(language), "rb") as file:
            _read[language] = GNUTranslations(file)
    return _read[language]


def in_every_language(sentence: str) -> frozenset[str]:
    """Return a sentence in all languages."""
    others = (_catalogue_of(language) for language in LANGUAGES if language != ENGLISH)
    return frozenset({sentence, *(other.gettext(sentence) for other in others)})


def spoken() -> str:
    """Return the code of the language that is spoken."""
    return _Tongue.code


def speak_in_cells(*, on: bool) -> None:
    """Have every character of a sentence take one column, or write sentences as others read them.

    The full screen counts characters; lines, logs and files have non-joiners, which take no column.
    """
    _Tongue.in_cells = on


def reads_from_right() -> bool:
    """Whether the language that is spoken is read from right to left."""
    return _Tongue.code in _RIGHT_TO_LEFT


def say(sentence: str, /, **fields: str | int) -> str:
    """Translate a sentence and fill in its placeholders."""
    if _Tongue.catalogue is not None and sentence:
        sentence = _Tongue.catalogue.gettext(sentence)
    return _filled(sentence, fields)


def say_as(context: str, sentence: str, /, **fields: str | int) -> str:
    """Translate a sentence in a context, as its English has two meanings."""
    if _Tongue.catalogue is not None:
        sentence = _Tongue.catalogue.pgettext(context, sentence)
    return _filled(sentence, fields)


def say_many(one: str, many: str, /, count: int, **fields: str | int) -> str:
    """Translate a sentence in the form for `count`, which is a placeholder of every form."""
    if _Tongue.catalogue is not None:
        sentence = _Tongue.catalogue.ngettext(one, many, count)
    else:
        sentence = one if count == 1 else many
    return _filled(sentence, {"count": count, **fields})


def _filled(sentence: str, fields: Fields) -> str:
    """Fill in the placeholders, and name the program by the command that started it.

    For the screen every character of the result takes one column, see `speak_in_cells`.
    """
    command = own_command()
    if command != NAME and NAME in sentence:
        shown = command.replace("{", "{{").replace("}", "}}") if fields else command
        sentence = _COMMAND.sub(lambda _found: shown, sentence)
    text = filled(_Tongue.code, sentence, fields) if fields else sentence
    return without_joiners(text) if _Tongue.in_cells and reads_from_right() else text


def list_marks() -> str:
    """Return the comma and the semicolon of the language."""
    return say(", ")[:1] + say("; ")[:1]


def listed(parts: Iterable[str]) -> str:
    """Join things: "a, b and c"."""
    *first, last = tuple(parts) or ("",)
    if not first:
        return last
    return say("{first} and {last}", first=", ".join(first), last=last)
