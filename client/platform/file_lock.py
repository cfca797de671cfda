"""A lock on an open file, so that no two programs of one person write the same one.

The lock goes with the file: when it is closed, or its program ends in whatever way. POSIX locks the
whole file for whoever asks, and anybody may still read it. Windows locks bytes, and nobody else can
read those; so one byte far behind the end of the file stands for all of it.
"""

from __future__ import annotations

import os
import sys
from typing import Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR: Final = 2**30
"""Where the byte is that stands for the file; no file of ours grows to that."""


def take_lock(descriptor: int) -> bool:
    """Whether the open file is ours alone from now on."""
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
