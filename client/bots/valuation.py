"""The worth of things to a greedy player, in expected Glory at the end of the game.

Rules of thumb, not rules: nothing here decides about legality or effects.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from client.bots.addition import added
from client.bots.weights import Weights
from engine.cards import CARDS
from engine.stats import TOP_LEVEL, TRACKS
from engine.terms import Age, CardId, Face, Kind, Stat, Token

AGES_LEFT: Final = (0, 2, 1, 0)
"""The number of Ages after this one."""


@lru_cache(maxsize=1024)
def stat_worth(weights: Weights, stat: Stat, level: int, age: Age) -> float:
    """Return the worth of a stat at `level` in `age`."""
    gained = TRACKS[stat][level] - TRACKS[stat][1]
    return weights.bonuses[age][level] + weights.uses[age][stat] * gained


def step_worth(weights: Weights, levels: tuple[int, int, int], stat: Stat, age: Age) -> float:
    """Return the worth of one more step on a stat."""
    level = levels[stat]
    if level >= TOP_LEVEL:
        return 0.0
    return stat_worth(weights, stat, level + 1, age) - stat_worth(weights, stat, level, age)


def free_step_worth(weights: Weights, levels: tuple[int, int, int], age: Age) -> float:
    """Return the worth of a step on the best stat."""
    return max(step_worth(weights, levels, stat, age) for stat in Stat)


_GLORY_TOKEN: Final = 5.0
_TOKEN_STATS: Final = {
    Token.RAGE: (Stat.RAGE,),
    Token.AXES: (Stat.AXES,),
    Token.HORNS: (Stat.HORNS,),
    Token.YGGDRASIL: tuple(Stat),
}
"""The stats that the reward of a token raises."""


def token_worth(weights: Weights, token: Token, levels: tuple[int, int, int], age: Age) -> float:
    """Return the worth of the reward of a token."""
    if token is Token.GLORY:
        return _GLORY_TOKEN
    return added(step_worth(weights, levels, stat, age) for stat in _TOKEN_STATS[token])


def repeated_worth(weights: Weights, token: Token, levels: tuple[int, int, int], age: Age) -> float:
    """Return the worth of the reward of a token right after the same reward (L24)."""
    if token is Token.GLORY:
        return _GLORY_TOKEN
    worth = 0.0
    for stat in _TOKEN_STATS[token]:
        if levels[stat] + 1 < TOP_LEVEL:
            before = stat_worth(weights, stat, levels[stat] + 1, age)
            worth += stat_worth(weights, stat, levels[stat] + 2, age) - before
    return worth


_ANY_UPGRADE: Final = 2.0
"""The worth of an unlisted upgrade without a price."""
_PER_COST: Final = 2.2
"""The worth of each Rage of its printed price: prices reflect the effects of a card."""
MYSTIC_CARDS: Final = {
    CardId("friggas-chosen"): 8.0,
    CardId("odins-chosen"): 6.0,
    CardId("thors-chosen"): 5.0,
}
"""The worth of the cards of Mystics of Midgard: nobody has learned them, and their price is 0."""
_ANY_TEXT: Final = 1.5
"""The worth of an unlisted text of a battle card."""


def upgrade_worth(weights: Weights, face: Face, age: Age) -> float:
    """Return the worth of an upgrade played in `age`."""
    late = (1.0, 0.75, 0.55)[int(age) - int(face.age)]
    return _early_worth(weights, face.card) * late


def _early_worth(weights: Weights, card: CardId) -> float:
    """Return the worth of an upgrade in its own Age; an unlisted card has that of its price."""
    if card in MYSTIC_CARDS:
        return MYSTIC_CARDS[card]
    return weights.upgrades.get(card, _ANY_UPGRADE + _PER_COST * CARDS[card].cost)


def lying_worth(weights: Weights, card: CardId, age: Age) -> float:
    """Return the remaining worth in `age` of an upgrade on the sheet."""
    played = CARDS[card].copies[0].age
    return _early_worth(weights, card) * (1.0, 0.75, 0.55)[max(0, int(age) - int(played))]


def battle_worth(weights: Weights, card: CardId) -> float:
    """Return the worth of a battle card in hand."""
    known = CARDS[card]
    has_text = known.acts_in_battle or known.late
    text = weights.texts.get(card, _ANY_TEXT if has_text else 0.0)
    return known.bonus * weights.point + text


def is_battle(face: Face) -> bool:
    """Whether a face is a battle card."""
    return CARDS[face.card].kind is Kind.BATTLE
