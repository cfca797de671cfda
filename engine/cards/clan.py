"""The clan upgrades."""

from __future__ import annotations

from engine.cards.model import BattleNow, Copy, Deed, Grant, Traits
from engine.cards.recurring import upgrade
from engine.changes import GainGlory
from engine.state import GameState
from engine.tasks import Moment
from engine.terms import Age, God, Slot

friggas_charm = upgrade(
    "friggas-charm",
    "Frigga's Charm",
    "Your upgrade costs drop by 1 Rage each, never below 0.",
    God.FRIGGA,
    Slot.CLAN,
    Traits(upgrade_discount=1),
    strength=0,
    copies=(Copy(Age.ONE, 2),),
)


friggas_succor = upgrade(
    "friggas-succor",
    "Frigga's Succor",
    ("Add one Warrior from the reserve, free of charge, to any invasion of a province you make."),
    God.FRIGGA,
    Slot.CLAN,
    Traits(grant=Grant.SUCCOR),
    strength=2,
    copies=(Copy(Age.ONE, 3),),
)


friggas_protection = upgrade(
    "friggas-protection",
    "Frigga's Protection",
    ("For 1 Rage per figure, figures of yours that are about to die stay where they are."),
    God.FRIGGA,
    Slot.CLAN,
    Traits(grant=Grant.PROTECTION),
    strength=0,
    copies=(Copy(Age.TWO, 2),),
)


friggas_domain = upgrade(
    "friggas-domain",
    "Frigga's Domain",
    (
        "Action, 1 Rage: one of your figures in Valhalla invades, with that 1 Rage as its "
        "whole cost."
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
    ("Action, 0 Rage: kill two of your own figures on the board and move one stat up a step."),
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
        "A lost battle lets you send one reserve Warrior, free of charge, into the province"
        " where it was fought."
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
    "Each figure coming home in the Release Valhalla phase is worth 1 Glory.",
    God.LOKI,
    Slot.CLAN,
    Traits(release_glory=1),
    strength=1,
    copies=(Copy(Age.ONE, 2),),
)


lokis_eminence = upgrade(
    "lokis-eminence",
    "Loki's Eminence",
    "Each figure coming home in the Release Valhalla phase is worth 2 Glory.",
    God.LOKI,
    Slot.CLAN,
    Traits(release_glory=2),
    strength=2,
    copies=(Copy(Age.TWO, 3),),
)


lokis_wrath = upgrade(
    "lokis-wrath",
    "Loki's Wrath",
    "Each figure coming home in the Release Valhalla phase is worth 3 Glory.",
    God.LOKI,
    Slot.CLAN,
    Traits(release_glory=3),
    strength=3,
    copies=(Copy(Age.THREE, 4),),
)


odins_inspiration = upgrade(
    "odins-inspiration",
    "Odin's Inspiration",
    "Ragnarök deaths pay you twice the usual Glory.",
    God.ODIN,
    Slot.CLAN,
    Traits(ragnarok_factor=2),
    strength=2,
    copies=(Copy(Age.TWO, 2),),
)


odins_throne = upgrade(
    "odins-throne",
    "Odin's Throne",
    "Completed quests give you twice their printed Glory.",
    God.ODIN,
    Slot.CLAN,
    Traits(quest_factor=2),
    strength=2,
    copies=(Copy(Age.THREE, 2),),
)


thors_conquest = upgrade(
    "thors-conquest",
    "Thor's Conquest",
    "Final scoring: 3 Glory per figure of yours still on the board, fjords included.",
    God.THOR,
    Slot.CLAN,
    Traits(final_glory=3),
    strength=3,
    copies=(Copy(Age.THREE, 2),),
)


thors_domain = upgrade(
    "thors-domain",
    "Thor's Domain",
    "Right after an invasion of a province, 2 Rage buys an immediate pillage of it.",
    God.THOR,
    Slot.CLAN,
    Traits(grant=Grant.PILLAGE_AT_ONCE),
    strength=1,
    copies=(Copy(Age.TWO, 4),),
)


thors_glory = upgrade(
    "thors-glory",
    "Thor's Glory",
    "If a battle you fought in killed two or more enemy figures, score 2 Glory.",
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
    ("Action, 2 Rage: start a pillage of a province that was already pillaged this Age."),
    God.TYR,
    Slot.CLAN,
    Traits(grant=Grant.REPILLAGE),
    strength=0,
    copies=(Copy(Age.TWO, 2),),
)


tyrs_domain = upgrade(
    "tyrs-domain",
    "Tyr's Domain",
    ("A quest card you reveal in a battle can stand in for a battle card of +3 if you wish."),
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
        "After a win, each card you played in that battle may return to your hand for 1 "
        "Rage apiece in place of being discarded."
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
    ("A quest card you reveal in a battle can stand in for a battle card of +5 if you wish."),
    God.TYR,
    Slot.CLAN,
    Traits(quest_bonus=5),
    strength=1,
    copies=(Copy(Age.THREE, 3),),
)
