"""The battle cards."""

from __future__ import annotations

from engine.battle_changes import BlankText, TakeCard
from engine.cards.model import CARDS, FIFTH, BattleNow, Copy, Deed, Now
from engine.cards.recurring import battle, glory_when_won
from engine.changes import GainGlory, GainRage, LoseGlory, LoseRage
from engine.destruction import destroy
from engine.figures import Figures
from engine.state import GameState, Where
from engine.tasks import Moment, StatTask, TideTask, Victim
from engine.terms import STATS, TOKEN_STAT, Age, Cause, God

tyrs_bash = battle(
    "tyrs-bash",
    "Tyr's Bash",
    "No special effect.",
    God.TYR,
    2,
    copies=(Copy(Age.ONE, 2),),
)


tyrs_smash = battle(
    "tyrs-smash",
    "Tyr's Smash",
    "No special effect.",
    God.TYR,
    3,
    copies=(
        Copy(Age.ONE, 2),
        Copy(Age.ONE, 3),
        Copy(Age.ONE, 5, FIFTH),
        Copy(Age.TWO, 4),
        Copy(Age.TWO, 5, FIFTH),
    ),
)


tyrs_crush = battle(
    "tyrs-crush",
    "Tyr's Crush",
    "No special effect.",
    God.TYR,
    4,
    copies=(Copy(Age.ONE, 4), Copy(Age.TWO, 2), Copy(Age.THREE, 2), Copy(Age.THREE, 5, FIFTH)),
)


tyrs_smite = battle(
    "tyrs-smite",
    "Tyr's Smite",
    "No special effect.",
    God.TYR,
    5,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH), Copy(Age.TWO, 3), Copy(Age.THREE, 4)),
)


tyrs_rage = battle(
    "tyrs-rage",
    "Tyr's Rage",
    "No special effect.",
    God.TYR,
    6,
    copies=(Copy(Age.TWO, 2), Copy(Age.THREE, 2)),
)


tyrs_judgement = battle(
    "tyrs-judgement",
    "Tyr's Judgement",
    "No special effect.",
    God.TYR,
    8,
    copies=(Copy(Age.THREE, 5, FIFTH),),
)


odins_smite = battle(
    "odins-smite",
    "Odin's Smite",
    "Before totals are compared, destroy one Warrior of each opponent in the province.",
    God.ODIN,
    1,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 3)),
)


@odins_smite.in_battle(Moment.BEFORE)
def _(state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    victims = (
        Victim(seat, now.place, Figures(warriors=1))
        for seat in now.opponents
        if state.figures(seat, now.place).warriors
    )
    return destroy(state, victims, Cause.SMITE)


odins_tide = battle(
    "odins-tide",
    "Odin's Tide",
    (
        "Before totals are compared, each clan in the battle, yours included, keeps one of its "
        "figures there; all others are destroyed, ships in the fjord too."
    ),
    God.ODIN,
    1,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 4)),
)


@odins_tide.in_battle(Moment.BEFORE)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    return (TideTask(now.battle.participants, ()),)


odins_judgement = battle(
    "odins-judgement",
    "Odin's Judgement",
    (
        "After the battle, win or lose, gain 2 Glory for each figure destroyed in it, your own "
        "included."
    ),
    God.ODIN,
    2,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 4)),
)


@odins_judgement.in_battle(Moment.DEATH_COUNTS)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    deaths = sum(now.battle.deaths)
    return (GainGlory(now.seat, 2 * deaths, now.card),) if deaths else ()


heimdalls_sight = battle(
    "heimdalls-sight",
    "Heimdall's Sight",
    (
        "X is the highest single bonus an opponent shows in this battle, reinforcement cards "
        "included. Another Sight counts 0."
    ),
    God.HEIMDALL,
    0,
    bonus_is_best=True,
    copies=(Copy(Age.ONE, 2),),
)


heimdalls_eye = battle(
    "heimdalls-eye",
    "Heimdall's Eye",
    (
        "In a battle you take part in, you may add this card from your hand after the reveal, "
        "before totals are compared. You may also play it face down as usual."
    ),
    God.HEIMDALL,
    2,
    late=True,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 2), Copy(Age.TWO, 3), Copy(Age.TWO, 5, FIFTH)),
)


heimdalls_gaze = battle(
    "heimdalls-gaze",
    "Heimdall's Gaze",
    (
        "In a battle you take part in, you may add this card from your hand after the reveal, "
        "before totals are compared. You may also play it face down as usual."
    ),
    God.HEIMDALL,
    3,
    late=True,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 3)),
)


heimdalls_watch = battle(
    "heimdalls-watch",
    "Heimdall's Watch",
    (
        "At the reveal, before all other effects but Thor's Primacy, gain Glory equal to the "
        "printed bonuses of all battle cards revealed (X counts 0). Then all revealed cards are "
        "discarded and everyone chooses again."
    ),
    God.HEIMDALL,
    0,
    copies=(Copy(Age.TWO, 2), Copy(Age.THREE, 2)),
)


@heimdalls_watch.in_battle(Moment.WATCH)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    shown = sum(CARDS[played.face.card].bonus for played in now.battle.cards)
    return (GainGlory(now.seat, shown, now.card),) if shown else ()


friggas_grace = battle(
    "friggas-grace",
    "Frigga's Grace",
    (
        "When your own pillage succeeds with this card, also raise one stat: not the one the "
        "token raised (any stat if the token gave Glory or raised all three)."
    ),
    God.FRIGGA,
    2,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 4)),
)


@friggas_grace.on(Moment.REWARD_CARD)
def _(state: GameState, now: Now) -> tuple[Deed, ...]:
    token = state.board.provinces[now.place].token
    others = tuple(stat for stat in STATS if stat is not TOKEN_STAT.get(token))
    return (StatTask(now.seat, others, now.card),)


thors_hammer = battle(
    "thors-hammer",
    "Thor's Hammer",
    "If you win this battle, gain 3 Glory.",
    God.THOR,
    1,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH)),
)


glory_when_won(thors_hammer, 3)


thors_oath = battle(
    "thors-oath",
    "Thor's Oath",
    "If you win this battle, raise one stat.",
    God.THOR,
    1,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, FIFTH)),
)


@thors_oath.on(Moment.IF_WON)
def _(_state: GameState, now: Now) -> tuple[Deed, ...]:
    return (StatTask(now.seat, STATS, now.card),)


thors_ascension = battle(
    "thors-ascension",
    "Thor's Ascension",
    "If you win this battle, gain 3 Rage and 3 Glory. Your Rage may exceed your Rage stat.",
    God.THOR,
    1,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 4)),
)


@thors_ascension.on(Moment.IF_WON)
def _(_state: GameState, now: Now) -> tuple[Deed, ...]:
    return (GainRage(now.seat, 3, now.card), GainGlory(now.seat, 3, now.card))


thors_primacy = battle(
    "thors-primacy",
    "Thor's Primacy",
    (
        "At the reveal, before all other effects, cancel the text of every card your opponents "
        "revealed. Printed bonuses stay; X becomes 0."
    ),
    God.THOR,
    3,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 3)),
)


@thors_primacy.in_battle(Moment.PRIMACY)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    return tuple(
        BlankText(played.seat, played.face, now.seat)
        for played in now.battle.cards
        if played.seat != now.seat and not played.blanked and CARDS[played.face.card].acts_in_battle
    )


lokis_trickery = battle(
    "lokis-trickery",
    "Loki's Trickery",
    "If an opponent wins this battle, steal 1 Rage from them.",
    God.LOKI,
    0,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 4)),
)


def _steal_rage(state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    if not state.clans[now.winner].rage:
        return ()
    return (LoseRage(now.winner, 1, now.card), GainRage(now.seat, 1, now.card))


@lokis_trickery.in_battle(Moment.IF_LOST)
def _(state: GameState, now: BattleNow) -> tuple[Deed, ...] | None:
    return None if state.rulings.prowess_before_trickery else _steal_rage(state, now)


@lokis_trickery.in_battle(Moment.AFTER_CARDS)
def _(state: GameState, now: BattleNow) -> tuple[Deed, ...] | None:
    return _steal_rage(state, now) if state.rulings.prowess_before_trickery else None


lokis_backstab = battle(
    "lokis-backstab",
    "Loki's Backstab",
    "If an opponent wins this battle, steal up to 2 Glory from them.",
    God.LOKI,
    0,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 4)),
)


@lokis_backstab.in_battle(Moment.IF_LOST)
def _(state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    amount = min(2, state.clans[now.winner].glory)
    if not amount:
        return ()
    return (LoseGlory(now.winner, amount, now.card), GainGlory(now.seat, amount, now.card))


lokis_poison = battle(
    "lokis-poison",
    "Loki's Poison",
    (
        "If an opponent wins this battle, take every card they played in it into your hand, "
        "before Tyr's Prowess can return it to theirs."
    ),
    God.LOKI,
    0,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 5, FIFTH)),
)


@lokis_poison.in_battle(Moment.IF_LOST)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...]:
    return tuple(
        TakeCard(now.seat, now.winner, played.face)
        for played in now.battle.cards
        if played.seat == now.winner and played.where is Where.TABLE
    )
