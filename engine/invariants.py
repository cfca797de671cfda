"""Invariants that hold in every state of every game (A4 to A23, D15, L13 to L21, M11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final

from engine import board as printed
from engine import decisions as ask
from engine.cards import CARDS
from engine.errors import BadPosition
from engine.figures import Figures
from engine.setup import GODS_IN_GAME, OUTER_TOKENS, new_reserve
from engine.sheet import is_ship
from engine.state import GODS_AND_MYSTICS, Clan, GameState
from engine.stats import MYSTICS_PER_CLAN, SLOTS, TOP_LEVEL
from engine.targets import god_targets
from engine.tasks import GodMoveTask
from engine.terms import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    CardId,
    Kind,
    Phase,
    Place,
    Seat,
    Slot,
    Stat,
    Token,
    seat_letter,
)


class Problem(StrEnum):
    """A broken invariant: the `problem` of a `BadPosition`."""

    PLAYERS = "players"
    SHAPE = "shape"
    SEAT = "seat"
    RAGNAROK = "ragnarok"
    TOKENS = "tokens"
    NEGATIVE = "negative"
    LEVELS = "levels"
    UNSORTED = "unsorted"
    NOT_AN_UPGRADE = "not-an-upgrade"
    SLOTS = "slots"
    FIGURES = "figures"
    MONSTERS = "monsters"
    VILLAGES = "villages"
    HORNS = "horns"
    BOXES = "boxes"
    MYSTICS = "mystics"
    GODS = "gods"
    SHIP_ASHORE = "ship-ashore"
    AFLOAT = "afloat"
    DESTROYED = "destroyed"
    BATTLE = "battle"
    OWED = "owed"


Found = Iterator[tuple[Problem, str]]

_TOGETHER: Final = (
    ask.PickDecision,
    ask.CardDecision,
    ask.KeepDecision,
    ask.OpenCardDuty,
    ask.OpenQuestsDuty,
)
"""Decisions and duties that several seats may owe at once: face-down plays, their openings."""


def check(state: GameState) -> None:
    """Check every invariant.

    Raises:
        BadPosition: an invariant is broken; `problem` is one of `Problem`, `where` the seat
            letter, the place, or both.
    """
    for part in _PARTS:
        for problem, where in part(state):
            raise BadPosition(problem, where)


def _table(state: GameState) -> Found:
    players = state.players
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        yield Problem.PLAYERS, str(players)
    rows = state.board.figures
    if len(rows) != len(printed.PLACES) or any(len(row) != players for row in rows):
        yield Problem.SHAPE, "figures"
    if len(state.board.provinces) != len(printed.PROVINCES):
        yield Problem.SHAPE, "provinces"
    seats = range(players)
    if state.first not in seats or (state.turn is not None and state.turn not in seats):
        yield Problem.SEAT, "first" if state.first not in seats else "turn"
    if len(set(state.ragnarok)) != len(state.ragnarok) or not set(state.ragnarok) <= set(
        printed.OUTER
    ):
        yield Problem.RAGNAROK, ""


def _tokens(state: GameState) -> Found:
    provinces = state.board.provinces
    outer = Counter(provinces[place].token for place in printed.OUTER)
    for token in Token:
        if token is not Token.YGGDRASIL and outer[token] != OUTER_TOKENS.count(token):
            yield Problem.TOKENS, token.value
    if provinces[Place.YGGDRASIL].token is not Token.YGGDRASIL:
        yield Problem.TOKENS, Place.YGGDRASIL.word
    if provinces[Place.YGGDRASIL].destroyed:
        yield Problem.DESTROYED, Place.YGGDRASIL.word


def _sheets(state: GameState) -> Found:
    for seat, clan in enumerate(state.clans):
        letter = seat_letter(Seat(seat))
        if not all(1 <= level <= TOP_LEVEL for level in clan.levels):
            yield Problem.LEVELS, letter
        if min(clan.rage, clan.glory, clan.hand, clan.kept, clan.quests) < 0:
            yield Problem.NEGATIVE, letter
        for problem, what in _upgrades(clan):
            yield problem, f"{letter} {what}"


def _upgrades(clan: Clan) -> Found:
    used: Counter[Slot] = Counter()
    for upgrade in clan.upgrades:
        card = CARDS.get(upgrade)
        if card is None or card.slot is None:
            yield Problem.NOT_AN_UPGRADE, upgrade
        else:
            used[card.slot] += 1
    for slot, most in SLOTS.items():
        if used[slot] > most:
            yield Problem.SLOTS, slot.value


def monsters_of(upgrades: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return the monsters that come with the upgrades of a sheet (A23), sorted."""
    cards = (CARDS[card] for card in upgrades)
    return tuple(sorted(card.id for card in cards if card.slot is Slot.MONSTER))


def all_figures(clan: Clan) -> Figures:
    """Return every figure of a clan, on the board and off it, but Mystics (A21, A23)."""
    return new_reserve().plus(Figures(monsters=monsters_of(clan.upgrades)))


def _conserved(state: GameState) -> Found:
    for number, clan in enumerate(state.clans):
        seat = Seat(number)
        parts = [clan.reserve, clan.valhalla, *(row[seat] for row in state.board.figures)]
        letter = seat_letter(seat)
        if any(min(part.warriors, part.leader, part.ships, part.mystics) < 0 for part in parts):
            yield Problem.NEGATIVE, letter
        if any(part.monsters != tuple(sorted(part.monsters)) for part in parts):
            yield Problem.UNSORTED, letter
        total = Figures()
        for part in parts:
            total = total.plus(part)
        right = all_figures(clan).plus(_to_be_boxed(state, seat))
        right = right.plus(Figures(mystics=total.mystics))
        if total.mystics > MYSTICS_PER_CLAN * state.options.mystics:
            yield Problem.MYSTICS, letter
        if total.monsters != right.monsters:
            yield Problem.MONSTERS, letter
        if total != right:
            yield Problem.FIGURES, letter
        if state.on_board(seat) > clan.value(Stat.HORNS):
            yield Problem.HORNS, letter


def _to_be_boxed(state: GameState, seat: Seat) -> Figures:
    """Return the monster whose card is gone, while its owner chooses among equals (D30)."""
    asked = (one for one in state.owed if isinstance(one, ask.BoxDecision) and one.seat == seat)
    return Figures(monsters=tuple(one.card for one in asked))


def _places(state: GameState) -> Found:
    for place in printed.PLACES:
        here = state.board.figures[place]
        kinds = [kind for figures in here for kind in figures.kinds()]
        if place.is_fjord:
            if not all(is_ship(kind) for kind in kinds):
                yield Problem.AFLOAT, place.word
            closed = not state.is_usable(place)
        else:
            if any(is_ship(kind) for kind in kinds):
                yield Problem.SHIP_ASHORE, place.word
            closed = state.is_destroyed(place)
            if not closed and state.room(place) < 0:
                yield Problem.VILLAGES, place.word
        if closed and kinds:
            yield Problem.DESTROYED, place.word


def _battle(state: GameState) -> Found:
    battle = state.battle
    if battle is None:
        return
    seats = battle.participants
    if battle.place.is_fjord or state.is_destroyed(battle.place):
        yield Problem.BATTLE, battle.place.word
    if len({len(seats), len(battle.forces), len(battle.deaths)}) != 1:
        yield Problem.BATTLE, "parallel"
    if len(set(seats)) != len(seats) or battle.pillager not in seats:
        yield Problem.BATTLE, "participants"
    others = {*battle.laid, *battle.domains, *(played.seat for played in battle.cards)}
    if not others <= set(seats):
        yield Problem.BATTLE, "participants"
    if battle.winner is not None and not (battle.decided and battle.winner in seats):
        yield Problem.BATTLE, "winner"
    for played in battle.cards:
        if played.counts and CARDS[played.face.card].kind is not Kind.QUEST:
            yield Problem.BATTLE, played.face.card


def _owed(state: GameState) -> Found:
    seats = [one.seat for one in state.owed if not isinstance(one, ask.TableDuty)]
    if len(set(seats)) != len(seats) or not set(seats) <= set(range(state.players)):
        yield Problem.OWED, "seats"
    if len(state.owed) > 1 and not all(isinstance(one, _TOGETHER) for one in state.owed):
        yield Problem.OWED, "together"
    given = [one.seat for one in state.given]
    if given != sorted(set(given)) or not set(given) <= set(seats):
        yield Problem.OWED, "given"
    if state.owed and len(given) == len(state.owed):
        yield Problem.OWED, "given"


def _gods(state: GameState) -> Found:
    options = state.options
    if (options.gods or options.mystics) and options.rules_version < GODS_AND_MYSTICS:
        yield Problem.BOXES, str(options.rules_version)
    deities = [deity for deity, _ in state.gods]
    if len(set(deities)) != len(deities) or len(deities) != GODS_IN_GAME * options.gods:
        yield Problem.GODS, " ".join(deities)
    places = [place for _, place in state.gods if place is not None]
    for place in places:
        is_misplaced = place.is_fjord or places.count(place) > 1 or state.is_destroyed(place)
        if is_misplaced or (_has_stayed(state, place) and god_targets(state, place)):
            yield Problem.GODS, place.word


def _has_stayed(state: GameState, place: Place) -> bool:
    """Whether an attempt in a god's province is over and left the god there (L15)."""
    is_moving = (isinstance(todo, GodMoveTask) for todo in state.agenda)
    is_asked = (isinstance(one, ask.GodMoveDecision) for one in state.owed)
    return (
        state.phase is Phase.ACTION
        and state.board.provinces[place].pillaged
        and state.battle is None
        and not any(is_moving)
        and not any(is_asked)
    )


_PARTS: Final[tuple[Callable[[GameState], Found], ...]] = (
    _table,
    _tokens,
    _sheets,
    _places,
    _conserved,
    _gods,
    _battle,
    _owed,
)
"""The checks, in this order: each may rely on those before it."""
