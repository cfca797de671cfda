"""The records there are, newest first, each with what is known of it without reading it through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from client.storage.collect_results import records_in
from client.storage.results_index import Result, read_index


@dataclass(frozen=True, slots=True)
class Shelved:
    """A record; `result` is None for what the index does not know."""

    path: Path
    when: datetime
    result: Result | None


def shelf(directory: Path | None = None) -> tuple[Shelved, ...]:
    """All records, newest first."""
    known = read_index(directory)
    found = []
    for path in records_in(directory):
        result = known.get(path.name)
        try:
            written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except OSError:
            continue
        found.append(Shelved(path, written if result is None else result.when, result))
    return tuple(sorted(found, key=lambda one: one.when, reverse=True))
