"""Hosting and joining without a screen: a bot plays the own seat, the result is data."""

from __future__ import annotations

import math
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import trio

from client.bots import LEVELS, Situation
from client.bots.names import BOT_NAMES
from client.entropy import random_bytes
from client.link import reach
from client.online.people import data_directory
from client.online.rooms import GameRoom, LobbyRoom
from client.online.seats import NewSeat, new_bot, new_seat
from client.tables.network import NetworkTable, OwnSeat
from engine.scoring import winners
from engine.state import Options
from engine.terms import Seat
from protocol.cards import cards_digest
from protocol.charter import Charter
from protocol.digest import state_digest
from protocol.identity import Identity
from protocol.lobby import Lobby, Started
from protocol.rooms import LOBBY_SECRET, Invitation, Room
from relay.addresses import Address
from relay.limits import Limits
from relay.server import Relay

LATE_WINDOW: Final = 3000
"""Milliseconds after which answers about late cards leave, whatever they are."""
GOODBYE_SECONDS: Final = 15.0
"""How long a host stays for those who still lack the last messages."""
CHECK_SECONDS: Final = 0.2
RECORD_SUFFIX: Final = ".bloodrage"

OWN_RELAY: Final = Limits(messages_per_second=200, messages_burst=2000)
"""The relay of a host is there for one table, whose bots may be fast."""


@dataclass(frozen=True, slots=True)
class OnlineResult:
    """How a game over a relay ended, and where its record lies."""

    table: str
    transcript: Path
    players: int
    winners: tuple[Seat, ...]
    glory: tuple[int, ...]
    digest: str
    actions: int


@dataclass(frozen=True, slots=True)
class Hosting:
    """What a host wants: seats in all, bots among them, and the table's options."""

    identity: Identity
    name: str
    seats: int
    bots: int
    level: str
    options: Options
    late_window: int = LATE_WINDOW


def lan_address() -> str:
    """The address of this machine that others on its network can most likely reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only picks the way out.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def host_lobby(wanted: Hosting, seat: NewSeat) -> tuple[Lobby, dict[bytes, OwnSeat]]:
    """A lobby with the host and its bots in it, and the secrets of their seats by identity."""
    alone = wanted.bots + 1 == wanted.seats
    window = 0 if alone else wanted.late_window
    terms = Charter((), wanted.options, cards_digest(wanted.options), late_window=window)
    lobby = Lobby(
        wanted.identity,
        seat.sealing_secret,
        seat.hello,
        random_bytes,
        is_host=True,
        terms=terms,
        seats=wanted.seats,
    )
    own = {seat.hello.identity: seat.own()}
    lobby.start()
    for number in range(wanted.bots):
        bot = new_bot(BOT_NAMES[number], wanted.identity)
        own[bot.hello.identity] = bot.own(wanted.level)
        lobby.add_bot(bot.hello)
    return lobby, own


async def play_out(
    game: GameRoom, level: str, told: Callable[[NetworkTable], None] = lambda _table: None
) -> int:
    """Let a bot play the person's seat until every step is done; gives the number of actions."""
    table = game.table
    bot, chance = LEVELS[level], Random(random_bytes(16))
    actions = 0
    while table.closed is None:
        held = table.release()
        moved = table.advance()
        decision = table.owed
        if decision is not None:
            situation = Situation(table.state, table.knowledge, decision, table.answers)
            table.submit(bot(situation, chance))
            moved = True
        events = table.events()
        actions += sum(1 for event in events if type(event).__name__ == "Applied")
        told(table)
        if any(trouble.halts for trouble in table.troubles):
            break
        if moved:
            await trio.lowlevel.checkpoint()
        else:
            with trio.move_on_after(math.inf if held is None else held):
                await game.wait()
    return actions


async def stay_for_others(game: GameRoom, *, keeps_relay: bool) -> None:
    """Leave no sooner than the relay holds our last message; who runs it leaves last."""
    if game.link is None:
        return
    with trio.move_on_after(GOODBYE_SECONDS):
        await game.link.confirmed()
        while keeps_relay and game.link.status.members > 1:
            await game.wait()


def save_record(table: NetworkTable, directory: Path | None = None) -> Path:
    """Write the record of a game beside the others; the name is that of the table."""
    folder = (directory or data_directory()) / "records"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (table.charter.table_id.hex()[:16] + RECORD_SUFFIX)
    temporary = path.with_suffix(".new")
    temporary.write_bytes(table.record())
    temporary.replace(path)
    return path


def result_of(table: NetworkTable, actions: int, transcript: Path) -> OnlineResult:
    """The result of a game as it stands."""
    state = table.state
    return OnlineResult(
        table.charter.table_id.hex(),
        transcript,
        state.players,
        winners(state),
        tuple(clan.glory for clan in state.clans),
        state_digest(state),
        actions,
    )


async def run_game(
    address: tuple[str, int],
    started: Started,
    own: dict[int, OwnSeat],
    level: str,
    *,
    keeps_relay: bool = False,
) -> OnlineResult:
    """Play a started game to its end with a bot in the person's seat."""
    game = GameRoom(address, started.charter, own, started.signer, started.room_secret)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(game.run)
        actions = await play_out(game, level)
        path = save_record(game.table)
        await stay_for_others(game, keeps_relay=keeps_relay)
        nursery.cancel_scope.cancel()
    return result_of(game.table, actions, path)


async def host(
    wanted: Hosting,
    relay: tuple[str, int] | None,
    invite: Callable[[Invitation], None],
) -> OnlineResult:
    """Open a table, wait until it is full and everybody is ready, and play.

    Raises:
        RelayUnreachable: the given relay cannot be reached.
    """
    if relay is not None:
        await reach(relay)
    seat = new_seat(wanted.identity, wanted.name)
    lobby, own = host_lobby(wanted, seat)
    async with trio.open_nursery() as nursery:
        address = relay
        shown = relay
        if address is None or shown is None:
            own_relay = Relay(OWN_RELAY, random_bytes(32))
            listening = await nursery.start(own_relay.run, Address("::", 0))
            address = ("127.0.0.1", listening.port)
            shown = (lan_address(), listening.port)
        room = Room(random_bytes(LOBBY_SECRET))
        invite(Invitation(shown[0], shown[1], room))
        lobby_room = LobbyRoom(address, room, lobby)
        async with trio.open_nursery() as waiting:
            waiting.start_soon(lobby_room.run)
            while lobby_room.started is None:
                await trio.sleep(CHECK_SECONDS)
                if lobby.may_start():
                    lobby_room.do(lobby.begin())
        started = lobby_room.started
        own_by_signer = {
            index: own[hello.identity]
            for index, hello in enumerate(started.charter.hellos)
            if hello.identity in own
        }
        result = await run_game(
            address, started, own_by_signer, wanted.level, keeps_relay=relay is None
        )
        nursery.cancel_scope.cancel()
    return result


class PutOutOfLobby(Exception):
    """The host went on without us."""


async def join(identity: Identity, name: str, invitation: Invitation, level: str) -> OnlineResult:
    """Take a seat at a table, agree, and play.

    Raises:
        RelayUnreachable: the relay cannot be reached.
        PutOutOfLobby: the host went on without us.
    """
    seat = new_seat(identity, name)
    lobby = Lobby(identity, seat.sealing_secret, seat.hello, random_bytes, is_host=False)
    address = (invitation.host, invitation.port)
    await reach(address)
    lobby_room = LobbyRoom(address, invitation.room, lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lobby_room.run)
        while lobby_room.started is None and not lobby_room.put_out:
            await trio.sleep(CHECK_SECONDS)
            seated = any(hello.identity == identity.public for hello in lobby.hellos)
            if seated and identity.public not in lobby.ready:
                lobby_room.do(lobby.set_ready(ready=True))
    if lobby_room.started is None:
        raise PutOutOfLobby
    started = lobby_room.started
    return await run_game(address, started, {started.signer: seat.own()}, level)
