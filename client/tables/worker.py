"""The thread that makes and checks the proofs of a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import trio

from client.tables.network_table import NetworkTable
from client.tables.signers_table import Result
from protocol.game.jobs import Job


class Worker:
    """One thread for making and checking proofs, one job at a time, in order."""

    def __init__(self) -> None:
        self._jobs: deque[tuple[int, int, Job]] = deque()
        self._wake = trio.Event()

    def hand_out(self, signer: int, number: int, job: Job) -> None:
        """Take a job of a signer; a `client.tables.signers_table.Runner`."""
        self._jobs.append((signer, number, job))
        self._wake.set()

    async def run(self, table: NetworkTable, on_done: Callable[[], None]) -> None:
        """Work for a table until cancelled; call `on_done` after each job."""
        limiter = trio.CapacityLimiter(1)
        while True:
            while not self._jobs:
                await self._wake.wait()
                self._wake = trio.Event()
            signer, number, job = self._jobs.popleft()
            result: Result = await trio.to_thread.run_sync(
                table.run_job, job, limiter=limiter, abandon_on_cancel=True
            )
            table.job_done(signer, number, result)
            on_done()
