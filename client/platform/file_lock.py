"""A lock on an open file, so that two programs of one person do not write the same one.

The lock ends when the file is closed or its program ends, in whatever way. POSIX locks the whole
file, and others may still read it. Windows locks bytes, which others then cannot read; so one byte
far behind the end of the file represents all of it.
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
