"""Effects of the agreement at one person, in the order in which they happen."""

from __future__ import annotations

from engine.values import Value
from protocol.agreement.offences import Offence
from protocol.agreement.pasts import SignedAnswer
from protocol.agreement.statements import CastVote, ProposalVote


class VoteCast(Value):
    """A vote of ours: persist what it rests on, then the vote, then send it (6.8 f).

    Attributes:
        vote: the vote; `vote.raw` is its signed form.
        statements: signed statements of others that it needs, each after those it needs itself;
            those of earlier votes are not repeated.
        answers: answers beside our past that it needs; their messages must be on the disk too.
    """

    vote: CastVote
    statements: tuple[bytes, ...]
    answers: tuple[SignedAnswer, ...]

    @property
    def raw(self) -> bytes:
        """The signed form of the vote."""
        return self.vote.raw


class ViewMoved(Value):
    """A view has not decided yet: its number, its leader, and the persons that froze for it."""

    view: int
    leader: int
    persons: tuple[int, ...]


class ContradictionFound(Value):
    """Two signed statements that no honest program signs both; one twice if it is wrong alone.

    `step` is the latest open step that they name.
    """

    signer: int
    offence: Offence
    first: bytes
    second: bytes
    step: int


class StoodOn(Value):
    """A decision began the next epoch; `rewinds` if steps that had closed here are undone."""

    decision: ProposalVote
    rewinds: bool


AgreementEffect = VoteCast | ViewMoved | ContradictionFound | StoodOn
