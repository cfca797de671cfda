"""The leysing, a freed thrall: it sees what a karl sees, and often takes something less good.

It makes a beginner's mistakes, never absurd ones: a card that is not the best of the pack, a turn
that still pays, any battle card. It is for a person's first games.
"""

from __future__ import annotations

from random import Random
from typing import Final

from client.bots.karl import karl
from client.bots.situation import Situation
from client.bots.turn_choice import turn_values
from client.bots.weights import PRINTED
from engine import decisions as ask
from engine.actions import Intent

_OF: Final = 10
_SLIPS: Final = 5
"""Questions of `_OF` that it answers by something less good."""
_LOSS: Final = 6.0
"""The most Glory that such a turn costs, by a karl's reckoning."""


def leysing(situation: Situation, chance: Random) -> Intent:
    """Choose as a karl does, or half the time something less good."""
    if chance.randrange(_OF) >= _SLIPS:
        return karl(situation, chance)
    match situation.decision:
        case ask.PickDecision() | ask.CardDecision() | ask.KeepDecision():
            return chance.choice(situation.answers)
        case ask.TurnDecision():
            values = turn_values(PRINTED, situation)
            least = max(0.0, max(value for value, _ in values) - _LOSS)
            paying = [answer for value, answer in values if value > least]
            return chance.choice(paying) if paying else karl(situation, chance)
        case _:
            return karl(situation, chance)
