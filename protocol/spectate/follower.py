"""One past of a watched table: a record that grows, checked step by step."""

from __future__ import annotations

from engine.state import GameState
from engine.values import Value
from protocol.agreement.slips import is_slip
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.game.escrow import Unopened
from protocol.game.events import Applied
from protocol.game.jobs import Cache
from protocol.game.step_table import Due, StepKind
from protocol.record.record import BrokenRecord, Replay, write_record

Parts = tuple[bytes, ...]


class CheckedStep(Value):
    """A checked step: the messages due, the actions that took effect, and the table after it.

    Attributes:
        following: the messages due in the step after it.
        away: the signers that are away after it.
        proven: those of them with a proven fault.
        unopened: sealed cards that were lost because of signers that are away after it.
        rewound: whether steps from this one on had been shown in another way before; the state
            before it is then that of `Spectator.follower` again.
    """

    step: int
    due: Due
    applied: tuple[Applied, ...]
    state: GameState | None
    following: Due
    away: tuple[int, ...] = ()
    proven: tuple[int, ...] = ()
    unopened: tuple[Unopened, ...] = ()
    rewound: bool = False

    @property
    def is_last(self) -> bool:
        """Whether every step of the game is closed now."""
        return self.following.kind is StepKind.CLOSED


class Follower(Replay):
    """A record that grows: each step is checked when it arrives.

    Attributes:
        steps: the parts of every step so far.
        ends: the head after every step so far; a step counts once its head is here.
        checked: every step so far, as it was checked.
        decided: the number of steps up to the last one that a decision closed.
        came: when its owner noticed each step, in seconds; may lag behind.
    """

    def __init__(self, charter: Charter, cache: Cache | None = None) -> None:
        """Begin with the charter.

        Raises:
            BrokenRecord: the charter is not in order.
        """
        super().__init__(write_record(charter, ()), cache)
        self.steps: list[Parts] = []
        self.ends: list[bytes] = []
        self.checked: list[CheckedStep] = []
        self.decided = 0
        self.came: list[float] = []
        self._first = self.point.head

    def take(self, parts: Parts) -> CheckedStep:
        """Check the next step.

        Raises:
            BrokenRecord: it is no step. Nothing has changed, unless parts followed a whole step.
        """
        before = self.point
        self.feed(parts)
        due, applied = self.step()
        if self.point.step == before.step or not self.is_done:
            raise BrokenRecord(before.step, None, "", Reason.WRONG_LENGTH, "step")
        attendance = self.referee.attendance
        checked = CheckedStep(
            before.step,
            due,
            applied,
            self.referee.state,
            self.referee.due,
            tuple(attendance.since),
            tuple(attendance.proven),
            self.referee.unopened,
        )
        self.checked.append(checked)
        self.steps.append(parts)
        if is_decision(parts):
            self.decided = self.point.step
        self.ends.append(self.point.head)
        return checked

    def back_to(self, step: int) -> Follower:
        """Build a follower at an earlier step of the same past."""
        again = Follower(self.charter, self.cache)
        for parts in self.steps[:step]:
            again.take(parts)
        return again

    def head_at(self, step: int) -> bytes | None:
        """Return the head before a step of this past; None for a step it has not reached."""
        if step > len(self.ends):
            return None
        return self.ends[step - 1] if step else self._first

    def common(self, ends: list[bytes]) -> int:
        """Return the number of steps shared with a past that has these heads after its steps."""
        pairs = enumerate(zip(self.ends, ends, strict=False))
        return next(
            (at for at, (one, other) in pairs if one != other), min(len(self.ends), len(ends))
        )

    @property
    def away_by_decision(self) -> frozenset[int]:
        """The signers that a decision put away, and that have not come back since."""
        if not self.decided:
            return frozenset()
        return frozenset(self.checked[self.decided - 1].away) & frozenset(self.checked[-1].away)

    @property
    def is_over(self) -> bool:
        """Whether every step of the game is closed."""
        return self.referee.due.kind is StepKind.CLOSED

    def record(self, steps: int | None = None) -> bytes:
        """Return the record of all steps so far, or of the first ones."""
        parts = (part for parts in self.steps[:steps] for part in parts)
        return write_record(self.charter, parts)


def is_decision(parts: Parts) -> bool:
    """Whether a step was closed by a decision of more than half, whose votes come first."""
    return is_slip(parts[0])
