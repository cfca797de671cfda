"""The upgrades of Leader, Warriors and ship."""

from __future__ import annotations

from engine.cards.model import FIFTH, Copy, Deed, Now, Traits
from engine.cards.recurring import upgrade
from engine.changes import RaiseStat
from engine.state import GameState
from engine.tasks import HammersTask, Moment, StatTask
from engine.terms import STATS, Age, God, Slot

lord_of_hammers = upgrade(
    "lord-of-hammers",
    "Lord of Hammers",
    (
        "When your pillage succeeds with your Leader in the province, the Leader may move to a "
        "neighbouring province with room."
    ),
    God.THOR,
    Slot.LEADER,
    strength=3,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH)),
)


@lord_of_hammers.on(Moment.REWARD_LEADER)
def _(_state: GameState, now: Now) -> tuple[Deed, ...]:
    return (HammersTask(now.seat, now.place),)


lord_of_axes = upgrade(
    "lord-of-axes",
    "Lord of Axes",
    "When your pillage succeeds with your Leader in the province, also raise one stat.",
    God.TYR,
    Slot.LEADER,
    strength=3,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, FIFTH)),
)


@lord_of_axes.on(Moment.REWARD_LEADER)
def _(_state: GameState, now: Now) -> tuple[Deed, ...]:
    return (StatTask(now.seat, STATS, now.card),)


lord_of_spears = upgrade(
    "lord-of-spears",
    "Lord of Spears",
    "When your pillage succeeds with your Leader in the province, also raise all three stats.",
    God.ODIN,
    Slot.LEADER,
    strength=3,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 5, FIFTH)),
)


@lord_of_spears.on(Moment.REWARD_LEADER)
def _(_state: GameState, now: Now) -> tuple[Deed, ...]:
    return tuple(RaiseStat(now.seat, stat, now.card) for stat in STATS)


brothers_in_arms = upgrade(
    "brothers-in-arms",
    "Brothers in Arms",
    (
        "Each pair of your Warriors in a province has strength 3; one left over has 1. A "
        "Warrior still costs 1 Rage to invade with."
    ),
    God.TYR,
    Slot.WARRIOR,
    Traits(warrior_pair=3),
    strength=1,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH)),
)


experts_in_arms = upgrade(
    "experts-in-arms",
    "Experts in Arms",
    "Each of your Warriors has strength 2 and costs 2 Rage to invade with.",
    God.TYR,
    Slot.WARRIOR,
    strength=2,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, FIFTH)),
)


masters_in_arms = upgrade(
    "masters-in-arms",
    "Masters in Arms",
    (
        "Each pair of your Warriors in a province has strength 6; one left over has 2. A "
        "Warrior costs 2 Rage to invade with."
    ),
    God.TYR,
    Slot.WARRIOR,
    Traits(warrior_pair=6),
    strength=2,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 5, FIFTH)),
)


lokis_dragons = upgrade(
    "lokis-dragons",
    "Loki's Dragons",
    (
        "Gain 4 Glory whenever one of your ships is destroyed, whatever the cause. The Sea "
        "Serpent counts as a ship. This Glory is never doubled."
    ),
    God.LOKI,
    Slot.SHIP,
    Traits(ship_glory=4),
    strength=2,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH)),
)


fire_dragons = upgrade(
    "fire-dragons",
    "Fire Dragons",
    (
        "Gain 8 Glory whenever one of your ships is destroyed, whatever the cause. The Sea "
        "Serpent counts as a ship. This Glory is never doubled."
    ),
    God.LOKI,
    Slot.SHIP,
    Traits(ship_glory=8),
    strength=2,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, FIFTH)),
)


eternal_dragons = upgrade(
    "eternal-dragons",
    "Eternal Dragons",
    (
        "Gain 12 Glory whenever one of your ships is destroyed, whatever the cause. The Sea "
        "Serpent counts as a ship. This Glory is never doubled."
    ),
    God.LOKI,
    Slot.SHIP,
    Traits(ship_glory=12),
    strength=2,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 5, FIFTH)),
)
