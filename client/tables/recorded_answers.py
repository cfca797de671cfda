"""Answers that seats of this machine gave, as they are kept and given again."""

from __future__ import annotations

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
    """Recorded answers that have not been given again, by signer and the past they belong to."""

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._left: dict[int, dict[tuple[int, bytes], Answer]] = {}
        self.given = 0
        self.count = 0
        for answer in answers:
            self._left.setdefault(answer.signer, {})[answer.step, answer.head] = answer
            self.count += 1

    def __bool__(self) -> bool:
        """Whether there is any left."""
        return any(self._left.values())

    def has(self, signer: int) -> bool:
        """Whether there is any of a signer left."""
        return bool(self._left.get(signer))

    def at(self, signer: int, step: int, head: bytes) -> Answer | None:
        """What a signer answered at a step on that past; None where nothing is recorded."""
        return self._left.get(signer, {}).get((step, head))

    def give(self, answer: Answer) -> None:
        """An answer has been given again."""
        del self._left[answer.signer][answer.step, answer.head]
        self.given += 1


@dataclass(frozen=True, slots=True)
class ClosedStep:
    """A closed step as it is kept: the messages that counted, and what shows why no others did."""

    messages: tuple[bytes, ...]
    proof: tuple[bytes, ...] = ()


class Journal(Protocol):
    """What a table writes down before it lets anything out."""

    @property
    def answers(self) -> Sequence[Answer]:
        """Everything answered at earlier starts, in order."""

    def answered(self, answer: Answer) -> None:
        """Write an answer down; it has not been sent to anybody."""

    def persist(self, signer: int, raw: bytes) -> None:
        """Write down what a seat here has said and must not contradict."""

    def rewound(self, step: int) -> None:
        """That step, which was closed, is the present one again."""

    def sending(self) -> None:
        """A message is about to leave: what it rests on must be on the disk."""
