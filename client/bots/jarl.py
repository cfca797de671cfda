"""The jarl: it drafts by what it learned, and plays out its turns, battle cards and joins."""

from __future__ import annotations

from random import Random
from typing import Final

from client.bots.learned import learned
from client.bots.search import Effort, base_answer, best, candidates, is_searched, weigh
from client.bots.situation import Situation
from engine.actions import Intent

EFFORT: Final = Effort()


def jarl(situation: Situation, chance: Random) -> Intent:
    """Choose the answer that brought most when played out."""
    return searched(situation, chance, EFFORT)


def searched(situation: Situation, chance: Random, effort: Effort) -> Intent:
    """Choose an answer by a search of some effort."""
    numbers = learned(situation.state.players)
    if not is_searched(situation):
        return base_answer(numbers, situation, chance)
    answers = candidates(numbers, situation, chance, effort.width)
    if len(answers) == 1:
        return answers[0]
    return best(weigh(situation, answers, chance, effort), effort.errors)
