"""The gallery: the lobby's room after the start, in which a seat shows closed steps to spectators.

Only closed steps are shown, as in a record: everything in them is public and proves itself. A seat
signs its pages, so nobody else in the room can insert any. The first person of the charter serves;
the others do so only if nobody before them has served for a while, or if those before them show
another past than theirs. Every seat vouches for the head it has reached, so that spectators need
not believe the one that serves. Sans-I/O: `now` is in seconds of a monotonic clock, `millis` in
milliseconds since 1970.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from protocol.agreement.transcript import Transcript
from protocol.charter import Charter
from protocol.errors import RemoteProtocolError
from protocol.wire.identity import Identity
from protocol.wire.packets import (
    COUNTER_LIMIT,
    MOST_PARTS,
    Ask,
    Hail,
    RecordPage,
    Signed,
    Start,
    Vouch,
    is_signed,
    read_packet,
)
from protocol.wire.rate_budget import RateBudget
from protocol.wire.venues import Venue

WATCHED_SECONDS: Final = 15.0
"""Time without a question after which nobody watches any more."""
TURN_SECONDS: Final = 5.0
"""Time a seat leaves each person before it to serve."""
ROUND_SECONDS: Final = 3.0
"""Interval at which a part of everything is shown while there are too many questions."""
LACKING_SECONDS: Final = 4.0
"""Longer than the time between two questions of a spectator that lacks something."""
MOST_BYTES: Final = 64 * 1024
"""Bytes shown at once; a spectator that lacks more asks again."""
VOUCH_SECONDS: Final = 2.0
"""Least time between two heads a seat vouches for: at most 200 bytes each, frame included."""
REPEAT_SECONDS: Final = 6.0
"""Time after which a seat vouches for the same head again, for spectators that came meanwhile."""
APART_SECONDS: Final = 30.0
"""Time for which a seat counts as one with another past after it showed one."""
_BACK: Final = 16
"""Steps that are shown again to a spectator with another past than ours."""
_ALL: Final = b""
"""The one key of all budgets: nobody signs a question, so spectators share the allowance."""


def pages(transcript: Transcript, step: int) -> Iterator[RecordPage]:
    """Yield the proof of a closed step, in the order of a record."""
    parts = transcript.recorded(step)[:MOST_PARTS]
    for at, part in enumerate(parts):
        yield RecordPage(step, transcript.points[step].head, at, len(parts), part)


class Gallery:
    """One seat's side of the gallery.

    `start` is the host's signed start of the game, which names the table to newcomers.
    """

    def __init__(self, charter: Charter, start: bytes, identity: Identity) -> None:
        """Serve a table as a person of its charter, who has the key `identity`."""
        self._charter = charter
        self._venue = Venue.gallery(charter.table_id)
        self._start = start
        self._identity = identity
        self._before = []
        for hello in charter.hellos:
            if hello.identity == identity.public:
                break
            if not hello.is_bot:
                self._before.append(hello.identity)
        self._counter = 0
        self._shown = 0
        self._watched_at = -math.inf
        self._wanted_since: float | None = None
        self._lacked_at = -math.inf
        self._apart_until: dict[bytes, float] = {}
        self._vouched = b""
        self._vouched_at = -math.inf
        self._starved = False
        self._round = 0
        self._round_at = -math.inf
        self._answers = RateBudget(at_once=8, each_tick=2)
        self._greetings = RateBudget(at_once=8, each_tick=2)
        self._checks = RateBudget(at_once=200, each_tick=100)

    @property
    def is_open(self) -> bool:
        """Whether the table admits spectators."""
        return self._charter.spectators

    def tick(self) -> None:
        """Note that some seconds have passed: a few more questions may be answered."""
        for budget in (self._answers, self._greetings, self._checks):
            budget.tick()

    def is_watched(self, now: float) -> bool:
        """Whether somebody asked recently."""
        return now - self._watched_at < WATCHED_SECONDS

    def receive(
        self, raw: bytes, transcript: Transcript, now: float, millis: int
    ) -> tuple[bytes, ...]:
        """Take a packet of the room and return the replies. Never raises for its content."""
        if is_signed(raw):
            self._notice(raw, transcript, now)
            return ()
        try:
            packet = read_packet(raw)
        except RemoteProtocolError:
            return ()
        match packet:
            case Hail():
                self._want(now)
                heard = self._serves(now) and self._greetings.spend(_ALL) >= 0
                return (self._start,) if heard else ()
            case Ask() if self.is_open:
                return self._answer(packet, transcript, now, millis)
            case _:
                return ()

    def grown(self, transcript: Transcript, now: float, millis: int) -> tuple[bytes, ...]:
        """Name our head, and show the steps closed since the last call if it is our turn.

        Nothing leaves while nobody watches. While questions come faster than they are answered,
        everything is shown in turn as well, so that somebody who asks without end cannot keep
        others from seeing the game.
        """
        first, self._shown = self._shown, len(transcript.history)
        if not self.is_open or not self.is_watched(now):
            return ()
        vouched = self._vouch(transcript, now, millis)
        if not self._serves(now):
            return vouched
        shown, _ = self._show(transcript, min(first, self._shown), millis)
        shown = (*vouched, *shown)
        if not self._starved or now < self._round_at + ROUND_SECONDS:
            return shown
        self._starved, self._round_at = False, now
        start = self._round if self._round < self._shown else 0
        more, self._round = self._show(transcript, start, millis)
        return (*shown, *more)

    def lacks(self, now: float) -> bool:
        """Whether a spectator asked recently for something it lacks."""
        return now - self._lacked_at < LACKING_SECONDS

    # ---------------------------------------------------------------------- serving

    def _vouch(self, transcript: Transcript, now: float, millis: int) -> tuple[bytes, ...]:
        """Name the head we have reached: a new one soon, the same one now and then."""
        point = transcript.point
        wait = REPEAT_SECONDS if point.head == self._vouched else VOUCH_SECONDS
        if not transcript.history or now - self._vouched_at < wait:
            return ()
        self._vouched, self._vouched_at = point.head, now
        return (self._signed(Vouch(point.step, point.head), millis),)

    def _notice(self, raw: bytes, transcript: Transcript, now: float) -> None:
        """Notice that a person before us serves, or has another past; nothing else matters here."""
        is_watched = self._wanted_since is not None or self.is_watched(now)
        if not self._before or not is_watched or self._checks.spend(_ALL) < 0:
            return
        try:
            packet = read_packet(raw)
        except RemoteProtocolError:
            return
        if not isinstance(packet, Signed) or packet.author not in self._before:
            return
        said = packet.said
        if isinstance(said, RecordPage | Vouch) and packet.venue == self._venue:
            is_ours = said.step > len(transcript.history) or (
                transcript.point_of(said.step).head == said.head
            )
            if not is_ours:
                self._apart_until[packet.author] = now + APART_SECONDS
            elif isinstance(said, RecordPage) and packet.author in self._ahead(now):
                self._wanted_since = None
        elif isinstance(said, Start) and raw == self._start:
            self._wanted_since = None

    def _ahead(self, now: float) -> list[bytes]:
        """Return the persons before us that have not shown another past lately."""
        return [one for one in self._before if self._apart_until.get(one, -math.inf) <= now]

    def _serves(self, now: float) -> bool:
        """Whether it is our turn, because the persons before us have let somebody wait."""
        before = self._ahead(now)
        if not before:
            return True
        since = self._wanted_since
        return since is not None and now - since >= TURN_SECONDS * len(before)

    def _want(self, now: float) -> None:
        """Note that somebody in the gallery waits for something."""
        if self._wanted_since is None or not self.is_watched(now):
            self._wanted_since = now
        self._watched_at = now

    def _answer(
        self, ask: Ask, transcript: Transcript, now: float, millis: int
    ) -> tuple[bytes, ...]:
        step = min(ask.step, len(transcript.history))
        if step != ask.step or transcript.point_of(step).head != ask.head:
            step = max(0, step - _BACK)
        if step == len(transcript.history):
            self._watched_at = now
            return ()
        self._want(now)
        self._lacked_at = now
        if not self._serves(now):
            return ()
        if self._answers.spend(_ALL) < 0:
            self._starved = True
            return ()
        return self._show(transcript, step, millis)[0]

    def _show(
        self, transcript: Transcript, first: int, millis: int
    ) -> tuple[tuple[bytes, ...], int]:
        """Return the pages from a step on that fit in one reply, and the step they end before."""
        found: list[bytes] = []
        size = 0
        for step in range(first, len(transcript.history)):
            shown = [self._signed(page, millis) for page in pages(transcript, step)]
            size += sum(map(len, shown))
            if size > MOST_BYTES and found:
                return tuple(found), step
            found += shown
        return tuple(found), len(transcript.history)

    def _signed(self, said: RecordPage | Vouch, millis: int) -> bytes:
        self._counter = min(max(self._counter + 1, millis), COUNTER_LIMIT - 1)
        public = self._identity.public
        return Signed(public, self._venue, self._counter, said).pack(self._identity)
