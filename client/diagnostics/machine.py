"""Checks of this machine: clock, disk, key, settings, libraries."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from client.diagnostics.facts import LIBRARIES, version_of
from client.diagnostics.findings import Finding, Level, Topic
from client.online.addresses import sentence, unsafe_sentence
from client.platform.paths import VARIABLES, DirectoryKind
from client.settings.resolve import Chosen
from client.text.catalogue import say
from protocol.cards.dealing import require_sound_library
from protocol.errors import UnsafeLibrary
from protocol.wire.identity import KEY_SIZE

LEAST: Final = {"PyNaCl": (1, 6, 2), "prompt_toolkit": (3, 0, 52), "shtab": (1, 9)}
"""The oldest versions that will do, as in pyproject.toml (a test compares them)."""
_FIRST_YEAR: Final = 2025
_COARSE: Final = 0.1
_LITTLE: Final = 20 * 1024 * 1024
_NOTHING: Final = 1024 * 1024
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def check_clock(now: datetime) -> Finding:
    """Whether the clocks can be believed."""
    if now.year < _FIRST_YEAR:
        return Finding(
            Topic.CLOCK,
            Level.WARN,
            say("The clock of this machine says {date}.", date=f"{now:%Y-%m-%d}"),
            say("Set it; the dates of games and of the log are wrong otherwise."),
        )
    resolution = time.get_clock_info("monotonic").resolution
    if resolution > _COARSE:
        return Finding(
            Topic.CLOCK,
            Level.WARN,
            say("The clock of this machine is coarse: {ms} ms.", ms=round(resolution * 1000)),
            say("Nothing can be done; what moves on the screen moves in jerks."),
        )
    told = say("The clock says {date} UTC.", date=f"{now:%Y-%m-%d %H:%M}")
    return Finding(Topic.CLOCK, Level.OK, told)


def check_disk(place: DirectoryKind, path: Path) -> Finding:
    """Whether a directory can be written, and has room."""
    there = next(one for one in (path, *path.parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(bytes(_NOTHING // 1024))
        free = shutil.disk_usage(there).free
    except OSError as error:
        return Finding(
            Topic.DISK,
            Level.FAIL,
            say("{path} cannot be written: {why}.", path=str(path), why=error.strerror or ""),
            say("Set {variable} to another directory.", variable=VARIABLES[place]),
        )
    room = say("{path}: {size} MB are free.", path=str(path), size=free // (1024 * 1024))
    if free >= _LITTLE:
        return Finding(Topic.DISK, Level.OK, room)
    level = Level.FAIL if free < _NOTHING else Level.WARN
    return Finding(Topic.DISK, level, room, say("Make room: a game takes up to a megabyte."))


def check_key(path: Path) -> Finding:
    """Whether the own key is whole, and nobody else can read it."""
    try:
        found = path.stat()
    except FileNotFoundError:
        told = say("There is no key yet; it is made when you first sit down.")
        return Finding(Topic.KEY, Level.OK, told)
    except OSError as error:
        return _bad_key(path, error.strerror or "")
    if found.st_size != KEY_SIZE:
        return _bad_key(path, say("it has {size} bytes", size=found.st_size))
    if sys.platform != "win32" and found.st_mode & _OTHERS:
        return Finding(
            Topic.KEY,
            Level.WARN,
            say("Others on this machine can read your key, {path}.", path=str(path)),
            say("chmod 600 {path}", path=str(path)),
        )
    if not os.access(path, os.R_OK):
        return _bad_key(path, say("it cannot be read"))
    return Finding(Topic.KEY, Level.OK, say("Your key is for your eyes only."))


def _bad_key(path: Path, why: str) -> Finding:
    return Finding(
        Topic.KEY,
        Level.FAIL,
        say("The file of your key, {path}, is broken: {why}.", path=str(path), why=why),
        say("Move it away to get a new key; others will be told that it is another one."),
    )


def check_settings(chosen: Chosen) -> Iterator[Finding]:
    """What is wrong in the settings, and in the environment."""
    for trouble in chosen.troubles:
        told = say("Correct it; the rest of the settings counts.")
        yield Finding(Topic.SETTINGS, Level.WARN, trouble, told)
    if not chosen.troubles:
        told = say("The settings are right.")
        yield Finding(Topic.SETTINGS, Level.OK, told)


def check_libraries(versions: Mapping[str, str | None] | None = None) -> Iterator[Finding]:
    """Whether all libraries are there and new enough, and whether the one for cards is safe."""
    found = versions or {name: version_of(name) for name in LIBRARIES}
    again = say("Install the program anew, with all that it needs.")
    bad = False
    for name, version in found.items():
        if version is None:
            bad = True
            told = say("{library} is missing.", library=name)
            yield Finding(Topic.LIBRARIES, Level.FAIL, told, again)
        elif _parts(version) < LEAST.get(name, ()):
            bad = True
            least = ".".join(map(str, LEAST[name]))
            told = say("{library} {version} is too old.", library=name, version=version)
            todo = say("Install {library} {least} or newer.", library=name, least=least)
            yield Finding(Topic.LIBRARIES, Level.FAIL, told, todo)
    try:
        require_sound_library()
    except UnsafeLibrary:
        yield Finding(Topic.LIBRARIES, Level.FAIL, sentence(unsafe_sentence()))
    else:
        if not bad:
            told = say("All libraries are there, and libsodium refuses what it must.")
            yield Finding(Topic.LIBRARIES, Level.OK, told)


def _parts(version: str) -> tuple[int, ...]:
    """The numbers a version begins with."""
    numbers = []
    for part in version.split("."):
        if not part.isdecimal():
            break
        numbers.append(int(part))
    return tuple(numbers)
