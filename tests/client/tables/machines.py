"""Machines at one table, wired in memory: each with a network table and a journal on disk."""

from __future__ import annotations

from collections import deque
from itertools import count
from pathlib import Path
from random import Random

from client.storage.journal_file import JournalFile, create_table, reopen_table
from client.storage.journal_rows import TableBegin
from client.storage.saved_games import load_table
from client.tables.network_table import NetworkTable
from client.tables.new_seats import OwnSeat, new_bot, new_seat
from engine.actions import Intent
from engine.state import Options, Rulings
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Clock, Hello
from protocol.lobby.routes import tcp_route
from protocol.quorum import Quorum
from protocol.wire.codec import state_digest
from protocol.wire.identity import Identity

WITHOUT_DRAFT = Options(Rulings(draft=False))
_NAMES = ("Astrid", "Bo", "Cyra", "Dag", "Eir")


class Machine:
    """The program of one person, which can be killed and restarted."""

    def __init__(self, begin: TableBegin, directory: Path, wire: Machines) -> None:
        self.begin = begin
        self.wire = wire
        self.inbox: deque[bytes] = deque()
        self.journal = create_table(directory, begin, 1)
        self.path = self.journal.path
        self.table = self._sit(self.journal)
        self.table.start()

    def _sit(self, journal: JournalFile) -> NetworkTable:
        begin = self.begin
        table = NetworkTable(begin.charter, begin.seats, begin.person, self._send)
        table.keep(journal)
        journal.watch(table.sessions[begin.person].transcript)
        return table

    def _send(self, raw: bytes) -> None:
        self.wire.send(self, raw)

    def kill(self) -> None:
        """End without another message; packets on their way here are lost."""
        self.journal._log._handle.close()
        self.inbox.clear()

    def come_back(self) -> None:
        """Restart from the disk."""
        saved = load_table(self.path)
        self.begin = saved.begin
        self.journal, _ = reopen_table(saved, next(self.wire.starts))
        self.table = self._sit(self.journal)
        self.table.recall(saved.steps, saved.said)
        self.table.came(self.journal.instance, self.wire.chance.randbytes(16))
        self.table.start()

    def answer(self) -> bool:
        """Let the person give a random answer; return whether there was a decision."""
        if self.table.owed is None:
            return False
        answers = self.table.answers
        given: Intent = self.wire.chance.choice(answers)
        self.table.submit(given)
        return True

    def step(self) -> bool:
        """Do one thing; return whether there was one to do."""
        if self.inbox:
            self.table.receive(self.inbox.popleft())
            return True
        return self.table.advance()


class Machines:
    """All machines of a table."""

    quorum = Quorum.HALF

    def __init__(
        self,
        persons: int,
        directory: Path,
        seed: int = 1,
        options: Options = WITHOUT_DRAFT,
        bots: int = 0,
        clock: Clock = NO_CLOCK,
    ) -> None:
        self.chance = Random(seed)
        self.machines: list[Machine] = []
        self.down: set[int] = set()
        self.cut: set[int] = set()
        """Machines whose link is down: packets from and to them are lost."""
        self.starts = count(2)
        identities = [Identity(self.chance.randbytes(32)) for _ in range(persons)]
        hellos: list[Hello] = []
        own: list[dict[int, OwnSeat]] = []
        for name, identity in zip(_NAMES, identities, strict=False):
            seat = new_seat(identity, name, random=self.chance.randbytes)
            own.append({len(hellos): seat.own()})
            hellos.append(seat.hello)
        for number in range(bots):
            bot = new_bot(f"bot-{number}", identities[0], self.chance.randbytes)
            own[0][len(hellos)] = bot.own("thrall")
            hellos.append(bot.hello)
        self.charter = Charter(
            tuple(hellos), options, cards_digest(options), 0, clock=clock, quorum=self.quorum
        )
        for person, seats in enumerate(own):
            begin = TableBegin(self.charter, person, seats, bytes(32), (tcp_route("relay", 7744),))
            self.machines.append(Machine(begin, directory / str(person), self))

    def send(self, sender: Machine, raw: bytes) -> None:
        silent = self.down | self.cut
        if any(self.machines[at] is sender for at in self.cut if at < len(self.machines)):
            return
        for at, machine in enumerate(self.machines):
            if machine is not sender and at not in silent:
                machine.inbox.append(raw)

    def settle(self) -> None:
        """Do everything that needs no person, with lost messages sent again."""
        for _ in range(4):
            while sum(one.step() for one in self.up):
                pass
            for one in self.up:
                one.table.say_where()

    @property
    def up(self) -> list[Machine]:
        return [one for at, one in enumerate(self.machines) if at not in self.down]

    def kill(self, at: int) -> None:
        self.down.add(at)
        self.machines[at].kill()

    def come_back(self, at: int) -> None:
        self.down.discard(at)
        self.machines[at].come_back()

    def play(self, answers: int = 10_000) -> int:
        """Let persons answer so many times, or to the end; return the number of answers."""
        given = 0
        while given < answers:
            self.settle()
            asked = [one for one in self.up if one.table.owed is not None]
            if not asked:
                break
            given += self.chance.choice(asked).answer()
        self.settle()
        return given

    @property
    def digests(self) -> set[str]:
        return {state_digest(one.table.state) for one in self.machines}

    @property
    def troubles(self) -> list[object]:
        return [trouble for one in self.machines for trouble in one.table.troubles]

    def close(self) -> None:
        for machine in self.machines:
            machine.journal.close()
