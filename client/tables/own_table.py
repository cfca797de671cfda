"""A game against bots: a table of equals whose seats are all in this process.

Every seat has its own keys, session and knowledge, sends to the others through a relay in memory,
and checks their messages; results of proofs are shared, faces never. The same master secret and
the same answers of the person give the same bytes again, so a saved game is no more than these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from client.bots import BOT_NAMES
from client.platform.system import random_bytes
from client.tables.network_table import NetworkTable
from client.tables.new_seats import DerivedRandom, NewSeat, new_bot, new_seat
from client.tables.recorded_answers import Answer, Journal, OtherGame
from client.tables.signers_table import Runner
from engine.actions import Intent
from engine.state import Options
from protocol.charter import PROTOCOL_VERSION, Charter
from protocol.framing import NO_EPOCH, DeliverFrame, FrameReader, JoinFrame, SendFrame, encode
from protocol.lobby.rooms import NONCE_SIZE, TABLE_SECRET, Room
from protocol.rules import rules_of
from protocol.wire.identity import KEY_SIZE, Identity
from protocol.wire.packets import GameMessage, pack_plain, read_packet
from relay.memory import MemoryRelay

MASTER_SIZE: Final = 32
_MOST_FRAME: Final = 1 << 20
PERSON: Final = 0
"""The person signs first in every seat."""
PERSON_NAME: Final = "Player"
"""The name of the person in the charter of a game against bots; on screens it is the clan.

The same for everybody: a seed must give the same game on every machine.
"""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Everything that makes a game with the same answers the same game.

    `bots` are their names and levels; `auto` is the level of a bot in the person's seat, "" for a
    person. `memory_aid` lists the cards seen and passed on in the draft. `protocol` is the version
    of all its messages, also in a later program.
    """

    master: bytes = field(repr=False)
    bots: tuple[tuple[str, str], ...]
    options: Options = field(default_factory=Options)
    auto: str = ""
    memory_aid: bool = True
    protocol: int = PROTOCOL_VERSION

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots."""
        return tuple(level for _, level in self.bots)

    @classmethod
    def against(
        cls, levels: Iterable[str], master: bytes, options: Options, auto: str = ""
    ) -> OwnGame:
        """Make a game against bots of these levels, with the usual names."""
        return cls(master, tuple(zip(BOT_NAMES, levels, strict=False)), options, auto)


class MemoryRoom:
    """A room of a relay in memory, and the connections of its members.

    It carries the same bytes as a network: packets locked for the room, in the frames of the relay.
    It loses nothing and needs no clock.
    """

    def __init__(self, signers: Iterable[int], room: Room) -> None:
        """Connect every signer and join the room."""
        relay = MemoryRelay()
        self._room = room
        self._links = {signer: relay.connect() for signer in signers}
        self._frames = {signer: FrameReader(_MOST_FRAME) for signer in self._links}
        self._is_quiet = True
        for link in self._links.values():
            link.send(encode(JoinFrame(room.room_id, NO_EPOCH, 0)))

    def send(self, signer: int, payload: bytes) -> None:
        """Send a payload of a signer to all others."""
        locked = self._room.lock(payload, random_bytes(NONCE_SIZE))
        self._links[signer].send(encode(SendFrame(locked)))
        self._is_quiet = False

    def receive(self) -> list[tuple[int, bytes]]:
        """Return the payloads since the last call, each with its receiver."""
        if self._is_quiet:
            return []
        self._is_quiet = True
        heard = []
        for signer, link in self._links.items():
            frames = self._frames[signer]
            frames.feed(link.receive())
            while (frame := frames.next_frame()) is not None:
                if isinstance(frame, DeliverFrame):
                    heard.append((signer, self._room.unlock(frame.payload)))
        return heard


class OwnTable(NetworkTable):
    """All seats of a game against bots; recorded answers are replayed first."""

    def __init__(
        self,
        game: OwnGame,
        journal: Journal | None = None,
        runner: Runner | None = None,
    ) -> None:
        """Take every seat; the answers in the journal are replayed first.

        Raises:
            RemoteProtocolError: the charter is invalid.
        """
        seats = _seats(game)
        levels = (game.auto or None, *game.levels)
        own = {
            at: seat.own(level) for at, (seat, level) in enumerate(zip(seats, levels, strict=True))
        }
        charter = _charter(game, seats)
        charter.check()
        super().__init__(charter, own, PERSON, _nobody_else, runner)
        self.game = game
        self._room = MemoryRoom(self.sessions, Room(random_bytes(TABLE_SECRET)))
        if journal is not None:
            self.keep(journal)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat; the person has none, and is called by the clan."""
        return tuple(
            "" if signer == PERSON else self.charter.names[signer]
            for signer in self._mine.referee.places
        )

    @property
    def is_settled(self) -> bool:
        """Whether the table can be shown: seats are drawn, and nothing is replayed."""
        return self.is_seated and not self.is_replaying

    @property
    def is_replaying(self) -> bool:
        """Whether recorded answers have yet to be replayed."""
        return bool(self._past)

    def _recorded(self, signer: int) -> Answer | None:
        """Return the recorded answer; all seats are here, so it must fit.

        Raises:
            OtherGame: the next recorded answer of this seat belongs to another course of the game.
        """
        answer = super()._recorded(signer)
        asked = self.sessions[signer].decision() is not None
        if answer is None and asked and self._past.has(signer):
            raise OtherGame
        return answer

    def settle(self) -> None:
        """Begin, and do everything until the table can be shown. Inline only.

        Raises:
            OtherGame: a recorded answer does not fit.
        """
        self.start()
        while not self.is_settled:
            if not self.advance():
                raise OtherGame

    def hear(self) -> bool:
        """Process the next message from the relay; return whether there was one."""
        for signer, payload in self._room.receive():
            packet = read_packet(payload)
            assert isinstance(packet, GameMessage)
            self._inbox.add(signer, packet.envelope)
        return super().hear()

    def _broadcast(self, signer: int, raw: bytes) -> None:
        self._room.send(signer, pack_plain(GameMessage(raw)))

    def follow(self, signer: int, script: Sequence[Intent]) -> None:
        """Let a bot give the answers of a script first; an empty one leaves it to its level."""
        self._bots[signer].follow(script)

    def finish(self) -> None:
        """Do everything that needs no person. Inline only."""
        while self.advance():
            pass


def _nobody_else(_raw: bytes) -> None:
    """Send nothing: all seats are here."""


def _seats(game: OwnGame) -> list[NewSeat]:
    random = DerivedRandom(game.master)
    identity = Identity(random(KEY_SIZE))
    versions = (game.protocol,)
    person = new_seat(identity, PERSON_NAME, random=random, versions=versions)
    return [person, *(new_bot(name, identity, random, versions) for name, _ in game.bots)]


def _charter(game: OwnGame, seats: list[NewSeat]) -> Charter:
    hellos = tuple(seat.hello for seat in seats)
    cards = rules_of(game.options.rules_version).cards
    return Charter(
        hellos,
        game.options,
        cards,
        late_window=0,
        memory_aid=game.memory_aid,
        version=game.protocol,
    )


def names_in(charter: Charter) -> tuple[str, ...]:
    """Return the names by signer; the person of a game against bots has none, as at the table."""
    people = [signer for signer, hello in enumerate(charter.hellos) if not hello.is_bot]
    alone = len(people) == 1 and charter.names[people[0]] == PERSON_NAME
    return tuple(
        "" if alone and signer == people[0] else name for signer, name in enumerate(charter.names)
    )
