"""Hosting, joining and coming back without a screen, whoever sits there; the result is data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import trio

from client.bots.bot_names import BOT_NAMES
from client.online.fault_messages import halt_sentence
from client.online.gallery_host import GalleryRoom, gallery_again, open_gallery
from client.online.lan import Announcement
from client.online.link import reach
from client.online.local_relay import own_relay
from client.online.participants import Entered, Sitter
from client.online.rematch import free_bot_name
from client.online.rooms import GameRoom, LobbyRoom, lasting
from client.online.seat_refusal import Watch
from client.online.table_session import AtTable, begin, come_back, relay_again
from client.platform.paths import state_directory
from client.platform.system import millis, random_bytes
from client.storage.collect_results import keep_result
from client.storage.journal_rows import Address
from client.storage.saved_games import SavedTable
from client.tables.network_table import NetworkTable
from client.tables.new_seats import NewSeat, new_bot, new_seat
from client.tables.signers_table import OwnSeat
from client.tables.watched import WatchedTable
from client.text.catalogue import say
from engine.scoring import winners
from engine.state import Options
from engine.terms import Seat
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter, Hello
from protocol.clocks import NO_CLOCK, Clock
from protocol.lobby.lobby import Lobby, LobbyEvent, Moved, Started
from protocol.lobby.rooms import Invitation, Room, new_lobby_secret
from protocol.wire.digest import state_digest
from protocol.wire.identity import Identity

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


async def stay_for_others(game: GameRoom, *, keeps_relay: bool) -> None:
    """Who runs the relay leaves last."""
    if game.link is None:
        return
    with trio.move_on_after(GOODBYE_SECONDS):
        while keeps_relay and game.link.status.members > 1:
            await game.wait()


def result_of(
    table: NetworkTable | WatchedTable,
    actions: int,
    transcript: Path,
    reports: Sequence[Path] = (),
) -> OnlineResult:
    """The result of a game as it stands, of who played it or watched it."""
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
    at: AtTable,
    sitter: Sitter,
    room: LobbyRoom | GalleryRoom | None,
    *,
    keeps_relay: bool = False,
) -> OnlineResult:
    """Play a game to its end; its lobby is the gallery.

    Raises:
        Disagreement: the game cannot go on.
        SaveError: what was answered before fits no game of this version.
    """
    game, records = at.game, at.records
    actions = 0
    if room is not None:
        open_gallery(room, at)
    sitter.sit(at, keeps_relay=keeps_relay)
    async with lasting() as behind:
        behind.start_soon(game.run)
        try:
            await at.settle(sitter.meanwhile)
            actions = await sitter.play()
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
    keep_result(game.table, records.path, actions, None, person=sitter.is_person)
    return result_of(game.table, actions, records.path, records.reports)


async def meet(
    room: LobbyRoom, sitter: Sitter, why_not: Callable[[LobbyRoom], str] = lambda _room: ""
) -> str:
    """Be in a lobby until the game starts; gives the reason if it will not with us."""
    lobby = room.lobby
    began = trio.current_time()
    why = ""
    try:
        while room.started is None and not why:
            await trio.sleep(CHECK_SECONDS)
            why = why_not(room)
            if not lobby.lobby and trio.current_time() - began > ANSWER_SECONDS:
                why = say("Nobody answers there: the table is closed, or has begun to play.")
            sitter.look_around()
    finally:
        await room.leave()
    return why


async def host(
    wanted: Hosting, relay: tuple[str, int] | None, sitter: Sitter, *, lan: bool = False
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
        own_port = shown[1] if relay is None else 0
        room = Room(new_lobby_secret(random_bytes))
        invitation = Invitation(*shown, room)
        announcement = Announcement(wanted.name, wanted.seats, invitation) if lan else None

        def heard(event: LobbyEvent) -> None:
            sitter.hear(event)
            if isinstance(event, Moved):
                moved = Invitation(*shown, Room(event.secret))
                sitter.invite(moved)
                if announcement is not None:
                    announcement.update(moved)

        lobby_room = LobbyRoom(address, room, lobby, heard)
        more_bots = partial(another_bot, lobby, own, wanted.level)
        sitter.enter(Entered(lobby_room, more_bots, lan, own_port))
        sitter.invite(invitation)
        if announcement is not None:
            behind.start_soon(announcement.run)
        behind.start_soon(lobby_room.run)
        await meet(lobby_room, sitter)
        started = lobby_room.started
        assert started is not None
        where = (address, own_port)
        at = begin(state_directory(), started, own_signers(started, own), where)
        return await run_game(at, sitter, lobby_room, keeps_relay=relay is None)


def another_bot(lobby: Lobby, own: dict[bytes, OwnSeat], level: str) -> Hello:
    """The hello of one more bot for a lobby; its secrets go to the own ones, by identity."""
    bot = new_bot(free_bot_name(lobby), lobby.identity)
    own[bot.hello.identity] = bot.own(level)
    return bot.hello


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


async def resume(saved: SavedTable, sitter: Sitter, relay: Address | None = None) -> OnlineResult:
    """Go on with a saved table.

    Raises:
        SaveError: it cannot be gone on with.
        Disagreement: the seats have different pasts.
    """
    async with lasting() as behind:
        address = relay or await relay_again(behind, saved)
        keeps_relay = relay is None and bool(saved.begin.own_port)
        at = come_back(saved, address)
        room = gallery_again(saved, at, behind)
        return await run_game(at, sitter, room, keeps_relay=keeps_relay)


class NoSeat(Exception):
    """There is no seat for us at that table; the text says why."""


async def join(
    identity: Identity, name: str, invitation: Invitation, sitter: Sitter
) -> OnlineResult:
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

    def heard(event: LobbyEvent) -> None:
        watch.hear(event)
        sitter.hear(event)

    lobby_room = LobbyRoom(address, invitation.room, lobby, heard)
    own = {seat.hello.identity: seat.own()}
    sitter.enter(Entered(lobby_room, partial(another_bot, lobby, own, "karl")))
    async with lasting() as behind:
        behind.start_soon(lobby_room.run)
        why = await meet(lobby_room, sitter, watch.why_not)
        if lobby_room.started is not None:
            started = lobby_room.started
            at = begin(state_directory(), started, own_signers(started, own), (address, 0))
            return await run_game(at, sitter, lobby_room)
    raise NoSeat(why)
