"""Positions as objects of the document, read and written in the same shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from client.lab.document import Item, Json, Node
from client.lab.vocabulary import (
    OUTER,
    PROVINCES,
    SEATS,
    hints_of,
    read_face,
    read_figures,
    read_placed,
    read_seat,
    read_upgrades,
    write_figures,
    written_fields,
)
from client.text.catalogue import say
from engine.board import PLACES as ALL_PLACES
from engine.position import SEAT_A, Position, SeatPosition
from engine.state import Gods, Options, Rulings
from engine.stats import MYSTICS_PER_CLAN, TOP_LEVEL
from engine.terms import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    STATS,
    Age,
    Deity,
    Face,
    OdinsChosen,
    Phase,
    Place,
    RageReturn,
    Seat,
    ThorsChosen,
    Token,
    seat_letter,
)

USUAL_PLAYERS: Final = 4
MOST: Final = 999
"""More Rage or Glory than anybody ever has."""

POSITION_KEYS: Final = (
    "players",
    "age",
    "phase",
    "turn_start",
    "first",
    "turn",
    "kickstarter",
    "mystics",
    "rulings",
    "destroyed",
    "ragnarok",
    "tokens",
    "pillaged",
    "gods",
    "seats",
    "battle",
)
SEAT_KEYS: Final = tuple(hints_of(SeatPosition))
RULING_KEYS: Final = tuple(hints_of(Rulings))

_TOKENS: Final = {token.value: token for token in Token if token is not Token.YGGDRASIL}
_RAGE_RETURNS: Final = {ruling.value: ruling for ruling in RageReturn}
_ODINS_CHOSEN: Final = {ruling.value: ruling for ruling in OdinsChosen}
_THORS_CHOSEN: Final = {ruling.value: ruling for ruling in ThorsChosen}
_DEITIES: Final = {deity.value: deity for deity in Deity}


# ------------------------------------------------------------------- reading


def read_position(parts: Mapping[str, Node]) -> Position:
    """Read the position that the keys of a document describe, without checking that it is possible.

    Raises:
        LabError: a value cannot be read.
    """
    _only_at_a_turn(parts)
    age = Age(_read(parts, "age", lambda node: node.number(1, len(Age)), 1))
    seats = parts["seats"].entries() if "seats" in parts else {}
    players = _players(parts, seats)
    for letter, node in seats.items():
        read_seat(Node(letter, node.path), players)
    first = _read(parts, "first", lambda node: read_seat(node, players), SEAT_A)
    return _built(
        Position,
        parts,
        _PLACE_READERS,
        seats=tuple(_seat(seats.get(letter), age) for letter in list(SEATS)[:players]),
        age=age,
        first=first,
        turn=_read(parts, "turn", lambda node: read_seat(node, players), first),
        options=_options(parts),
    )


Readers = Mapping[str, Callable[[Node], object]]
"""How the value of each key is read; the keys are names of fields."""


def _built(kind: type[Item], parts: Mapping[str, Node], readers: Readers, **given: object) -> Item:
    """Make a value of the parts that are there; fields left out have their defaults."""
    make: type = kind
    made = make(**given, **{key: read(parts[key]) for key, read in readers.items() if key in parts})
    assert isinstance(made, kind)
    return made


def _read(parts: Mapping[str, Node], key: str, read: Callable[[Node], Item], usual: Item) -> Item:
    return read(parts[key]) if key in parts else usual


def _only_at_a_turn(parts: Mapping[str, Node]) -> None:
    phases = {phase.value: phase for phase in Phase}
    phase = _read(parts, "phase", lambda node: node.one_of(phases, say("a phase")), Phase.ACTION)
    if phase is not Phase.ACTION:
        parts["phase"].fail("a position can begin only in the Action phase.")
    in_battle = "battle" in parts and parts["battle"].value is not None
    if in_battle or not _read(parts, "turn_start", Node.flag, usual=True):
        key = "battle" if in_battle else "turn_start"
        parts[key].fail(
            "a position can begin only at the start of a turn, not within an action; give "
            "the position before it and its actions."
        )


def _players(parts: Mapping[str, Node], seats: Mapping[str, Node]) -> int:
    named = max((SEATS[letter] + 1 for letter in seats if letter in SEATS), default=0)
    usual = max(USUAL_PLAYERS, named)
    return _read(parts, "players", lambda node: node.number(MIN_PLAYERS, MAX_PLAYERS), usual)


def _options(parts: Mapping[str, Node]) -> Options:
    kickstarter = _read(parts, "kickstarter", Node.flag, usual=False)
    said = parts["rulings"].fields(RULING_KEYS) if "rulings" in parts else {}
    return Options(
        _built(Rulings, said, _RULING_READERS),
        kickstarter,
        gods="gods" in parts and bool(parts["gods"].entries()),
        mystics=_read(parts, "mystics", Node.flag, usual=False),
    )


def _yes(node: Node) -> bool:
    if isinstance(node.value, bool):
        return node.value
    return node.one_of({"yes": True, "no": False}, say("yes or no"))


def _places(node: Node, names: Mapping[str, Place]) -> tuple[Place, ...]:
    found: list[Place] = []
    for one in node.items():
        place = one.one_of(names, say("a province"))
        if place in found:
            one.fail("{place} is given twice.", place=place.word)
        found.append(place)
    return tuple(found)


def _three(node: Node) -> tuple[Place, ...]:
    found = _places(node, OUTER)
    if len(found) != len(Age):
        node.fail("expected three provinces, one for each Age.")
    return found


def _tokens(node: Node) -> tuple[tuple[Place, Token], ...]:
    return tuple(
        (
            Node(name, token.path).one_of(OUTER, say("a province with its own token")),
            token.one_of(_TOKENS, say("rage, axes, horns or glory")),
        )
        for name, token in node.entries().items()
    )


def _gods(node: Node) -> Gods:
    """Read the gods and their provinces in the order they were drawn; null is beside the board."""
    return tuple(
        (
            Node(name, where.path).one_of(_DEITIES, say("a god")),
            None if where.value is None else where.one_of(PROVINCES, say("a province")),
        )
        for name, where in node.entries().items()
    )


def _seat(node: Node | None, age: Age) -> SeatPosition:
    said = {} if node is None else node.fields(SEAT_KEYS)

    def cards(node: Node) -> tuple[Face, ...]:
        return tuple(read_face(one, age) for one in node.items())

    of_cards = dict.fromkeys(("hand", "quests", "kept"), cards)
    return _built(SeatPosition, said, {**_SEAT_READERS, **of_cards})


def _amount(node: Node) -> int:
    return node.number(0, MOST)


def _levels(node: Node) -> tuple[int, ...]:
    said = node.fields(stat.word for stat in STATS)
    return tuple(
        _read(said, stat.word, lambda node: node.number(1, TOP_LEVEL), 1) for stat in STATS
    )


def _ruled_strength(node: Node) -> int:
    return node.number(2, 3)


_PLACE_READERS: Final[Readers] = {
    "destroyed": lambda node: _places(node, OUTER),
    "ragnarok": _three,
    "tokens": _tokens,
    "pillaged": lambda node: _places(node, PROVINCES),
    "gods": _gods,
}
_RULING_READERS: Final[Readers] = {
    "draft": _yes,
    "prowess_before_trickery": _yes,
    "rage_return": lambda node: node.one_of(_RAGE_RETURNS, say("a ruling")),
    "leader_strength": _ruled_strength,
    "ship_strength": _ruled_strength,
    "odins_chosen": lambda node: node.one_of(_ODINS_CHOSEN, say("a ruling")),
    "thors_chosen": lambda node: node.one_of(_THORS_CHOSEN, say("a ruling")),
}
_SEAT_READERS: Final[Readers] = {
    "rage": _amount,
    "levels": _levels,
    "glory": _amount,
    "passed": Node.flag,
    "board": read_placed,
    "valhalla": read_figures,
    "upgrades": read_upgrades,
    "mystics": lambda node: node.number(0, MYSTICS_PER_CLAN),
}


# ------------------------------------------------------------------- writing


def written_position(
    position: Position, phase: Phase, turn: Seat | None, *, turn_start: bool
) -> dict[str, Json]:
    """Return a position as the object it is read from; other phases may have no turn."""
    age = position.age
    rulings = written_fields(position.options.rulings, age)
    return {
        "players": len(position.seats),
        "age": age.value,
        "phase": phase.value,
        "turn_start": turn_start,
        "first": seat_letter(position.first),
        "turn": None if turn is None else seat_letter(turn),
        "kickstarter": position.options.kickstarter,
        "mystics": position.options.mystics,
        "rulings": {name: _word(value) for name, value in rulings.items()},
        "destroyed": [place.word for place in position.destroyed],
        "ragnarok": [place.word for place in position.ragnarok],
        "tokens": {place.word: token.value for place, token in position.tokens},
        "pillaged": [place.word for place in position.pillaged],
        "gods": {
            deity.value: None if place is None else place.word for deity, place in position.gods
        },
        "seats": {
            seat_letter(Seat(number)): _written_seat(seat, age)
            for number, seat in enumerate(position.seats)
        },
    }


def _word(ruling: Json) -> Json:
    return ("yes" if ruling else "no") if isinstance(ruling, bool) else ruling


def _written_seat(seat: SeatPosition, age: Age) -> dict[str, Json]:
    board = dict(seat.board)
    return written_fields(seat, age) | {
        "levels": {stat.word: seat.levels[stat] for stat in STATS},
        "board": {
            place.word: write_figures(board[place]) for place in ALL_PLACES if place in board
        },
    }
