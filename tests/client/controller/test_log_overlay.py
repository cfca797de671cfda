"""The log overlay: details of its lines, filters, search, following."""

from __future__ import annotations

from client.screens.draw import draw
from client.text.log_filters import LogKind, chosen
from client.text.log_line import LogLine, LogTopic
from client.ui.view import Overlay, OverlayKind, Strip
from tests.client.controller.test_table_model import Screen, duel


def fought() -> Screen:
    """Return a table after a battle that was read."""
    screen = Screen(duel(), "B decline", "B card tyrs-bash")
    screen.keys("p", "1", "enter", "enter", "b", "enter", "enter")
    screen.keys("enter")
    return screen


def overlay(screen: Screen) -> Overlay:
    found = screen.model.view(screen.now).overlay
    assert found is not None
    return found


def line(screen: Screen) -> LogLine:
    """Return the line under the cursor of the log."""
    shown = overlay(screen)
    assert shown.look is not None
    numbers = chosen(screen.model.shown.log, shown.look)
    return screen.model.shown.log[numbers[min(shown.cursor, len(numbers) - 1)]]


def to_battle(screen: Screen) -> None:
    screen.keys("l", "f", "f")
    while not line(screen).battle:
        screen.keys("up")


def test_enter_on_a_line_of_a_battle_opens_all_of_its_steps() -> None:
    screen = fought()
    to_battle(screen)
    screen.keys("enter")
    strips = []
    for _ in range(6):
        battle = overlay(screen).battle
        assert battle is not None
        strips.append(battle.strip)
        screen.keys("left")
    assert strips[:4] == [Strip.RESULT, Strip.REVEAL, Strip.CHOOSE, Strip.CALL]
    assert strips[4:] == [Strip.CALL, Strip.CALL]


def test_closing_a_battle_returns_to_its_log_line() -> None:
    screen = fought()
    to_battle(screen)
    before = overlay(screen)
    screen.keys("enter", "left", "escape")
    assert overlay(screen) == before


def test_a_reopened_battle_shows_its_former_state() -> None:
    screen = fought()
    to_battle(screen)
    screen.keys("enter")
    text = draw(screen.model.view(screen.now), 80, 24).text()
    assert "[4 result]" in text
    assert "6 to 3" in text


def test_v_on_a_log_line_shows_its_cards() -> None:
    screen = fought()
    to_battle(screen)
    while not line(screen).cards:
        screen.keys("up")
    screen.keys("v")
    assert overlay(screen).kind is OverlayKind.CARD


def test_enter_on_a_line_about_a_place_explains_the_place() -> None:
    screen = Screen(duel())
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter", "l")
    while line(screen).place is None or line(screen).cards:
        screen.keys("up")
    screen.keys("enter")
    assert overlay(screen).kind is OverlayKind.EXPLAIN


def test_the_log_is_filtered_by_kind_and_by_clan() -> None:
    screen = fought()
    screen.keys("l")
    for kind in (*tuple(LogKind)[1:], LogKind.ALL):
        screen.keys("f")
        look = overlay(screen).look
        assert look is not None
        assert look.kind is kind
    screen.keys("f", "f", "c")
    look = overlay(screen).look
    assert look is not None
    shown = [screen.model.shown.log[number] for number in chosen(screen.model.shown.log, look)]
    assert shown
    assert {one.seat for one in shown} == {look.seat}


def test_a_search_goes_to_older_lines_and_wraps_around() -> None:
    screen = fought()
    screen.keys("l", "/", *"glory", "enter")
    first = line(screen)
    assert "Glory" in first.full
    screen.keys("n")
    assert "glory" in line(screen).full.casefold()
    screen.keys("N")
    assert line(screen) == first


def test_letters_are_text_while_a_search_is_typed() -> None:
    screen = fought()
    screen.keys("l", "/", "q", "f", "backspace")
    assert overlay(screen).look is not None
    assert "/ q_" in overlay(screen).title
    screen.keys("escape")
    assert "/" not in overlay(screen).title


def test_a_search_without_a_match_keeps_the_cursor() -> None:
    screen = fought()
    screen.keys("l", "up", "up")
    before = line(screen)
    screen.keys("/", *"zzz", "enter")
    assert line(screen) == before
    assert screen.model.display.message == "No line of the log matches."


def test_the_log_follows_until_scrolled_and_then_counts_new_lines() -> None:
    screen = fought()
    screen.keys("l")
    screen.model.shown.add_line(LogLine("news", "News came.", LogTopic.TABLE))
    assert "News came." in draw(screen.model.view(0.0), 80, 24).text()
    screen.keys("up", "up", "up")
    here = line(screen)
    for number in range(12):
        screen.model.shown.add_line(LogLine("more", f"More {number}.", LogTopic.TABLE))
    text = draw(screen.model.view(0.0), 80, 24).text()
    assert line(screen) == here
    assert "12 new below" in text
    screen.keys("end")
    assert "new below" not in draw(screen.model.view(0.0), 80, 24).text()
