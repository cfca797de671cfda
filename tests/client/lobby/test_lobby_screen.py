"""The screens of the lobby and of its forms: golden files at several sizes, and visible facts.

`BLOODRAGE_GOLDENS=1` rewrites the files; read the diff before you commit it.
"""

from pathlib import Path

import pytest

from client.lobby import connect_screen
from client.lobby.connect_form import ConnectForm
from client.lobby.entry import Door
from client.lobby.lobby_screen import draw, going_on
from client.lobby.rules_pane import late_told
from client.lobby.terms_form import clock_told, term_list, term_rows
from client.online.addresses import read_invitation
from client.online.lan import LanTable
from client.text.catalogue import ENGLISH, LANGUAGES, say, speak
from engine.values import replace
from protocol.charter import PROTOCOL_VERSION, Clock, ClockKind
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import tcp_route
from protocol.quorum import Quorum
from protocol.wire.identity import Peer
from tests.client.lobby.lobbies import LINE, ROOM, Meeting
from tests.client.screens.test_goldens import REWRITE

GOLDENS = Path(__file__).parent / "goldens"
SIZES = ((80, 24), (60, 20), (140, 45))


def compare_file(path: Path, drawn: str) -> None:
    """Compare a drawing with its golden file, or write it."""
    if REWRITE:
        path.write_text(drawn, encoding="utf-8")
    assert path.exists(), f"no golden screen {path.name}: write it with BLOODRAGE_GOLDENS=1"
    assert drawn == path.read_text(encoding="utf-8")


def meeting(directory: Path) -> Meeting:
    made = Meeting(directory, "Astrid", "Bo", "Cyra", seats=4)
    host, bo, _ = made.people
    host.keys("b")
    bo.keys("enter", "t")
    bo.type("good evening")
    bo.keys("enter", "escape")
    host.lobby_model.link = bo.lobby_model.link = "relay ok 12 ms"
    return made


@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_of_a_host_matches_its_golden_file(tmp_path: Path, size: tuple[int, int]) -> None:
    host = meeting(tmp_path).people[0]
    text = draw(host.lobby_model.view(), *size).text()
    compare_file(GOLDENS / f"host-{size[0]}x{size[1]}.txt", text)


@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_of_a_guest_matches_its_golden_file(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    bo = meeting(tmp_path).people[1]
    text = draw(bo.lobby_model.view(), *size).text()
    compare_file(GOLDENS / f"guest-{size[0]}x{size[1]}.txt", text)


@pytest.mark.parametrize("size", SIZES)
def test_the_form_for_joining_matches_its_golden_file(size: tuple[int, int]) -> None:
    form = ConnectForm(Door.JOIN, "Bo")
    form.set_tables(
        (
            LanTable(
                "Astrid",
                3,
                PROTOCOL_VERSION,
                Invitation((tcp_route("192.168.178.25", 45123),), ROOM),
            ),
        )
    )
    text = connect_screen.draw(form, *size).text()
    compare_file(GOLDENS / f"join-{size[0]}x{size[1]}.txt", text)


@pytest.mark.parametrize("size", SIZES)
def test_the_form_for_opening_a_table_matches_its_golden_file(size: tuple[int, int]) -> None:
    text = connect_screen.draw(ConnectForm(Door.OPEN, "Astrid"), *size).text()
    compare_file(GOLDENS / f"open-{size[0]}x{size[1]}.txt", text)


@pytest.mark.parametrize("size", SIZES)
def test_every_key_can_be_read_in_full(tmp_path: Path, size: tuple[int, int]) -> None:
    people = meeting(tmp_path).people
    host = people[0]
    for person in people:
        text = draw(host.lobby_model.view(), *size).text()
        shown = text.replace("║", " ").split()
        for group in Peer(person.identity.public).fingerprint().split():
            assert group in shown
        host.keys("down")


@pytest.mark.parametrize("size", SIZES)
def test_every_key_of_a_full_table_can_be_read(tmp_path: Path, size: tuple[int, int]) -> None:
    host = Meeting(tmp_path, "Astrid", "Bo", "Cyra", "Dag", "Eir", seats=5).people[0]
    text = draw(host.lobby_model.view(), *size).text()
    shown = text.replace("║", " ").split()
    assert set(Peer(host.identity.public).fingerprint().split()) <= set(shown)


@pytest.mark.parametrize("size", SIZES)
def test_every_option_can_be_scrolled_onto_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    host = meeting(tmp_path).people[0]
    host.keys("tab")
    terms = host.lobby_model.view().terms
    assert terms is not None
    for name, _ in term_rows(terms):
        text = draw(host.lobby_model.view(), *size).text()
        assert f"►{name[:15]}" in text
        host.keys("down")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_meaning_of_a_quorum_can_be_read_in_full(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    speak(language)
    host, bo = Meeting(tmp_path, "Astrid", "Bo", seats=5).people
    host.keys("tab", *("down",) * 9)
    for _ in Quorum:
        host.keys("right")
        for seats in ("+++", "-", "-", "-"):
            host.keys(*seats)
            for one in (host, bo):
                view = one.lobby_model.view()
                rows = draw(view, *size).text().splitlines()
                told = " ".join(row.strip() for row in rows[-6:-3] if "╚" not in row)
                assert told.endswith(going_on(view))
                assert going_on(view)


@pytest.mark.parametrize("size", SIZES)
def test_the_invitation_is_in_one_piece(tmp_path: Path, size: tuple[int, int]) -> None:
    host = meeting(tmp_path).people[0]
    assert LINE in draw(host.lobby_model.view(), *size).text()


@pytest.mark.parametrize("size", SIZES)
def test_news_appears_beside_the_next_step(tmp_path: Path, size: tuple[int, int]) -> None:
    host, bo, _ = meeting(tmp_path).people
    host.keys("tab", "right")
    text = draw(bo.lobby_model.view(), *size).text()
    assert "Are you still ready?" in text
    assert "Read the rules, then press Enter when you are ready." in text


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (40, 12), (59, 15), (200, 60)])
def test_every_size_can_be_drawn(tmp_path: Path, size: tuple[int, int]) -> None:
    host = meeting(tmp_path).people[0]
    host.lobby_model.reach = ("This table cannot be announced here: no network.",)
    for _ in range(3):
        assert draw(host.lobby_model.view(), *size).text()
        host.keys("tab")
    for door in Door:
        assert connect_screen.draw(ConnectForm(door, "Bo"), *size).text()


def test_the_lobby_can_be_drawn_in_ascii(tmp_path: Path) -> None:
    host = meeting(tmp_path).people[0]
    canvas = draw(host.lobby_model.view(), 80, 24)
    assert canvas.to_ascii().text().isascii()


def test_a_silent_host_is_reported(tmp_path: Path) -> None:
    bo = meeting(tmp_path).people[1]
    bo.lobby_model.silent = 25.0
    text = draw(bo.lobby_model.view(), 80, 24).text()
    assert "The host has been silent for 25 s." in text


CLOCKS = {
    Clock(ClockKind.SOFT, 15): "15 s, then the others are asked",
    Clock(ClockKind.SOFT, 90): "1 min 30 s, then the others are asked",
    Clock(ClockKind.SOFT, 5400): "1 h 30 min, then the others are asked",
    Clock(ClockKind.HARD, 59, 3601): "59 s + 1 h 1 s a game, then the rules answer",
    Clock(ClockKind.HARD, 99_999, 99_999): (
        "27 h 46 min 39 s + 27 h 46 min 39 s a game, then the rules answer"
    ),
    Clock(ClockKind.HARD, 60, 0): "1 min, then the rules answer",
}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_term_can_be_read_in_full(
    tmp_path: Path, size: tuple[int, int], language: str, clock: Clock
) -> None:
    speak(language)
    host = meeting(tmp_path).people[0]
    assert host.lobby.terms is not None
    host.do(host.lobby.set_terms(replace(host.lobby.terms, clock=clock), 4))
    if language == ENGLISH:
        assert clock_told(clock) == CLOCKS[clock]
    host.keys("r")
    terms = host.lobby_model.view().terms
    assert terms is not None
    for name, value in term_rows(terms):
        text = draw(host.lobby_model.view(), *size).text()
        words = "".join(text.split()).replace("║", "")
        assert "".join(f"►{name}".split()) in words
        assert "".join(f"←{value}→".split()) in words
        host.keys("down")


def test_a_sign_says_that_more_rules_follow(tmp_path: Path) -> None:
    bo = meeting(tmp_path).people[1]
    assert "↓║" in draw(bo.lobby_model.view(), 80, 24).text()
    assert "↓║" not in draw(bo.lobby_model.view(), 140, 45).text()


def test_a_host_that_never_answers_is_reported_soon(tmp_path: Path) -> None:
    late = Meeting(tmp_path, "Astrid").come("Bo")
    late.lobby.hellos.clear()
    assert "(open)" not in draw(late.lobby_model.view(), 80, 24).text()
    assert "not known yet" in draw(late.lobby_model.view(), 80, 24).text()
    late.lobby_model.silent = 3.0
    assert "Waiting for the host" in draw(late.lobby_model.view(), 80, 24).text()
    late.lobby_model.silent = 4.0
    assert "Nobody answers yet" in draw(late.lobby_model.view(), 80, 24).text()


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_the_ways_for_friends_take_the_room_they_need(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    host = meeting(tmp_path).people[0]
    host.lobby_model.reach = (
        "On this network, friends join at 192.0.2.2:7744 and [fd00::2]:7744.",
        "This machine is on the internet without a router between, and friends come in there.",
    )
    text = draw(host.lobby_model.view(), *size).text()
    assert "come in there." in text.replace("\n", " ")
    assert "good evening" in text


MANY = (
    "192.168.1.11:7744,203.0.113.21:7744,[2001:db8:1234:5678:9abc:def0:1234:5678]:7744,"
    "wss://play.example.org/bloodrage/60RK-4CSM-6MV3-EE1S-4"
)
TWO = "192.168.100.111:7744,203.0.113.211:7744/60RK-4CSM-6MV3-EE1S-4"


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_the_line_for_friends_breaks_only_between_addresses_and_code(
    tmp_path: Path, width: int
) -> None:
    view = replace(meeting(tmp_path).people[0].lobby_model.view(), line=MANY)
    rows = [row.strip() for row in draw(view, width, 30).text().split("\n")[1:5]]
    shown = [row for row in rows if row and row in MANY]
    assert "".join(shown) == MANY
    assert all(row.endswith(",") for row in shown[:-2])
    assert shown[-1].endswith("/60RK-4CSM-6MV3-EE1S-4")
    assert read_invitation("\n".join(shown)).line() == MANY


def test_a_line_of_two_addresses_is_one_row_of_eighty_columns(tmp_path: Path) -> None:
    view = replace(meeting(tmp_path).people[0].lobby_model.view(), line=TWO)
    assert draw(view, 80, 24).text().split("\n")[1].strip() == TWO


def test_a_long_message_is_shown_whole(tmp_path: Path) -> None:
    told = (
        "The file that was named cannot be read, because the disk it is on is not there any more."
    )
    view = replace(meeting(tmp_path).people[0].lobby_model.view(), message=told)
    rows = draw(view, 60, 20).rows()
    assert told in " ".join(" ".join(rows).split())


@pytest.mark.parametrize("size", SIZES)
def test_a_box_in_use_is_explained_below_its_row_and_brings_its_rulings(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    host, bo, _ = meeting(tmp_path).people
    host.keys("tab", *("down",) * 7)
    terms = host.lobby_model.view().terms
    assert terms is not None
    assert [one.note for one in term_list(terms) if one.note] == []
    host.keys("right")
    terms = bo.lobby_model.view().terms
    assert terms is not None
    assert terms.options.mystics
    rows = dict(term_rows(terms))
    assert rows["Villages a Mystic may take"] == "of any clan"
    assert rows["Mystics that Thor's Chosen pays for"] == "all that took part"
    for turned in ("even yours", "other clans only"):
        host.keys("down") if turned == "even yours" else host.keys("right")
        text = " ".join(draw(host.lobby_model.view(), *size).text().replace("║", " ").split())
        assert turned in text


def test_the_rulings_about_mystics_are_not_shown_without_their_box(tmp_path: Path) -> None:
    host = meeting(tmp_path).people[0]
    terms = host.lobby_model.view().terms
    assert terms is not None
    assert "Villages a Mystic may take" not in dict(term_rows(terms))


def test_the_seconds_of_answers_about_reinforcements_are_in_the_language(tmp_path: Path) -> None:
    terms = meeting(tmp_path).people[0].lobby_model.view().terms
    assert terms is not None
    told = late_told(replace(terms, late_window=3000))
    assert "takes 3 s," in told
    speak("fa")
    told = late_told(replace(terms, late_window=3000))
    assert say("{count} s", count="3") in told
    assert not any(sign.isascii() and sign.isalnum() for sign in told)
