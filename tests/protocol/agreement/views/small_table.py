"""A table of three or more persons that all owe every step, with real signatures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from protocol.agreement.outcomes import Outcomes
from protocol.agreement.pasts import Head, SignedAnswer, StepEnd
from protocol.agreement.slips import (
    AcceptanceSlip,
    FreezeSlip,
    ProposalSlip,
    VoteOfView,
    VoteSigner,
    read_slip,
)
from protocol.agreement.statements import ProposalVote, Said, SignedMessage
from protocol.agreement.voter import Voter
from protocol.quorum import Quorum
from protocol.wire.identity import Identity, Peer

TABLE_ID: Final = bytes(32)
KEYS: Final = tuple(Identity(bytes([number] * 32)) for number in range(1, 6))
PEERS: Final = tuple(Peer.of(key.public) for key in KEYS)
END: Final = 10_000
"""The step after RESULT."""


class SmallTable:
    """The steps of a table, with all heads that anybody has told it, and its signers."""

    def __init__(self, persons: int = 3) -> None:
        self.persons = tuple(range(persons))
        self.root = Head(TABLE_ID)
        self.heads = {self.root.digest: self.root}
        self.wrong: set[bytes] = set()

    # --- as `Steps` ------------------------------------------------------------------------------

    def owers(self, head: Head) -> tuple[int, ...]:
        return tuple(person for person in self.persons if person not in head.gone)

    def is_seed(self, head: Head) -> bool:
        del head
        return False

    def is_end(self, head: Head) -> bool:
        return head.step >= END

    def is_wrong(self, answer: SignedAnswer) -> bool:
        return answer.digest in self.wrong

    def head_of(self, step: int, digest: bytes) -> Head | None:
        found = self.heads.get(digest)
        return found if found and found.step == step else None

    # --- people ----------------------------------------------------------------------------------

    def court(self) -> Outcomes:
        """Return the rules of the table."""
        return Outcomes(self.persons, Quorum.HALF, self, self.root)

    def voter(self, me: int) -> Voter:
        """Return a person that has heard nothing."""
        return Voter(self.court(), me, signer(me))

    def know(self, head: Head) -> Head:
        """Make a head known, and return it."""
        return self.heads.setdefault(head.digest, head)

    def after(self, head: Head, body: str = "a") -> Head:
        """Return the head after everybody answered a step, not made known."""
        return head.after(StepEnd(tuple(answer(head, s, body) for s in self.owers(head))))


def signer(me: int) -> VoteSigner:
    """Return the signer of a person's votes."""
    return VoteSigner(KEYS[me], TABLE_ID, me)


def answer(head: Head, person: int, body: str = "a") -> SignedAnswer:
    """Return an answer of a person."""
    digest = hashlib.sha256(head.digest + bytes([person]) + body.encode()).digest()
    return SignedAnswer(person, head, digest)


def message(head: Head, person: int, body: str = "a", view: int = 0) -> SignedMessage:
    """Return a message of a person."""
    said = answer(head, person, body)
    digest = hashlib.sha256(said.digest + view.to_bytes(8)).digest()
    return SignedMessage(digest, b"message " + digest, said, view)


def everybody(head: Head, persons: Iterable[int], view: int = 0) -> tuple[SignedMessage, ...]:
    """Return a message of each of some persons."""
    return tuple(message(head, person, view=view) for person in persons)


def slip(vote: Said) -> VoteOfView:
    """Return a vote as others read it."""
    return slip_of(vote.raw)


def slip_of(raw: bytes) -> VoteOfView:
    """Return the vote of signed bytes."""
    found = read_slip(raw, PEERS)
    assert isinstance(found, FreezeSlip | ProposalSlip | AcceptanceSlip)
    return found


def resumed(tip: Head, view: int, base: ProposalVote | None = None) -> ProposalVote:
    """Return a proposal of the freezes of persons 0 and 1 to go on at a tip."""
    freezes = tuple(signer(s).freeze(view, base, None, tip, (), (), ()) for s in (0, 1))
    return signer(view % 3).proposal(view, freezes)


def without(person: int, head: Head, view: int, base: ProposalVote | None = None) -> ProposalVote:
    """Return a proposal of three persons to go on without one of them, who is late."""
    others = [s for s in (0, 1, 2) if s != person]
    held = tuple(answer(head, s) for s in others)
    freezes = tuple(signer(s).freeze(view, base, None, head, held, (person,), ()) for s in others)
    return signer(view % 3).proposal(view, freezes)


def decision(proposal: ProposalVote, *persons: int) -> tuple[VoteOfView, ...]:
    """Return the slips of a proposal, and of acceptances by some persons."""
    return slip(proposal), *(slip(signer(s).acceptance(proposal)) for s in persons)
