"""From a door to a table, on the screen: what is shown, what keys do, what runs behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NoReturn, TextIO

import trio

from client.app.online_plans import AtDoor, HostTable, JoinTable, ReturnTo, Seated, plan_at_door
from client.games.online_game import OnlineGame
from client.games.spectated_game import SpectatedGame
from client.lobby import connect_screen
from client.lobby.connect_form import GoesAway, Porch
from client.lobby.lobby import Hall, HallWish, Invites
from client.lobby.lobby_screen import draw as draw_hall
from client.online.addresses import sentence, unreachable_sentence, unsafe_sentence
from client.online.gallery_host import GalleryRoom, gallery_again, open_gallery
from client.online.lan import Announcement, LanList
from client.online.link import RelayUnreachable, reach
from client.online.link_status import NO_SEAT, UNREACHABLE, NoTable, key_sentence, link_sentence
from client.online.local_relay import lan_address, own_relay
from client.online.rematch import Rematch
from client.online.rooms import LobbyRoom, lasting
from client.online.seat_refusal import Watch
from client.online.table_flow import another_bot, guest_lobby, host_lobby, own_signers
from client.online.table_session import AtTable, begin, come_back, relay_again
from client.platform.paths import state_directory
from client.platform.system import random_bytes, seconds
from client.presenter.preferences import Preferences
from client.storage.known_people import BadKeyFile, KnownPeople
from client.storage.saved_games import SaveError
from client.style.theme import KEYS, TITLE, Look
from client.tables.network_table import NetworkTable
from client.tables.new_seats import new_seat
from client.tables.signers_table import OwnSeat
from client.text.catalogue import say
from client.ui.canvas import Canvas
from client.ui.waiting import whole_seconds
from protocol.charter import Hello
from protocol.errors import UnsafeLibrary
from protocol.lobby.lobby import Lobby, LobbyEvent, Moved
from protocol.lobby.rooms import Invitation, Room, new_lobby_secret

_BROKEN: Final = 2
_SECOND: Final = 1.0

Wake = Callable[[], None]


class OnlineScene:
    """One table of equals on the screen, from the door to the last step.

    Attributes:
        game: the game, once seats are drawn.
        ended: why there is nothing to show any more, None while there is; without a sentence, the
            person went away.
        manners: how the person likes games that begin from now on.
    """

    def __init__(self, plan: Seated, preferences: Preferences, wake: Wake) -> None:
        self.game: OnlineGame | SpectatedGame | None = None
        self.ended: NoTable | None = None
        self._plan = plan
        self.preferences = preferences
        self._wake_all = wake
        self._news = trio.Event()
        self._porch = Porch(plan.door, plan.name) if isinstance(plan, AtDoor) else None
        self._chosen: HostTable | JoinTable | None = None
        self._hall: Hall | None = None
        self._own: dict[bytes, OwnSeat] = {}
        self._people = KnownPeople()
        self._room: LobbyRoom | None = None
        self._replaying: NetworkTable | None = None
        self._watch: Watch | None = None
        self._announced: Announcement | None = None
        self._shown: tuple[str, int] = ("", 0)
        self._command = ""
        self._keeps = False
        self._again = trio.Event()
        self._scope = trio.CancelScope()

    def _wake(self) -> None:
        self._news.set()
        self._wake_all()

    # --------------------------------------------------------------- behind the screen

    async def run(self) -> None:
        """Keep door, relay, lobby and game going until the person leaves."""
        with self._scope:
            while self.ended is None:
                try:
                    await self._go(await self._choose())
                except NoTable as error:
                    self._fail(error)

    def leave(self) -> None:
        """Go away; what is to be said last is said behind the screen."""
        self._scope.cancel()

    def _fail(self, error: NoTable) -> None:
        """Back to the door if there is one, else that is the end."""
        self._hall = self._room = None
        if self._porch is None:
            self.ended = error
        else:
            self._porch.message = str(error)
        self._wake()

    async def _choose(self) -> HostTable | JoinTable | ReturnTo:
        porch = self._porch
        if not isinstance(self._plan, AtDoor):
            return self._plan
        assert porch is not None
        self._chosen = None
        lan = LanList(self._wake)
        async with trio.open_nursery() as nursery:
            if porch.comes:
                nursery.start_soon(lan.run)
            while (chosen := self._plan_chosen()) is None:
                porch.set_tables(tuple(table for _, table in sorted(lan.tables.items())))
                porch.trouble = lan.trouble
                await self._something_new()
            nursery.cancel_scope.cancel()
        return chosen

    async def _something_new(self) -> None:
        self._news = trio.Event()
        await self._news.wait()

    def _plan_chosen(self) -> HostTable | JoinTable | None:
        return self._chosen

    async def _go(self, plan: HostTable | JoinTable | ReturnTo) -> None:
        try:
            match plan:
                case HostTable():
                    await self._host(plan)
                case JoinTable():
                    await self._join(plan)
                case ReturnTo():
                    await self._come_back(plan)
        except RelayUnreachable as error:
            raise NoTable(sentence(unreachable_sentence(str(error))), UNREACHABLE) from error
        except UnsafeLibrary as error:
            raise NoTable(unsafe_sentence(), _BROKEN) from error

    async def _host(self, plan: HostTable) -> None:
        seat = new_seat(plan.wanted.identity, plan.wanted.name)
        lobby, self._own = host_lobby(plan.wanted, seat)
        if plan.relay is not None:
            await reach(plan.relay)
        async with lasting() as behind:
            if plan.relay is None:
                address, self._shown = await own_relay(behind)
            else:
                address = self._shown = plan.relay
            room = LobbyRoom(
                address, Room(new_lobby_secret(random_bytes)), lobby, self._heard, self._wake
            )
            invitation = Invitation(*self._shown, room.room)
            if plan.lan:
                wanted = plan.wanted
                self._announced = Announcement(wanted.name, wanted.seats, invitation)
                behind.start_soon(self._announced.run)
            own_port = self._shown[1] if plan.relay is None else 0
            self._enter(room, Invites(invitation.line(), plan.lan, own_port))
            behind.start_soon(room.run)
            await self._meet(room)
            await self._play(room, behind, keeps_relay=plan.relay is None)

    async def _meet_again(self, rematch: Rematch, behind: trio.Nursery) -> LobbyRoom:
        """Be in the lobby of the next game with the same people, until it starts."""
        lobby, self._own = rematch.lobby()
        self._watch = None if rematch.is_host else Watch(lobby)
        room = LobbyRoom(rematch.address, rematch.room, lobby, self._heard, self._wake)
        invites = None
        if rematch.is_host:
            invitation = Invitation(*self._shown, rematch.room)
            on_lan, own_port = self._announced is not None, self._shown[1] if self._keeps else 0
            invites = Invites(invitation.line(), on_lan, own_port)
            if self._announced is not None:
                self._announced.update(invitation)
        self._enter(room, invites)
        if self._hall is not None and not rematch.is_host:
            name = rematch.host_name
            self._hall.message = say("{name} opens the table again, if willing.", name=name)
        behind.start_soon(room.run)
        why = await self._meet(room)
        if why:
            raise NoTable(why, NO_SEAT)
        return room

    async def _join(self, plan: JoinTable) -> None:
        seat = new_seat(plan.identity, plan.name)
        self._own = {seat.hello.identity: seat.own()}
        lobby = guest_lobby(plan.identity, seat)
        address = (plan.invitation.host, plan.invitation.port)
        await reach(address)
        self._watch = Watch(lobby)
        room = LobbyRoom(address, plan.invitation.room, lobby, self._heard, self._wake)
        why = ""
        async with lasting() as behind:
            self._enter(room, None)
            behind.start_soon(room.run)
            why = await self._meet(room)
            if not why:
                await self._play(room, behind, keeps_relay=False)
        raise NoTable(why, NO_SEAT)

    def _enter(self, room: LobbyRoom, invites: Invites | None) -> None:
        lobby = room.lobby
        self._hall = Hall(lobby, room.do, lambda: self._new_bot(lobby), self._people, invites)
        self._room = room
        self._wake()

    async def _meet(self, room: LobbyRoom) -> str:
        """Be in the lobby until the game starts; gives the reason if it will not with us."""
        why = ""
        try:
            while room.started is None and not why:
                await self._something_new()
                if self._watch is not None:
                    why = self._watch.why_not(room)
        finally:
            await room.leave()
        return why

    async def _play(self, room: LobbyRoom, behind: trio.Nursery, *, keeps_relay: bool) -> NoReturn:
        self._keeps = keeps_relay
        await self._play_on(self._table_of(room), behind, room)

    def _table_of(self, room: LobbyRoom) -> AtTable:
        started = room.started
        assert started is not None
        if self._hall is not None:
            self._hall.remember()
        own = own_signers(started, self._own)
        where = (room.address, self._shown[1] if self._keeps else 0)
        return begin(state_directory(), started, own, where, self._wake)

    async def _play_on(
        self, at: AtTable, behind: trio.Nursery, room: LobbyRoom | GalleryRoom | None
    ) -> NoReturn:
        """Play, and play again for as long as one likes; `room` is the lobby of the table.

        The lobby is the gallery while it is played. A table that is over goes on
        answering those who lack its last messages until the next one begins.
        """
        while True:
            if room is not None:
                open_gallery(room, at)
            over = trio.CancelScope()
            behind.start_soon(at.play_within, over)
            await self._sit(at)
            if room is not None:
                room.close()
            room = await self._meet_again(Rematch.of(at), behind)
            over.cancel()
            at = self._table_of(room)

    async def _come_back(self, plan: ReturnTo) -> None:
        async with lasting() as behind:
            relay = plan.relay or await relay_again(behind, plan.saved)
            try:
                at = come_back(plan.saved, relay, self._wake)
                self._keeps = bool(plan.saved.begin.own_port) and plan.relay is None
                here, port = at.what.relay
                self._shown = (lan_address() if self._keeps else here, port)
                await self._play_on(at, behind, gallery_again(plan.saved, at, behind))
            except SaveError as error:
                raise NoTable(str(error), _BROKEN) from error

    async def _sit(self, at: AtTable) -> None:
        """Be at a table until another game with the same people is wanted."""
        self._again = trio.Event()
        try:
            self._replaying = at.game.table
            await at.settle()
            self._hall = None
            self.game = OnlineGame(at, self.preferences, keeps_relay=self._keeps)
            self._wake()
            await self._again.wait()
        finally:
            await at.leave()
        self.game = None

    def play_again(self) -> None:
        """Another game with the same people, once all have signed the result of this one."""
        if isinstance(self.game, OnlineGame) and self.game.table.closed is not None:
            self._again.set()

    def _heard(self, event: LobbyEvent) -> None:
        if self._watch is not None:
            self._watch.hear(event)
        hall, room = self._hall, self._room
        if hall is not None and room is not None:
            hall.hear(event)
            if isinstance(event, Moved) and room.lobby.is_host:
                invitation = Invitation(*self._shown, Room(event.secret))
                hall.invites = replace(hall.invites, line=invitation.line())
                if self._announced is not None:
                    self._announced.update(invitation)
        self._wake()

    def _new_bot(self, lobby: Lobby) -> Hello:
        plan = self._chosen or self._plan
        level = plan.wanted.level if isinstance(plan, HostTable) else "karl"
        return another_bot(lobby, self._own, level)

    # ------------------------------------------------------------------- on the screen

    def step(self, now: float) -> float:
        """Let things happen up to `now`; gives the seconds until there is more to do."""
        return _SECOND if self.game is None else self.game.step(now)

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """The door, the lobby, or what there is between them."""
        hall, room = self._hall, self._room
        if hall is not None and room is not None:
            self._look_around(hall, room)
            return draw_hall(hall.view(), width, height, look)
        if self._porch is not None and self._chosen is None:
            return connect_screen.draw(self._porch, width, height, look)
        canvas = Canvas(width, height)
        canvas.put(2, height // 2, self._on_the_way(), TITLE)
        canvas.put(2, height - 1, say("^Q leave"), KEYS)
        return canvas

    def _on_the_way(self) -> str:
        if self._replaying is None or not self._replaying.is_replaying:
            return say("Getting there …")
        done, of = self._replaying.replayed
        return say("The game so far: step {done} of {of}", done=done, of=of)

    def glance(self) -> object:
        """What there is to see before the game, to be compared."""
        hall, room, porch = self._hall, self._room, self._porch
        if hall is not None and room is not None:
            self._look_around(hall, room)
            return hall.view()
        if porch is None or self._chosen is not None:
            return self._on_the_way()
        return porch.tables, porch.trouble, porch.message

    def _look_around(self, hall: Hall, room: LobbyRoom) -> None:
        hall.link = link_sentence(room.link)
        if not room.lobby.is_host and room.heard_at is not None:
            hall.silent = whole_seconds(room.heard_at, seconds())
        if self._announced is not None:
            hall.lan_trouble = self._announced.trouble
        self._command = hall.view().command

    def press(self, key: str) -> HallWish:
        """What a key does before the game."""
        if self._hall is not None:
            request = self._hall.press(key)
        elif self._porch is not None and self._chosen is None:
            request = self._press_door(self._porch, key)
        else:
            request = HallWish.LEAVE if key in ("^Q", "^C", "escape") else HallWish.NOTHING
        self._news.set()
        return request

    def _press_door(self, porch: Porch, key: str) -> HallWish:
        wanted = porch.press(key)
        if wanted is None:
            return HallWish.NOTHING
        if isinstance(wanted, GoesAway):
            return HallWish.LEAVE
        try:
            self._chosen = plan_at_door(wanted)
        except BadKeyFile as error:
            porch.message = sentence(key_sentence(error))
        return HallWish.NOTHING

    def paste(self, text: str) -> None:
        """Pasted text: into a text field, nowhere else."""
        if self._hall is not None:
            self._hall.paste(text)
        elif self._porch is not None:
            self._porch.paste(text)

    @property
    def command(self) -> str:
        """What friends type to join; "" for who joined."""
        return self._command

    def say_farewell(self, out: TextIO, err: TextIO) -> None:
        """What is left to read once the screen is gone: records, invitations, what went wrong."""
        if self.ended is not None:
            err.write(f"bloodrage: {self.ended}\n")
        elif self.game is not None:
            self.game.say_farewell(out, err)
        elif self._command:
            out.write(self._command + "\n")
