"""Progress of a step, and the checkpoint taken before it closes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from protocol.game.jobs import Made
from protocol.game.private_seat import Plan
from protocol.game.private_view import ViewSnapshot
from protocol.game.referee import Accepted, Referee
from protocol.wire.envelope import Envelope


@dataclass
class StepProgress:
    """Messages of the present step that have been checked, and the state of our own one.

    Attributes:
        accepted: checked messages that are right, by signer.
        faulty: signers with a proven fault in this step.
        answered: whether our message is made, or being made.
        is_asked: whether we have been asked for our message, or have made it.
        unsigned: our message, ready but not to be signed yet.
        fetched: digests of messages that were checked again because the others count them.
        before: the view of our seat when the step began.
    """

    accepted: dict[int, Accepted] = field(default_factory=dict)
    faulty: set[int] = field(default_factory=set)
    answered: bool = False
    is_asked: bool = False
    unsigned: tuple[Plan, Made] | None = None
    fetched: set[bytes] = field(default_factory=set)
    before: ViewSnapshot = (None, (), ())

    def copied(self) -> StepProgress:
        """Copy the progress, to continue from it later."""
        return replace(self, accepted=dict(self.accepted), faulty=set(self.faulty), fetched=set())


@dataclass
class Checkpoint:
    """Everything as it was right before a step closed."""

    referee: Referee
    view: ViewSnapshot
    progress: StepProgress
    seconds: dict[int, Envelope]
