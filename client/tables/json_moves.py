"""Options and intents as plain data: mappings, lists, texts and numbers, fit for any file.

Ids are those of docs/rules.md. Whatever is read is checked; what cannot be read is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Final, TypeVar, get_args

from engine.actions import Intent
from engine.cards import CARDS
from engine.figures import Figures
from engine.state import Options, Rulings
from engine.terms import (
    STATS,
    Age,
    CardId,
    ClanName,
    Face,
    FigureKind,
    Place,
    RageReturn,
    Stat,
)
from protocol.rules import KNOWN

Plain = None | bool | int | str | Sequence["Plain"] | Mapping[str, "Plain"]

_Word = TypeVar("_Word", bound=StrEnum)
_Item = TypeVar("_Item")


class BadRecord(ValueError):
    """A recorded game that cannot be read; names the part and what should have stood there."""

    def __init__(self, part: object, expected: str) -> None:
        """`part` is what was met, `expected` what should have stood there."""
        super().__init__(f"{part!r}: expected {expected}")
        self.part = str(part)
        self.expected = expected


class OtherVersion(BadRecord):
    """A game by rules or a protocol that this program does not know.

    `place` is where a charter would say so: "rules 2", "version 3".
    """

    def __init__(self, what: str, version: int) -> None:
        """Name the version, and of what it is."""
        super().__init__(version, f"a {what} version that is known here")
        self.place = f"{what} {version}"


# ---------------------------------------------------------------------- writing


def plain_value(value: object) -> Plain:
    """A field of an intent as plain data."""
    match value:
        case Place() | Stat():
            return value.word
        case Face():
            return f"{value.card}/{int(value.age)}"
        case Figures():
            parts: dict[str, Plain] = {"warriors": value.warriors, "leader": value.leader}
            parts |= {"ships": value.ships, "monsters": value.monsters}
            return {name: part for name, part in parts.items() if part}
        case tuple():
            return [plain_value(item) for item in value]
        case StrEnum():
            return str(value)
        case int() | str() | None:
            return value
        case _:
            raise AssertionError(value)


def plain_intent(intent: Intent) -> dict[str, Plain]:
    """An intent as plain data, hidden faces included."""
    parts: dict[str, Plain] = {"do": intent.word}
    for field in fields(intent):
        parts[field.name] = plain_value(getattr(intent, field.name))
    return parts


def plain_options(options: Options) -> dict[str, Plain]:
    """The options of a table as plain data."""
    rulings = options.rulings
    return {
        "kickstarter": options.kickstarter,
        "rules_version": options.rules_version,
        "rulings": {
            "draft": rulings.draft,
            "prowess_before_trickery": rulings.prowess_before_trickery,
            "rage_return": rulings.rage_return.value,
            "leader_strength": rulings.leader_strength,
            "ship_strength": rulings.ship_strength,
        },
    }


# ---------------------------------------------------------------------- reading


def mapping_of(value: object) -> Mapping[str, object]:
    """A mapping, or the reason why it is none.

    Raises:
        BadRecord: it is something else.
    """
    if not isinstance(value, Mapping):
        raise BadRecord(value, "a mapping")
    return value


def items_of(value: object, read: Callable[[object], _Item]) -> tuple[_Item, ...]:
    """A list of things of one kind.

    Raises:
        BadRecord: it is something else.
    """
    if not isinstance(value, list | tuple):
        raise BadRecord(value, "a list")
    return tuple(read(item) for item in value)


def _part(parts: Mapping[str, object], name: str) -> object:
    if name not in parts:
        raise BadRecord(dict(parts), f"a part named {name}")
    return parts[name]


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(value, "a number")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadRecord(value, "true or false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadRecord(value, "a text")
    return value


def _word(kind: type[_Word]) -> Callable[[object], _Word]:
    def read(value: object) -> _Word:
        found = next((word for word in kind if word.value == value), None)
        if found is None:
            raise BadRecord(value, f"one of {', '.join(kind)}")
        return found

    return read


def _place(value: object) -> Place:
    found = next((place for place in Place if place.word == value), None)
    if found is None:
        raise BadRecord(value, "a province or fjord")
    return found


def _stat(value: object) -> Stat:
    found = next((stat for stat in STATS if stat.word == value), None)
    if found is None:
        raise BadRecord(value, "a stat")
    return found


def _card(value: object) -> CardId:
    if _text(value) not in CARDS:
        raise BadRecord(value, "a card")
    return CardId(_text(value))


def _kind(value: object) -> FigureKind:
    return FigureKind(_text(value))


def _face(value: object) -> Face:
    card, _, age = _text(value).partition("/")
    found = next((known for known in Age if str(int(known)) == age), None)
    if found is None:
        raise BadRecord(value, "a card and its Age, such as tyrs-bash/1")
    return Face(_card(card), found)


def _figures(value: object) -> Figures:
    parts = mapping_of(value)
    return Figures(
        _number(parts.get("warriors", 0)),
        _number(parts.get("leader", 0)),
        _number(parts.get("ships", 0)),
        items_of(parts.get("monsters", ()), _card),
    )


def _two(value: object) -> tuple[object, object]:
    both = items_of(value, lambda item: item)
    if len(both) != 2:  # noqa: PLR2004 - two is what a pair has
        raise BadRecord(value, "a pair")
    return both[0], both[1]


def _victim(value: object) -> tuple[Place, FigureKind]:
    place, kind = _two(value)
    return _place(place), _kind(kind)


def _victims(value: object) -> tuple[tuple[Place, FigureKind], tuple[Place, FigureKind]]:
    one, other = _two(value)
    return _victim(one), _victim(other)


def _group(value: object) -> tuple[Place, Figures]:
    place, figures = _two(value)
    return _place(place), _figures(figures)


_READERS: Final[dict[str, Callable[[object], object]]] = {
    "seat": _number,
    "clan": _word(ClanName),
    "figure": _kind,
    "figures": _figures,
    "place": _place,
    "origin": _place,
    "target": _place,
    "face": lambda value: None if value is None else _face(value),
    "faces": lambda value: items_of(value, _face),
    "replaces": lambda value: None if value is None else _card(value),
    "victims": _victims,
    "saved": lambda value: items_of(value, _group),
    "bonus": _number,
    "stat": _stat,
}
"""How the fields of intents are read; a name means the same in every intent."""

_INTENTS: Final[dict[str, type[Intent]]] = {kind.word: kind for kind in get_args(Intent)}


def read_intent(value: object) -> Intent:
    """An intent from plain data; whether it is legal is for the table to say.

    Raises:
        BadRecord: it is no intent.
    """
    parts = mapping_of(value)
    word = _text(_part(parts, "do"))
    if word not in _INTENTS:
        raise BadRecord(word, "something a seat can do")
    make = _INTENTS[word]
    read = [_READERS[field.name](_part(parts, field.name)) for field in fields(make)]
    return make(*read)  # type: ignore[arg-type]  # read by the names of the fields


def read_options(value: object) -> Options:
    """The options of a table from plain data.

    Raises:
        BadRecord: they are none, or of other rules.
    """
    parts = mapping_of(value)
    rulings = mapping_of(_part(parts, "rulings"))
    version = _number(_part(parts, "rules_version"))
    if version not in KNOWN:
        raise OtherVersion("rules", version)
    return Options(
        Rulings(
            draft=_flag(_part(rulings, "draft")),
            prowess_before_trickery=_flag(_part(rulings, "prowess_before_trickery")),
            rage_return=_word(RageReturn)(_part(rulings, "rage_return")),
            leader_strength=_number(_part(rulings, "leader_strength")),
            ship_strength=_number(_part(rulings, "ship_strength")),
        ),
        kickstarter=_flag(_part(parts, "kickstarter")),
        rules_version=version,
    )
