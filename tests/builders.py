"""Readable positions, and games that continue from them.

    game = table(
        A=seat(gimle="WWL troll", west="S", upgrades="troll", hand="tyrs-smite"),
        B=seat(gimle="W", hand="odins-smite"),
        age=2,
    )
    game.play("A pillage gimle", "A card tyrs-smite", "B card odins-smite")
    assert game.glory(A) == 3

Moves are lines of the notation (a card may be written without its Age: it is then of the
Age of the position) or actions and intents: `game.play(Pillage(A, GIMLE))`.

Seats are A to E, figures are written `W` Warrior, `L` Leader, `S` ship, `Y` Mystic and card ids for
monsters, cards by id (of the Age of the position, or of another: `quest-alfheim@3`). Everything
else is as in a new game: four seats, Age 1, all nine provinces standing, levels 1, a full
pool, no Glory, all figures in the reserve. A has the turn and is the first player.
"""

from __future__ import annotations

from typing import TypedDict, Unpack

from engine.board import PLACES
from engine.cards import CARDS
from engine.figures import Figures, single
from engine.position import FULL_POOL, Position, SeatPosition, open_position
from engine.state import RULES_VERSION, Gods, Options, Rulings
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    Deity,
    FigureKind,
    Place,
    Seat,
    Token,
)
from tests.game import Game, deck, face, faces, new_table, random_play

__all__ = [
    "ANDLANG",
    "ANGERBODA",
    "EAST",
    "ELVAGAR",
    "GIMLE",
    "HORGR",
    "MUSPELHEIM",
    "MYRKVLOR",
    "NORTH",
    "SEATS",
    "SOUTH",
    "UTGARD",
    "WEST",
    "YGGDRASIL",
    "A",
    "B",
    "C",
    "D",
    "E",
    "Game",
    "SeatWords",
    "TableWords",
    "cards",
    "deck",
    "face",
    "faces",
    "figures",
    "gods",
    "new_table",
    "places",
    "position",
    "random_play",
    "seat",
    "table",
]

A, B, C, D, E = (Seat(number) for number in range(5))
SEATS = (A, B, C, D, E)

ELVAGAR, ANGERBODA, MUSPELHEIM, HORGR, UTGARD, ANDLANG, GIMLE, MYRKVLOR = (
    Place(number) for number in range(8)
)
YGGDRASIL = Place.YGGDRASIL
NORTH, EAST, SOUTH, WEST = (Place(number) for number in range(9, 13))

_KINDS = {"W": WARRIOR, "L": LEADER, "S": SHIP, "Y": MYSTIC}


class SeatWords(TypedDict, total=False):
    """The description of a seat; places hold figures, `mystics` are in the reserve."""

    elvagar: str
    angerboda: str
    muspelheim: str
    horgr: str
    utgard: str
    andlang: str
    gimle: str
    myrkvlor: str
    yggdrasil: str
    north: str
    east: str
    south: str
    west: str
    valhalla: str
    upgrades: str
    hand: str
    quests: str
    rage: int
    glory: int
    levels: tuple[int, int, int]
    passed: bool
    mystics: int


class TableWords(TypedDict, total=False):
    """The description of a table, and of its seats; two gods with their places, or none."""

    A: SeatWords
    B: SeatWords
    C: SeatWords
    D: SeatWords
    E: SeatWords
    players: int
    age: int
    first: Seat
    turn: Seat
    destroyed: str
    ragnarok: str
    pillaged: str
    tokens: dict[Place, Token | str]
    rulings: Rulings
    kickstarter: bool
    mystics: bool
    gods: str
    rules: int


def seat(**words: Unpack[SeatWords]) -> SeatWords:
    """Describe one seat of a table."""
    return words


def figures(text: str) -> Figures:
    """Read a set of figures: `figures("WWL troll")`."""
    found = Figures()
    for word in text.split():
        if word in CARDS:
            found = found.plus(single(FigureKind(word)))
        else:
            for letter in word:
                found = found.plus(single(_KINDS[letter]))
    return found


def places(text: str) -> tuple[Place, ...]:
    """Read places by their words: `places("gimle utgard")`."""
    return tuple(Place[word.upper()] for word in text.split())


def gods(text: str) -> Gods:
    """Read two gods and their places: `gods("thor=gimle loki=none")`."""
    pairs = (word.split("=") for word in text.split())
    return tuple(
        (Deity(name), None if place == "none" else Place[place.upper()]) for name, place in pairs
    )


def cards(text: str) -> tuple[CardId, ...]:
    """Read card ids, each of which must exist."""
    return tuple(CARDS[CardId(word)].id for word in text.split())


def position(**words: Unpack[TableWords]) -> Position:
    """Make the position described."""
    age = words.get("age", 1)
    said = [words.get("A"), words.get("B"), words.get("C"), words.get("D"), words.get("E")]
    named = max((number for number, one in enumerate(said, 1) if one is not None), default=0)
    players = words.get("players", max(4, named))
    tokens = words.get("tokens", {})
    return Position(
        seats=tuple(_seat(one or SeatWords(), age) for one in said[:players]),
        age=Age(age),
        first=words.get("first", words.get("turn", A)),
        turn=words.get("turn", A),
        options=Options(
            words.get("rulings", Rulings()),
            words.get("kickstarter", False),
            words.get("rules", RULES_VERSION),
            gods="gods" in words,
            mystics=words.get("mystics", False),
        ),
        destroyed=places(words.get("destroyed", "")),
        ragnarok=places(words.get("ragnarok", "")),
        tokens=tuple((place, Token(token)) for place, token in tokens.items()),
        pillaged=places(words.get("pillaged", "")),
        gods=gods(words.get("gods", "")),
    )


def _seat(words: SeatWords, age: int) -> SeatPosition:
    said = {str(key): value for key, value in words.items()}
    return SeatPosition(
        rage=words.get("rage", FULL_POOL),
        levels=words.get("levels", (1, 1, 1)),
        glory=words.get("glory", 0),
        passed=words.get("passed", False),
        board=tuple(
            (place, figures(str(said[place.word]))) for place in PLACES if place.word in said
        ),
        valhalla=figures(words.get("valhalla", "")),
        upgrades=cards(words.get("upgrades", "")),
        hand=faces(words.get("hand", ""), age),
        quests=faces(words.get("quests", ""), age),
        mystics=words.get("mystics", 0),
    )


def table(**words: Unpack[TableWords]) -> Game:
    """Make a game that continues from the position described."""
    opening = open_position(position(**words))
    return Game(opening.state, opening.knowledge, opening.story)
