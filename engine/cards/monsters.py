"""The monsters, the four of the Kickstarter box included (K1)."""

from __future__ import annotations

from engine.board import AREA
from engine.cards.model import KS, KS_FIFTH, BattleNow, Copy, Deed, Now, Traits
from engine.cards.recurring import upgrade
from engine.changes import GainGlory
from engine.destruction import destroy
from engine.figures import Figures
from engine.state import GameState
from engine.tasks import Moment, TokenTask, Victim
from engine.terms import Age, Cause, God, Slot
from engine.values import replace

troll = upgrade(
    "troll",
    "Troll",
    (
        "When it invades, destroy all enemy Warriors in the province. Not when it marches or "
        "joins a battle."
    ),
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
    (
        "This card is free to play, and its figure invades free. As always, you cannot act "
        "without Rage."
    ),
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
        "It is a ship and a monster at once. It enters only fjords, and never marches or joins "
        "a battle."
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
    (
        "After each battle she fights in, win or lose, gain 2 Glory for each enemy figure "
        "destroyed in it, even if she is destroyed too."
    ),
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
    (
        "It may invade Yggdrasil, and has strength 3 there but 1 everywhere else. It costs 1 "
        "Rage to invade with, there too."
    ),
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
        "When it invades, destroy all enemy figures in the province and its fjord, except "
        "monsters. Not when it marches or joins a battle."
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
        "When your pillage succeeds with this figure in the province, take the token's reward "
        "once more. Frigga's Grace and Leader upgrades are not repeated."
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
    (
        "This card is free to play, and its figure invades free. As always, you cannot act "
        "without Rage."
    ),
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
    (
        "When she would be destroyed in an outer province, you may move her to Yggdrasil "
        "instead. Not from your own Frigga's Sacrifice."
    ),
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
        "It is a Leader and a monster at once. It invades free, and your Leader upgrade works "
        "for it too."
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
        "In Ragnarök, the outer province he is in is destroyed and the doomed one is spared. No "
        "effect in Yggdrasil, the reserve or Valhalla."
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
    "In a battle he fights in, only monsters add strength. Cards count as usual.",
    God.MONSTER,
    Slot.MONSTER,
    Traits(silences=True),
    strength=3,
    copies=(Copy(Age.TWO, 2, KS),),
)


mystic_troll = upgrade(
    "mystic-troll",
    "Mystic Troll",
    "Your figures invade the province it is in at no cost. It does not let them invade Yggdrasil.",
    God.MONSTER,
    Slot.MONSTER,
    Traits(opens_province=True),
    strength=2,
    copies=(Copy(Age.THREE, 2, KS),),
)
