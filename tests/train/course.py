"""The course of a training: games, fits, more games, and the text of the learned numbers.

The same course gives the same text: every game has its seed, and nothing is read but the printed
weights of a karl. It takes about half an hour of processor time.
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
from client.bots.search import base_answer
from client.bots.situation import Bot
from client.bots.weights import Weights
from engine.state import RULES_VERSION
from engine.terms import Age
from tests.train.fits import fit_hands, fit_starts, fit_turns
from tests.train.games import Row, rows_of
from tests.train.tuning import perturbed_game, table_of, tuned
from tests.train.weights_file import Table, text_of

_TUNED: Final = range(200_000, 200_700)
_GAMES: Final = {2: 1200, 3: 900, 4: 900, 5: 600}
"""Games of a round, by number of seats."""
_ROUNDS: Final = 2

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
    _tell(f"tuning weights on {len(_TUNED)} games")
    steps = tuned(_together(perturbed_game, _TUNED))
    text = text_of({"weights": table_of(steps)})
    rows: dict[int, list[Row]] = {players: [] for players in _GAMES}
    learned: Table = {}
    for round_ in range(1, _ROUNDS + 1):
        seats: dict[str, Table] = {}
        for players, games in _GAMES.items():
            _tell(f"round {round_}: {games} games of {players}")
            rows[players] += _together(partial(_game, text, players), _seeds(round_, players))
            seats[str(players)] = _seats(rows[players])
        learned = {"weights": table_of(steps), "seats": seats}
        text = text_of(learned)
    return text_of({"made": _made(rows), **learned})


def _made(rows: Mapping[int, Sequence[Row]]) -> Table:
    """Return the head of the file: its command, its games, its rules."""
    lines = "\n".join(row.line() for players in _GAMES for row in rows[players])
    seeds = [_seeds(round_, players) for round_ in range(1, _ROUNDS + 1) for players in _GAMES]
    return {
        "command": "make train",
        "rules_version": RULES_VERSION,
        "tuned_on": f"seeds {_TUNED.start} to {_TUNED.stop - 1}",
        "fitted_on": ", ".join(f"{one.start} to {one.stop - 1}" for one in seeds),
        "rows": sum(map(len, rows.values())),
        "digest_of_rows": hashlib.sha256(lines.encode()).hexdigest(),
        "result": "docs/bots.md",
    }
