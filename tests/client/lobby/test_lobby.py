"""The lobby as people use it: seats, agreement, options, chat, strange keys."""

from pathlib import Path

import pytest

from client.controller.requests import Request
from client.lobby.lobby import Invites, LobbyModel
from client.lobby.lobby_help import help_rows
from client.lobby.lobby_screen import LobbyPane, draw, going_on
from client.storage.known_people import KnownPeople
from protocol.lobby.lobby_events import Kicked, RosterChanged, Started
from protocol.quorum import Quorum
from tests.client.lobby.lobbies import Meeting


def test_a_newcomer_is_seated_and_shown_to_everybody(tmp_path: Path) -> None:
    host, *others = Meeting(tmp_path, "Astrid", "Bo", "Cyra").people
    assert all(one.names == ["Astrid", "Bo", "Cyra"] for one in (host, *others))
    assert host.lobby_model.message == "Cyra joined."


def test_enter_toggles_readiness(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    bo.keys("enter")
    assert [row.ready for row in host.lobby_model.view().rows] == [True, True]
    bo.keys("enter")
    assert [row.ready for row in host.lobby_model.view().rows] == [True, False]


def test_a_changed_option_is_shown_to_all_who_must_agree_again(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    bo.keys("enter")
    host.keys("tab", "right")
    terms = bo.lobby_model.view().terms
    assert terms is not None
    assert not terms.options.rulings.draft
    assert [row.ready for row in bo.lobby_model.view().rows] == [True, False]
    assert bo.lobby_model.message == "The rules have changed. Are you still ready?"


def test_showing_hands_at_the_end_is_agreed(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    host.keys("tab", "up", "right")
    terms = bo.lobby_model.view().terms
    assert terms is not None
    assert not terms.open_graves


def test_listing_passed_cards_is_agreed(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    host.keys("tab", "up", "up", "right")
    terms = bo.lobby_model.view().terms
    assert terms is not None
    assert not terms.memory_aid


def test_how_many_go_on_without_somebody_is_agreed(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo", seats=4).people
    bo.keys("enter")
    host.keys("tab", *("down",) * 9)
    for quorum in (Quorum.ALL_BUT_ONE, Quorum.NOBODY, Quorum.HALF):
        host.keys("right")
        terms = bo.lobby_model.view().terms
        assert terms is not None
        assert terms.quorum is quorum
        assert [row.ready for row in bo.lobby_model.view().rows] == [True, False]
        assert bo.lobby_model.message == "The rules have changed. Are you still ready?"


WAITS = "Nobody drops out for silence: the table waits, or you continue another day."
NEITHER = "If a player stops answering, the game waits. It is saved; you can continue another day."


@pytest.mark.parametrize(
    ("seats", "quorum", "told"),
    [
        *((2, quorum, NEITHER) for quorum in Quorum),
        (3, Quorum.HALF, "Two of three players can go on without a silent one."),
        (3, Quorum.ALL_BUT_ONE, "Two of three players can go on without a silent one."),
        (4, Quorum.HALF, "Three of four players can go on without a silent one."),
        (4, Quorum.ALL_BUT_ONE, "Three of four players can go on without a silent one."),
        (5, Quorum.HALF, "Three of five players can go on without two silent ones."),
        (5, Quorum.ALL_BUT_ONE, "Four of five players can go on without a silent one."),
        *((seats, Quorum.NOBODY, WAITS) for seats in (3, 4, 5)),
    ],
)
def test_everybody_reads_what_a_quorum_means_at_their_table(
    tmp_path: Path, seats: int, quorum: Quorum, told: str
) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo", seats=seats).people
    host.keys("tab", *("down",) * 9, *("right",) * tuple(Quorum).index(quorum))
    assert going_on(host.lobby_model.view()) == going_on(bo.lobby_model.view()) == told


def test_bots_are_not_counted_among_those_who_go_on(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo", seats=3).people
    bo.keys("enter")
    host.keys("b")
    assert going_on(bo.lobby_model.view()) == NEITHER
    assert bo.lobby_model.message == "The number of players has changed. Are you still ready?"
    assert not host.lobby_model.view().may_start
    bo.keys("enter")
    assert host.lobby_model.view().may_start


def test_a_person_alone_with_bots_reads_of_no_quorum(tmp_path: Path) -> None:
    (host,) = Meeting(tmp_path, "Astrid", seats=2).people
    host.keys("b")
    assert going_on(host.lobby_model.view()) == ""


def test_only_the_host_changes_options(tmp_path: Path) -> None:
    _, bo = Meeting(tmp_path, "Astrid", "Bo").people
    before = bo.lobby_model.view().terms
    bo.keys("tab", "right", "down", "left")
    assert bo.lobby_model.view().terms == before


def test_the_host_starts_once_all_seats_are_taken_and_ready(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo", seats=3).people
    host.keys("enter")
    assert host.lobby_model.message == "Not all seats are taken and ready yet."
    host.keys("b")
    bo.keys("enter")
    host.keys("enter")
    assert any(isinstance(event, Started) for event in bo.heard)


def test_newcomers_are_not_told_what_happened_before_they_had_a_seat(tmp_path: Path) -> None:
    meeting = Meeting(tmp_path, "Astrid", "Bo", "Cyra", seats=3)
    host, bo, _ = meeting.people
    bo.do(bo.lobby.leave())
    host.keys("tab", "right")
    heard = [event for event in host.heard if isinstance(event, RosterChanged)]
    late = meeting.come("Dag")
    late.lobby_model = LobbyModel(late.lobby, late.do, late._new_bot, KnownPeople(tmp_path))
    for event in heard:
        late.lobby_model.hear(event)
        assert late.lobby_model.message == ""


def test_an_answer_to_a_key_goes_when_the_table_changes(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo", seats=2).people
    host.keys("enter")
    assert host.lobby_model.message == "Not all seats are taken and ready yet."
    host.do(host.lobby.repeat())
    assert host.lobby_model.message == "Not all seats are taken and ready yet."
    bo.keys("enter")
    assert host.lobby_model.message == ""
    assert "Everyone is ready" in draw(host.lobby_model.view(), 80, 24).text()


def test_a_question_before_somebody_is_kicked_is_asked_again_when_the_table_changes(
    tmp_path: Path,
) -> None:
    meeting = Meeting(tmp_path, "Astrid", "Bo", "Cyra", seats=4)
    host = meeting.people[0]
    host.keys("down", "k")
    meeting.come("Dag")
    host.keys("k")
    assert "Bo" in host.names
    assert host.lobby_model.message == "k again to kick Bo; the invitation then changes."


def test_the_help_lists_the_keys_and_any_key_goes_back(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    for person, own in ((host, "give a free seat to a bot"), (bo, "agree with the rules")):
        person.keys("?")
        text = draw(person.lobby_model.view(), 80, 24).text()
        assert own in text
        assert "the next pane" in text
        person.keys("k")
        assert own not in draw(person.lobby_model.view(), 80, 24).text()
    assert host.names == ["Astrid", "Bo"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("at", [0, 1])
def test_all_of_the_help_can_be_scrolled_onto_the_screen(
    tmp_path: Path, size: tuple[int, int], at: int
) -> None:
    person = Meeting(tmp_path, "Astrid", "Bo").people[at]
    person.keys("?")
    shown = ""
    for _ in range(20):
        shown += draw(person.lobby_model.view(), *size).text()
        person.keys("down")
    for key, does in help_rows(is_host=not at):
        assert f" {key} " in shown
        assert does.split()[0] in shown
        assert does.split()[-1] in shown


def test_r_leads_to_the_rules_and_a_key_without_a_meaning_to_the_help(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    for person in (host, bo):
        person.keys("r")
        assert person.lobby_model.view().pane is LobbyPane.RULES
        person.keys("v")
        assert person.lobby_model.message == "v does nothing here; ? lists the keys."


def test_names_in_the_chat_are_those_of_now_and_say_who_is_gone(tmp_path: Path) -> None:
    host, bo, other = Meeting(tmp_path, "Astrid", "Bo", "B0").people
    for person in (bo, other):
        person.keys("t")
        person.type("hi")
        person.keys("enter")
    assert host.lobby_model.view().chat == (("Bo", "hi"), ("B0 (2)", "hi"))
    host.keys("down", "k", "k")
    assert host.names == ["Astrid", "B0"]
    assert host.lobby_model.view().chat == (("Bo (gone)", "hi"), ("B0", "hi"))


def test_signs_that_not_everybody_sees_are_left_out_with_a_word(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    told = "Characters that some terminals cannot show, such as emoji, are left out."
    bo.keys("t")
    bo.type("你好 ")
    assert bo.lobby_model.message == ""
    bo.type("\U0001f600 ")
    assert bo.lobby_model.message == told
    bo.keys("enter")
    assert bo.lobby_model.message == ""
    assert host.lobby_model.view().chat == (("Bo", "你好"),)
    bo.lobby_model.paste("see \U0001f600 you")
    assert bo.lobby_model.message == told
    assert bo.lobby_model.view().typed == "see you"


def test_wide_letters_being_typed_stay_in_sight(tmp_path: Path) -> None:
    (host,) = Meeting(tmp_path, "Astrid").people
    host.keys("t")
    host.type("好" * 60 + "end")
    for width in (60, 80, 81):
        assert "好好end_" in draw(host.lobby_model.view(), width, 24).text()


def test_bots_take_only_free_seats(tmp_path: Path) -> None:
    (host,) = Meeting(tmp_path, "Astrid", seats=2).people
    host.keys("b")
    assert host.lobby_model.view().may_start
    host.keys("b")
    assert host.lobby_model.message == "All seats are taken; + adds one."
    host.keys("+", "b")
    assert len(host.names) == 3


def test_taken_seats_cannot_be_removed(tmp_path: Path) -> None:
    host, _ = Meeting(tmp_path, "Astrid", "Bo", seats=3).people
    host.keys("-", "-", "-")
    assert host.lobby_model.view().seats == 2


def test_a_person_is_kicked_only_at_a_second_key_press(tmp_path: Path) -> None:
    host, bo, cyra = Meeting(tmp_path, "Astrid", "Bo", "Cyra").people
    host.keys("down", "k")
    assert host.lobby_model.message == "k again to kick Bo; the invitation then changes."
    host.keys("up", "down", "k")
    assert "Bo" in host.names
    host.keys("k")
    assert host.names == cyra.names == ["Astrid", "Cyra"]
    assert any(isinstance(event, Kicked) for event in bo.heard)


def test_hosts_cannot_put_themselves_out(tmp_path: Path) -> None:
    host, _ = Meeting(tmp_path, "Astrid", "Bo").people
    host.keys("k", "k")
    assert host.names == ["Astrid", "Bo"]
    assert host.lobby_model.message == "^Q closes the table."


def test_a_departure_is_reported_to_the_others(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    bo.do(bo.lobby.leave())
    assert host.names == ["Astrid"]
    assert host.lobby_model.message == "Bo left."


def test_chat_reaches_all_without_control_characters(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    bo.keys("t")
    bo.type("hi there")
    bo.keys("enter")
    bo.do(bo.lobby.chat("\x1b[31mred\u202e"))
    said = (("Bo", "hi there"), ("Bo", "[31mred"))
    assert host.lobby_model.view().chat == bo.lobby_model.view().chat == said


def test_too_much_chat_is_reported_to_its_author_and_stays_typed(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    bo.keys("t")
    for _ in range(10):
        bo.type("x")
        bo.keys("enter")
    assert bo.lobby_model.message == "That is a lot at once: wait a little before you send more."
    assert bo.lobby_model.view().typed
    assert len(host.lobby_model.view().chat) < 10


def test_pasted_text_goes_into_the_chat_line_only(tmp_path: Path) -> None:
    (host,) = Meeting(tmp_path, "Astrid").people
    host.lobby_model.paste("kkbb\r")
    assert host.names == ["Astrid"]
    host.keys("t")
    host.lobby_model.paste("one\ntwo\x1b")
    assert host.lobby_model.view().typed == "one two"


def test_letters_in_the_chat_are_not_commands(tmp_path: Path) -> None:
    host, _ = Meeting(tmp_path, "Astrid", "Bo", seats=3).people
    host.keys("t")
    host.type("bbkk+y")
    assert host.names == ["Astrid", "Bo"]
    assert host.lobby_model.view().seats == 3


def test_y_copies_for_the_host_and_nothing_for_others(tmp_path: Path) -> None:
    host, bo = Meeting(tmp_path, "Astrid", "Bo").people
    assert host.keys("y") is Request.COPY
    assert host.lobby_model.view().line.startswith("192.168.178.25:45123/")
    assert bo.keys("y") is Request.NOTHING


def test_a_name_with_a_new_key_is_reported(tmp_path: Path) -> None:
    KnownPeople(tmp_path).remember("Bo", bytes(32))
    host, _ = Meeting(tmp_path, "Astrid", "Bo").people
    assert (
        host.lobby_model.message == "! Bo: the key has changed. Ask them whether it is really them."
    )
    assert [row.strange for row in host.lobby_model.view().rows] == [False, True]


def test_playing_with_a_person_accepts_their_key(tmp_path: Path) -> None:
    KnownPeople(tmp_path).remember("Bo", bytes(32))
    host, _ = Meeting(tmp_path, "Astrid", "Bo").people
    host.lobby_model.remember()
    host, _ = Meeting(tmp_path, "Astrid", "Bo").people
    assert not any(row.strange for row in host.lobby_model.view().rows)


def test_look_alike_names_are_numbered(tmp_path: Path) -> None:
    host, _, _ = Meeting(tmp_path, "Astrid", "Bo", "B0").people
    assert host.names == ["Astrid", "Bo", "B0 (2)"]


def test_a_player_with_another_number_is_reported(tmp_path: Path) -> None:
    host, bo, other = Meeting(tmp_path, "Astrid", "Bo", "B0").people
    assert host.lobby_model.message == "B0 (2) joined."
    bo.do(bo.lobby.leave())
    assert host.lobby_model.message == "Bo left. B0 (2) is now shown as B0."
    assert host.names == other.names == ["Astrid", "B0"]


def test_the_question_before_a_player_is_kicked_names_them_as_shown(tmp_path: Path) -> None:
    host, _, _ = Meeting(tmp_path, "Astrid", "Bo", "B0").people
    host.keys("down", "down", "k")
    assert "to kick B0 (2)" in host.lobby_model.message


@pytest.mark.parametrize(("key", "asked"), [("^Q", Request.LEAVE), ("^C", Request.INTERRUPT)])
def test_the_lobby_is_left_from_every_pane(tmp_path: Path, key: str, asked: Request) -> None:
    (host,) = Meeting(tmp_path, "Astrid").people
    for _ in range(3):
        assert host.keys(key) is asked
        host.keys("tab")


def waiting_for_bo(directory: Path) -> Meeting:
    """Return a lobby of two whose start waits for Bo."""
    meeting = Meeting(directory, "Astrid", "Bo", seats=2)
    host, bo = meeting.people
    bo.keys("enter")
    bo.is_here = False
    host.keys("enter")
    host.lobby_model.unsigned = ("Bo",)
    return meeting


def test_the_host_reads_whose_signature_a_start_waits_for(tmp_path: Path) -> None:
    host, _ = waiting_for_bo(tmp_path).people
    shown = draw(host.lobby_model.view(), 80, 24).text()
    assert "Waiting for signatures: Bo. Press Enter twice to call it off." in shown
    host.lobby_model.unsigned = ()
    assert "The game begins …" in draw(host.lobby_model.view(), 80, 24).text()


def test_a_second_enter_calls_off_a_start_that_waits(tmp_path: Path) -> None:
    host, _ = waiting_for_bo(tmp_path).people
    host.keys("enter")
    assert host.lobby_model.message == "Press Enter again to call off the start."
    host.keys("up", "enter")
    assert host.names == ["Astrid", "Bo"]
    host.keys("enter")
    assert host.names == ["Astrid"]
    told = host.lobby_model.message
    assert told == "The start is called off: everyone rejoins and agrees again."


def test_a_table_does_not_move_while_a_start_waits(tmp_path: Path) -> None:
    host, _ = waiting_for_bo(tmp_path).people
    moved: list[str] = []
    host.lobby_model.invites = Invites("", lambda: moved.append("moved"))
    host.keys("m")
    assert host.lobby_model.message == "That cannot be done now."
    assert moved == []


def test_a_guest_that_is_not_heard_has_a_mark_and_a_sentence(tmp_path: Path) -> None:
    meeting = Meeting(tmp_path, "Astrid", "Bo", seats=2)
    host, bo = meeting.people
    bo.keys("enter")
    host.lobby_model.away = {bo.identity.public: 14}
    shown = draw(host.lobby_model.view(), 80, 24).text()
    assert "Bo: silent for 14 s. Enter starts anyway." in shown
    (row,) = (line for line in shown.splitlines() if "2 Bo" in line)
    assert "○" in row
    assert "√" not in row[:40]
