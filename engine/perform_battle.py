"""The execution of the changes of a battle."""

from __future__ import annotations

from typing import assert_never

from engine import battle_changes as deed
from engine.battle_changes import BattleChange
from engine.state import Battle, GameState, Played, Where
from engine.terms import Face, Seat
from engine.values import replace


def perform_battle(state: GameState, change: BattleChange) -> tuple[GameState, BattleChange]:
    """Return the state after a change of a battle; see `engine.perform.perform`."""
    match change:
        case deed.StartBattle():
            battle = Battle(
                change.pillager,
                change.place,
                change.participants,
                change.forces,
                (0,) * len(change.participants),
            )
            return state.with_battle(battle), change
        case deed.EndBattle():
            return state.with_battle(None), change
        case deed.LayCard():
            battle = _battle(state)
            state = _with_hand(state, change.seat, -1)
            laid = tuple(sorted((*battle.laid, change.seat)))
            return state.with_battle(replace(battle, laid=laid)), change
        case deed.RevealCard() | deed.LoseLaidCard():
            return _open(state, change), change
        case deed.AddLateCard():
            state = _with_hand(state, change.seat, -1)
            battle = _battle(state)
            added = Played(change.seat, change.face, late=True)
            return state.with_battle(battle.with_cards((*battle.cards, added))), change
        case deed.ThrowAway():
            return state.with_battle(_battle(state).with_cards(())), change
        case deed.DecideBattle():
            battle = replace(_battle(state), decided=True, winner=change.winner)
            return state.with_battle(battle), change
        case deed.BlankText() | deed.CountQuest():
            return _mark(state, change), change
        case deed.ReturnCard():
            state = _lay_aside(state, change.seat, change.face, Where.HAND)
            return _with_hand(state, change.seat, 1), change
        case deed.TakeCard():
            state = _lay_aside(state, change.victim, change.face, Where.TAKEN)
            return _with_hand(state, change.seat, 1), change
        case deed.DiscardCard():
            return _lay_aside(state, change.seat, change.face, Where.DISCARD), change
        case deed.DeferDomain():
            battle = _battle(state)
            return state.with_battle(
                replace(battle, domains=(*battle.domains, change.seat))
            ), change
        case _:
            assert_never(change)


def _battle(state: GameState) -> Battle:
    assert state.battle is not None
    return state.battle


def _with_hand(state: GameState, seat: Seat, gain: int) -> GameState:
    clan = state.clans[seat]
    assert clan.hand + gain >= 0
    return state.with_clan(seat, clan.with_cards(clan.hand + gain, clan.kept, clan.quests))


def _open(state: GameState, change: deed.RevealCard | deed.LoseLaidCard) -> GameState:
    battle = _battle(state)
    laid = tuple(seat for seat in battle.laid if seat != change.seat)
    battle = replace(battle, laid=laid)
    if isinstance(change, deed.RevealCard):
        battle = battle.with_cards((*battle.cards, Played(change.seat, change.face)))
    return state.with_battle(battle)


def _mark(state: GameState, change: deed.BlankText | deed.CountQuest) -> GameState:
    battle = _battle(state)
    cards = list(battle.cards)
    index = _index(cards, change.seat, change.face)
    if isinstance(change, deed.BlankText):
        cards[index] = replace(cards[index], blanked=True)
    else:
        cards[index] = replace(cards[index], counts=change.bonus)
    return state.with_battle(battle.with_cards(tuple(cards)))


def _lay_aside(state: GameState, seat: Seat, face: Face, where: Where) -> GameState:
    battle = _battle(state)
    cards = list(battle.cards)
    index = _index(cards, seat, face)
    cards[index] = replace(cards[index], where=where)
    return state.with_battle(battle.with_cards(tuple(cards)))


def _index(cards: list[Played], seat: Seat, face: Face) -> int:
    """Find the position of the first card of a seat with this face still on the table."""
    return next(
        index
        for index, played in enumerate(cards)
        if played.seat == seat and played.face == face and played.where is Where.TABLE
    )
