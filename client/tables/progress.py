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
