"""Proofs, read from a record of protocol version 1, that a step was closed without somebody.

First the acceptances of more than half of the persons, in one ballot, by signer; then, for each
signer with a proven fault, the message that fails a check, or the two it signed. The absence of the
others needs no more proof: more than half signed that no message of theirs was there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.values import Value
from protocol.agreement.slips import is_slip
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.record.first_slips import (
    FirstAcceptance,
    FirstClosing,
    FirstSlip,
    FirstSubject,
    FirstVoteSlip,
    read_first_envelope,
    read_first_slip,
)
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer

_TWO_CONTENTS: Final = 2


class FirstClosingReader(Value):
    """Reads proofs of closings at one point of a game.

    Attributes:
        owed: the signers that owe a message.
        voters: the persons that are not away.
        is_wrong: whether a message with a good signature fails a check.
    """

    point: StepPoint
    peers: Sequence[Peer]
    owed: tuple[int, ...]
    voters: tuple[int, ...]
    is_wrong: Callable[[Envelope], bool]

    def read(self, parts: Sequence[bytes], at: int) -> tuple[FirstClosing | None, int]:
        """Read the closing proven from the part `at` on; return it and the index of the next part.

        The closing is None if the proof is cut off.

        Raises:
            RemoteProtocolError: the parts prove nothing.
        """
        slips: list[FirstVoteSlip] = []
        while at < len(parts) and is_slip(parts[at]):
            slip = read_first_slip(parts[at], self.peers)
            if slips and not self._is_here(slip):
                # In this step nobody's message counts, and the next step is closed the same way.
                break
            slips.append(self._here(slip))
            at += 1
        closing = self._agreed(slips)
        faults = 0
        for signer in closing.faulty:
            evidence = self._evidence(parts[at : at + _TWO_CONTENTS], signer)
            if not evidence:
                return None, len(parts)
            at += evidence
            faults += signer in self.voters
        counted = [slip for slip in slips if slip.signer not in closing.faulty]
        if 2 * len(counted) <= len(self.voters) - faults:
            if at == len(parts) and not closing.faulty:
                return None, at
            raise BadMessage(Reason.WRONG_CLOSING, "votes")
        return closing, at

    def _is_here(self, slip: FirstSlip) -> bool:
        return isinstance(slip, FirstVoteSlip) and slip.subject == FirstSubject.of(self.point)

    def _here(self, slip: FirstSlip) -> FirstVoteSlip:
        if not isinstance(slip, FirstVoteSlip) or not self._is_here(slip):
            raise BadMessage(Reason.WRONG_CLOSING, "subject")
        return slip

    def _agreed(self, slips: Sequence[FirstVoteSlip]) -> FirstClosing:
        """Return the closing they accept, all in one ballot, each once and rising."""
        votes = [slip.vote for slip in slips if isinstance(slip.vote, FirstAcceptance)]
        signers = [vote.signer for vote in votes]
        same = len({(vote.ballot, vote.closing) for vote in votes}) == 1
        if len(votes) != len(slips) or not same or signers != sorted(set(signers)):
            raise BadMessage(Reason.WRONG_CLOSING, "votes")
        if not set(signers) <= set(self.voters):
            raise BadMessage(Reason.WRONG_CLOSING, "voters")
        closing = votes[0].closing
        every = sorted(
            [*(signer for signer, _ in closing.messages), *closing.away, *closing.faulty]
        )
        if every != list(self.owed) or not (closing.away or closing.faulty):
            raise BadMessage(Reason.WRONG_CLOSING, "closing")
        return closing

    def _evidence(self, parts: Sequence[bytes], signer: int) -> int:
        """Count the parts that prove the fault of a signer; 0 if the record ends before they do."""
        found = [one for one in map(self._signed_by(signer), parts) if one is not None]
        if len(found) > 1 and found[0].content != found[1].content:
            return len(found)
        if found and self.is_wrong(found[0]):
            return 1
        if len(found) == len(parts) < _TWO_CONTENTS:
            return 0
        raise BadMessage(Reason.WRONG_CLOSING, "fault")

    def _signed_by(self, signer: int) -> Callable[[bytes], Envelope | None]:
        def read(raw: bytes) -> Envelope | None:
            try:
                envelope = read_first_envelope(raw)
                envelope.verify(self.peers[signer])
            except RemoteProtocolError:
                return None
            point = self.point
            here = (point.table_id, point.step, point.head)
            fits = (envelope.table_id, envelope.step, envelope.head) == here
            return envelope if fits and envelope.signer == signer else None

        return read
