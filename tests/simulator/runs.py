"""Runs of the simulator, one after the other."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from tests.simulator.broken import Parted
from tests.simulator.plan import Plan
from tests.simulator.world import World

BOUND = 7200.0
"""Virtual seconds after the last fault in which a game has to end."""


def run(plan: Plan) -> Counter[str]:
    """Play one game; return the counts of its faults.

    A table whose machines diverged after more than half of the disks had lost data at one time is
    given up, and counted as such: nobody is left who knows the signed messages.

    Raises:
        Broken: a guarantee failed.
    """
    with tempfile.TemporaryDirectory(prefix="bloodrage-", dir=_in_memory()) as folder:
        world = World(plan, Path(folder))
        try:
            world.run(plan.faults.until + BOUND)
            world.check_end()
        except Parted:
            if not world.is_forgotten:
                raise
            world.tally.note("given up: more than half of the disks forgot at once")
        finally:
            world.close()
    return world.tally.counts


def _in_memory() -> Path | None:
    """Return a folder for journals where a flush costs nothing, if this system has one."""
    place = Path("/dev/shm")  # noqa: S108 - only a directory of our own in it is used
    return place if place.is_dir() else None
