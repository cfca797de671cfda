"""Two records of one table side by side: the step at which they part, and the signers on each side.

Heads cover everything that counts, so at the first step after which the heads differ somebody lied,
or the two sides closed it in different ways. Whoever signed two contents for that step is named,
with both messages; so is whoever did it in a step that one of the records leaves open, and whoever
voted for both closings. If messages name the same head but another state of the game, the programs
that made them have different rules: no record of theirs can be right for both.
"""

from __future__ import annotations

from engine.values import Value
from protocol.agreement.statements import step_named
from protocol.charter import Charter
from protocol.errors import Reason, RemoteProtocolError
from protocol.game.jobs import Cache
from protocol.game.violations import REASONS
from protocol.record.double_signing import ProvenPair, double_contents, signed_for
from protocol.record.evidence import FaultReport, is_report
from protocol.record.reading import NOBODY, Gone, ViewReading
from protocol.record.record import BrokenRecord, Replay
from protocol.wire.envelope import Envelope


class Side(Value):
    """The closing of a step in one record: digests of the messages that count, absent signers."""

    messages: dict[int, bytes]
    gone: Gone


class Comparison(Value):
    """The result of comparing two records of one table.

    Attributes:
        charter: the charter of the table.
        steps: the number of steps each record closes; they are equal up to `step` if they part.
        step: the first step that differs, None if one record is the beginning of the other.
        sides: how each record closes that step, None if they do not part.
        states: if programs differ, the two digests of the state before that step: the one that
            follows from the messages here, and the signed one. Otherwise None.
        signer: the signer of the other state.
        contradictions: what the two records prove about signers, each with its two statements.
    """

    charter: Charter
    steps: tuple[int, int]
    step: int | None = None
    sides: tuple[Side, Side] | None = None
    states: tuple[bytes, bytes] | None = None
    signer: int | None = None
    contradictions: tuple[ProvenPair, ...] = ()

    @property
    def agree(self) -> bool:
        """Whether the records do not contradict each other."""
        return self.step is None

    @property
    def both(self) -> tuple[int, ...]:
        """Signers of two messages for that step: one on each side."""
        return tuple(
            pair.signer for pair in self.contradictions if pair.reason is Reason.TWO_MESSAGES
        )


class OtherTables(Exception):
    """The two records belong to different tables: there is nothing to compare."""


class BrokenSide(Exception):
    """One of the two records is broken before they part.

    Attributes:
        index: the broken record, 0 or 1.
        broken: its fault.
    """

    def __init__(self, index: int, broken: BrokenRecord) -> None:
        """Name the record and its fault."""
        super().__init__(index, broken)
        self.index = index
        self.broken = broken


def compare(one: bytes, other: bytes, cache: Cache | None = None) -> Comparison:
    """Replay two records, or the records of reports, side by side until they part.

    Raises:
        OtherTables: they belong to different tables.
        BrokenSide: one is broken before they part.
        ProvesNothing: one is a report that cannot be read.
    """
    cache = {} if cache is None else cache
    walks = tuple(_Walk(index, raw, cache) for index, raw in enumerate((one, other)))
    first, second = walks
    charter = first.replay.charter
    if charter.table_id != second.replay.charter.table_id:
        raise OtherTables
    while True:
        step = first.replay.point.step
        moved = [walk.step() for walk in walks]
        for walk in walks:
            if walk.other is not None:
                return _engines(charter, walks, walk.other)
        differ = first.replay.point != second.replay.point if all(moved) else _clash(*walks)
        if differ:
            proven = double_contents((*first.signed, *second.signed))
            proven += tuple(pair for pair in _by_votes(first, second, step) if pair not in proven)
            sides = (first.side, second.side)
            return Comparison(charter, _steps(walks), step, sides, contradictions=proven)
        if not all(moved):
            break
    for walk in walks:
        while walk.step():
            pass
        if walk.other is not None:
            return _engines(charter, walks, walk.other)
    return Comparison(charter, _steps(walks))


class _Walk:
    """One of the records, replayed step by step.

    Attributes:
        signed: messages for the step replayed last, also of a step that the record leaves open.
        parts: everything the record has for that step.
        other: the message that names another state, if one ended the walk.
    """

    def __init__(self, index: int, raw: bytes, cache: Cache) -> None:
        self.index = index
        self.signed: tuple[Envelope, ...] = ()
        self.parts: tuple[bytes, ...] = ()
        self.other: Envelope | None = None
        report = FaultReport.from_bytes(raw) if is_report(raw) else None
        self._is_whole = False
        self._extra = report.messages if report is not None else ()
        try:
            self.replay = Replay(raw if report is None else report.record, cache)
        except BrokenRecord as broken:
            raise BrokenSide(index, broken) from broken

    @property
    def side(self) -> Side:
        if not self._is_whole:
            return Side({one.signer: one.digest for one in self.signed}, NOBODY)
        messages = {one.signer: one.digest for one in self.replay.messages}
        return Side(messages, self.replay.gone)

    def step(self) -> bool:
        """Replay the next step; return whether the record has a whole one.

        If not, `other` may hold the message that names another state.
        """
        point, left = self.replay.point, self.replay.left
        self.signed, self._is_whole, self.parts = (), False, ()
        if not left:
            self.parts = self._extra
            self.signed = signed_for(self._extra, point, self.replay.peers)
            self.other = self._of_other_state(self._extra)
            return False
        try:
            self.replay.step()
        except BrokenRecord as broken:
            self.other = self._of_other_state(left)
            if broken.reason is not Reason.OTHER_STATE or self.other is None:
                raise BrokenSide(self.index, broken) from broken
            return False
        self.parts = left[: len(left) - len(self.replay.left)]
        self.signed = signed_for(self.parts, point, self.replay.peers)
        self._is_whole = self.replay.point.step > point.step
        return self._is_whole

    def _of_other_state(self, parts: tuple[bytes, ...]) -> Envelope | None:
        """Find the first signed message on the present head that names another state."""
        point, peers = self.replay.point, self.replay.peers
        for raw in parts:
            try:
                envelope = Envelope.from_bytes(raw)
                if (envelope.table_id, envelope.head) != (point.table_id, point.head):
                    continue
                if envelope.signer < len(peers) and envelope.state != point.state:
                    envelope.verify(peers[envelope.signer])
                    return envelope
            except RemoteProtocolError:
                continue
        return None


def _clash(one: _Walk, other: _Walk) -> bool:
    """Whether somebody signed other contents on one side than on the other."""
    for signer in {envelope.signer for envelope in one.signed}:
        here, there = (
            {envelope.digest for envelope in walk.signed if envelope.signer == signer}
            for walk in (one, other)
        )
        if there and here.isdisjoint(there):
            return True
    return False


def _by_votes(one: _Walk, other: _Walk, step: int) -> tuple[ProvenPair, ...]:
    """Return the contradictions about a step that the votes of both records prove together."""
    found: set[ProvenPair] = set()
    for here, there in ((one, other), (other, one)):
        reading = here.replay.reading
        if not isinstance(reading, ViewReading):
            return ()
        for raw in there.parts:
            try:
                reading.hear(raw)
            except RemoteProtocolError:
                continue
        for pairs in reading.memory.proofs.values():
            for first, second in pairs:
                offence = reading.memory.court.contradiction(first, second)
                at = max(step_named(first), step_named(second))
                if offence is not None and first != second and at >= step:
                    low, high = sorted((first.raw, second.raw))
                    found.add(ProvenPair(first.signer, at, REASONS[offence], (low, high)))
    return tuple(sorted(found, key=lambda pair: (pair.signer, pair.reason, pair.messages)))


def _steps(walks: tuple[_Walk, ...]) -> tuple[int, int]:
    one, other = walks
    return one.replay.point.step, other.replay.point.step


def _engines(charter: Charter, walks: tuple[_Walk, ...], odd: Envelope) -> Comparison:
    walk = next(walk for walk in walks if walk.other is odd)
    states = (walk.replay.point.state, odd.state)
    return Comparison(charter, _steps(walks), odd.step, states=states, signer=odd.signer)
