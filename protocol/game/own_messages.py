"""Our own signed messages, and the requests to return that they carry for others.

One content is signed for each step and head. A message that carries requests, or a view, does not
follow from our secrets and answers alone, so it is persisted, and recalled after a crash.

A client whose journal is an old copy receives from its peers the messages it has signed since. They
follow from its secrets and answers byte by byte, so `recover_answer` finds the answer by making the
message of each answer that was possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Intent, Pick
from engine.decisions import Decision
from engine.knowledge import Knowledge, publish
from engine.state import GameState
from protocol.agreement.electorate import Electorate
from protocol.agreement.pasts import Head
from protocol.agreement.slips import ReturnSlip
from protocol.errors import RemoteProtocolError
from protocol.game.private_seat import PrivateSeat
from protocol.game.referee import Referee
from protocol.rules import Rules
from protocol.wire.bodies import Act, pack_body, read_body
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity


class OwnMessages:
    """The messages one signer seals."""

    def __init__(self, identity: Identity, signer: int, electorate: Electorate) -> None:
        """Start with nothing signed."""
        self._identity = identity
        self._signer = signer
        self._electorate = electorate
        self._recalled: dict[tuple[int, bytes], Envelope] = {}
        self._returns: dict[int, ReturnSlip] = {}

    def recall(self, envelope: Envelope) -> None:
        """Take back a message that was persisted before a crash."""
        self._recalled[envelope.step, envelope.head] = envelope

    def carry(self, slip: ReturnSlip) -> None:
        """Carry a request to return in our next message."""
        self._returns[slip.signer] = slip

    def seal(
        self, point: StepPoint, head: Head, body: bytes, view: int, *, with_returns: bool
    ) -> Envelope:
        """Sign a body for a step, or return the message that was signed for it before a crash."""
        recalled = self._recalled.get((point.step, point.head))
        if recalled is not None:
            return recalled
        carries = with_returns and self._returns
        due = self._electorate.due_returns(self._returns, head) if carries else ()
        returns = tuple(slip.raw for slip in due)
        return Envelope.seal(self._identity, point, self._signer, body, returns, view)


def recover_answer(
    private_seat: PrivateSeat, referee: Referee, decision: Decision, body: bytes
) -> Intent | None:
    """Return the answer whose message this is; the private seat has then given it.

    Returns None, and changes nothing, if no answer to this decision gives that message.
    """
    if referee.state is None:
        return None
    before = private_seat.known
    for intent in _candidates(referee.rules, referee.state, before, decision, body):
        plan = private_seat.answer(referee, intent)
        if pack_body(plan.finish(plan.job.run())) == body:
            return intent
        private_seat.knowledge = before
    return None


def _candidates(
    rules: Rules, state: GameState, knowledge: Knowledge, decision: Decision, body: bytes
) -> Iterator[Intent]:
    """Yield the answers that would publish this message; only these are worth their proofs."""
    try:
        said = read_body(body)
    except RemoteProtocolError:
        return
    for intent in rules.intents(state, knowledge, decision):
        if isinstance(said, Act) == isinstance(intent, Pick):
            continue
        if not isinstance(said, Act) or publish(intent, knowledge)[0] == said.action:
            yield intent
