"""Recorded answers of the seats on this machine, for a replay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from engine.actions import Intent
from engine.values import Value
from protocol.agreement.slips import is_slip
from protocol.errors import RemoteProtocolError
from protocol.wire.envelope import Envelope


class Answer(Value):
    """An answer of a signer, with the step and head that make it fit nowhere else."""

    signer: int
    step: int
    head: bytes
    intent: Intent


class OtherGame(Exception):
    """A recorded answer does not belong to the replayed course of the game."""


class Past:
    """Recorded answers not yet replayed, by signer, step and head."""

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._left: dict[int, dict[tuple[int, bytes], Answer]] = {}
        self.given = 0
        self.count = 0
        for answer in answers:
            self._left.setdefault(answer.signer, {})[answer.step, answer.head] = answer
            self.count += 1

    def __bool__(self) -> bool:
        """Whether any is left."""
        return any(self._left.values())

    def has(self, signer: int) -> bool:
        """Whether any of a signer is left."""
        return bool(self._left.get(signer))

    def at(self, signer: int, step: int, head: bytes) -> Answer | None:
        """Return the answer of a signer at a step and head, None if there is none."""
        return self._left.get(signer, {}).get((step, head))

    def give(self, answer: Answer) -> None:
        """Remove a replayed answer."""
        del self._left[answer.signer][answer.step, answer.head]
        self.given += 1


class ClosedStep(Value):
    """A closed step: the messages that counted, and the proof that no others did."""

    messages: tuple[bytes, ...]
    proof: tuple[bytes, ...] = ()

    def of_others(self, own: Collection[int]) -> tuple[bytes, ...]:
        """Return the proof, and the messages of all but our `own` signers."""
        said = (raw for raw in self.messages if Envelope.from_bytes(raw).signer not in own)
        return (*self.proof, *said)


class Journal(Protocol):
    """The journal of a table, written before anything is sent."""

    @property
    def answers(self) -> Sequence[Answer]:
        """Everything answered at earlier starts, in order."""

    def answered(self, answer: Answer) -> None:
        """Write an answer, which has not been sent to anybody."""

    def persist(self, signer: int, raw: bytes) -> None:
        """Write a message that a seat here must not contradict."""

    def rewound(self, step: int) -> None:
        """Note that a closed step is the present one again."""

    def sending(self) -> None:
        """Bring everything that the next message rests on to the disk."""


def is_against(steps: Sequence[ClosedStep], first: int, raw: bytes) -> bool:
    """Whether a message contradicts one that counted in a recorded step, from the `first` on.

    A liar's other message would keep a closed step open; it is examined afterwards.
    """
    if first >= len(steps) or is_slip(raw):
        return False
    try:
        envelope = Envelope.from_bytes(raw)
    except RemoteProtocolError:
        return False
    if not first <= envelope.step < len(steps):
        return False
    counted = map(Envelope.from_bytes, steps[envelope.step].messages)
    return any(
        (one.signer, one.head) == (envelope.signer, envelope.head)
        and one.content != envelope.content
        for one in counted
    )
