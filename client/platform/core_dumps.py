"""Core dumps: a crash must not leave keys, cards and invitations on a disk."""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform != "win32":
    import resource


def forbid_core_dumps() -> None:
    """Forbid core dumps of this process and of those it starts; Windows writes none unless told to.

    Linux leaves it to a collector that takes dumps through a pipe whether it respects the limit
    (core(5)); that of systemd does.
    """
    if sys.platform != "win32":
        with suppress(OSError, ValueError):  # a sandbox may refuse: no reason not to play
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
