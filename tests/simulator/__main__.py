"""`python -m tests.simulator [--seed N] [--games N]`: play games with many faults."""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter

from tests.simulator.plan import cheating_plan_of, plan_of
from tests.simulator.runs import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.simulator")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--cheats", action="store_true", help="games in which somebody cheats")
    parser.add_argument("--json", action="store_true", help="the report as one object")
    arguments = parser.parse_args()
    plan = cheating_plan_of if arguments.cheats else plan_of
    counts: Counter[str] = Counter()
    failed: dict[int, str] = {}
    began = time.process_time()
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        try:
            counts += run(plan(seed))
        except Exception as error:  # noqa: BLE001 - reported with its seed, and the next one is run
            failed[seed] = f"{type(error).__name__}: {error}"
            sys.stderr.write(f"seed {seed}: {failed[seed]}\n")
            if arguments.games == 1:
                traceback.print_exc()
    report = {
        "games": arguments.games,
        "failed": failed,
        "seconds": round(time.process_time() - began, 1),
        "faults": dict(counts.most_common()),
    }
    sys.stdout.write(json.dumps(report, indent=None if arguments.json else 1) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
