"""Two answers played out against each other to the end of the Age, in the same guessed tables.

A jarl looks ahead to its next turn and trusts what it has learned about the position there. Over
an answer that was given a verdict takes more time: the whole Age is played, with its quests,
Ragnarök and the release, so that an advantage that would be made up for later does not count.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Final

from client.analysis.winning import chance_of
from client.bots.addition import added
from client.bots.guess import guess, hidden
from client.bots.leaf import Facts, ending_value, mean_parts, start_parts
from client.bots.learned import learned
from client.bots.playout import Reached, play_out
from client.bots.search import policy_of, value_of
from client.bots.situation import Situation
from client.text.glory import GlorySource, glory_rows
from engine import actions as act
from engine.scoring import winners
from engine.terms import Age, Phase, Seat
from engine.values import Value

MATTERS: Final = 2.0
"""Glory, and standard errors, by which an answer must lie below the best to be worth a word."""
_ROUND: Final = 20
_ROUNDS: Final = 6
"""Playouts of a round, and rounds at most; fewer if it is clear before whether answers differ."""
_SURE: Final = 3.0


class Contested(Value):
    """The gain of an answer over the one that was given, as in `client.analysis.verdicts`.

    `error` is its standard error, `chance` the chance to win after the answer, `chance_gain` how
    much more that is; `facts` are the parts of the gain.
    """

    gain: float
    error: float
    chance: float
    chance_gain: float
    playouts: int
    facts: Facts


def contest(
    situation: Situation, played: act.Intent, answer: act.Intent, chance: Callable[[int], Random]
) -> Contested:
    """Play two answers out; `chance` is that of each round."""
    both = (_Side(situation, played), _Side(situation, answer))
    unseen = hidden(situation.state, situation.knowledge)
    for number in range(_ROUNDS):
        drawn = chance(number)
        for _ in range(_ROUND):
            world = guess(situation.state, situation.knowledge, unseen, drawn)
            course = drawn.random()
            for side in both:
                side.add(play_out(world, side.answer, side.policy, Random(course), whole_age=True))
        if _is_clear(*_gain(*both)):
            break
    first, other = both
    gain, error = _gain(first, other)
    after = other.chance
    facts = _difference(mean_parts(other.facts), mean_parts(first.facts))
    return Contested(gain, error, after, after - first.chance, len(other.values), facts)


class _Side:
    """All playouts of one answer."""

    def __init__(self, situation: Situation, answer: act.Intent) -> None:
        self._numbers = learned(situation.state.players)
        self._situation = situation
        self.answer = answer
        self.policy = policy_of(self._numbers, situation.seat)
        self.values: list[float] = []
        self.facts: list[Facts] = []
        self._wins = 0.0

    def add(self, reached: Reached) -> None:
        """Add a playout."""
        state, seat = reached.state, self._situation.seat
        self.values.append(value_of(self._numbers, reached))
        if state.phase is Phase.END:
            best = winners(state)
            self._wins += (seat in best) / len(best)
            sources = _by_source(reached, seat, 1.0)
            glory = float(state.clans[seat].glory)
            self.facts.append({**sources, "rivals' Glory": ending_value(state, seat) - glory})
        else:
            parts = dict(start_parts(self._numbers.starts[state.age], state, seat))
            glory = float(state.clans[seat].glory)
            worth = parts.pop("Glory") / glory if glory else 1.0
            self.facts.append({**parts, **_by_source(reached, seat, worth)})

    @property
    def chance(self) -> float:
        """The chance to win: the games won, or by the margin before the next Age."""
        state, count = self._situation.state, len(self.values)
        if state.age is Age.THREE:
            return self._wins / count
        return chance_of(added(self.values) / count, state.players, Age(state.age + 1))


def _by_source(reached: Reached, seat: Seat, worth: float) -> Facts:
    """Return what Glory of a playout is worth, by its source."""
    rows = glory_rows(reached.stories, reached.state.players)
    (parts,) = [row.parts for row in rows if row.seat == seat]
    return {one.name: worth * parts[one] for one in GlorySource}


def _gain(first: _Side, other: _Side) -> tuple[float, float]:
    """Return how much better the other answer is, and the standard error of that."""
    gains = [after - before for before, after in zip(first.values, other.values, strict=True)]
    count = len(gains)
    gain = added(gains) / count
    squares = added((one - gain) * (one - gain) for one in gains)
    return gain, sqrt(squares / count / max(1, count - 1))


def _is_clear(gain: float, error: float) -> bool:
    """Whether more rounds would hardly change whether the gain matters."""
    return gain + error < MATTERS or gain - _SURE * error > MATTERS


def _difference(after: Facts, before: Facts) -> Facts:
    names = dict.fromkeys((*after, *before))
    return {name: after.get(name, 0.0) - before.get(name, 0.0) for name in names}
