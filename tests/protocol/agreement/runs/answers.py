"""The program's answers about a run: the form of each statement, and what follows from all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Final, TypedDict

from protocol.agreement.known_statements import KnownStatements
from protocol.agreement.offences import ViewOutcome
from protocol.agreement.outcomes import Outcomes
from protocol.agreement.pasts import Head, ReturnRequest, SignedAnswer, StepEnd
from protocol.agreement.slips import (
    AcceptanceSlip,
    AnySlip,
    FreezeSlip,
    ProposalSlip,
    ReturnSlip,
    VoteOfView,
    is_slip,
    read_slip,
)
from protocol.agreement.statements import (
    AcceptanceVote,
    CastVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
    Statement,
)
from protocol.errors import RemoteProtocolError
from protocol.game.returns import returns_in
from protocol.quorum import Quorum
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Peer
from tests.protocol.agreement.runs.recording import RunForm

NOT_JUDGED: Final = "not judged"
NOT_RIGHT: Final = "not right"


class ClosingForm(TypedDict):
    """The parts of the head after a closing."""

    answers: list[tuple[int, str]]
    marks: list[tuple[int, int]]
    back: list[int]


class OutcomeForm(TypedDict):
    """The consequence of a right proposal."""

    base: str
    epoch: int
    start: str
    liars: list[int]
    voters: list[int]
    need: int
    tip: str
    end: str
    closing: ClosingForm | None
    is_decided: bool


class AnswersForm(TypedDict):
    """The answers about a run; README.md has the meaning of each."""

    statements: list[tuple[str, int, str] | None]
    messages: dict[str, str]
    freezes: dict[str, str]
    proposals: dict[str, str | OutcomeForm]
    acceptances: dict[str, str]
    contradictions: list[tuple[str, str, str]]


class RunSteps:
    """The steps of a run: its script, and the heads that follow from what is here."""

    def __init__(self, run: RunForm, root: Head) -> None:
        self._script = run["script"]
        self.chapters: Final = {root.digest: root}
        self.right: Final[dict[Head, dict[int, list[SignedAnswer]]]] = {}
        self.wrong: Final[set[bytes]] = set()

    def owers(self, head: Head) -> tuple[int, ...]:
        if self.is_end(head):
            return ()
        return tuple(s for s in self._script[head.step]["owers"] if s not in head.gone)

    def is_seed(self, head: Head) -> bool:
        return not self.is_end(head) and self._script[head.step]["is_seed"]

    def is_end(self, head: Head) -> bool:
        return head.step >= len(self._script)

    def is_wrong(self, answer: SignedAnswer) -> bool:
        return answer.digest in self.wrong

    def head_of(self, step: int, digest: bytes) -> Head | None:
        found = self.chapters.get(digest)
        return found if found is not None and found.step == step else None

    def add_right(self, answer: SignedAnswer) -> None:
        """Note an answer that passed its checks."""
        here = self.right.setdefault(answer.head, {}).setdefault(answer.signer, [])
        if answer not in here:
            here.append(answer)

    def grow(self, named: Iterable[tuple[int, bytes]]) -> bool:
        """Find named heads that follow by a step that closes by itself; whether any did."""
        wanted = {digest for _, digest in named} - self.chapters.keys()
        found = False
        for head in list(self.chapters.values()) if wanted else ():
            if self.is_end(head):
                continue
            right = self.right.get(head, {})
            for answers in product(*(right.get(signer, []) for signer in self.owers(head))):
                way = [head.after(StepEnd(answers))]
                while not self.is_end(way[-1]) and not self.owers(way[-1]):
                    way.append(way[-1].after(StepEnd(())))  # Nobody owes it, so it closes at once.
                while way and way[-1].digest not in wanted:
                    way.pop()
                found |= any(one.digest not in self.chapters for one in way)
                self.chapters.update((one.digest, one) for one in way)
        return found


class Reader:
    """Everything of a run that is here, judged as far as it can be.

    Attributes:
        forms: for each statement of the run its kind, signer and digest, None if it is none.
        letters: messages, by the digest of their content.
        slips: freezes, also those in proposals, proposals and acceptances, by digest.
    """

    def __init__(self, run: RunForm) -> None:
        people = [at if at is not None else s for s, at in enumerate(run["operators"])]
        self.run: Final = run
        self.peers: Final = [Peer.of(bytes.fromhex(key)) for key in run["keys"]]
        self.bots: Final = {s: at for s, at in enumerate(run["operators"]) if at is not None}
        self.table_id: Final = bytes.fromhex(run["table"])
        self.state: Final = bytes.fromhex(run["state"])
        self.unfit: Final = {bytes.fromhex(digest) for digest in run["wrong"]}
        root = Head(bytes.fromhex(run["first_head"]))
        self.steps: Final = RunSteps(run, root)
        self.court: Final = Outcomes(people, Quorum(run["quorum"]), self.steps, root)
        self.known: Final = KnownStatements(self.court)
        self.said: Final[dict[bytes, Statement]] = {}
        self.letters: Final[dict[bytes, Envelope]] = {}
        self.slips: Final[dict[bytes, VoteOfView]] = {}
        self.forms: Final = [self._read(bytes.fromhex(raw)) for raw in run["statements"]]

    # --- reading ---------------------------------------------------------------------------------

    def _read(self, raw: bytes) -> tuple[str, int, str] | None:
        try:
            return self._slip(raw) if is_slip(raw) else self._envelope(raw)
        except RemoteProtocolError:
            return None

    def _slip(self, raw: bytes) -> tuple[str, int, str] | None:
        slip = read_slip(raw, self.peers)
        if slip.table_id != self.table_id:
            return None
        if not isinstance(slip, ReturnSlip):
            self.slips[slip.digest] = slip
        for freeze in slip.freezes if isinstance(slip, ProposalSlip) else ():
            self.slips[freeze.digest] = freeze
        return _kind_of(slip), slip.signer, slip.digest.hex()

    def _envelope(self, raw: bytes) -> tuple[str, int, str] | None:
        envelope = Envelope.from_bytes(raw)
        if envelope.table_id != self.table_id or envelope.signer >= len(self.peers):
            return None
        envelope.verify(self.peers[envelope.signer])
        self.letters[envelope.content_digest] = envelope
        return "message", envelope.signer, envelope.content_digest.hex()

    # --- judging ---------------------------------------------------------------------------------

    def judge_all(self) -> None:
        """Judge all that can be judged."""
        heads = [(one.step, one.head) for one in self.letters.values()]
        for slip in self.slips.values():
            heads += _tips(slip)
        while self._judge_messages() or self._judge_slips() or self.steps.grow(heads):
            pass

    def _judge_messages(self) -> bool:
        is_any = False
        for digest, envelope in self.letters.items():
            head = self.steps.head_of(envelope.step, envelope.head)
            if digest in self.said or head is None or self.steps.is_end(head):
                continue
            answer = self._checked(envelope, head)
            if answer is not None:
                message = SignedMessage(digest, envelope.to_bytes(), answer, envelope.view)
                self.said[digest] = message
                self.known._said[digest] = message
                self.known.messages.add(message)
                is_any = True
        return is_any

    def _checked(self, envelope: Envelope, head: Head) -> SignedAnswer | None:
        """Return the answer of a message, or None if it has another state than its head."""
        signer, digest = envelope.signer, envelope.digest
        returns: tuple[ReturnRequest, ...] = ()
        is_right = signer in self.steps.owers(head)
        if is_right and envelope.state != self.state:
            return None
        try:
            returns = returns_in(envelope, self.peers, head, self.bots) if is_right else ()
        except RemoteProtocolError:
            is_right = False
        if not is_right or digest in self.unfit:
            self.steps.wrong.add(digest)
            return SignedAnswer(signer, head, digest)
        answer = SignedAnswer(signer, head, digest, returns)
        self.steps.add_right(answer)
        return answer

    def _judge_slips(self) -> bool:
        is_any = False
        for digest, slip in self.slips.items():
            vote = self.known.resolved(slip) if digest not in self.said else None
            if vote is not None:
                self._judge(vote)
                is_any = True
        return is_any

    def _judge(self, vote: CastVote) -> None:
        self.said[vote.digest] = vote
        if not self._counts(vote):
            self.known._named[vote.digest] = vote
            return
        self.known._said[vote.digest] = vote
        self.known.votes.add(vote)
        outcome = self.court.outcome(vote) if isinstance(vote, ProposalVote) else None
        if outcome is not None:
            self.steps.chapters.setdefault(outcome.head.digest, outcome.head)

    def _counts(self, vote: CastVote) -> bool:
        if isinstance(vote, FreezeVote):
            return self.court.is_certified(vote)
        return self.court.contradiction(vote, vote) is None

    # --- answers ---------------------------------------------------------------------------------

    def answers(self) -> AnswersForm:
        """Return the answers, when everything is judged."""
        return {
            "statements": self.forms,
            "messages": {d.hex(): self._message(d) for d in sorted(self.letters)},
            "freezes": {d.hex(): self._freeze(d) for d in self._of(FreezeSlip)},
            "proposals": {d.hex(): self._proposal(d) for d in self._of(ProposalSlip)},
            "acceptances": {d.hex(): self._acceptance(d) for d in self._of(AcceptanceSlip)},
            "contradictions": sorted(self._contradictions()),
        }

    def _of(self, kind: type[VoteOfView]) -> list[bytes]:
        return sorted(digest for digest, slip in self.slips.items() if isinstance(slip, kind))

    def _message(self, digest: bytes) -> str:
        said = self.said.get(digest)
        if not isinstance(said, SignedMessage):
            return NOT_JUDGED
        return "wrong" if self.steps.is_wrong(said.answer) else "right"

    def _freeze(self, digest: bytes) -> str:
        said = self.said.get(digest)
        if not isinstance(said, FreezeVote):
            return NOT_JUDGED
        return "certified" if self.court.is_certified(said) else "not certified"

    def _proposal(self, digest: bytes) -> str | OutcomeForm:
        said = self.said.get(digest)
        if not isinstance(said, ProposalVote):
            return NOT_JUDGED
        outcome = self.court.outcome(said)
        return self._outcome(said, outcome) if outcome else NOT_RIGHT

    def _outcome(self, proposal: ProposalVote, outcome: ViewOutcome) -> OutcomeForm:
        return {
            "base": outcome.base.digest.hex() if outcome.base else "",
            "epoch": outcome.epoch,
            "start": outcome.start.digest.hex(),
            "liars": sorted(outcome.liars),
            "voters": sorted(outcome.voters),
            "need": outcome.needed,
            "tip": outcome.tip.digest.hex(),
            "end": outcome.head.digest.hex(),
            "closing": None if outcome.is_resume else _closing(outcome.head),
            "is_decided": self.known.is_decided(proposal),
        }

    def _acceptance(self, digest: bytes) -> str:
        said = self.said.get(digest)
        if not isinstance(said, AcceptanceVote):
            return NOT_JUDGED
        return "right" if self.court.outcome(said.proposal) else NOT_RIGHT

    def _contradictions(self) -> Iterator[tuple[str, str, str]]:
        by_signer: dict[int, list[Statement]] = {}
        for said in sorted(self.said.values()):
            by_signer.setdefault(said.signer, []).append(said)
        for several in by_signer.values():
            for one, two in (*((one, one) for one in several), *combinations(several, 2)):
                offence = self.court.contradiction(one, two)
                if offence is not None:
                    yield one.digest.hex(), two.digest.hex(), offence.name


def answers_to(run: RunForm) -> AnswersForm:
    """Return the program's answers about a run."""
    reader = Reader(run)
    reader.judge_all()
    return reader.answers()


def _kind_of(slip: AnySlip) -> str:
    match slip:
        case FreezeSlip():
            return "freeze"
        case ProposalSlip():
            return "proposal"
        case AcceptanceSlip():
            return "acceptance"
        case ReturnSlip():
            return "return"


def _tips(slip: VoteOfView) -> list[tuple[int, bytes]]:
    freezes = slip.freezes if isinstance(slip, ProposalSlip) else (slip,)
    return [(f.tip_step, f.tip_head) for f in freezes if isinstance(f, FreezeSlip)]


def _closing(head: Head) -> ClosingForm:
    closing = head.closing
    assert closing
    return {
        "answers": [(one.signer, one.digest.hex()) for one in closing.answers],
        "marks": [(signer, int(mark)) for signer, mark in closing.marks],
        "back": list(closing.back),
    }
