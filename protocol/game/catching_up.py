"""Catching up with the table: after a restart, and whenever messages are missing.

A journal may be an old copy, and a game may run on two machines. So a restarted client asks a
question first (`Rejoin`). It decides nothing until more than half of the persons, itself included,
have reported their step and it has come as far; its earlier decisions reach it meanwhile from peers
that received them. That may be a single peer, and another may lie, so the client waits for all of
them if they answer within some ticks. If a later start of the same person's client speaks, this one
decides nothing any more. So a backup or a cloned machine never contradicts itself.

Nothing of `Rejoin` is evidence, and there is no clock: the owner ticks every few seconds. `CatchUp`
reports our step to peers and sends them the messages they lack.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from protocol.agreement.voting import Voting, subject_of
from protocol.charter import Charter
from protocol.game.course import Course
from protocol.game.violations import Violations
from protocol.wire.identity import Identity
from protocol.wire.packets import COUNTER_LIMIT, Here, Signed
from protocol.wire.rate_budget import RateBudget
from protocol.wire.venues import Venue

_SAID_AT_ONCE: Final = 12
_SAID_EACH_TICK: Final = 6
_MOST_QUESTIONS: Final = 8
_MOST_REMEMBERED: Final = 256
"""Starts of others of which the last counter is remembered."""
_PATIENCE: Final = 5
"""Ticks to wait for the last peers once more than half have answered."""
_STUCK: Final = 20
"""Ticks without progress of a client that is behind: the vote that is missing may be its own."""


class Rejoin:
    """The persons of one table, and the steps their clients report.

    Attributes:
        instance: the number of this start of our client.
        is_superseded: whether a later start of our client has spoken.
    """

    def __init__(
        self,
        charter: Charter,
        identity: Identity,
        instance: int,
        question: bytes,
        own: Collection[int] = (),
    ) -> None:
        """Start a person's client as `instance`, a larger number than that of any earlier start.

        A restarted client asks a `question` of 16 fresh bytes; one that begins the game passes b"".
        `own` are the signers of the client.
        """
        self.instance = instance
        self.is_superseded = False
        self._venue = Venue.table(charter.table_id)
        self._identity = identity
        self._persons = {
            hello.identity: signer
            for signer, hello in enumerate(charter.hellos)
            if not hello.is_bot
        }
        self._own = frozenset(own)
        self._question = question
        self._told: dict[int, Here] = {}
        self._asked: dict[int, bytes] = {}
        self._counters: dict[tuple[int, bytes], int] = {}
        self._budget = RateBudget(_SAID_AT_ONCE, _SAID_EACH_TICK)
        self._said = 0
        self._waited = 0
        self._stood = (-1, 0)

    def is_listening(self, step: int, have: Collection[int]) -> bool:
        """Whether a client at `step` still has to wait for reports of the current step.

        `have` are the signers whose message of that step is here.
        """
        if not self._question:
            return False
        lacking = self._own.difference(have)
        behind = sum(
            told.step < step or (told.step == step and lacking.isdisjoint(told.have))
            for told in self._told.values()
        )
        all_told = behind + 1 == len(self._persons)
        if self._is_more_than_half(behind) and (all_told or self._waited >= _PATIENCE):
            self._question = b""
            return False
        return True

    @property
    def is_stuck(self) -> bool:
        """Whether more than half have answered, but this client makes no progress.

        The step may then be open because peers wait for its vote; by now they have sent back the
        votes of it that they know.
        """
        return self._is_more_than_half(len(self._told)) and self._stood[1] >= _STUCK

    def _is_more_than_half(self, others: int) -> bool:
        return 2 * (others + 1) > len(self._persons)

    def may_decide(self, step: int, have: Collection[int]) -> bool:
        """Whether a client at `step` may make decisions."""
        return not self.is_superseded and not self.is_listening(step, have)

    def tick(self) -> None:
        """Note that some seconds have passed."""
        self._budget.tick()
        if self._question and self._is_more_than_half(len(self._told)):
            self._waited += 1
            self._stood = (self._stood[0], self._stood[1] + 1)

    def say(self, step: int, have: Collection[int]) -> bytes:
        """Return the packet that reports our start and our `step`.

        `have` are the signers whose message of that step is here.
        """
        self._said += 1
        if step != self._stood[0]:
            self._stood = (step, 0)
        answered = tuple(self._asked.values())[:_MOST_QUESTIONS]
        self._asked = {}
        here = Here(self.instance, step, self._question, answered, tuple(sorted(have)))
        counter = min(self.instance + self._said, COUNTER_LIMIT - 1)
        signed = Signed(self._identity.public, self._venue, counter, here)
        return signed.pack(self._identity)

    def hear(self, packet: Signed) -> bool:
        """Take a peer's packet; return whether the peer asked for our step and waits for it."""
        signer, said = self._persons.get(packet.author), packet.said
        if signer is None or packet.venue != self._venue or not isinstance(said, Here):
            return False
        if packet.author == self._identity.public:
            self._hear_own(said)
            return False
        answers_us = bool(self._question) and self._question in said.answered
        before = self._told.get(signer)
        is_further = answers_us and (before is None or said.step > before.step)
        if not is_further and self._is_old(signer, packet.counter, said.question):
            return False
        if self._budget.spend(packet.author) < 0:
            return False
        self._remember(signer, packet.counter, said.question)
        if answers_us:
            self._told[signer] = said
        if said.question:
            self._asked[signer] = said.question
            return True
        return False

    def _is_old(self, signer: int, counter: int, question: bytes) -> bool:
        """Whether this packet, or a later one of the same start, was received before.

        A client that lost the end of its journal may count from below again, with a new question.
        """
        return counter <= self._counters.get((signer, question), 0)

    def _remember(self, signer: int, counter: int, question: bytes) -> None:
        self._counters.pop((signer, question), None)
        self._counters[signer, question] = counter
        if len(self._counters) > _MOST_REMEMBERED:
            del self._counters[next(iter(self._counters))]

    def _hear_own(self, said: Here) -> None:
        """Take a packet signed by our own key, by another machine or an earlier start.

        The last start continues. Clocks go wrong, and an old copy does not know of later starts:
        so a client that still listens takes a number above any it receives of itself, and one that
        no longer listens yields to a higher number.
        """
        if not self._question:
            self.is_superseded |= said.instance > self.instance
        elif said.instance >= self.instance and said.question != self._question:
            self.instance = min(said.instance + 1, COUNTER_LIMIT - 1)


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
        """Return the messages that a peer at `step` lacks if it has those of the signers `have`.

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
