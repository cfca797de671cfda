"""From a lobby to a table, on the screen: what is shown, what keys do, what runs behind it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import trio

from client.bots.names import BOT_NAMES
from client.canvas import Canvas
from client.entropy import random_bytes
from client.hall.draw import draw as draw_hall
from client.hall.hall import Hall, HallWish
from client.link import RelayUnreachable, reach
from client.model import Manners
from client.online.headless import OWN_RELAY, Hosting, host_lobby, lan_address
from client.online.people import KnownPeople
from client.online.rooms import GameRoom, LobbyRoom
from client.online.seats import new_bot, new_seat
from client.online.sitting import OnlineSitting
from client.tables.network import OwnSeat
from client.text.catalogue import say
from client.theme import TITLE, Look
from protocol.charter import Hello
from protocol.identity import Identity
from protocol.lobby import Lobby, LobbyEvent, Started
from protocol.rooms import LOBBY_SECRET, Invitation, Room
from relay.addresses import Address
from relay.server import Relay

Wake = Callable[[], None]


@dataclass(frozen=True, slots=True)
class HostTable:
    """Open a table; without a relay, one is started here."""

    wanted: Hosting
    relay: tuple[str, int] | None
    lan: bool


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Take a seat at somebody's table."""

    identity: Identity
    name: str
    invitation: Invitation


class OnlineScene:
    """One table of equals on the screen, from the lobby to the last step.

    Attributes:
        sitting: the game, once seats are drawn.
        trouble: why there is nothing to show any more, "" while there is.
    """

    def __init__(self, plan: HostTable | JoinTable, manners: Manners, wake: Wake) -> None:
        self.sitting: OnlineSitting | None = None
        self.trouble = ""
        self._plan = plan
        self._manners = manners
        self._wake = wake
        self._hall: Hall | None = None
        self._own: dict[bytes, OwnSeat] = {}
        self._people = KnownPeople()
        self._room: LobbyRoom | None = None

    # --------------------------------------------------------------- behind the screen

    async def run(self) -> None:
        """Keep relay, lobby and game going until cancelled."""
        async with trio.open_nursery() as nursery:
            try:
                match self._plan:
                    case HostTable():
                        await self._host(self._plan, nursery)
                    case JoinTable():
                        await self._join(self._plan, nursery)
            except RelayUnreachable as error:
                self._fail(
                    say(
                        "No relay answers at {address}; is it running, and can this machine "
                        "reach it?",
                        address=str(error),
                    )
                )
            await trio.sleep(math.inf)

    def _fail(self, sentence: str) -> None:
        self.trouble = sentence
        self._wake()

    async def _host(self, plan: HostTable, nursery: trio.Nursery) -> None:
        seat = new_seat(plan.wanted.identity, plan.wanted.name)
        lobby, self._own = host_lobby(plan.wanted, seat)
        if plan.relay is None:
            relay = Relay(OWN_RELAY, random_bytes(32))
            listening = await nursery.start(relay.run, Address("::", 0))
            address, shown = ("127.0.0.1", listening.port), (lan_address(), listening.port)
        else:
            await reach(plan.relay)
            address = shown = plan.relay
        room = Room(random_bytes(LOBBY_SECRET))
        invitation = Invitation(shown[0], shown[1], room)
        await self._wait_in_hall(address, room, lobby, nursery, invitation)

    async def _join(self, plan: JoinTable, nursery: trio.Nursery) -> None:
        seat = new_seat(plan.identity, plan.name)
        self._own = {seat.hello.identity: seat.own()}
        lobby = Lobby(plan.identity, seat.sealing_secret, seat.hello, random_bytes, is_host=False)
        address = (plan.invitation.host, plan.invitation.port)
        await reach(address)
        await self._wait_in_hall(address, plan.invitation.room, lobby, nursery, None)

    async def _wait_in_hall(
        self,
        address: tuple[str, int],
        room: Room,
        lobby: Lobby,
        nursery: trio.Nursery,
        invitation: Invitation | None,
    ) -> None:
        lobby_room = LobbyRoom(address, room, lobby, self._heard)
        self._hall = Hall(
            lobby,
            lobby_room.do,
            lambda: self._new_bot(lobby),
            self._people,
            invitation="" if invitation is None else invitation.line(),
        )
        self._room = lobby_room
        self._wake()
        await lobby_room.run()
        started = lobby_room.started
        if started is None:
            self._fail(say("The host goes on without you."))
            return
        self._hall.remember()
        await self._play(address, started, nursery)

    async def _play(
        self, address: tuple[str, int], started: Started, nursery: trio.Nursery
    ) -> None:
        own = {
            index: self._own[hello.identity]
            for index, hello in enumerate(started.charter.hellos)
            if hello.identity in self._own
        }
        game = GameRoom(
            address, started.charter, own, started.signer, started.room_secret, self._wake
        )
        nursery.start_soon(game.run)
        while not game.table.is_seated:
            await game.wait()
            while game.table.hear():
                pass
        self.sitting = OnlineSitting(game, self._manners)
        self._hall = None
        self._wake()

    def _heard(self, event: LobbyEvent) -> None:
        if self._hall is not None:
            self._hall.hear(event)
        self._wake()

    def _new_bot(self, lobby: Lobby) -> Hello:
        plan = self._plan
        level = plan.wanted.level if isinstance(plan, HostTable) else "karl"
        taken = {hello.name for hello in lobby.hellos}
        name = next(name for name in BOT_NAMES if name not in taken)
        bot = new_bot(name, lobby.identity)
        self._own[bot.hello.identity] = bot.own(level)
        return bot.hello

    # ------------------------------------------------------------------- on the screen

    def step(self, now: float) -> float:
        """Let things happen up to `now`; gives the seconds until there is more to do."""
        if self.sitting is not None:
            return self.sitting.step(now)
        return 1.0

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """The lobby, or what there is instead of it."""
        hall = self._hall
        if hall is None or self.trouble:
            canvas = Canvas(width, height)
            text = self.trouble or say("Getting there …")
            canvas.put(2, height // 2, text[: width - 4], TITLE)
            canvas.put(2, height - 1, say("^Q leave"))
            return canvas
        hall.link = self._link()
        return draw_hall(hall.view(), width, height, look)

    def _link(self) -> str:
        link = None if self._room is None else self._room.link
        if link is None:
            return ""
        trip = link.status.round_trip
        if trip is None:
            return str(link.status.state)
        return say(
            "relay {state}, {trip} ms", state=str(link.status.state), trip=round(trip * 1000)
        )

    def press(self, key: str) -> HallWish:
        """What a key does in the lobby."""
        if self._hall is None or self.trouble:
            return HallWish.LEAVE if key in ("^Q", "^C", "escape", "q") else HallWish.NOTHING
        return self._hall.press(key)

    @property
    def command(self) -> str:
        """What friends type to join; "" for who joined."""
        return "" if self._hall is None else self._hall.view().command
