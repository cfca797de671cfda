"""The thrall: a bot that gives any legal answer.

It draws the kind of answer first and then the answer, so that hundreds of marches do not drown
out everything else; it passes only if nothing else is legal.
"""

from __future__ import annotations

from random import Random

from client.bots.situation import Situation
from engine.actions import Intent, Pass


def thrall(situation: Situation, chance: Random) -> Intent:
    """Draw a kind of answer, then an answer of that kind."""
    kinds: dict[type[Intent], list[Intent]] = {}
    for answer in situation.answers:
        kinds.setdefault(type(answer), []).append(answer)
    if len(kinds) > 1:
        kinds.pop(Pass, None)
    return chance.choice(chance.choice(list(kinds.values())))
