"""The thrall: a bot that gives any legal answer.

It draws the kind of answer first and then the answer, so that hundreds of marches do not drown
out everything else; it passes only if nothing else is legal.
"""

from __future__ import annotations

from itertools import groupby
from random import Random

from client.bots.situation import Situation
from engine.actions import Intent, Pass


def thrall(situation: Situation, chance: Random) -> Intent:
    """Draw a kind of answer, then an answer of that kind."""
    # Answers in canonical order: those of a kind follow each other.
    kinds = [tuple(answers) for _, answers in groupby(situation.answers, type)]
    if len(kinds) > 1 and isinstance(kinds[-1][0], Pass):
        kinds.pop()
    return chance.choice(chance.choice(kinds))
