"""The world of one run: virtual time, the relay, the machines, the faults and the guarantees."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from pathlib import Path
from random import Random

from client.storage.journal_rows import TableBegin
from client.tables.incidents import Trouble
from client.tables.new_seats import OwnSeat, new_bot, new_seat
from engine.invariants import check
from protocol.agreement.slips import is_slip
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Hello
from protocol.game.jobs import Cache, Made, MakeJob
from protocol.game.step_table import StepKind
from protocol.lobby.routes import tcp_route
from protocol.record.evidence import BLAMELESS
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity
from relay.memory import MemoryRelay
from tests.simulator.broken import Broken, Parted
from tests.simulator.cheats import Cheat, honest
from tests.simulator.court import Court
from tests.simulator.eavesdropper import Eavesdropper
from tests.simulator.faults import Tally
from tests.simulator.jury import Jury
from tests.simulator.liars import Liar, game_message
from tests.simulator.line import Line
from tests.simulator.machine import Machine
from tests.simulator.plan import Plan
from tests.simulator.plots import PLOTS, Plot

_NAMES = ("Astrid", "Bo", "Cyra", "Dag", "Eir")
_SECOND = 1.0
LONGEST_SLEEP = 600
"""Seconds for which a machine sleeps at most."""


class World:
    """One table in virtual time."""

    def __init__(self, plan: Plan, directory: Path) -> None:
        self.plan = plan
        self.faults = plan.faults
        self.chance = Random(plan.seed)
        self.curiosity = Random(f"curiosity {plan.seed}")
        self.think = plan.think
        self.tally = Tally()
        self.forgotten_at: float | None = None
        """The last time at which more than half of the disks had lost data, None if never."""
        lying = {person: honest for gang in plan.gangs for person in gang.persons}
        self.cheats: dict[int, Cheat] = {**plan.cheats, **lying}
        self.honest = tuple(one for one in range(plan.persons) if one not in self.cheats)
        self.court = Court(self)
        self.jury = Jury(self)
        self.eavesdropper = Eavesdropper(self)
        self.now = 0.0
        self.cache: Cache = {}
        self.made: dict[MakeJob, Made] = {}
        self.states: dict[bytes, bytes] = {}
        self.may_fork = plan.clock != NO_CLOCK or bool(plan.gangs)
        self.checked = -1
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._ordinal = 0
        self._relays = 0
        self._over_since: float | None = None
        self.relay = self._new_relay()
        self.liars: list[Liar] = []
        self._plots: list[tuple[Plot, list[Liar]]] = []
        self.machines: list[Machine] = []
        for begin in self._begins(plan):
            self.machines.append(Machine(self, begin, directory))
        for number, gang in enumerate(plan.gangs):
            plot = PLOTS[gang.plot](Random(f"plot {plan.seed} {number}"))
            liars = [
                Liar(self.machines[person], plan.forger(self.machines[person]), plot)
                for person in gang.persons
            ]
            self._plots.append((plot, liars))
            self.liars += liars
        self.cheats.update({liar.person: liar for liar in self.liars})
        plots = [plot for plot, _ in self._plots]
        self.last = max((plot.first for plot in plots), default=0) + plan.cut
        """The step at which the run ends, 0 if the game is played to its end."""
        if not plan.cut or any(plot.is_about_the_end for plot in plots):
            self.last = 0
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
            TableBegin(charter, person, seats, secret, (tcp_route("relay", 7744),))
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
        """Let time pass until the game is over everywhere, or a number of seconds has passed.

        People look at the end for a while, if the plan says so.
        """
        while self._events and self.now < most and not self.is_done:
            self.now, _, act = heapq.heappop(self._events)
            act()

    @property
    def is_done(self) -> bool:
        """Whether nothing more happens: the game is over and looked at, or too few are left."""
        if self.jury.is_still:
            return True
        if not self.is_over:
            self._over_since = None
            return False
        if self._over_since is None:
            self._over_since = self.now
        return self.now >= self._over_since + self.plan.linger

    @property
    def is_over(self) -> bool:
        return all(map(self._is_over_at, self.honest))

    def _is_over_at(self, person: int) -> bool:
        table = self.machines[person].table
        if table is None:
            return False
        is_cut = 0 < self.last <= table.sessions[person].point.step
        return table.closed is not None or is_cut

    @property
    def may_go_on(self) -> bool:
        """Whether a table without a clock waits for liars alone, and its people may go on."""
        up = [one.table.sessions[one.person] for one in self.machines if one.table]
        here = [one for one in up if one.signer in self.honest]
        is_asked = sum(one.view_progress.may_agree for one in here)
        awaited = {signer for one in here for signer in one.waiting_for}
        waits = self.plan.clock == NO_CLOCK and awaited.isdisjoint(self.honest)
        return waits and 2 * is_asked > len(self.machines)

    def forgot(self) -> None:
        """Note that the disk of a machine has lost data."""
        if 2 * sum(one.forgot for one in self.machines) > len(self.machines):
            self.forgotten_at = self.now

    @property
    def is_forgotten(self) -> bool:
        """Whether more than half of the disks had lost data at one time."""
        return self.forgotten_at is not None

    @property
    def is_quiet(self) -> bool:
        return self.now >= self.faults.until

    @property
    def is_calm(self) -> bool:
        """Whether nothing but liars can disturb anybody: all machines are awake and connected."""
        return self.faults.is_calm or self.now >= self.faults.until + LONGEST_SLEEP

    # ---------------------------------------------------------- network

    def heard(self, machine: Machine, raw: bytes) -> None:
        """Let those who listen hear what an honest machine sends."""
        self.eavesdropper.heard(raw)
        game = game_message(raw)
        if game is None:
            return
        envelope = None if is_slip(game) else Envelope.from_bytes(game)
        if envelope is None:
            self._voted(machine, game)
        elif envelope.signer in machine.begin.seats:
            self.jury.answered(envelope)
        for plot, liars in self._plots:
            for liar in liars:
                if not liar.is_up or liar.step < plot.first:
                    continue
                if envelope is not None and envelope.signer == machine.person:
                    plot.hears(liar, machine.person, envelope.step, None)
                elif envelope is None and (vote := liar.forger.read(game)) is not None:
                    plot.hears(liar, vote.signer, vote.step, vote)

    def _voted(self, machine: Machine, raw: bytes) -> None:
        """Tell the jury of a vote that a machine's own person signed; others' are passed on."""
        vote = next((liar.forger.read(raw) for liar in self.liars if liar.is_up), None)
        if vote is not None and vote.signer == machine.person:
            self.jury.voted(machine.person, raw)

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
        self._lie_and_judge()
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

    def _lie_and_judge(self) -> None:
        self.jury.second()
        for plot, liars in self._plots:
            plot.second(liars)

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
            machine.asleep_until = self.now + chance.uniform(30, LONGEST_SLEEP)
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
        self.jury.look(machine)
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
        self.jury.finish()
        if self.jury.is_still:
            return
        for machine in self.machines:
            if machine.person in self.cheats:
                continue
            table = machine.table
            if not self._is_over_at(machine.person):
                where = None if table is None else table.sessions[machine.person].point.step
                raise Parted(f"{machine.name} has not come to the end: step {where}")
            self._check_blame(machine.troubles)
        self._check_record(self.chance.choice([one for one in self.machines if self._plays(one)]))
        if self.last:
            self._check_cut()
            return
        results = {one.table.closed for one in self.machines if one.table and self._plays(one)}
        # A seat may end without the keys of others (6.12): its past is that of others, and shorter.
        ends = [
            one.table.sessions[one.person].transcript
            for one in self.machines
            if one.table and self._plays(one)
        ]
        shortest = min(one.point.step for one in ends)
        pasts = {one.point_of(shortest) for one in ends}
        if len(pasts) != 1:
            raise Parted(f"there are {len(pasts)} pasts")
        if len(results) != 1:
            raise Parted(f"there are {len(results)} results")

    def _check_cut(self) -> None:
        """Check that the machines of a run that is cut have one past up to there."""
        honest = [one for one in self.machines if self._plays(one) and one.table is not None]
        transcripts = [one.table.sessions[one.person].transcript for one in honest if one.table]
        if len({one.point_of(min(self.last, one.point.step)) for one in transcripts}) != 1:
            raise Parted(f"there are several pasts at step {self.last}")

    def _plays(self, machine: Machine) -> bool:
        return machine.person not in self.cheats

    def _check_record(self, machine: Machine) -> None:
        table = machine.table
        assert table is not None
        replay = self.court.judge(table.record())
        self.tally.counts["looked for hidden cards"] = self.eavesdropper.looked
        if self.last:
            return
        if replay.referee.due.kind not in (StepKind.CLOSED, StepKind.OPEN_KEY):
            raise Broken(f"the record of {machine.name} has no end")
        if replay.referee.glory() != table.closed:
            raise Broken(f"the record of {machine.name} does not say what was played")

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
