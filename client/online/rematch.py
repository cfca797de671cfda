"""Another game with the same people: everybody finds the same new lobby, and nothing is sent.

The lobby's room follows from what all seats of a finished table have and nobody else: the secret
of its room, and the head of its last step. Whoever opened the last table opens this one too, under
the key the others know; their hellos, and so the table, are new. Who does not want to play again
just does not come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from client.bots.bot_names import BOT_NAMES
from client.online.table_session import AtTable
from client.platform.system import millis, random_bytes
from client.storage.journal_rows import Address
from client.tables.new_seats import DerivedRandom, new_bot, new_seat
from client.tables.signers_table import OwnSeat
from protocol.charter import Charter
from protocol.lobby.lobby import Lobby
from protocol.lobby.rooms import Room, new_lobby_secret
from protocol.wire.identity import Identity

_PURPOSE = b"bloodrage again "


def room_again(room_secret: bytes, head: bytes) -> Room:
    """The lobby in which those meet who have finished a table with this secret and last head."""
    return Room(new_lobby_secret(DerivedRandom(_PURPOSE + room_secret + head)))


@dataclass(frozen=True, slots=True)
class Rematch:
    """A finished table, as it is needed to meet again.

    `seat` is the own seat in the old charter, `bots` are names and levels of the own bots.
    """

    charter: Charter
    seat: int
    identity: Identity
    bots: tuple[tuple[str, str], ...]
    room: Room
    address: Address

    @classmethod
    def of(cls, at: AtTable) -> Self:
        """After the table of this machine."""
        what = at.what
        bots = tuple(
            (what.charter.names[signer], one.level)
            for signer, one in sorted(what.seats.items())
            if one.level is not None and signer != what.person
        )
        head = at.game.table.sessions[what.person].point.head
        identity = what.seats[what.person].identity
        room = room_again(what.room_secret, head)
        return cls(what.charter, what.person, identity, bots, room, what.relay)

    @property
    def is_host(self) -> bool:
        """Whether this machine opened the last table, and so opens the next one."""
        return self.charter.hellos[0].identity == self.identity.public

    @property
    def host_name(self) -> str:
        """Who opens it."""
        return self.charter.names[0]

    def lobby(self) -> tuple[Lobby, dict[bytes, OwnSeat]]:
        """The new lobby with new hellos, and the secrets of the own seats by identity."""
        seat = new_seat(self.identity, self.charter.hellos[self.seat].name)
        own = {seat.hello.identity: seat.own()}
        lobby = Lobby(
            self.identity,
            seat.sealing_secret,
            seat.hello,
            random_bytes,
            is_host=self.is_host,
            terms=replace(self.charter, hellos=()) if self.is_host else None,
            seats=self.charter.players,
            host=b"" if self.is_host else self.charter.hellos[0].identity,
            first_counter=millis(),
        )
        if self.is_host:
            lobby.start()
            for name, level in self.bots:
                bot = new_bot(name, self.identity)
                own[bot.hello.identity] = bot.own(level)
                lobby.add_bot(bot.hello)
        return lobby, own


def free_bot_name(lobby: Lobby) -> str:
    """A name for one more bot, that nobody here has."""
    taken = {hello.name for hello in lobby.hellos}
    return next(name for name in BOT_NAMES if name not in taken)
