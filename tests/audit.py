"""Asks an advisory service about the locked packages: `make audit`, a part of `make check`.

pip-audit does the work. A known vulnerability is a failure; an unreachable service is not, so that
the checks run without a network, but it is reported: nothing was audited then.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LOCK: Final = Path(__file__).parents[1] / "requirements.lock"
_PATIENCE: Final = 300
"""Seconds for all packages."""
_NO_ANSWER: Final = re.compile(
    r"\n?(requests\.exceptions|urllib3\.exceptions|pip_audit\._service)\.[^\n]*\n*\Z"
    r"|your network may be blocking this service"
)
"""The end of pip-audit's complaint if the service is not there, or answers with nonsense."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentences about an audit, and whether it failed."""

    told: tuple[str, ...]
    failed: bool


def verdict(out: str, err: str) -> Verdict:
    """Judge the output of pip-audit: JSON if it came to an end, otherwise only a complaint."""
    try:
        answer = json.loads(out)
    except ValueError:
        if _NO_ANSWER.search(err):
            return _unaudited()
        return Verdict((f"The audit itself failed:\n{err.strip()}",), failed=True)
    found, skipped = [], []
    for package in answer["dependencies"]:
        if "skip_reason" in package:
            skipped.append(str(package["name"]))
        found += [
            f"{package['name']} {package['version']}: {known['id']},"
            f" fixed in {', '.join(known['fix_versions']) or 'no version yet'}"
            for known in package.get("vulns", ())
        ]
    audited = len(answer["dependencies"]) - len(skipped)
    if not audited:
        return _unaudited()
    return Verdict(tuple(_sentences(found, skipped, audited)), failed=bool(found))


def _unaudited() -> Verdict:
    told = "No advisory service answers here: the locked packages are not audited."
    return Verdict((told,), failed=False)


def _sentences(found: list[str], skipped: list[str], audited: int) -> Iterator[str]:
    yield from found
    if skipped:
        yield f"Not audited, because the service does not know them: {', '.join(skipped)}."
    yield f"{audited} locked packages audited; known vulnerabilities: {len(found)}."


def main() -> int:
    """Audit the locked packages and print the verdict; return 1 if it is bad."""
    try:
        done = subprocess.run(  # noqa: S603 - pip-audit
            [
                *(sys.executable, "-m", "pip_audit", "--requirement", str(LOCK)),
                *("--require-hashes", "--disable-pip", "--format", "json"),
                *("--progress-spinner", "off", "--desc", "off", "--aliases", "off"),
                *("--timeout", "10"),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        judged = _unaudited()
    else:
        judged = verdict(done.stdout, done.stderr)
    for sentence in judged.told:
        sys.stdout.write(f"{sentence}\n")
    return int(judged.failed)


if __name__ == "__main__":
    sys.exit(main())
