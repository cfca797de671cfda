"""How far the dealing of an Age is, for the screen."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game.deal_attempt import DealAttempt
from protocol.game.step_table import Due, StepKind


@dataclass(frozen=True, slots=True)
class Progress:
    """Steps of a dealing that are done, and steps in all.

    `asks` is whether people choose a card now, so that it goes on when they have.
    """

    done: int
    of: int
    asks: bool


def progress_of(due: Due, dealing: DealAttempt) -> Progress:
    """Where a dealing stands when a step of it begins."""
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
    """The steps of all actions that hold."""

    def __init__(self) -> None:
        """Nothing was played."""
        self._step = 0
        self._steps: list[int] = []

    def began(self, step: int) -> None:
        """A step begins: what is played now is played with its end."""
        self._step = step

    def played(self) -> None:
        """An action was played."""
        self._steps.append(self._step)

    def back_to(self, step: int) -> int:
        """That step is closed anew; gives how many actions at the end are void."""
        self._step = step
        kept = [at for at in self._steps if at < step]
        void = len(self._steps) - len(kept)
        self._steps = kept
        return void
