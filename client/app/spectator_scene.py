"""From a door to a table that is watched: as for who plays, but there is no seat."""

from __future__ import annotations

import trio

from client.app.online_plans import AtDoor, HostTable, JoinTable, Plan, ReturnTo, WatchTable
from client.app.online_scene import OnlineScene, Wake
from client.games.spectated_game import SpectatedGame
from client.lobby.entry import Door
from client.online.link import reach
from client.online.link_status import NO_SEAT, NoTable
from client.online.spectator_room import WatchRoom, waiting_sentence, why_not
from client.presenter.preferences import Preferences


class WatchScene(OnlineScene):
    """One table that is watched on the screen."""

    def __init__(self, plan: AtDoor | WatchTable, preferences: Preferences, wake: Wake) -> None:
        """Come to the door, or straight to the table."""
        if isinstance(plan, WatchTable):
            super().__init__(
                JoinTable(plan.identity, plan.name, plan.invitation), preferences, wake
            )
        else:
            super().__init__(plan, preferences, wake)
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
                self.game = SpectatedGame(room, self.preferences)
                self._wake()
                await trio.sleep_forever()
            nursery.cancel_scope.cancel()
        raise NoTable(why, NO_SEAT)

    def _on_the_way(self) -> str:
        return super()._on_the_way() if self._watched is None else waiting_sentence(self._watched)


def scene_of(plan: Plan, preferences: Preferences, wake: Wake) -> OnlineScene:
    """The scene of a plan: a seat at a table, or the gallery of one."""
    match plan:
        case WatchTable():
            return WatchScene(plan, preferences, wake)
        case AtDoor() if plan.door is Door.WATCH:
            return WatchScene(plan, preferences, wake)
        case _:
            return OnlineScene(plan, preferences, wake)
