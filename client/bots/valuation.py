"""The worth of things to a karl, in expected Glory at the end of the game.

Rules of thumb, not rules: nothing here decides about legality or effects.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.cards import CARDS
from engine.stats import TOP_LEVEL, TRACKS
from engine.terms import Age, CardId, Face, Kind, Stat, Token

RAGE: Final = 1.2
"""The worth of a Rage that is spent."""
KEPT_RAGE: Final = 1.2
"""The worth of a Rage gained in the middle of an Age."""
AGES_LEFT: Final = (0, 2, 1, 0)
"""The number of Ages after this one."""

_BONUS: Final = (
    (),
    (0, 0.0, 3.0, 6.5, 11.0, 14.5, 20.0),
    (0, 0.0, 2.5, 6.0, 11.0, 14.0, 20.0),
    (0, 0.0, 1.0, 4.0, 10.0, 12.5, 20.0),
)
"""The expected bonus at the end, by Age and level (G1)."""

_USE: Final = (
    (),
    (2.4, 2.6, 2.0),
    (1.2, 1.6, 1.2),
    (0.0, 0.6, 0.4),
)
"""The worth of one more Rage, Axe or Horn from now on, by Age and stat."""


@lru_cache(maxsize=256)
def stat_worth(stat: Stat, level: int, age: Age) -> float:
    """Return the worth of a stat at `level` in `age`."""
    gained = TRACKS[stat][level] - TRACKS[stat][1]
    return _BONUS[age][level] + _USE[age][stat] * gained


def step_worth(levels: tuple[int, int, int], stat: Stat, age: Age) -> float:
    """Return the worth of one more step on a stat."""
    level = levels[stat]
    if level >= TOP_LEVEL:
        return 0.0
    return stat_worth(stat, level + 1, age) - stat_worth(stat, level, age)


def free_step_worth(levels: tuple[int, int, int], age: Age) -> float:
    """Return the worth of a step on the best stat."""
    return max(step_worth(levels, stat, age) for stat in Stat)


_GLORY_TOKEN: Final = 5.0
_TOKEN_STATS: Final = {
    Token.RAGE: (Stat.RAGE,),
    Token.AXES: (Stat.AXES,),
    Token.HORNS: (Stat.HORNS,),
    Token.YGGDRASIL: tuple(Stat),
}
"""The stats that the reward of a token raises."""


def token_worth(token: Token, levels: tuple[int, int, int], age: Age) -> float:
    """Return the worth of the reward of a token."""
    if token is Token.GLORY:
        return _GLORY_TOKEN
    return sum(step_worth(levels, stat, age) for stat in _TOKEN_STATS[token])


_UPGRADES: Final = {
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
"""The worth of upgrades over the rest of the game, played early in their own Age."""

_TEXTS: Final = {
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
"""The worth of the texts of battle cards, added to the bonus."""

_ANY_UPGRADE: Final = 2.0
"""The worth of an unlisted upgrade without a price."""
_PER_COST: Final = 2.2
"""The worth of each Rage of its printed price: prices reflect the effects of a card."""
_ANY_TEXT: Final = 1.5
"""The worth of an unlisted text of a battle card."""

POINT: Final = 1.0
"""The worth of one point of battle bonus in hand."""


def upgrade_worth(face: Face, age: Age) -> float:
    """Return the worth of an upgrade played in `age`."""
    late = (1.0, 0.75, 0.55)[int(age) - int(face.age)]
    return _early_worth(face.card) * late


def _early_worth(card: CardId) -> float:
    """Return the worth of an upgrade in its own Age; an unlisted card has that of its price."""
    return _UPGRADES.get(card, _ANY_UPGRADE + _PER_COST * CARDS[card].cost)


def lying_worth(card: CardId, age: Age) -> float:
    """Return the remaining worth in `age` of an upgrade on the sheet."""
    played = CARDS[card].copies[0].age
    return _early_worth(card) * (1.0, 0.75, 0.55)[max(0, int(age) - int(played))]


def battle_worth(card: CardId) -> float:
    """Return the worth of a battle card in hand."""
    known = CARDS[card]
    has_text = known.acts_in_battle or known.late
    return known.bonus * POINT + _TEXTS.get(card, _ANY_TEXT if has_text else 0.0)


def is_battle(face: Face) -> bool:
    """Whether a face is a battle card."""
    return CARDS[face.card].kind is Kind.BATTLE
