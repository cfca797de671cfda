"""Where this program keeps things: one place that knows all directories and their variables.

Importing it costs nothing; platformdirs is asked only where no variable names a directory.
"""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Final

_NAME: Final = "bloodrage"


class Place(StrEnum):
    """A kind of directory."""

    CONFIG = "config"
    """What the person wrote: settings. Small, worth a backup."""
    STATE = "state"
    """Games in play and the log."""
    DATA = "data"
    """The own key, known people, records."""


VARIABLES: Final = {
    Place.CONFIG: "BLOODRAGE_CONFIG_DIR",
    Place.STATE: "BLOODRAGE_STATE_DIR",
    Place.DATA: "BLOODRAGE_DATA_DIR",
}
"""The environment variable that names another directory of a kind."""


def directory(place: Place) -> Path:
    """The directory of a kind, which need not exist yet."""
    named = os.environ.get(VARIABLES[place])
    if named:
        return Path(named)
    import platformdirs  # noqa: PLC0415 - help and completion do without

    match place:
        case Place.CONFIG:
            return platformdirs.user_config_path(_NAME, appauthor=False)
        case Place.STATE:
            return platformdirs.user_state_path(_NAME, appauthor=False)
        case Place.DATA:
            return platformdirs.user_data_path(_NAME, appauthor=False)


def state_directory() -> Path:
    """Where games and the log are kept."""
    return directory(Place.STATE)


def data_directory() -> Path:
    """Where keys and records are kept."""
    return directory(Place.DATA)


def config_directory() -> Path:
    """Where settings are kept."""
    return directory(Place.CONFIG)
