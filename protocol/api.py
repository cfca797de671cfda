"""The front door of the protocol: the names needed to seat players and play by messages.

A `Charter` names the players and the rules. Each seat has a `Session`: bytes and answers in,
events out. A `Transmit` event is to be broadcast, a `Persist` to be written to disk first, a `Work`
to be run and handed back, an `Asked` to be answered. The signed messages make a record, which
`verify_record` checks without any secret. The protocol draws no chance: secrets are arguments.

Make a signed hello for each of two players; real secrets are 32 random bytes each:

>>> def introduce(number: int) -> tuple[Hello, Identity, TableSecret]:
...     identity, secret = Identity(bytes([number] * 32)), TableSecret(bytes([number + 10] * 32))
...     statement = KeyStatement(bytes([number + 20] * 32), identity.public)
...     unsigned = Hello(
...         identity.public,
...         name=f"Player {number}",
...         fresh=statement.fresh,
...         versions=VERSIONS,
...         sealing=sealing_key(bytes([number + 30] * 32)),
...         card_key=statement.prove(statement.key(secret), secret).to_bytes(),
...         operator=b"",
...         signature=b"",
...     )
...     return Hello.sign(identity, unsigned), identity, secret
>>> players = [introduce(1), introduce(2)]

Agree on a charter and seat everybody:

>>> options = Options()
>>> charter = Charter(tuple(hello for hello, _, _ in players), options, LATEST.cards)
>>> sessions = [
...     Session(charter, signer, identity, secret)
...     for signer, (_, identity, secret) in enumerate(players)
... ]

Broadcast the messages of each seat to the other until none is left. The seats sign the charter and
draw chance together; then the first player is asked for a clan:

>>> mail: list[tuple[Session, bytes]] = []
>>> def handle(seat: Session, events: tuple[Event, ...]) -> None:
...     for event in events:
...         if isinstance(event, Transmit):
...             mail.append((seat, event.raw))
...         elif isinstance(event, Asked):
...             print(charter.names[seat.signer], "owes a", type(event.decision).__name__)
>>> def deliver() -> None:
...     while mail:
...         sender, raw = mail.pop(0)
...         for session in sessions:
...             if session is not sender:
...                 handle(session, session.receive(raw))
>>> for session in sessions:
...     handle(session, session.start())
>>> deliver()
Player 2 owes a ClanDecision

An answer goes out in the same way, and both seats come to the same point:

>>> first = sessions[1]
>>> answers = LATEST.intents(first.state, first.knowledge, first.decision())
>>> handle(first, first.submit(answers[0]))
>>> deliver()
Player 1 owes a ClanDecision
>>> sessions[0].point == sessions[1].point
True

Anybody can verify the record of the four steps so far, without a key:

>>> transcript = sessions[0].transcript
>>> parts = [part for step in range(4) for part in transcript.recorded(step)]
>>> verified = verify_record(write_record(charter, parts))
>>> verified.steps, verified.actions, verified.closed
(4, 1, False)
"""

from __future__ import annotations

from engine.state import Options
from protocol.agreement.vote_events import Persist, Transmit
from protocol.cards.dealing import KeyStatement, TableSecret
from protocol.charter import VERSIONS, Charter, Hello
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.game.events import Asked, Event, Work
from protocol.game.session import Session
from protocol.record.record import BrokenRecord, Verified, verify_record, write_record
from protocol.rules import LATEST
from protocol.wire.identity import Identity
from protocol.wire.sealing import sealing_key

__all__ = [
    "LATEST",
    "VERSIONS",
    "Asked",
    "BrokenRecord",
    "Charter",
    "Event",
    "Hello",
    "Identity",
    "KeyStatement",
    "LocalProtocolError",
    "Options",
    "Persist",
    "RemoteProtocolError",
    "Session",
    "TableSecret",
    "Transmit",
    "Verified",
    "Work",
    "sealing_key",
    "verify_record",
    "write_record",
]
