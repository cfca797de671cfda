"""The execution of the changes of a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Never

from engine import battle_changes as deed
from engine.changes import Change
from engine.state import Battle, GameState, Played, Where
from engine.terms import Face, Seat
from engine.values import replace


def _start(state: GameState, change: deed.StartBattle) -> tuple[GameState, Change]:
    battle = Battle(
        change.pillager,
        change.place,
        change.participants,
        change.forces,
        (0,) * len(change.participants),
    )
    return state.with_battle(battle), change


def _end(state: GameState, change: deed.EndBattle) -> tuple[GameState, Change]:
    return state.with_battle(None), change


def _lay(state: GameState, change: deed.LayCard) -> tuple[GameState, Change]:
    battle = _battle(state)
    state = _with_hand(state, change.seat, -1)
    laid = tuple(sorted((*battle.laid, change.seat)))
    return state.with_battle(replace(battle, laid=laid)), change


def _add_late(state: GameState, change: deed.AddLateCard) -> tuple[GameState, Change]:
    state = _with_hand(state, change.seat, -1)
    battle = _battle(state)
    added = Played(change.seat, change.face, late=True)
    return state.with_battle(battle.with_cards((*battle.cards, added))), change


def _play_open(state: GameState, change: deed.PlayOpenCard) -> tuple[GameState, Change]:
    state = _with_hand(state, change.seat, -1)
    battle = _battle(state)
    played = Played(change.seat, change.face)
    return state.with_battle(battle.with_cards((*battle.cards, played))), change


def _throw_away(state: GameState, change: deed.ThrowAway) -> tuple[GameState, Change]:
    return state.with_battle(_battle(state).with_cards(())), change


def _decide(state: GameState, change: deed.DecideBattle) -> tuple[GameState, Change]:
    battle = replace(_battle(state), decided=True, winner=change.winner)
    return state.with_battle(battle), change


def _return(state: GameState, change: deed.ReturnCard) -> tuple[GameState, Change]:
    state = _lay_aside(state, change.seat, change.face, Where.HAND)
    return _with_hand(state, change.seat, 1), change


def _take(state: GameState, change: deed.TakeCard) -> tuple[GameState, Change]:
    state = _lay_aside(state, change.victim, change.face, Where.TAKEN)
    return _with_hand(state, change.seat, 1), change


def _discard(state: GameState, change: deed.DiscardCard) -> tuple[GameState, Change]:
    return _lay_aside(state, change.seat, change.face, Where.DISCARD), change


def _defer_domain(state: GameState, change: deed.DeferDomain) -> tuple[GameState, Change]:
    battle = _battle(state)
    return state.with_battle(replace(battle, domains=(*battle.domains, change.seat))), change


def _battle(state: GameState) -> Battle:
    assert state.battle is not None
    return state.battle


def _with_hand(state: GameState, seat: Seat, gain: int) -> GameState:
    clan = state.clans[seat]
    assert clan.hand + gain >= 0
    return state.with_clan(seat, clan.with_cards(clan.hand + gain, clan.kept, clan.quests))


def _open(
    state: GameState, change: deed.RevealCard | deed.LoseLaidCard
) -> tuple[GameState, Change]:
    battle = _battle(state)
    laid = tuple(seat for seat in battle.laid if seat != change.seat)
    battle = replace(battle, laid=laid)
    if isinstance(change, deed.RevealCard):
        battle = battle.with_cards((*battle.cards, Played(change.seat, change.face)))
    return state.with_battle(battle), change


def _mark(state: GameState, change: deed.BlankText | deed.CountQuest) -> tuple[GameState, Change]:
    battle = _battle(state)
    cards = list(battle.cards)
    index = _index(cards, change.seat, change.face)
    if isinstance(change, deed.BlankText):
        cards[index] = replace(cards[index], blanked=True)
    else:
        cards[index] = replace(cards[index], counts=change.bonus)
    return state.with_battle(battle.with_cards(tuple(cards))), change


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


BATTLE_CHANGES: Final[
    Mapping[type[Change], Callable[[GameState, Never], tuple[GameState, Change]]]
] = {
    deed.StartBattle: _start,
    deed.EndBattle: _end,
    deed.LayCard: _lay,
    deed.RevealCard: _open,
    deed.LoseLaidCard: _open,
    deed.AddLateCard: _add_late,
    deed.PlayOpenCard: _play_open,
    deed.ThrowAway: _throw_away,
    deed.DecideBattle: _decide,
    deed.BlankText: _mark,
    deed.CountQuest: _mark,
    deed.ReturnCard: _return,
    deed.TakeCard: _take,
    deed.DiscardCard: _discard,
    deed.DeferDomain: _defer_domain,
}
"""The function that performs a change of a battle, by its type; see `engine.perform`."""
