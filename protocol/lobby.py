"""The lobby: who wants to play, by which terms, and the start of the game. Sans-I/O.

One player opened it, the host; the others know him as the first who sent a roster, and stay with
him. The host says who is seated and ready; the charter he sends at the start is signed by
everybody in the first step of the game, so that nobody can be made to play by terms he did not
see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from protocol.charter import Charter, Hello, common_version
from protocol.errors import BadMessage, LocalProtocolError, Reason, RemoteProtocolError
from protocol.identity import Identity
from protocol.names import cleaned
from protocol.packets import (
    LONGEST_CHAT,
    Chat,
    GameMessage,
    Greeting,
    Leaving,
    Move,
    Ready,
    Roster,
    Said,
    Signed,
    Standing,
    Start,
    pack_plain,
    read_packet,
)
from protocol.rooms import LOBBY_SECRET, TABLE_SECRET
from protocol.sealing import seal, unseal

Randomness = Callable[[int], bytes]
"""Gives so many random bytes; the owner's business (no randomness in this package)."""


@dataclass(frozen=True, slots=True)
class Say:
    """Broadcast this packet in the lobby's room."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class RosterChanged:
    """Who is seated, who is ready, and the terms, as the host has them now."""

    seats: int
    terms: Charter | None
    hellos: tuple[Hello, ...]
    ready: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of chat, made fit to be shown."""

    author: bytes
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins in a room of its own; `signers` are the own hellos' indices by identity."""

    charter: Charter
    room_secret: bytes
    signer: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The lobby goes on in another room."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class PutOut:
    """The host goes on without this player."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Something nobody should have sent; it changed nothing."""

    author: bytes | None
    reason: Reason
    place: str


LobbyEvent = Say | RosterChanged | Heard | Started | Moved | PutOut | Refused


@dataclass
class Lobby:
    """One player's side of a lobby.

    Attributes:
        hello: the own hello.
        terms: what the table would play by; the host's to change.
        extra: hellos of the host's bots.
    """

    identity: Identity
    sealing_secret: bytes = field(repr=False)
    hello: Hello
    random: Randomness
    is_host: bool
    terms: Charter | None = None
    seats: int = 5
    hellos: list[Hello] = field(default_factory=list)
    ready: set[bytes] = field(default_factory=set)
    host: bytes = b""
    _counter: int = 0
    _heard: dict[bytes, int] = field(default_factory=dict)
    _put_out: set[bytes] = field(default_factory=set)

    def start(self) -> tuple[LobbyEvent, ...]:
        """Come in: the host opens the lobby, everybody else asks for a seat."""
        if self.is_host:
            if not self.host:
                self.host = self.hello.identity
                self.hellos = [self.hello]
                self.ready = {self.hello.identity}
            return self._announce()
        return (Say(pack_plain(Greeting(self.hello.to_bytes()))),)

    def again(self) -> tuple[LobbyEvent, ...]:
        """Say once more what others may have missed; to be called every few seconds."""
        if self.is_host:
            return self._announce()
        if self.host and any(one.identity == self.hello.identity for one in self.hellos):
            return ()
        return (Say(pack_plain(Greeting(self.hello.to_bytes()))),)

    # ------------------------------------------------------------ what one says

    def set_ready(self, *, ready: bool) -> tuple[LobbyEvent, ...]:
        """Agree with the roster as it is, or no longer."""
        if self.is_host:
            self._mark(self.hello.identity, ready)
            return self._announce()
        return (self._say(Ready(ready)),)

    def chat(self, text: str) -> tuple[LobbyEvent, ...]:
        """Say something; empty after cleaning, it is nothing."""
        line = cleaned(text, LONGEST_CHAT)
        if not line:
            return ()
        return (self._say(Chat(line)), Heard(self.hello.identity, self.hello.name, line))

    def leave(self) -> tuple[LobbyEvent, ...]:
        """Say good-bye."""
        return (self._say(Leaving()),)

    # --------------------------------------------------------- what the host does

    def set_terms(self, terms: Charter, seats: int) -> tuple[LobbyEvent, ...]:
        """Change options or the number of seats; everybody has to agree anew."""
        self._require_host()
        if seats < len(self.hellos):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seats")
        self.terms = terms
        self.seats = seats
        self.ready = {hello.identity for hello in self.hellos if self._is_own(hello)}
        return self._announce()

    def add_bot(self, hello: Hello) -> tuple[LobbyEvent, ...]:
        """Give a free seat to a bot of the host."""
        self._require_host()
        if len(self.hellos) >= self.seats:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seats")
        self.hellos.append(hello)
        self.ready.add(hello.identity)
        return self._announce()

    def put_out(self, identity: bytes) -> tuple[LobbyEvent, ...]:
        """Go on without somebody: a bot just goes, a player is left behind in the old room."""
        self._require_host()
        gone = next((one for one in self.hellos if one.identity == identity), None)
        if gone is None or identity == self.hello.identity:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seat")
        self.hellos.remove(gone)
        self.ready.discard(identity)
        if gone.is_bot:
            return self._announce()
        self._put_out.add(identity)
        secret = self.random(LOBBY_SECRET)
        sealed = tuple(
            (one.identity, seal(secret, one.sealing, self.random(32), self.host))
            for one in self.hellos
            if not self._is_own(one)
        )
        return (self._say(Move(sealed)), Moved(secret))

    def may_start(self) -> bool:
        """Whether all seats are taken and everybody agrees."""
        return len(self.hellos) == self.seats and all(
            hello.identity in self.ready for hello in self.hellos
        )

    def begin(self) -> tuple[LobbyEvent, ...]:
        """Start the game with everybody seated.

        Raises:
            LocalProtocolError: somebody is missing or not ready.
            BadMessage: there is no version in common.
        """
        self._require_host()
        if not self.may_start() or self.terms is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "lobby")
        charter = self._charter()
        charter.check()
        secret = self.random(TABLE_SECRET)
        table_id = charter.table_id
        sealed = tuple(
            seal(secret, hello.sealing, self.random(32), table_id) for hello in charter.hellos
        )
        started = Started(charter, secret, self._own_index(charter))
        return (self._say(Start(charter.to_bytes(), sealed)), started)

    def _charter(self) -> Charter:
        terms = self.terms
        if terms is None:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "terms")
        hellos = tuple(self.hellos)
        return replace(terms, hellos=hellos, version=common_version(hellos))

    def _require_host(self) -> None:
        if not self.is_host:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "host")

    def _is_own(self, hello: Hello) -> bool:
        own = self.hello.identity
        return own in (hello.identity, hello.operator)

    def _own_index(self, charter: Charter) -> int:
        for index, hello in enumerate(charter.hellos):
            if hello == self.hello:
                return index
        raise BadMessage(Reason.NOT_SEATED, "charter")

    def _mark(self, identity: bytes, ready: bool) -> None:  # noqa: FBT001
        if ready:
            self.ready.add(identity)
        else:
            self.ready.discard(identity)

    def _announce(self) -> tuple[LobbyEvent, ...]:
        terms = self._charter()
        ready = tuple(index for index, one in enumerate(self.hellos) if one.identity in self.ready)
        roster = Roster(self.seats, terms.to_bytes(), ready)
        changed = RosterChanged(self.seats, terms, tuple(self.hellos), ready)
        return (self._say(roster), changed)

    def _say(self, said: Said) -> Say:
        self._counter += 1
        return Say(Signed(self.hello.identity, self._counter, said).pack(self.identity))

    # ----------------------------------------------------------------- listening

    def receive(self, raw: bytes) -> tuple[LobbyEvent, ...]:
        """Take a packet of the room; never raises for what is in it."""
        try:
            packet = read_packet(raw)
        except RemoteProtocolError as error:
            return (Refused(None, error.reason, error.place),)
        author = packet.author if isinstance(packet, Signed) else None
        try:
            match packet:
                case Greeting():
                    return self._greeted(packet)
                case Signed():
                    return self._listen(packet)
                case GameMessage() | Standing():
                    return ()
        except RemoteProtocolError as error:
            return (Refused(author, error.reason, error.place),)

    def _greeted(self, packet: Greeting) -> tuple[LobbyEvent, ...]:
        if not self.is_host:
            return ()
        hello = Hello.from_bytes(packet.hello)
        if hello.is_bot or hello.identity in self._put_out:
            return (Refused(hello.identity, Reason.NOT_SEATED, "greeting"),)
        for index, known in enumerate(self.hellos):
            if known.identity == hello.identity:
                if self._is_own(known) or known == hello:
                    return self._announce()
                self.hellos[index] = hello
                self.ready.discard(hello.identity)
                return self._announce()
        if len(self.hellos) >= self.seats:
            return (Refused(hello.identity, Reason.NOT_SEATED, "full"), *self._announce())
        self.hellos.append(hello)
        return self._announce()

    def _listen(self, packet: Signed) -> tuple[LobbyEvent, ...]:
        author = packet.author
        if packet.counter <= self._heard.get(author, 0) or author == self.hello.identity:
            return ()
        self._heard[author] = packet.counter
        said = packet.said
        match said:
            case Chat():
                return self._chatted(author, said)
            case Ready() if self.is_host:
                self._mark(author, said.ready)
                return self._announce()
            case Leaving() if self.is_host:
                self.hellos = [one for one in self.hellos if one.identity != author]
                self.ready.discard(author)
                return self._announce()
            case Roster() if not self.is_host:
                return self._roster(author, said)
            case Start() if author == self.host:
                return self._started(said)
            case Move() if author == self.host:
                return self._moved(said)
            case _:
                return ()

    def _chatted(self, author: bytes, said: Chat) -> tuple[LobbyEvent, ...]:
        name = next((one.name for one in self.hellos if one.identity == author), None)
        line = cleaned(said.text, LONGEST_CHAT)
        if name is None or not line:
            return ()
        return (Heard(author, name, line),)

    def _roster(self, author: bytes, said: Roster) -> tuple[LobbyEvent, ...]:
        if self.host not in (b"", author):
            return (Refused(author, Reason.WRONG_CHARTER, "host"),)
        terms = read_terms(said.terms)
        self.host = author
        self.hellos = list(terms.hellos)
        self.seats = said.seats
        self.terms = terms
        self.ready = {
            terms.hellos[index].identity for index in said.ready if index < len(terms.hellos)
        }
        return (RosterChanged(said.seats, terms, terms.hellos, said.ready),)

    def _started(self, said: Start) -> tuple[LobbyEvent, ...]:
        charter = Charter.from_bytes(said.charter)
        signer = self._own_index(charter)
        if self.terms is None or replace(
            charter, hellos=self.terms.hellos, version=self.terms.version
        ) != replace(self.terms):
            raise BadMessage(Reason.WRONG_CHARTER, "terms")
        if len(said.sealed) != charter.players:
            raise BadMessage(Reason.WRONG_CHARTER, "sealed")
        secret = unseal(said.sealed[signer], self.sealing_secret, charter.table_id)
        if len(secret) != TABLE_SECRET:
            raise BadMessage(Reason.WRONG_CHARTER, "room")
        return (Started(charter, secret, signer),)

    def _moved(self, said: Move) -> tuple[LobbyEvent, ...]:
        for identity, sealed in said.sealed:
            if identity == self.hello.identity:
                secret = unseal(sealed, self.sealing_secret, self.host)
                if len(secret) != LOBBY_SECRET:
                    raise BadMessage(Reason.WRONG_CHARTER, "room")
                return (Moved(secret),)
        return (PutOut(),)


def read_terms(raw: bytes) -> Charter:
    """A charter that is not complete yet: fewer seats than it takes to play are fine.

    Raises:
        RemoteProtocolError: not a charter.
    """
    return Charter.from_bytes(raw, complete=False)
