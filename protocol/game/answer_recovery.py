"""Own messages that come back from others: which answer was it that this seat once gave?

A client whose journal is an old copy hears from the others what it has said since. All it makes
follows from its secrets and its answers, byte by byte, so that the answer is found by making the
message of each that was possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Intent, Pick
from engine.decisions import Decision
from engine.knowledge import Knowledge, publish
from engine.state import GameState
from protocol.errors import RemoteProtocolError
from protocol.game.private_seat import Keeper
from protocol.game.referee import Referee
from protocol.rules import Rules
from protocol.wire.bodies import Act, pack_body, read_body


def given_before(
    keeper: Keeper, referee: Referee, decision: Decision, body: bytes
) -> Intent | None:
    """The answer whose message this is; the keeper has given it then.

    None, and nothing changed, where no answer of this seat to this decision gives that message.
    """
    if referee.state is None:
        return None
    before = keeper.known
    for intent in _possible(referee.rules, referee.state, before, decision, body):
        plan = keeper.answer(referee, intent)
        if pack_body(plan.finish(plan.job.run())) == body:
            return intent
        keeper.knowledge = before
    return None


def _possible(
    rules: Rules, state: GameState, knowledge: Knowledge, decision: Decision, body: bytes
) -> Iterator[Intent]:
    """Answers that say in public what the message says; only these are worth their proofs."""
    try:
        said = read_body(body)
    except RemoteProtocolError:
        return
    for intent in rules.intents(state, knowledge, decision):
        if isinstance(said, Act) == isinstance(intent, Pick):
            continue
        if not isinstance(said, Act) or publish(intent, knowledge)[0] == said.action:
            yield intent
