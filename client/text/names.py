"""The words for things: clans, seats, places, figures, stats, cards."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import listed, say, say_as, say_many
from engine.board import FJORDS
from engine.cards import CARDS
from engine.figures import Figures
from engine.gods import GODS
from engine.state import GameState
from engine.stats import stat_value
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    ClanName,
    Deity,
    Face,
    FigureKind,
    Kind,
    Location,
    Origin,
    Phase,
    Place,
    Region,
    Seat,
    Slot,
    Stat,
    Token,
    seat_letter,
)
from engine.values import Value

_CLANS: Final = {
    ClanName.WOLF: "Wolf",
    ClanName.RAVEN: "Raven",
    ClanName.SERPENT: "Serpent",
    ClanName.BEAR: "Bear",
    ClanName.RAM: "Ram",
}
_PLACES: Final = {
    Place.ELVAGAR: "Elvagar",
    Place.ANGERBODA: "Angerboda",
    Place.MUSPELHEIM: "Muspelheim",
    Place.HORGR: "Horgr",
    Place.UTGARD: "Utgard",
    Place.ANDLANG: "Andlang",
    Place.GIMLE: "Gimle",
    Place.MYRKVLOR: "Myrkvlor",
    Place.YGGDRASIL: "Yggdrasil",
    Place.NORTH: "the north fjord",
    Place.EAST: "the east fjord",
    Place.SOUTH: "the south fjord",
    Place.WEST: "the west fjord",
}
_SHORT_FJORDS: Final = {
    Place.NORTH: "north fjord",
    Place.EAST: "east fjord",
    Place.SOUTH: "south fjord",
    Place.WEST: "west fjord",
}
_PLACE_KEYS: Final = {
    Place.ELVAGAR: "7",
    Place.ANGERBODA: "8",
    Place.MUSPELHEIM: "9",
    Place.HORGR: "6",
    Place.UTGARD: "3",
    Place.ANDLANG: "2",
    Place.GIMLE: "1",
    Place.MYRKVLOR: "4",
    Place.YGGDRASIL: "5",
    Place.NORTH: "f8",
    Place.EAST: "f6",
    Place.SOUTH: "f2",
    Place.WEST: "f4",
}
_REGIONS: Final = {
    Region.MANHEIM: "Manheim",
    Region.JOTUNHEIM: "Jotunheim",
    Region.ALFHEIM: "Alfheim",
}
_STATS: Final = {Stat.RAGE: "Rage", Stat.AXES: "Axes", Stat.HORNS: "Horns"}
_SLOTS: Final = {
    Slot.LEADER: "Leader",
    Slot.WARRIOR: "Warrior",
    Slot.SHIP: "ship",
    Slot.MONSTER: "monster",
    Slot.CLAN: "clan",
}
_KINDS: Final = {Kind.BATTLE: "battle", Kind.QUEST: "quest", Kind.UPGRADE: "upgrade"}
_PHASES: Final = {
    Phase.SETUP: "Set-up",
    Phase.GIFTS: "God's Gifts",
    Phase.ACTION: "Action",
    Phase.DISCARD: "Discard",
    Phase.QUEST: "Quest",
    Phase.RAGNAROK: "Ragnarök",
    Phase.RELEASE: "Release Valhalla",
    Phase.END: "The end",
}
_TOKENS: Final = {
    Token.RAGE: "Rage",
    Token.AXES: "Axes",
    Token.HORNS: "Horns",
    Token.GLORY: "5 Glory",
    Token.YGGDRASIL: "all three stats",
}
_FIGURES: Final = {WARRIOR: "Warrior", LEADER: "Leader", SHIP: "ship", MYSTIC: "Mystic"}
_IN_A_SENTENCE: Final = {
    WARRIOR: "a Warrior",
    LEADER: "the Leader",
    SHIP: "the ship",
    MYSTIC: "a Mystic",
    FigureKind("troll"): "the Troll",
    FigureKind("mystic-troll"): "the Mystic Troll",
    FigureKind("dwarf-chieftain"): "the Dwarf Chieftain",
    FigureKind("dark-elf"): "the Dark Elf",
    FigureKind("sea-serpent"): "the Sea Serpent",
    FigureKind("valkyrie"): "the Valkyrie",
    FigureKind("fire-giant"): "the Fire Giant",
    FigureKind("frost-giant"): "the Frost Giant",
    FigureKind("mountain-giant"): "the Mountain Giant",
    FigureKind("soldier-of-hel"): "the Soldier of Hel",
    FigureKind("volur-witch"): "the Volur Witch",
    FigureKind("fenrir"): "Fenrir",
    FigureKind("wolfman"): "the Wolfman",
}
"""Each kind in words of its own: in some languages its article has a gender."""
_INITIALS: Final = {
    WARRIOR: "w",
    LEADER: "L",
    SHIP: "s",
    MYSTIC: "Y",
    **{
        FigureKind(card): sign
        for card, sign in (
            ("troll", "t"),
            ("mystic-troll", "y"),
            ("dwarf-chieftain", "d"),
            ("dark-elf", "e"),
            ("sea-serpent", "p"),
            ("valkyrie", "v"),
            ("fire-giant", "f"),
            ("frost-giant", "o"),
            ("mountain-giant", "m"),
            ("soldier-of-hel", "h"),
            ("volur-witch", "c"),
            ("fenrir", "r"),
            ("wolfman", "n"),
        )
    },
}
"""No two kinds share a sign: a letter of the name, the first if it is free."""
_HOUR: Final = 3600
_AGES: Final = {Age.ONE: "I", Age.TWO: "II", Age.THREE: "III"}


class Names(Value):
    """The names of the seats: players, clans, and the seat of the viewer.

    A player without a name has that of the clan; without a clan, the letter of the seat. The viewer
    is "you" everywhere.
    """

    players: tuple[str, ...]
    clans: tuple[ClanName | None, ...]
    you: Seat | None = None

    def full(self, seat: Seat) -> str:
        """Name a seat: "you" for the viewer, otherwise the player, otherwise the clan."""
        return say("you") if seat == self.you else self.players[seat] or self.clan(seat)

    def opening(self, seat: Seat) -> str:
        """Name a seat at the beginning of a line: "You" for the viewer."""
        return capital(self.full(seat)) if seat == self.you else self.full(seat)

    def clan(self, seat: Seat) -> str:
        """Name the clan of a seat."""
        clan = self.clans[seat]
        return say("Seat {letter}", letter=seat_letter(seat)) if clan is None else clan_name(clan)

    def letter(self, seat: Seat) -> str:
        """Return the letter of a clan on the map and in the log."""
        clan = self.clans[seat]
        return seat_letter(seat) if clan is None else clan_letter(clan)

    def title(self, seat: Seat) -> str:
        """Name clan and player, "Raven (Bo)" or "Wolf (you)"; without a clan, just the player."""
        player = self.full(seat)
        if self.clans[seat] is None or player == self.clan(seat):
            return player
        return say("{clan} ({player})", clan=self.clan(seat), player=player)

    def all(self, seats: tuple[Seat, ...]) -> str:
        """List several seats."""
        return listed(self.full(seat) for seat in seats)


def capital(text: str) -> str:
    """Return a text that begins a sentence or a line: "you" becomes "You"."""
    return text[:1].upper() + text[1:]


def names_of(state: GameState, players: tuple[str, ...] = (), you: Seat | None = None) -> Names:
    """Return the names at a table; `players` may be empty."""
    clans = tuple(clan.clan for clan in state.clans)
    return Names(players or ("",) * len(clans), clans, you)


def clan_name(clan: ClanName) -> str:
    """Name a clan."""
    return say(_CLANS[clan])


def clan_letter(clan: ClanName) -> str:
    """Return the letter of a clan; Ram is M, because Raven has the R."""
    return "M" if clan is ClanName.RAM else _CLANS[clan][0]


def place_name(place: Place) -> str:
    """Name a place inside a sentence: "Gimle", "the north fjord"."""
    return say(_PLACES[place])


def place_title(place: Place) -> str:
    """Name a place in a heading or a list: "Gimle", "north fjord"."""
    return say(_SHORT_FJORDS[place]) if place in FJORDS else place_name(place)


def location_name(location: Location) -> str:
    """Say where a figure of yours is: "in Gimle", "in your reserve", "in Valhalla"."""
    if isinstance(location, Place):
        return say("in {place}", place=place_name(location))
    return say("in your reserve") if location is Origin.RESERVE else say("in Valhalla")


def location_title(location: Location) -> str:
    """Name the location of a figure in a list: "Gimle", "Reserve", "Valhalla"."""
    if isinstance(location, Place):
        return place_title(location)
    return say("Reserve") if location is Origin.RESERVE else say("Valhalla")


def place_key(place: Place) -> str:
    """Return the key of a place: a digit of the numeric keypad, f and a digit for a fjord."""
    return _PLACE_KEYS[place]


def region_name(region: Region) -> str:
    """Name a region."""
    return say(_REGIONS[region])


def stat_name(stat: Stat) -> str:
    """Name a clan stat."""
    return say(_STATS[stat])


def stat_raised(stat: Stat) -> str:
    """Name a clan stat as the object of "raises": in some languages it has an article there."""
    return say_as("object", _STATS[stat])


def stat_step(stat: Stat, level: int) -> str:
    """Describe the step of a stat to `level`: "Axes 3 → 4", or its number if the value stays."""
    old, new = stat_value(stat, level - 1), stat_value(stat, level)
    if old == new:
        return say(
            "{stat} step {level} (still {value})", stat=stat_name(stat), level=level, value=new
        )
    return say("{stat} {old} → {new}", stat=stat_name(stat), old=old, new=new)


def slot_name(slot: Slot) -> str:
    """Name the kind of a slot on the clan sheet."""
    return say(_SLOTS[slot])


def kind_name(kind: Kind) -> str:
    """Name the kind of a card."""
    return say(_KINDS[kind])


def phase_name(phase: Phase) -> str:
    """Name a phase."""
    return say_as("phase", _PHASES[phase])


def token_name(token: Token) -> str:
    """Name the reward of a token: "Rage", "5 Glory", "all three stats"."""
    return say(_TOKENS[token])


def age_name(age: Age) -> str:
    """Return the numeral of an Age: "II"."""
    return _AGES[age]


def card_name(card: CardId) -> str:
    """Name a card; quests are distinguished from the regions of the same name."""
    known = CARDS.get(card)
    if known is None:
        return card
    name = say(known.name)
    return say("Quest {name}", name=name) if known.kind is Kind.QUEST else name


def face_name(face: Face) -> str:
    """Name the card of a face."""
    return card_name(face.card)


def bonus(amount: int) -> str:
    """Return a bonus with its sign."""
    return f"{amount:+d}"


def figure_name(kind: FigureKind) -> str:
    """Name a figure in a list: "Warrior", "Leader", "ship", "Troll"."""
    return say(_FIGURES[kind]) if kind in _FIGURES else card_name(CardId(kind))


def deity_name(deity: Deity) -> str:
    """Name a god of the board."""
    return say(GODS[deity].name)


def one_figure(kind: FigureKind) -> str:
    """Name a figure inside a sentence: "a Warrior", "the Leader", "the Troll"."""
    return say(_IN_A_SENTENCE[kind])


def some_of(kind: FigureKind, count: int) -> str:
    """Count figures of one kind: "2 Warriors", "Leader", "Warrior"."""
    if count == 1:
        return figure_name(kind)
    if kind == WARRIOR:
        return say_many("{count} Warrior", "{count} Warriors", count=count)
    if kind == MYSTIC:
        return say_many("{count} Mystic", "{count} Mystics", count=count)
    return say("{count} {figure}", count=count, figure=figure_name(kind))


def figures_named(figures: Figures) -> str:
    """List a set of figures: "2 Warriors, Leader and Troll"."""
    if not figures:
        return say("nobody")
    return listed(some_of(kind, figures.number_of(kind)) for kind in figures.kinds())


def initial(kind: FigureKind) -> str:
    """Return the sign of a figure in a cell: L for the Leader, Y for a Mystic, else small.

    Like keys, the signs are the same in every language.
    """
    return _INITIALS[kind]


def figures_code(figures: Figures) -> str:
    """Return a set of figures in a cell: "2Lt" for two Warriors, Leader and Troll."""
    warriors = str(figures.warriors) if figures.warriors else ""
    others = "".join(
        initial(kind) * figures.number_of(kind) for kind in figures.kinds() if kind != WARRIOR
    )
    return warriors + others


def clock(seconds: int) -> str:
    """Return a duration as clocks show it: "0:23", from an hour on "1:02:03"."""
    minutes, rest = divmod(max(0, seconds), 60)
    if seconds < _HOUR:
        return f"{minutes}:{rest:02d}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
