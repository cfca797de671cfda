"""The threads that make and check the proofs of a table, and in which its bots think."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import trio

from client.tables.network_table import NetworkTable
from client.tables.signers_table import Result
from client.tables.thinking import Thought
from protocol.game.jobs import Job


class Worker:
    """A thread for making and checking proofs, and one for bots; one job at a time, in order.

    A proof does not wait for a bot: others wait for the proof.
    """

    def __init__(self) -> None:
        self._jobs: deque[tuple[int, int, Job]] = deque()
        self._wake = trio.Event()
        self._thoughts: deque[Thought] = deque()
        self._ask = trio.Event()

    def think(self, thought: Thought) -> None:
        """Take the thought of a bot; a `client.tables.thinking.Thinker`."""
        self._thoughts.append(thought)
        self._ask.set()

    def hand_out(self, signer: int, number: int, job: Job) -> None:
        """Take a job of a signer; a `client.tables.signers_table.Runner`."""
        self._jobs.append((signer, number, job))
        self._wake.set()

    async def run(self, table: NetworkTable, on_done: Callable[[], None]) -> None:
        """Work for a table until cancelled; call `on_done` after each job."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._prove, table, on_done)
            nursery.start_soon(self._let_think, table, on_done)

    async def _let_think(self, table: NetworkTable, on_done: Callable[[], None]) -> None:
        limiter = trio.CapacityLimiter(1)
        while True:
            while not self._thoughts:
                await self._ask.wait()
                self._ask = trio.Event()
            thought = self._thoughts.popleft()
            answer = await trio.to_thread.run_sync(
                thought.think, limiter=limiter, abandon_on_cancel=True
            )
            table.thought_of(thought, answer)
            on_done()

    async def _prove(self, table: NetworkTable, on_done: Callable[[], None]) -> None:
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
