"""The clan upgrades."""

from __future__ import annotations

from engine.cards.model import MYSTICS, BattleNow, Copy, Deed, Grant, Traits
from engine.cards.recurring import upgrade
from engine.changes import GainGlory
from engine.state import GameState
from engine.tasks import Moment
from engine.terms import Age, God, Slot, ThorsChosen

friggas_charm = upgrade(
    "friggas-charm",
    "Frigga's Charm",
    (
        "Your upgrades cost 1 Rage less, never below 0. An upgrade that replaces this card is "
        "cheaper too."
    ),
    God.FRIGGA,
    Slot.CLAN,
    Traits(upgrade_discount=1),
    strength=0,
    copies=(Copy(Age.ONE, 2),),
)


friggas_succor = upgrade(
    "friggas-succor",
    "Frigga's Succor",
    (
        "When you invade a province, you may also place one Warrior from your reserve there at "
        "no cost. Needs room and Horns. Not when a ship enters a fjord."
    ),
    God.FRIGGA,
    Slot.CLAN,
    Traits(grant=Grant.SUCCOR),
    strength=2,
    copies=(Copy(Age.ONE, 3),),
)


friggas_protection = upgrade(
    "friggas-protection",
    "Frigga's Protection",
    (
        "In the Action phase, when your figures are about to be destroyed, you may save any of "
        "them for 1 Rage each; they stay where they are. Not from your own Frigga's Sacrifice."
    ),
    God.FRIGGA,
    Slot.CLAN,
    Traits(grant=Grant.PROTECTION),
    strength=0,
    copies=(Copy(Age.TWO, 2),),
)


friggas_chosen = upgrade(
    "friggas-chosen",
    "Frigga's Chosen",
    (
        "Brings one of your Mystics into the reserve. Your Mystics that are about to be destroyed "
        "may move to a neighbouring province with room instead. Not from your own sacrifice or "
        "capture."
    ),
    God.FRIGGA,
    Slot.CLAN,
    Traits(brings_mystic=True, grant=Grant.RETREAT),
    strength=0,
    copies=(Copy(Age.ONE, 2, MYSTICS), Copy(Age.ONE, 4, MYSTICS)),
)


friggas_domain = upgrade(
    "friggas-domain",
    "Frigga's Domain",
    (
        "Action, 1 Rage: invade with one of your figures from Valhalla, your Leader too, at no "
        "further cost. This is an invade: it needs room and Horns."
    ),
    God.FRIGGA,
    Slot.CLAN,
    Traits(grant=Grant.VALHALLA_INVADE),
    strength=0,
    copies=(Copy(Age.THREE, 2),),
)


friggas_sacrifice = upgrade(
    "friggas-sacrifice",
    "Frigga's Sacrifice",
    (
        "Action, 0 Rage: destroy two of your figures on the board, ships included, and raise "
        "one stat. These two cannot be saved."
    ),
    God.FRIGGA,
    Slot.CLAN,
    Traits(grant=Grant.SACRIFICE),
    strength=1,
    copies=(Copy(Age.THREE, 3),),
)


lokis_blessing = upgrade(
    "lokis-blessing",
    "Loki's Blessing",
    (
        "After you lose a battle, you may invade its province with one Warrior from your "
        "reserve at no cost, even with no Rage or after passing. Needs room and Horns."
    ),
    God.LOKI,
    Slot.CLAN,
    Traits(grant=Grant.BLESSING),
    strength=1,
    copies=(Copy(Age.ONE, 4),),
)


lokis_domain = upgrade(
    "lokis-domain",
    "Loki's Domain",
    "In the Release Valhalla phase, gain 1 Glory for each of your figures that returns.",
    God.LOKI,
    Slot.CLAN,
    Traits(release_glory=1),
    strength=1,
    copies=(Copy(Age.ONE, 2),),
)


lokis_eminence = upgrade(
    "lokis-eminence",
    "Loki's Eminence",
    "In the Release Valhalla phase, gain 2 Glory for each of your figures that returns.",
    God.LOKI,
    Slot.CLAN,
    Traits(release_glory=2),
    strength=2,
    copies=(Copy(Age.TWO, 3),),
)


lokis_wrath = upgrade(
    "lokis-wrath",
    "Loki's Wrath",
    "In the Release Valhalla phase, gain 3 Glory for each of your figures that returns.",
    God.LOKI,
    Slot.CLAN,
    Traits(release_glory=3),
    strength=3,
    copies=(Copy(Age.THREE, 4),),
)


odins_chosen = upgrade(
    "odins-chosen",
    "Odin's Chosen",
    (
        "Brings one of your Mystics into the reserve. A Mystic that invades may take the village "
        "of a Warrior or Mystic of any clan, which is destroyed. Needs Horns, but no room."
    ),
    God.ODIN,
    Slot.CLAN,
    Traits(brings_mystic=True, grant=Grant.CAPTURE),
    strength=0,
    copies=(Copy(Age.TWO, 2, MYSTICS), Copy(Age.TWO, 4, MYSTICS)),
)


odins_inspiration = upgrade(
    "odins-inspiration",
    "Odin's Inspiration",
    (
        "In Ragnarök, your destroyed figures give you twice the usual Glory. Ship upgrades are "
        "not doubled."
    ),
    God.ODIN,
    Slot.CLAN,
    Traits(ragnarok_factor=2),
    strength=2,
    copies=(Copy(Age.TWO, 2),),
)


odins_throne = upgrade(
    "odins-throne",
    "Odin's Throne",
    "Your completed quests give you twice their printed Glory. The stat step is not doubled.",
    God.ODIN,
    Slot.CLAN,
    Traits(quest_factor=2),
    strength=2,
    copies=(Copy(Age.THREE, 2),),
)


thors_chosen = upgrade(
    "thors-chosen",
    "Thor's Chosen",
    (
        "Brings one of your Mystics into the reserve. After each battle you win, gain 3 Glory for "
        "each of your Mystics that took part in it. A second copy adds nothing."
    ),
    God.THOR,
    Slot.CLAN,
    Traits(brings_mystic=True),
    strength=0,
    copies=(Copy(Age.THREE, 2, MYSTICS), Copy(Age.THREE, 4, MYSTICS)),
)


@thors_chosen.in_battle(Moment.DEATH_COUNTS)
def _(state: GameState, now: BattleNow) -> tuple[Deed, ...] | None:
    fought = now.battle.forces[now.battle.participants.index(now.seat)]
    if state.rulings.thors_chosen is ThorsChosen.SURVIVING:
        fought = state.area_figures(now.seat, now.place)
    if now.battle.winner != now.seat or not fought.mystics:
        return None
    return (GainGlory(now.seat, 3 * fought.mystics, now.card),)


thors_conquest = upgrade(
    "thors-conquest",
    "Thor's Conquest",
    "At the end of the game, gain 3 Glory for each of your figures on the board, ships included.",
    God.THOR,
    Slot.CLAN,
    Traits(final_glory=3),
    strength=3,
    copies=(Copy(Age.THREE, 2),),
)


thors_domain = upgrade(
    "thors-domain",
    "Thor's Domain",
    (
        "After you invade an unpillaged province, you may pay 2 Rage to pillage it at once. Not "
        "when a ship enters a fjord."
    ),
    God.THOR,
    Slot.CLAN,
    Traits(grant=Grant.PILLAGE_AT_ONCE),
    strength=1,
    copies=(Copy(Age.TWO, 4),),
)


thors_glory = upgrade(
    "thors-glory",
    "Thor's Glory",
    (
        "After each battle you take part in, win or lose, gain 2 Glory if 2 or more enemy "
        "figures were destroyed in it."
    ),
    God.THOR,
    Slot.CLAN,
    strength=2,
    copies=(Copy(Age.ONE, 2),),
)


@thors_glory.in_battle(Moment.DEATH_COUNTS)
def _(_state: GameState, now: BattleNow) -> tuple[Deed, ...] | None:
    if now.battle.enemy_deaths(now.seat) < 2:
        return None
    return (GainGlory(now.seat, 2, now.card),)


tyrs_challenge = upgrade(
    "tyrs-challenge",
    "Tyr's Challenge",
    (
        "Action, 2 Rage: pillage a province that was already pillaged this Age, in the usual "
        "way and for the full reward. Its token stays flipped."
    ),
    God.TYR,
    Slot.CLAN,
    Traits(grant=Grant.REPILLAGE),
    strength=0,
    copies=(Copy(Age.TWO, 2),),
)


tyrs_domain = upgrade(
    "tyrs-domain",
    "Tyr's Domain",
    (
        "When you reveal a quest in a battle, you may count it as a battle card +3. If you also "
        "have Tyr's Wrath, choose one of the two."
    ),
    God.TYR,
    Slot.CLAN,
    Traits(quest_bonus=3),
    strength=0,
    copies=(Copy(Age.ONE, 3),),
)


tyrs_prowess = upgrade(
    "tyrs-prowess",
    "Tyr's Prowess",
    (
        "When you win a battle, you may pay 1 Rage for each card you played in it to return "
        "that card to your hand. Loki's Poison comes first."
    ),
    God.TYR,
    Slot.CLAN,
    Traits(grant=Grant.PROWESS),
    strength=2,
    copies=(Copy(Age.TWO, 3),),
)


tyrs_wrath = upgrade(
    "tyrs-wrath",
    "Tyr's Wrath",
    (
        "When you reveal a quest in a battle, you may count it as a battle card +5. If you also "
        "have Tyr's Domain, choose one of the two."
    ),
    God.TYR,
    Slot.CLAN,
    Traits(quest_bonus=5),
    strength=1,
    copies=(Copy(Age.THREE, 3),),
)
