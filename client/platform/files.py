"""Files of ours: atomic writes, the old content or the new and never a mix; and locks.

A lock keeps two programs of one person from writing the same file. It ends when the file is closed
or its program ends, in whatever way. POSIX locks the whole file, and others may still read it.
Windows locks bytes, which others then cannot read; so one byte far behind the end of the file
represents all of it.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file atomically; its permissions stay as they were.

    Raises:
        OSError: the disk does not take it.
    """
    import shutil  # noqa: PLC0415 - help and completion do without, and it brings compressors

    temporary = path.with_name(f"{path.name}.new")
    try:
        with temporary.open("wb") as file:
            file.write(raw)
            file.flush()
            sync(file.fileno())
        if is_there(path):
            with suppress(OSError):  # FAT and some network drives have no permissions
                shutil.copymode(path, temporary)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


_UNSYNCED: Final = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})
"""Errors of a file system that has no way to force bytes to its disk."""


def sync(descriptor: int) -> None:
    """Force what was written to the disk itself, where the file system can do that.

    Raises:
        OSError: the disk does not take it.
    """
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNSYNCED:
            raise


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR: Final = 2**30
"""Position of the byte that represents the file; no file of ours grows that large."""


_HELD: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES})
"""Errors of a lock that another program holds; any other says that there are no locks here."""


class Lock(Enum):
    """The outcome of locking a file."""

    OURS = auto()
    HELD = auto()
    """Another program has it open."""
    MISSING = auto()
    """The file system has no locks: nobody knows whether another program has it open."""


def take_lock(descriptor: int) -> Lock:
    """Lock an open file, until it is closed."""
    try:
        if sys.platform == "win32":
            here = os.lseek(descriptor, 0, os.SEEK_CUR)
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(descriptor, here, os.SEEK_SET)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return Lock.HELD if error.errno in _HELD else Lock.MISSING
    return Lock.OURS


def is_there(path: Path) -> bool:
    """Whether something is there, as far as we may see.

    `Path.exists` raises an error in a directory that may not be entered, and for a name that is too
    long.
    """
    return os.path.exists(path)
