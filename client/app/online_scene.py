"""The way to a table with others on the screen: door, lobby, game, gallery."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TextIO, TypeGuard

import trio

from client.controller.requests import WAYS_OUT, Request
from client.games.online_game import OnlineGame
from client.games.spectated_game import SpectatedGame
from client.lobby import connect_screen
from client.lobby.connect_form import ConnectForm
from client.lobby.entry import Door
from client.lobby.lobby import Invites, LobbyModel
from client.lobby.lobby_screen import draw as draw_lobby
from client.online.addresses import delay_sentence
from client.online.at_table import AtTable
from client.online.lan import LanList
from client.online.lobby_room import COUNT_SECONDS
from client.online.no_seat import left_sentence
from client.online.participants import Entered
from client.online.spectator_room import WatchRoom, waiting_sentence
from client.online.table_flow import take_seat, watch
from client.online.table_messages import link_sentence
from client.online.table_outcomes import NoTable
from client.online.table_plans import HostTable, JoinTable, ResumeTable, WatchTable
from client.online.tasks import Waking
from client.platform.exit_codes import USAGE
from client.presenter.preferences import Preferences
from client.storage.known_people import KnownPeople
from client.storage.saved_games import SaveError
from client.style.theme import KEYS, TITLE
from client.tables.waiting import whole_seconds
from client.text.catalogue import say
from client.text.complaints import complain
from client.ui.canvas import Canvas, wrap
from client.ui.right_to_left_canvas import new_canvas
from engine.values import Value, replace
from protocol.lobby.lobby_events import LobbyEvent
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import Routes


class AtDoor(Value):
    """Ask first which table to host, join or watch."""

    door: Door
    name: str


OnlinePlan = HostTable | JoinTable | WatchTable | ResumeTable | AtDoor
"""Ways to a table with others."""


def is_online(start: object) -> TypeGuard[OnlinePlan]:
    """Return whether a start leads to a table with others."""
    return isinstance(start, OnlinePlan)


class OnlineScene(Waking):
    """One table with others on the screen; participates with or without a seat.

    Attributes:
        game: the game, once seats are drawn.
        ended: why there is nothing to show any more, None while there is.
        preferences: the player's preferences for games that begin from now on.
        lobby_model: the lobby, None outside of one.
        command: the line that friends type to join, "" for a guest.
    """

    is_person = True
    is_patient = True

    def __init__(
        self, plan: OnlinePlan, preferences: Preferences, wake: Callable[[], None]
    ) -> None:
        """Begin at the door or on the way to a table; `wake` has the screen drawn."""
        super().__init__(wake)
        self.game: OnlineGame | SpectatedGame | None = None
        self.ended: NoTable | None = None
        self.preferences = preferences
        self.lobby_model: LobbyModel | None = None
        self.line = ""
        self._plan = plan
        self._form = ConnectForm(plan.door, plan.name) if isinstance(plan, AtDoor) else None
        self._chosen: HostTable | JoinTable | WatchTable | None = None
        self._entered: Entered | None = None
        self._watched: WatchRoom | None = None
        self._at: AtTable | None = None
        self._keeps_relay = False
        self._delayed = ""
        self._again = trio.Event()
        self._scope = trio.CancelScope()

    # --------------------------------------------------------------- behind the screen

    async def run(self) -> None:
        """Run door, lobby and game until the player leaves."""
        with self._scope:
            while self.ended is None:
                try:
                    await self._follow(await self._choose())
                except NoTable as error:
                    self._fail(error)
                except SaveError as error:
                    self._fail(NoTable(str(error), USAGE))

    def leave(self) -> None:
        """Leave the table; last words are sent behind the screen."""
        self._scope.cancel()

    def _fail(self, error: NoTable) -> None:
        """Return to the door if there is one, or else end."""
        self.lobby_model = self._watched = None
        if self._form is None:
            self.ended = error
        else:
            self._form.message = str(error)
        self.changed()

    async def _choose(self) -> HostTable | JoinTable | WatchTable | ResumeTable:
        if not isinstance(self._plan, AtDoor):
            return self._plan
        form = self._form
        assert form is not None
        self._chosen = None
        tables = LanList(self.changed)
        async with trio.open_nursery() as nursery:
            if form.comes:
                nursery.start_soon(tables.run)
            while (chosen := self._choice()) is None:
                form.set_tables(tuple(table for _, table in sorted(tables.tables.items())))
                form.trouble = tables.trouble
                await self.wait()
            nursery.cancel_scope.cancel()
        return chosen

    def _choice(self) -> HostTable | JoinTable | WatchTable | None:
        return self._chosen

    async def _follow(self, plan: HostTable | JoinTable | WatchTable | ResumeTable) -> None:
        self._delayed = ""
        if isinstance(plan, WatchTable):
            await watch(plan, self)
        else:
            await take_seat(plan, self)

    # ----------------------------------------------------------------- as a participant

    def wake(self) -> None:
        """Have the screen drawn."""
        self.changed()

    def delay(self, routes: Routes, seconds: int) -> None:
        """Show that nothing answers yet."""
        self._delayed = delay_sentence(routes, seconds)
        self.changed()

    def enter(self, entered: Entered) -> None:
        """Show a lobby."""
        room = entered.room
        invites = Invites("", entered.move)
        former, self.game = self.lobby_model, None
        self.lobby_model = LobbyModel(room.lobby, room.do, entered.new_bot, KnownPeople(), invites)
        if entered.is_back and former is not None:
            self.lobby_model.rejoin(former)
        if entered.opener:
            name = entered.opener
            self.lobby_model.message = say("{name} can open the table again.", name=name)
        self._entered = entered
        self.changed()

    def invite(self, invitation: Invitation) -> None:
        """Show the invitation."""
        if self.lobby_model is not None:
            self.lobby_model.invites = replace(self.lobby_model.invites, line=invitation.line())
            self.changed()

    def hear(self, event: LobbyEvent) -> None:
        """Show an event of the lobby."""
        if self.lobby_model is not None:
            self.lobby_model.hear(event)

    def look_around(self) -> None:
        """Wait for keys: they do everything."""

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """Sit down at a table."""
        if self.lobby_model is not None:
            self.lobby_model.remember()
        self._at, self._keeps_relay = at, keeps_relay

    def meanwhile(self) -> None:
        """Wait."""

    async def play(self) -> None:
        """Play until another game with the same players is wanted."""
        assert self._at is not None
        self._again = trio.Event()
        self.lobby_model = None
        self.game = OnlineGame(self._at, self.preferences, keeps_relay=self._keeps_relay)
        self.changed()
        await self._again.wait()

    def play_again(self) -> None:
        """Ask for another game with the same players, once all have signed the result."""
        if isinstance(self.game, OnlineGame) and self.game.table.closed is not None:
            self._again.set()

    def come(self, room: WatchRoom) -> None:
        """Show the gallery of a table."""
        self._watched = room

    async def watch(self) -> None:
        """Watch until the spectator leaves."""
        assert self._watched is not None
        self.game = SpectatedGame(self._watched, self.preferences)
        self.changed()
        await trio.sleep_forever()

    # ------------------------------------------------------------------- on the screen

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the door, the lobby, or the way between them."""
        if self.lobby_model is not None:
            self._look_at(self.lobby_model)
            return draw_lobby(self.lobby_model.view(), width, height)
        if self._form is not None and self._chosen is None:
            return connect_screen.draw(self._form, width, height)
        canvas = new_canvas(width, height)
        for row, line in enumerate(wrap(self._on_the_way(), max(1, width - 4)), height // 2):
            canvas.put(2, row, line, TITLE)
        canvas.put(2, height - 1, say("^Q leave"), KEYS)
        return canvas

    def _on_the_way(self) -> str:
        if self._watched is not None:
            return waiting_sentence(self._watched)
        if self._at is None or not self._at.game.table.is_replaying:
            return self._delayed or say("Connecting …")
        done, of = self._at.game.table.replayed
        return say("Loading the game: step {done} of {of}", done=done, of=of)

    def glance(self) -> object:
        """Return everything visible before the game, for comparison."""
        form = self._form
        if self.lobby_model is not None:
            self._look_at(self.lobby_model)
            return self.lobby_model.view()
        if form is None or self._chosen is not None:
            return self._on_the_way()
        return form.tables, form.trouble, form.message

    def _look_at(self, lobby_model: LobbyModel) -> None:
        entered = self._entered
        assert entered is not None
        room = entered.room
        lobby_model.link = link_sentence(room.link)
        if not room.lobby.is_host:
            since = room.entered_at if room.heard_at is None else room.heard_at
            lobby_model.silent = whole_seconds(since, room.clock())
        lobby_model.away, lobby_model.unsigned = room.silent(), room.unsigned
        lobby_model.reach = entered.ways_told()
        self.line = lobby_model.view().line

    def stands_for(self) -> float:
        """Return the seconds until the picture before the game changes although nothing happens."""
        if self.lobby_model is not None:
            assert self._entered is not None
            return self._entered.room.stands_for()
        at_door = self._form is not None and self._chosen is None
        return math.inf if at_door else COUNT_SECONDS

    @property
    def takes_text(self) -> bool:
        """Whether letters are typed into a field or a line of chat before the game."""
        if self.lobby_model is not None:
            return self.lobby_model.takes_text
        return self._form is not None and self._form.takes_text

    def press(self, key: str) -> Request:
        """Handle a key before the game."""
        request = WAYS_OUT.get(key, Request.NOTHING)
        if self.lobby_model is not None:
            request = self.lobby_model.press(key)
        elif self._form is not None and self._chosen is None:
            chosen = self._form.press(key)
            if isinstance(chosen, Request):
                request = chosen
            else:
                self._chosen = chosen
        self.nudge()
        return request

    def paste(self, text: str) -> None:
        """Paste into a text field, and nowhere else."""
        if self.lobby_model is not None:
            self.lobby_model.paste(text)
        elif self._form is not None:
            self._form.paste(text)

    def say_farewell(self, out: TextIO, err: TextIO) -> None:
        """Print what remains to be read after the screen: record, closed table, failure."""
        if self.ended is not None:
            complain(err, str(self.ended))
        elif self.game is not None:
            self.game.say_farewell(out, err)
        elif self.lobby_model is not None:
            out.write(left_sentence(is_host=self.lobby_model.lobby.is_host) + "\n")
