"""Who one is, and who others were: keys on this machine.

The own key is made on first start and readable by its owner only. The keys of others are
remembered by name, so that a known name with another key can be told.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from client.entropy import random_bytes
from protocol.identity import KEY_SIZE, Identity

DIRECTORY_VARIABLE: Final = "BLOODRAGE_DATA_DIR"
_KEY_FILE: Final = "identity.key"
_KNOWN_FILE: Final = "known.json"
_PRIVATE: Final = 0o600


class BadKeyFile(Exception):
    """The file of the own key cannot be used; the text names it."""


def data_directory() -> Path:
    """Where keys and records are kept."""
    named = os.environ.get(DIRECTORY_VARIABLE)
    return Path(named) if named else user_data_path("bloodrage", appauthor=False)


def own_identity(directory: Path | None = None) -> Identity:
    """The own key, made if there is none yet.

    Raises:
        BadKeyFile: the file is there and is no key.
    """
    folder = directory or data_directory()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _KEY_FILE
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    except FileExistsError:
        seed = path.read_bytes()
        if len(seed) != KEY_SIZE:
            raise BadKeyFile(str(path)) from None
        return Identity(seed)
    with os.fdopen(handle, "wb") as file:
        seed = random_bytes(KEY_SIZE)
        file.write(seed)
        file.flush()
        os.fsync(file.fileno())
    return Identity(seed)


class KnownPeople:
    """Keys by name, as they were met."""

    def __init__(self, directory: Path | None = None) -> None:
        """Read what is remembered; a file that cannot be read counts as empty."""
        self._path = (directory or data_directory()) / _KNOWN_FILE
        self._keys: dict[str, str] = {}
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
        if isinstance(found, dict):
            self._keys = {
                name: key
                for name, key in found.items()
                if isinstance(name, str) and isinstance(key, str)
            }

    def is_strange(self, name: str, key: bytes) -> bool:
        """Whether this name was met before with another key."""
        return self._keys.get(name, key.hex()) != key.hex()

    def remember(self, name: str, key: bytes) -> None:
        """Keep the key a name plays with; the first one met stays until it is forgotten."""
        if name in self._keys:
            return
        self._keys[name] = key.hex()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self._path.with_suffix(".new")
        temporary.write_text(json.dumps(self._keys, indent=1, sort_keys=True), encoding="utf-8")
        temporary.replace(self._path)
