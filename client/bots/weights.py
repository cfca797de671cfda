"""The numbers a greedy player goes by, in expected Glory at the end of the game or as chances.

A karl has them as printed here; a jarl has learned others (`client.bots.learned`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards.model import Rank
from engine.terms import CardId

Row = tuple[float, ...]


def _upgrades() -> Mapping[CardId, float]:
    return by_card(
        {
            "troll": 5.0,
            "dwarf-chieftain": 9.5,
            "sea-serpent": 6.0,
            "valkyrie": 6.0,
            "dark-elf": 3.5,
            "fire-giant": 10.5,
            "frost-giant": 10.0,
            "soldier-of-hel": 2.0,
            "volur-witch": 7.5,
            "mountain-giant": 8.0,
            "fenrir": 5.0,
            "wolfman": 7.0,
            "mystic-troll": 5.0,
            "lord-of-hammers": 3.5,
            "lord-of-axes": 6.0,
            "lord-of-spears": 8.5,
            "brothers-in-arms": 3.0,
            "experts-in-arms": 4.5,
            "masters-in-arms": 6.0,
            "lokis-dragons": 6.0,
            "fire-dragons": 10.0,
            "eternal-dragons": 11.0,
            "friggas-charm": 3.0,
            "friggas-succor": 9.0,
            "friggas-protection": 1.5,
            "friggas-domain": 2.5,
            "friggas-sacrifice": 2.0,
            "lokis-blessing": 11.0,
            "lokis-domain": 6.0,
            "lokis-eminence": 12.0,
            "lokis-wrath": 11.0,
            "odins-inspiration": 8.0,
            "odins-throne": 9.0,
            "thors-conquest": 10.0,
            "thors-domain": 2.5,
            "thors-glory": 3.5,
            "tyrs-challenge": 1.5,
            "tyrs-domain": 2.0,
            "tyrs-prowess": 4.0,
            "tyrs-wrath": 2.5,
        }
    )


def _texts() -> Mapping[CardId, float]:
    return by_card(
        {
            "odins-smite": 0.8,
            "odins-tide": 1.2,
            "odins-judgement": 3.5,
            "heimdalls-sight": 2.5,
            "heimdalls-eye": 1.0,
            "heimdalls-gaze": 1.0,
            "heimdalls-watch": 3.5,
            "friggas-grace": 2.0,
            "thors-hammer": 2.0,
            "thors-oath": 1.5,
            "thors-ascension": 2.0,
            "thors-primacy": 1.2,
            "lokis-trickery": 1.5,
            "lokis-backstab": 2.5,
            "lokis-poison": 1.5,
        }
    )


def by_card(numbers: Mapping[str, float]) -> Mapping[CardId, float]:
    """Return numbers by the cards of those ids."""
    return {CardId(card): number for card, number in numbers.items()}


def _chances() -> Mapping[Rank, float]:
    return {Rank.LEAD_ONE: 0.55, Rank.LEAD_TWO: 0.45, Rank.VALHALLA: 0.38}


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """All numbers of one player; two values are the same only if they are one object.

    In expected Glory at the end of the game: `rage` a Rage that is spent, `kept_rage` one gained in
    the middle of an Age, `point` a point of battle bonus in hand, `kill` a dead figure of a rival,
    `stays` a Warrior on the board in the next Age, `free_figure` the free invade that comes with an
    upgrade. `upgrades`: upgrades over the rest of the game, played early in their own Age. `texts`:
    the texts of battle cards, added to the bonus. `bonuses`: the expected bonus at the end, by Age
    and level (G1). `uses`: one more Rage, Axe or Horn from now on, by Age and stat.

    As chances and parts: `comes` the chance that a rival next door joins a battle it is not in,
    `helps` the part of the possible reinforcements that join, `holds` the chance that nobody
    answers a late card with another, `other_card` the chance that another card than the best is
    played, `uncommitted` the part of its worth that a quest has before it is committed,
    `unpillaged` that of a pillage before it happens, `jealousy` the cost of a rival's Glory, shared
    among the rivals, `later` the urgency of committing a quest while there is time, `next_turn` the
    part of the best free action that is lost without another turn. `unrest` is the effect of a
    rival's Rage on the lead in a province.

    In the draft: `quest_chances` to fulfil a quest by its aim, less `early` in the first Age, when
    figures are few, more by `choice` for every further province to choose from, less by `far` in
    Yggdrasil, which everybody can reach; `enough` the factor of a battle card by the number of
    others in hand. `deaths`: the chance of a quest in Valhalla by the number of missing figures.
    """

    rage: float = 1.2
    kept_rage: float = 1.2
    point: float = 1.0
    kill: float = 0.35
    stays: float = 0.7
    free_figure: float = 1.5
    comes: float = 0.35
    helps: float = 0.5
    holds: float = 0.75
    other_card: float = 0.2
    uncommitted: float = 0.85
    unpillaged: float = 0.35
    jealousy: float = 0.35
    later: float = 0.25
    next_turn: float = 0.5
    unrest: float = 0.3
    early: float = 0.2
    choice: float = 0.06
    far: float = 0.15
    quest_chances: Mapping[Rank, float] = field(default_factory=_chances)
    enough: Row = (1.25, 1.1, 0.85, 0.55, 0.35, 0.25)
    deaths: Row = (1.0, 0.65, 0.4, 0.2, 0.08)
    bonuses: tuple[Row, ...] = (
        (),
        (0, 0.0, 3.0, 6.5, 11.0, 14.5, 20.0),
        (0, 0.0, 2.5, 6.0, 11.0, 14.0, 20.0),
        (0, 0.0, 1.0, 4.0, 10.0, 12.5, 20.0),
    )
    uses: tuple[Row, ...] = ((), (2.4, 2.6, 2.0), (1.2, 1.6, 1.2), (0.0, 0.6, 0.4))
    upgrades: Mapping[CardId, float] = field(default_factory=_upgrades)
    texts: Mapping[CardId, float] = field(default_factory=_texts)


PRINTED = Weights()
"""The numbers of a karl."""
