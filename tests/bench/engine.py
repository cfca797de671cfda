"""Decisions of the engine per second of processor time, beside the plies of python-chess.

Whole games of thralls at four seats, with every legal answer listed for every decision; a decision
counts if it has at least two answers. Machines differ and are noisy: the ratio is that of two runs
one after the other, the least, the median and the greatest of several. Without python-chess compare
the fraction of a fixed loop of plain Python in the same run.
"""

from cProfile import Profile
from io import StringIO
from pstats import Stats
from statistics import median
from time import process_time
from typing import Final

from client.tables.simulate import play_game, run_sim, summarise
from tests.bench.chess_plies import HAS_CHESS, plies_per_second

REQUIRED: Final = 3_000
"""Decisions a second that the engine must reach."""

RATIO: Final = 0.8
"""Decisions a second that the engine must reach for each ply of python-chess."""

_RUNS: Final = 10
_GAMES_A_RUN: Final = 15
_PLAYERS: Final = 4
_GAMES: Final = 60
_PROFILED: Final = 5
_LOOP: Final = 2_000_000
_TOP: Final = 15


def run() -> list[str]:
    """Return the lines to print."""
    before = reference()
    summary = summarise(run_sim(_PLAYERS, _GAMES, 0, ("thrall",)))
    loop = (before + reference()) / 2
    rate = summary.decisions_per_s
    verdict = "enough" if rate >= REQUIRED else "TOO SLOW"
    return [
        (
            f"{_GAMES} games of {_PLAYERS} thralls in {summary.seconds:.2f} s of processor time: "
            f"{summary.games_per_s:.1f} games/s"
        ),
        f"{rate:,.0f} decisions/s, {REQUIRED:,} required: {verdict}",
        (
            f"{rate / loop:.4f} decisions per thousand steps of the reference loop"
            f" ({loop:,.0f} thousand steps/s)"
        ),
        *_beside_chess(),
        *_profile(),
    ]


def _beside_chess() -> list[str]:
    if not HAS_CHESS:
        return ["python-chess is not installed (pip install .[bench]): nothing to compare with"]
    ratios, plies = [], []
    for number in range(_RUNS):
        first = number * _GAMES_A_RUN
        plies.append(plies_per_second(_GAMES_A_RUN, number))
        games = summarise(run_sim(_PLAYERS, _GAMES_A_RUN, first, ("thrall",)))
        ratios.append(games.decisions_per_s / plies[-1])
    verdict = "enough" if median(ratios) >= RATIO else "TOO SLOW"
    return [
        (
            f"{min(ratios):.2f}/{median(ratios):.2f}/{max(ratios):.2f} decisions for a ply of"
            f" python-chess (least/median/greatest of {_RUNS}, interleaved;"
            f" {median(plies):,.0f} plies/s); {RATIO} required: {verdict}"
        ),
    ]


def reference() -> float:
    """Return thousand steps a second of a loop that never changes."""
    began = process_time()
    total = 0
    for number in range(_LOOP):
        total = (total * 31 + number) % 1_000_003
    return _LOOP / 1000 / (process_time() - began)


def _profile() -> list[str]:
    profile = Profile(process_time)
    with profile:
        for seed in range(_PROFILED):
            play_game(_PLAYERS, seed, ("thrall",))
    text = StringIO()
    stats = Stats(profile, stream=text)
    stats.strip_dirs().sort_stats("tottime").print_stats(_TOP)
    return [line for line in text.getvalue().splitlines() if line.strip()]
