"""Decisions of the engine per second of processor time.

Whole games of thralls at four seats, with every legal answer listed for every decision; a decision
counts if it has at least two answers. Machines differ and are noisy: compare the fraction of a
fixed loop of plain Python in the same run.
"""

from cProfile import Profile
from io import StringIO
from pstats import Stats
from time import process_time
from typing import Final

from client.tables.simulate import play_game, run_sim, summarise

REQUIRED: Final = 3_000
"""Decisions a second that the engine must reach."""

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
        *_profile(),
    ]


def reference() -> float:
    """Return thousand steps a second of a loop that never changes."""
    began = process_time()
    total = 0
    for number in range(_LOOP):
        total = (total * 31 + number) % 1_000_003
    return _LOOP / 1000 / (process_time() - began)


def _profile() -> list[str]:
    profile = Profile()
    with profile:
        for seed in range(_PROFILED):
            play_game(_PLAYERS, seed, ("thrall",))
    text = StringIO()
    stats = Stats(profile, stream=text)
    stats.strip_dirs().sort_stats("tottime").print_stats(_TOP)
    return [line for line in text.getvalue().splitlines() if line.strip()]
