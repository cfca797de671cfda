"""Before a table: rows to turn, fields to fill in, tables to choose."""

from pathlib import Path

import pytest

from client.controller.requests import Request
from client.lobby.connect_form import ConnectForm, Field
from client.lobby.connect_screen import draw
from client.lobby.entry import Door
from client.online.hosting import HostingPlan
from client.online.lan import LanState, LanTable
from client.online.table_plans import HostTable, JoinTable, WatchTable
from client.settings.reader import settings_path
from client.settings.writer import keep_setting
from client.storage.known_people import own_identity, player_name
from engine.state import Options
from engine.values import replace
from protocol.charter import PROTOCOL_VERSION
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import tcp_route

INVITATION = Invitation((tcp_route("192.168.1.5", 7744),), Room(b"0123456789"))
ASKS = HostingPlan(asks_router=True)
OTHER = Invitation((tcp_route("192.168.1.6", 7744),), Room(b"9876543210"))


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


def keys(form: ConnectForm, *names: str) -> object:
    wanted: object = None
    for name in names:
        wanted = form.press(name)
    return wanted


def at(form: ConnectForm, field: Field) -> ConnectForm:
    form.cursor = form.fields.index(field)
    return form


def test_enter_opens_a_table_of_four() -> None:
    wanted = keys(ConnectForm(Door.OPEN, "Astrid"), "enter")
    assert wanted == HostTable(own_identity(), "Astrid", 4, 0, "karl", hosting=ASKS)


def test_arrows_turn_seats_bots_and_the_network() -> None:
    form = ConnectForm(Door.OPEN, "Astrid")
    keys(at(form, Field.SEATS), "right")
    keys(at(form, Field.BOTS), "right", "right")
    keys(at(form, Field.LAN), "left")
    wanted = keys(at(form, Field.GO), "enter")
    assert wanted == HostTable(own_identity(), "Astrid", 5, 2, "karl", lan=True, hosting=ASKS)


def test_one_seat_is_always_left_for_the_person() -> None:
    form = ConnectForm(Door.OPEN, "Astrid")
    keys(at(form, Field.BOTS), "left")
    assert form.bots == 3
    keys(at(form, Field.SEATS), "left", "left")
    assert (form.seats, form.bots) == (2, 1)


def test_the_address_of_another_relay_is_typed() -> None:
    form = at(ConnectForm(Door.OPEN, "Astrid"), Field.RELAY)
    wanted = keys(form, *"play.example.org:7744", "enter", "enter")
    assert isinstance(wanted, HostTable)
    assert wanted.relay == (tcp_route("play.example.org", 7744),)


@pytest.mark.parametrize("text", ["x/y", "x:", ":7", "x:0", "x:99999", "x:7y", "a b:7"])
def test_an_invalid_address_is_reported_at_its_field(text: str) -> None:
    form = at(ConnectForm(Door.OPEN, "Astrid"), Field.RELAY)
    form.paste(text)
    assert keys(form, "enter", "enter") is Request.NOTHING
    assert form.field is Field.RELAY
    assert form.message.startswith("The address of a relay is HOST, HOST:PORT")


def test_a_table_is_joined_by_its_line_or_by_the_whole_command() -> None:
    for text in (INVITATION.line(), f" bloodrage join {INVITATION.line()}\n"):
        form = ConnectForm(Door.JOIN, "Bo")
        form.paste(text)
        assert keys(form, "enter") == JoinTable(own_identity(), "Bo", INVITATION)


def test_an_invitation_is_found_in_what_is_pasted_and_replaces_what_was_there() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.paste("nonsense ")
    form.paste(f"Ann: tonight?\nAnn: `bloodrage join {INVITATION.line()}`.\nBo: gladly!")
    assert form.texts[Field.INVITATION] == INVITATION.line()
    assert keys(form, "enter") == JoinTable(own_identity(), "Bo", INVITATION)


def test_a_typing_error_is_reported_as_one() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.paste(INVITATION.line()[:-1])
    keys(form, "0" if INVITATION.line()[-1] != "0" else "1", "enter")
    assert "it contains a typing error" in form.message


def test_a_table_of_the_network_is_chosen_with_the_arrows() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.set_tables(
        (
            LanTable("Astrid", 3, PROTOCOL_VERSION, INVITATION),
            LanTable("Eir", 2, PROTOCOL_VERSION, OTHER),
        )
    )
    assert keys(form, "up", "up", "enter") == JoinTable(own_identity(), "Bo", OTHER)


FIRST = LanTable("Astrid", 3, PROTOCOL_VERSION, INVITATION, label="a")
SECOND = LanTable("Eir", 2, PROTOCOL_VERSION, OTHER, label="b")


def test_one_press_of_down_reaches_the_list_of_tables() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.set_tables((FIRST, SECOND))
    assert keys(form, "down", "enter") == JoinTable(own_identity(), "Bo", INVITATION)


def test_enter_without_a_line_goes_to_the_list_and_joins_only_at_a_second_press() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.set_tables((FIRST, SECOND))
    assert keys(form, "enter") is Request.NOTHING
    assert (form.table, form.message) == (FIRST, "")
    assert keys(form, "enter") == JoinTable(own_identity(), "Bo", INVITATION)


def test_the_cursor_stays_on_its_table_when_others_come_and_go() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.set_tables((SECOND,))
    keys(form, "down")
    form.set_tables((FIRST, SECOND))
    assert form.table == SECOND
    bigger = replace(SECOND, seats=3)
    form.set_tables((FIRST, bigger))
    assert form.table == bigger


def test_the_cursor_never_goes_from_a_table_that_is_gone_to_another() -> None:
    for left in ((FIRST,), (FIRST, replace(SECOND, state=LanState.FULL)), ()):
        form = ConnectForm(Door.JOIN, "Bo")
        form.set_tables((FIRST, SECOND))
        keys(form, "up", "up")
        assert form.table == SECOND
        form.set_tables(left)
        assert form.field is Field.INVITATION
        assert form.message == "Eir: this table takes no more players."


def test_tables_that_have_begun_are_listed_for_spectators_only() -> None:
    tables = (replace(FIRST, state=LanState.BEGUN), replace(SECOND, state=LanState.FULL))
    join, watch = ConnectForm(Door.JOIN, "Bo"), ConnectForm(Door.WATCH, "Bo")
    join.set_tables(tables)
    watch.set_tables(tables)
    assert join.tables == ()
    assert watch.tables == tables
    assert "(in play)" in draw(watch, 80, 24).text()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
def test_a_long_reason_is_shown_whole(size: tuple[int, int]) -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.message = " ".join(f"word{number}" for number in range(60))
    shown = draw(form, *size).text().split()
    assert [word for word in shown if word.startswith("word")] == form.message.split()
    assert "invitation" in shown


def test_an_invitation_is_pasted_on_the_list_of_tables_too() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.paste("half a line")
    form.set_tables((FIRST, SECOND))
    keys(form, "down", "down")
    form.paste(OTHER.line())
    assert keys(form, "enter") == JoinTable(own_identity(), "Bo", OTHER)


def test_a_table_of_another_version_cannot_be_joined() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.set_tables((LanTable("Astrid", 3, 99, INVITATION),))
    assert keys(form, "down", "enter") is Request.NOTHING
    assert form.message == "That table uses another version of the game."


def test_a_name_is_required() -> None:
    form = ConnectForm(Door.OPEN, "")
    assert keys(form, "enter") is Request.NOTHING
    assert form.field is Field.NAME
    wanted = keys(form, *"Eir", "enter", "enter")
    assert isinstance(wanted, HostTable)
    assert wanted.name == "Eir"


def test_a_refused_name_is_explained_and_typed_again() -> None:
    form = at(ConnectForm(Door.OPEN, "B\u043e"), Field.GO)
    assert keys(form, "enter") is Request.NOTHING
    assert form.field is Field.NAME
    assert form.message == "All letters of a name must be of one script; \u043e is of another."
    wanted = keys(form, "backspace", *"o\u2019s", "up", "enter")
    assert isinstance(wanted, HostTable)
    assert wanted.name == "Bo's"


def test_a_name_cannot_exceed_its_limit() -> None:
    form = at(ConnectForm(Door.OPEN, ""), Field.NAME)
    form.paste("x" * 100)
    keys(form, "y")
    assert form.texts[Field.NAME] == "x" * 24


def test_pasted_text_is_ignored_outside_text_fields() -> None:
    form = at(ConnectForm(Door.OPEN, "Astrid"), Field.SEATS)
    form.paste("55555\r")
    assert form.seats == 4
    assert form.texts[Field.NAME] == "Astrid"


@pytest.mark.parametrize("key", ["escape", "^Q", "^C"])
def test_escape_leaves_and_q_is_a_letter(key: str) -> None:
    form = at(ConnectForm(Door.OPEN, ""), Field.NAME)
    assert keys(form, "q") is Request.NOTHING
    assert keys(form, key) in (Request.LEAVE, Request.INTERRUPT)


def test_the_door_to_watch_leads_to_the_gallery_and_keeps_the_name() -> None:
    form = ConnectForm(Door.WATCH, "Bo")
    form.paste(INVITATION.line())
    assert keys(form, "enter") == WatchTable(own_identity(), "Bo", INVITATION)
    assert player_name() == "Bo"


def test_an_unusable_key_is_reported_at_the_door(tmp_path: Path) -> None:
    (tmp_path / "identity.key").write_bytes(b"short")
    form = ConnectForm(Door.OPEN, "Astrid")
    assert keys(form, "enter") is Request.NOTHING
    assert "identity.key" in form.message


def test_a_long_list_scrolls_with_the_cursor_and_says_that_there_is_more() -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    tables = [replace(FIRST, name=f"Table {number}", label=str(number)) for number in range(30)]
    form.set_tables(tuple(tables))
    text = draw(form, 60, 20).text()
    assert "↓" in text
    for table in tables:
        keys(form, "down")
        text = draw(form, 60, 20).text()
        assert f"► {table.name} " in text
    assert "↑" in text
    assert "↓\n" not in text


def test_a_table_begins_with_the_boxes_of_the_menu() -> None:
    keep_setting(settings_path(), "play", "gods", value=True)
    wanted = ConnectForm(Door.OPEN, "Astrid").press("enter")
    assert isinstance(wanted, HostTable)
    assert wanted.options == Options(gods=True)
