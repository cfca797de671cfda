"""Catching up with the table: after a restart, and whenever messages are missing.

A journal may be an old copy, and a game may run on two machines. So a restarted client asks a
question first (`Rejoin`). It decides nothing until more than half of the persons, itself included,
have reported their step and it has come as far; its earlier decisions reach it meanwhile from peers
that received them. That may be a single peer, and another may lie, so the client waits for all of
them if they answer within some ticks. If a later start of the same person's client speaks, this one
decides nothing any more. So a backup or a cloned machine never contradicts itself.

Nothing of `Rejoin` is evidence, and there is no clock: the owner ticks every few seconds. `CatchUp`
reports our step to peers and sends them the votes and messages they lack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Final

from protocol.agreement.voter import Voter
from protocol.charter import Charter
from protocol.game.course import Course
from protocol.game.vote_names import names_of_votes, votes_known
from protocol.wire.identity import Identity
from protocol.wire.packets import COUNTER_LIMIT, Here, Signed, Standing
from protocol.wire.rate_budget import RateBudget
from protocol.wire.venues import Venue

MOST_SENT: Final = 64 * 1024
"""Bytes sent at once to a peer that lacks messages; it asks again when it has made progress."""
MOST_VOTES: Final = 32 * 1024
"""Bytes of these that votes take before messages: a liar's must not keep others from their way."""
LONGEST_REST: Final = 64
"""Questions about our own step at most between two about a past that is not found."""
_MOST_PASSED: Final = 16
"""Statements too large for the room that is left which are passed over before an answer ends."""
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

    def say(self, step: int, have: Collection[int], waiting: Collection[int] = ()) -> bytes:
        """Return the packet that reports our start and our `step`.

        `have` are the signers whose message of that step is here. The questions of the `waiting`
        ones are answered later: what was here before them is not read yet, so the step may rise.
        """
        self._said += 1
        if step != self._stood[0]:
            self._stood = (step, 0)
        told = [question for signer, question in self._asked.items() if signer not in waiting]
        self._asked = {one: self._asked[one] for one in self._asked if one in waiting}
        answered = tuple(told[:_MOST_QUESTIONS])
        here = Here(self.instance, step, self._question, answered, tuple(sorted(have)))
        counter = min(self.instance + self._said, COUNTER_LIMIT - 1)
        signed = Signed(self._identity.public, self._venue, counter, here)
        return signed.pack(self._identity)

    def hear(self, packet: Signed) -> bytes:
        """Take a peer's packet; return its question for our step, b"" if it waits for no answer."""
        signer, said = self._persons.get(packet.author), packet.said
        if signer is None or packet.venue != self._venue or not isinstance(said, Here):
            return b""
        if packet.author == self._identity.public:
            self._hear_own(said)
            return b""
        answers_us = bool(self._question) and self._question in said.answered
        before = self._told.get(signer)
        is_further = answers_us and (before is None or said.step > before.step)
        if not is_further and self._is_old(signer, packet.counter, said.question):
            return b""
        if self._budget.spend(packet.author) < 0:
            return b""
        self._remember(signer, packet.counter, said.question)
        if answers_us:
            self._told[signer] = said
        if said.question:
            self._asked[signer] = said.question
        return said.question

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
    """The exchange of missing statements at one seat."""

    def __init__(self, course: Course, voter: Voter) -> None:
        """Start at the first step."""
        self._course = course
        self._voter = voter
        self._back = 1
        self._rest = 0
        self._pause = 1

    def missing(self, asked: Standing) -> tuple[bytes, ...]:
        """Return what a peer lacks that asks, at most `MOST_SENT` bytes, or one statement.

        What it wants comes first, then votes, then the messages of our way, the earliest first.
        What is left is filled with everything else: wrong messages too, since everybody should see
        them. A liar can make votes and wrong messages as large as it likes, so they leave room.
        """
        wanted, size = _taken(self._wanted(asked), (), MOST_VOTES)
        lacking = list(self._lacking(asked, is_here=bool(wanted)))
        votes, more = _taken(lacking, wanted, MOST_VOTES - size, 0)
        parts = chain(self._way(asked), lacking, self._beside(asked))
        others, _ = _taken(parts, {*wanted, *votes}, MOST_SENT - size - more)
        return (*wanted, *votes, *others)

    def said_by(self, person: int) -> tuple[bytes, ...]:
        """Return what a person has said and no other answer brings back, for their return.

        That is the last votes, lower views first, and messages whose head is not known here. The
        disk of the person may have lost them, and they would say something else.
        """
        votes = sorted(self._voter.memory.votes.of(person), key=lambda one: (-one.view, one.digest))
        found, size = _taken((vote.raw for vote in votes), (), MOST_SENT)
        signers = {person, *self._voter.court.signers(person)}
        early = self._course.chronicle.early.of(signers)
        ahead, _ = _taken((one.to_bytes() for one in early), (), MOST_SENT - size, 0)
        return (*found[::-1], *ahead)

    def _wanted(self, asked: Standing) -> Iterator[bytes]:
        """Yield what a peer wants by name, and the messages on a way to it that is not ours.

        A vote may rest on a past that we have left: without its messages the peer cannot judge it.
        """
        chronicle = self._course.chronicle
        yield from chronicle.raw_of(asked.wants)
        yield from self._voter.raw_of(asked.wants)
        aside = [
            envelope
            for head in chronicle.heads_of(asked.wants)
            for part in reversed(list(head.beyond(self._course.head)))
            for envelope in chronicle.closed_by(part)
        ]
        aside.sort(key=lambda envelope: envelope.step < asked.step)
        yield from (envelope.to_bytes() for envelope in aside)

    def _lacking(self, asked: Standing, *, is_here: bool) -> Iterator[bytes]:
        """Yield the votes that a peer may lack, `is_here` if anything that it wants is.

        It has those that it names. A liar can let everybody want for ever what does not exist.
        """
        known = votes_known(self._voter, asked)
        found = self._voter.decisions_beyond(asked.view)
        if asked.view < self._voter.promised or is_here:
            found = chain(found, self._voter.votes())
        yield from (raw for raw in found if raw not in known)

    def _way(self, asked: Standing) -> Iterator[bytes]:
        """Yield the messages of our way from a step on, and one of each that answers the open one.

        Only right messages are a way; the others are beside it.
        """
        history = self._course.transcript.history
        for said in islice(history, asked.step, None):
            known = asked.have if said and said is history[asked.step] else ()
            yield from (one.to_bytes() for signer, one in said.items() if signer not in known)
        here = self._course.here
        known = asked.have if here.head.step == asked.step else ()
        present = here.present() if here.head.step >= asked.step else {}
        for signer, one in present.items():
            if one.digest in here.right and signer not in known:
                yield one.to_bytes()

    def _beside(self, asked: Standing) -> Iterator[bytes]:
        """Yield all messages from a step on, the earliest first."""
        for step in range(asked.step, self._course.head.step + 1):
            for chapter in self._course.chronicle.at_step(step):
                count = Counter(envelope.signer for envelope in chapter.letters.values())
                for envelope in chapter.here():
                    is_known = step == asked.step and envelope.signer in asked.have
                    if not is_known or count[envelope.signer] > 1:
                        yield envelope.to_bytes()

    def standing(self) -> Standing:
        """Return the question to peers: our step, the messages we have, the digests we lack.

        A signer whose messages here are all wrong is left out: others may have a right one. One
        whose proofs are still checked is not: a shuffle is large, and need not come twice. A seat
        that knows of another past, but cannot build it, asks from further and further back, and
        about its own step between. Anybody can name a past that does not exist, so the pause
        doubles each time the whole way was asked for.
        """
        course, voter = self._course, self._voter
        wants = voter.wants()
        liars = voter.memory.liars()
        names = *course.chronicle.early.heads(liars), *voter.wanted_heads(liars)
        if not any(at <= course.head.step for at, _ in names):
            self._rest, self._pause = 0, 1
        elif self._rest:
            self._rest -= 1
        else:
            step = max(0, course.point.step - 2 * self._back)
            self._rest, self._back = self._pause, 2 * self._back
            if not step:
                self._back, self._pause = 1, min(2 * self._pause, LONGEST_REST)
            return Standing(step, (), voter.view, wants, names_of_votes(voter))
        chapter = course.here
        have = {one.signer for one in chapter.letters.values() if one.digest not in chapter.wrong}
        votes = names_of_votes(voter)
        return Standing(course.point.step, tuple(sorted(have)), voter.view, wants, votes)

    def step_closed(self) -> None:
        """Start again with a short way back, and forget what is too far back to build on."""
        self._back = 1
        self._course.chronicle.early.drop(self._course.point.step)


def _taken(
    raws: Iterable[bytes], known: Collection[bytes], most: int, fewest: int = 1
) -> tuple[tuple[bytes, ...], int]:
    """Return the first statements that fit into a number of bytes, and their size.

    One that does not fit is passed over, so that it stands in nobody's way; but the `fewest` are
    taken in any case.
    """
    found: dict[bytes, None] = {}
    size = passed = 0
    for raw in raws:
        if raw in found or raw in known:
            continue
        if len(found) >= fewest and size + len(raw) > most:
            passed += 1
            if passed > _MOST_PASSED:
                break
            continue
        found[raw] = None
        size += len(raw)
    return tuple(found), size
