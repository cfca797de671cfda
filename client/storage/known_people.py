"""Keys and names on this machine: those of the person here, and those of other people.

Your key is made on the first start and readable by you only. A second program of the same person
takes a second key, since no key can sit at a table twice. The keys of others are remembered by
name, so that a known name with another key is noticed.
"""

from __future__ import annotations

import getpass
import json
import os
from pathlib import Path
from typing import Final

from client.platform.files import Lock, is_there, sync, take_lock
from client.platform.paths import data_directory
from client.platform.system import random_bytes
from protocol.charter import LONGEST_NAME
from protocol.wire.identity import KEY_SIZE, Identity, Peer
from protocol.wire.lookalikes import looks
from protocol.wire.names import is_name, name_in

_KEY_FILE: Final = "identity.key"
_KNOWN_FILE: Final = "known.json"
_NAME_FILE: Final = "name"
_PRIVATE: Final = 0o600
_MOST_KEYS: Final = 32
_MOST_REMEMBERED: Final = 8
"""Keys of one name; the oldest are forgotten."""


class BadKeyFile(Exception):
    """The file of your key is unusable.

    Attributes:
        path: the file.
        refusal: the error of the system that keeps us from it; None if it is there and no key.
    """

    def __init__(self, path: Path, refusal: OSError | None = None) -> None:
        """Name the file."""
        super().__init__(str(path))
        self.path = path
        self.refusal = refusal


def key_path(directory: Path | None = None) -> Path:
    """Return the path of the key file, whether it exists or not."""
    return (directory or data_directory()) / _KEY_FILE


def kept_fingerprint() -> str | None:
    """Return the fingerprint of your key, None if there is no readable key."""
    try:
        return Peer(_key_in(key_path()).public).fingerprint()
    except (OSError, BadKeyFile):
        return None


_held: dict[Path, int] = {}
"""Key files that this program has locked, with descriptors that stay open to its end."""


def own_identity(directory: Path | None = None) -> Identity:
    """Return your key, made if there is none yet, or the next one if another program uses it.

    Raises:
        BadKeyFile: the file is no key, or the system does not let us have it.
    """
    folder = directory or data_directory()
    path = key_path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(2, _MOST_KEYS):
            if path in _held:
                return _key_in(path)
            handle = _open_key(path)
            # Without locks two programs may share a key: better than none at all.
            if take_lock(handle) is not Lock.HELD:
                _held[path] = handle
                return _key_in(path)
            os.close(handle)
            path = folder / f"identity-{number}.key"
    except OSError as error:
        raise BadKeyFile(path, error) from error
    raise BadKeyFile(path)


def _open_key(path: Path) -> int:
    """Open a key file; a new key is written beside it first, so that none is ever torn."""
    if not is_there(path):
        temporary = path.with_suffix(f".{os.getpid()}")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
        with os.fdopen(handle, "wb") as file:
            file.write(random_bytes(KEY_SIZE))
            file.flush()
            sync(file.fileno())
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass  # another program was faster
        except OSError:
            # FAT and some network drives have no links. A rename may replace the key of a program
            # that was faster, and then that one plays with a key of which nothing is left.
            temporary.rename(path)
        finally:
            temporary.unlink(missing_ok=True)
    return os.open(path, os.O_RDWR)


def _key_in(path: Path) -> Identity:
    seed = path.read_bytes()
    if len(seed) != KEY_SIZE:
        raise BadKeyFile(path)
    return Identity(seed)


def remembered_name(directory: Path | None = None) -> str | None:
    """Return the name the person here played under last, if any."""
    try:
        name = ((directory or data_directory()) / _NAME_FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return name if is_name(name) and len(name) <= LONGEST_NAME else None


def player_name(directory: Path | None = None) -> str:
    """Return the name played under last, or that of the account, as far as it is one."""
    return remembered_name(directory) or name_in(_account(), LONGEST_NAME) or "Player"


def _account() -> str:
    """Return the name of the account, "" if there is none: the user of a container has a number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # by version of Python, and on Windows
        return ""


def remember_name(name: str, directory: Path | None = None) -> None:
    """Keep the name for the next start."""
    _write((directory or data_directory()) / _NAME_FILE, name + "\n")


def _write(path: Path, text: str) -> None:
    """Write a small file atomically; ignore errors, as the person is asked again the next time."""
    temporary = path.with_suffix(f".{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError:
        return


class KnownPeople:
    """Keys by name, of everybody played with. Names that look alike count as one."""

    def __init__(self, directory: Path | None = None) -> None:
        """Read the file; an unreadable one counts as empty."""
        self._path = (directory or data_directory()) / _KNOWN_FILE
        self._keys: dict[str, list[str]] = {}
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            found = {}
        if isinstance(found, dict):
            for name, keys in found.items():
                for key in keys if isinstance(keys, list) else [keys]:
                    if isinstance(key, str):
                        self._add(str(name), key)

    def is_strange(self, name: str, key: bytes) -> bool:
        """Whether this name is known, but never had this key."""
        known = {one for look in looks(name) for one in self._keys.get(look, ())}
        return bool(known) and key.hex() not in known

    def remember(self, name: str, key: bytes) -> None:
        """Keep the key of a name: playing with somebody accepts their key."""
        if self._add(name, key.hex()):
            _write(self._path, json.dumps(self._keys, indent=1, sort_keys=True))

    def _add(self, name: str, key: str) -> bool:
        """Add a key under every look of a name, which may itself be one; return whether it is new.

        Looks of an earlier release become those of this one.
        """
        is_new = False
        for look in looks(name):
            known = self._keys.setdefault(look, [])
            if key not in known:
                known.append(key)
                del known[:-_MOST_REMEMBERED]
                is_new = True
        return is_new
