"""A new game from a layout.

Chance is an argument (docs/decisions/0001-pure-engine-chance-as-argument.md).
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine import board as printed
from engine.agenda import run_agenda
from engine.errors import BadPosition
from engine.figures import NOBODY, Figures
from engine.run import Run
from engine.state import GODS_AND_MYSTICS, Board, Clan, GameState, Options, Province
from engine.stats import WARRIORS_PER_CLAN
from engine.tasks import BeginAgeTask, ClanTask
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Age, Deity, Phase, Place, Seat, Token
from engine.values import Value

OUTER_TOKENS: tuple[Token, ...] = (
    *(Token.RAGE,) * 3,
    *(Token.AXES,) * 2,
    *(Token.HORNS,) * 2,
    Token.GLORY,
)
"""The eight tokens of the outer provinces (A13), which the table shuffles."""

GODS_IN_GAME: Final = 2
"""Gods that take part in a game with Gods of Asgard (L2)."""


class Layout(Value):
    """Everything that chance decides before the first Age.

    `tokens` are on the outer provinces in ring order (A13), `ragnarok` are the provinces of
    Ages 1 to 3 (A24), `destroyed` those gone from the start (A25), `first` the first player,
    `gods` the two gods of a game with that box in the order drawn (L2).
    """

    first: Seat
    tokens: tuple[Token, ...]
    ragnarok: tuple[Place, Place, Place]
    destroyed: tuple[Place, ...]
    gods: tuple[Deity, ...] = ()


def new_reserve() -> Figures:
    """Return all figures of a clan before the game (A21)."""
    return Figures(warriors=WARRIORS_PER_CLAN, leader=1, ships=1)


def new_clan() -> Clan:
    """Return the sheet of a seat before the game (A16, A21, A29)."""
    return Clan(
        clan=None,
        levels=(1, 1, 1),
        rage=0,
        glory=0,
        passed=False,
        reserve=new_reserve(),
        valhalla=NOBODY,
        upgrades=(),
        hand=0,
        kept=0,
        quests=0,
    )


def new_board(players: int, layout: Layout) -> Board:
    """Return the board before the game (A12, A13, A25)."""
    provinces = [
        Province(layout.tokens[place], False, place in layout.destroyed) for place in printed.OUTER
    ]
    provinces.append(Province(Token.YGGDRASIL, False, False))
    nobody = (NOBODY,) * players
    return Board(tuple(nobody for _ in printed.PLACES), tuple(provinces))


def new_game(players: int, layout: Layout, options: Options | None = None) -> GameState:
    """Return the state in which the first seat is asked for its clan.

    Raises:
        BadPosition: the box or the number of players does not allow the layout.
    """
    options = options or Options()
    _check(players, layout, options)
    state = GameState(
        options=options,
        age=Age.ONE,
        phase=Phase.SETUP,
        first=layout.first,
        turn=None,
        ragnarok=layout.ragnarok,
        board=new_board(players, layout),
        clans=(new_clan(),) * players,
        battle=None,
        dealing=None,
        agenda=(),
        owed=(),
        given=(),
        gods=tuple((deity, None) for deity in layout.gods),
    )
    run = Run(state)
    run.push(*(ClanTask(seat) for seat in state.seats()), BeginAgeTask(Age.ONE))
    run_agenda(run)
    return run.result()


def _check(players: int, layout: Layout, options: Options) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BadPosition("players", str(players))
    if not 0 <= layout.first < players:
        raise BadPosition("first-player", str(layout.first))
    if Counter(layout.tokens) != Counter(OUTER_TOKENS):
        raise BadPosition("tokens")
    drawn = (*layout.ragnarok, *layout.destroyed)
    if len(set(drawn)) != len(drawn) or not set(drawn) <= set(printed.OUTER):
        raise BadPosition("ragnarok")
    if len(layout.destroyed) != printed.DESTROYED_AT_START[players]:
        raise BadPosition("destroyed", str(len(layout.destroyed)))
    if len(set(layout.gods)) != len(layout.gods) or len(layout.gods) != GODS_IN_GAME * options.gods:
        raise BadPosition("gods", " ".join(layout.gods))
    if (options.gods or options.mystics) and options.rules_version < GODS_AND_MYSTICS:
        raise BadPosition("boxes", str(options.rules_version))
