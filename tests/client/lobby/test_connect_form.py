"""Before a table: rows to turn, fields to fill in, tables to choose."""

from pathlib import Path

import pytest

from client.controller.requests import Request
from client.lobby.connect_form import Field, Porch
from client.lobby.entry import Door
from client.online.lan import LanTable
from client.online.table_plans import HostTable, JoinTable, WatchTable
from client.storage.known_people import own_identity, player_name
from protocol.lobby.rooms import Invitation, Room

INVITATION = Invitation("192.168.1.5", 7744, Room(b"0123456789"))
OTHER = Invitation("192.168.1.6", 7744, Room(b"9876543210"))


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


def keys(porch: Porch, *names: str) -> object:
    wanted: object = None
    for name in names:
        wanted = porch.press(name)
    return wanted


def at(porch: Porch, field: Field) -> Porch:
    porch.cursor = porch.fields.index(field)
    return porch


def test_enter_opens_a_table_of_four() -> None:
    wanted = keys(Porch(Door.OPEN, "Astrid"), "enter")
    assert wanted == HostTable(own_identity(), "Astrid", 4, 0, "karl")


def test_arrows_turn_seats_bots_and_the_network() -> None:
    porch = Porch(Door.OPEN, "Astrid")
    keys(at(porch, Field.SEATS), "right")
    keys(at(porch, Field.BOTS), "right", "right")
    keys(at(porch, Field.LAN), "left")
    wanted = keys(at(porch, Field.GO), "enter")
    assert wanted == HostTable(own_identity(), "Astrid", 5, 2, "karl", lan=True)


def test_one_seat_is_always_left_for_the_person() -> None:
    porch = Porch(Door.OPEN, "Astrid")
    keys(at(porch, Field.BOTS), "left")
    assert porch.bots == 3
    keys(at(porch, Field.SEATS), "left", "left")
    assert (porch.seats, porch.bots) == (2, 1)


def test_the_address_of_another_relay_is_typed() -> None:
    porch = at(Porch(Door.OPEN, "Astrid"), Field.RELAY)
    wanted = keys(porch, *"play.example.org:7744", "enter", "enter")
    assert isinstance(wanted, HostTable)
    assert wanted.relay == ("play.example.org", 7744)


@pytest.mark.parametrize("text", ["x", "x:", ":7", "x:0", "x:99999", "x:7y", "a b:7"])
def test_an_invalid_address_is_reported_at_its_field(text: str) -> None:
    porch = at(Porch(Door.OPEN, "Astrid"), Field.RELAY)
    porch.paste(text)
    assert keys(porch, "enter", "enter") is Request.NOTHING
    assert porch.field is Field.RELAY
    assert porch.message.startswith("A relay is named HOST:PORT")


def test_a_table_is_joined_by_its_line_or_by_the_whole_command() -> None:
    for text in (INVITATION.line(), f" bloodrage join {INVITATION.line()}\n"):
        porch = Porch(Door.JOIN, "Bo")
        porch.paste(text)
        assert keys(porch, "enter") == JoinTable(own_identity(), "Bo", INVITATION)


def test_a_typing_error_is_reported_as_one() -> None:
    porch = Porch(Door.JOIN, "Bo")
    porch.paste(INVITATION.line()[:-1])
    keys(porch, "0" if INVITATION.line()[-1] != "0" else "1", "enter")
    assert "there is a typing error in it" in porch.message


def test_a_table_of_the_network_is_chosen_with_the_arrows() -> None:
    porch = Porch(Door.JOIN, "Bo")
    porch.set_tables((LanTable("Astrid", 3, 1, INVITATION), LanTable("Eir", 2, 1, OTHER)))
    assert keys(porch, "up", "enter") == JoinTable(own_identity(), "Bo", OTHER)


def test_the_cursor_stays_on_its_table_when_others_come_and_go() -> None:
    porch = Porch(Door.JOIN, "Bo")
    first, second = LanTable("Astrid", 3, 1, INVITATION), LanTable("Eir", 2, 1, OTHER)
    porch.set_tables((second,))
    keys(porch, "up")
    porch.set_tables((first, second))
    assert porch.table == second
    porch.set_tables(())
    assert porch.field is Field.INVITATION


def test_a_table_of_another_version_cannot_be_joined() -> None:
    porch = Porch(Door.JOIN, "Bo")
    porch.set_tables((LanTable("Astrid", 3, 99, INVITATION),))
    assert keys(porch, "up", "enter") is Request.NOTHING
    assert porch.message == "That table is played by another version of the game."


def test_a_name_is_required() -> None:
    porch = Porch(Door.OPEN, "")
    assert keys(porch, "enter") is Request.NOTHING
    assert porch.field is Field.NAME
    wanted = keys(porch, *"Eir", "enter", "enter")
    assert isinstance(wanted, HostTable)
    assert wanted.name == "Eir"


def test_a_name_cannot_exceed_its_limit() -> None:
    porch = at(Porch(Door.OPEN, ""), Field.NAME)
    porch.paste("x" * 100)
    keys(porch, "y")
    assert porch.texts[Field.NAME] == "x" * 24


def test_pasted_text_is_ignored_outside_text_fields() -> None:
    porch = at(Porch(Door.OPEN, "Astrid"), Field.SEATS)
    porch.paste("55555\r")
    assert porch.seats == 4
    assert porch.texts[Field.NAME] == "Astrid"


@pytest.mark.parametrize("key", ["escape", "^Q", "^C"])
def test_escape_leaves_and_q_is_a_letter(key: str) -> None:
    porch = at(Porch(Door.OPEN, ""), Field.NAME)
    assert keys(porch, "q") is Request.NOTHING
    assert keys(porch, key) in (Request.LEAVE, Request.INTERRUPT)


def test_the_door_to_watch_leads_to_the_gallery_and_keeps_the_name() -> None:
    porch = Porch(Door.WATCH, "Bo")
    porch.paste(INVITATION.line())
    assert keys(porch, "enter") == WatchTable(own_identity(), "Bo", INVITATION)
    assert player_name() == "Bo"


def test_an_unusable_key_is_reported_at_the_door(tmp_path: Path) -> None:
    (tmp_path / "identity.key").write_bytes(b"short")
    porch = Porch(Door.OPEN, "Astrid")
    assert keys(porch, "enter") is Request.NOTHING
    assert "identity.key" in porch.message
