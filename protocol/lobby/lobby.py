"""The lobby: the players, the terms, and the start of the game. Sans-I/O.

The player who opened it is the host; the others know the host as the author of the first roster,
and never change. The lobby's name follows from key and fresh bytes of the host's hello, and is part
of every message here. The host says who is seated and ready; the charter sent at the start must be
the roster everybody saw, by the terms they agreed to, and everybody signs it in the first step of
the game: nobody can be made to play by terms, or with people, they did not see.

Until all have signed, the lobby goes on, and any change of it calls the start off. Then only the
host and its bots keep their seats: a roster without a player whose game was to start says so.

There is no clock: the caller calls `repeat` every few seconds, which also refills rate budgets. The
file is longer than others: host and guest are two sides of each message here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.terms import MAX_PLAYERS, MIN_PLAYERS
from protocol.charter import Charter, Hello
from protocol.errors import BadMessage, LocalProtocolError, Reason, RemoteProtocolError
from protocol.lobby.arrivals import Arrivals
from protocol.lobby.lobby_events import (
    Broadcast,
    CalledOff,
    ChatHeard,
    Kicked,
    LobbyEvent,
    Missed,
    Moved,
    PacketRefused,
    Rerouted,
    RosterChanged,
    Started,
    Voided,
)
from protocol.lobby.lobby_terms import (
    charter_of,
    opened,
    read_missed,
    read_roster,
    read_start,
    sealed_for,
)
from protocol.lobby.offered_start import OfferedStart
from protocol.lobby.rooms import LOBBY_SECRET, TABLE_SECRET, new_lobby_secret
from protocol.lobby.routes import Routes, read_routes, write_routes
from protocol.lobby.seating import agreement
from protocol.wire.identity import Identity
from protocol.wire.lookalikes import told_apart
from protocol.wire.names import cleaned
from protocol.wire.packets import (
    LONGEST_CHAT,
    Chat,
    Greeting,
    Hail,
    Leaving,
    LobbyRoster,
    Move,
    Ready,
    Reroute,
    Said,
    Signed,
    Start,
    pack_plain,
    read_packet,
)
from protocol.wire.rate_budget import STRANGERS, RateLimits
from protocol.wire.venues import Venue, VenueKind, lobby_name

Randomness = Callable[[int], bytes]
"""Returns so many random bytes; the caller provides it (no randomness in this package)."""


@dataclass
class Lobby:
    """One player's side of a lobby. Host and guest answer the same messages, so it is long.

    Attributes:
        hello: this player's hello.
        terms: terms of the table; only the host changes them.
        host: identity that opened the lobby; set beforehand, rosters of others are ignored.
        lobby: its name; empty before the first roster.
        heard: authors with a seat heard since the owner last emptied it.
        first_counter: larger than any used with this key before, so that a player who returns to a
            lobby is heard: a clock's milliseconds will do.
    """

    identity: Identity
    sealing_secret: bytes = field(repr=False)
    hello: Hello
    random: Randomness
    is_host: bool
    terms: Charter | None = None
    seats: int = MAX_PLAYERS
    hellos: list[Hello] = field(default_factory=list)
    ready: set[bytes] = field(default_factory=set)
    host: bytes = b""
    lobby: bytes = b""
    first_counter: int = 0
    heard: set[bytes] = field(default_factory=set)
    _said: int = 0
    _kicked: set[bytes] = field(default_factory=set)
    _seen: LobbyRoster | None = None
    _agreed: bytes = b""
    _start: OfferedStart = field(default_factory=OfferedStart)
    _greeted_in: bytes = b""
    _arrivals: Arrivals = field(default_factory=Arrivals)
    _limits: RateLimits = field(default_factory=RateLimits)

    @property
    def is_seated(self) -> bool:
        """Whether this player's hello is on the roster."""
        return self.hello in self.hellos

    @property
    def is_starting(self) -> bool:
        """Whether there is a start that was not called off, signed by all or not."""
        return self._start.said is not None

    def start(self) -> tuple[LobbyEvent, ...]:
        """Enter: the host opens the lobby, everybody else asks for the roster."""
        if not self.is_host:
            return (Broadcast(pack_plain(Hail())),)
        if not self.host:
            self.host = self.hello.identity
            self.lobby = lobby_name(self.hello.identity, self.hello.fresh)
            self.hellos = [self.hello]
            self.ready = {self.hello.identity}
        return self._announce()

    def repeat(self) -> tuple[LobbyEvent, ...]:
        """Repeat packets that others may have missed; to be called every few seconds."""
        self._limits.tick()
        self._greeted_in = b""
        if self.is_host:
            # The roster comes last: newcomers learn from it that the game has not begun.
            said = self._start.said
            return (*(() if said is None else (self._say(said),)), *self._announce())
        if not self.lobby or self.terms is None:
            return (Broadcast(pack_plain(Hail())),)
        if not self.is_seated:
            return self._greet()
        # Said again though it is known: it is also the sign that this player is still here.
        return (self._say(Ready(self._agreed == self._offered(), self._offered())),)

    # ------------------------------------------------------------ speaking

    def set_ready(self, *, ready: bool) -> tuple[LobbyEvent, ...]:
        """Agree with the current terms for so many persons, or withdraw that.

        Raises:
            LocalProtocolError: there are no terms yet.
        """
        if self.terms is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "lobby")
        if self.is_host:
            if ready != (self.hello.identity in self.ready):
                self.ready ^= {self.hello.identity}
            return self._announce()
        terms = self._offered()
        self._agreed = terms if ready else b""
        return (self._say(Ready(ready, terms)),)

    def chat(self, text: str) -> tuple[LobbyEvent, ...]:
        """Send a line of chat, unless cleaning leaves nothing; too many lines are refused."""
        line = cleaned(text, LONGEST_CHAT)
        if not line or not self.lobby:
            return ()
        own = self.hello.identity
        if self._limits.chat.spend(own) < 0:
            return (PacketRefused(own, Reason.TOO_MANY, "chat"),)
        return (self._say(Chat(line)), ChatHeard(own, self.hello.name, line))

    def leave(self) -> tuple[LobbyEvent, ...]:
        """Leave the lobby."""
        return (self._say(Leaving()),) if self.lobby else ()

    # --------------------------------------------------------- the host

    def set_terms(self, terms: Charter, seats: int) -> tuple[LobbyEvent, ...]:
        """Change options or the number of seats; everybody has to agree again."""
        self._require_host()
        if not max(MIN_PLAYERS, len(self.hellos)) <= seats <= MAX_PLAYERS:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seats")
        self.terms, self.seats = terms, seats
        return (*self._withdraw(), *self._announce(ask_again=True))

    def add_bot(self, hello: Hello) -> tuple[LobbyEvent, ...]:
        """Give a free seat to a bot of the host, who signs for it; everybody has to agree again.

        Raises:
            LocalProtocolError: no seat is free.
            RemoteProtocolError: it is not the host's bot, or its keys are somebody else's.
        """
        self._require_host()
        if len(self.hellos) >= self.seats:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seats")
        backed = hello.backed(self.identity)
        backed.check()
        charter_of(self.terms, [*self.hellos, backed])
        self.hellos.append(backed)
        return self._announce(ask_again=True)

    def kick(self, identity: bytes) -> tuple[LobbyEvent, ...]:
        """Remove a player: a bot is just removed, a person is left behind in the old room."""
        self._require_host()
        gone = next((one for one in self.hellos if one.identity == identity), None)
        if gone is None or identity == self.hello.identity:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seat")
        others = [one for one in self.hellos if not self._is_own(one) and one != gone]
        off = self._withdraw()
        self.hellos = [one for one in self.hellos if one != gone]
        self.ready.discard(identity)
        if gone.is_bot:
            return (*off, *self._announce(ask_again=True))
        self._kicked.add(identity)
        secret = new_lobby_secret(self.random)
        sealed = sealed_for(others, secret, self.random, self.host)
        named = zip((one.identity for one in others), sealed, strict=True)
        return (*off, self._say(Move(tuple(named))), Moved(secret))

    def reroute(self, routes: Routes, *, moves: bool) -> Broadcast:
        """Return the message that names the routes to the relay, or to another one."""
        if not self.is_host:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "host")
        return self._say(Reroute(moves, write_routes(routes)))

    def may_start(self) -> bool:
        """Whether all seats are taken, everybody agrees, and no start waits already."""
        here = {one.identity for one in self.hellos}
        return self._start.is_possible and len(here) == self.seats and here <= self.ready

    def begin(self) -> tuple[LobbyEvent, ...]:
        """Start the game with everybody seated; nothing if a start waits already.

        It has begun once all have signed the charter: then `confirm` it.

        Raises:
            LocalProtocolError: somebody is missing or not ready.
        """
        self._require_host()
        if self.is_starting:
            return ()
        if not self.may_start():
            raise LocalProtocolError(Reason.NOT_SEATED, "lobby")
        charter = charter_of(self.terms, self.hellos)
        charter.check()
        secret = self.random(TABLE_SECRET)
        sealed = sealed_for(charter.hellos, secret, self.random, charter.table_id)
        said = Start(charter.to_bytes(), sealed)
        self._start.offer(said)
        return (self._say(said), Started(charter, secret, charter.hellos.index(self.hello)))

    def call_off(self) -> tuple[LobbyEvent, ...]:
        """Take the start back: everybody else comes in again, and agrees again.

        Raises:
            LocalProtocolError: no start waits.
        """
        self._require_host()
        if not self._start.is_pending:
            raise LocalProtocolError(Reason.NOT_SEATED, "start")
        return (*self._withdraw(), *self._announce())

    def confirm(self) -> tuple[Broadcast, ...]:
        """End the lobby, for all have signed the start; say it once more, after every roster."""
        self._require_host()
        said = self._start.said
        self._start.is_signed = True
        return () if said is None else (self._say(said),)

    def _withdraw(self) -> tuple[LobbyEvent, ...]:
        """Call off a start that waits: all but the host and its bots lose their seats."""
        if not self._start.is_pending:
            return ()
        own = [one for one in self.hellos if self._is_own(one)]
        self._start.withdraw(one for one in self.hellos if one not in own)
        self.hellos, self.ready = own, {one.identity for one in own}
        return (CalledOff(),)

    def _require_host(self) -> None:
        if not self.is_host or self._start.is_signed:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "host")

    def _is_own(self, hello: Hello) -> bool:
        return self.hello.identity in (hello.identity, hello.operator)

    def _is_here(self, author: bytes) -> bool:
        return any(one.identity == author for one in self.hellos)

    def _offered(self) -> bytes:
        """Return the hash of all there is to agree to; empty before there are terms."""
        return b"" if self.terms is None else agreement(self.terms, self.seats, self.hellos)

    def _announce(self, *, ask_again: bool = False) -> tuple[LobbyEvent, ...]:
        if ask_again:
            self.ready = {one.identity for one in self.hellos if self._is_own(one)}
        terms = charter_of(self.terms, self.hellos)
        ready = tuple(index for index, one in enumerate(self.hellos) if one.identity in self.ready)
        changed = RosterChanged(self.seats, terms, tuple(self.hellos), ready)
        return (self._say(LobbyRoster(self.seats, terms.to_bytes(), ready)), changed)

    def _greet(self) -> tuple[LobbyEvent, ...]:
        if self._greeted_in == self.lobby:
            return ()
        self._greeted_in = self.lobby
        return (self._say(Greeting(self.hello.to_bytes())),)

    def _say(self, said: Said) -> Broadcast:
        self._said += 1
        counter = self.first_counter + self._said
        own = self.hello.identity
        return Broadcast(Signed(own, Venue.lobby(self.lobby), counter, said).pack(self.identity))

    # ----------------------------------------------------------------- listening

    def receive(self, raw: bytes) -> tuple[LobbyEvent, ...]:
        """Take a packet of the room; never raises for its content."""
        try:
            packet = read_packet(raw)
        except RemoteProtocolError as error:
            return self._refuse(None, error.reason, error.place)
        match packet:
            case Hail():
                heard = self.is_host and self._limits.other.spend(STRANGERS) >= 0
                return self._announce() if heard else ()
            case Signed() if packet.venue.kind is VenueKind.LOBBY:
                try:
                    return self._listen(packet)
                except RemoteProtocolError as error:
                    return self._refuse(packet.author, error.reason, error.place)
            case _:  # The room may be the gallery of the game already.
                return ()

    def _refuse(self, author: bytes | None, reason: Reason, place: str) -> tuple[LobbyEvent, ...]:
        # An author of nothing but nonsense must not fill the screen with it either.
        left = self._limits.other.spend(self._payer(author))
        return () if left < 0 else (PacketRefused(author, reason, place),)

    def _payer(self, author: bytes | None) -> bytes:
        return author if author is not None and self._is_here(author) else STRANGERS

    def _listen(self, packet: Signed) -> tuple[LobbyEvent, ...]:
        author, said = packet.author, packet.said
        follows = self._follows(packet)
        is_old = not follows and self._limits.is_old(author, packet.counter)
        if author == self.hello.identity or is_old:
            return ()
        if self.lobby and packet.venue.name != self.lobby and not follows:
            raise BadMessage(Reason.OTHER_TABLE, "lobby")
        if isinstance(said, LobbyRoster):
            return self._roster(packet, said)
        if isinstance(said, Start) and not self.is_seated:
            return self._missed(packet, said)
        if not self.lobby:
            return ()
        self._limits.hear(author, packet.counter, self._is_here)
        if self._is_here(author):
            self.heard.add(author)
        return self._said_here(author, said)

    def _missed(self, packet: Signed, said: Start) -> tuple[LobbyEvent, ...]:
        if self._limits.other.spend(self._payer(packet.author)) < 0:
            return ()
        charter = read_missed(packet, said, self.host)
        self._limits.hear(packet.author, packet.counter, self._is_here)
        return (Missed(charter),)

    def _said_here(self, author: bytes, said: Said) -> tuple[LobbyEvent, ...]:
        match said:
            case Chat():
                return self._chatted(author, said)
            case Start() if author == self.host:
                return self._started(said)
            case Move() if author == self.host:
                return self._moved(said)
            case Reroute() if author == self.host:
                return (Rerouted(read_routes(said.routes), said.moves),)
            case _:
                return self._asked(author, said) if self.is_host else ()

    def _follows(self, packet: Signed) -> bool:
        """Whether to follow the host: a replayed old roster must not hold back the unseated."""
        may_follow = not (self.is_host or self.is_seated) and isinstance(packet.said, LobbyRoster)
        return may_follow and packet.author == self.host and packet.venue.name != self.lobby

    def _chatted(self, author: bytes, said: Chat) -> tuple[LobbyEvent, ...]:
        line = cleaned(said.text, LONGEST_CHAT)
        seat = next((at for at, one in enumerate(self.hellos) if one.identity == author), None)
        if seat is None or not line:
            return ()
        left = self._limits.chat.spend(author)
        if left < 0:
            return (PacketRefused(author, Reason.TOO_MANY, "chat"),) if left == -1 else ()
        name = told_apart(tuple(one.name for one in self.hellos))[seat]
        return (ChatHeard(author, name, line),)

    # ----- the host listens

    def _asked(self, author: bytes, said: Said) -> tuple[LobbyEvent, ...]:
        if (left := self._limits.other.spend(self._payer(author))) < 0:
            return (PacketRefused(author, Reason.TOO_MANY, "said"),) if left == -1 else ()
        match said:
            case Greeting():
                return self._greeted(author, said)
            case Ready() if self._is_here(author) and self.terms is not None:
                if said.terms != self._offered() or said.ready == (author in self.ready):
                    return ()
                off = self._withdraw()
                self.ready = self.ready - {author} if off else self.ready ^ {author}
                return (*off, *self._announce())
            case Leaving() if self._is_here(author):
                off = self._withdraw()
                self.hellos = [one for one in self.hellos if one.identity != author]
                self.ready.discard(author)
                return (*off, *self._announce())
            case _:
                return ()

    def _greeted(self, author: bytes, said: Greeting) -> tuple[LobbyEvent, ...]:
        hello = Hello.from_bytes(said.hello)
        is_void = author in self._kicked or self._start.voids(hello)
        if hello.identity != author or hello.is_bot or is_void:
            raise BadMessage(Reason.NOT_SEATED, "greeting")
        if hello in self.hellos:
            return self._announce()
        if len({author, *(one.identity for one in self.hellos)}) > self.seats:
            return (PacketRefused(author, Reason.NOT_SEATED, "full"), *self._announce())
        # Change nothing before it is known that everybody can read the roster that follows.
        seated = self._arrivals.seated(self.hellos, hello)
        charter_of(self.terms, seated)
        # A player of the game that was to start is back without it.
        if off := self._withdraw():
            seated = self._arrivals.seated(self.hellos, hello)
        self.hellos = seated
        self.ready.discard(author)
        return (*off, *self._announce())

    # ----- everybody else listens to the host

    def _roster(self, packet: Signed, said: LobbyRoster) -> tuple[LobbyEvent, ...]:
        if self.host not in (b"", packet.author):
            raise BadMessage(Reason.WRONG_CHARTER, "host")
        known = self.terms if said == self._seen else None
        terms = known or read_roster(packet, said, self.hello.versions)
        self._limits.hear(packet.author, packet.counter, self._is_here)
        self.host, self.lobby, self._seen = packet.author, packet.venue.name, said
        self.hellos = list(terms.hellos)
        self.seats = said.seats
        self.terms = terms
        self.ready = {terms.hellos[index].identity for index in said.ready}
        changed = RosterChanged(said.seats, terms, terms.hellos, said.ready)
        if self.is_starting and not self.is_seated:
            self._start.withdraw(())
            return (CalledOff(), changed)
        return (changed, *(() if self.is_seated else self._greet()))

    def _started(self, said: Start) -> tuple[LobbyEvent, ...]:
        if not self.is_seated:
            raise BadMessage(Reason.WRONG_CHARTER, "seats")
        if self.is_starting:
            return ()
        charter = read_start(said, self.hellos, self._agreed)
        signer = charter.hellos.index(self.hello)
        secret = opened(said.sealed[signer], self.sealing_secret, charter.table_id, TABLE_SECRET)
        self._start.offer(said)
        return (Started(charter, secret, signer),)

    def _moved(self, said: Move) -> tuple[LobbyEvent, ...]:
        for identity, sealed in said.sealed:
            if identity == self.hello.identity:
                return (Moved(opened(sealed, self.sealing_secret, self.host, LOBBY_SECRET)),)
        return (Kicked() if self.is_seated else Voided(),)
