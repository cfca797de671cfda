"""The flow of a table with others, the same for all participants: host, join, resume, watch."""

from __future__ import annotations

from typing import Final

import trio

from client.online.at_table import AtTable, begin, resume
from client.online.fleet import choose_relay, is_fleet
from client.online.gallery_room import GalleryRoom
from client.online.lan import LanState
from client.online.lobby_room import LobbyRoom
from client.online.no_seat import Solitude, nothing_shown_sentence
from client.online.participants import Entered, Onlooker, SeatedParticipant
from client.online.relay_greeting import reach
from client.online.spectator_room import WatchRoom
from client.online.table_messages import halt_sentence
from client.online.table_outcomes import Disagreement, NoTable, OnlineResult, explained, result_of
from client.online.table_plans import (
    HostTable,
    JoinTable,
    NewLobby,
    ResumeTable,
    SeatPlan,
    WatchTable,
    guest_lobby,
    host_lobby,
    lobby_again,
    lobby_rejoined,
    own_signers,
)
from client.online.tasks import CHECK_SECONDS, lasting
from client.online.whereabouts import Whereabouts
from client.platform.exit_codes import INVITATION, PEERS_DISAGREE
from client.platform.paths import state_directory
from client.storage.collect_results import keep_result
from client.storage.record_files import keep_whole, watched_path
from client.storage.saved_games import SaveError
from client.text.catalogue import say
from client.text.system_faults import system_reason
from protocol.lobby.lobby_events import LobbyEvent
from protocol.lobby.rooms import Room

GOODBYE_SECONDS: Final = 15.0
"""How long a host stays for players who still lack the last messages."""
REJOIN_SECONDS: Final = 3.0
"""Shortest time between two arrivals of the same player in a lobby."""
ANSWER_SECONDS: Final = 30.0
"""How long a participant waits for a silent host."""


async def take_seat(plan: SeatPlan, player: SeatedParticipant) -> OnlineResult:
    """Play at a table that is hosted, joined or resumed, and again for as long as wanted.

    Raises:
        NoTable: there is no table or no seat, or the game cannot continue.
        SaveError: the table cannot be resumed.
    """
    with explained(is_guest=isinstance(plan, JoinTable)):
        async with lasting() as behind:
            return await _Flow(player, behind).follow(plan)


class _Flow:
    """One player's way through lobbies and games at one relay, which may run here."""

    def __init__(self, player: SeatedParticipant, behind: trio.Nursery) -> None:
        self._player = player
        self._behind = behind
        self._place = Whereabouts(behind, player.invite, player.wake)

    async def follow(self, plan: SeatPlan) -> OnlineResult:
        match plan:
            case HostTable():
                if plan.relay is None:
                    await self._place.host(plan.hosting)
                else:
                    await self._place.go_to(plan.relay, plan.hosting.relays, self._player.delay)
                new = host_lobby(plan)
                if plan.lan:
                    self._place.announce(plan.name, plan.seats, new.room)
                return await self._play(*await self._meet(new), plan.level)
            case JoinTable():
                await self._place.go_to(plan.invitation.routes, on_delay=self._player.delay)
                new = guest_lobby(plan)
                return await self._play(*await self._meet(new), new.level)
            case ResumeTable():
                return await self._resume(plan)

    async def _meet(self, new: NewLobby, opener: str = "") -> tuple[AtTable, LobbyRoom]:
        """Be in a lobby until the game has begun.

        After a start that was called off, guests come in again: what they signed is void.

        Raises:
            NoTable: it begins without us.
        """
        is_back = False
        while True:
            room = self._enter(new, opener, is_back=is_back)
            try:
                at = await self._wait_game(new, room)
            finally:
                self._place.end()
                await room.leave()
            if at is not None:
                return at, room
            room.close()
            # Two programs with the same key would put each other out for ever, without a pause.
            await trio.sleep_until(room.entered_at + REJOIN_SECONDS)
            self._place.routes = room.routes
            new, opener, is_back = lobby_rejoined(new, room.room), "", True

    def _enter(self, new: NewLobby, opener: str, *, is_back: bool) -> LobbyRoom:
        player, place, lobby = self._player, self._place, new.lobby

        def hear(event: LobbyEvent) -> None:
            player.hear(event)
            place.hear(event)
            player.wake()

        room = LobbyRoom(place.routes, new.room, lobby, hear, player.wake)
        player.enter(Entered(room, new.new_bot, place, opener, is_back))
        if lobby.is_host:
            place.enter(room)
        self._behind.start_soon(room.run)
        return room

    async def _wait_game(self, new: NewLobby, room: LobbyRoom) -> AtTable | None:
        """Wait in a lobby until a game has begun; return None for a guest that comes in again.

        Raises:
            NoTable: it begins without us.
        """
        place = self._place
        while True:
            await self._wait_start(room)
            if room.started is None:
                return None
            own = own_signers(room.started, new.own)
            place.routes = room.routes
            where = (place.routes, place.own_port)
            at = begin(state_directory(), room.started, own, where, self._player.wake)
            if await self._is_signed(room, at):
                if place.announcement is not None:
                    charter = at.begun.charter
                    state = LanState.BEGUN if charter.spectators else None
                    place.announcement.show(state, charter.players)
                return at

    async def _wait_start(self, room: LobbyRoom) -> None:
        """Wait for a start, or until a guest has to come in again.

        Raises:
            NoTable: there is no seat for us.
        """
        player, began = self._player, trio.current_time()
        while room.started is None and not room.comes_again:
            await room.wait(None if player.is_patient and room.is_settled else CHECK_SECONDS)
            # A lobby that is history by now is nothing to look at.
            why = room.look_for_seat()
            if not why:
                player.look_around()
            is_silent = not room.lobby.lobby and trio.current_time() - began > ANSWER_SECONDS
            if is_silent and not player.is_patient:
                why = say("Nobody answers there: the table is closed, or its game has begun.")
            if why:
                raise NoTable(why, INVITATION)

    async def _is_signed(self, room: LobbyRoom, at: AtTable) -> bool:
        """Wait until all have signed the start; return whether it was not called off before.

        A guest listens for that until seats are drawn: its host takes part in it, so as long as
        they are not, the start may be called off. A player who leaves meanwhile keeps the table,
        for the others may have begun it; only its host knows.

        Raises:
            NoTable: the host has closed the table.
        """
        started, game, is_host = room.started, at.game, room.lobby.is_host
        self._behind.start_soon(at.run)
        is_void = is_host
        try:
            while room.started is started:
                if game.has_begun:
                    is_void = False
                    room.note_begun()
                    if is_host or game.table.is_seated:
                        return True
                if why := room.look_for_seat():
                    is_void = True
                    raise NoTable(why, INVITATION)
                room.unsigned = game.unsigned
                self._player.look_around()
                if not game.table.hear():
                    await game.wait(CHECK_SECONDS)
                await trio.lowlevel.checkpoint()
            is_void = True
            return False
        finally:
            room.unsigned = ()
            if is_void:
                at.discard()
            elif not game.table.is_seated and not is_host:
                await at.leave()

    async def _resume(self, plan: ResumeTable) -> OnlineResult:
        relay, port = plan.relay, plan.saved.begin.own_port
        if relay is None and port:
            await self._place.host(plan.hosting, port)
            relay = self._place.routes
        elif relay is not None and is_fleet(relay):
            relay = await choose_relay(relay, on_delay=self._player.delay)
        at = resume(plan.saved, relay, self._player.wake)
        self._place.routes = at.begun.relay
        self._behind.start_soon(at.run)
        gallery = self._gallery_again(plan, at)
        return await self._play(at, gallery, "karl")

    def _gallery_again(self, plan: ResumeTable, at: AtTable) -> GalleryRoom | None:
        """Show a saved table to spectators as before, if this seat did."""
        if plan.saved.gallery is None:
            return None
        secret, start = plan.saved.gallery
        room = GalleryRoom(
            self._place.routes,
            Room(secret),
            lambda send: at.game.serve(start, send),
            opens_room=at.game.link.opens_room,
        )
        self._behind.start_soon(room.run)
        return room

    async def _play(
        self, at: AtTable, room: LobbyRoom | GalleryRoom | None, level: str
    ) -> OnlineResult:
        """Play, and play again for as long as the player likes; the lobby becomes the gallery.

        A table that is over keeps answering players who lack its last messages until the next
        one begins.
        """
        player = self._player
        while True:
            if isinstance(room, LobbyRoom):
                _open_gallery(room, at)
            self._place.begin(at.game)
            at.where, at.other_address = self._place.where, self._place.other_address
            player.sit(at, keeps_relay=bool(self._place.own_port))
            try:
                await at.settle(player.meanwhile)
                actions = await player.play()
                if actions is not None and at.game.table.closed is not None:
                    at.finish(at.game.table.closed)
            finally:
                await at.leave()
            if actions is not None:
                return await self._end(at, room, actions)
            if room is not None:
                room.close()
            opener = at.begun.charter.names[0]
            former, new = at, lobby_again(at, level)
            at, room = await self._meet(new, "" if new.lobby.is_host else opener)
            former.scope.cancel()

    async def _end(
        self, at: AtTable, room: LobbyRoom | GalleryRoom | None, actions: int
    ) -> OnlineResult:
        """Stay for those who lack the last messages; the player who runs the relay leaves last.

        Raises:
            Disagreement: the game could not continue.
        """
        table, records, link = at.game.table, at.records, at.game.link
        if room is not None:
            await room.shown()
        if table.closed is None:
            told = halt_sentence(table.troubles, records.path, records.reports)
            raise Disagreement(told, PEERS_DISAGREE)
        stays_until = trio.current_time() + GOODBYE_SECONDS * bool(self._place.own_port)
        while at.game.hands_out_end or (
            link.status.members > 1 and trio.current_time() < stays_until
        ):
            await at.game.wait(CHECK_SECONDS)
        keep_result(table, records.path, actions, None, person=self._player.is_person)
        return result_of(table, actions, records.path, records.reports)


def _open_gallery(room: LobbyRoom, at: AtTable) -> None:
    """Make the lobby's room the gallery of its game, or leave it if nobody may watch.

    The host stays in any case, for players who do not know of the start yet.
    """
    if not room.start_said or not (at.begun.charter.spectators or room.lobby.is_host):
        room.close()
        return
    if at.journal is not None:
        at.journal.shown(room.room.secret, room.start_said)
    room.show(at.game.serve(room.start_said, room.say))


async def watch(plan: WatchTable, onlooker: Onlooker) -> OnlineResult:
    """Watch a table to its end, check everything, and keep the record.

    Raises:
        NoTable: the relay cannot be reached, or nobody shows the table to spectators.
        SaveError: the record cannot be written.
    """
    with explained(is_guest=True):
        await reach(plan.invitation.routes, onlooker.delay)
        room = WatchRoom(plan.invitation, plan.identity, plan.name, onlooker.wake)
        onlooker.come(room)
        async with lasting() as behind:
            behind.start_soon(room.run)
            await _find_game(room, onlooker)
            await onlooker.watch()
    table = room.table
    assert table is not None
    path = watched_path(table.charter)
    try:
        path = keep_whole(path, table.record()).path
    except OSError as error:
        why = f"{path}: {system_reason(error)}"
        raise SaveError(say("The record cannot be written: {why}", why=why)) from error
    return result_of(table, room.actions, path)


async def _find_game(room: WatchRoom, onlooker: Onlooker) -> None:
    """Wait until there is a game to watch.

    Raises:
        NoTable: there is none.
    """
    began, solitude = trio.current_time(), Solitude()
    while room.table is None:
        await room.wait(CHECK_SECONDS)
        why = room.why_not
        if solitude.lasts(room.link) and not room.is_checking:
            why = why or nothing_shown_sentence()
        is_silent = not room.spectator.host and trio.current_time() - began > ANSWER_SECONDS
        if is_silent and not onlooker.is_patient:
            why = say("Nobody answers there: the table is closed.")
        if why:
            raise NoTable(why, INVITATION)
