"""Cards, figures and places as the lab writes and reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.lab.document import Json, Node
from client.text.catalogue import say
from client.text.names import card_name
from engine import board as printed
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.figures import Figures
from engine.position import face_in
from engine.terms import (
    LEADER,
    SEAT_LETTERS,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    Face,
    FigureKind,
    Place,
    Seat,
    Slot,
    Stat,
)

PLACES: Final = {place.word: place for place in Place}
PROVINCES: Final = {place.word: place for place in printed.PROVINCES}
OUTER: Final = {place.word: place for place in printed.OUTER}
STATS: Final = {stat.word: stat for stat in Stat}
SEATS: Final = {letter: Seat(number) for number, letter in enumerate(SEAT_LETTERS)}
MOST_FIGURES: Final = 8
FIGURE_KEYS: Final = ("warriors", "leader", "ships", "monsters")
FIGURE_SYNONYMS: Final = {"warrior": "warriors", "ship": "ships", "monster": "monsters"}

_CARDS: Final[Mapping[str, CardId]] = {str(card): card for card in CARDS}
_MONSTERS: Final = {str(card.id): card.id for card in CARDS.values() if card.slot is Slot.MONSTER}
_KINDS: Final[Mapping[str, FigureKind]] = {
    **{str(kind): kind for kind in (WARRIOR, LEADER, SHIP)},
    **{name: FigureKind(card) for name, card in _MONSTERS.items()},
}


def write_face(face: Face, age: Age) -> str:
    """A card id, with its Age if that is not the one a bare id stands for in `age`."""
    bare = face_in(face.card, age) == face
    return str(face.card) if bare else f"{face.card}@{face.age.value}"


def read_card(node: Node) -> CardId:
    """A card by its id."""
    return node.one_of(_CARDS, say("the id of a card"))


def read_face(node: Node, age: Age, among: tuple[Face, ...] = ()) -> Face:
    """A card by its id; a bare id stands for the copy of `age`, else the only one `among`."""
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
    """A figure: warrior, leader, ship or the id of a monster."""
    return node.one_of(_KINDS, say("warrior, leader, ship or the id of a monster"))


def read_seat(node: Node, players: int) -> Seat:
    """A seat by its letter."""
    letters = {letter: seat for letter, seat in SEATS.items() if seat < players}
    return node.one_of(letters, say("a seat {first} to {last}", first="A", last=list(letters)[-1]))


def write_figures(figures: Figures) -> dict[str, Json]:
    """Figures by kind and count; what is none is left out."""
    found: dict[str, Json] = {}
    if figures.warriors:
        found["warriors"] = figures.warriors
    if figures.leader:
        found["leader"] = figures.leader
    if figures.ships:
        found["ships"] = figures.ships
    if figures.monsters:
        found["monsters"] = [str(card) for card in figures.monsters]
    return found


def read_figures(node: Node) -> Figures:
    """Figures by kind and count; what is left out is none."""
    return figures_from(node, node.fields((*FIGURE_KEYS, *FIGURE_SYNONYMS)))


def figures_from(node: Node, parts: Mapping[str, Node]) -> Figures:
    """Figures from the keys of `parts` that speak of figures."""
    found = canonical_keys(node, parts, FIGURE_SYNONYMS)
    monsters = found["monsters"].items() if "monsters" in found else []
    return Figures(
        _count(found.get("warriors"), MOST_FIGURES),
        _count(found.get("leader"), 1),
        _count(found.get("ships"), 1),
        tuple(sorted(one.one_of(_MONSTERS, say("the id of a monster")) for one in monsters)),
    )


def _count(node: Node | None, most: int) -> int:
    if node is None:
        return 0
    if most == 1 and isinstance(node.value, bool):
        return int(node.value)
    return node.number(0, most)


def canonical_keys(
    node: Node, parts: Mapping[str, Node], synonyms: Mapping[str, str]
) -> dict[str, Node]:
    """The parts under their own keys; a key and its synonym may not stand together."""
    found: dict[str, Node] = {}
    for key, part in parts.items():
        name = synonyms.get(key, key)
        if name in found:
            node.fail('"{key}" says again what another key says.', key=key)
        found[name] = part
    return found
