"""The world of one run: virtual time, the relay, the machines, the faults and the guarantees."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from pathlib import Path
from random import Random

from client.storage.journal_rows import TableBegin
from client.tables.network_table import Trouble
from client.tables.new_seats import new_bot, new_seat
from client.tables.signers_table import OwnSeat
from engine.invariants import check
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Hello
from protocol.game.jobs import Cache
from protocol.game.step_table import StepKind
from protocol.record.evidence import BLAMELESS
from protocol.wire.envelope import StepPoint
from protocol.wire.identity import Identity
from relay.memory import MemoryRelay
from tests.simulator.broken import Broken, Parted
from tests.simulator.cheats import honest
from tests.simulator.court import Court
from tests.simulator.eavesdropper import Eavesdropper
from tests.simulator.faults import Tally
from tests.simulator.line import Line
from tests.simulator.machine import Machine
from tests.simulator.plan import Plan

_NAMES = ("Astrid", "Bo", "Cyra", "Dag", "Eir")
_SECOND = 1.0


class World:
    """One table in virtual time."""

    def __init__(self, plan: Plan, directory: Path) -> None:
        self.plan = plan
        self.faults = plan.faults
        self.chance = Random(plan.seed)
        self.curiosity = Random(f"curiosity {plan.seed}")
        self.think = plan.think
        self.tally = Tally()
        self.most_forgot = 0
        self.cheats = plan.cheats
        self.court = Court(self)
        self.eavesdropper = Eavesdropper(self)
        self.now = 0.0
        self.cache: Cache = {}
        self.states: dict[bytes, bytes] = {}
        self.may_fork = plan.clock != NO_CLOCK
        self.checked = -1
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._ordinal = 0
        self._relays = 0
        self._pulling = False
        self.relay = self._new_relay()
        self.machines: list[Machine] = []
        for begin in self._begins(plan):
            self.machines.append(Machine(self, begin, directory))
        self.after(_SECOND, self._second)

    def _begins(self, plan: Plan) -> list[TableBegin]:
        persons, options = plan.persons, plan.options
        random = self.chance.randbytes
        identities = [Identity(random(32)) for _ in range(persons)]
        hellos: list[Hello] = []
        own: list[dict[int, OwnSeat]] = []
        for name, identity in zip(_NAMES, identities, strict=False):
            seat = new_seat(identity, name, random=random)
            own.append({len(hellos): seat.own()})
            hellos.append(seat.hello)
        for number in range(plan.bots):
            bot = new_bot(f"bot-{number}", identities[number % persons], random)
            own[number % persons][len(hellos)] = bot.own("thrall")
            hellos.append(bot.hello)
        cards = cards_digest(options)
        charter = Charter(tuple(hellos), options, cards, late_window=0, clock=plan.clock)
        secret = random(32)
        return [
            TableBegin(charter, person, seats, secret, ("relay", 7744))
            for person, seats in enumerate(own)
        ]

    def _new_relay(self) -> MemoryRelay:
        self._relays += 1
        return MemoryRelay(salt=b"relay %d" % self._relays)

    # ------------------------------------------------------------- time

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        """Schedule a function for later."""
        self._ordinal += 1
        heapq.heappush(self._events, (self.now + seconds, self._ordinal, act))

    def delay(self) -> float:
        return self.chance.expovariate(1 / self.faults.delay)

    def run(self, most: float) -> None:
        """Let time pass until the game is over everywhere, or a number of seconds has passed."""
        while self._events and self.now < most and not self.is_over:
            self.now, _, act = heapq.heappop(self._events)
            act()

    @property
    def is_over(self) -> bool:
        return all(
            one.table is not None and one.table.closed is not None
            for one in self.machines
            if one.person not in self.cheats
        )

    def forgot(self) -> None:
        """Note that the disk of a machine has lost data."""
        self.most_forgot = max(self.most_forgot, sum(one.forgot for one in self.machines))

    @property
    def is_forgotten(self) -> bool:
        """Whether more than half of the disks had lost data at one time."""
        return 2 * self.most_forgot > len(self.machines)

    @property
    def is_quiet(self) -> bool:
        return self.now >= self.faults.until

    # ---------------------------------------------------------- network

    def wake_lines(self) -> None:
        """Let the lines take the relay's frames."""
        for machine in self.machines:
            machine.line.pull()

    def carry(self, line: Line, locked: bytes) -> None:
        """Send a frame on its way from the relay to a machine."""
        chance, faults = self.chance, self.faults
        if not self.is_quiet and chance.random() < faults.drop:
            self.tally.note("message lost")
            return
        delay = self.delay()
        if not self.is_quiet and chance.random() < faults.reorder:
            self.tally.note("message overtaken")
            delay *= 10
        self.after(delay, lambda: line.arrive(locked))
        if not self.is_quiet and chance.random() < faults.repeat:
            self.tally.note("message repeated")
            self.after(delay + self.delay(), lambda: line.arrive(locked))

    def cheat(self, machine: Machine, raw: bytes) -> list[bytes]:
        """Return the packets that a machine really sends in place of an honest one."""
        return self.cheats.get(machine.person, honest)(machine, raw)

    # ----------------------------------------------------------- faults

    def _second(self) -> None:
        self.relay.tick()
        self.wake_lines()
        self.after(_SECOND, self._second)
        if self.is_quiet:
            for machine in self.machines:
                if machine.file is not None:
                    machine.file.is_quiet = True
            return
        faults, chance = self.faults, self.chance
        if chance.random() < faults.restart:
            self.tally.note("relay restarted")
            self.relay = self._new_relay()
            for machine in self.machines:
                machine.line.cut(chance.uniform(0, 20))
        if chance.random() < faults.part:
            self.tally.note("table split")
            seconds = chance.uniform(5, 120)
            for machine in self.machines:
                if chance.random() < 0.5:
                    machine.line.cut(seconds)
        for machine in self.machines:
            self._trouble(machine)

    def _trouble(self, machine: Machine) -> None:
        faults, chance = self.faults, self.chance
        if chance.random() < faults.cut:
            self.tally.note("line cut")
            machine.line.cut(chance.uniform(1, 60))
        if chance.random() < faults.crash and machine.table is not None:
            self.tally.note("killed")
            machine.die()
        if chance.random() < faults.sleep:
            self.tally.note("machine asleep")
            machine.asleep_until = self.now + chance.uniform(30, 600)
        if chance.random() < faults.slow_reader:
            self.tally.note("slow reader")
            machine.line.reads_nothing_until = self.now + chance.uniform(5, 60)

    # ----------------------------------------------------------- checks

    def check(self, machine: Machine) -> None:
        """Check that all machines have the same past, and the same state of it.

        If a table continues without somebody, they may have continued alone until they learn of it.
        """
        table = machine.table
        if table is None or machine.person in self.cheats:
            return
        for signer, session in table.sessions.items():
            point = session.point
            if machine.looked_at.get(signer) == point:
                continue
            machine.looked_at[signer] = point
            if not self.may_fork and not self._agree(point):
                raise Parted(f"{machine.name} ({signer}) has another past at step {point.step}")
            if session.state is None:
                continue
            if self.states.setdefault(point.head, point.state) != point.state:
                raise Broken(f"{machine.name} ({signer}) has another state at step {point.step}")
            if point.step > self.checked:
                self.checked = point.step
                check(session.state)
                self.eavesdropper.look(session)

    def _agree(self, point: StepPoint) -> bool:
        """Whether all machines that have reached a step have reached it in the same way."""
        tables = [one.table for one in self.machines if one.table is not None]
        transcripts = [one.sessions[one.person].transcript for one in tables]
        return all(
            one.point_of(point.step).head == point.head
            for one in transcripts
            if one.point.step >= point.step
        )

    def check_end(self) -> None:
        """Check that the game ended for everybody in the same way, and that its record verifies."""
        for machine in self.machines:
            if machine.person in self.cheats:
                continue
            table = machine.table
            if table is None or table.closed is None:
                where = None if table is None else table.sessions[machine.person].point.step
                raise Parted(f"{machine.name} has not come to the end: step {where}")
            self._check_blame(machine.troubles)
        self._check_record(self.chance.choice([one for one in self.machines if self._plays(one)]))
        results = {one.table.closed for one in self.machines if one.table and self._plays(one)}
        pasts = {
            one.table.sessions[one.person].point
            for one in self.machines
            if one.table and self._plays(one)
        }
        if len(pasts) != 1:
            raise Parted(f"there are {len(pasts)} pasts")
        if len(results) != 1:
            raise Parted(f"there are {len(results)} results")

    def _plays(self, machine: Machine) -> bool:
        return machine.person not in self.cheats

    def _check_record(self, machine: Machine) -> None:
        table = machine.table
        assert table is not None
        replay = self.court.judge(table.record())
        if replay.referee.due.kind not in (StepKind.CLOSED, StepKind.OPEN_KEY):
            raise Broken(f"the record of {machine.name} has no end")
        if replay.referee.glory() != table.closed:
            raise Broken(f"the record of {machine.name} does not say what was played")
        self.tally.counts["looked for hidden cards"] = self.eavesdropper.looked

    def _check_blame(self, troubles: list[Trouble]) -> None:
        honest = {one.name for one in self.machines if one.person not in self.cheats}
        for trouble in troubles:
            if trouble.reason in BLAMELESS and self._may_differ:
                continue
            if trouble.name in honest:
                told = f"{trouble.name} is accused at step {trouble.step}: {trouble.reason}"
                raise Parted(told)

    @property
    def _may_differ(self) -> bool:
        """Whether a past may be lost except for single messages, or there may be two pasts."""
        return self.may_fork or self.faults.flip > 0 or self.faults.backup > 0

    def close(self) -> None:
        """Close all files."""
        for machine in self.machines:
            if machine.file is not None:
                machine.file.is_quiet = True
                machine.file.close()
