"""Progress by steps: of dealing an Age, and of the actions of a game."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game.deal_attempt import DealAttempt
from protocol.game.step_table import Due, StepKind


@dataclass(frozen=True, slots=True)
class Progress:
    """Finished steps of a deal, and all its steps.

    `asks` says that people choose a card now, and the deal continues afterwards.
    """

    done: int
    of: int
    asks: bool


def progress_of(due: Due, dealing: DealAttempt) -> Progress:
    """Return the progress of a deal at the beginning of a step."""
    shuffles = len(dealing.shufflers)
    rounds = 2 * dealing.rounds if dealing.drafted else 0
    done = {
        StepKind.SHUFFLE: due.link,
        StepKind.PACK_SHARES: shuffles + 2 * due.link,
        StepKind.PICK: shuffles + 2 * due.link + 1,
        StepKind.KEPT_SHARES: shuffles + rounds,
        StepKind.HAND: shuffles + rounds + 1,
    }[due.kind]
    return Progress(done, shuffles + rounds + 2, due.kind is StepKind.PICK)


class ActionSteps:
    """The steps of all actions that are not void."""

    def __init__(self) -> None:
        """Begin without actions."""
        self._step = 0
        self._steps: list[int] = []

    def began(self, step: int) -> None:
        """Begin a step: the next actions belong to it."""
        self._step = step

    def played(self) -> None:
        """Count an action."""
        self._steps.append(self._step)

    def back_to(self, step: int) -> int:
        """Rewind to a step; return the number of actions at the end that are void."""
        self._step = step
        kept = [at for at in self._steps if at < step]
        void = len(self._steps) - len(kept)
        self._steps = kept
        return void
