"""`python -m tests.simulator [--seed N] [--games N]`: play games with many faults, cheats or liars.

`--votes` lets the votes of one seat lie, `--liars 2` those of two of five; `--plot` chooses their
plan, `--charge` the only charge that ends a run. `--cut STEPS` ends each game so many steps after
the lies began, in honest games after so many steps. `--found NAME` plays a run of `found.py`.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from multiprocessing import get_context

from tests.simulator.found import FOUND_BY_LIARS, Kind
from tests.simulator.jury import Charge, Guilty
from tests.simulator.plots import PLOTS
from tests.simulator.runs import run


@dataclass(frozen=True)
class Played:
    """The outcome of one seed: seconds of CPU, and its counts or the failure."""

    seed: int
    seconds: float
    counts: Counter[str]
    failure: str = ""
    trace: str = ""
    charge: str = ""


def play(order: tuple[Kind, int]) -> Played:
    """Play one game and catch its failure."""
    kind, seed = order
    logging.disable()
    began = time.process_time()
    try:
        counts = run(kind.plan(seed))
        return Played(seed, time.process_time() - began, counts)
    except Exception as error:  # noqa: BLE001 - reported with its seed, and the next one is run
        failure, trace = f"{type(error).__name__}: {error}", traceback.format_exc()
        charge = error.charge if isinstance(error, Guilty) else type(error).__name__
        return Played(seed, time.process_time() - began, Counter(), failure, trace, str(charge))


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.simulator", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--cheats", action="store_true", help="games in which somebody cheats")
    parser.add_argument(
        "--withhold", action="store_true", help="games in which reveals are kept back"
    )
    parser.add_argument("--boxes", action="store_true", help="games with gods and Mystics")
    parser.add_argument("--votes", action="store_true", help="games in which somebody's votes lie")
    parser.add_argument("--liars", type=int, choices=(1, 2), default=1)
    parser.add_argument("--plot", choices=sorted(PLOTS), default="", metavar="NAME")
    charges = {charge.name.lower(): charge for charge in Charge}
    parser.add_argument("--charge", choices=sorted(charges), metavar="NAME")
    parser.add_argument("--cut", type=int, default=0, metavar="STEPS")
    parser.add_argument("--found", choices=sorted(FOUND_BY_LIARS), metavar="NAME")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="the report as one object")
    arguments = parser.parse_args()
    only = frozenset({charges[arguments.charge]} if arguments.charge else Charge)
    liars = arguments.liars if arguments.votes else 0
    kind = Kind(
        liars,
        arguments.plot,
        only,
        arguments.cut,
        is_cheating=arguments.cheats,
        is_withholding=arguments.withhold,
        has_boxes=arguments.boxes,
    )
    seed = arguments.seed
    if arguments.found:
        found = FOUND_BY_LIARS[arguments.found]
        kind, seed = found.kind, found.seed
    return report(
        kind, range(seed, seed + arguments.games), arguments.jobs, is_short=arguments.json
    )


def report(kind: Kind, seeds: range, jobs: int, *, is_short: bool) -> int:
    """Play games and print their counts; return the exit code."""
    counts: Counter[str] = Counter()
    charges: Counter[str] = Counter()
    failed: dict[int, str] = {}
    began, worked = time.monotonic(), 0.0
    orders = [(kind, seed) for seed in seeds]
    with get_context("fork").Pool(jobs, maxtasksperchild=50) as pool:
        games = map(play, orders) if jobs == 1 else pool.imap_unordered(play, orders)
        for one in games:
            worked += one.seconds
            for what, count in one.counts.items():
                is_most = what.startswith("most ")
                counts[what] = max(counts[what], count) if is_most else counts[what] + count
            if one.failure:
                failed[one.seed] = one.failure
                charges[one.charge] += 1
                sys.stderr.write(f"seed {one.seed}: {one.failure}\n")
                if len(seeds) == 1:
                    sys.stderr.write(one.trace)
    told = {
        "games": len(seeds),
        "failed": dict(sorted(failed.items())),
        "charges": dict(charges.most_common()),
        "seconds": round(time.monotonic() - began, 1),
        "seconds of CPU": round(worked, 1),
        "games per minute of CPU": round(60 * len(seeds) / max(0.1, worked), 1),
        "faults": dict(counts.most_common()),
    }
    sys.stdout.write(json.dumps(told, indent=None if is_short else 1) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
