"""A spectator of a table: checks everything as in a record, and has no key.

Spectators receive the parts that prove closed steps, in pages signed by seats of the table
(`protocol.spectate.gallery`). `receive` collects them, `complete` returns the next whole step,
`take` checks it, which may take a while, and `ready` returns the steps to be shown.

A seat can show somebody a past that the others know nothing of. Therefore a step is shown once
enough persons speak for its head, or a decision closed it; otherwise `UNSURE_SECONDS` later, and
`doubt` names those who say so. Of several pasts, three at most, the spectator stands on the one
with the decision, or else with most persons, and goes back to it. Whoever signed two contents for
one step is reported and does not count any more. Time is passed in, in seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.values import Value, replace
from protocol.agreement.slips import is_slip
from protocol.charter import VERSIONS, Charter
from protocol.errors import LocalProtocolError, Reason, RemoteProtocolError
from protocol.game.jobs import Cache
from protocol.lobby.lobby_terms import read_roster, require_host
from protocol.record.double_signing import ProvenPair, double_contents, signed_for
from protocol.record.evidence import FaultReport
from protocol.record.record import BrokenRecord
from protocol.spectate.follower import CheckedStep, Follower, Parts, is_decision
from protocol.spectate.page_sets import PageSet, PageSets
from protocol.spectate.testimony import Testimony
from protocol.wire.envelope import StepPoint
from protocol.wire.packets import (
    Ask,
    Hail,
    LobbyRoster,
    RecordPage,
    Signed,
    Start,
    Vouch,
    pack_plain,
    read_packet,
)
from protocol.wire.venues import Venue

MOST_AHEAD: Final = 64
"""Number of steps ahead of the longest past for which pages are kept."""
MOST_PASTS: Final = 3
"""Pasts of one table that are followed at once."""
MOST_OPENED: Final = 8
"""Other pasts for which the pages of one person are tried: each costs all steps before it."""
UNSURE_SECONDS: Final = 5.0
"""Time after which a step is shown that too few persons speak for."""
_BACK: Final = 16
"""Steps to go back first, to find the step at which a person's past differs."""


class NextStep(Value):
    """A whole step to be checked, and the past it belongs to.

    With `opens`, that past has closed the step in another way, and the step begins another past.
    """

    pages: PageSet
    past: Follower
    opens: bool


class Unconfirmed(Value):
    """The names of those who speak for what is shown, and of those who speak against it."""

    says: tuple[str, ...]
    otherwise: tuple[str, ...]


class Spectator:
    """One spectator's side of a table.

    Attributes:
        host: the identity key of the host, b"" until it is known.
        terms: the terms of the lobby and the players so far, None until they are known.
        charter: the charter of the game, None before it starts.
        follower: the past on which the spectator stands, None before the game starts.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        """Start with the room alone; `cache` holds proofs that were checked before."""
        self.host = b""
        self.terms: Charter | None = None
        self.charter: Charter | None = None
        self.follower: Follower | None = None
        self._cache: Cache = {} if cache is None else cache
        self._testimony: Testimony | None = None
        self._sets = PageSets()
        self._pasts: list[Follower] = []
        self._opened: dict[int, int] = {}
        self._shown: list[bytes] = []
        self._start_counter = -1
        self._turn = 0
        self._back = 0

    def ask(self) -> bytes:
        """Return the packet to send every few seconds: a hail, or a step with its head.

        While some speak for another past, ask in turn for the ends of other pasts, and for the
        step at which theirs begins.
        """
        here, testimony = self.follower, self._testimony
        if here is None or testimony is None:
            return pack_plain(Hail())
        apart = testimony.elsewhere(here)
        self._back = self._back if apart else 0
        others = [past for past in tuple(self._pasts) if apart and past is not here]
        known = {signer for past in others for signer, _ in testimony.reached(past)}
        lost = [signer for signer in apart if signer not in known]
        self._turn += 1
        turn = self._turn % (1 + len(others) + bool(lost))
        if turn > len(others):
            question = self._before_fork(here, testimony, lost[0])
        else:
            question = _tip((here, *others)[turn])
        return pack_plain(Ask(*question))

    def _before_fork(self, here: Follower, testimony: Testimony, signer: int) -> tuple[int, bytes]:
        """Return the last point that a person is known to share, or one further back each time."""
        step = testimony.agreed(signer)
        if step is None:
            self._back = max(_BACK, 2 * self._back)
            step = max(0, len(here.ends) - self._back)
        return step, here.head_at(step) or b""

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
            case RecordPage() | Vouch():
                return self._hear_seat(packet, said)
            case LobbyRoster() if self.charter is None and self.host in (b"", packet.author):
                self.terms = read_roster(packet, said, VERSIONS)
                self.host = packet.author
                return True
            case Start() if self.host in (b"", packet.author):
                return self._begin(packet, said)
            case _:
                return False

    def _begin(self, packet: Signed, start: Start) -> bool:
        """Take the charter, if it comes from the host of this lobby; return whether it is news.

        A start may be called off until all have signed it: so a later one replaces it as long as
        nothing was seen of its game.
        """
        is_seen = any(past.ends for past in tuple(self._pasts))
        if is_seen or packet.counter <= self._start_counter:
            return False
        charter = Charter.from_bytes(start.charter)
        require_host(packet, charter.hellos[0])
        self._start_counter = packet.counter
        if charter == self.charter:
            return True
        self._sets, self._pasts = PageSets(), []
        self.follower = Follower(charter, self._cache)
        self._pasts.append(self.follower)
        self._testimony = Testimony(charter)
        self.charter, self.host = charter, packet.author
        return True

    def _hear_seat(self, packet: Signed, said: RecordPage | Vouch) -> bool:
        here, testimony = self.follower, self._testimony
        if here is None or testimony is None:
            return False
        signer = testimony.signers.get(packet.author)
        if signer is None or packet.venue != Venue.gallery(self.follower_id):
            return False
        if isinstance(said, RecordPage):
            if said.step > max(len(past.ends) for past in tuple(self._pasts)) + MOST_AHEAD:
                return False
            self._sets.keep(signer, said)
        testimony.hear(signer, said, packet.counter, here)
        return True

    @property
    def follower_id(self) -> bytes:
        """The id of the table that is watched, b"" before the game starts."""
        return b"" if self.charter is None else self.charter.table_id

    # ---------------------------------------------------------------------- checking

    def complete(self) -> NextStep | None:
        """Return the next whole step to check, of any past; not while one is being checked."""
        testimony = self._testimony
        if testimony is None:
            return None
        for pages in self._sets.whole():
            for past in self._pasts:
                if (past.point.step, past.point.head) == (pages.step, pages.head):
                    return NextStep(pages, past, opens=False)
            found = [past for past in self._pasts if past.head_at(pages.step) == pages.head]
            if not found:
                continue
            if self._opens(pages, found, testimony):
                return NextStep(pages, found[0], opens=True)
            self._sets.drop(pages)
        return None

    def _opens(self, pages: PageSet, found: list[Follower], testimony: Testimony) -> bool:
        """Note what a step proves that was closed before; return whether it begins another past.

        The pages of proven liars begin none, and those of others only a few.
        """
        for past in found:
            known = past.steps[pages.step]
            if _is_same(known, pages.parts):
                testimony.follow(pages.authors, past, pages.step)
                return False
        for past in found:
            point = StepPoint(self.follower_id, pages.step, pages.head, b"")
            both = (*past.steps[pages.step], *pages.parts)
            testimony.convict(double_contents(signed_for(both, point, past.peers)))
        return any(
            author in testimony.honest and self._opened.get(author, 0) < MOST_OPENED
            for author in pages.authors
        )

    def take(self, following: NextStep) -> CheckedStep:
        """Check a step that `complete` returned; takes as long as its proofs do.

        Raises:
            BrokenRecord: the step is wrong; a seat has signed a page that proves nothing.
        """
        pages, past, testimony = following.pages, following.past, self._testimony
        if testimony is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "spectator")
        self._sets.drop(pages)
        if following.opens:
            for author in pages.authors:
                self._opened[author] = self._opened.get(author, 0) + 1
            past = past.back_to(pages.step)
        try:
            checked = past.take(pages.parts)
        except BrokenRecord:
            if not following.opens and past.point.step != pages.step:
                self._replace(past, past.back_to(pages.step))
            raise
        if following.opens:
            past = self._kept(past, testimony)
        testimony.follow(pages.authors, past, pages.step)
        return checked

    def _replace(self, past: Follower, other: Follower) -> None:
        self._pasts[self._pasts.index(past)] = other
        if self.follower is past:
            self.follower = other

    def _kept(self, opened: Follower, testimony: Testimony) -> Follower:
        """Keep another past, unless it is one of those that are followed; at most three."""
        step, head = opened.point.step, opened.point.head
        for past in self._pasts:
            if past.head_at(step) == head:
                return past
        if len(self._pasts) >= MOST_PASTS:
            others = [past for past in self._pasts if past is not self.follower]
            self._pasts.remove(min(others, key=lambda past: len(testimony.reached(past))))
        self._pasts.append(opened)
        return opened

    # ----------------------------------------------------------------------- showing

    def ready(self, now: float) -> tuple[CheckedStep, ...]:
        """Return the checked steps to show now; the first one is `rewound` if others were shown."""
        testimony = self._testimony
        if testimony is None:
            return ()
        here = self._stand(testimony)
        for past in tuple(self._pasts):
            past.came += [now] * (len(past.ends) - len(past.came))
        steps = here.common(self._shown)
        sure = max(testimony.sure(here), here.decided)
        is_refuted = len(testimony.elsewhere(here)) >= testimony.needed(here)
        found = []
        for checked, came in tuple(zip(here.checked, here.came, strict=False))[steps:]:
            if checked.step >= sure and (is_refuted or now - came < UNSURE_SECONDS):
                break
            found.append(checked)
        if not found:
            return ()
        if steps < len(self._shown):
            found[0] = replace(found[0], rewound=True)
        self._shown[steps:] = here.ends[steps : steps + len(found)]
        return tuple(found)

    def doubt(self) -> Unconfirmed | None:
        """Return those who speak for what is shown; None if they are enough, or a decision is."""
        here, testimony, shown = self.follower, self._testimony, len(self._shown)
        if here is None or testimony is None:
            return None
        if shown <= max(testimony.sure(here), here.decided):
            return None
        says = tuple(signer for signer, steps in testimony.reached(here) if steps >= shown)
        return Unconfirmed(self.names_of(says), self.names_of(testimony.elsewhere(here)))

    @property
    def liars(self) -> tuple[ProvenPair, ...]:
        """The contradictions that were found, one for each person, with both messages."""
        return () if self._testimony is None else tuple(self._testimony.liars.values())

    def report(self, pair: ProvenPair) -> FaultReport:
        """Return the report that proves a contradiction to others.

        Raises:
            LocalProtocolError: nothing is watched.
        """
        if self.follower is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "spectator")
        record = self.follower.record(pair.step)
        return FaultReport(pair.signer, pair.step, pair.reason, pair.messages, record)

    def names_of(self, signers: Iterable[int]) -> tuple[str, ...]:
        """Return the names of signers."""
        charter = self.charter
        return () if charter is None else tuple(charter.names[signer] for signer in signers)

    def _stand(self, testimony: Testimony) -> Follower:
        """Stand on the past that a decision continues, or else most persons."""
        here = self._pasts[0] if self.follower is None else self.follower
        for past in tuple(self._pasts):
            if past is not here and _is_better(past, here, testimony):
                here = past
        if here is not self.follower:
            self.follower, self._back = here, 0
            testimony.stand()
        return here


def _tip(past: Follower) -> tuple[int, bytes]:
    steps = len(past.ends)
    return steps, past.head_at(steps) or b""


def _is_better(past: Follower, here: Follower, testimony: Testimony) -> bool:
    """Whether to leave a past for another: for a decision where they part, or for more persons."""
    fork = past.common(here.ends)
    if fork < min(len(past.ends), len(here.ends)):
        one, other = (is_decision(each.steps[fork]) for each in (past, here))
        if one != other:
            return one
    return len(testimony.reached(past)) > len(testimony.reached(here))


def _is_same(one: Parts, other: Parts) -> bool:
    """Whether two proofs of a step have the same messages: votes for one closing may differ."""
    same = (is_decision(one), frozenset(part for part in one if not is_slip(part)))
    return same == (is_decision(other), frozenset(part for part in other if not is_slip(part)))
