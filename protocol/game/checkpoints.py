"""What has come of a step at one seat, and how everything was right before the step was closed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from protocol.game.jobs import Made
from protocol.game.private_seat import Plan
from protocol.game.private_view import Seen
from protocol.game.referee import Accepted, Referee
from protocol.wire.envelope import Envelope


@dataclass
class Step:
    """What has come of the messages of the present step, and of the own one.

    Attributes:
        is_asked: whether the own seat has been asked for its message, or has made it.
        unsigned: an own message that is ready, but must not be signed yet.
        fetched: digests of messages that were looked at again because the others count them.
        before: what the own seat had seen when the step began.
    """

    accepted: dict[int, Accepted] = field(default_factory=dict)
    faulty: set[int] = field(default_factory=set)
    answered: bool = False
    is_asked: bool = False
    unsigned: tuple[Plan, Made] | None = None
    fetched: set[bytes] = field(default_factory=set)
    before: Seen = (None, (), ())

    def copied(self) -> Step:
        """The same, to go on from later."""
        return replace(self, accepted=dict(self.accepted), faulty=set(self.faulty), fetched=set())


@dataclass
class Trace:
    """Everything as it was right before a step was closed."""

    referee: Referee
    seen: Seen
    now: Step
    seconds: dict[int, Envelope]
