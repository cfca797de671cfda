"""Positions as objects of the document, read and written in the same shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from client.lab.document import Item, Json, Node
from client.lab.vocabulary import (
    OUTER,
    PROVINCES,
    SEATS,
    read_card,
    read_face,
    read_figures,
    read_placed,
    read_seat,
    write_face,
    write_figures,
)
from client.text.catalogue import say
from engine.board import PLACES as ALL_PLACES
from engine.figures import NOBODY
from engine.position import FULL_POOL, SEAT_A, Position, SeatPosition
from engine.setup import MAX_PLAYERS, MIN_PLAYERS
from engine.state import Options, Rulings
from engine.stats import TOP_LEVEL
from engine.terms import (
    STATS,
    Age,
    Face,
    Phase,
    Place,
    RageReturn,
    Seat,
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
    "rulings",
    "destroyed",
    "ragnarok",
    "tokens",
    "pillaged",
    "seats",
    "battle",
)
SEAT_KEYS: Final = (
    "rage",
    "levels",
    "glory",
    "passed",
    "board",
    "valhalla",
    "upgrades",
    "hand",
    "quests",
    "kept",
)
RULING_KEYS: Final = (
    "draft",
    "prowess_before_trickery",
    "rage_return",
    "leader_strength",
    "ship_strength",
)

_TOKENS: Final = {token.value: token for token in Token if token is not Token.YGGDRASIL}
_AGES: Final = {str(age.value): age for age in Age}


# ------------------------------------------------------------------- reading


def read_position(parts: Mapping[str, Node]) -> Position:
    """Read the position that the keys of a document describe; whether it can be is not checked.

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
    return Position(
        seats=tuple(_seat(seats.get(letter), age) for letter in list(SEATS)[:players]),
        age=age,
        first=first,
        turn=_read(parts, "turn", lambda node: read_seat(node, players), first),
        options=_options(parts),
        destroyed=_read(parts, "destroyed", lambda node: _places(node, OUTER), ()),
        ragnarok=_read(parts, "ragnarok", _three, ()),
        tokens=_read(parts, "tokens", _tokens, ()),
        pillaged=_read(parts, "pillaged", lambda node: _places(node, PROVINCES), ()),
    )


def _read(parts: Mapping[str, Node], key: str, read: Callable[[Node], Item], usual: Item) -> Item:
    return read(parts[key]) if key in parts else usual


def _only_at_a_turn(parts: Mapping[str, Node]) -> None:
    phases = {phase.value: phase for phase in Phase}
    phase = _read(parts, "phase", lambda node: node.one_of(phases, say("a phase")), Phase.ACTION)
    if phase is not Phase.ACTION:
        parts["phase"].fail("a position can begin in the action phase only.")
    in_battle = "battle" in parts and parts["battle"].value is not None
    if in_battle or not _read(parts, "turn_start", Node.flag, usual=True):
        key = "battle" if in_battle else "turn_start"
        parts[key].fail(
            "a position can begin at the start of a turn only, not within an action; "
            "give the position before it and its actions."
        )


def _players(parts: Mapping[str, Node], seats: Mapping[str, Node]) -> int:
    named = max((SEATS[letter] + 1 for letter in seats if letter in SEATS), default=0)
    usual = max(USUAL_PLAYERS, named)
    return _read(parts, "players", lambda node: node.number(MIN_PLAYERS, MAX_PLAYERS), usual)


def _options(parts: Mapping[str, Node]) -> Options:
    kickstarter = _read(parts, "kickstarter", Node.flag, usual=False)
    if "rulings" not in parts:
        return Options(Rulings(), kickstarter)
    said = parts["rulings"].fields(RULING_KEYS)
    usual = Rulings()
    returns = {ruling.value: ruling for ruling in RageReturn}
    rulings = Rulings(
        draft=_read(said, "draft", _yes, usual.draft),
        prowess_before_trickery=_read(
            said, "prowess_before_trickery", _yes, usual.prowess_before_trickery
        ),
        rage_return=_read(
            said,
            "rage_return",
            lambda node: node.one_of(returns, say("a ruling")),
            usual.rage_return,
        ),
        leader_strength=_read(
            said, "leader_strength", lambda node: node.number(2, 3), usual.leader_strength
        ),
        ship_strength=_read(
            said, "ship_strength", lambda node: node.number(2, 3), usual.ship_strength
        ),
    )
    return Options(rulings, kickstarter)


def _yes(node: Node) -> bool:
    if isinstance(node.value, bool):
        return node.value
    return node.one_of({"yes": True, "no": False}, say("yes or no"))


def _places(node: Node, names: Mapping[str, Place]) -> tuple[Place, ...]:
    found: list[Place] = []
    for one in node.items():
        place = one.one_of(names, say("a province"))
        if place in found:
            one.fail("{place} is named twice.", place=place.word)
        found.append(place)
    return tuple(found)


def _three(node: Node) -> tuple[Place, ...]:
    found = _places(node, OUTER)
    if len(found) != len(Age):
        node.fail("three provinces are expected, one for each Age.")
    return found


def _tokens(node: Node) -> tuple[tuple[Place, Token], ...]:
    return tuple(
        (
            Node(name, token.path).one_of(OUTER, say("a province with a token of its own")),
            token.one_of(_TOKENS, say("rage, axes, horns or glory")),
        )
        for name, token in node.entries().items()
    )


def _seat(node: Node | None, age: Age) -> SeatPosition:
    if node is None:
        return SeatPosition()
    said = node.fields(SEAT_KEYS)

    def cards(key: str) -> tuple[Face, ...]:
        return _read(said, key, lambda node: tuple(read_face(one, age) for one in node.items()), ())

    return SeatPosition(
        rage=_read(said, "rage", lambda node: node.number(0, MOST), FULL_POOL),
        levels=_read(said, "levels", _levels, (1, 1, 1)),
        glory=_read(said, "glory", lambda node: node.number(0, MOST), 0),
        passed=_read(said, "passed", Node.flag, usual=False),
        board=_read(said, "board", read_placed, ()),
        valhalla=_read(said, "valhalla", read_figures, NOBODY),
        upgrades=_read(said, "upgrades", lambda node: tuple(map(read_card, node.items())), ()),
        hand=cards("hand"),
        quests=cards("quests"),
        kept=cards("kept"),
    )


def _levels(node: Node) -> tuple[int, int, int]:
    said = node.fields(stat.word for stat in STATS)
    rage, axes, horns = (
        _read(said, stat.word, lambda node: node.number(1, TOP_LEVEL), 1) for stat in STATS
    )
    return rage, axes, horns


# ------------------------------------------------------------------- writing


def written_position(
    position: Position, phase: Phase, turn: Seat | None, *, turn_start: bool
) -> dict[str, Json]:
    """Return a position as the object it is read from; other phases may have no turn."""
    age = position.age
    rulings = position.options.rulings
    return {
        "players": len(position.seats),
        "age": age.value,
        "phase": phase.value,
        "turn_start": turn_start,
        "first": seat_letter(position.first),
        "turn": None if turn is None else seat_letter(turn),
        "kickstarter": position.options.kickstarter,
        "rulings": {
            "draft": _word(rulings.draft),
            "prowess_before_trickery": _word(rulings.prowess_before_trickery),
            "rage_return": rulings.rage_return.value,
            "leader_strength": rulings.leader_strength,
            "ship_strength": rulings.ship_strength,
        },
        "destroyed": [place.word for place in position.destroyed],
        "ragnarok": [place.word for place in position.ragnarok],
        "tokens": {place.word: token.value for place, token in position.tokens},
        "pillaged": [place.word for place in position.pillaged],
        "seats": {
            seat_letter(Seat(number)): _written_seat(seat, age)
            for number, seat in enumerate(position.seats)
        },
    }


def _word(yes: bool) -> str:  # noqa: FBT001 - the ruling itself
    return "yes" if yes else "no"


def _written_seat(seat: SeatPosition, age: Age) -> dict[str, Json]:
    board = dict(seat.board)
    return {
        "rage": seat.rage,
        "levels": {stat.word: seat.levels[stat] for stat in STATS},
        "glory": seat.glory,
        "passed": seat.passed,
        "board": {
            place.word: write_figures(board[place]) for place in ALL_PLACES if place in board
        },
        "valhalla": write_figures(seat.valhalla),
        "upgrades": [str(card) for card in seat.upgrades],
        "hand": [write_face(face, age) for face in seat.hand],
        "quests": [write_face(face, age) for face in seat.quests],
        "kept": [write_face(face, age) for face in seat.kept],
    }
