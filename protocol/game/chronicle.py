"""Every past of a table that is known at one seat, each with the public table at its head.

An honest table has one past. A liar that shows different messages to different seats makes them
fork, and a vote may rest on a past that we never walked along: then its branch grows here from the
messages, and heals once the seats have seen both. A message is judged at the head it stands on,
once, whoever walked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product
from typing import Final

from engine.values import Value
from protocol.agreement.attendance import operators_of
from protocol.agreement.outcomes import Outcomes
from protocol.agreement.pasts import Head, ReturnRequest, SignedAnswer, StepEnd
from protocol.agreement.statements import SignedMessage
from protocol.cards.dealing import Proven
from protocol.charter import Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.deal_attempt import Statement
from protocol.game.early_messages import EarlyMessages
from protocol.game.message_checks import statements_of
from protocol.game.referee import Referee
from protocol.game.returns import returns_in
from protocol.game.step_result import Accepted, StepResult
from protocol.game.step_table import BALLOTED, StepKind
from protocol.wire.bodies import Body, read_body
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer

CONTENTS: Final = 2
"""Contents of one signer that are judged at a head; more only if a vote names them."""
VIEWS: Final = 2
"""Views in which one answer is kept; more only if a vote names the message in that view."""
SPARE_PASTS: Final = 8
"""Pasts of a step up to which those are built that nobody names but liars: each is a table."""
_MOST_TRIED: Final = 4096
"""Names of pasts of which is remembered that they were looked for in vain."""
_MOST_FORKS: Final = 64
"""Combinations of messages of one step that are tried to find a head that somebody named."""


@dataclass
class Chapter:
    """The public table at a head, and the messages of its open step.

    Attributes:
        head: the past.
        referee: the table after that past.
        point: the step that is open there.
        result: the consequences of the step before.
        letters: the messages of the step, by the digest of their content.
        answers: the answers that were judged, by digest.
        right: the results of right answers, by digest.
        wrong: the faults of answers that fail a check, by digest.
    """

    head: Head
    referee: Referee
    point: StepPoint
    result: StepResult
    letters: dict[bytes, Envelope] = field(default_factory=dict)
    answers: dict[bytes, SignedAnswer] = field(default_factory=dict)
    right: dict[bytes, Accepted] = field(default_factory=dict)
    wrong: dict[bytes, RemoteProtocolError] = field(default_factory=dict)

    @cached_property
    def is_end(self) -> bool:
        """Whether RESULT is closed, or nobody is left that could go on."""
        due = self.referee.due
        return due.kind in (StepKind.OPEN_KEY, StepKind.CLOSED) or not due.signers

    def is_judged(self, answer: bytes) -> bool:
        """Whether an answer was judged."""
        return answer in self.answers

    def verdict(self, answer: bytes) -> Verdict:
        """Return the verdict on an answer that was judged."""
        return self.right.get(answer) or self.wrong[answer]

    def forget(self, envelope: Envelope) -> None:
        """Forget a message that was judged, but is not sent after all."""
        self.letters.pop(envelope.content_digest, None)
        self.answers.pop(envelope.digest, None)
        self.right.pop(envelope.digest, None)

    def by(self, signer: int) -> tuple[Envelope, ...]:
        """Return the messages of a signer, by their content's digest."""
        found = [(key, one) for key, one in self.letters.items() if one.signer == signer]
        return tuple(one for _, one in sorted(found))

    def envelope(self, answer: SignedAnswer) -> Envelope:
        """Return a message with that answer; of several views, always the same one."""
        return min(
            (one for one in self.letters.values() if one.digest == answer.digest),
            key=lambda one: (one.view, one.signature),
        )

    def present(self) -> dict[int, Envelope]:
        """Return a message of each signer that has answered, a right one if there is one."""
        found: dict[int, Envelope] = {}
        for envelope in self.here():
            before = found.get(envelope.signer)
            if before is None or before.digest not in self.right:
                found[envelope.signer] = envelope
        return found

    def here(self) -> tuple[Envelope, ...]:
        """Return all messages, by signer."""
        order = sorted(self.letters, key=lambda digest: (self.letters[digest].signer, digest))
        return tuple(self.letters[digest] for digest in order)


class Chronicle:
    """The chapters of a table; implements `protocol.agreement.electorate.Steps`."""

    def __init__(self, charter: Charter, *, keeps_all: bool = False) -> None:
        """Start at the first step of a checked charter; `keeps_all` as `EarlyMessages`."""
        referee = Referee(charter)
        point = StepPoint.first(charter.table_id, referee.digest())
        self.charter: Final = charter
        self.root: Final = Head(point.head)
        self.chapters: Final[dict[bytes, Chapter]] = {}
        self._by_step: dict[int, list[Chapter]] = {}
        self._steps: dict[bytes, int] = {}
        self.early: Final = EarlyMessages(self._steps, keeps_all=keeps_all)
        self._letters: dict[bytes, dict[bytes, Envelope]] = {}
        self._news: Counter[int] = Counter()
        self._tried: dict[tuple[int, bytes], int] = {}
        self._add(Chapter(self.root, referee, point, StepResult((), referee.due)))

    def _add(self, chapter: Chapter) -> Chapter:
        self.chapters[chapter.head.digest] = chapter
        self._by_step.setdefault(chapter.head.step, []).append(chapter)
        self._steps[chapter.head.digest] = chapter.head.step
        self._news[chapter.head.step] += 1
        return chapter

    # -------------------------------------------------------------- questions

    def chapter(self, head: Head) -> Chapter:
        """Return the chapter at a head whose messages are all here and right.

        Raises:
            RemoteProtocolError: the messages cannot be carried out together.
        """
        found = self.chapters.get(head.digest)
        if found is not None:
            return found
        if head.before is None or head.closing is None:
            raise KeyError(head.digest)
        before = self.chapter(head.before)
        referee = before.referee.copied()
        messages = {a.signer: before.right[a.digest] for a in head.closing.answers}
        result = referee.close(messages, head.digest, referee.attendance.at(head))
        point = StepPoint(before.point.table_id, head.step, head.digest, referee.digest())
        return self._add(Chapter(head, referee, point, result))

    def owers(self, head: Head) -> tuple[int, ...]:
        """Return the signers that the agreement waits for at a head (6.12: none after RESULT)."""
        if self.is_end(head):
            return ()
        return self.chapter(head).referee.due.signers

    def is_seed(self, head: Head) -> bool:
        """Whether no view puts anybody away here (6.2)."""
        kind = self.chapter(head).referee.due.kind
        return kind not in BALLOTED

    def is_end(self, head: Head) -> bool:
        """Whether RESULT is closed (6.12), or nobody is left that could go on."""
        return self.chapter(head).is_end

    def is_wrong(self, answer: SignedAnswer) -> bool:
        """Whether an answer fails a check of the message alone at its head."""
        return answer.digest in self.chapter(answer.head).wrong

    def head_of(self, step: int, digest: bytes) -> Head | None:
        """Return a known head."""
        found = self.chapters.get(digest)
        return found.head if found is not None and found.head.step == step else None

    # ---------------------------------------------------------------- messages

    def known(self, envelope: Envelope) -> bool:
        """Whether a message with that content was received."""
        found = self.chapters.get(envelope.head)
        if found is not None:
            return envelope.content_digest in found.letters
        return envelope in self.early

    def has_room(self, envelope: Envelope) -> bool:
        """Whether a message has room at its head without being asked for.

        That is, few other contents of its signer are there, and the same one in few other views.
        """
        count = self._contents(envelope)
        if envelope.digest in count:
            return count[envelope.digest] < VIEWS
        return len(count) < CONTENTS

    def is_again(self, envelope: Envelope) -> bool:
        """Whether the same answer is there already, signed in another view."""
        return envelope.digest in self._contents(envelope)

    def _contents(self, envelope: Envelope) -> Counter[bytes]:
        """Count the views of each answer of the signer at the head of a message."""
        letters = self.chapters[envelope.head].letters.values()
        return Counter(one.digest for one in letters if one.signer == envelope.signer)

    def keep(self, chapter: Chapter, envelope: Envelope) -> None:
        """Keep a message at its head."""
        chapter.letters[envelope.content_digest] = envelope
        for digest in {envelope.digest, envelope.content_digest}:
            self._letters.setdefault(digest, {})[envelope.content_digest] = envelope

    def drop(self, chapter: Chapter, envelope: Envelope) -> None:
        """Forget a message that is not judged, or that is ours and not sent after all."""
        chapter.forget(envelope)
        for digest in {envelope.digest, envelope.content_digest}:
            self._letters.get(digest, {}).pop(envelope.content_digest, None)

    def judged(
        self, chapter: Chapter, envelope: Envelope, answer: SignedAnswer, verdict: Verdict
    ) -> SignedMessage:
        """Note the verdict on a message, and return it as a statement."""
        self.keep(chapter, envelope)
        chapter.answers[answer.digest] = answer
        if isinstance(verdict, RemoteProtocolError):
            chapter.wrong[answer.digest] = verdict
        else:
            chapter.right[answer.digest] = verdict
        self._news[chapter.head.step] += 1
        return SignedMessage(envelope.content_digest, envelope.to_bytes(), answer, envelope.view)

    def statements(self, wanted: Collection[bytes]) -> Iterator[SignedMessage]:
        """Yield the judged messages whose answer or content is wanted."""
        for digest in wanted:
            for envelope in self._letters.get(digest, {}).values():
                answer = self.chapters[envelope.head].answers.get(envelope.digest)
                if answer is not None:
                    content, raw = envelope.content_digest, envelope.to_bytes()
                    yield SignedMessage(content, raw, answer, envelope.view)

    # ---------------------------------------------------------------- branches

    def grow(
        self, wanted: Iterable[tuple[int, bytes]], spare: Iterable[tuple[int, bytes]] = ()
    ) -> bool:
        """Find heads that somebody named and that follow from messages here; whether any did.

        Anybody can name a head that does not exist: each is looked for again only after something
        new in the step before it. Those to `spare` are found while few pasts of their step are.
        """
        few = (name for name in spare if len(self.at_step(name[0])) < SPARE_PASTS)
        found = False
        if len(self._tried) > _MOST_TRIED:
            self._tried.clear()
        for name in sorted({*wanted, *few}):
            step, digest = name
            if digest in self.chapters:
                continue
            news = self._news[step - 1]
            if self._tried.get(name) != news:
                self._tried[name] = news
                found |= self._find(step, digest)
        return found

    def _find(self, step: int, digest: bytes) -> bool:
        for chapter in self._by_step.get(step - 1, ()):
            for closing in islice(self._closings(chapter), _MOST_FORKS):
                head = chapter.head.after(closing)
                if head.digest == digest:
                    self.chapter(head)
                    return True
        return False

    def leads_to(self, envelope: Envelope, wanted: Iterable[tuple[int, bytes]]) -> bool:
        """Whether a message that is not judged yet leads to one of the heads somebody named.

        Then it is judged however many others its signer has signed there: without it, the votes
        that stand on that head could never be judged.
        """
        heads = {digest for step, digest in wanted if step == envelope.step + 1}
        chapter = self.chapters[envelope.head]
        if not heads or envelope.signer not in chapter.referee.due.signers:
            return False
        answer = SignedAnswer(envelope.signer, chapter.head, envelope.digest)
        closings = islice(self._closings(chapter, answer), _MOST_FORKS)
        return any(chapter.head.after(closing).digest in heads for closing in closings)

    def _closings(self, chapter: Chapter, fixed: SignedAnswer | None = None) -> Iterator[StepEnd]:
        """Yield the ways in which a step can close by itself, one answer `fixed` if given."""
        right = [
            [fixed]
            if fixed is not None and fixed.signer == signer
            else sorted(
                a for d, a in chapter.answers.items() if d in chapter.right and a.signer == signer
            )
            for signer in chapter.referee.due.signers
        ]
        if right and all(right):
            yield from (StepEnd(answers) for answers in product(*right))

    def whole(self, chapter: Chapter) -> StepEnd | None:
        """Return the closing of a step by itself, if one right message of each is here."""
        found = list(islice(self._closings(chapter), CONTENTS))
        return found[0] if len(found) == 1 else None

    def raw_of(self, wanted: Collection[bytes]) -> Iterator[bytes]:
        """Yield the messages whose answer or content somebody asks for."""
        for digest in wanted:
            yield from (envelope.to_bytes() for envelope in self._letters.get(digest, {}).values())

    def heads_of(self, wanted: Collection[bytes]) -> list[Head]:
        """Return the heads of the messages whose answer or content somebody asks for."""
        found = (one for digest in wanted for one in self._letters.get(digest, {}).values())
        return sorted({self.chapters[envelope.head].head for envelope in found})

    def closed_by(self, head: Head) -> Iterator[Envelope]:
        """Yield the messages with which the last step of a known head closed."""
        if head.before is not None:
            before = self.chapter(head.before)
            yield from (before.envelope(answer) for answer in head.answers)

    def at_step(self, step: int) -> tuple[Chapter, ...]:
        """Return the known chapters of a step."""
        return tuple(self._by_step.get(step, ()))


def court_of(charter: Charter, chronicle: Chronicle) -> Outcomes:
    """Return the rules for the votes of a table, which look at its steps in a chronicle."""
    operators = operators_of(charter)
    persons = [operators.get(signer, signer) for signer in range(charter.players)]
    return Outcomes(persons, charter.quorum, chronicle, chronicle.root)


class Examined(Value):
    """A message in order but for its proofs: its requests, its body, the statements to prove."""

    returns: tuple[ReturnRequest, ...]
    body: Body
    statements: tuple[Statement, ...]


def examine(chapter: Chapter, envelope: Envelope, peers: Sequence[Peer]) -> Examined:
    """Check everything of a message on a head but its signature and its proofs.

    Raises:
        RemoteProtocolError: it fails a check, or names another state, which proves nothing.
    """
    referee = chapter.referee
    if envelope.signer not in referee.due.signers:
        raise BadMessage(Reason.NOT_OWED, "step")
    if envelope.state != chapter.point.state:
        raise BadMessage(Reason.OTHER_STATE, "state")
    returns: tuple[ReturnRequest, ...] = ()
    if envelope.returns:
        returns = returns_in(envelope, peers, chapter.head, referee.attendance.operators)
    body = read_body(envelope.body)
    return Examined(returns, body, statements_of(referee, envelope.signer, body))


def verdict_of(chapter: Chapter, body: Body, proven: tuple[Proven, ...]) -> Verdict:
    """Judge a message whose proofs are checked."""
    try:
        chapter.referee.judge(body, proven)
    except RemoteProtocolError as error:
        return error
    return Accepted(body, proven)


Verdict = Accepted | RemoteProtocolError
"""The results of a right message, or the fault of a wrong one."""
