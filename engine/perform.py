"""The execution of a change: one function for each type, no legality, no triggers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Never, assert_never

from engine import changes as deed
from engine.changes import Change
from engine.figures import NOBODY, single
from engine.perform_battle import BATTLE_CHANGES
from engine.state import Dealing, GameState, Province
from engine.stats import TRACKS
from engine.terms import MYSTIC, Age, FigureKind, Origin, Phase, Place
from engine.values import replace


def perform(state: GameState, change: Change) -> tuple[GameState, Change]:
    """Return the state after `change`, and the change with its new totals filled in.

    Legality is not checked here; an impossible change is a bug and fails an assertion.
    """
    return _CHANGES[type(change)](state, change)  # type: ignore[arg-type]  # by its type


def _begin_turn(state: GameState, change: deed.BeginTurn) -> tuple[GameState, Change]:
    return state.with_turn(state.phase, change.seat), change


def _begin_phase(state: GameState, change: deed.BeginPhase) -> tuple[GameState, Change]:
    turn = None if change.phase is not Phase.ACTION else state.turn
    return state.with_turn(change.phase, turn), change


def _end_game(state: GameState, change: deed.EndGame) -> tuple[GameState, Change]:
    return state.with_turn(Phase.END, None), change


def _recruit_mystic(state: GameState, change: deed.RecruitMystic) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    clan = clan.with_figures(clan.reserve.plus(single(MYSTIC)), clan.valhalla)
    return state.with_clan(change.seat, clan), change


def _place_god(state: GameState, change: deed.PlaceGod) -> tuple[GameState, Change]:
    return state.with_god(change.deity, change.place), change


def _send_god(state: GameState, change: deed.SendGod) -> tuple[GameState, Change]:
    return state.with_god(change.deity, change.target), change


def _flip(state: GameState, change: deed.FlipToken) -> tuple[GameState, Change]:
    province = state.board.provinces[change.place]
    flipped = Province(province.token, True, province.destroyed)
    return state.with_province(change.place, flipped), change


def _destroy(state: GameState, change: deed.DestroyProvince) -> tuple[GameState, Change]:
    province = state.board.provinces[change.place]
    gone = Province(province.token, province.pillaged, True)
    return state.with_province(change.place, gone), change


def _show_quests(state: GameState, change: deed.ShowQuests) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    return state.with_clan(change.seat, clan.with_cards(clan.hand, clan.kept, 0)), change


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


def _place(state: GameState, change: deed.PlaceFigure) -> tuple[GameState, Change]:
    seat = change.seat
    clan = state.clans[seat]
    one = single(change.figure)
    if change.origin is Origin.RESERVE:
        clan = clan.with_figures(clan.reserve.minus(one), clan.valhalla)
    else:
        clan = clan.with_figures(clan.reserve, clan.valhalla.minus(one))
    here = state.figures(seat, change.place).plus(one)
    return state.with_clan(seat, clan).with_figures(seat, change.place, here), change


def _move(state: GameState, change: deed.MoveFigures) -> tuple[GameState, Change]:
    seat = change.seat
    left = state.figures(seat, change.origin).minus(change.figures)
    state = state.with_figures(seat, change.origin, left)
    there = state.figures(seat, change.target).plus(change.figures)
    return state.with_figures(seat, change.target, there), change


def _to_valhalla(state: GameState, change: deed.ToValhalla) -> tuple[GameState, Change]:
    seat = change.seat
    clan = state.clans[seat]
    left = state.figures(seat, change.place).minus(change.figures)
    clan = clan.with_figures(clan.reserve, clan.valhalla.plus(change.figures))
    state = state.with_clan(seat, clan).with_figures(seat, change.place, left)
    return _count_deaths(state, change), change


def _release(state: GameState, change: deed.Release) -> tuple[GameState, Change]:
    clan = state.clans[change.seat]
    home = clan.with_figures(clan.reserve.plus(clan.valhalla), NOBODY)
    return state.with_clan(change.seat, home), change


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


def _end_age(state: GameState, change: deed.EndAge) -> tuple[GameState, Change]:
    provinces = tuple(
        province if province.destroyed else Province(province.token, False, False)
        for province in state.board.provinces
    )
    board = replace(state.board, provinces=provinces)
    clans = tuple(replace(clan, passed=False) for clan in state.clans)
    ended = replace(
        state,
        age=Age(change.age),
        first=change.first,
        phase=Phase.GIFTS,
        turn=None,
        board=board,
        clans=clans,
        dealing=None,
    )
    return ended, change


_CHANGES: Final[Mapping[type[Change], Callable[[GameState, Never], tuple[GameState, Change]]]] = {
    **BATTLE_CHANGES,
    deed.PayRage: _rage,
    deed.GainRage: _rage,
    deed.LoseRage: _rage,
    deed.GainGlory: _glory,
    deed.LoseGlory: _glory,
    deed.RaiseStat: _raise,
    deed.FillPool: _pool,
    deed.EmptyPool: _pool,
    deed.MarkPassed: _pool,
    deed.PlaceFigure: _place,
    deed.MoveFigures: _move,
    deed.ToValhalla: _to_valhalla,
    deed.Release: _release,
    deed.BoxMonster: _sheet,
    deed.RecruitMonster: _sheet,
    deed.PlayUpgrade: _sheet,
    deed.TakeClan: _cards,
    deed.TakeHand: _cards,
    deed.CommitQuest: _cards,
    deed.KeepCard: _cards,
    deed.ShowQuests: _show_quests,
    deed.StartDealing: _dealing,
    deed.PassPacks: _dealing,
    deed.BeginPhase: _begin_phase,
    deed.BeginTurn: _begin_turn,
    deed.FlipToken: _flip,
    deed.DestroyProvince: _destroy,
    deed.EndAge: _end_age,
    deed.EndGame: _end_game,
    deed.RecruitMystic: _recruit_mystic,
    deed.PlaceGod: _place_god,
    deed.SendGod: _send_god,
}
"""The function that performs a change, by its type: asking one type after another takes longer."""
