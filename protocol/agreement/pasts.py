"""The past of a table as a value: heads, the closings between them, and absent signers.

A head names everything that counted before it. It covers the answers, the marks of signers that a
view puts away, and those it brings back, but no signature and no view: the same answer in two views
is one answer. Heads of one table form a tree, for a liar can show different answers to different
seats; an honest table walks along one branch of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final, NamedTuple

from engine.values import Value
from protocol.wire.envelope import next_head

BACK: Final = 0x90
"""The upper bits in a head of a signer that a view brings back."""


class AbsenceMark(IntEnum):
    """The reason why a signer is gone; the value is the mark's upper bits in a head."""

    AWAY = 0x80
    """Silent for too long; may return."""
    CONTRADICTION = 0xA0
    """Put away for the first contradiction, which may be an accident; may return."""
    FAULTY = 0xC0
    """Proven to lie; gone for good."""


class GoneSince(NamedTuple):
    """The mark of a signer that is gone, and the head that put it away."""

    mark: AbsenceMark
    since: Head


class ReturnRequest(Value):
    """A signer that is gone asks to owe again; it names the head that put it away."""

    signer: int
    since: int
    head: bytes


@dataclass(frozen=True, eq=False, slots=True)
class SignedAnswer:
    """The content of a message without its view: heads and freezes name answers by it.

    Attributes:
        signer: charter index.
        head: the past that it stands on.
        digest: H(content without the view), 32 bytes.
        returns: the requests to return that it carries, all of them due at its head.
    """

    signer: int
    head: Head
    digest: bytes
    returns: tuple[ReturnRequest, ...] = ()

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SignedAnswer) and self.digest == other.digest

    def __lt__(self, other: SignedAnswer) -> bool:
        return self.digest < other.digest


class StepEnd(Value):
    """The end of a step.

    Attributes:
        answers: the answers that count, rising by signer.
        marks: the signers that a view puts away, rising, each with its mark; none if the step
            closed by itself.
        back: the signers a view brings back because nearly nobody else would be left, rising.
    """

    answers: tuple[SignedAnswer, ...]
    marks: tuple[tuple[int, AbsenceMark], ...] = ()
    back: tuple[int, ...] = ()

    @property
    def is_by_itself(self) -> bool:
        """Whether no view was needed."""
        return not self.marks and not self.back


class Head:
    """A past: the head before it, and the end of its last step; at first neither.

    Two heads are equal if their digests are. The ancestor at a step is found in logarithmic time
    (skew-binary jumps, Myers 1983), since every contradiction compares pasts.

    Attributes:
        digest: the head as messages name it, 32 bytes.
        before: the head before its last step, None at the first one.
        closing: the end of that step, None at the first one.
        step: the number of the open step.
    """

    def __init__(
        self, digest: bytes, before: Head | None = None, closing: StepEnd | None = None
    ) -> None:
        self.digest: Final = digest
        self.before: Final = before
        self.closing: Final = closing
        self.step: Final[int] = 0 if before is None else before.step + 1
        self._jump: Final = self._far(before)

    def _far(self, before: Head | None) -> Head:
        if before is None:
            return self
        jump = before._jump
        return jump._jump if before.step - jump.step == jump.step - jump._jump.step else before

    def after(self, closing: StepEnd) -> Head:
        """Return the head after the open step ends so."""
        parts = [(a.signer, a.signer, a.digest) for a in closing.answers]
        parts += [(signer, mark | signer, b"") for signer, mark in closing.marks]
        parts += [(signer, BACK | signer, b"") for signer in closing.back]
        marked = [(mark, digest) for _, mark, digest in sorted(parts)]
        return Head(next_head(self.digest, self.step, marked), self, closing)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Head) and self.digest == other.digest)

    def __lt__(self, other: Head) -> bool:
        return self.digest < other.digest

    @cached_property
    def gone(self) -> dict[int, GoneSince]:
        """The signers that are gone; a return ends an absence from the next step on."""
        if self.before is None or self.closing is None:
            return {}
        closing = self.closing
        if closing.is_by_itself and not any(answer.returns for answer in closing.answers):
            return self.before.gone
        gone = dict(self.before.gone)
        for answer in closing.answers:
            for request in answer.returns:
                gone.pop(request.signer, None)
        for signer in closing.back:
            gone.pop(signer, None)
        for signer, mark in closing.marks:
            gone[signer] = GoneSince(mark, self)
        return gone

    @cached_property
    def once_struck(self) -> frozenset[int]:
        """The signers that were away for a contradiction at some time."""
        if self.before is None or self.closing is None:
            return frozenset()
        struck = {s for s, mark in self.closing.marks if mark is AbsenceMark.CONTRADICTION}
        return self.before.once_struck | struck if struck else self.before.once_struck

    def at(self, step: int) -> Head:
        """Return the part of this past up to a step, or all of it."""
        head = self
        while head.before is not None and head.step > step:
            head = head._jump if head._jump.step >= step else head.before
        return head

    def extends(self, other: Head) -> bool:
        """Whether another past is the beginning of this one."""
        return self.step >= other.step and self.at(other.step) == other

    @property
    def answers(self) -> tuple[SignedAnswer, ...]:
        """The answers that closed its last step."""
        return self.closing.answers if self.closing is not None else ()

    def closings(self) -> Iterator[Head]:
        """Yield this past and its beginnings, the longest first, without the first head."""
        head = self
        while head.before is not None:
            yield head
            head = head.before

    def beyond(self, other: Head) -> Iterator[Head]:
        """Yield this past and its beginnings, the longest first, as far as another lacks them."""
        head: Head | None = self
        while head is not None and not other.extends(head):
            yield head
            head = head.before

    def may_return(self, request: ReturnRequest) -> bool:
        """Whether a request ends an absence of its signer here (6.4)."""
        absence = self.gone.get(request.signer)
        return (
            absence is not None
            and absence.mark is not AbsenceMark.FAULTY
            and (absence.since.step, absence.since.digest) == (request.since, request.head)
        )
