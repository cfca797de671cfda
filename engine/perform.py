"""The execution of a change: one exhaustive match, no legality, no triggers."""

from __future__ import annotations

from typing import assert_never

from engine import changes as deed
from engine.changes import Change
from engine.figures import NOBODY, single
from engine.perform_battle import perform_battle
from engine.state import Dealing, GameState, Province
from engine.stats import TRACKS
from engine.terms import Age, FigureKind, Origin, Phase, Place
from engine.values import replace


def perform(state: GameState, change: Change) -> tuple[GameState, Change]:
    """Return the state after `change`, and the change with its new totals filled in.

    Legality is not checked here; an impossible change is a bug and fails an assertion.
    """
    match change:
        case deed.PayRage() | deed.GainRage() | deed.LoseRage():
            return _rage(state, change)
        case deed.GainGlory() | deed.LoseGlory():
            return _glory(state, change)
        case deed.RaiseStat():
            return _raise(state, change)
        case deed.FillPool() | deed.EmptyPool() | deed.MarkPassed():
            return _pool(state, change)
        case deed.PlaceFigure() | deed.MoveFigures() | deed.ToValhalla() | deed.Release():
            return _figures(state, change)
        case deed.BoxMonster() | deed.RecruitMonster() | deed.PlayUpgrade():
            return _sheet(state, change)
        case deed.TakeClan() | deed.TakeHand() | deed.CommitQuest() | deed.KeepCard():
            return _cards(state, change)
        case deed.ShowQuests():
            clan = state.clans[change.seat]
            return state.with_clan(change.seat, clan.with_cards(clan.hand, clan.kept, 0)), change
        case deed.StartDealing() | deed.PassPacks():
            return _dealing(state, change)
        case deed.BeginPhase():
            turn = None if change.phase is not Phase.ACTION else state.turn
            return state.with_turn(change.phase, turn), change
        case deed.BeginTurn():
            return state.with_turn(state.phase, change.seat), change
        case deed.FlipToken():
            province = state.board.provinces[change.place]
            flipped = Province(province.token, True, province.destroyed)
            return state.with_province(change.place, flipped), change
        case deed.DestroyProvince():
            province = state.board.provinces[change.place]
            gone = Province(province.token, province.pillaged, True)
            return state.with_province(change.place, gone), change
        case deed.EndAge():
            return _end_age(state, change), change
        case deed.EndGame():
            return state.with_turn(Phase.END, None), change
        case _:
            return perform_battle(state, change)


def _rage(
    state: GameState, change: deed.PayRage | deed.GainRage | deed.LoseRage
) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    gain = change.amount if isinstance(change, deed.GainRage) else -change.amount
    total = clan.rage + gain
    assert total >= 0, change
    return state.with_clan(change.seat, clan.with_rage(total)), replace(change, total=total)


def _glory(state: GameState, change: deed.GainGlory | deed.LoseGlory) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    gain = change.amount if isinstance(change, deed.GainGlory) else -change.amount
    total = clan.glory + gain
    assert total >= 0, change
    return state.with_clan(change.seat, clan.with_glory(total)), replace(change, total=total)


def _raise(state: GameState, change: deed.RaiseStat) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    level = clan.levels[change.stat] + 1
    rage, axes, horns = (
        level if number == change.stat else old for number, old in enumerate(clan.levels)
    )
    told = replace(change, level=level, total=TRACKS[change.stat][level])
    return state.with_clan(change.seat, replace(clan, levels=(rage, axes, horns))), told


def _pool(
    state: GameState, change: deed.FillPool | deed.EmptyPool | deed.MarkPassed
) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    match change:
        case deed.FillPool():
            total = TRACKS[0][clan.levels[0]]
            filled = replace(clan, rage=total, passed=False)
            return state.with_clan(change.seat, filled), replace(change, total=total)
        case deed.EmptyPool():
            return state.with_clan(change.seat, clan.with_rage(0)), change
        case deed.MarkPassed():
            return state.with_clan(change.seat, replace(clan, passed=True)), change
        case _:
            assert_never(change)


def _figures(
    state: GameState,
    change: deed.PlaceFigure | deed.MoveFigures | deed.ToValhalla | deed.Release,
) -> tuple[GameState, Change]:
    seat = change.seat
    clan = state.clans[seat]
    match change:
        case deed.PlaceFigure():
            one = single(change.figure)
            if change.origin is Origin.RESERVE:
                clan = clan.with_figures(clan.reserve.minus(one), clan.valhalla)
            else:
                clan = clan.with_figures(clan.reserve, clan.valhalla.minus(one))
            here = state.figures(seat, change.place).plus(one)
            return state.with_clan(seat, clan).with_figures(seat, change.place, here), change
        case deed.MoveFigures():
            left = state.figures(seat, change.origin).minus(change.figures)
            state = state.with_figures(seat, change.origin, left)
            there = state.figures(seat, change.target).plus(change.figures)
            return state.with_figures(seat, change.target, there), change
        case deed.ToValhalla():
            left = state.figures(seat, change.place).minus(change.figures)
            clan = clan.with_figures(clan.reserve, clan.valhalla.plus(change.figures))
            state = state.with_clan(seat, clan).with_figures(seat, change.place, left)
            return _count_deaths(state, change), change
        case deed.Release():
            clan = clan.with_figures(clan.reserve.plus(clan.valhalla), NOBODY)
            return state.with_clan(seat, clan), change
        case _:
            assert_never(change)


def _count_deaths(state: GameState, change: deed.ToValhalla) -> GameState:
    """Count the deaths of the present battle for the texts that pay for them (E28)."""
    battle = state.battle
    if battle is None or change.seat not in battle.participants:
        return state
    index = battle.participants.index(change.seat)
    deaths = (
        *battle.deaths[:index],
        battle.deaths[index] + change.figures.count,
        *battle.deaths[index + 1 :],
    )
    return state.with_battle(replace(battle, deaths=deaths))


def _sheet(
    state: GameState, change: deed.BoxMonster | deed.RecruitMonster | deed.PlayUpgrade
) -> tuple[GameState, Change]:
    seat = change.seat
    clan = state.clans[seat]
    match change:
        case deed.PlayUpgrade():
            upgrades = list(clan.upgrades)
            if change.replaces is not None:
                upgrades.remove(change.replaces)
            upgrades.append(change.face.card)
            clan = replace(clan, upgrades=tuple(upgrades), hand=clan.hand - 1)
            return state.with_clan(seat, clan), change
        case deed.RecruitMonster():
            one = single(FigureKind(change.card))
            clan = clan.with_figures(clan.reserve.plus(one), clan.valhalla)
            return state.with_clan(seat, clan), change
        case deed.BoxMonster():
            one = single(FigureKind(change.card))
            if isinstance(change.location, Place):
                left = state.figures(seat, change.location).minus(one)
                return state.with_figures(seat, change.location, left), change
            if change.location is Origin.RESERVE:
                clan = clan.with_figures(clan.reserve.minus(one), clan.valhalla)
            else:
                clan = clan.with_figures(clan.reserve, clan.valhalla.minus(one))
            return state.with_clan(seat, clan), change
        case _:
            assert_never(change)


def _cards(
    state: GameState,
    change: deed.TakeClan | deed.TakeHand | deed.CommitQuest | deed.KeepCard,
) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    told: Change = change
    match change:
        case deed.TakeClan():
            clan = replace(clan, clan=change.clan)
        case deed.TakeHand():
            total = clan.hand + change.dealt + change.kept
            clan = clan.with_cards(total, clan.kept - change.kept, clan.quests)
            told = replace(change, total=total)
        case deed.CommitQuest():
            clan = clan.with_cards(clan.hand - 1, clan.kept, clan.quests + 1)
            told = replace(change, total=clan.quests)
        case deed.KeepCard():
            clan = clan.with_cards(0, clan.kept + change.kept, clan.quests)
        case _:
            assert_never(change)
    return state.with_clan(change.seat, clan), told


def _dealing(
    state: GameState, change: deed.StartDealing | deed.PassPacks
) -> tuple[GameState, Change]:
    match change:
        case deed.StartDealing():
            dealing = Dealing(change.attempt, change.roster, 1)
        case deed.PassPacks():
            assert state.dealing is not None
            dealing = replace(state.dealing, round=change.round + 1)
        case _:
            assert_never(change)
    return replace(state, dealing=dealing), change


def _end_age(state: GameState, change: deed.EndAge) -> GameState:
    provinces = tuple(
        province if province.destroyed else Province(province.token, False, False)
        for province in state.board.provinces
    )
    board = replace(state.board, provinces=provinces)
    clans = tuple(replace(clan, passed=False) for clan in state.clans)
    return replace(
        state,
        age=Age(change.age),
        first=change.first,
        phase=Phase.GIFTS,
        turn=None,
        board=board,
        clans=clans,
        dealing=None,
    )
