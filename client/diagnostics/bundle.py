"""A report to send along: facts, checks, log, settings and a list of games in one zip file.

Secrets never get near it: key files, saved games and records are counted and not read, free text of
the settings is left out. The log, which is copied, is redacted once more, and the home directory is
written as ~ everywhere.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.diagnostics.facts import Facts, plain
from client.diagnostics.findings import Finding
from client.log.redaction import redacted
from client.log.setup import OLD_FILES
from client.platform.paths import home_directory
from client.settings.resolve import Chosen
from client.settings.schema import plain_of
from client.storage.game_directory import saved_paths
from client.storage.record_files import RECORD_SUFFIX, REPORT_SUFFIX
from client.storage.saved_games import GAME_SUFFIX, SaveError, load_game
from engine.values import Value

MOST_LOG: Final = 256 * 1024
"""Characters of each log file: the last ones."""
_UNTOLD: Final = frozenset({"name", "command"})
"""Settings of free text: only their presence is reported."""


class Bundle(Value):
    """The content of a report."""

    facts: Facts
    findings: tuple[Finding, ...]
    chosen: Chosen

    def write(self, path: Path) -> None:
        """Write the report as a zip file.

        Raises:
            OSError: the disk does not take it.
        """
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in self.files():
                bundle.writestr(f"bloodrage-report/{name}", text)

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield every file by name, with its text, without secrets."""
        home = str(home_directory() or "")
        for name, text in self._raw_files():
            yield name, redacted(text.replace(home, "~") if len(home) > 1 else text)

    def _raw_files(self) -> Iterator[tuple[str, str]]:
        yield "info.json", _json(plain(self.facts))
        yield "doctor.json", _json([plain_finding(finding) for finding in self.findings])
        yield "settings.json", _json(self._settings())
        yield "games.json", _json([*_games(self.facts.paths["state"])])
        yield "records.json", _json([*_records(self.facts.paths["data"])])
        yield from _logs(self.facts.paths["log"])

    def _settings(self) -> dict[str, object]:
        shown = {
            key: {
                "value": bool(value) if key in _UNTOLD else value,
                "from": str(self.chosen.sources[key]),
            }
            for key, value in plain_of(self.chosen.settings).items()
        }
        return {**shown, "keys": [command for command, _ in self.chosen.settings.keys]}


def plain_finding(finding: Finding) -> dict[str, str]:
    """Return a finding as data."""
    return {
        "check": str(finding.topic),
        "result": str(finding.level),
        "told": finding.told,
        "todo": finding.todo,
    }


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _games(directory: Path) -> Iterator[Mapping[str, object]]:
    try:
        paths = sorted(saved_paths(directory, GAME_SUFFIX))
    except OSError as error:
        yield {"unreadable": error.strerror}
        return
    for path in paths:
        try:
            game = load_game(path)
        except SaveError:
            yield {"game": path.stem, **_size(path), "broken": True}
        else:
            yield {
                "game": path.stem,
                **_size(path),
                "levels": list(game.game.levels),
                "answers": len(game.answers),
                "over": game.over,
                "torn": game.lines.is_torn,
            }


def _records(directory: Path) -> Iterator[Mapping[str, object]]:
    for kind, suffix in (("record", RECORD_SUFFIX), ("report", REPORT_SUFFIX)):
        for path in sorted((directory / "records").glob(f"*{suffix}")):
            yield {kind: path.name, **_size(path)}


def _size(path: Path) -> dict[str, object]:
    try:
        found = path.stat()
    except OSError as error:
        return {"unreadable": error.strerror}
    changed = datetime.fromtimestamp(found.st_mtime, UTC)
    return {"bytes": found.st_size, "changed": f"{changed:%Y-%m-%d %H:%M}"}


def _logs(path: Path) -> Iterator[tuple[str, str]]:
    for name in (path.name, *(f"{path.name}.{number}" for number in range(1, OLD_FILES + 1))):
        try:
            text = path.with_name(name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        yield name, text[-MOST_LOG:]
