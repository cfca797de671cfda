"""Fit the chance to win at a turn to games: `python -m tests.train.chances`.

It prints the table of `client/analysis/winning.py`: for each number of seats and each Age the
margin that wins half the time, and the spread. Games are those of jarls that do not play out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import exp
from random import Random
from typing import Final

from client.bots.leaf import turn_value
from client.bots.learned import learned
from client.bots.outlook import Outlook
from client.bots.search import base_answer
from client.bots.situation import Situation
from client.tables.simulate import bot_table
from engine import decisions as ask
from engine.scoring import winners
from engine.state import Options
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Age

FIRST: Final = 720_000
"""The first seed; no other seeds of games begin here."""
GAMES: Final = {2: 160, 3: 110, 4: 90, 5: 60}
_WATCHED: Final = 0.5
_STEPS: Final = 40

Row = tuple[Age, float, float]
"""The Age of a turn, the margin that its seat expects, and its part of the victory."""


def rows_of(players: int, seed: int) -> Iterator[Row]:
    """Play a game and yield half of its turns."""
    table = bot_table(players, seed, ("karl",), Options(kickstarter=seed % 4 == 0))
    numbers, chance = learned(players), Random(f"chances/{seed}")
    seen = []
    while not table.is_over:
        state = table.state
        decision = next(one for one in table.rules.owed(state) if not isinstance(one, ask.Duty))
        answers, known = table.answers(decision.seat), table.knowledge(decision.seat)
        if isinstance(decision, ask.TurnDecision) and chance.random() < _WATCHED:
            outlook = Outlook(state, known, numbers.weights)
            seen.append((decision.seat, state.age, turn_value(numbers.turns[state.age], outlook)))
        answer = answers[0]
        if len(answers) > 1:
            answer = base_answer(numbers, Situation(state, known, decision, answers), chance)
        table.submit(decision.seat, answer)
    won = winners(table.state)
    for seat, age, margin in seen:
        yield age, margin, float(seat in won) / len(won)


def fitted(rows: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the margin that wins half the time and the spread, by Newton's method."""
    level, slope = 0.0, 0.05
    for _ in range(_STEPS):
        grad = [0.0, 0.0]
        curve = [1e-6, 0.0, 1e-6]
        for margin, won in rows:
            said = 1 / (1 + exp(-max(-30.0, min(30.0, level + slope * margin))))
            off, weight = won - said, said * (1 - said)
            grad = [grad[0] + off, grad[1] + off * margin]
            curve = [
                curve[0] + weight,
                curve[1] + weight * margin,
                curve[2] + weight * margin * margin,
            ]
        below = curve[0] * curve[2] - curve[1] * curve[1]
        level += (curve[2] * grad[0] - curve[1] * grad[1]) / below
        slope += (curve[0] * grad[1] - curve[1] * grad[0]) / below
    return -level / slope, 1 / slope


def trust(rows: list[tuple[float, float]], half: float, spread: float) -> Iterator[str]:
    """Yield how often those won that were said to win as often."""
    said = [(1 / (1 + exp(-(margin - half) / spread)), won) for margin, won in rows]
    mean = sum(won for _, won in said) / len(said)
    brier = sum((one - won) ** 2 for one, won in said) / len(said)
    constant = sum((mean - won) ** 2 for _, won in said) / len(said)
    yield f"{len(said)} turns, Brier {brier:.3f} (constant {constant:.3f})"
    for low in (0.0, 0.1, 0.2, 0.35, 0.5, 0.7):
        high = {0.0: 0.1, 0.1: 0.2, 0.2: 0.35, 0.35: 0.5, 0.5: 0.7, 0.7: 1.01}[low]
        part = [(one, won) for one, won in said if low <= one < high]
        if part:
            names = [sum(pair[at] for pair in part) / len(part) for at in (0, 1)]
            yield f"  said {names[0]:.0%} came {names[1]:.0%} (n {len(part)})"


def main() -> None:
    """Print the table, and how far it can be trusted on games it was not fitted to."""
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        half = GAMES[players]
        games = [list(rows_of(players, FIRST + seed)) for seed in range(half + half // 3)]
        for age in Age:
            fit, test = (
                [(margin, won) for game in part for when, margin, won in game if when is age]
                for part in (games[:half], games[half:])
            )
            level, spread = fitted(fit)
            sys.stdout.write(f"{players} {int(age)}: ({level:.1f}, {spread:.1f})\n")
            for line in trust(test, level, spread):
                sys.stdout.write(f"    {line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
