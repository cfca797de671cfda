"""A spectator of a table: checks everything as in a record, and has no key.

Spectators receive the parts that prove closed steps, in pages signed by seats of the table
(`protocol.spectate.gallery`). `receive` collects them, `complete` returns the next whole step,
`take` checks it, which may take a while. If a table splits and heals, its spectators follow it
back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.state import GameState
from protocol.agreement.signed_votes import is_slip
from protocol.charter import VERSIONS, Charter
from protocol.errors import LocalProtocolError, Reason, RemoteProtocolError
from protocol.game.events import Applied
from protocol.game.jobs import Cache
from protocol.game.step_table import Due, StepKind
from protocol.lobby.lobby_terms import read_roster, require_host
from protocol.record.record import BrokenRecord, Replay, write_record
from protocol.wire.packets import (
    Ask,
    Hail,
    LobbyRoster,
    RecordPage,
    Signed,
    Start,
    pack_plain,
    read_packet,
)
from protocol.wire.venues import Venue

MOST_AHEAD: Final = 64
"""Number of steps ahead of the present one for which pages are kept."""
MOST_KEPT: Final = 1024
"""Pages kept of each seat."""

Parts = tuple[bytes, ...]


class Follower(Replay):
    """A record that grows: each step is checked when it arrives.

    Attributes:
        steps: the parts of every step so far.
        heads: the head before every step so far.
    """

    def __init__(self, charter: Charter, cache: Cache | None = None) -> None:
        """Begin with the charter.

        Raises:
            BrokenRecord: the charter is not in order.
        """
        super().__init__(write_record(charter, ()), cache)
        self.steps: list[Parts] = []
        self.heads: list[bytes] = []

    def take(self, parts: Parts) -> tuple[Due, tuple[Applied, ...]]:
        """Check the next step; return its messages due, and the actions that took effect.

        Raises:
            BrokenRecord: it is no step. Nothing has changed, unless parts followed a whole step.
        """
        before = self.point
        self.feed(parts)
        due, applied = self.step()
        if self.point.step == before.step or not self.is_done:
            raise BrokenRecord(before.step, None, "", Reason.WRONG_LENGTH, "step")
        self.steps.append(parts)
        self.heads.append(before.head)
        return due, applied

    def back_to(self, step: int) -> Follower:
        """Build a follower at an earlier step of the same past."""
        again = Follower(self.charter, self.cache)
        for parts in self.steps[:step]:
            again.take(parts)
        return again

    @property
    def is_over(self) -> bool:
        """Whether every step of the game is closed."""
        return self.referee.due.kind is StepKind.CLOSED

    def record(self) -> bytes:
        """Return the record of all steps so far."""
        return write_record(self.charter, (part for parts in self.steps for part in parts))


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """A checked step: the messages due, the actions that took effect, and the state after it.

    `rewound` says that steps from this one on had been closed in another way before; the state
    before it is then that of `Spectator.follower` again.
    """

    step: int
    due: Due
    applied: tuple[Applied, ...]
    state: GameState | None
    rewound: bool = False


class Spectator:
    """One spectator's side of a table.

    Attributes:
        host: the identity key of the host, b"" until it is known.
        terms: the terms of the lobby and the players so far, None until they are known.
        charter: the charter of the game, None before it starts.
        follower: the game as far as it was checked.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        """Start with the room alone; `cache` holds proofs that were checked before."""
        self.host = b""
        self.terms: Charter | None = None
        self.charter: Charter | None = None
        self.follower: Follower | None = None
        self._persons: tuple[bytes, ...] = ()
        self._cache: Cache = {} if cache is None else cache
        self._pages: dict[bytes, dict[tuple[int, bytes], dict[int, RecordPage]]] = {}

    def ask(self) -> bytes:
        """Return the packet to send every few seconds: a hail, or the step reached so far."""
        if self.follower is None:
            return pack_plain(Hail())
        point = self.follower.point
        return pack_plain(Ask(point.step, point.head))

    # --------------------------------------------------------------------- listening

    def receive(self, raw: bytes) -> bool:
        """Take a packet of the room; return whether it had news. Never raises for its content."""
        try:
            packet = read_packet(raw)
        except RemoteProtocolError:
            return False
        return isinstance(packet, Signed) and self.hear(packet)

    def hear(self, packet: Signed) -> bool:
        """Take a signed packet, as `receive`."""
        try:
            return self._listen(packet)
        except (RemoteProtocolError, BrokenRecord):
            return False

    def _listen(self, packet: Signed) -> bool:
        said = packet.said
        match said:
            case RecordPage():
                return self._page(packet, said)
            case LobbyRoster() if self.charter is None and self.host in (b"", packet.author):
                self.terms = read_roster(packet, said, VERSIONS)
                self.host = packet.author
                return True
            case Start() if self.charter is None and self.host in (b"", packet.author):
                self._begin(packet, said)
                return True
            case _:
                return False

    def _begin(self, packet: Signed, start: Start) -> None:
        """Take the charter, if it comes from the host of this lobby."""
        charter = Charter.from_bytes(start.charter)
        require_host(packet, charter.hellos[0])
        self.follower = Follower(charter, self._cache)
        self.charter, self.host = charter, packet.author
        self._persons = tuple(one.identity for one in charter.hellos if not one.is_bot)

    def _page(self, packet: Signed, page: RecordPage) -> bool:
        follower, author = self.follower, packet.author
        if follower is None or author not in self._persons:
            return False
        is_ours = packet.venue == Venue.gallery(self.follower_id)
        if not is_ours or page.step > follower.point.step + MOST_AHEAD:
            return False
        kept = self._pages.setdefault(author, {})
        if sum(map(len, kept.values())) >= MOST_KEPT:
            kept.clear()
        kept.setdefault((page.step, page.head), {})[page.at] = page
        return True

    @property
    def follower_id(self) -> bytes:
        """The id of the table that is watched, b"" before the game starts."""
        return b"" if self.charter is None else self.charter.table_id

    # ---------------------------------------------------------------------- checking

    def complete(self) -> tuple[int, Parts] | None:
        """Return the next complete step, or an earlier one that was closed in another way."""
        follower = self.follower
        if follower is None:
            return None
        here = follower.point
        for kept in self._pages.values():
            for step, head in sorted(kept):
                parts = _whole(kept[step, head])
                if step > here.step or parts is None:
                    continue
                del kept[step, head]
                is_next = step == here.step and head == here.head
                if is_next or _is_other_way(follower, step, head, parts):
                    return step, parts
        return None

    def take(self, step: int, parts: Parts) -> CheckedStep:
        """Check a step that `complete` returned; takes as long as its proofs do.

        Raises:
            BrokenRecord: the step is wrong; a seat has signed a page that proves nothing.
        """
        follower = self.follower
        if follower is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "spectator")
        rewound = step < follower.point.step
        if rewound:
            follower = follower.back_to(step)
        try:
            due, applied = follower.take(parts)
        except BrokenRecord:
            if follower is self.follower and follower.point.step != step:
                self.follower = follower.back_to(step)
            raise
        self.follower = follower
        return CheckedStep(step, due, applied, follower.referee.state, rewound)


def _is_other_way(follower: Follower, step: int, head: bytes, parts: Parts) -> bool:
    """Whether an earlier step that seemed closed by all was in truth closed by a ballot."""
    if step >= follower.point.step or follower.heads[step] != head:
        return False
    return parts != follower.steps[step] and is_slip(parts[0])


def _whole(found: dict[int, RecordPage]) -> Parts | None:
    """Return the parts of a step, if all are there."""
    first = next(iter(found.values()))
    if len(found) != first.of or any(page.of != first.of for page in found.values()):
        return None
    return tuple(found[at].part for at in sorted(found))
