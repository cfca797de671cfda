"""The answers of another checker beside those of the program."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

EXPECTED: Final = ".expected.json"
LISTS: Final = ("statements", "contradictions")
"""Answers that are compared item by item."""
MOST_RUNS: Final = 5
"""Runs of which the differences are told."""
MOST_LINES: Final = 12
"""Differences told of each."""


def runs_in(folder: Path) -> list[Path]:
    """Return the files of a folder that are runs, also those with a byte changed."""
    return sorted(path for path in folder.glob("*.json") if not path.name.endswith(EXPECTED))


def expected_of(path: Path) -> Path:
    """Return the file of the program's answers about a run."""
    return path.with_name(path.name.removesuffix(".json") + EXPECTED)


def differences(expected: object, found: object, place: str = "") -> Iterator[str]:
    """Yield a line for each place where answers differ from those expected."""
    if isinstance(expected, dict) and isinstance(found, dict):
        yield from _in_objects(expected, found, place)
    elif isinstance(expected, list) and isinstance(found, list) and place in LISTS:
        yield from _in_lists(expected, found, place)
    elif type(expected) is not type(found) or expected != found:
        yield f"{place}: expected {_short(expected)}, found {_short(found)}"


def _in_objects(expected: dict[str, object], found: dict[str, object], place: str) -> Iterator[str]:
    for key in sorted(expected.keys() | found.keys()):
        inner = f"{place}.{key}" if place else key
        if key not in found:
            yield f"{inner}: missing, expected {_short(expected[key])}"
        elif key not in expected:
            yield f"{inner}: not expected, found {_short(found[key])}"
        else:
            yield from differences(expected[key], found[key], inner)


def _in_lists(expected: list[object], found: list[object], place: str) -> Iterator[str]:
    """Yield differences of long lists: of statements by place, of contradictions as of sets."""
    if place == "statements" and len(expected) == len(found):
        for number, (one, two) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, two, f"{place}[{number}]")
        return
    yield from (f"{place}: missing {_short(one)}" for one in expected if one not in found)
    yield from (f"{place}: not expected {_short(one)}" for one in found if one not in expected)
    if len(expected) != len(found):
        yield f"{place}: {len(found)} instead of {len(expected)}"


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 300 else text[:300] + " ..."


def compare(folder: Path, command: Sequence[str]) -> Iterator[str]:
    """Yield a report of the runs for which a command answers otherwise; its last line counts.

    The command gets a run a line, and answers with a line each.
    """
    agreed, differing = 0, 0
    with subprocess.Popen(  # noqa: S603 - the command line says it
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as checker:
        assert checker.stdin
        assert checker.stdout
        for path in runs_in(folder):
            checker.stdin.write(path.read_text("utf-8").strip() + "\n")
            checker.stdin.flush()
            line = checker.stdout.readline()
            if not line:
                yield f"{path.name}: no answer; the command has ended"
                differing += 1
                break
            expected = json.loads(expected_of(path).read_text("utf-8"))
            found = list(_told(expected, line))
            agreed, differing = agreed + (not found), differing + bool(found)
            if found and differing <= MOST_RUNS:
                yield f"{path.name}: {len(found)} differences"
                yield from (f"  {line}" for line in found[:MOST_LINES])
        checker.stdin.close()
    yield f"{agreed} runs agree, {differing} differ"


def _told(expected: object, line: str) -> Iterator[str]:
    try:
        found = json.loads(line)
    except ValueError:
        yield f"no JSON: {line[:200]!r}"
        return
    yield from differences(expected, found)
