"""Where the record of a finished game lies: one file for each table, named after it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.platform.atomic_files import write_whole
from client.platform.paths import data_directory
from client.tables.network_table import NetworkTable
from protocol.charter import Charter

WATCHED: Final = "-watched"
"""What the name of a record ends with that a spectator kept."""
RECORD_SUFFIX: Final = ".bloodrage"
REPORT_SUFFIX: Final = ".report"
"""Of what proves a fault to others, beside the record."""
_NAME: Final = 16


def record_path(table: NetworkTable, directory: Path | None = None) -> Path:
    """Where the record of a table belongs: beside the others, named after the table."""
    return _path_of(table.charter, "", directory)


def watched_path(charter: Charter, directory: Path | None = None) -> Path:
    """Where a spectator keeps the record of a table."""
    return _path_of(charter, WATCHED, directory)


def _path_of(charter: Charter, ending: str, directory: Path | None) -> Path:
    folder = (directory or data_directory()) / "records"
    return folder / (charter.table_id.hex()[:_NAME] + ending + RECORD_SUFFIX)


def save_record(table: NetworkTable, directory: Path | None = None) -> Path:
    """Write the whole record of a game beside the others.

    Raises:
        OSError: the disk does not take it.
    """
    path = record_path(table, directory)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, table.record())
    return path
