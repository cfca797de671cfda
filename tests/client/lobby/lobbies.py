"""Lobbies for tests: people with lasting keys, whose packets arrive at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

from client.controller.requests import Request
from client.lobby.lobby import Invites, LobbyModel
from client.storage.known_people import KnownPeople
from client.tables.new_seats import new_bot, new_seat
from engine.state import Options
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter, Hello
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import Broadcast, Kicked, LobbyEvent, Moved
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import tcp_route
from protocol.wire.identity import Identity

ROOM = Room(b"0123456789")
LINE = Invitation((tcp_route("192.168.178.25", 45123),), ROOM).line()

REACH = (
    "On this network, friends join at 192.168.178.25:45123.",
    "Your router lets friends in at 203.0.113.21:45123.",
)


class Person:
    """A person in a lobby, with a screen."""

    def __init__(self, name: str, meeting: Meeting, people: KnownPeople, seats: int) -> None:
        self.meeting = meeting
        self.chance = Random(name)
        self.identity = Identity(self.chance.randbytes(32))
        seat = new_seat(self.identity, name, random=self.chance.randbytes)
        is_host = not meeting.people
        options = Options()
        terms = Charter((), options, cards_digest(options)) if is_host else None
        self.lobby = Lobby(
            self.identity,
            seat.sealing_secret,
            seat.hello,
            self.chance.randbytes,
            is_host=is_host,
            terms=terms,
            seats=seats,
        )
        invites = Invites(LINE) if is_host else None
        self.lobby_model = LobbyModel(self.lobby, self.do, self._new_bot, people, invites)
        self.lobby_model.reach = REACH if is_host else ()
        self.heard: list[LobbyEvent] = []
        self.is_here = True

    def _new_bot(self) -> Hello:
        taken = len(self.lobby.hellos)
        return new_bot(f"Bot {taken}", self.identity, self.chance.randbytes).hello

    def do(self, events: tuple[LobbyEvent, ...]) -> None:
        for event in events:
            self.heard.append(event)
            self.lobby_model.hear(event)
            if isinstance(event, Kicked):
                self.is_here = False
        for event in events:
            if isinstance(event, Broadcast):
                self.meeting.say(self, event.raw)
            if isinstance(event, Moved) and self.lobby.is_host:
                self.do(self.lobby.repeat())

    def keys(self, *names: str) -> Request:
        request = Request.NOTHING
        for name in names:
            request = self.lobby_model.press(name)
        return request

    def type(self, text: str) -> None:
        self.keys(*("space" if char == " " else char for char in text))

    @property
    def names(self) -> list[str]:
        return [row.name for row in self.lobby_model.view().rows]


class Meeting:
    """Everybody in one lobby; the first one hosts it."""

    def __init__(self, directory: Path, *names: str, seats: int = 3) -> None:
        self.people: list[Person] = []
        self._on_the_way: list[tuple[Person, bytes]] = []
        self._known = KnownPeople(directory)
        self._seats = seats
        for name in names:
            self.come(name)

    def come(self, name: str) -> Person:
        person = Person(name, self, self._known, self._seats)
        self.people.append(person)
        person.do(person.lobby.start())
        return person

    def say(self, speaker: Person, raw: bytes) -> None:
        """Deliver messages, one after the other."""
        self._on_the_way.append((speaker, raw))
        if len(self._on_the_way) > 1:
            return
        while self._on_the_way:
            author, first = self._on_the_way[0]
            for person in self.people:
                if person is not author and person.is_here:
                    person.do(person.lobby.receive(first))
            self._on_the_way.pop(0)

    def pass_time(self) -> None:
        """Let a few seconds pass, after which everybody repeats packets that may have been lost."""
        for person in self.people:
            if person.is_here:
                person.do(person.lobby.repeat())
