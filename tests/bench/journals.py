"""Size of a table's journal and the times it forces the disk, compared with what they are for.

A whole game of three machines, wired in memory, with journals on the disk. The anchors are the
bytes that a journal keeps as they are (messages and proofs), and the occasions on which the disk
has to be forced: an own message must not leave before everything that it rests on is there.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from client.storage.saved_games import load_table
from tests.client.tables.machines import Machines

_PERSONS: Final = 3


class Disk:
    """Counts how often the disk is forced while a game is played."""

    def __init__(self) -> None:
        self.forced = 0
        self.seconds = 0.0
        self._sync = os.fsync

    def sync(self, descriptor: int) -> None:
        began = time.perf_counter()
        self._sync(descriptor)
        self.seconds += time.perf_counter() - began
        self.forced += 1


def raw_bytes(value: object) -> int:
    """Return the number of bytes in a row that are kept as they are."""
    match value:
        case bytes():
            return len(value)
        case str() if len(value) >= 64 and value.isalnum():
            return len(value) // 2  # hexadecimal digits
        case Mapping():
            return sum(map(raw_bytes, value.values()))
        case str():
            return 0
        case Sequence():
            return sum(map(raw_bytes, value))
        case _:
            return 0


def run() -> list[str]:
    """Return the lines to print. Takes about ten seconds."""
    disk = Disk()
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", disk.sync)
        machines = Machines(_PERSONS, Path(name), seed=5)
        machines.play()
        for machine in machines.machines:
            machine.journal.close()
        own = [machine.table.sessions[at] for at, machine in enumerate(machines.machines)]
        saved = [load_table(machine.path) for machine in machines.machines]
        sizes = [machine.path.stat().st_size for machine in machines.machines]
    kept = [sum(map(raw_bytes, one.lines.rows)) for one in saved]
    steps = len(saved[0].steps)
    messages = sum(
        signer == at
        for at, session in enumerate(own)
        for step in session.transcript.history
        for signer in step
    )
    answers = sum(one.given for one in saved)
    much = max(size / raw for size, raw in zip(sizes, kept, strict=True))
    told = f"journals of {_PERSONS} seats after {steps} steps: {max(sizes) / 1000:.0f} kB"
    forced = f"{disk.forced} times to the disk in {disk.seconds:.2f} s for {answers} answers"
    return [
        f"{told}, {much:.2f} times the bytes in it",
        f"{forced} and {messages} own messages: {disk.forced / messages:.2f} times a message",
    ]
