"""Catching up: the step we report to peers, and the messages we send to peers that lack them."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.agreement.voting import Voting, subject_of
from protocol.game.course import Course
from protocol.game.violations import Violations


class CatchUp:
    """The exchange of missing messages at one seat."""

    def __init__(self, course: Course, voting: Voting, violations: Violations) -> None:
        """Start at the first step."""
        self._course = course
        self._voting = voting
        self._violations = violations
        self._back = 1

    @property
    def is_halted(self) -> bool:
        """Whether the table waits for a signer with another past or state than ours."""
        return any(signer in self._violations.diverged for signer in self._course.waiting_for)

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """Return what a peer at `step` lacks that has the messages of the signers `have` of it.

        Votes on that step are included: a peer after a restart may not know its own.
        """
        transcript = self._course.transcript
        votes: tuple[bytes, ...] = ()
        if step <= self._course.point.step:
            votes = self._voting.said(subject_of(transcript.point_of(step)))
        return (*transcript.missing(step, have), *votes)

    def standing(self) -> tuple[int, tuple[int, ...]]:
        """Return our current step, and the signers whose message of it is here.

        A signer whose messages here are all wrong is left out: others may have a right one.
        A halted seat asks for the past, further back each time, to find the author of the split.
        """
        course = self._course
        if self.is_halted:
            self._back *= 2
            return max(0, course.point.step - self._back), ()
        wrong = course.progress.faulty.difference(course.transcript.seconds)
        return course.point.step, tuple(sorted(set(course.transcript.present) - wrong))

    def step_closed(self) -> None:
        """Start again with a short way back."""
        self._back = 1
