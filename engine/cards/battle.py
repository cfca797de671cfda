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
    (
        "Ahead of the STR comparison, one Warrior of every opposing clan in the province "
        "dies, where there is one."
    ),
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
        "Ahead of the STR comparison every clan in the battle, yours included, picks one of"
        " its figures there to survive; the rest of them die."
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
        "When the battle is over, each figure killed in it, of any clan including yours, is"
        " worth 2 Glory to you."
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
    ("Its bonus is X, where X is the largest single bonus shown by an opponent in this battle."),
    God.HEIMDALL,
    0,
    bonus_is_best=True,
    copies=(Copy(Age.ONE, 2),),
)


heimdalls_eye = battle(
    "heimdalls-eye",
    "Heimdall's Eye",
    (
        "Can be added from the hand after the reveal, until a winner is determined; can "
        "also be the normal face-down card."
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
        "Can be added from the hand after the reveal, until a winner is determined; can "
        "also be the normal face-down card."
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
        "Throw away every card on the table in this battle; you score the sum of their "
        "printed bonuses, and the participants choose afresh."
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
        "A successful pillage with this card on the table earns one step on a stat other "
        "than the one the token raised (any stat if the token gave Glory or all three)."
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
    "A win with this card is worth 3 Glory.",
    God.THOR,
    1,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH)),
)


glory_when_won(thors_hammer, 3)


thors_oath = battle(
    "thors-oath",
    "Thor's Oath",
    "A win with this card earns one step on a stat of your choice.",
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
    "A win with this card adds 3 Rage to your pool and 3 Glory to your score.",
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
        "Blanks the text (not the bonus) of all cards the opponents have just revealed, "
        "ahead of any other effect."
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
    "Losing to a winner moves 1 Rage from that winner's pool to yours.",
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
    "Losing to a winner moves 2 Glory from that winner to you.",
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
    ("Losing to a winner puts every card that winner played in this battle into your hand."),
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
