"""Positions at the start of a turn, described by their difference from a new game.

A position names the figures on the board, the cards on the sheets and those in hands; every
figure not named is in the reserve. It becomes a state of the Action phase together with the
knowledge of each seat, and a state can be written back as a position.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine import board as printed
from engine.agenda import run_agenda
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.errors import BadPosition
from engine.figures import NOBODY, Figures
from engine.invariants import Problem, all_figures, check
from engine.knowledge import Knowledge, first_knowledge
from engine.run import Run
from engine.setup import OUTER_TOKENS, new_reserve
from engine.state import Board, Clan, GameState, Gods, Options, Province
from engine.stats import TRACKS
from engine.story import Story
from engine.tasks import TurnTask
from engine.terms import (
    Age,
    CardId,
    ClanName,
    Face,
    FigureKind,
    Phase,
    Place,
    Seat,
    Stat,
    Token,
    seat_letter,
)
from engine.values import Value, field

SEAT_A: Final = Seat(0)
FULL_POOL: Final = -1
"""Default pool of a seat: as much Rage as its stat is worth (D1)."""


class SeatPosition(Value):
    """One seat; defaults are those of a new game. `hand`, `quests` and `kept` are faces.

    `mystics` are those in the reserve; those not named at all are in the box (M1).
    """

    rage: int = FULL_POOL
    levels: tuple[int, int, int] = (1, 1, 1)
    glory: int = 0
    passed: bool = False
    board: tuple[tuple[Place, Figures], ...] = ()
    valhalla: Figures = NOBODY
    upgrades: tuple[CardId, ...] = ()
    hand: tuple[Face, ...] = ()
    quests: tuple[Face, ...] = ()
    kept: tuple[Face, ...] = ()
    mystics: int = 0


class Position(Value):
    """A table at the start of the turn of `turn`.

    `tokens` and `ragnarok` need not be complete: tokens lie on the provinces named, the rest
    of the box follows in canonical order, and the Ragnarök tokens default to the first
    surviving outer provinces. `gods` are two in a game with them, and none in others.
    """

    seats: tuple[SeatPosition, ...]
    age: Age = Age.ONE
    first: Seat = SEAT_A
    turn: Seat = SEAT_A
    options: Options = field(default_factory=Options)
    destroyed: tuple[Place, ...] = ()
    ragnarok: tuple[Place, ...] = ()
    tokens: tuple[tuple[Place, Token], ...] = ()
    pillaged: tuple[Place, ...] = ()
    gods: Gods = ()


class Opening(Value):
    """An opened position: state, knowledge of each seat, and the story up to the first turn."""

    state: GameState
    knowledge: tuple[Knowledge, ...]
    story: Story


def open_position(position: Position) -> Opening:
    """Return the state in which the seat to move is asked for its action.

    A named seat that cannot act is passed over, and a phase that is over ends (D3, D8).

    Raises:
        BadPosition: no game could reach this position.
    """
    state = GameState(
        options=position.options,
        age=position.age,
        phase=Phase.ACTION,
        first=position.first,
        turn=position.turn,
        ragnarok=_three(position),
        board=_board(position),
        clans=tuple(
            _clan(Seat(number), list(ClanName)[number % len(ClanName)], seat)
            for number, seat in enumerate(position.seats)
        ),
        battle=None,
        dealing=None,
        agenda=(),
        owed=(),
        given=(),
        gods=position.gods,
    )
    check(state)
    run = Run(state)
    run.push(TurnTask(position.turn))
    run_agenda(run)
    return Opening(run.result(), knowledge_of(position), tuple(run.story))


def knowledge_of(position: Position) -> tuple[Knowledge, ...]:
    """Return the knowledge of each seat of a position: its own cards."""
    players = len(position.seats)
    known = []
    for number, seat in enumerate(position.seats):
        fresh = first_knowledge(Seat(number), players)
        known.append(
            Knowledge(
                fresh.seat,
                hand=tuple(sorted(seat.hand)),
                kept=seat.kept,
                quests=seat.quests,
                returned=fresh.returned,
            )
        )
    return tuple(known)


def write_position(state: GameState, knowledge: tuple[Knowledge, ...]) -> Position:
    """Write a state as a position; agenda and things owed are left out."""
    return Position(
        seats=tuple(_seat(state, known) for known in knowledge),
        age=state.age,
        first=state.first,
        turn=state.first if state.turn is None else state.turn,
        options=state.options,
        destroyed=tuple(place for place in printed.PROVINCES if state.is_destroyed(place)),
        ragnarok=state.ragnarok,
        tokens=tuple((place, state.board.provinces[place].token) for place in printed.OUTER),
        pillaged=tuple(
            place for place in printed.PROVINCES if state.board.provinces[place].pillaged
        ),
        gods=state.gods,
    )


def face_in(card: CardId, age: Age) -> Face:
    """Return the face of a card in the deck of an Age, else its earliest; `card` must exist."""
    faces = faces_of(CARDS[card])
    return next((face for face in faces if face.age is age), faces[0])


def all_tokens(named: tuple[tuple[Place, Token], ...]) -> tuple[Token, ...]:
    """Return the tokens of the outer provinces in ring order: those named, then the rest (A13).

    Raises:
        BadPosition: a token is named more often than it is in the box, or a province twice.
    """
    lying = dict(named)
    if len(lying) != len(named) or not set(lying) <= set(printed.OUTER):
        raise BadPosition(Problem.TOKENS)
    left = Counter(OUTER_TOKENS)
    left.subtract(lying.values())
    for token, number in left.items():
        if number < 0:
            raise BadPosition(Problem.TOKENS, token.value)
    others = iter(left.elements())
    return tuple(lying[place] if place in lying else next(others) for place in printed.OUTER)


def _three(position: Position) -> tuple[Place, Place, Place]:
    standing = [place for place in printed.OUTER if place not in position.destroyed]
    usual = tuple(dict.fromkeys((*standing, *printed.OUTER)))[: len(Age)]
    drawn = position.ragnarok or usual
    if len(drawn) != len(Age):
        raise BadPosition(Problem.RAGNAROK)
    one, two, three = drawn
    return one, two, three


def _board(position: Position) -> Board:
    players = len(position.seats)
    rows = [[NOBODY] * players for _ in printed.PLACES]
    for number, seat in enumerate(position.seats):
        for place, figures in seat.board:
            rows[place][number] = rows[place][number].plus(figures)
    tokens = (*all_tokens(position.tokens), Token.YGGDRASIL)
    provinces = tuple(
        Province(tokens[place], place in position.pillaged, place in position.destroyed)
        for place in printed.PROVINCES
    )
    return Board(tuple(tuple(row) for row in rows), provinces)


def _clan(number: Seat, name: ClanName, seat: SeatPosition) -> Clan:
    clan = Clan(
        clan=name,
        levels=seat.levels,
        rage=seat.rage,
        glory=seat.glory,
        passed=seat.passed,
        reserve=NOBODY,
        valhalla=seat.valhalla,
        upgrades=seat.upgrades,
        hand=len(seat.hand),
        kept=len(seat.kept),
        quests=len(seat.quests),
    )
    level = seat.levels[Stat.RAGE]
    if seat.rage == FULL_POOL and 0 < level < len(TRACKS[Stat.RAGE]):
        clan = clan.with_rage(TRACKS[Stat.RAGE][level])
    return clan.with_figures(_reserve(number, clan, seat), seat.valhalla)


def _reserve(number: Seat, clan: Clan, seat: SeatPosition) -> Figures:
    """Return the figures not named; impossible counts are refused later, by the invariants."""
    if any(card not in CARDS for card in clan.upgrades):
        return new_reserve()
    used = seat.valhalla
    for _, figures in seat.board:
        used = used.plus(figures)
    everything = all_figures(clan)
    everything = everything.plus(Figures(mystics=used.mystics + seat.mystics))
    for kind in used.kinds():
        if used.number_of(kind) > everything.number_of(kind):
            raise BadPosition(_too_many(kind), f"{seat_letter(number)} {kind}")
    return everything.minus(used)


def _too_many(kind: FigureKind) -> Problem:
    return Problem.MONSTERS if CardId(kind) in CARDS else Problem.FIGURES


def _seat(state: GameState, known: Knowledge) -> SeatPosition:
    clan = state.clans[known.seat]
    return SeatPosition(
        rage=clan.rage,
        levels=clan.levels,
        glory=clan.glory,
        passed=clan.passed,
        board=tuple(
            (place, figures)
            for place in printed.PLACES
            if (figures := state.figures(known.seat, place))
        ),
        valhalla=clan.valhalla,
        upgrades=clan.upgrades,
        hand=known.hand,
        quests=known.quests,
        kept=known.kept,
        mystics=clan.reserve.mystics,
    )
