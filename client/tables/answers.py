"""Answers that seats of this machine gave, as they are kept and given again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.actions import Intent


@dataclass(frozen=True, slots=True)
class Answer:
    """What a signer answered: at which step and on which past, so that it fits nowhere else."""

    signer: int
    step: int
    head: bytes
    intent: Intent


class OtherGame(Exception):
    """A recorded answer belongs to another course of the game than the one that was replayed."""


class Past:
    """Recorded answers that have not been given again, by signer."""

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._left: dict[int, deque[Answer]] = {}
        self.given = 0
        self.count = 0
        for answer in answers:
            self._left.setdefault(answer.signer, deque()).append(answer)
            self.count += 1

    def __bool__(self) -> bool:
        """Whether there is any left."""
        return self.given < self.count

    def next_of(self, signer: int) -> Answer | None:
        """The next answer of a signer; None where nothing of it is recorded."""
        left = self._left.get(signer)
        return left[0] if left else None

    def give(self, signer: int) -> None:
        """The next answer of a signer has been given."""
        self._left[signer].popleft()
        self.given += 1


class Journal(Protocol):
    """What a table writes down before it lets anything out."""

    @property
    def answers(self) -> Sequence[Answer]:
        """Everything answered at earlier starts, in order."""

    def answered(self, answer: Answer) -> None:
        """Write an answer down; it has not been sent to anybody."""

    def sending(self) -> None:
        """A message is about to leave: what it rests on must be on the disk."""
