"""Tables of real sessions in one process, with a seeded network between them."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from engine import actions as act
from engine.intents import intents
from engine.state import Options
from protocol.agreement.vote_events import Transmit
from protocol.cards.card_faces import cards_digest
from protocol.cards.dealing import KeyStatement, TableSecret
from protocol.charter import PROTOCOL_VERSION, Charter, Hello
from protocol.errors import RemoteProtocolError
from protocol.game.events import Event, Work
from protocol.game.jobs import Cache, CheckJob
from protocol.game.session import Session
from protocol.quorum import Quorum
from protocol.wire.identity import Identity
from protocol.wire.packets import Standing
from protocol.wire.sealing import sealing_key
from tests.lasting import lasting


def hello_of(
    name: str, chance: Random, operator: bytes = b"", *, fresh: bytes = b""
) -> tuple[Hello, Identity, TableSecret]:
    """Make a signed hello with the secrets behind it; a cheat copies the fresh bytes of another."""
    identity = Identity(chance.randbytes(32))
    secret = TableSecret(chance.randbytes(32))
    fresh = fresh or chance.randbytes(32)
    statement = KeyStatement(fresh, identity.public)
    proof = statement.prove(statement.key(secret), secret).to_bytes()
    unsigned = Hello(
        identity.public,
        name,
        fresh,
        (PROTOCOL_VERSION,),
        sealing_key(chance.randbytes(32)),
        proof,
        operator,
        b"",
    )
    return Hello.sign(identity, unsigned), identity, secret


@dataclass
class Wire:
    """A network to every other seat that can lose, repeat, delay and reorder messages."""

    chance: Random
    loss: float = 0.0
    repeat: float = 0.0
    reorder: bool = False
    queue: list[tuple[int, bytes]] = field(default_factory=list)

    def broadcast(self, sender: int, players: int, raw: bytes) -> None:
        """Put a message in flight to everybody else."""
        for other in range(players):
            if other == sender or self.chance.random() < self.loss:
                continue
            self.queue.append((other, raw))
            if self.chance.random() < self.repeat:
                self.queue.append((other, raw))

    def take(self) -> tuple[int, bytes]:
        """Take the next message to arrive."""
        at = self.chance.randrange(len(self.queue)) if self.reorder else 0
        return self.queue.pop(at)


class Table:
    """Sessions by signer, whose answers a chooser gives, until nothing is in flight any more."""

    def __init__(
        self,
        players: int,
        seed: int,
        options: Options | None = None,
        wire: Wire | None = None,
        quorum: Quorum = Quorum.HALF,
    ) -> None:
        self.chance = Random(seed)
        options = options or Options()
        made = [hello_of(f"Seat {number}", self.chance) for number in range(players)]
        self.charter = Charter(
            tuple(hello for hello, _, _ in made),
            options,
            cards_digest(options),
            late_window=0,
            quorum=quorum,
        )
        self.sessions = [
            Session(self.charter, signer, identity, secret)
            for signer, (_, identity, secret) in enumerate(made)
        ]
        self.wire = wire or Wire(self.chance)
        self.cache: Cache = {}
        self.events: list[list[Event]] = [[] for _ in made]
        self._standings: list[Standing] = []
        self.choose: Callable[[Session], act.Intent] = self._random_answer

    def _random_answer(self, session: Session) -> act.Intent:
        decision, state, knowledge = session.decision(), session.state, session.knowledge
        assert decision is not None
        assert state is not None
        assert knowledge is not None
        by_kind: dict[type, list[act.Intent]] = {}
        for intent in intents(state, knowledge, decision):
            by_kind.setdefault(type(intent), []).append(intent)
        kinds = [kind for kind in by_kind if kind is not act.Pass] or list(by_kind)
        return self.chance.choice(by_kind[self.chance.choice(kinds)])

    def handle(self, signer: int, events: tuple[Event, ...]) -> None:
        """Carry out the events of a session: send messages, run jobs."""
        session = self.sessions[signer]
        for event in events:
            self.events[signer].append(event)
            if isinstance(event, Transmit):
                self.wire.broadcast(signer, len(self.sessions), event.raw)
            elif isinstance(event, Work):
                job = event.job
                if isinstance(job, CheckJob):
                    try:
                        result = job.run(self.cache)
                    except RemoteProtocolError as error:
                        self.handle(signer, session.done(event.number, error))
                        continue
                    self.handle(signer, session.done(event.number, result))
                else:
                    self.handle(signer, session.done(event.number, job.run(self.cache)))

    def start(self) -> None:
        """Start every session."""
        for signer, session in enumerate(self.sessions):
            self.handle(signer, session.start())

    def run(self, most: int = 1_000_000) -> None:
        """Deliver and answer until nothing moves."""
        for _ in range(most):
            if self.wire.queue:
                signer, raw = self.wire.take()
                self.handle(signer, self.sessions[signer].receive(raw))
                continue
            asked = [
                signer
                for signer, session in enumerate(self.sessions)
                if session.decision() is not None
            ]
            if asked:
                signer = self.chance.choice(asked)
                session = self.sessions[signer]
                self.handle(signer, session.submit(self.choose(session)))
                continue
            if not self.catch_up():
                return

    def pass_time(self, ticks: int = 1) -> None:
        """Let ticks pass for all but a silent cheater, each followed by all that it causes."""
        for _ in range(ticks):
            for session in self.sources():
                self.handle(session.signer, session.tick())
            self._standings = []
            self.run()

    def sources(self) -> list[Session]:
        """Return the sessions that send others the messages they lack."""
        return self.sessions

    def catch_up(self) -> bool:
        """Send everybody the messages they lack; return whether that can change anything."""
        standings = [session.standing() for session in self.sessions]
        if standings == self._standings:
            return False
        self._standings = standings
        for signer, asked in enumerate(standings):
            for other in self.sources():
                if other.signer != signer:
                    self.wire.queue += [(signer, raw) for raw in other.missing(asked)]
        return bool(self.wire.queue)


_Copied = TypeVar("_Copied", bound=Table)
_SHARED: dict[int, tuple[Table, dict[int, object]]] = {}


def copied(made: _Copied) -> _Copied:
    """Return a private copy of a table that is kept and does not change any more."""
    if id(made) not in _SHARED:
        _SHARED[id(made)] = made, {id(made.cache): made.cache, **lasting(made)}
    return deepcopy(made, dict(_SHARED[id(made)][1]))
