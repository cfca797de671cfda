"""A disk that fails: it is full for a while, and machines crash in the middle of a write."""

from __future__ import annotations

import errno
from io import FileIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.simulator.faults import Faults, Tally

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Killed(BaseException):
    """The machine crashed; nothing of its program continues."""


class FailingFile(FileIO):
    """A real file whose writes fail by chance."""

    def __init__(self, path: Path, mode: str, chance: Random, faults: Faults, tally: Tally) -> None:
        super().__init__(path, mode)
        self.chance = chance
        self.faults = faults
        self.tally = tally
        self.is_quiet = True
        self.written = 0

    def write(self, data: ReadableBuffer, /) -> int:
        if not self.is_quiet:
            raw = bytes(data)
            if self.chance.random() < self.faults.crash_at_write:
                self.tally.note("killed in a write")
                super().write(raw[: self.chance.randrange(len(raw) + 1)])
                raise Killed
            if self.chance.random() < self.faults.full:
                self.tally.note("disk full")
                if self.chance.random() < 0.5:
                    super().write(raw[: self.chance.randrange(len(raw) + 1)])
                raise OSError(errno.ENOSPC, "No space left on device")
        count = super().write(data) or 0
        self.written += count
        return count
