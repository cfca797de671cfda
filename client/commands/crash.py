"""What nobody foresaw: written to a file, told in one line."""

from __future__ import annotations

import sys
import traceback
from datetime import UTC, datetime
from typing import Final

FILE: Final = "crash.log"


def report(error: BaseException, command: str) -> str:
    """Log an unforeseen exception and give the sentence that says where.

    Hands and seeds are not part of a traceback; the file holds no secret of a game.
    """
    told = "".join(traceback.format_exception(error))
    head = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, {command}, Python {sys.version.split()[0]}"
    try:
        from client.places import state_directory  # noqa: PLC0415 - may be what is broken

        directory = state_directory()
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / FILE
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{head}\n{told}\n")
    except Exception as second:  # noqa: BLE001 - the last handler there is
        return (
            f"Something went wrong that should not ({error!r}), "
            f"and it could not be logged ({second!r})."
        )
    return f"Something went wrong that should not; the details are in {path}."
