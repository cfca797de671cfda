"""The search: the answers a greedy player thinks of, each played out in the same guessed tables.

It looks at nothing but the situation of its seat and draws from the chance it is given; its effort
is counted in playouts and decisions, never in time. So the same situation and the same chance give
the same table of answers on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from client.bots.addition import added
from client.bots.guess import guess, hidden
from client.bots.karl import greedy
from client.bots.leaf import (
    ending_value,
    start_value,
    turn_value,
)
from client.bots.learned import Learned, learned
from client.bots.learned_picks import best_draft
from client.bots.outlook import Outlook
from client.bots.playout import Reached, play_out
from client.bots.situation import Bot, Situation
from client.bots.turn_choice import turn_values
from client.bots.weights import PRINTED
from engine import actions as act
from engine import decisions as ask
from engine.terms import Phase, Seat
from engine.values import Value, replace

_CARDS: Final = (ask.CardDecision, ask.OpenPlayDecision)
_PROMISE: Final = 8.0
"""Answers that promise so much less Glory than the best are not played out."""


class Effort(Value):
    """The work of a search: `width` answers at most, `rounds` of playouts for each.

    After each round the worse half drops out, and any answer that is worse than the first by more
    than `errors` standard errors; the search ends when none is left. To be chosen, another answer
    must be better than the first by so many. Nothing begins after `decisions` decisions of all
    seats.
    """

    width: int = 4
    rounds: tuple[int, ...] = (8, 12, 20)
    errors: float = 1.0
    decisions: int = 1600


class Weighed(Value):
    """An answer that was played out.

    `mean` is the value of the reached positions (`client.bots.leaf`), `gain` how much more Glory it
    brings than the greedy player's answer in the same guessed tables, `error` the standard error of
    `gain`.
    """

    answer: act.Intent
    mean: float
    gain: float
    error: float
    playouts: int


def base_answer(numbers: Learned, situation: Situation, chance: Random) -> act.Intent:
    """Choose an answer without a search: the learned draft, all else by the learned weights."""
    if isinstance(situation.decision, ask.PickDecision):
        values = numbers.hands[situation.state.age]
        return best_draft(numbers.weights, values, situation)
    return greedy(numbers.weights, situation, chance)


def is_searched(situation: Situation) -> bool:
    """Whether answers to a question are played out."""
    return isinstance(situation.decision, (ask.TurnDecision, ask.JoinDecision, *_CARDS))


def candidates(
    numbers: Learned, situation: Situation, chance: Random, width: int
) -> tuple[act.Intent, ...]:
    """Return the answers to play out: the greedy player's, then others by their promise."""
    first = base_answer(numbers, situation, chance)
    if isinstance(situation.decision, ask.TurnDecision):
        ranked = sorted(turn_values(numbers.weights, situation), key=lambda pair: -pair[0])
        least = ranked[0][0] - _PROMISE
        others = [answer for value, answer in ranked if value > least and answer != first]
    else:
        others = [answer for answer in situation.answers if answer != first]
    if not isinstance(situation.decision, _CARDS):
        others = others[: width - 1]
    return (first, *others)


def weigh(
    situation: Situation,
    answers: Sequence[act.Intent],
    chance: Random,
    effort: Effort,
) -> tuple[Weighed, ...]:
    """Play answers out and compare each with the first, in the same guessed tables.

    Return one row for each answer, in their order; those that dropped out have fewer playouts.
    """
    search = _Search(situation, answers)
    search.run(chance, effort)
    return search.rows()


def best(rows: Sequence[Weighed], errors: float) -> act.Intent:
    """Return the answer that is better than the first by most above the error, or the first."""
    return max(rows, key=lambda row: row.gain - errors * row.error).answer


def policy_of(numbers: Learned, seat: Seat) -> Bot:
    """Return the player of all seats in the playouts of a seat; nobody marches there.

    Marches are rare and dear. Rivals are taken for karls: what they play is not known.
    """

    def answer(situation: Situation, chance: Random) -> act.Intent:
        if isinstance(situation.decision, ask.TurnDecision):
            answers = tuple([one for one in situation.answers if not isinstance(one, act.March)])
            situation = replace(situation, answers=answers)
        is_own = situation.seat == seat
        return greedy(numbers.weights if is_own else PRINTED, situation, chance)

    return answer


class _Search:
    def __init__(self, situation: Situation, answers: Sequence[act.Intent]) -> None:
        self._situation = situation
        self._answers = tuple(answers)
        self._numbers = learned(situation.state.players)
        self._policy = policy_of(self._numbers, situation.seat)
        self._values: list[list[float]] = [[] for _ in answers]

    def run(self, chance: Random, effort: Effort) -> None:
        """Play out in rounds; after each, answers without hope drop out, never the first."""
        situation = self._situation
        unseen = hidden(situation.state, situation.knowledge)
        alive = list(range(len(self._answers)))
        work = 0
        for round_ in effort.rounds:
            for _ in range(round_):
                if work >= effort.decisions:
                    return
                world = guess(situation.state, situation.knowledge, unseen, chance)
                for number in alive:
                    reached = play_out(world, self._answers[number], self._policy, chance)
                    work += reached.decisions
                    self._note(number, reached)
            alive = self._hopeful(alive, effort.errors)
            if len(alive) == 1:
                return

    def _note(self, number: int, reached: Reached) -> None:
        self._values[number].append(value_of(self._numbers, reached))

    def _hopeful(self, alive: list[int], errors: float) -> list[int]:
        """Return the first answer, and of the better half those that may be better than it."""
        gains = {number: self._gain(number) for number in alive if number}
        ranked = sorted(gains, key=lambda number: -gains[number][0])
        better = ranked[: max(1, (len(alive) + 1) // 2 - 1)]
        return [0, *(one for one in better if gains[one][0] + errors * gains[one][1] > 0)]

    def _gain(self, number: int) -> tuple[float, float]:
        """Return how much better an answer is than the first, and the standard error of that."""
        pairs = zip(self._values[number], self._values[0], strict=False)
        gains = [value - other for value, other in pairs]
        gain = _mean(gains)
        squares = [(one - gain) * (one - gain) for one in gains]
        return gain, sqrt(_mean(squares) / max(1, len(squares) - 1))

    def rows(self) -> tuple[Weighed, ...]:
        """Return the table of answers."""
        found = []
        for number, answer in enumerate(self._answers):
            values = self._values[number]
            gain, error = self._gain(number)
            found.append(Weighed(answer, _mean(values), gain, error, len(values)))
        return tuple(found)


def value_of(numbers: Learned, reached: Reached) -> float:
    """Return the learned value of a position for the seat that is played out."""
    state, seat = reached.state, reached.knowledge.seat
    if state.phase is Phase.END:
        return ending_value(state, seat)
    if state.phase is Phase.GIFTS:
        return start_value(numbers.starts[state.age], state, seat)
    outlook = Outlook(state, reached.knowledge, numbers.weights)
    return turn_value(numbers.turns[state.age], outlook)


def _mean(numbers: Sequence[float]) -> float:
    return added(numbers) / len(numbers) if numbers else 0.0
