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
        "A successful pillage with your Leader on the spot lets him walk on into a "
        "neighbouring province that has room."
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
    ("A successful pillage with your Leader on the spot also earns one step on a stat you choose."),
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
    ("A successful pillage with your Leader on the spot also earns one step on all three stats."),
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
        "Count your Warriors of one province in twos: each two are worth STR 3 together, an"
        " odd one STR 1."
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
    "Your Warriors count STR 2 apiece.",
    God.TYR,
    Slot.WARRIOR,
    strength=2,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, FIFTH)),
)


masters_in_arms = upgrade(
    "masters-in-arms",
    "Masters in Arms",
    (
        "Count your Warriors of one province in twos: each two are worth STR 6 together, an"
        " odd one STR 2."
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
    ("Every one of your ships that goes to Valhalla, whatever the cause, pays 4 Glory."),
    God.LOKI,
    Slot.SHIP,
    Traits(ship_glory=4),
    strength=2,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, FIFTH)),
)


fire_dragons = upgrade(
    "fire-dragons",
    "Fire Dragons",
    ("Every one of your ships that goes to Valhalla, whatever the cause, pays 8 Glory."),
    God.LOKI,
    Slot.SHIP,
    Traits(ship_glory=8),
    strength=2,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, FIFTH)),
)


eternal_dragons = upgrade(
    "eternal-dragons",
    "Eternal Dragons",
    ("Every one of your ships that goes to Valhalla, whatever the cause, pays 12 Glory."),
    God.LOKI,
    Slot.SHIP,
    Traits(ship_glory=12),
    strength=2,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 5, FIFTH)),
)
