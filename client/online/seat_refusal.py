"""Why somebody who came to a table gets no seat there, in one sentence."""

from __future__ import annotations

from client.online.rooms import LobbyRoom
from client.text.catalogue import say
from client.text.protocol_faults import version_sentence
from protocol.lobby.lobby import Lobby, LobbyEvent, PacketRefused, RosterChanged


class Watch:
    """Listens in a lobby for reasons to go; what it `told` is what it has heard."""

    def __init__(self, lobby: Lobby) -> None:
        """Watch a lobby one does not host."""
        self._lobby = lobby
        self.told = ""
        self._was_seated = False

    def hear(self, event: LobbyEvent) -> None:
        """Take what happened in the lobby."""
        match event:
            case RosterChanged():
                self._roster(event)
            case PacketRefused() if self._lobby.terms is None:
                self.told = version_sentence(event.reason, event.place) or self.told
            case _:
                pass

    def _roster(self, event: RosterChanged) -> None:
        own = self._lobby.hello
        self._was_seated |= own in event.hellos
        is_there = any(hello.identity == own.identity for hello in event.hellos)
        if self._was_seated or is_there or len(event.hellos) < event.seats:
            self.told = ""
        else:
            self.told = say("The table is full: all {seats} seats are taken.", seats=event.seats)

    def why_not(self, room: LobbyRoom) -> str:
        """The reason to go; "" while there is none."""
        if room.kicked:
            return say("The host goes on without you.")
        if room.host_left:
            return say("The host has closed the table.")
        return self.told
