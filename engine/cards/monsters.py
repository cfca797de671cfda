"""The monsters, the four of the Kickstarter box included (K1)."""

from __future__ import annotations

from dataclasses import replace

from engine.board import AREA
from engine.cards.model import KS, KS_FIFTH, BattleNow, Copy, Deed, Now, Traits
from engine.cards.recurring import upgrade
from engine.changes import GainGlory
from engine.destruction import destroy
from engine.figures import Figures
from engine.state import GameState
from engine.tasks import Moment, TokenTask, Victim
from engine.terms import Age, Cause, God, Slot

troll = upgrade(
    "troll",
    "Troll",
    "Its arrival by invasion kills all Warriors of other clans in that province.",
    God.MONSTER,
    Slot.MONSTER,
    strength=2,
    copies=(Copy(Age.ONE, 2),),
)


@troll.on(Moment.ARRIVAL)
def _(state: GameState, now: Now) -> tuple[Deed, ...]:
    victims = (
        Victim(seat, now.place, Figures(warriors=state.figures(seat, now.place).warriors))
        for seat in state.seats_from(now.seat)
        if seat != now.seat
    )
    return destroy(state, victims, Cause.ARRIVAL)


dwarf_chieftain = upgrade(
    "dwarf-chieftain",
    "Dwarf Chieftain",
    "Neither playing this card nor invading with the figure takes any Rage.",
    God.MONSTER,
    Slot.MONSTER,
    Traits(invade_price=0),
    strength=2,
    cost=0,
    copies=(Copy(Age.ONE, 2), Copy(Age.ONE, 5, KS_FIFTH)),
)


sea_serpent = upgrade(
    "sea-serpent",
    "Sea Serpent",
    (
        "It is a ship for all purposes: fjords are the only place it can enter, and it "
        "never marches or joins a battle."
    ),
    God.MONSTER,
    Slot.MONSTER,
    Traits(is_ship=True),
    strength=3,
    copies=(Copy(Age.ONE, 3),),
)


valkyrie = upgrade(
    "valkyrie",
    "Valkyrie",
    ("Each enemy figure lost in a battle where this figure fights is worth 2 Glory to you."),
    God.MONSTER,
    Slot.MONSTER,
    strength=2,
    copies=(Copy(Age.TWO, 2),),
)


@valkyrie.in_battle(Moment.DEATH_COUNTS)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...] | None:
    force = now.battle.forces[now.battle.participants.index(now.seat)]
    deaths = now.battle.enemy_deaths(now.seat)
    if now.card not in force.monsters or not deaths:
        return None
    return (GainGlory(now.seat, 2 * deaths, now.card),)


dark_elf = upgrade(
    "dark-elf",
    "Dark Elf",
    ("It is allowed to invade Yggdrasil, where it counts STR 3; anywhere else it counts STR 1."),
    God.MONSTER,
    Slot.MONSTER,
    Traits(invade_price=1, enters_yggdrasil=True, strength_yggdrasil=3),
    strength=1,
    copies=(Copy(Age.TWO, 2), Copy(Age.TWO, 5, KS_FIFTH)),
)


fire_giant = upgrade(
    "fire-giant",
    "Fire Giant",
    (
        "Its arrival by invasion kills all non-monster figures of other clans in that "
        "province and in the fjord supporting it."
    ),
    God.MONSTER,
    Slot.MONSTER,
    strength=4,
    copies=(Copy(Age.TWO, 3),),
)


@fire_giant.on(Moment.ARRIVAL)
def _(state: GameState, now: Now) -> tuple[Deed, ...]:
    victims = (
        Victim(seat, place, replace(state.figures(seat, place), monsters=()))
        for seat in state.seats_from(now.seat)
        if seat != now.seat
        for place in AREA[now.place]
    )
    return destroy(state, victims, Cause.ARRIVAL)


frost_giant = upgrade(
    "frost-giant",
    "Frost Giant",
    (
        "A pillage you complete with this figure in the province pays its token reward one "
        "more time."
    ),
    God.MONSTER,
    Slot.MONSTER,
    strength=4,
    copies=(Copy(Age.THREE, 2),),
)


@frost_giant.on(Moment.REWARD_AGAIN)
def _(state: GameState, now: Now) -> tuple[Deed, ...] | None:
    if now.card not in state.figures(now.seat, now.place).monsters:
        return None
    return (TokenTask(now.seat, now.place, now.card),)


soldier_of_hel = upgrade(
    "soldier-of-hel",
    "Soldier of Hel",
    "Neither playing this card nor invading with the figure takes any Rage.",
    God.MONSTER,
    Slot.MONSTER,
    Traits(invade_price=0),
    strength=3,
    cost=0,
    copies=(Copy(Age.THREE, 2), Copy(Age.THREE, 5, KS_FIFTH)),
)


volur_witch = upgrade(
    "volur-witch",
    "Volur Witch",
    ("Death in an outer province can be swapped, if you wish, for a move to Yggdrasil."),
    God.MONSTER,
    Slot.MONSTER,
    Traits(retreats=True),
    strength=3,
    copies=(Copy(Age.THREE, 3),),
)


mountain_giant = upgrade(
    "mountain-giant",
    "Mountain Giant",
    (
        "It is a Leader for all purposes, so it invades at no cost and can trigger your "
        "leader upgrade."
    ),
    God.MONSTER,
    Slot.MONSTER,
    Traits(invade_price=0, is_leader=True),
    strength=3,
    copies=(Copy(Age.ONE, 2, KS),),
)


fenrir = upgrade(
    "fenrir",
    "Fenrir",
    (
        "In the Ragnarök phase the outer province it stands in falls and the doomed "
        "province is spared; in Yggdrasil, reserve or Valhalla it does nothing."
    ),
    God.MONSTER,
    Slot.MONSTER,
    Traits(draws_ragnarok=True),
    strength=2,
    copies=(Copy(Age.ONE, 2, KS),),
)


wolfman = upgrade(
    "wolfman",
    "Wolfman",
    ("While it fights in a battle, figures other than monsters add no STR there (cards still do)."),
    God.MONSTER,
    Slot.MONSTER,
    Traits(silences=True),
    strength=3,
    copies=(Copy(Age.TWO, 2, KS),),
)


mystic_troll = upgrade(
    "mystic-troll",
    "Mystic Troll",
    "Invading the province it stands in costs your figures nothing.",
    God.MONSTER,
    Slot.MONSTER,
    Traits(opens_province=True),
    strength=2,
    copies=(Copy(Age.THREE, 2, KS),),
)
