"""The weights of the greedy player, tuned: all perturbed at once, then a step uphill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final

import numpy as np

from client.bots.karl import greedy
from client.bots.learned import read_weights
from client.bots.learned_picks import HandValues, best_draft
from client.bots.situation import Situation
from client.bots.weights import PRINTED, Weights
from client.tables.simulate import bot_table
from engine.actions import Intent
from engine.cards.model import Rank
from engine.decisions import PickDecision
from engine.terms import Age, Stat
from tests.train.games import question
from tests.train.weights_file import Table, text_of

PLAYERS: Final = 4
_SIGMA: Final = 0.4
_RATE: Final = 0.12
"""The log step for a Glory of gradient."""
_MOST: Final = 0.6
_PRIOR: Final = 4.0
"""A weight changed by a factor of e is worth about so much Glory, before anything is known."""
_PLAIN: Final = (
    "rage",
    "kept_rage",
    "point",
    "kill",
    "stays",
    "free_figure",
    "comes",
    "helps",
    "holds",
    "other_card",
    "uncommitted",
    "unpillaged",
    "jealousy",
    "later",
    "next_turn",
    "unrest",
    "early",
    "choice",
    "far",
)
_LIMITS: Final = {
    "comes": 0.95,
    "helps": 1.0,
    "holds": 1.0,
    "other_card": 0.9,
    "uncommitted": 1.2,
    "next_turn": 1.0,
}
_LEAST_LEVEL: Final = 2

Steps = Mapping[str, float]
"""Logarithms of the factors of weights, by name."""


def names() -> tuple[str, ...]:
    """Return the names of all numbers that are tuned."""
    return tuple(_numbers(PRINTED))


def _numbers(weights: Weights) -> dict[str, float]:
    found = {name: float(getattr(weights, name)) for name in _PLAIN}
    found |= {f"upgrades {card}": number for card, number in weights.upgrades.items()}
    found |= {f"texts {card}": number for card, number in weights.texts.items()}
    found |= {f"chance {rank}": weights.quest_chances[rank] for rank in Rank}
    found |= {f"enough {at}": number for at, number in enumerate(weights.enough)}
    found |= {f"deaths {at}": number for at, number in enumerate(weights.deaths) if at}
    for age in Age:
        row = weights.bonuses[age]
        found |= {f"bonus {age} {at}": row[at] for at in range(_LEAST_LEVEL, len(row))}
        found |= {f"use {age} {stat}": weights.uses[age][stat] for stat in Stat}
    return found


def table_of(steps: Steps) -> Table:
    """Return the printed weights with steps, as a table of the file of learned numbers."""

    def one(name: str) -> float:
        step, number = steps.get(name, 0.0), printed[name]
        return number * exp(step) if number else 2 * step

    printed = _numbers(PRINTED)
    return {
        **{name: min(one(name), _LIMITS.get(name, 99.0)) for name in _PLAIN},
        "enough": [one(f"enough {at}") for at in range(len(PRINTED.enough))],
        "deaths": [1.0, *(min(1.0, one(f"deaths {at}")) for at in range(1, len(PRINTED.deaths)))],
        "bonuses": [
            [0.0, 0.0, *(one(f"bonus {age} {at}") for at in range(2, len(PRINTED.bonuses[age])))]
            for age in Age
        ],
        "uses": [[one(f"use {age} {stat}") for stat in Stat] for age in Age],
        "quest_chances": {str(rank): min(0.9, one(f"chance {rank}")) for rank in Rank},
        "upgrades": {str(card): one(f"upgrades {card}") for card in PRINTED.upgrades},
        "texts": {str(card): one(f"texts {card}") for card in PRINTED.texts},
    }


def perturbed_game(
    centre: Steps, hands: Mapping[Age, HandValues], seed: int
) -> list[tuple[Steps, float]]:
    """Play one game of greedy players, each with all its weights perturbed.

    They draft by `hands`, or by rules of thumb if there are none. Return the steps of each seat
    from the `centre`, and its Glory above the mean of the others.
    """
    chance = Random(f"tune/{seed}")
    steps = [{name: chance.gauss(0, _SIGMA) for name in names()} for _ in range(PLAYERS)]
    weights = [_weights(centre, one) for one in steps]
    table = bot_table(PLAYERS, seed, ("karl",))
    while not table.is_over:
        situation = question(table)
        seat = situation.seat
        table.submit(seat, _answer(weights[seat], hands, situation, chance))
    glory = [clan.glory for clan in table.state.clans]
    rest = PLAYERS - 1
    margins = [one - (sum(glory) - one) / rest for one in glory]
    return list(zip(steps, margins, strict=True))


def _weights(centre: Steps, steps: Steps) -> Weights:
    moved = {name: centre.get(name, 0.0) + step for name, step in steps.items()}
    return read_weights(text_of({"weights": table_of(moved)}))


def _answer(
    weights: Weights, hands: Mapping[Age, HandValues], situation: Situation, chance: Random
) -> Intent:
    if len(situation.answers) == 1:
        return situation.answers[0]
    if isinstance(situation.decision, PickDecision) and hands:
        return best_draft(weights, hands[situation.state.age], situation)
    return greedy(weights, situation, chance)


def tuned(centre: Steps, games: Sequence[tuple[Steps, float]]) -> Steps:
    """Return the centre moved along the gradient that perturbed games show."""
    facts = np.array([[1.0, *steps.values()] for steps, _ in games])
    target = np.array([gain for _, gain in games])
    penalty = np.full(facts.shape[1], target.var() / _PRIOR**2)
    penalty[0] = 0.0
    slopes = np.linalg.solve(facts.T @ facts + np.diag(penalty), facts.T @ target)[1:]
    return {
        name: centre.get(name, 0.0) + max(-_MOST, min(_MOST, _RATE * float(slope)))
        for name, slope in zip(names(), slopes, strict=True)
    }
