"""A lobby line by line: news for host and guest, and their commands."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from client.lobby.terms_form import turned
from client.online.lobby_room import LobbyRoom
from client.online.participants import Entered
from client.online.table_plans import HostTable, JoinTable, NewLobby, guest_lobby, host_lobby
from client.plain.lobby_loop import LineLobby
from client.plain.narrator import Left
from client.platform.system import random_bytes
from protocol.lobby.lobby_events import Broadcast, LobbyEvent
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import tcp_route
from protocol.wire.identity import Identity

RELAY = (tcp_route("127.0.0.1", 1),)


@dataclass
class Person:
    """A player in a lobby, and everything printed for them."""

    new: NewLobby
    read: list[str] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lobby = self.new.lobby
        self.room = LobbyRoom(RELAY, self.new.room, self.lobby, self._hear, clock=lambda: 0.0)
        self.lobby_model = LineLobby(Entered(self.room, self.new.new_bot), self.read.append)
        self.room.do(self.lobby.start())

    def _hear(self, event: LobbyEvent) -> None:
        if isinstance(event, Broadcast):
            self.said.append(event.raw)
        self.lobby_model.hear(event)

    def news(self) -> str:
        """Return the lines printed since the last call."""
        self.lobby_model.look_around()
        told = "\n".join(self.read)
        self.read.clear()
        return told


@dataclass
class Evening:
    """Astrid hosts a table for three, and Bo has joined."""

    host: Person
    guest: Person

    def talk(self) -> None:
        """Deliver all messages."""
        while self.host.said or self.guest.said:
            for one, other in ((self.host, self.guest), (self.guest, self.host)):
                said, one.said = one.said, []
                for raw in said:
                    other.room.do(other.lobby.receive(raw))

    def type(self, who: Person, *lines: str) -> str:
        """Type lines; return the lines printed for the same player."""
        who.news()
        for line in lines:
            who.lobby_model.typed(line)
            self.talk()
        return who.news()


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Evening:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    astrid, bo = Identity(random_bytes(32)), Identity(random_bytes(32))
    new = host_lobby(HostTable(astrid, "Astrid", 3, 0, "thrall"))
    came = guest_lobby(JoinTable(bo, "Bo", Invitation(RELAY, new.room)))
    evening = Evening(Person(new), Person(came))
    evening.talk()
    return evening


def test_a_guest_reads_seats_rules_and_the_next_command(evening: Evening) -> None:
    told = evening.guest.news()
    assert "Seats 2 of 3: Astrid (host, ready); Bo (you, not ready)" in told
    assert "  Card draft: yes" in told
    assert told.endswith("Type ready when you agree with the rules.")


def test_unchanged_facts_are_not_repeated(evening: Evening) -> None:
    evening.guest.news()
    evening.host.room.do(evening.host.lobby.repeat())
    evening.talk()
    assert evening.guest.news() == ""


def test_only_the_changed_rule_is_printed(evening: Evening) -> None:
    evening.guest.news()
    host = evening.host.lobby
    assert host.terms is not None
    evening.host.room.do(host.set_terms(turned(host.terms, 0, 1), host.seats))
    evening.talk()
    told = evening.guest.news()
    assert "The rules have changed. Are you still ready?" in told
    assert "  Card draft: no" in told
    assert "Kickstarter" not in told


def test_host_and_guest_read_how_the_table_goes_on_before_they_agree(evening: Evening) -> None:
    told = "Two of three players can go on without a silent one."
    assert told in evening.host.news()
    assert told in evening.guest.news()
    assert f"  {told}" in evening.type(evening.guest, "rules")
    evening.type(evening.host, "bot")
    told = evening.guest.news()
    assert "The number of players has changed. Are you still ready?" in told
    assert "If a player stops answering, the game waits" in told


def test_readiness_is_given_and_withdrawn_in_words(evening: Evening) -> None:
    assert "Bo (you, ready)" in evening.type(evening.guest, "ready")
    assert evening.type(evening.guest, "ready") == "You are ready."
    assert "Bo (you, not ready)" in evening.type(evening.guest, "not ready")


def test_chat_reaches_the_others_without_an_echo(evening: Evening) -> None:
    evening.host.news()
    assert "well met" not in evening.type(evening.guest, "say well met", "/all of you")
    told = evening.host.news()
    assert "Bo: well met" in told
    assert "Bo: all of you" in told


def test_the_host_fills_the_table_and_starts(evening: Evening) -> None:
    host, guest = evening.host, evening.guest
    assert evening.type(host, "start") == "Not all seats are taken and ready yet."
    assert "(bot, ready)" in evening.type(host, "bot")
    assert evening.type(host, "b") == "All seats are taken; + adds one."
    evening.type(guest, "ready")
    assert "Everyone is ready: start begins the game." in host.news()
    evening.type(host, "start")
    assert host.room.started is not None
    assert guest.room.started is not None


def test_the_host_is_told_whose_signature_a_start_waits_for_and_can_stop_it(
    evening: Evening,
) -> None:
    host, guest = evening.host, evening.guest
    evening.type(host, "bot")
    evening.type(guest, "ready")
    host.lobby_model.typed("start")
    host.room.unsigned = ("Bo",)
    told = "Waiting for signatures: Bo. stop calls the start off."
    assert told in host.news()
    assert evening.type(host, "start") == told
    assert "The start is called off" in evening.type(host, "stop")
    assert not host.lobby.is_starting
    assert "There is no start to call off." in evening.type(host, "stop")


def test_a_guest_that_falls_silent_and_is_back_is_reported_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = evening.host, evening.guest
    host.news()
    monkeypatch.setattr(host.room, "silent", lambda: {guest.lobby.identity.public: 13})
    told = host.news()
    assert "Bo: silent for 13 s." in told
    assert "Bo (not ready, silent)" in told
    monkeypatch.setattr(host.room, "silent", dict)
    assert "Bo answers again." in host.news()


def test_a_player_is_kicked_by_name_after_confirmation(evening: Evening) -> None:
    assert evening.type(evening.host, "kick Cyra") == "There is no player Cyra here."
    assert evening.type(evening.host, "kick Astrid") == "q closes the table."
    assert "k again to kick Bo" in evening.type(evening.host, "kick bo")
    evening.host.lobby_model.typed("k")
    evening.talk()
    assert [hello.name for hello in evening.host.lobby.hellos] == ["Astrid"]


def test_only_the_host_can_start(evening: Evening) -> None:
    told = evening.type(evening.guest, "start")
    assert told == "The host starts when all seats are taken and ready."


def test_unknown_commands_are_refused(evening: Evening) -> None:
    for person in (evening.host, evening.guest):
        told = evening.type(person, "dance")
        assert told == "Unknown command: dance. Type help for the list."


def test_help_lists_the_commands_of_host_and_guest(evening: Evening) -> None:
    assert "\nbot  " in evening.type(evening.host, "help")
    told = evening.type(evening.guest, "?")
    assert "ready  " in told
    assert "bot  " not in told


def test_keys_can_be_compared(evening: Evening) -> None:
    keys = evening.type(evening.guest, "who")
    assert keys == evening.type(evening.guest, "w")
    assert "Astrid (host, ready): key " in keys


@pytest.mark.parametrize("word", ["q", "quit"])
def test_q_and_quit_leave_the_lobby(evening: Evening, word: str) -> None:
    with pytest.raises(Left):
        evening.guest.lobby_model.typed(word)
