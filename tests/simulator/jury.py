"""Judges of a whole run: nothing that liars sign takes more from honest seats than their patience.

Every charge is stated without a word about slips, so it holds for any agreement. `court.py` judges
single messages, `eavesdropper.py` secrecy, `World.check_end` the end of the game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from protocol.agreement.pasts import AbsenceMark
from protocol.charter import ClockKind
from protocol.wire.envelope import Envelope, StepPoint
from tests.simulator.broken import Broken

if TYPE_CHECKING:
    from protocol.agreement.transcript import Transcript
    from protocol.game.session import Session
    from tests.simulator.machine import Machine
    from tests.simulator.world import World

STANDSTILL = 900.0
"""Seconds without progress of anybody after which a table has stopped."""
_MINUTE = 60.0
_NEARLY = 4.0
"""Seconds before the end of a clock from which a seat counts as late: the next look comes later."""
MOST_VOTES = 90
"""Votes an honest program signs in a minute at most, whatever others sign."""
MOST_KEPT = 300
"""Votes of one signer that an honest program keeps in memory at most."""
MOST_WRITTEN = 4 << 20
"""Bytes an honest program writes to its disk in a minute at most."""


class Charge(StrEnum):
    """The guarantees that a run can break."""

    PUT_AWAY = "an answered seat was put away"
    NOT_LATE = "a seat was put away that too few clocks found late"
    UNDONE = "a step was undone that all honest seats had gone on from"
    REOPENED = "a finished game was reopened"
    STOPPED = "the table stopped"
    CLOCK = "the clock of a seat that could not sign was used up"
    UNPROVEN = "a split proves nobody"
    BLAMED = "an honest seat is blamed"
    DISK = "votes make an honest disk work without bound"
    MEMORY = "votes fill an honest memory without bound"
    CRASHED = "an honest program crashed"


_MAY_BE_FORGOTTEN = (Charge.UNDONE, Charge.REOPENED, Charge.UNPROVEN)


class Guilty(Broken):
    """A guarantee failed: `charge` says which."""

    def __init__(self, charge: Charge, details: str) -> None:
        super().__init__(f"{charge}: {details}")
        self.charge = charge


Place = tuple[int, int, bytes]
"""A signer at a step on a head."""


@dataclass(frozen=True)
class _Finish:
    """The end of a game as a machine had it."""

    life: int
    point: StepPoint
    glory: tuple[int, ...]
    record: bytes


class Jury:
    """Watches the honest seats of a world; raises `Guilty` as soon as a guarantee fails.

    Attributes:
        late: the honest persons whose clock found somebody late, by place.
        forks: honest persons that left a past which more than half had signed on, with the step.
        charged: seconds that honest clocks counted for honest seats that could not sign.
        longest: the longest time in which no honest seat made progress.
        is_still: whether the table stands for good, with too few honest voters left or not.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.late: dict[Place, set[int]] = {}
        self.forks: list[tuple[int, int]] = []
        self.charged = 0.0
        self.longest = 0.0
        self.is_still = False
        self._able: Counter[Place] = Counter()
        self._answered: dict[Place, float] = {}
        self._contents: dict[Place, set[bytes]] = {}
        self._signed: dict[int, StepPoint] = {}
        self._heads: dict[int, list[bytes]] = {}
        self._lives: dict[int, int] = {}
        self._decided_to: Counter[int] = Counter()
        self._settled: list[bytes] = []
        self._finished: dict[int, _Finish] = {}
        self._looked_at: dict[int, StepPoint] = {}
        self._votes: dict[int, set[bytes]] = {}
        self._written: Counter[int] = Counter()
        self._moved_at = 0.0
        self._minute = 0.0

    # --------------------------------------------------------------- reports

    def answered(self, envelope: Envelope) -> None:
        """Note a message that an honest machine sends for the first time."""
        place = (envelope.signer, envelope.step, envelope.head)
        self._answered.setdefault(place, self.world.now)
        self._contents.setdefault(place, set()).add(envelope.digest)
        before = self._signed.get(envelope.signer)
        if before is None or envelope.step > before.step:
            point = StepPoint(envelope.table_id, envelope.step, envelope.head, envelope.state)
            self._signed[envelope.signer] = point

    def crashed(self, machine: Machine, error: Exception) -> None:
        """Judge an error that a program did not handle."""
        if machine.person in self.world.honest:
            self._accuse(Charge.CRASHED, f"seat {machine.person}: {error!r}")
        self.world.tally.note("a program crashed")
        machine.die()

    def voted(self, person: int, raw: bytes) -> None:
        """Note a vote that an honest machine sends, for the first time or again."""
        votes = self._votes.setdefault(person, set())
        votes.add(raw)
        if len(votes) > MOST_VOTES:
            self._accuse(Charge.DISK, f"{len(votes)} votes of seat {person} within a minute")

    def look(self, machine: Machine) -> None:
        """Look at an honest machine after each message it has taken."""
        assert machine.table is not None
        session = machine.table.sessions[machine.person]
        transcript, person = session.transcript, machine.person
        finish = self._finished.get(person)
        if finish is not None and finish.life == machine.life and finish.point != transcript.point:
            where = f"seat {person} is at step {transcript.point.step}, not {finish.point.step}"
            del self._finished[person]
            self._accuse(Charge.REOPENED, where)
        heads = self._heads.setdefault(person, [transcript.point_of(0).head])
        step = transcript.point.step
        same = min(len(heads) - 1, step)
        if heads[same] == transcript.point_of(same).head and step < len(heads):
            return
        while heads[same] != transcript.point_of(same).head:
            same -= 1
        # A program that starts again may know an earlier past only: it stands where its disk says,
        # and decides nothing until the others have told it more.
        if same < len(heads) - 1 and self._lives.get(person) == machine.life:
            self._changed(person, same)
        self._lives[person] = machine.life
        heads[same + 1 :] = [transcript.point_of(at).head for at in range(same + 1, step + 1)]
        self._moved_at = self.world.now
        for at in range(same, step):
            self._check_closing(session, at)
        self._decided_to[person] = _decided_to(session)
        if machine.table.closed is not None:
            self._check_finish(machine, session, machine.table.closed)

    def clocks(self, machine: Machine) -> None:
        """Look at the clocks of an honest machine, right before it does."""
        table = machine.table
        if table is None or table.charter.clock.kind is not ClockKind.HARD:
            return
        point = table.sessions[machine.person].point
        waiting = set(table.sessions[machine.person].waiting_for)
        if self._looked_at.get(machine.person) != point or waiting.intersection(table.sessions):
            # Its clocks are those of an earlier step, or it is waited for and finds nobody late.
            return
        for wait in table.patience.waits():
            if wait.signer not in waiting or wait.left is None or wait.left > _NEARLY:
                continue
            place = (wait.signer, point.step, point.head)
            self.late.setdefault(place, set()).add(machine.person)
            self._check_clock(place, machine.person)

    def looked(self, machine: Machine) -> None:
        """Note the step to which the clocks of a machine belong, right after it looked at them."""
        if machine.table is not None:
            self._looked_at[machine.person] = machine.table.sessions[machine.person].point

    def second(self) -> None:
        """Let a second pass."""
        world = self.world
        for person, session in self._sessions().items():
            if _may_answer(session) and not world.machines[person].is_asleep:
                self._able[person, session.point.step, session.point.head] += 1
        self._charge()
        self._settle()
        self._check_progress()
        if world.now - self._minute >= _MINUTE:
            self._minute = world.now
            self._check_bounds()

    def finish(self) -> None:
        """Judge the whole run at its end."""
        world = self.world
        for person, step in self.forks:
            named = {
                one.signer for m in world.machines for one in m.troubles if m.person in world.honest
            }
            if named.isdisjoint(range(len(world.machines))) or named <= set(world.honest):
                self._accuse(Charge.UNPROVEN, f"seat {person} left step {step}")
        for machine in world.machines:
            finish = self._finished.get(machine.person)
            if finish is None or machine.table is None:
                continue
            # Card keys may come after the end, and a crash right then may lose them here: the file
            # of the record keeps them (tests/client/storage/test_record_files.py).
            short, long = sorted((machine.table.record(), finish.record), key=len)
            if not long.startswith(short):
                self._accuse(Charge.REOPENED, f"seat {machine.person} has another record")
        counts = world.tally.counts
        counts["splits"] += len(self.forks)
        counts["seconds charged to seats that could not sign"] += round(self.charged)

    # ---------------------------------------------------------------- charges

    def _accuse(self, charge: Charge, details: str) -> None:
        """End the run with a charge, or only count it if the plan looks for others.

        Steps that more than half of the disks forgot at one time are played again.

        Raises:
            Guilty: the plan looks for this charge.
        """
        is_excused = self.world.is_forgotten and charge in _MAY_BE_FORGOTTEN
        if charge in self.world.plan.charges and not is_excused:
            raise Guilty(charge, details)
        self.world.tally.note(f"guilty: {charge}")

    def _changed(self, person: int, same: int) -> None:
        """Judge a change of past: the closings from step `same` on are others now."""
        left = self._heads[person][same + 1]
        if same + 1 < len(self._settled) and self._settled[same + 1] == left:
            where = f"seat {person} went back to step {same} of {len(self._settled) - 1} settled"
            del self._settled[same + 1 :]
            charge = Charge.REOPENED if person in self._finished else Charge.UNDONE
            self._accuse(charge, where)
        if same < self._decided_to[person]:
            self.forks.append((person, same))

    def _check_closing(self, session: Session, step: int) -> None:
        """Check that nobody honest is put away whom too few honest clocks found late."""
        world, transcript = self.world, session.transcript
        head = transcript.points[step].head
        closing = session.course.head.at(step + 1).closing
        marks = dict(closing.marks) if closing is not None else {}
        for person in world.honest:
            if marks.get(person) in (AbsenceMark.FAULTY, AbsenceMark.CONTRADICTION):
                self._blame(person, step)
            if marks.get(person) is not AbsenceMark.AWAY:
                continue
            place = (person, step, head)
            since = session.away
            persons = range(len(world.machines))
            voters = [one for one in persons if since.get(one, step + 1) > step]
            liars = set(voters).difference(world.honest)
            needed = max(1, len(voters) // 2 + 1 - len(liars))
            found = len(self.late.get(place, ()))
            if found < needed:
                at = self._answered.get(place)
                told = "never" if at is None else f"{world.now - at:.0f} s ago"
                details = (
                    f"seat {person} at step {step}, which answered {told}; seat {session.signer} "
                    f"went on without it {len(transcript.history) - step} steps later, "
                    f"{found} honest clocks found it late, {needed} are needed"
                )
                self._accuse(Charge.NOT_LATE if at is None else Charge.PUT_AWAY, details)

    def _blame(self, person: int, step: int) -> None:
        """Accuse those that blame a seat, unless all it said twice was forgotten in between.

        A seat that loses the end of its journal asks the others what it has said there. If more
        than half of the disks have lost data, nobody may be left who knows.
        """
        since = self.world.forgotten_at
        twice = [place for place, said in self._contents.items() if len(said) > 1]
        said_at = [self._answered[place] for place in twice if place[0] == person]
        if since is not None and said_at and max(said_at) <= since:
            self.world.tally.note("blamed for what more than half of the disks forgot")
        else:
            self._accuse(Charge.BLAMED, f"seat {person} is faulty at step {step}")

    def _check_clock(self, place: Place, finder: int) -> None:
        person, step, _ = place
        limit = self.world.plan.clock.limit
        if person not in self.world.honest or not self.world.is_calm:
            return
        if place not in self._answered and self._able[place] < limit / 2:
            able = f"was able to sign for {self._able[place]} s"
            self._accuse(
                Charge.CLOCK, f"seat {person} at step {step}, which {able}, by seat {finder}"
            )

    def _check_finish(self, machine: Machine, session: Session, glory: tuple[int, ...]) -> None:
        """Check that a finished game stays as it ended, restarts included."""
        assert machine.table is not None
        if session.referee.due.signers:
            return
        found = _Finish(machine.life, session.point, glory, machine.table.record())
        first = self._finished.setdefault(machine.person, found)
        if (first.point, first.glory, first.record) != (found.point, found.glory, found.record):
            self._accuse(Charge.REOPENED, f"seat {machine.person} has another end")

    def _charge(self) -> None:
        """Count the seconds in which honest clocks run for honest seats that cannot sign."""
        world = self.world
        here = self._sessions()
        for person, session in here.items():
            if session.state is None or not world.is_calm:
                continue
            for other in set(session.waiting_for).intersection(here).difference({person}):
                if not here[other].voter.may_sign():
                    self.charged += 1

    def _settle(self) -> None:
        """Note the steps that all honest seats have gone on from, on one past."""
        transcripts = [session.transcript for session in self._sessions().values()]
        if len(transcripts) < len(self.world.honest):
            return
        points = [self._signed.get(person) for person in self.world.honest]
        steps = [point.step for point in points if point is not None]
        if len(steps) < len(points):
            return
        step = min(steps)
        if step < len(self._settled) or any(one.point.step < step for one in transcripts):
            return
        first = transcripts[0]
        on_it = all(
            p is not None and _is_on(one, p) for p, one in zip(points, transcripts, strict=True)
        )
        if on_it and len({one.point_of(step).head for one in transcripts}) == 1:
            self._settled = [first.point_of(at).head for at in range(step + 1)]

    def _check_progress(self) -> None:
        world = self.world
        if world.is_over or not world.is_calm:
            self._moved_at = world.now
            return
        still = world.now - self._moved_at
        self.longest = max(self.longest, still)
        if still < STANDSTILL:
            return
        self.is_still = True
        if world.may_go_on:
            world.tally.note("waits: its people may go on without a silent liar")
        elif self._are_enough():
            self._accuse(Charge.STOPPED, f"nobody has moved for {still:.0f} s")
        else:
            world.tally.note("waits: too few honest voters are left")

    def _are_enough(self) -> bool:
        """Whether the honest voters left are more than half, where the table is furthest."""
        sessions = self._sessions().values()
        if not sessions:
            return False
        furthest = max(sessions, key=lambda session: session.point.step)
        voters = set(furthest.voter.voters)
        return 2 * len(voters.intersection(self.world.honest)) > len(voters)

    def _sessions(self) -> dict[int, Session]:
        """Return the sessions of the honest persons whose programs run."""
        return {
            machine.person: machine.table.sessions[machine.person]
            for machine in self.world.machines
            if machine.person in self.world.honest and machine.table is not None
        }

    def _check_bounds(self) -> None:
        self._votes.clear()
        world = self.world
        for machine in world.machines:
            if machine.person not in world.honest:
                continue
            written = machine.written - self._written[machine.person]
            self._written[machine.person] = machine.written
            counts = world.tally.counts
            counts["most bytes written in a minute"] = max(
                counts["most bytes written in a minute"], written
            )
            if written > MOST_WRITTEN:
                self._accuse(Charge.DISK, f"{written} bytes of seat {machine.person} in a minute")
            for liar in world.liars[:1]:
                for signer, count in liar.forger.kept(machine).items():
                    counts["most votes kept of one"] = max(counts["most votes kept of one"], count)
                    if count > MOST_KEPT:
                        told = f"{count} votes of seat {signer} at seat {machine.person}"
                        self._accuse(Charge.MEMORY, told)


def _may_answer(session: Session) -> bool:
    """Whether a seat owes a message that is not made, and may sign it now."""
    return session.signer in session.waiting_for and not session.is_frozen


def _is_on(transcript: Transcript, point: StepPoint) -> bool:
    """Whether a point is on the past of a machine that has come so far."""
    return (
        transcript.point.step >= point.step and transcript.point_of(point.step).head == point.head
    )


def _decided_to(session: Session) -> int:
    """Return the step up to which more than half of the persons at the table have signed on."""
    transcript, voters = session.transcript, set(session.voter.voters)
    seen: set[int] = set()
    for step in range(transcript.point.step, -1, -1):
        is_open = step == transcript.point.step
        seen.update(session.present if is_open else transcript.history[step])
        if 2 * len(seen & voters) > len(voters):
            return step
        if not is_open and transcript.proofs[step]:
            return step + 1
    return 0
