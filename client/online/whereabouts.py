"""The whereabouts of a table as its host knows them: its relay, and the line for friends.

A table begins at a relay of this machine or at another one. What friends need changes on the way:
the router opens a port, the machine gets another address, the host moves the lobby to a relay that
everybody can reach. Everybody who must know is told, and no line that leads nowhere is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from client.online.addresses import resume_command
from client.online.fleet import choose_relay
from client.online.game_room import GameRoom
from client.online.hosting import Hosting, HostingPlan
from client.online.lan import Announcement, LanState
from client.online.lobby_room import LobbyRoom
from client.online.local_relay import own_relay
from client.online.relay_greeting import Delay, RelayUnreachable, not_told
from client.text.catalogue import say
from protocol.lobby.lobby_events import LobbyEvent, Moved, RosterChanged
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import Routes, write_routes

MOVE_KEY: Final = "m"
"""The key that moves a lobby to another relay."""


class Whereabouts:
    """The relay of one player's tables. `invite` takes each new line, `wake` shows what is known.

    Attributes:
        routes: those by which this program reaches the relay.
        hosting: the relay of this machine, None for another one.
        announcement: that of the table on this network, None without one.
    """

    def __init__(
        self,
        behind: trio.Nursery,
        invite: Callable[[Invitation], None],
        wake: Callable[[], None],
    ) -> None:
        """Begin without a relay; the relay and its tasks run in the nursery `behind`."""
        self.routes: Routes = ()
        self.hosting: Hosting | None = None
        self.announcement: Announcement | None = None
        self._behind = behind
        self._invite = invite
        self._wake = wake
        self._relays: tuple[Routes, ...] = ()
        self._lobby: LobbyRoom | None = None
        self._game: GameRoom | None = None
        self._shown: Invitation | None = None
        self._is_moving = False
        self._move_told = ""
        self._hosts: tuple[str, ...] = ()
        self._has_other_address = False

    @property
    def own_port(self) -> int:
        """The port of the relay of this program if the table is there, 0 at another relay."""
        return 0 if self._here is None else self._here.port

    @property
    def _here(self) -> Hosting | None:
        """The relay of this program if the table is there."""
        hosting = self.hosting
        return hosting if hosting is not None and self.routes == hosting.near else None

    # ---------------------------------------------------------------------- to a relay

    async def go_to(
        self, relay: Routes, relays: tuple[Routes, ...] = (), on_delay: Delay = not_told
    ) -> None:
        """Use another relay; `relays` are those to which a lobby can move from there.

        `on_delay` is called while none answers.

        Raises:
            RelayUnreachable: it does not answer.
        """
        self.routes, self._relays = await choose_relay(relay, on_delay=on_delay), relays

    async def host(self, plan: HostingPlan, port: int = 0) -> None:
        """Run a relay here, at a port of before if it is free.

        Raises:
            PortTaken: the port that the person wants is taken.
        """
        wanted = port or plan.port
        port = await own_relay(self._behind, wanted, only=bool(plan.port) and wanted == plan.port)
        self.hosting, self._relays = Hosting(plan, port, self._look), plan.relays
        self._hosts = self.hosting.hosts
        self._behind.start_soon(self.hosting.run)
        self.routes = self.hosting.near

    # ---------------------------------------------------------------------- telling

    def announce(self, name: str, seats: int, room: Room) -> None:
        """Announce the table on this network."""
        self.announcement = Announcement(name, seats, self.invitation(room))
        self._behind.start_soon(self.announcement.run)

    def invitation(self, room: Room) -> Invitation:
        """Return the invitation to a room of the table."""
        return Invitation(self.routes if self._here is None else self._here.routes(), room)

    def enter(self, lobby: LobbyRoom) -> None:
        """Open a lobby as its host."""
        self._lobby, self._game, self._shown = lobby, None, None
        self._has_other_address = False
        self.show()

    def begin(self, game: GameRoom) -> None:
        """Play: there is no line to show any more, but others may need new routes."""
        self._lobby, self._game = None, game
        self._has_other_address = False
        self._tell_game()

    def end(self) -> None:
        """Leave lobby or game."""
        self._lobby = self._game = None

    def show(self) -> None:
        """Show the line of the lobby if it is another one now."""
        lobby = self._lobby
        if lobby is None:
            return
        invitation = self.invitation(lobby.room)
        if invitation == self._shown:
            return
        if self._shown is not None and self._shown.room == invitation.room:
            self._tell_lobby()
        self._shown = invitation
        self._invite(invitation)
        if self.announcement is not None:
            self.announcement.update(invitation)

    def hear(self, event: LobbyEvent) -> None:
        """Take an event of the lobby: some change what others must know."""
        match event:
            case Moved():
                self.show()
            case RosterChanged():
                self._tell_lobby()
                if self.announcement is not None:
                    is_full = len(event.hellos) == event.seats
                    state = LanState.FULL if is_full else LanState.OPEN
                    self.announcement.show(state, event.seats)
            case _:
                pass

    def _tell_lobby(self) -> None:
        """Inform those in the lobby of all routes to the relay of this machine."""
        if self._lobby is not None and self._here is not None and not self._here.is_alone:
            self._lobby.tell_routes(self._here.routes_at_table())

    def _tell_game(self) -> None:
        if self._game is not None and self._here is not None and not self._here.is_alone:
            self._game.tell_routes(self._here.routes_at_table())

    def _look(self) -> None:
        """Show and say what has changed about the ways to this machine."""
        hosts = () if self.hosting is None else self.hosting.hosts
        if hosts:  # A cable that is pulled for a moment changes nothing.
            self._has_other_address |= not set(self._hosts).issubset(hosts)
            self._hosts = hosts
        if self._lobby is not None:
            self.show()
        self._tell_game()
        self._wake()

    def told(self) -> tuple[str, ...]:
        """Return sentences on the ways for friends, and how to open another."""
        moving = (self._move_told,) if self._move_told else ()
        hosting = self._here
        if hosting is None:
            return moving
        if self._has_other_address and not hosting.is_alone:
            told = say("Your address has changed: send your friends the new invitation.")
            moving = (told, *moving)
        may_move = () if self._is_moving or hosting.is_open_to_all else self._may_move()
        return (*moving, *hosting.near_told(), *may_move, *hosting.far_told())

    def _may_move(self) -> tuple[str, ...]:
        others = self._other_relays()
        if not others:
            return ()
        relay = write_routes(others[0])
        return (say("{key} moves the table to the relay {relay}.", key=MOVE_KEY, relay=relay),)

    def where(self) -> str:
        """Return one sentence on the addresses of the table, to be seen at any time."""
        if self._here is not None:
            routes = write_routes(self._here.routes())
            return say("This machine is the relay of the table: {addresses}.", addresses=routes)
        known = self.routes if self._game is None else self._game.link.routes
        return say("The relay of the table: {addresses}.", addresses=write_routes(known))

    def other_address(self) -> str:
        """Say in a game that the address has changed, and what to send; "" while it has not."""
        here = self._here
        if here is None or here.is_alone or not self._has_other_address:
            return ""
        return say(
            "Your address has changed. Players who lose the connection leave and run: {command}",
            command=resume_command(here.routes()),
        )

    # ---------------------------------------------------------------------- moving

    def _other_relays(self) -> tuple[Routes, ...]:
        """Return the relays to try, the one after the present first."""
        relays = self._relays
        at = relays.index(self.routes) + 1 if self.routes in relays else 0
        return tuple(one for one in (*relays[at:], *relays[:at]) if one != self.routes)

    def move(self) -> None:
        """Move the lobby to the next relay of the settings that answers."""
        if self._lobby is None or self._is_moving:
            return
        if not self._other_relays():
            self._move_told = say(
                "There is no relay to move to: name one in the settings (online.relays)."
            )
            self._wake()
            return
        self._is_moving = True
        self._behind.start_soon(self._move)

    async def _move(self) -> None:
        for named in self._other_relays():
            name = write_routes(named)
            self._move_told = say("Trying the relay {relay} …", relay=name)
            self._wake()
            try:
                relay = await choose_relay(named, self.routes)
            except RelayUnreachable:
                self._move_told = say("The relay {relay} does not answer.", relay=name)
                continue
            if self._lobby is not None:
                name = write_routes(relay)
                self.routes = relay
                self._lobby.move(relay)
                self._move_told = say(
                    "The table is at the relay {relay} now. Send your friends the new invitation.",
                    relay=name,
                )
                self.show()
            break
        self._is_moving = False
        self._wake()
