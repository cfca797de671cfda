"""Recovers this seat's lost answers from messages echoed by peers.

A client whose journal is an old copy receives from the others what it has signed since. Its
messages follow from its secrets and answers byte by byte, so the answer is found by making the
message of each answer that was possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Intent, Pick
from engine.decisions import Decision
from engine.knowledge import Knowledge, publish
from engine.state import GameState
from protocol.errors import RemoteProtocolError
from protocol.game.private_seat import PrivateSeat
from protocol.game.referee import Referee
from protocol.rules import Rules
from protocol.wire.bodies import Act, pack_body, read_body


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
    """Yield the answers that publish what the message says; only these are worth their proofs."""
    try:
        said = read_body(body)
    except RemoteProtocolError:
        return
    for intent in rules.intents(state, knowledge, decision):
        if isinstance(said, Act) == isinstance(intent, Pick):
            continue
        if not isinstance(said, Act) or publish(intent, knowledge)[0] == said.action:
            yield intent
