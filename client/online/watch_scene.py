"""From a door to a table that is watched: as for who plays, but there is no seat."""

from __future__ import annotations

import trio

from client.hall.doors import Door
from client.link import reach
from client.manners import Manners
from client.online.plans import AtDoor, HostTable, JoinTable, Plan, ReturnTo, WatchTable
from client.online.scene import OnlineScene, Wake
from client.online.told import NO_SEAT, NoTable
from client.online.watch_sitting import WatchSitting
from client.online.watching import WatchRoom
from client.text.catalogue import listed, say


class WatchScene(OnlineScene):
    """One table that is watched on the screen."""

    def __init__(self, plan: AtDoor | WatchTable, manners: Manners, wake: Wake) -> None:
        """Come to the door, or straight to the table."""
        if isinstance(plan, WatchTable):
            super().__init__(JoinTable(plan.identity, plan.name, plan.invitation), manners, wake)
        else:
            super().__init__(plan, manners, wake)
        self._watched: WatchRoom | None = None

    async def _go(self, plan: HostTable | JoinTable | ReturnTo) -> None:
        """Watch the table of an invitation until the person leaves."""
        assert isinstance(plan, JoinTable)
        await reach((plan.invitation.host, plan.invitation.port))
        self._watched = room = WatchRoom(plan.invitation, plan.identity, plan.name, self._wake)
        why = ""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room.run)
            while room.table is None and not why:
                await self._something_new()
                why = why_not(room)
            if not why:
                self.sitting = WatchSitting(room, self.manners)
                self._wake()
                await trio.sleep_forever()
            nursery.cancel_scope.cancel()
        raise NoTable(why, NO_SEAT)

    def _on_the_way(self) -> str:
        return super()._on_the_way() if self._watched is None else waiting_sentence(self._watched)


def scene_of(plan: Plan, manners: Manners, wake: Wake) -> OnlineScene:
    """The scene of a plan: a seat at a table, or the gallery of one."""
    match plan:
        case WatchTable():
            return WatchScene(plan, manners, wake)
        case AtDoor() if plan.door is Door.WATCH:
            return WatchScene(plan, manners, wake)
        case _:
            return OnlineScene(plan, manners, wake)


def why_not(room: WatchRoom) -> str:
    """Why a table cannot be watched; "" while it can, or nothing is known of it."""
    charter = room.charter
    if charter is not None and not charter.spectators:
        return say("This table is played without spectators.")
    return ""


def waiting_sentence(room: WatchRoom) -> str:
    """What a spectator waits for before there is something to see."""
    if room.charter is not None:
        return say("The game begins …")
    terms = room.spectator.terms
    if terms is None:
        return say("Asking for the table …  It may be that nobody is there to answer.")
    return say("The game has not begun. There: {names}", names=listed(terms.names))
