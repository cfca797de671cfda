"""The course of a training: games, fits, more games, and the text of the learned numbers.

The same course gives the same text: every game has its seed, and nothing is read but the printed
weights of a karl. It takes about 40 minutes of processor time.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Final, TypeVar

from client.bots.karl import greedy
from client.bots.learned import read_weights, understood
from client.bots.learned_picks import HandValues
from client.bots.search import base_answer
from client.bots.situation import Bot
from client.bots.weights import Weights
from engine.state import RULES_VERSION
from engine.terms import Age
from tests.train.fits import fit_hands, fit_starts, fit_turns
from tests.train.games import Row, rows_of
from tests.train.tuning import PLAYERS, Steps, perturbed_game, table_of, tuned
from tests.train.weights_file import Table, text_of

_TUNED: Final = (range(200_000, 202_500), range(300_000, 302_500))
"""The games that the weights are tuned on before each round."""
_GAMES: Final = {2: 2000, 3: 1500, 4: 2000, 5: 1200}
"""Games of a round, by number of seats."""

_Made = TypeVar("_Made")


def _seeds(round_: int, players: int) -> range:
    """Return the seeds of a round: 1,200,000 for the first round of two seats, and so on."""
    first = 1_000_000 * round_ + 100_000 * players
    return range(first, first + _GAMES[players])


@lru_cache(maxsize=4)
def _policy(text: str, players: int) -> tuple[Bot, Weights]:
    """Return the player of a file of numbers: a greedy one if it has weights only."""
    weights = read_weights(text)
    if "[seats" not in text:
        return partial(greedy, weights), weights
    numbers = understood(text)[players]
    return partial(base_answer, numbers), numbers.weights


def _game(text: str, players: int, seed: int) -> list[Row]:
    return rows_of(*_policy(text, players), players, seed)


def _together(play: Callable[[int], list[_Made]], seeds: Iterable[int]) -> list[_Made]:
    """Play games in several processes; the order is that of the seeds."""
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        return [one for made in pool.imap(play, seeds, chunksize=8) for one in made]


def _seats(rows: Sequence[Row]) -> Table:
    """Return everything that is fitted for a number of seats."""
    found: dict[str, dict[str, Table]] = {"hand": {}, "turn": {}, "start": {}}
    for age in Age:
        fits = [("hand", fit_hands), ("turn", fit_turns)]
        if age is not Age.ONE:
            fits.append(("start", fit_starts))
        for name, fit in fits:
            found[name][str(int(age))], explained = fit(rows, age)
            _tell(f"  Age {int(age)}, {name}: {explained:.2f} of the variance")
    return found


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def train() -> str:
    """Return the text of the file of learned numbers."""
    steps: Steps = {}
    seats: dict[str, Table] = {}
    hands: Mapping[Age, HandValues] = {}
    rows: dict[int, list[Row]] = {players: [] for players in _GAMES}
    digest, count = hashlib.sha256(), 0
    for round_, games in enumerate(_TUNED, 1):
        _tell(f"round {round_}: tuning weights on {len(games)} games")
        steps = tuned(steps, _together(partial(perturbed_game, steps, hands), games))
        policy = _text(steps, seats)
        seats = {}
        for players in _GAMES:
            seeds = _seeds(round_, players)
            _tell(f"round {round_}: {len(seeds)} games of {players}")
            new = _together(partial(_game, policy, players), seeds)
            digest.update("\n".join(row.line() for row in new).encode())
            count += len(new)
            # The facts of a turn are reckoned by weights that have changed since.
            rows[players] = [*(row for row in rows[players] if row.kind != "turn"), *new]
            seats[str(players)] = _seats(rows[players])
        hands = understood(_text(steps, seats))[PLAYERS].hands
    return text_of({"made": _made(count, digest.hexdigest())}) + "\n" + _text(steps, seats)


def _text(steps: Steps, seats: Table) -> str:
    return text_of({"weights": table_of(steps), "seats": seats})


def _made(rows: int, digest: str) -> Table:
    """Return the head of the file: its command, its games, its rules."""
    fitted = [_seeds(round_, players) for round_ in range(1, len(_TUNED) + 1) for players in _GAMES]
    return {
        "command": "make train",
        "rules_version": RULES_VERSION,
        "tuned_on": _spans(_TUNED),
        "fitted_on": _spans(fitted),
        "rows": rows,
        "digest_of_rows": digest,
        "result": "docs/bots.md",
    }


def _spans(seeds: Iterable[range]) -> str:
    return ", ".join(f"{one.start} to {one.stop - 1}" for one in seeds)
