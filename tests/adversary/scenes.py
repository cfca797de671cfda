"""Scenes: honest tables that wait for a cheater, whose key and secrets the test has.

In a scene everybody else has sent the owed message of the present step, and the cheater's honest
message is held back. The messages sent instead are signed with the cheater's real key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

from engine.state import Options, Rulings
from engine.values import replace
from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.slips import is_slip
from protocol.agreement.vote_events import BallotMoved, Faulty, Persist, Transmit
from protocol.errors import Reason
from protocol.game.events import Diverged, Dropped, Event, Work
from protocol.game.session import Session
from protocol.game.step_table import AGE_SEEDING, OWED_BODY, StepKind
from protocol.wire.bodies import Act, Body, pack_body, read_body
from protocol.wire.envelope import Envelope
from tests.adversary.splits import marks_of
from tests.adversary.tables import Table, Wire, copied

Wanted = Callable[[Body], bool]

BOXES: Final = Options(Rulings(draft=False), gods=True, mystics=True)
"""A table with both boxes."""
_SEATED: Final = 3
"""The first step after the seed of the game, whose messages look like those of an Age's seed."""


class Holding(Wire):
    """A wire that holds back the first matching message of the cheater, and all later ones.

    Messages before the step `first` match nothing.
    """

    def __init__(self, chance: Random, cheater: int, wanted: Wanted, first: int) -> None:
        super().__init__(chance)
        self.cheater = cheater
        self.wanted = wanted
        self.first = first
        self.held: list[bytes] = []

    def broadcast(self, sender: int, players: int, raw: bytes) -> None:
        if sender == self.cheater and not is_slip(raw):
            envelope = Envelope.from_bytes(raw)
            is_due = envelope.step >= self.first and self.wanted(read_body(envelope.body))
            if self.held or is_due:
                self.held.append(raw)
                return
        super().broadcast(sender, players, raw)


class Scene(Table):
    """A table whose wire holds back the cheater's message."""

    def __init__(
        self,
        players: int,
        seed: int,
        cheater: int,
        wanted: Wanted,
        options: Options,
        first: int = 0,
    ) -> None:
        self.holding = Holding(Random(seed), cheater, wanted, first)
        super().__init__(players, seed, options, self.holding)
        self.cheater = cheater

    @property
    def honest(self) -> list[Session]:
        """All sessions except the cheater's."""
        return [one for one in self.sessions if one.signer != self.cheater]

    @property
    def liar(self) -> Session:
        """The cheater's session, which has been honest so far."""
        return self.sessions[self.cheater]

    @property
    def true(self) -> Envelope:
        """The message that is held back."""
        return Envelope.from_bytes(self.holding.held[0])

    @property
    def body(self) -> Body:
        """The body of the message held back."""
        return read_body(self.true.body)

    def sources(self) -> list[Session]:
        return self.honest if self.holding.held else self.sessions

    def forged(self, body: Body | bytes) -> Envelope:
        """Sign a body as the cheater, at the present point of the honest seats."""
        raw = body if isinstance(body, bytes) else pack_body(body)
        return Envelope.seal(self.liar.identity, self.honest[0].point, self.cheater, raw)

    def signed(self, envelope: Envelope) -> Envelope:
        """Sign an envelope again, so that the signature fits its contents."""
        return signed(envelope, self.liar)

    def say(self, raw: bytes | Envelope) -> list[list[Event]]:
        """Deliver bytes to every honest seat; return the events of each, with work done."""
        raw = raw if isinstance(raw, bytes) else raw.to_bytes()
        return [self.tell(session, raw) for session in self.honest]

    def tell(self, session: Session, raw: bytes) -> list[Event]:
        """Deliver bytes to one seat; return its events, except work, which is done."""
        before = len(self.events[session.signer])
        self.handle(session.signer, session.receive(raw))
        events = self.events[session.signer][before:]
        return [event for event in events if not _is_of_a_view(event)]

    def standings(self) -> set[tuple[object, ...]]:
        """Return the points and states of the honest seats: one element if they agree."""
        return {
            (one.point, one.referee.digest(), one.referee.due, self.waited_for(one))
            for one in self.honest
        }

    def waited_for(self, session: Session) -> tuple[int, ...]:
        """Return the signers a seat waits for but the cheater: nobody waits for a proven liar."""
        return tuple(signer for signer in session.waiting_for if signer != self.cheater)

    def release(self) -> None:
        """Let the cheater continue honestly."""
        held, self.holding.held = self.holding.held, []
        self.holding.wanted = lambda _body: False
        for raw in held:
            self.holding.broadcast(self.cheater, len(self.sessions), raw)


def _is_of_a_view(event: Event) -> bool:
    """Whether an event is work, or about a view, which is decided with the next deliveries."""
    if isinstance(event, Transmit):
        return is_slip(event.raw)
    return isinstance(event, Work | Persist | BallotMoved)


def signed(envelope: Envelope, session: Session) -> Envelope:
    """Sign an envelope with the key of a session."""
    body, point = envelope.body, session.point
    point = replace(
        point,
        table_id=envelope.table_id,
        step=envelope.step,
        head=envelope.head,
        state=envelope.state,
    )
    return Envelope.seal(session.identity, point, envelope.signer, body)


@cache
def _scene(
    wanted: Wanted, players: int, seed: int, cheater: int, options: Options, first: int
) -> Scene:
    scene = Scene(players, seed, cheater, wanted, options, first)
    scene.start()
    scene.run()
    assert scene.holding.held, "the game ended without it"
    assert len(scene.standings()) == 1
    assert not troubles(scene)
    # Past events are no part of the scene, and would be copied with it.
    for events in scene.events:
        events.clear()
    return scene


def scene(
    wanted: Wanted,
    players: int = 3,
    *,
    seed: int = 2,
    cheater: int = 1,
    options: Options | None = None,
    first: int = 0,
) -> Scene:
    """Return a private copy of a scene, up to the first matching message of the cheater."""
    return copied(_scene(wanted, players, seed, cheater, options or Options(), first))


def scene_of(wanted: StepKind) -> Scene:
    """Return the scene of a kind of step, at a table that comes to it."""
    if wanted in AGE_SEEDING:
        return scene(kind(wanted), options=BOXES, first=_SEATED)
    return scene(kind(wanted))


@cache
def kind(wanted: StepKind) -> Wanted:
    """Match messages of one kind of step."""
    return lambda body: isinstance(body, OWED_BODY[wanted])


@cache
def action(*wanted: type) -> Wanted:
    """Match actions of these kinds."""
    return lambda body: isinstance(body, Act) and isinstance(body.action, wanted)


def assert_refused(table: Scene, raw: bytes | Envelope, reason: Reason) -> Faulty:
    """Assert that every honest seat refuses it: same seat, step, reason, evidence; no change."""
    raw = raw if isinstance(raw, bytes) else raw.to_bytes()
    before = table.standings()
    states = [session.state for session in table.honest]
    faults = []
    for events in table.say(raw):
        (fault,) = events
        assert isinstance(fault, Faulty), fault
        faults.append(fault)
    assert len(set(faults)) == 1
    fault = faults[0]
    assert (fault.signer, fault.step) == (table.cheater, table.honest[0].point.step)
    assert fault.reason is reason, (fault.reason, fault.place)
    assert raw in fault.evidence
    assert table.standings() == before
    assert [session.state for session in table.honest] == states
    for session in table.honest:
        assert session.evidence[table.cheater] == fault
        assert table.cheater not in session.waiting_for
    return fault


def assert_put_away(table: Scene) -> None:
    """Assert that a view puts the cheater away for good as soon as the votes arrive."""
    step = table.honest[0].point.step
    while table.wire.queue and not all(one.point.step > step for one in table.honest):
        signer, raw = table.wire.take()
        if signer != table.cheater:
            table.handle(signer, table.sessions[signer].receive(raw))
    for session in table.honest:
        assert marks_of(session, step)[table.cheater] is AbsenceMark.FAULTY


def assert_dropped(table: Scene, raw: bytes | Envelope, reason: Reason) -> None:
    """Assert that nobody is blamed, nothing changes, and the true message still counts."""
    before = table.standings()
    for events in table.say(raw):
        (dropped,) = events
        assert isinstance(dropped, Dropped), dropped
        assert dropped.reason is reason
    assert table.standings() == before
    assert_goes_on(table)


def assert_goes_on(table: Scene) -> None:
    """Assert that the cheater's true message takes all honest seats to the same next step."""
    step = table.honest[0].point.step
    table.say(table.true)
    assert {session.point.step > step for session in table.honest} == {True}
    assert len({session.transcript.point_of(step + 1) for session in table.honest}) == 1


def troubles(table: Table) -> list[Event]:
    """Return all events that report trouble."""
    return [
        event
        for events in table.events
        for event in events
        if isinstance(event, Faulty | Diverged | Dropped)
    ]
