"""``python -m tests.fuzz [--seconds N] [--plain] [TARGET...]``: look for bytes that break a reader.

With atheris (``pip install .[fuzz]``) each target runs in its own process, guided by coverage.
Without it, or with ``--plain``, the corpus is mutated by chance, which finds less; the output says
which one ran. Findings go to ``.fuzz/found``, and to ``tests/data/corpus`` once they are fixed.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import time
import traceback
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

from tests.fuzz.mutations import LONGEST, mutated
from tests.fuzz.targets import CORPUS, TARGETS, corpus

_SCRATCH: Final = Path(".fuzz")
_SLOW: Final = 10.0
_TRACED: Final = -4
_MEGABYTES: Final = 1_024
_DONE: Final = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
_COVERED: Final = re.compile(r"cov: (\d+)")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("targets", metavar="TARGET", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=20, help="for each target")
    parser.add_argument("--seed", type=int, default=1, help="of chance, without atheris")
    parser.add_argument("--plain", action="store_true", help="without atheris, even if it is there")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.targets if name not in TARGETS]:
        parser.error(f"there is no target {unknown[0]}")
    is_guided = not chosen.plain and find_spec("atheris") is not None
    (_SCRATCH / "found").mkdir(parents=True, exist_ok=True)
    how = "atheris, guided by coverage" if is_guided else "chance over the corpus, without coverage"
    sys.stdout.write(f"by {how}\n")
    found = done = 0
    for name in chosen.targets or TARGETS:
        count, is_sound = (
            _guided(name, chosen.seconds)
            if is_guided
            else _plain(name, chosen.seconds, Random(chosen.seed))
        )
        done += count
        found += not is_sound
        sys.stdout.flush()
    sys.stdout.write(f"{done:,} executions, {found} targets with a finding\n")
    return 1 if found else 0


def _guided(name: str, seconds: int) -> tuple[int, bool]:
    grown = _SCRATCH / name
    grown.mkdir(exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-timeout={int(_SLOW)}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-max_len={LONGEST}",
        f"-artifact_prefix={_SCRATCH / 'found' / name}-",
        "-print_final_stats=1",
    ]
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tests.fuzz.guided", name, *options, str(grown), str(CORPUS / name)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    told = ended.stdout + ended.stderr
    counts, covered = _DONE.findall(told), _COVERED.findall(told)
    count = int(counts[-1]) if counts else 0
    is_sound = ended.returncode == 0
    sys.stdout.write(
        f"{name}: {count:,} executions, {covered[-1] if covered else 'no'} branches covered\n"
    )
    if not is_sound:
        sys.stdout.write(told[-4_000:])
    return count, is_sound


def _plain(name: str, seconds: int, chance: Random) -> tuple[int, bool]:
    target, raws = TARGETS[name], corpus(name)
    until, count, is_sound = time.process_time() + seconds, 0, True
    for raw in raws:
        target(raw)
    while is_sound and time.process_time() < until:
        raw = mutated(chance, raws)
        began = time.process_time()
        count += 1
        try:
            target(raw)
        except Exception:  # noqa: BLE001 - whatever it is, it is a finding
            traceback.print_exc(_TRACED, file=sys.stdout)
            is_sound = False
        if time.process_time() - began > _SLOW:
            sys.stdout.write(f"{name}: {time.process_time() - began:.0f} s for one input\n")
            is_sound = False
        if not is_sound:
            path = _SCRATCH / "found" / f"{name}-{hashlib.sha256(raw).hexdigest()[:16]}"
            path.write_bytes(raw)
            sys.stdout.write(f"kept as {path}\n")
    sys.stdout.write(f"{name}: {count:,} executions\n")
    return count, is_sound


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
