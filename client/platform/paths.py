"""Directories of this program, and the environment variables that name others.

Importing it costs nothing: a help reads `directory_name` and does without `pathlib`, and
platformdirs is asked only where neither a variable nor XDG names a directory.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_NAME: Final = "bloodrage"
_A_HOME: Final = 2
"""Parts of a path that is more than the root."""


class DirectoryKind(StrEnum):
    """A kind of directory."""

    CONFIG = "config"
    """Settings, written by the person. Small, worth a backup."""
    STATE = "state"
    """Games in play and the log."""
    DATA = "data"
    """Your key, known people, records."""


VARIABLES: Final = {
    DirectoryKind.CONFIG: "BLOODRAGE_CONFIG_DIR",
    DirectoryKind.STATE: "BLOODRAGE_STATE_DIR",
    DirectoryKind.DATA: "BLOODRAGE_DATA_DIR",
}
"""The environment variable that names another directory of a kind."""


def directory(kind: DirectoryKind) -> Path:
    """Return the directory of a kind, which need not exist yet."""
    from pathlib import Path  # noqa: PLC0415 - it brings URLs and addresses along

    return Path(directory_name(kind))


def directory_name(kind: DirectoryKind) -> str:
    """Return the path of the directory of a kind, as text.

    A process without HOME whose user has no account, as in some containers, has `/` as its home:
    if that cannot be written, the sentence about it names the variable to set.
    """
    named = os.environ.get(VARIABLES[kind])
    if named:
        return named
    if (by_xdg := _by_xdg(kind)) is not None:
        return by_xdg
    import platformdirs  # noqa: PLC0415 - it takes as long as everything else before a help

    try:
        match kind:
            case DirectoryKind.CONFIG:
                return platformdirs.user_config_dir(_NAME, appauthor=False)
            case DirectoryKind.STATE:
                return platformdirs.user_state_dir(_NAME, appauthor=False)
            case DirectoryKind.DATA:
                return platformdirs.user_data_dir(_NAME, appauthor=False)
    except RuntimeError:
        return f"/.{_NAME}/{kind}"


_XDG: Final = {
    DirectoryKind.CONFIG: ("XDG_CONFIG_HOME", ".config"),
    DirectoryKind.STATE: ("XDG_STATE_HOME", ".local/state"),
    DirectoryKind.DATA: ("XDG_DATA_HOME", ".local/share"),
}
"""Variables of the XDG Base Directory Specification, and the places without them."""


def _by_xdg(kind: DirectoryKind) -> str | None:
    """Return the directory on a Linux machine with a home, as platformdirs does; else None."""
    home = os.environ.get("HOME", "")
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ and os.path.isabs(home):
        variable, usual = _XDG[kind]
        named = os.environ.get(variable, "")
        return os.path.join(named if os.path.isabs(named) else os.path.join(home, usual), _NAME)
    return None


def home_directory() -> Path | None:
    """Return the home directory; None if there is none."""
    from pathlib import Path  # noqa: PLC0415 - see `directory`

    try:
        return Path.home()
    except RuntimeError:
        return None


def shown_path(path: Path) -> str:
    """Return a path for a screen: below the home directory it begins with ``~``, as in a shell."""
    home = home_directory()
    if home is None or os.sep != "/" or not path.is_relative_to(home) or len(home.parts) < _A_HOME:
        return str(path)
    return os.path.join("~", path.relative_to(home))


def state_directory() -> Path:
    """Return the directory of games and the log."""
    return directory(DirectoryKind.STATE)


def data_directory() -> Path:
    """Return the directory of keys and records."""
    return directory(DirectoryKind.DATA)


def config_directory() -> Path:
    """Return the directory of the settings."""
    return directory(DirectoryKind.CONFIG)
