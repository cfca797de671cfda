"""Record runs, answer them, or compare another checker with the program.

python -m tests.protocol.agreement.runs OUT_DIR [COUNT [FIRST]]
python -m tests.protocol.agreement.runs answer < RUNS > ANSWERS
python -m tests.protocol.agreement.runs compare OUT_DIR COMMAND...
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from tests.protocol.agreement.runs.answers import Reader, answers_to
from tests.protocol.agreement.runs.comparison import compare, expected_of
from tests.protocol.agreement.runs.coverage import features
from tests.protocol.agreement.runs.plans import plan_of, variants_of
from tests.protocol.agreement.runs.recording import RunForm, record


def write(folder: Path, count: int, first: int = 0) -> Counter[str]:
    """Write runs with their variants and the program's answers; return how many have what."""
    folder.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    for number in range(first, first + count):
        recorded = record(plan_of(number))
        for name, run in variants_of(number, recorded).items():
            path = folder / f"{name}.json"
            path.write_text(_line(run), "utf-8")
            reader = Reader(run)
            reader.judge_all()
            expected_of(path).write_text(_line(reader.answers()), "utf-8")
            if run is recorded.form:
                counts.update(features(reader))
    return counts


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def answer() -> None:
    """Answer each run on standard input as the program does."""
    for line in sys.stdin:
        run: RunForm = json.loads(line)
        sys.stdout.write(_line(answers_to(run)))
        sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Do as the command line says; return the exit code."""
    if arguments == ["answer"]:
        answer()
        return 0
    if arguments[:1] == ["compare"] and len(arguments) > 2:
        last = ""
        for last in compare(Path(arguments[1]), arguments[2:]):
            sys.stdout.write(last + "\n")
        return 0 if last.endswith(" 0 differ") else 1
    if not 1 <= len(arguments) <= 3:
        sys.stderr.write(__doc__ or "")
        return 2
    numbers = [int(argument) for argument in arguments[1:]]
    for words, number in sorted(write(Path(arguments[0]), *(numbers or [1000])).items()):
        sys.stdout.write(f"{number:6} {words}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
