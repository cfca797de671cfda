"""Files of ours: atomic writes, the old content or the new and never a mix; and locks.

A lock keeps two programs of one person from writing the same file. It ends when the file is closed
or its program ends, in whatever way. POSIX locks the whole file, and others may still read it.
Windows locks bytes, which others then cannot read; so one byte far behind the end of the file
represents all of it.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file atomically; its permissions stay as they were.

    Raises:
        OSError: the disk does not take it.
    """
    temporary = path.with_name(f"{path.name}.new")
    try:
        with temporary.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR: Final = 2**30
"""Position of the byte that represents the file; no file of ours grows that large."""


def take_lock(descriptor: int) -> bool:
    """Lock an open file; return whether it is ours alone now."""
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
    except OSError:
        return False
    return True
