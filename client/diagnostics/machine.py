"""Checks of this machine: clock, disk, key, settings, libraries."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Final

from client.diagnostics.facts import LIBRARIES, version_of
from client.diagnostics.findings import CheckTopic, Finding, Level
from client.online.addresses import unsafe_sentence
from client.platform.files import Lock, is_there, take_lock
from client.platform.paths import VARIABLES, DirectoryKind
from client.settings.resolve import Chosen
from client.text.catalogue import say
from client.text.complaints import sentence
from client.text.system_faults import remedy, system_reason
from protocol.cards.dealing import require_sound_library
from protocol.errors import UnsafeLibrary
from protocol.wire.identity import KEY_SIZE

LEAST: Final = {
    "PyNaCl": (1, 6, 2),
    "prompt_toolkit": (3, 0, 52),
    "shtab": (1, 9),
}
"""The oldest supported versions, as in pyproject.toml (a test compares them)."""
_FIRST_YEAR: Final = 2025
_COARSE: Final = 0.1
_LITTLE: Final = 20 * 1024 * 1024
_NOTHING: Final = 1024 * 1024
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def check_clock(now: datetime) -> Finding:
    """Check that the clocks can be believed."""
    if now.year < _FIRST_YEAR:
        return Finding(
            CheckTopic.CLOCK,
            Level.WARN,
            say("The clock of this machine shows {date}.", date=f"{now:%Y-%m-%d}"),
            say("Set it: otherwise games and the log get wrong dates."),
        )
    resolution = time.get_clock_info("monotonic").resolution
    if resolution > _COARSE:
        return Finding(
            CheckTopic.CLOCK,
            Level.WARN,
            say("The clock of this machine is coarse: {ms} ms.", ms=round(resolution * 1000)),
            say("There is no remedy; animations may be jerky."),
        )
    return Finding(
        CheckTopic.CLOCK, Level.OK, say("The clock shows {date} UTC.", date=f"{now:%Y-%m-%d %H:%M}")
    )


def check_disk(place: DirectoryKind, path: Path) -> Finding:
    """Check that a directory can be written, has room, and can lock files."""
    there = next(one for one in (path, *path.parents) if is_there(one))
    try:
        if there is not path:
            os.lstat(path)  # raises what keeps us from it, or that it is not there yet
    except FileNotFoundError:
        pass
    except OSError as error:
        return _unwritten(place, path, error)
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(bytes(_NOTHING // 1024))
            file.flush()
            lock = take_lock(file.fileno())
        free = shutil.disk_usage(there).free
    except OSError as error:
        return _unwritten(place, path, error)
    if lock is Lock.MISSING:
        return Finding(
            CheckTopic.DISK,
            Level.WARN,
            say("{path}: this disk does not support file locks.", path=str(path)),
            say("Open each game in one window only: here the program cannot prevent a second one."),
        )
    room = say("{path}: {size} MB free.", path=str(path), size=free // (1024 * 1024))
    if free >= _LITTLE:
        return Finding(CheckTopic.DISK, Level.OK, room)
    level = Level.FAIL if free < _NOTHING else Level.WARN
    return Finding(
        CheckTopic.DISK, level, room, say("Free some space: a game takes up to a megabyte.")
    )


def _unwritten(place: DirectoryKind, path: Path, error: OSError) -> Finding:
    return Finding(
        CheckTopic.DISK,
        Level.FAIL,
        say("{path} cannot be written: {why}.", path=str(path), why=system_reason(error)),
        remedy(error, VARIABLES[place]),
    )


def check_key(path: Path) -> Finding:
    """Check that your key is whole, within reach, and that nobody else can read it."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return Finding(
            CheckTopic.KEY,
            Level.OK,
            say("You have no key yet; it is created at your first table."),
        )
    except OSError as error:
        return _lost_key(path, error)
    if stat.S_ISDIR(found.st_mode):
        return _lost_key(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    if found.st_size != KEY_SIZE:
        return _bad_key(path, say("it has {size} bytes", size=found.st_size))
    if sys.platform != "win32" and found.st_mode & _OTHERS:
        return Finding(
            CheckTopic.KEY,
            Level.WARN,
            say("Other users of this machine can read your key: {path}", path=str(path)),
            say("chmod 600 {path}", path=str(path)),
        )
    if not os.access(path, os.R_OK):
        return _lost_key(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    return Finding(CheckTopic.KEY, Level.OK, say("Only you can read your key."))


def _lost_key(path: Path, error: OSError) -> Finding:
    return Finding(
        CheckTopic.KEY,
        Level.FAIL,
        say("Your key cannot be used ({file}): {why}.", file=str(path), why=system_reason(error)),
        remedy(error, VARIABLES[DirectoryKind.DATA]),
    )


def _bad_key(path: Path, why: str) -> Finding:
    return Finding(
        CheckTopic.KEY,
        Level.FAIL,
        say("The file of your key is broken ({path}): {why}.", path=str(path), why=why),
        say("Move it away to get a new key; others will see that your key has changed."),
    )


def check_settings(chosen: Chosen) -> list[Finding]:
    """Report the errors in the settings and in the environment."""
    todo = say("Correct it; all other settings are used.")
    return [
        Finding(CheckTopic.SETTINGS, Level.WARN, trouble, todo) for trouble in chosen.troubles
    ] or [Finding(CheckTopic.SETTINGS, Level.OK, say("The settings are valid."))]


def check_libraries(versions: Mapping[str, str | None] | None = None) -> list[Finding]:
    """Check that all libraries are there and new enough, and that the one for cards is safe."""
    found = versions or {name: version_of(name) for name in LIBRARIES}
    bad = [fault for name, version in found.items() if (fault := _library_fault(name, version))]
    try:
        require_sound_library()
    except UnsafeLibrary:
        bad.append(Finding(CheckTopic.LIBRARIES, Level.FAIL, sentence(unsafe_sentence())))
    told = say("All libraries found; the cryptography self-test passed.")
    return bad or [Finding(CheckTopic.LIBRARIES, Level.OK, told)]


def _library_fault(name: str, version: str | None) -> Finding | None:
    if version is None:
        told = say("{library} is missing.", library=name)
        todo = say("Reinstall the program with all its dependencies.")
        return Finding(CheckTopic.LIBRARIES, Level.FAIL, told, todo)
    numbers = tuple(map(int, takewhile(str.isdecimal, version.split("."))))
    if numbers >= LEAST.get(name, ()):
        return None
    told = say("{library} {version} is too old.", library=name, version=version)
    least = ".".join(map(str, LEAST[name]))
    todo = say("Install {library} {least} or newer.", library=name, least=least)
    return Finding(CheckTopic.LIBRARIES, Level.FAIL, told, todo)
