"""Where the record of a finished game lies: one file for each table, named after it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.online.people import data_directory
from client.tables.network import NetworkTable

RECORD_SUFFIX: Final = ".bloodrage"
_NAME: Final = 16


def save_record(table: NetworkTable, directory: Path | None = None) -> Path:
    """Write the whole record of a game beside the others; it is there wholly or not at all.

    Raises:
        OSError: the disk does not take it.
    """
    folder = (directory or data_directory()) / "records"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (table.charter.table_id.hex()[:_NAME] + RECORD_SUFFIX)
    temporary = path.with_suffix(".new")
    temporary.write_bytes(table.record())
    temporary.replace(path)
    return path
