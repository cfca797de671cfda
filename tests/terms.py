"""Compares every message with the glossary, ``tests/data/terms.toml``: one term for each word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypedDict

from babel.messages.catalog import Catalog, Message

from client.text.catalogue import ENGLISH

TERMS: Final = Path(__file__).parent / "data" / "terms.toml"


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary: its form in each language, and how its use is judged."""

    names: dict[str, str]
    find: str
    has: dict[str, str]
    never: dict[str, tuple[str, ...]]


class _Entry(TypedDict, total=False):
    en: str
    pl: str
    uk: str
    es: str
    fa: str
    find: str
    has: dict[str, str]
    never: dict[str, list[str]]


@lru_cache
def terms() -> tuple[Term, ...]:
    """Read the glossary, in its order."""
    listed: list[_Entry] = tomllib.loads(TERMS.read_text(encoding="utf-8"))["term"]
    return tuple(
        Term(
            names={
                "en": entry["en"],
                "pl": entry["pl"],
                "uk": entry["uk"],
                "es": entry["es"],
                "fa": entry["fa"],
            },
            find=entry.get("find", ""),
            has=entry.get("has", {}),
            never={code: tuple(words) for code, words in entry.get("never", {}).items()},
        )
        for entry in listed
    )


def refused(language: str, catalogue: Catalog) -> Iterator[str]:
    """Yield the messages of a language that break the glossary, a line each."""
    for message in catalogue:
        if message.id:
            for text in _texts(message, language):
                yield from _faults(language, _english(message), text)


def _texts(message: Message, language: str) -> tuple[str, ...]:
    """Return the filled forms of a message: the English ones, or the translations."""
    found = (message.id if language == ENGLISH else message.string) or ()
    return tuple(text for text in ((found,) if isinstance(found, str) else found) if text)


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _faults(language: str, english: str, text: str) -> Iterator[str]:
    source, said = _UNJUDGED.sub("", english), _UNJUDGED.sub("", text)
    for term in terms():
        if _lacks(term, language, source, said):
            yield f"{text!r} lacks the term {term.names[language]!r} of {english!r}"
        for word in term.never.get(language, ()):
            if (found := re.search(word, said)) is not None:
                yield f"{text!r} says {found[0]!r}; the term is {term.names[language]!r}"


def _lacks(term: Term, language: str, source: str, said: str) -> bool:
    """Whether the source has the term and the translation neither it nor the word to be typed."""
    wanted = term.has.get(language)
    found = re.search(term.find, source) if term.find and wanted else None
    if found is None or wanted is None or re.search(wanted, said):
        return False
    return not (found[0].islower() and re.search(rf"\b{found[0]}\b", said))


_UNJUDGED: Final = re.compile(r"\{[^}]*\}|^  bloodrage .*$", re.MULTILINE)
"""Placeholders, and examples of the command line."""


def glossary_table() -> str:
    """Return the glossary as a table of docs/translating.md."""
    head = ("| English | Polish | Ukrainian | Spanish | Persian |", "|---|---|---|---|---|")
    rows = (f"| {' | '.join(term.names[code] for code in _COLUMNS)} |" for term in terms())
    return "\n".join((*head, *rows, ""))


_COLUMNS: Final = (ENGLISH, "pl", "uk", "es", "fa")
