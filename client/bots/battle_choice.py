"""Values of battles and pillages: the chances, the stakes, and the card to play."""

from __future__ import annotations

from typing import Final

from client.bots.addition import added
from client.bots.odds import Odds, bonus_of, mean, rival_odds, win_and_tie
from client.bots.outlook import Outlook
from client.bots.powers import gains, is_elusive, is_light, is_spared, known_bonus, sure_bonus
from client.bots.valuation import (
    battle_worth,
    is_battle,
    repeated_worth,
    token_worth,
    upgrade_worth,
)
from engine import board as printed
from engine.cards import CARDS
from engine.figures import NOBODY
from engine.sheet import figure_strength, ships_in
from engine.state import GameState
from engine.strength import strength
from engine.targets import joiners
from engine.terms import CardId, Deity, Face, Kind, Place, Seat, Stat, Token, Use
from engine.values import Value, replace

_SEVERAL_DEAD: Final = 2
_LIKELY: Final = 0.5
_KILLERS: Final = (CardId("odins-smite"), CardId("odins-tide"))
"""Battle cards that destroy figures before the comparison."""


class Fight(Value):
    """A battle as one seat sees it before cards are played.

    `rivals` fight for certain, `comers` perhaps: each with its strength and possible bonuses.
    `enemies` counts the rivals' figures that die if the seat wins.
    """

    place: Place
    pillager: Seat
    own: int
    rivals: tuple[tuple[int, Odds], ...]
    comers: tuple[tuple[int, Odds], ...]
    enemies: int
    foe: Seat | None


def fight_at(outlook: Outlook, state: GameState, place: Place, pillager: Seat) -> Fight:
    """Return the battle in `place` between the seats that have figures there now."""
    rivals, enemies, foe, most = [], 0, None, -1
    for one in outlook.rivals:
        there = state.area_figures(one, place)
        if there:
            strong = strength(state, one, place, Use.BATTLE)
            rivals.append((strong, rival_odds(outlook.weights, state, outlook.knowledge, one)))
            enemies += there.count
            if strong > most:
                foe, most = one, strong
    own = strength(state, outlook.seat, place, Use.BATTLE)
    if is_spared(state, place):
        enemies = 0
    return Fight(place, pillager, own, tuple(rivals), (), enemies, foe)


def called_fight(outlook: Outlook, state: GameState, place: Place, pillager: Seat) -> Fight:
    """Return the battle in `place` if it were called now, with figures that may join it."""
    fight = fight_at(outlook, state, place, pillager)
    room = state.room(place)
    if not room:
        return fight
    light = is_light(state, place)
    helps = 0.0 if light else outlook.weights.helps
    rivals, comers = [], []
    for one in outlook.rivals:
        could = reinforcement(state, one, place, room)
        odds = rival_odds(outlook.weights, state, outlook.knowledge, one)
        if state.area_figures(one, place):
            strong = strength(state, one, place, Use.BATTLE) + int(helps * could)
            rivals.append((strong, odds))
        elif could:
            comers.append((0 if light else could, odds))
    own = fight.own + int(helps * reinforcement(state, outlook.seat, place, room))
    return replace(fight, own=own, rivals=tuple(rivals), comers=tuple(comers))


def reinforcement(state: GameState, seat: Seat, place: Place, room: int) -> int:
    """Return the strength of the strongest group next door that finds room."""
    strengths = sorted(
        (
            figure_strength(state, seat, figure, place)
            for origin, figure in joiners(state, seat, place)
            for _ in range(state.figures(seat, origin).number_of(figure))
        ),
        reverse=True,
    )
    return sum(strengths[:room])


# ---------------------------------------------------------------- the gains


class Stakes(Value):
    """Gains of a battle or pillage above the present outlook: won, lost, unopposed."""

    won: float
    lost: float
    alone: float


def stakes(outlook: Outlook, state: GameState, fight: Fight) -> Stakes:
    """Return the gains of winning and losing, without those of cards."""
    now = outlook.value(state)
    seat, place = outlook.seat, fight.place
    clan = state.clans[seat]
    own = state.area_figures(seat, place)
    spared = is_spared(state, place)
    lost = 0.0
    if not spared:
        lost = outlook.value(_without(state, place, (seat,))) - now
        lost += ships_in(own) * outlook.ship_glory
    axes = float(clan.value(Stat.AXES))
    won = axes + outlook.weights.kill * fight.enemies
    if own.mystics and CardId("thors-chosen") in clan.upgrades:
        won += 3 * own.mystics
    if CardId("thors-glory") in clan.upgrades and fight.enemies >= _SEVERAL_DEAD:
        won += 2
    if CardId("valkyrie") in own.monsters:
        won += 2 * fight.enemies
    reward = alone = 0.0
    after = state if spared else _without(state, place, outlook.rivals)
    if fight.pillager == seat:
        reward = _reward(outlook, state, place)
        alone = outlook.value(_pillaged(state, place)) - now + reward
        after = _pillaged(after, place)
    won += outlook.value(after) - now + reward
    god = state.god_at(place)
    if god is not None:
        more, less = gains(outlook, state, place, god)
        won, lost = won + more, lost + less
    return Stakes(won, lost, alone)


def _reward(outlook: Outlook, state: GameState, place: Place) -> float:
    token = state.board.provinces[place].token
    clan = state.clans[outlook.seat]
    worth = token_worth(outlook.weights, token, clan.levels, state.age)
    here = state.figures(outlook.seat, place)
    if CardId("frost-giant") in here.monsters:
        worth *= 2
    if state.god_at(place) is Deity.ODIN:
        worth += repeated_worth(outlook.weights, token, clan.levels, state.age)
    if here.leader or CardId("mountain-giant") in here.monsters:
        if CardId("lord-of-axes") in clan.upgrades:
            worth += outlook.step
        if CardId("lord-of-spears") in clan.upgrades:
            worth += token_worth(outlook.weights, Token.YGGDRASIL, clan.levels, state.age)
    return worth


def _without(state: GameState, place: Place, seats: tuple[Seat, ...]) -> GameState:
    """Return the position after all figures of some seats in an area have died."""
    for seat in seats:
        for here in printed.AREA[place]:
            dead = state.figures(seat, here)
            if dead:
                state = state.with_figures(seat, here, NOBODY)
                clan = state.clans[seat]
                clan = clan.with_figures(clan.reserve, clan.valhalla.plus(dead))
                state = state.with_clan(seat, clan)
    return state


def _pillaged(state: GameState, place: Place) -> GameState:
    return state.with_province(place, replace(state.board.provinces[place], pillaged=True))


# ---------------------------------------------------------------- cards


def holding(outlook: Outlook, state: GameState, face: Face) -> float:
    """Return the worth of a card that stays in hand."""
    card = CARDS[face.card]
    open_places = sum(not p.pillaged and not p.destroyed for p in state.board.provinces)
    busy = min(1.0, open_places / 4) if outlook.acting else 0.0
    if card.kind is Kind.BATTLE:
        return battle_worth(outlook.weights, card.id) * (0.15 + 0.4 * busy)
    rage = state.clans[outlook.seat].rage
    if not rage:
        return 0.3
    if card.kind is Kind.QUEST:
        return 0.6 * outlook.quest_worth(face)
    weights = outlook.weights
    return max(0.3, 0.8 * (upgrade_worth(weights, face, state.age) - weights.rage * card.cost))


def card_value(outlook: Outlook, state: GameState, fight: Fight, face: Face, at: Stakes) -> float:
    """Return the expected Glory of playing `face`."""
    win, tie, extra = _chances(outlook, state, fight, face)
    lose = max(0.0, 1 - win - tie)
    won = at.won + _if_won(outlook, state, fight, face) - holding(outlook, state, face)
    lost = at.lost + _if_lost(outlook, state, fight, face)
    return win * won + lose * lost + tie * at.lost + extra


def _chances(
    outlook: Outlook, state: GameState, fight: Fight, face: Face
) -> tuple[float, float, float]:
    """Return the chances to win and to tie by a face, and its gain before the comparison."""
    bonus = _bonus(outlook, state, fight, face)
    own, rivals, comes = fight.own, fight.rivals, outlook.weights.comes
    extra = 0.0
    if is_battle(face):
        own, rivals, extra = _before(outlook, state, fight, face)
    win, tie = win_and_tie(own + bonus, rivals)
    for strong, odds in fight.comers:
        beats, ties = win_and_tie(own + bonus, ((strong, odds),))
        win *= 1 - comes + comes * beats
        tie += win * comes * ties
    return win, tie, extra


def best_card(
    outlook: Outlook, state: GameState, fight: Fight, at: Stakes
) -> tuple[float, Face | None]:
    """Return the best expected Glory and its card, None with an empty hand."""
    if not outlook.knowledge.hand:
        win, _ = win_and_tie(fight.own, fight.rivals)
        return win * at.won + (1 - win) * at.lost, None
    hand = dict.fromkeys(outlook.knowledge.hand)
    values = ((card_value(outlook, state, fight, face, at), face) for face in hand)
    return max(values, key=lambda pair: pair[0])


def _bonus(outlook: Outlook, state: GameState, fight: Fight, face: Face) -> int:
    card = CARDS[face.card]
    if card.bonus_is_best:
        return int(max((mean(odds) for _, odds in fight.rivals), default=0.0) + 0.5)
    if card.kind is Kind.QUEST:
        return max(outlook.sheet.quest_bonuses, default=0)
    return bonus_of(card.id) if card.kind is Kind.BATTLE else 0


def _before(
    outlook: Outlook, state: GameState, fight: Fight, face: Face
) -> tuple[int, tuple[tuple[int, Odds], ...], float]:
    """Return strengths and gains after Smite, Tide and Watch act before the comparison."""
    if face.card in _KILLERS and is_spared(state, fight.place):
        return fight.own, fight.rivals, 0.0
    if face.card == "odins-smite":
        rivals = tuple((max(0, strong - 1), odds) for strong, odds in fight.rivals)
        return fight.own, rivals, 0.5
    if face.card == "odins-tide":
        own = state.area_figures(outlook.seat, fight.place)
        strongest = max(
            (figure_strength(state, outlook.seat, kind, fight.place) for kind in own.kinds()),
            default=0,
        )
        if is_light(state, fight.place):
            strongest = 0
        rivals = tuple((min(strong, 3), odds) for strong, odds in fight.rivals)
        died = max(0, own.count - 1)
        kill = outlook.weights.kill
        return strongest, rivals, kill * (fight.enemies - len(fight.rivals)) - 0.8 * died
    if face.card == "heimdalls-watch":
        shown = added(mean(odds) for _, odds in fight.rivals)
        rest = max((bonus_of(f.card) for f in outlook.knowledge.hand if f != face), default=0)
        return fight.own + rest // 2, fight.rivals, shown
    return fight.own, fight.rivals, 0.0


def _if_won(outlook: Outlook, state: GameState, fight: Fight, face: Face) -> float:
    match face.card:
        case "thors-hammer":
            return 3.0
        case "thors-oath":
            return outlook.step
        case "thors-ascension":
            return 3.0 + 3 * outlook.weights.kept_rage * (
                outlook.acting and not state.everything_pillaged()
            )
        case "friggas-grace":
            return outlook.step if fight.pillager == outlook.seat else 0.0
        case "odins-judgement":
            return 2.0 * fight.enemies
        case _:
            return 0.0


def _if_lost(outlook: Outlook, state: GameState, fight: Fight, face: Face) -> float:
    winner = fight.foe
    match face.card:
        case "lokis-trickery":
            rich = winner is not None and state.clans[winner].rage > 0
            return outlook.weights.kept_rage + 0.3 if rich else 0.0
        case "lokis-backstab":
            glory = 0 if winner is None else state.clans[winner].glory
            return 1.3 * min(2, glory)
        case "lokis-poison":
            return 2.5
        case "odins-judgement" if not is_spared(state, fight.place):
            return 2.0 * state.area_figures(outlook.seat, fight.place).count
        case _:
            return 0.0


def fight_value(outlook: Outlook, state: GameState, fight: Fight) -> float:
    """Return the expected Glory of a battle, or of a pillage that may have none."""
    at = stakes(outlook, state, fight)
    fought, _ = best_card(outlook, state, fight, at)
    if fight.rivals:
        return fought
    quiet = 1.0
    for _ in fight.comers:
        quiet *= 1 - outlook.weights.comes
    return quiet * at.alone + (1 - quiet) * fought if fight.comers else at.alone


def pillage_value(outlook: Outlook, state: GameState, place: Place) -> float:
    """Return the expected Glory of calling a pillage of `place` now."""
    return fight_value(outlook, state, called_fight(outlook, state, place, outlook.seat))


def is_idle(outlook: Outlook, state: GameState, place: Place) -> bool:
    """Whether an attack might be made again and again, since it costs nothing (L33, M16).

    A bot makes such an attack only if it likely wins against all who could come, and surely against
    every card that a rival is known to hold. The cards of a tie return and are known then, so each
    attack that fails shows a new card, or costs the winner one: there is an end.
    """
    seat = outlook.seat
    if not (is_spared(state, place) or is_elusive(state, seat, place)):
        return False
    fight = _against_all(outlook, state, place)
    if not fight.rivals:
        return False
    _, face = best_card(outlook, state, fight, stakes(outlook, state, fight))
    own, rivals, bonus = fight.own, fight.rivals, 0
    win, _ = win_and_tie(own, rivals)
    if face is not None:
        win, _, _ = _chances(outlook, state, fight, face)
        bonus = sure_bonus(outlook, face)
        if is_battle(face):
            own, rivals, _ = _before(outlook, state, fight, face)
    foes = (one for one in outlook.rivals if _could_fight(state, one, place))
    return win < _LIKELY or any(
        own + bonus <= strong + known_bonus(outlook, state, one, bonus)
        for one, (strong, _) in zip(foes, rivals, strict=True)
    )


def _could_fight(state: GameState, seat: Seat, place: Place) -> bool:
    there = state.area_figures(seat, place)
    return bool(there or (state.room(place) and joiners(state, seat, place)))


def _against_all(outlook: Outlook, state: GameState, place: Place) -> Fight:
    """Return an attack which all rivals join with all that finds room, and the seat with none."""
    fight = fight_at(outlook, state, place, outlook.seat)
    room, light = state.room(place), is_light(state, place)
    rivals = tuple(
        (
            strength(state, one, place, Use.BATTLE)
            + (0 if light else reinforcement(state, one, place, room)),
            rival_odds(outlook.weights, state, outlook.knowledge, one),
        )
        for one in outlook.rivals
        if _could_fight(state, one, place)
    )
    return replace(fight, rivals=rivals)
