"""Answers as mappings: the form of games up to format 4, and of tables of format 1.

Such an answer is the word of the intent under "do", and every field under its name. A journal that
began with mappings continues with them: the version that began it can still read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, get_args

from client.storage.plain_data import BadRecord, Plain, items_of, number_of, text_of
from engine.actions import Intent
from engine.figures import Figures
from engine.notation import EMPTY, NONE, write_figures
from engine.terms import SEAT_LETTERS, CardId, Face, Place, Stat
from engine.values import field_names, fields_of

_INTENTS: Final[dict[str, type]] = {kind.word: kind for kind in get_args(Intent)}
_COUNTED: Final = ("warriors", "leader", "ships")


def mapped_intent(intent: Intent) -> dict[str, Plain]:
    """Return an intent as a mapping."""
    parts: dict[str, Plain] = {"do": intent.word}
    parts |= {name: _plain(part) for name, part in fields_of(intent).items()}
    return parts


def _plain(value: object) -> Plain:
    match value:
        case Place() | Stat():
            return value.word
        case Face():
            return f"{value.card}/{value.age.value}"
        case Figures():
            parts: dict[str, Plain] = {"warriors": value.warriors, "leader": value.leader}
            parts |= {"ships": value.ships, "monsters": value.monsters}
            return {name: part for name, part in parts.items() if part}
        case tuple():
            return [_plain(item) for item in value]
        case StrEnum():
            return str(value)
        case int() | str() | None:
            return value
        case _:
            raise AssertionError(value)


def notation_of(parts: Mapping[str, object]) -> str:
    """Return the line of notation for a mapped intent.

    Raises:
        BadRecord: it is malformed.
    """
    word = text_of(parts.get("do"))
    kind = _INTENTS.get(word)
    if kind is None:
        raise BadRecord(word, "an intent")
    names = field_names(kind)
    if missing := [name for name in names if name not in parts]:
        raise BadRecord(dict(parts), f"a part named {missing[0]}")
    author = SEAT_LETTERS[number_of(parts["seat"], len(SEAT_LETTERS) - 1)]
    return " ".join((author, word, *(_word_of(parts[name], ",") for name in names[1:])))


def _word_of(value: object, between: str) -> str:
    """Return the notation of a field; the items of a list inside a list are joined by colons."""
    match value:
        case None:
            return NONE
        case list():
            return between.join(_word_of(item, ":") for item in value) or EMPTY
        case Mapping():
            warriors, leader, ships = (number_of(value.get(name, 0)) for name in _COUNTED)
            monsters = items_of(value.get("monsters", []), text_of)
            return write_figures(Figures(warriors, leader, ships, tuple(map(CardId, monsters))))
        case _:
            return str(value).replace("/", "@")
