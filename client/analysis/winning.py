"""The chance to win, from the Glory by which a seat expects to end above the others.

The margin comes from public facts and the seat's own cards (`client.bots.leaf`). The numbers are
fitted to games of equals (``python -m tests.train.chances``): said to win in 40 of 100 such games,
a seat wins about 40. Against weaker or stronger players a chance is not what it says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from client.analysis.asked import PastQuestion
from client.bots.leaf import turn_value
from client.bots.learned import learned
from client.bots.outlook import Outlook
from client.bots.situation import Situation
from engine import decisions as ask
from engine.terms import Age
from engine.values import Value

_FITS: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    2: ((0.5, 24.3), (-0.2, 21.6), (0.7, 12.8)),
    3: ((12.4, 24.0), (8.0, 14.5), (7.6, 12.7)),
    4: ((16.3, 25.3), (11.9, 17.5), (12.3, 12.3)),
    5: ((16.4, 22.2), (16.9, 18.1), (16.5, 13.7)),
}
"""By number of seats and Age: the margin that wins half the time, and the spread."""
_FAR: Final = 30.0


def chance_of(margin: float, players: int, age: Age) -> float:
    """Return the chance to win of a seat that expects to end by some Glory above the others."""
    half, spread = _FITS[players][age - 1]
    return 1.0 / (1.0 + exp(-max(-_FAR, min(_FAR, (margin - half) / spread))))


def chance_at(situation: Situation) -> float:
    """Return the chance to win at a turn, as its seat can tell then."""
    state = situation.state
    numbers = learned(state.players)
    outlook = Outlook(state, situation.knowledge, numbers.weights)
    return chance_of(turn_value(numbers.turns[state.age], outlook), state.players, state.age)


class ChancePoint(Value):
    """The chance to win at a turn; `moment` is the number of the moment of the game after it."""

    moment: int
    age: Age
    turn: int
    chance: float


def chances(asked: Sequence[PastQuestion]) -> tuple[ChancePoint, ...]:
    """Return the chance to win at every turn of a seat."""
    return tuple(
        ChancePoint(one.moment, one.situation.state.age, one.turn, chance_at(one.situation))
        for one in asked
        if isinstance(one.situation.decision, ask.TurnDecision)
    )
