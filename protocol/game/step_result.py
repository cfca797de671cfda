"""The messages that close a step, checked, and the result of its closing."""

from __future__ import annotations

from engine.values import Value
from protocol.cards.dealing import Proven
from protocol.game.escrow import Unopened
from protocol.game.events import Applied
from protocol.game.step_table import Due
from protocol.wire.bodies import Body


class Accepted(Value):
    """A checked message of the present step: the body, and the results of its proofs."""

    body: Body
    proven: tuple[Proven, ...]


class StepResult(Value):
    """The result of a closed step.

    Attributes:
        away: signers that are away from now on.
        unopened: sealed cards that were lost.
    """

    applied: tuple[Applied, ...]
    due: Due
    away: tuple[int, ...] = ()
    unopened: tuple[Unopened, ...] = ()
