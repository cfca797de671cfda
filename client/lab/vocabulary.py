"""Cards, figures and places as the lab reads and writes them.

How a value of the engine is written follows from its type alone (`written_fields`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final, get_args, get_type_hints

from client.lab.document import Json, Node
from client.text.catalogue import say
from client.text.names import card_name
from engine import board as printed
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.figures import Figures
from engine.position import face_in
from engine.stats import MYSTICS_PER_CLAN
from engine.terms import (
    LEADER,
    MYSTIC,
    SEAT_LETTERS,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    Face,
    FigureKind,
    Location,
    Origin,
    Place,
    Seat,
    Slot,
    Stat,
    seat_letter,
)
from engine.values import field_names

PLACES: Final = {place.word: place for place in Place}
PROVINCES: Final = {place.word: place for place in printed.PROVINCES}
OUTER: Final = {place.word: place for place in printed.OUTER}
LOCATIONS: Final[Mapping[str, Location]] = {
    **PLACES,
    **{origin.value: origin for origin in Origin},
}
ORIGINS: Final = {origin.value: origin for origin in Origin}
STATS: Final = {stat.word: stat for stat in Stat}
SEATS: Final = {letter: Seat(number) for number, letter in enumerate(SEAT_LETTERS)}
MOST_FIGURES: Final = 8
FIGURE_KEYS: Final = ("warriors", "leader", "ships", "monsters", "mystics")
FIGURE_SYNONYMS: Final = {
    "warrior": "warriors",
    "ship": "ships",
    "monster": "monsters",
    "mystic": "mystics",
}

_CARDS: Final[Mapping[str, CardId]] = {str(card): card for card in CARDS}
_MONSTERS: Final = {str(card.id): card.id for card in CARDS.values() if card.slot is Slot.MONSTER}
_KINDS: Final[Mapping[str, FigureKind]] = {
    **{str(kind): kind for kind in (WARRIOR, LEADER, SHIP, MYSTIC)},
    **{name: FigureKind(card) for name, card in _MONSTERS.items()},
}


def write_face(face: Face, age: Age) -> str:
    """Return a card id, with its Age unless a bare id means that copy in `age`."""
    bare = face_in(face.card, age) == face
    return str(face.card) if bare else f"{face.card}@{face.age.value}"


def read_card(node: Node) -> CardId:
    """Read a card by its id."""
    return node.one_of(_CARDS, say("the id of a card"))


def read_face(node: Node, age: Age, among: tuple[Face, ...] = ()) -> Face:
    """Read a copy of a card; a bare id means that of `age`, else the only one `among`."""
    text = node.text(say("the id of a card"))
    name, sign, number = text.partition("@")
    card = read_card(Node(name, node.path))
    if sign:
        named = {str(face.age.value): face for face in faces_of(CARDS[card])}
        if number not in named:
            ages = ", ".join(named)
            node.fail("{card} exists in Age {ages} only.", card=card_name(card), ages=ages)
        return named[number]
    usual = face_in(card, age)
    held = {face for face in among if face.card == card}
    return next(iter(held)) if len(held) == 1 and usual not in held else usual


def read_kind(node: Node) -> FigureKind:
    """Read a figure: warrior, leader, ship, mystic or the id of a monster."""
    return node.one_of(_KINDS, say("warrior, leader, ship, mystic or the id of a monster"))


def read_place(node: Node) -> Place:
    """Read a province or fjord."""
    return node.one_of(PLACES, say("a province or fjord"))


def read_placed(node: Node) -> tuple[tuple[Place, Figures], ...]:
    """Read figures by place."""
    return tuple(
        (read_place(Node(name, figures.path)), read_figures(figures))
        for name, figures in node.entries().items()
    )


def read_seat(node: Node, players: int) -> Seat:
    """Read a seat by its letter."""
    letters = {letter: seat for letter, seat in SEATS.items() if seat < players}
    return node.one_of(
        letters, say("a seat from {first} to {last}", first="A", last=list(letters)[-1])
    )


def write_figures(figures: Figures) -> dict[str, Json]:
    """Return figures by kind and count, without the kinds that are not there."""
    found: dict[str, Json] = {
        "warriors": figures.warriors,
        "leader": figures.leader,
        "ships": figures.ships,
        "monsters": [str(card) for card in figures.monsters],
        "mystics": figures.mystics,
    }
    return {kind: count for kind, count in found.items() if count}


def read_figures(node: Node) -> Figures:
    """Read figures by kind and count; a kind that is left out is not there."""
    return figures_from(node, node.fields((*FIGURE_KEYS, *FIGURE_SYNONYMS)))


def figures_from(node: Node, parts: Mapping[str, Node]) -> Figures:
    """Read figures from the keys of `parts` that name them."""
    found = canonical_keys(node, parts, FIGURE_SYNONYMS)
    monsters = found["monsters"].items() if "monsters" in found else []
    return Figures(
        _count(found.get("warriors"), MOST_FIGURES),
        _count(found.get("leader"), 1),
        _count(found.get("ships"), 1),
        tuple(sorted(_read_printed(monsters, _MONSTERS, say("the id of a monster")))),
        _count(found.get("mystics"), MYSTICS_PER_CLAN),
    )


def read_upgrades(node: Node) -> tuple[CardId, ...]:
    """Read the cards on a sheet, each as often as it was printed."""
    return _read_printed(node.items(), _CARDS, say("the id of a card"))


def _read_printed(nodes: list[Node], names: Mapping[str, CardId], what: str) -> tuple[CardId, ...]:
    """Read cards by id; none may be named more often than there are copies of it."""
    found: list[CardId] = []
    for node in nodes:
        card = node.one_of(names, what)
        copies = len(CARDS[card].copies)
        if found.count(card) == copies:
            node.fail(
                "{card} is used more often than it has copies ({count}).",
                card=card_name(card),
                count=copies,
            )
        found.append(card)
    return tuple(found)


def _count(node: Node | None, most: int) -> int:
    if node is None:
        return 0
    if most == 1 and isinstance(node.value, bool):
        return int(node.value)
    return node.number(0, most)


def canonical_keys(
    node: Node, parts: Mapping[str, Node], synonyms: Mapping[str, str]
) -> dict[str, Node]:
    """Return the parts by canonical key; a key and its synonym exclude each other."""
    found: dict[str, Node] = {}
    for key, part in parts.items():
        name = synonyms.get(key, key)
        if name in found:
            node.fail('"{key}" repeats another key.', key=key)
        found[name] = part
    return found


def written_fields(value: object, age: Age) -> dict[str, Json]:
    """Return the fields of a value by name; bare card ids are of `age` where possible."""
    kind: type = type(value)
    return {
        name: written_value(getattr(value, name), hint, age)
        for name, hint in hints_of(kind).items()
    }


@cache
def hints_of(kind: type) -> dict[str, object]:
    """Return the types of the fields of a frozen class, in order."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in field_names(kind)}


def written_value(value: object, hint: object, age: Age) -> Json:
    """Return a field as a document has it; only its type distinguishes a seat from a number."""
    match value:
        case Place() | Stat():
            return value.word
        case StrEnum():
            return value.value
        case Face():
            return write_face(value, age)
        case Figures():
            return write_figures(value)
        case bool() | None:
            return value
        case int():
            is_seat = hint is Seat or Seat in get_args(hint)
            return seat_letter(Seat(value)) if is_seat else int(value)
        case str():
            return value
        case tuple():
            return _list(value, hint, age)
        case _:
            return written_fields(value, age)


def _list(value: tuple[object, ...], hint: object, age: Age) -> Json:
    args = get_args(hint)
    hints = args if len(args) == len(value) and args[-1:] != (...,) else args[:1] * len(value)
    return [written_value(one, part, age) for one, part in zip(value, hints, strict=True)]
