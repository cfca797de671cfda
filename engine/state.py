"""The shared state of a game: everything that everybody may see, and nothing else.

Frozen values of tuples, enums, numbers and strings (docs/decisions/0002-frozen-state.md): read
with the queries, change with the ``with_`` copies. Hands are sizes, face-down plays are counts:
a face enters the state only with the action that shows it
(docs/decisions/0009-face-down-slots-and-knowledge.md). The file is longer than others: queries and
copies are read beside the fields.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Self

from engine import board as printed
from engine.actions import SeatAnswer
from engine.decisions import Owed
from engine.figures import NOBODY, Figures, crowd
from engine.stats import TRACKS
from engine.tasks import Task
from engine.terms import (
    Age,
    CardId,
    ClanName,
    Deity,
    Face,
    OdinsChosen,
    Phase,
    Place,
    RageReturn,
    Seat,
    Stat,
    ThorsChosen,
    Token,
)
from engine.values import Value, replace

RULES_VERSION = 3
"""The version of the rules; raised if the same actions could lead to another state."""
CHOICE_OF_EQUALS = 2
"""The first version in which the owner of two equal monsters chooses the boxed one (D30)."""
GODS_AND_MYSTICS = 3
"""The first version with Gods of Asgard and Mystics of Midgard (L, M); earlier states do not
mention them."""


class Rulings(Value):
    """The table rulings, agreed before the game (docs/rules.md, head)."""

    draft: bool = True
    prowess_before_trickery: bool = True
    rage_return: RageReturn = RageReturn.SPENT
    leader_strength: int = 3
    ship_strength: int = 2
    odins_chosen: OdinsChosen = OdinsChosen.ANY
    thors_chosen: ThorsChosen = ThorsChosen.TOOK_PART


class Options(Value):
    """The options a table agreed on: rulings, boxes in use, version of the rules."""

    rulings: Rulings = Rulings()
    kickstarter: bool = False
    rules_version: int = RULES_VERSION
    gods: bool = False
    mystics: bool = False


class Province(Value):
    """A province: its token, present even if it was never in play (A15), and its condition."""

    token: Token
    pillaged: bool
    destroyed: bool


class Clan(Value):
    """The sheet of one seat. `hand`, `kept` and `quests` are numbers of hidden cards."""

    clan: ClanName | None
    levels: tuple[int, int, int]
    rage: int
    glory: int
    passed: bool
    reserve: Figures
    valhalla: Figures
    upgrades: tuple[CardId, ...]
    hand: int
    kept: int
    quests: int

    def value(self, stat: Stat) -> int:
        """Return the present value of a stat (A16)."""
        return TRACKS[stat][self.levels[stat]]

    def with_glory(self, glory: int) -> Clan:
        """Return a copy with another score."""
        return self._with(self.rage, glory)

    def with_rage(self, rage: int) -> Clan:
        """Return a copy with another pool."""
        return self._with(rage, self.glory)

    def _with(self, rage: int, glory: int) -> Clan:
        return Clan(
            self.clan,
            self.levels,
            rage,
            glory,
            self.passed,
            self.reserve,
            self.valhalla,
            self.upgrades,
            self.hand,
            self.kept,
            self.quests,
        )

    def with_figures(self, reserve: Figures, valhalla: Figures) -> Clan:
        """Return a copy with other figures off the board."""
        return Clan(
            self.clan,
            self.levels,
            self.rage,
            self.glory,
            self.passed,
            reserve,
            valhalla,
            self.upgrades,
            self.hand,
            self.kept,
            self.quests,
        )

    def with_cards(self, hand: int, kept: int, quests: int) -> Clan:
        """Return a copy with other numbers of hidden cards."""
        return Clan(
            self.clan,
            self.levels,
            self.rage,
            self.glory,
            self.passed,
            self.reserve,
            self.valhalla,
            self.upgrades,
            hand,
            kept,
            quests,
        )


class Where(StrEnum):
    """The present location of a card played in a battle (E20a)."""

    TABLE = "table"
    HAND = "hand"
    TAKEN = "taken"
    DISCARD = "discard"


class Played(Value):
    """A card shown in the present battle; `counts` is the chosen bonus of a quest (E14)."""

    seat: Seat
    face: Face
    late: bool = False
    blanked: bool = False
    counts: int = 0
    where: Where = Where.TABLE


class Battle(Value):
    """The present battle. Tuples beside `participants` (active order) run parallel to it."""

    pillager: Seat
    place: Place
    participants: tuple[Seat, ...]
    forces: tuple[Figures, ...]
    deaths: tuple[int, ...]
    laid: tuple[Seat, ...] = ()
    cards: tuple[Played, ...] = ()
    decided: bool = False
    winner: Seat | None = None
    domains: tuple[Seat, ...] = ()

    def with_cards(self, cards: tuple[Played, ...]) -> Self:
        """Return a copy with other cards on the table."""
        return replace(self, cards=cards)

    @property
    def losers(self) -> tuple[Seat, ...]:
        """The participants that did not win, in active order; without a winner all (E18)."""
        return tuple(seat for seat in self.participants if seat != self.winner)

    def enemy_deaths(self, seat: Seat) -> int:
        """Count the figures of others destroyed so far in this battle (E28)."""
        return sum(
            deaths
            for owner, deaths in zip(self.participants, self.deaths, strict=True)
            if owner != seat
        )


class Dealing(Value):
    """The dealing of an Age in progress: the seats dealt to, and the number of the attempt (C9)."""

    attempt: int
    roster: tuple[Seat, ...]
    round: int


class Board(Value):
    """Figures by place and seat, and the provinces."""

    figures: tuple[tuple[Figures, ...], ...]
    provinces: tuple[Province, ...]


Gods = tuple[tuple[Deity, Place | None], ...]
"""The gods of a game in the order drawn, each with its place: None is beside the board."""


class GameState(Value):
    """Everything public about a game between two actions.

    `agenda` holds the tasks still to run (last first), `owed` the things being waited for,
    `given` the answers received so far in the present simultaneous step, by seat, `gods` those of
    the game in the order drawn and where they stand: None is beside the board.
    """

    options: Options
    age: Age
    phase: Phase
    first: Seat
    turn: Seat | None
    ragnarok: tuple[Place, Place, Place]
    board: Board
    clans: tuple[Clan, ...]
    battle: Battle | None
    dealing: Dealing | None
    agenda: tuple[Task, ...]
    owed: tuple[Owed, ...]
    given: tuple[SeatAnswer, ...]
    gods: Gods = ()

    # -------------------------------------------------------------- queries

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.clans)

    @property
    def rulings(self) -> Rulings:
        """The table rulings."""
        return self.options.rulings

    @property
    def doomed(self) -> Place:
        """The province whose Ragnarök token is that of the present Age (A27)."""
        return self.ragnarok[self.age - 1]

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats clockwise, starting with `seat`."""
        return _ring(self.players, seat)

    def seats(self) -> tuple[Seat, ...]:
        """Return all seats in seat order: clockwise from the first player."""
        return _ring(self.players, self.first)

    def figures(self, seat: Seat, place: Place) -> Figures:
        """Return the figures of a seat in one place."""
        return self.board.figures[place][seat]

    def area_figures(self, seat: Seat, province: Place) -> Figures:
        """Return the figures of a seat in a province and the fjord supporting it."""
        here = self.board.figures[province][seat]
        area = printed.AREA[province]
        return here if len(area) == 1 else here.plus(self.board.figures[area[1]][seat])

    def is_present(self, seat: Seat, province: Place) -> bool:
        """Whether a seat has any figure in a province or the fjord supporting it (D33, E8)."""
        rows = self.board.figures
        for place in printed.AREA[province]:  # noqa: SIM110 - three times as fast as any
            if rows[place][seat] != NOBODY:
                return True
        return False

    def on_board(self, seat: Seat) -> int:
        """Count the figures of a seat on the board, which Horns limit (D15)."""
        return crowd(tuple([row[seat] for row in self.board.figures]))

    def is_destroyed(self, province: Place) -> bool:
        """Whether a province is gone (A10)."""
        return self.board.provinces[province].destroyed

    def room(self, province: Place) -> int:
        """Count the empty villages of a province; none if it is destroyed (A5, A10)."""
        if self.board.provinces[province].destroyed:
            return 0
        if province == Place.YGGDRASIL:
            return printed.NO_LIMIT
        return printed.VILLAGES[province] - crowd(self.board.figures[province])

    def rooms(self) -> tuple[int, ...]:
        """Count the empty villages of every province, in canonical order."""
        return tuple([self.room(province) for province in printed.PROVINCES])

    def is_usable(self, fjord: Place) -> bool:
        """Whether ships may enter a fjord (A11)."""
        one, other = printed.SUPPORTED[fjord]
        return not (self.is_destroyed(one) and self.is_destroyed(other))

    def surviving(self) -> tuple[Place, ...]:
        """Return the surviving provinces, including Yggdrasil."""
        return tuple(
            place for place in printed.PROVINCES if not self.board.provinces[place].destroyed
        )

    def god_at(self, province: Place) -> Deity | None:
        """Return the god that stands in a province, if any (L4)."""
        if not self.gods:
            return None
        return next((deity for deity, place in self.gods if place == province), None)

    def spare(self) -> tuple[Place, ...]:
        """Return the provinces of the spare Ragnarök tokens, in canonical order (L10)."""
        return tuple(
            place
            for place in printed.OUTER
            if place not in self.ragnarok and not self.board.provinces[place].destroyed
        )

    def everything_pillaged(self) -> bool:
        """Whether every surviving province shows a pillaged token (D8)."""
        return not self.unpillaged()

    def unpillaged(self) -> tuple[Place, ...]:
        """Return the surviving provinces that do not show a pillaged token."""
        return tuple(
            place
            for place in printed.PROVINCES
            if not (self.board.provinces[place].pillaged or self.board.provinces[place].destroyed)
        )

    # --------------------------------------------------------------- copies

    def with_clan(self, seat: Seat, clan: Clan) -> GameState:
        """Return a copy with another sheet for one seat."""
        clans = (*self.clans[:seat], clan, *self.clans[seat + 1 :])
        return self._with(self.board, clans, self.battle)

    def with_figures(self, seat: Seat, place: Place, figures: Figures) -> GameState:
        """Return a copy with other figures of a seat in one place."""
        rows = self.board.figures
        row = rows[place]
        new_row = (*row[:seat], figures, *row[seat + 1 :])
        board = Board((*rows[:place], new_row, *rows[place + 1 :]), self.board.provinces)
        return self._with(board, self.clans, self.battle)

    def with_province(self, place: Place, province: Province) -> GameState:
        """Return a copy with another province in one place."""
        provinces = self.board.provinces
        new = (*provinces[:place], province, *provinces[place + 1 :])
        return self._with(Board(self.board.figures, new), self.clans, self.battle)

    def with_god(self, deity: Deity, place: Place | None) -> GameState:
        """Return a copy with a god elsewhere."""
        gods = tuple((one, place if one is deity else before) for one, before in self.gods)
        return replace(self, gods=gods)

    def with_battle(self, battle: Battle | None) -> GameState:
        """Return a copy with another battle."""
        return self._with(self.board, self.clans, battle)

    def with_turn(self, phase: Phase, turn: Seat | None) -> GameState:
        """Return a copy in another phase, or with the turn of another seat."""
        return GameState(
            self.options,
            self.age,
            phase,
            self.first,
            turn,
            self.ragnarok,
            self.board,
            self.clans,
            self.battle,
            self.dealing,
            self.agenda,
            self.owed,
            self.given,
            self.gods,
        )

    def waiting(
        self, agenda: tuple[Task, ...], owed: tuple[Owed, ...], given: tuple[SeatAnswer, ...]
    ) -> GameState:
        """Return a copy with another agenda and other things owed."""
        return GameState(
            self.options,
            self.age,
            self.phase,
            self.first,
            self.turn,
            self.ragnarok,
            self.board,
            self.clans,
            self.battle,
            self.dealing,
            agenda,
            owed,
            given,
            self.gods,
        )

    def _with(self, board: Board, clans: tuple[Clan, ...], battle: Battle | None) -> GameState:
        return GameState(
            self.options,
            self.age,
            self.phase,
            self.first,
            self.turn,
            self.ragnarok,
            board,
            clans,
            battle,
            self.dealing,
            self.agenda,
            self.owed,
            self.given,
            self.gods,
        )


@cache
def _ring(players: int, seat: Seat) -> tuple[Seat, ...]:
    return tuple(Seat((seat + step) % players) for step in range(players))
