"""A person's program in the simulator: seats, journal, line, crashes and restarts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from client.bots import LEVELS, Situation
from client.storage.journal_file import JournalFile, begin_table, resume_in
from client.storage.journal_rows import TableBegin
from client.storage.saved_games import SavedTable, load_table, table_in
from client.tables.incidents import Trouble
from client.tables.network_table import NetworkTable
from client.tables.signers_table import Result
from protocol.errors import RemoteProtocolError
from protocol.game.jobs import CheckJob, Job
from protocol.lobby.rooms import Room
from protocol.wire.envelope import StepPoint
from protocol.wire.packets import QUESTION_SIZE
from tests.simulator.broken import Broken
from tests.simulator.disk import FailingFile, Killed
from tests.simulator.line import Line

if TYPE_CHECKING:
    from tests.simulator.world import World

SAY_SECONDS = 3.0
_LEVEL = "thrall"
_COPY_CHANCE = 0.2


class Machine:
    """One program of one person. `table` is None while it is down."""

    def __init__(self, world: World, begin: TableBegin, directory: Path) -> None:
        self.world = world
        self.begin = begin
        self.person = begin.person
        self.name = begin.charter.names[begin.person]
        self.path = directory / f"{begin.person + 1:04}.table"
        self.chance = Random(world.chance.random())
        self.table: NetworkTable | None = None
        self.file: FailingFile | None = None
        self.journal: JournalFile | None = None
        self.backup = b""
        self.forgot = False
        self.restores = False
        self.looked_at: dict[int, StepPoint] = {}
        self._told: list[Trouble] = []
        self._written = 0
        self.asleep_until = 0.0
        self._arrived: list[bytes] = []
        self._thinks_until: float | None = None
        self._life = 0
        self.line = Line(world, self.name, Room(begin.room_secret), self.hear)
        self._start(None)

    # ------------------------------------------------------------ lives

    def _start(self, saved: SavedTable | None) -> None:
        world = self.world
        self._life += 1
        mode = "x+b" if saved is None else "r+b"
        self.file = FailingFile(self.path, mode, world.chance, world.faults, world.tally)
        if saved is None:
            journal = begin_table(self.path, self.file, self.begin, 1)
        else:
            journal, saved = resume_in(self.file, self.path, table_in)
            journal.start(saved.instance + 1)
        begin = self.begin
        table = NetworkTable(
            begin.charter, begin.seats, begin.person, self._send, self._work, lambda: world.now
        )
        self.table, self.journal = table, journal
        table.keep(journal)
        journal.watch(table.sessions[begin.person].transcript)
        if saved is not None:
            table.recall(saved.steps, saved.said)
        question = b"" if saved is None else world.chance.randbytes(QUESTION_SIZE)
        table.came(journal.instance, question)
        self.file.is_quiet = world.now >= world.faults.until
        self._every(SAY_SECONDS, self._say_where)
        self.guard(table.start)

    def guard(self, act: Callable[[], object]) -> None:
        """Run a function during which the machine may crash."""
        try:
            act()
        except Killed:
            self.die()
        except Broken:
            raise
        except Exception as error:
            if not self.world.plan.gangs:
                raise
            self.world.jury.crashed(self, error)

    def die(self) -> None:
        """Crash, and restart after a while."""
        if self.table is None:
            return
        # Lines that the disk has rejected are lost: what others were sent may rest on them.
        self.forgot = self.forgot or (self.journal is not None and bool(self.journal.trouble))
        self._told += self.table.troubles
        self.table = None
        self._written = self.written
        self._life += 1
        self._arrived.clear()
        self._thinks_until = None
        if self.file is not None:
            self.file.is_quiet = True
            self.file.close()
        self.line.switch_off()
        self.world.after(self.chance.uniform(1, 60), self.come_back)

    @property
    def troubles(self) -> list[Trouble]:
        """The violations of others reported to its person, in all its lives."""
        return self._told + ([] if self.table is None else self.table.troubles)

    @property
    def life(self) -> int:
        """The number of this start."""
        return self._life

    @property
    def written(self) -> int:
        """Bytes written to its disk, in all its lives."""
        return self._written + (0 if self.table is None or self.file is None else self.file.written)

    def come_back(self) -> None:
        """Restart from the disk, whose content may have changed."""
        world = self.world
        quiet = world.now >= world.faults.until
        if self.restores and self.backup:
            self.restores = False
            self.path.write_bytes(self.backup)
        elif self.backup and not quiet and self.chance.random() < world.faults.backup:
            world.tally.note("backup restored")
            self.forgot = True
            self.path.write_bytes(self.backup)
        elif not quiet and self.chance.random() < world.faults.flip:
            world.tally.note("byte changed")
            self.forgot = True
            raw = bytearray(self.path.read_bytes())
            first = raw.index(b"\n") + 1
            if first < len(raw):
                raw[self.chance.randrange(first, len(raw))] ^= 1 << self.chance.randrange(8)
                self.path.write_bytes(raw)
        world.forgot()
        self._start(load_table(self.path))
        self.line.switch_on()

    # ------------------------------------------------------------- time

    def _every(self, seconds: float, act: Callable[[], None]) -> None:
        life = self._life

        def again() -> None:
            if life == self._life:
                if not self.is_asleep:
                    self.guard(act)
                self.world.after(seconds, again)

        self.world.after(seconds * self.chance.random(), again)

    @property
    def is_asleep(self) -> bool:
        return self.world.now < self.asleep_until

    def _say_where(self) -> None:
        if self.table is not None:
            self.forgot = self.forgot and self.table.is_listening
            if self.person not in self.world.cheats:
                self.world.jury.clocks(self)
            self.table.say_where()
            self.table.look_at_clock()
            self.world.jury.looked(self)
            self.run()
            if self.file is not None and self.chance.random() < _COPY_CHANCE:
                self.backup = self.path.read_bytes()

    # ------------------------------------------------------------- game

    def hear(self, payload: bytes) -> None:
        """Take a payload that has arrived."""
        if self.table is None:
            return
        self._arrived.append(payload)
        if not self.is_asleep:
            self.guard(self.run)

    def run(self) -> None:
        """Do everything that needs no person, then let the person think."""
        table = self.table
        if table is None:
            return
        for payload in self._arrived:
            self.world.court.heard(self, payload)
            table.receive(payload)
        self._arrived.clear()
        while table.advance():
            self.world.check(self)
        table.release()
        if table.owed is not None and self._thinks_until is None:
            wait = self.chance.expovariate(1 / self.world.think)
            self._thinks_until = self.world.now + wait
            self.world.after(wait, self._answer)

    def _answer(self) -> None:
        self._thinks_until = None
        if self.table is None:
            return
        if self.is_asleep:
            self.world.after(self.asleep_until - self.world.now, self._answer)
            return
        self.guard(self._decide)

    def _decide(self) -> None:
        table = self.table
        assert table is not None
        decision = table.owed
        if decision is not None:
            situation = Situation(table.state, table.knowledge, decision, table.answers)
            table.submit(LEVELS[_LEVEL](situation, self.chance))
        self.run()

    def _send(self, raw: bytes) -> None:
        if self.person not in self.world.cheats:
            self.world.heard(self, raw)
        for packet in self.world.cheat(self, raw):
            self.line.send(packet)

    def _work(self, signer: int, number: int, job: Job) -> None:
        """Run a job after some time; all machines of the process share checked proofs."""
        cache = self.world.cache
        result: Result
        try:
            if isinstance(job, CheckJob):
                result = job.run(cache)
            else:
                # A program that was restarted proves the same again.
                known = self.world.made.get(job)
                result = self.world.made[job] = job.run(cache) if known is None else known
        except RemoteProtocolError as error:
            result = error
        life = self._life

        def done() -> None:
            if self.is_asleep:
                self.world.after(self.asleep_until - self.world.now, finish)
            elif self.table is not None and life == self._life:
                self.table.job_done(signer, number, result)
                self.run()

        def finish() -> None:
            self.guard(done)

        if self.world.faults.work:
            self.world.after(self.chance.expovariate(1 / self.world.faults.work), finish)
        elif self.table is not None:
            self.table.job_done(signer, number, result)
