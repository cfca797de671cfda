"""The words of the game: seats, places, stats, tokens and the other closed lists.

Every value here is printed, logged or used as a position in a tuple. Identifiers are those of
docs/rules.md; the order of members is the canonical order.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final, NewType

from engine.values import Value

Seat = NewType("Seat", int)
"""Place at the table, 0 to 4 clockwise; printed as a letter A to E."""

CardId = NewType("CardId", str)
"""Identifier of a card, such as ``tyrs-bash``."""

FigureKind = NewType("FigureKind", str)
"""The kind of a figure: ``warrior``, ``leader``, ``ship``, ``mystic``, or the id of a monster."""

WARRIOR: Final = FigureKind("warrior")
LEADER: Final = FigureKind("leader")
SHIP: Final = FigureKind("ship")
MYSTIC: Final = FigureKind("mystic")

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5

SEAT_LETTERS: Final = "ABCDE"


def seat_letter(seat: Seat) -> str:
    """Return the printed letter of a seat."""
    return SEAT_LETTERS[seat]


class Age(IntEnum):
    """One of the three Ages (A31)."""

    ONE = 1
    TWO = 2
    THREE = 3


class Face(Value, order=True, cache_hash=True):
    """The face of a card: its id, and the Age of the copy.

    The Age matters for quests (their Glory differs) and keeps the copies of one deck apart
    from those of another; two copies of one card in one Age look alike.
    """

    card: CardId
    age: Age


class Phase(StrEnum):
    """The phases of an Age (A31), with the set-up before them and the end after."""

    SETUP = "setup"
    GIFTS = "gifts"
    ACTION = "action"
    DISCARD = "discard"
    QUEST = "quest"
    RAGNAROK = "ragnarok"
    RELEASE = "release"
    END = "end"


class Stat(IntEnum):
    """A clan stat; its number is its position in a tuple of three (A16)."""

    RAGE = 0
    AXES = 1
    HORNS = 2

    @property
    def word(self) -> str:
        """The word for the stat in notation."""
        return _STAT_WORDS[self]


_STAT_WORDS: Final = ("rage", "axes", "horns")
STATS: Final = (Stat.RAGE, Stat.AXES, Stat.HORNS)


class Place(IntEnum):
    """A province or a fjord; its number is its position on the board.

    Outer provinces in ring order from the upper left (A2), then Yggdrasil, then the fjords.
    """

    ELVAGAR = 0
    ANGERBODA = 1
    MUSPELHEIM = 2
    HORGR = 3
    UTGARD = 4
    ANDLANG = 5
    GIMLE = 6
    MYRKVLOR = 7
    YGGDRASIL = 8
    NORTH = 9
    EAST = 10
    SOUTH = 11
    WEST = 12

    @property
    def word(self) -> str:
        """The word for the place in notation."""
        return _PLACE_WORDS[self]

    @property
    def is_fjord(self) -> bool:
        """Whether ships lie here (A8)."""
        return self >= Place.NORTH


_PLACE_WORDS: Final = tuple(place.name.lower() for place in Place)


class Region(StrEnum):
    """A region of outer provinces (A3)."""

    MANHEIM = "manheim"
    JOTUNHEIM = "jotunheim"
    ALFHEIM = "alfheim"


class Token(StrEnum):
    """The reward of a pillage token (A12, A13)."""

    RAGE = "rage"
    AXES = "axes"
    HORNS = "horns"
    GLORY = "glory"
    YGGDRASIL = "yggdrasil"


TOKEN_STAT: Final = {Token.RAGE: Stat.RAGE, Token.AXES: Stat.AXES, Token.HORNS: Stat.HORNS}
"""The stat a token raises, for the tokens that raise exactly one."""


class Kind(StrEnum):
    """The kind of a card."""

    BATTLE = "battle"
    QUEST = "quest"
    UPGRADE = "upgrade"


class Slot(StrEnum):
    """The kinds of slots for upgrades on the clan sheet (A20)."""

    LEADER = "leader"
    WARRIOR = "warrior"
    SHIP = "ship"
    MONSTER = "monster"
    CLAN = "clan"


class God(StrEnum):
    """The god a card is a gift of; quests and monsters have none."""

    TYR = "tyr"
    ODIN = "odin"
    THOR = "thor"
    LOKI = "loki"
    FRIGGA = "frigga"
    HEIMDALL = "heimdall"
    MONSTER = "monster"
    QUEST = "quest"


class Deity(StrEnum):
    """A god that stands on the board, in canonical order (L1)."""

    ODIN = "odin"
    THOR = "thor"
    TYR = "tyr"
    HEIMDALL = "heimdall"
    FRIGGA = "frigga"
    LOKI = "loki"


class Box(StrEnum):
    """The box a copy of a card comes from (B1, K1, M10)."""

    BASE = "base"
    FIFTH_PLAYER = "p5"
    KICKSTARTER = "ks"
    KICKSTARTER_FIFTH = "p5ks"
    MYSTICS = "mom"


class ClanName(StrEnum):
    """A clan; all have the same figures and stats (A30)."""

    WOLF = "wolf"
    RAVEN = "raven"
    SERPENT = "serpent"
    BEAR = "bear"
    RAM = "ram"


class RageReturn(StrEnum):
    """The ruling on seats that act again when Rage comes back (H-02)."""

    SPENT = "spent"
    ALWAYS = "always"
    NEVER = "never"


class OdinsChosen(StrEnum):
    """The ruling on the clans whose villages a Mystic may take (H-49)."""

    ANY = "any"
    ENEMY = "enemy"


class ThorsChosen(StrEnum):
    """The ruling on the Mystics that Thor's Chosen pays for (H-48)."""

    TOOK_PART = "took_part"
    SURVIVING = "surviving"


class Cause(StrEnum):
    """The cause of a destruction (D43)."""

    ARRIVAL = "arrival"
    SMITE = "smite"
    TIDE = "tide"
    BATTLE = "battle"
    SACRIFICE = "sacrifice"
    RAGNAROK = "ragnarok"
    CAPTURE = "capture"


class Step(StrEnum):
    """The reason for a move on the board that is neither a death nor an invade (D16)."""

    MARCH = "march"
    JOIN = "join"
    HAMMERS = "hammers"
    RETREAT = "retreat"


class Origin(StrEnum):
    """The origin of an invading figure (D12, D36), and a location off the board (A22)."""

    RESERVE = "reserve"
    VALHALLA = "valhalla"


Location = Place | Origin
"""The location of a figure: on the board, or in its owner's reserve or Valhalla (A22)."""


class Use(StrEnum):
    """The purpose for which strength is counted (F4)."""

    BATTLE = "battle"
    QUEST = "quest"


class Reward(StrEnum):
    """Sources of Glory, Rage and stat steps that are neither a card nor a god."""

    TOKEN = "token"
    BATTLE = "battle"
    QUEST = "quest"
    RAGNAROK = "ragnarok"
    STATS = "stats"
    STOLEN = "stolen"


class Spend(StrEnum):
    """The purpose of a payment of Rage that is not the price of a card."""

    INVADE = "invade"
    MARCH = "march"
    UPGRADE = "upgrade"
