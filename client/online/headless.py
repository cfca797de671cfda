"""Hosting and joining without a screen: a bot plays the own seat, the result is data."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import trio

from client.bots import LEVELS, Situation
from client.bots.names import BOT_NAMES
from client.entropy import millis, random_bytes
from client.history.gathering import keep_result
from client.link import reach
from client.online.at_table import AtTable, begin, come_back, relay_again
from client.online.gallery import GalleryRoom, gallery_again, open_gallery
from client.online.lan import Announcement
from client.online.own_relay import own_relay
from client.online.rooms import GameRoom, LobbyRoom, lasting
from client.online.saved import Address, SavedTable
from client.online.seats import NewSeat, new_bot, new_seat
from client.online.troubles import halt_sentence
from client.online.watch import Watch
from client.places import state_directory
from client.tables import Applied
from client.tables.network import NetworkTable
from client.tables.signers import OwnSeat
from client.text.catalogue import say
from engine.scoring import winners
from engine.state import Options
from engine.terms import Seat
from protocol.cards import cards_digest
from protocol.charter import Charter
from protocol.clocks import NO_CLOCK, Clock
from protocol.digest import state_digest
from protocol.identity import Identity
from protocol.lobby import Lobby, Started
from protocol.rooms import Invitation, Room, new_lobby_secret

LATE_WINDOW: Final = 3000
"""Milliseconds after which answers about late cards leave, whatever they are."""
GOODBYE_SECONDS: Final = 15.0
"""How long a host stays for those who still lack the last messages."""
CHECK_SECONDS: Final = 0.2

ANSWER_SECONDS: Final = 30.0
"""How long one waits for a host who says nothing."""


@dataclass(frozen=True, slots=True)
class OnlineResult:
    """How a game over a relay ended, where its record lies, and the reports of faults."""

    table: str
    transcript: Path
    players: int
    winners: tuple[Seat, ...]
    glory: tuple[int, ...]
    digest: str
    actions: int
    reports: tuple[Path, ...] = ()


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
    memory_aid: bool = True
    clock: Clock = NO_CLOCK
    spectators: bool = True


def host_lobby(wanted: Hosting, seat: NewSeat) -> tuple[Lobby, dict[bytes, OwnSeat]]:
    """A lobby with the host and its bots in it, and the secrets of their seats by identity."""
    alone = wanted.bots + 1 == wanted.seats
    window = 0 if alone else wanted.late_window
    terms = Charter(
        (),
        wanted.options,
        cards_digest(wanted.options),
        late_window=window,
        memory_aid=wanted.memory_aid,
        clock=wanted.clock,
        spectators=wanted.spectators,
    )
    lobby = Lobby(
        wanted.identity,
        seat.sealing_secret,
        seat.hello,
        random_bytes,
        is_host=True,
        terms=terms,
        seats=wanted.seats,
        first_counter=millis(),
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
        actions += sum(isinstance(event, Applied) for event in events)
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
    """Who runs the relay leaves last."""
    if game.link is None:
        return
    with trio.move_on_after(GOODBYE_SECONDS):
        while keeps_relay and game.link.status.members > 1:
            await game.wait()


def result_of(
    table: NetworkTable, actions: int, transcript: Path, reports: Sequence[Path] = ()
) -> OnlineResult:
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
        tuple(reports),
    )


class Disagreement(Exception):
    """Seats have different pasts of the game, which stops; the text says who, where, and why."""


async def run_game(
    at: AtTable, level: str, room: LobbyRoom | GalleryRoom | None, *, keeps_relay: bool = False
) -> OnlineResult:
    """Play a game to its end with a bot in the person's seat; its lobby is the gallery.

    Raises:
        Disagreement: the game cannot go on.
        JournalError: what was answered before fits no game of this version.
    """
    game, records = at.game, at.records
    actions = 0
    if room is not None:
        open_gallery(room, at)
    async with lasting() as behind:
        behind.start_soon(game.run)
        try:
            await at.settle()
            actions = await play_out(game, level, lambda _table: records.keep())
            if game.table.closed is not None:
                at.finish(game.table.closed)
        finally:
            await at.leave()
        if room is not None:
            await room.shown()
        if game.table.closed is not None:
            await stay_for_others(game, keeps_relay=keeps_relay)
    if game.table.closed is None:
        raise Disagreement(halt_sentence(game.table.troubles, records.path, records.reports))
    keep_result(game.table, records.path, actions, None, person=False)
    return result_of(game.table, actions, records.path, records.reports)


async def host(
    wanted: Hosting,
    relay: tuple[str, int] | None,
    invite: Callable[[Invitation], None],
    *,
    lan: bool = False,
) -> OnlineResult:
    """Open a table, wait until it is full and everybody is ready, and play.

    Raises:
        RelayUnreachable: the given relay cannot be reached.
    """
    if relay is not None:
        await reach(relay)
    seat = new_seat(wanted.identity, wanted.name)
    lobby, own = host_lobby(wanted, seat)
    async with lasting() as behind:
        address = shown = relay
        if address is None or shown is None:
            address, shown = await own_relay(behind)
        room = Room(new_lobby_secret(random_bytes))
        invitation = Invitation(*shown, room)
        invite(invitation)
        if lan:
            behind.start_soon(Announcement(wanted.name, wanted.seats, invitation).run)
        lobby_room = LobbyRoom(address, room, lobby)
        behind.start_soon(lobby_room.run)
        try:
            while lobby_room.started is None:
                await trio.sleep(CHECK_SECONDS)
                if lobby.may_start():
                    lobby_room.do(lobby.begin())
        finally:
            await lobby_room.leave()
        started = lobby_room.started
        where = (address, shown[1] if relay is None else 0)
        at = begin(state_directory(), started, own_signers(started, own), where)
        return await run_game(at, wanted.level, lobby_room, keeps_relay=relay is None)


def guest_lobby(identity: Identity, seat: NewSeat) -> Lobby:
    """The lobby of somebody else, for a player who is heard there even if he left it before."""
    return Lobby(
        identity,
        seat.sealing_secret,
        seat.hello,
        random_bytes,
        is_host=False,
        first_counter=millis(),
    )


def own_signers(started: Started, own: Mapping[bytes, OwnSeat]) -> dict[int, OwnSeat]:
    """The seats of this machine by their number in the charter, from those by identity."""
    hellos = enumerate(started.charter.hellos)
    return {index: own[hello.identity] for index, hello in hellos if hello.identity in own}


async def resume(saved: SavedTable, level: str, relay: Address | None = None) -> OnlineResult:
    """Go on with a saved table, with a bot in the person's seat.

    Raises:
        JournalError: it cannot be gone on with.
        Disagreement: the seats have different pasts.
    """
    async with lasting() as behind:
        address = relay or await relay_again(behind, saved)
        keeps_relay = relay is None and bool(saved.begin.own_port)
        at = come_back(saved, address)
        return await run_game(at, level, gallery_again(saved, at, behind), keeps_relay=keeps_relay)


class NoSeat(Exception):
    """There is no seat for us at that table; the text says why."""


async def join(identity: Identity, name: str, invitation: Invitation, level: str) -> OnlineResult:
    """Take a seat at a table, agree, and play.

    Raises:
        RelayUnreachable: the relay cannot be reached.
        NoSeat: the host went on without us, or has no seat for us.
    """
    seat = new_seat(identity, name)
    lobby = guest_lobby(identity, seat)
    address = (invitation.host, invitation.port)
    await reach(address)
    watch = Watch(lobby)
    lobby_room = LobbyRoom(address, invitation.room, lobby, watch.hear)
    why = ""
    async with lasting() as behind:
        behind.start_soon(lobby_room.run)
        began = trio.current_time()
        try:
            while lobby_room.started is None and not why:
                await trio.sleep(CHECK_SECONDS)
                why = watch.why_not(lobby_room)
                if not lobby.lobby and trio.current_time() - began > ANSWER_SECONDS:
                    why = say("Nobody answers there: the table is closed, or has begun to play.")
                if lobby.is_seated and identity.public not in lobby.ready:
                    lobby_room.do(lobby.set_ready(ready=True))
        finally:
            await lobby_room.leave()
        if lobby_room.started is not None:
            started = lobby_room.started
            at = begin(state_directory(), started, {started.signer: seat.own()}, (address, 0))
            return await run_game(at, level, lobby_room)
    raise NoSeat(why)
