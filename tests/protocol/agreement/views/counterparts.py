"""Values of the model and of the program for each other.

Digests decide ties, so both have the same: a statement or answer of the program has the number of
the model's value as its digest, and a head of the model has the digest of the program's head as its
number.
"""

from __future__ import annotations

from typing import Final

from protocol.agreement.pasts import (
    AbsenceMark,
    Head,
    ReturnRequest,
    SignedAnswer,
    StepEnd,
)
from protocol.agreement.slips import (
    AcceptanceSlip,
    AnySlip,
    FreezeSlip,
    ProposalSlip,
    ReturnSlip,
    VoteOfView,
)
from protocol.agreement.statements import (
    AcceptanceVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
    Statement,
)
from tests.model import values as model
from tests.model.memory import Received as ModelReceived

MARKS: Final = {
    model.Mark.AWAY: AbsenceMark.AWAY,
    model.Mark.CONTRADICTION: AbsenceMark.CONTRADICTION,
    model.Mark.FAULTY: AbsenceMark.FAULTY,
}
TABLE: Final = bytes(32)


class Counterparts:
    """All values met so far, by digest."""

    def __init__(self) -> None:
        self.heads: dict[bytes, tuple[model.Head, Head]] = {}
        self.answers: dict[bytes, tuple[model.Answer, SignedAnswer]] = {}
        self.statements: dict[bytes, tuple[model.Statement, Statement]] = {}

    def name(self, head: model.Head) -> None:
        """Give a head of the model its number, when it is made."""
        twin = Head(TABLE)
        if head.before and head.closing:
            closing = head.closing
            answers = tuple(map(self.answer, closing.answers))
            marks = tuple((signer, MARKS[mark]) for signer, mark in closing.marks)
            twin = self.head(head.before).after(StepEnd(answers, marks, closing.back))
        object.__setattr__(head, "number", int.from_bytes(twin.digest))
        self.heads.setdefault(twin.digest, (head, twin))

    def head(self, head: model.Head) -> Head:
        """Return the program's head."""
        return self.heads[digest_of(head)][1]

    def answer(self, answer: model.Answer) -> SignedAnswer:
        """Return the program's answer."""
        digest = digest_of(answer)
        if digest not in self.answers:
            head = self.head(answer.head)
            returns = tuple(map(request, answer.returns))
            self.answers[digest] = answer, SignedAnswer(answer.signer, head, digest, returns)
        return self.answers[digest][1]

    def testimony(self, said: model.Statement | model.Answer) -> Statement | SignedAnswer:
        """Return the program's statement or answer."""
        return self.answer(said) if isinstance(said, model.Answer) else self.statement(said)

    def statement(self, said: model.Statement) -> Statement:
        """Return the program's statement, with all it names."""
        digest = digest_of(said)
        if digest not in self.statements:
            self.statements[digest] = said, self._statement(said, digest)
        return self.statements[digest][1]

    def _statement(self, said: model.Statement, digest: bytes) -> Statement:
        match said:
            case model.Message():
                return SignedMessage(digest, digest, self.answer(said.answer), said.view)
            case model.Freeze():
                return self._freeze(said, digest)
            case model.Proposal():
                freezes = tuple(map(self.freeze, said.freezes))
                return ProposalVote(digest, digest, said.view, said.signer, freezes)
            case model.Acceptance():
                proposal = self.proposal(said.proposal)
                return AcceptanceVote(digest, digest, said.view, said.signer, proposal)

    def message(self, said: model.Message) -> SignedMessage:
        """Return the program's message."""
        found = self.statement(said)
        assert isinstance(found, SignedMessage)
        return found

    def freeze(self, freeze: model.Freeze) -> FreezeVote:
        """Return the program's freeze."""
        found = self.statement(freeze)
        assert isinstance(found, FreezeVote)
        return found

    def proposal(self, proposal: model.Proposal) -> ProposalVote:
        """Return the program's proposal."""
        found = self.statement(proposal)
        assert isinstance(found, ProposalVote)
        return found

    def _freeze(self, freeze: model.Freeze, digest: bytes) -> FreezeVote:
        return FreezeVote(
            digest,
            digest,
            freeze.view,
            freeze.signer,
            self.proposal(freeze.base) if freeze.base else None,
            self.proposal(freeze.accepted) if freeze.accepted else None,
            self.head(freeze.tip),
            tuple(sorted(map(self.answer, freeze.held), key=by_signer)),
            freeze.late,
            tuple((self.statement(one), self.statement(two)) for one, two in freeze.faults),
        )

    def received(self, thing: ModelReceived) -> AnySlip | SignedMessage:
        """Return something as the program receives it."""
        match thing:
            case model.Message():
                return self.message(thing)
            case model.Return():
                return slip_of(thing)
            case model.Freeze() | model.Proposal() | model.Acceptance():
                return self.slip(thing)

    def slip(self, vote: model.Vote) -> VoteOfView:
        """Return the slip of a vote."""
        digest = digest_of(vote)
        self.statement(vote)
        match vote:
            case model.Freeze():
                return self.freeze_slip(vote)
            case model.Proposal():
                freezes = tuple(map(self.freeze_slip, vote.freezes))
                return ProposalSlip(digest, digest, TABLE, vote.view, vote.signer, freezes)
            case model.Acceptance():
                named = digest_of(vote.proposal)
                return AcceptanceSlip(digest, digest, TABLE, vote.view, vote.signer, named)

    def freeze_slip(self, freeze: model.Freeze) -> FreezeSlip:
        """Return the slip of a freeze."""
        digest = digest_of(freeze)
        held = sorted(map(self.answer, freeze.held), key=by_signer)
        return FreezeSlip(
            digest,
            digest,
            TABLE,
            freeze.view,
            freeze.signer,
            digest_of(freeze.base) if freeze.base else b"",
            digest_of(freeze.accepted) if freeze.accepted else b"",
            freeze.tip.step,
            digest_of(freeze.tip),
            tuple((answer.signer, answer.digest) for answer in held),
            freeze.late,
            tuple((digest_of(one), digest_of(two)) for one, two in freeze.faults),
        )

    # --- from the program to the model -----------------------------------------------------------

    def head_again(self, head: Head) -> model.Head:
        """Return the model's head."""
        return self.heads[head.digest][0]

    def answer_again(self, answer: SignedAnswer) -> model.Answer:
        """Return the model's answer."""
        return self.answers[answer.digest][0]

    def said_again(self, statement: Statement) -> model.Statement:
        """Return the model's statement."""
        return self.statements[statement.digest][0]

    def proposal_again(self, proposal: ProposalVote | None) -> model.Proposal | None:
        """Return the model's proposal."""
        found = self.said_again(proposal) if proposal else None
        assert found is None or isinstance(found, model.Proposal)
        return found


def digest_of(value: model.Value) -> bytes:
    """Return a digest of the program for a value of the model."""
    return value.number.to_bytes(32)


def number_of(digest: bytes) -> int:
    """Return the number of the model for a digest of the program."""
    return int.from_bytes(digest)


def by_signer(answer: SignedAnswer) -> tuple[int, bytes]:
    """Return the order of answers in a freeze of the program."""
    return answer.signer, answer.digest


def request(slip: model.Return) -> ReturnRequest:
    """Return the request of a slip."""
    return ReturnRequest(slip.signer, slip.head.step, digest_of(slip.head))


def slip_of(slip: model.Return) -> ReturnSlip:
    """Return the slip of the program."""
    digest = digest_of(slip)
    head = digest_of(slip.head)
    return ReturnSlip(digest, digest, TABLE, slip.signer, slip.head.step, head)
