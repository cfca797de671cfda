"""The thrall: does anything that is allowed.

It draws the kind of answer first and then the answer, so that the hundreds of marches do not
drown everything else; it passes only when nothing else is legal.
"""

from __future__ import annotations

from random import Random

from client.bots.situation import Situation
from engine.actions import Intent, Pass


def thrall(situation: Situation, chance: Random) -> Intent:
    """Any answer: first any kind, then any of that kind."""
    kinds: dict[type[Intent], list[Intent]] = {}
    for answer in situation.answers:
        kinds.setdefault(type(answer), []).append(answer)
    if len(kinds) > 1:
        kinds.pop(Pass, None)
    return chance.choice(chance.choice(list(kinds.values())))
