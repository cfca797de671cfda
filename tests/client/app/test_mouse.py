from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.app.mouse import Under, click_menu, point, under
from client.controller.requests import Mouse, Pressed, Request
from client.games.bot_game import NewGame
from client.menu.main_menu import Menu, rows
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.screens.draw import draw, shown_parts
from client.screens.event_card import card_room
from client.screens.frame import Frame
from client.style.right_to_left import arranged
from client.text.card_words import is_about
from client.text.catalogue import say, speak
from client.text.names import place_key, place_name
from client.ui.layout import size_of
from client.ui.view import LessonView, OverlayKind, Pane
from engine import actions as act
from engine.cards import CARDS
from engine.terms import LEADER, CardId, Place
from engine.values import replace
from tests.builders import ANDLANG, B, seat, table
from tests.client.controller.test_table_model import Screen, duel
from tests.client.terminal import playing

SIZES = ((80, 24), (100, 30), (140, 45))
ON_MAP = (Place.ELVAGAR, Place.YGGDRASIL, Place.UTGARD, Place.HORGR)
LANGUAGES = ("en", "fa")
"""One that is read from the left, and one that is read from the right."""


def _screen(size: tuple[int, int] = (80, 24)) -> Screen:
    screen = Screen(duel(), preferences=Preferences(Pace.INSTANT, guard=0.0))
    screen.model.display.resize(*size)
    return screen


def _find(screen: Screen, text: str) -> tuple[int, int]:
    """Return the place of a text on the screen."""
    shown = draw(screen.model.view(screen.now), *screen.model.display.options.size).rows()
    return next((row.index(text) + 1, y) for y, row in enumerate(shown) if text in row)


def _click(screen: Screen, text: str) -> Pressed:
    pressed = point(screen.model, Mouse.CLICK, *_find(screen, text), screen.now)
    if pressed.take is not None:
        screen.model.submit(pressed.take)
    screen.run()
    return pressed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_mouse_points_at_the_drawn_answer(size: tuple[int, int], language: str) -> None:
    speak(language)
    screen = _screen(size)
    view = screen.model.view(screen.now)
    for place in ON_MAP:
        text = f"{place_key(place)} {place_name(place)}"
        assert under(view, size, *_find(screen, text)).place is place
        x, y = _find(screen, text)
        assert under(view, size, x, y + 1).place is place
    assert view.question is not None
    for number, item in enumerate(view.question.items):
        assert under(view, size, *_find(screen, f"{item.key} {item.label}")).answer == number
    assert under(view, size, size[0] - 2, size[1] - 5).pane is Pane.LOG


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", [(), ("i",), ("u",), ("e",), ("p",), ("m", "1", "enter"), ("x",)])
def test_a_click_on_every_visible_answer_hits_it(
    size: tuple[int, int], keys: tuple[str, ...], language: str
) -> None:
    speak(language)
    screen = _screen(size)
    screen.keys(*keys)
    view = screen.model.view(screen.now)
    shown = draw(view, *size).rows()
    assert view.question is not None
    hit = 0
    for number, item in enumerate(view.question.items):
        for y, row in enumerate(shown[:-3]):
            count = f"{item.count}/{item.most} " if item.most else ""
            x = row.find(f"{item.key or ' '} {count}{item.label}")
            if x > 0 and row[x - 1] in "► -":
                found = under(view, size, x + 1, y)
                if found.pane is Pane.MAP:
                    assert found.place is item.place
                elif found.pane is not None:
                    assert found.answer == number
                    hit += 1
    assert hit


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_every_card_of_the_hand_opens_that_card(
    size: tuple[int, int], language: str
) -> None:
    speak(language)
    for name in (say("Tyr's Smash"), say("Tyr's Bash")):
        screen = _screen(size)
        _click(screen, name)
        overlay = screen.model.display.overlay
        assert overlay is not None
        assert overlay.title.startswith(name)
        assert screen.model.display.options.pane is Pane.HAND


def test_a_click_on_a_line_of_the_log_opens_what_it_is_about() -> None:
    screen = _screen()
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    _click(screen, "S Cy: pass")
    overlay = screen.model.display.overlay
    assert overlay is not None
    assert overlay.title == "Serpent (Cy)"


@pytest.mark.parametrize(("key", "text", "line"), [("/", "Frost Giant", None), ("c", "Raven", 1)])
def test_a_click_moves_the_cursor_of_an_overlay_made_from_the_view(
    key: str, text: str, line: int | None
) -> None:
    screen = _screen()
    screen.keys(key, *(("f", "r", "o", "s", "t") if key == "/" else ()))
    _click(screen, text)
    overlay = screen.model.display.overlay
    assert overlay is not None
    found = [card.id for card in CARDS.values() if is_about(card, ("frost",))]
    assert overlay.cursor == (found.index(CardId("frost-giant")) if line is None else line)


def test_fjords_are_under_their_signs() -> None:
    screen = _screen()
    view = screen.model.view(screen.now)
    shown = draw(view, 80, 24).rows()
    found = [
        under(view, (80, 24), x, y).place
        for y, row in enumerate(shown)
        for x, sign in enumerate(row)
        if sign in "≈▲"
    ]
    assert list(dict.fromkeys(found)) == [Place.NORTH, Place.EAST, Place.WEST, Place.SOUTH]


def test_a_click_moves_the_cursor_and_a_second_one_chooses() -> None:
    screen = _screen()
    _click(screen, "p Pillage")
    assert screen.question == "What will you do?"
    _click(screen, "p Pillage")
    assert screen.question != "What will you do?"
    assert screen.model.walk is not None
    assert screen.model.walk.trail


def test_clicks_on_menu_and_map_complete_an_action() -> None:
    screen = _screen()
    screen.keys("i", "w")
    assert screen.question == "Where does the Warrior go?"
    for _ in range(2):
        _click(screen, "2 Andlang")
    assert screen.model.walk is not None
    assert screen.model.walk.fork.final
    pressed = _click(screen, "Yes")
    assert pressed.take is not None


def test_a_click_without_a_question_looks_and_a_second_one_reads() -> None:
    screen = _screen()
    _click(screen, "6 Horgr")
    assert (screen.model.place_now, screen.model.display.overlay) == (Place.HORGR, None)
    _click(screen, "6 Horgr")
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.kind is OverlayKind.EXPLAIN


def test_overlay_lines_are_chosen_like_answers() -> None:
    screen = _screen()
    screen.keys("^Q")
    assert screen.model.display.overlay is not None
    leave = screen.model.display.overlay.lines[1][:20]
    assert _click(screen, leave).request is Request.NOTHING
    assert _click(screen, leave).request is Request.LEAVE


def test_the_wheel_scrolls_overlays_and_moves_list_cursors() -> None:
    screen = _screen()
    x, y = _find(screen, "i Invade")
    point(screen.model, Mouse.WHEEL_DOWN, x, y, screen.now)
    assert screen.model.walk is not None
    assert screen.model.walk.cursor == 1
    screen.keys("?")
    point(screen.model, Mouse.WHEEL_DOWN, 40, 10, screen.now)
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.scroll > 0


def _watching(*deeds: act.Intent | str) -> Screen:
    """Return a screen on which deeds of others are shown."""
    game = table(A=seat(gimle="W"), B=seat(gimle="W"), C=seat(gimle="W"), turn=B, first=B)
    return Screen(game, *deeds, preferences=Preferences(Pace.READABLE, guard=0.0, hints=False))


@pytest.mark.parametrize("size", SIZES)
def test_the_wheel_ends_no_event_that_cannot_be_scrolled(size: tuple[int, int]) -> None:
    screen = _watching(act.Invade(B, LEADER, ANDLANG))
    screen.model.display.resize(*size)
    until, place = screen.model.playback.until, screen.model.place_now
    for wheel in (Mouse.WHEEL_UP, Mouse.WHEEL_DOWN):
        for at in ((5, 5), (5, size[1] - 5), (size[0] - 5, 3)):
            point(screen.model, wheel, *at, screen.now)
    assert screen.model.playback.until == until
    assert screen.model.place_now is place


@pytest.mark.parametrize("size", SIZES)
def test_nothing_below_the_card_of_an_event_is_under_the_mouse(size: tuple[int, int]) -> None:
    screen = _watching(act.Invade(B, LEADER, ANDLANG))
    screen.model.display.resize(*size)
    assert screen.model.playback.until is not None
    screen.now = screen.model.playback.until
    screen.model.tick(screen.now)
    view = screen.model.view(screen.now)
    assert view.happening is not None
    assert screen.model.playback.is_idle
    card = card_room(Frame(view, size_of(*size)), shown_parts(Frame(view, size_of(*size)), *size))
    assert card is not None
    for y in range(card.y, card.bottom):
        assert under(view, size, card.x + 3, y) == Under(is_covered=True)
        point(screen.model, Mouse.CLICK, card.x + 3, y, screen.now)
    assert screen.model.display.overlay is None
    assert under(view, size, card.right + 1, card.y + 2).pane is Pane.LOG


def test_no_line_of_the_log_below_the_box_of_a_lesson_is_under_the_mouse() -> None:
    screen = _screen()
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    view, size = screen.model.view(screen.now), (80, 24)
    x, y = _find(screen, "S Cy: pass")
    assert under(view, size, x, y).entry is not None
    taught = replace(view, lesson=LessonView("Task 1/12", "Look at the map.", "", "", "Press 5."))
    assert under(taught, size, x, y) == Under(is_covered=True)


def test_outside_of_the_screen_there_is_nothing() -> None:
    screen = _screen()
    assert under(screen.model.view(0.0), (80, 24), 80, 3) == Under()
    assert point(screen.model, Mouse.CLICK, -1, 99, screen.now) == Pressed()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_is_clicked_like_a_list(language: str) -> None:
    speak(language)
    menu = Menu(())
    shown = next(y for y in range(24) if click_menu(menu, (80, 24), y)[0].cursor == 1)
    moved, key = click_menu(menu, (80, 24), shown)
    assert (moved.cursor, key) == (1, "")
    assert click_menu(moved, (80, 24), shown) == (moved, "enter")
    assert len({click_menu(menu, (80, 24), y)[0].cursor for y in range(24)}) == len(rows(menu))


@pytest.mark.parametrize("language", LANGUAGES)
def test_real_mouse_sequences_choose_a_clan(tmp_path: Path, language: str) -> None:
    speak(language)
    serpent = "".join(sign for sign, _ in arranged(tuple(say("Serpent"))))

    async def main() -> None:
        async with playing(NewGame(("thrall",), 5), tmp_path) as played:
            played.program.screen.mouse = True
            y = next(y for y, row in enumerate(played.screen.lines) if serpent in row)
            x = played.screen.lines[y].index(serpent)
            for _ in range(2):
                played.pipe.send_text(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
            game = played.program.game
            assert game is not None
            seat = game.model.table.seat
            await played.until(lambda: game.model.shown.state.clans[seat].clan is not None)
            assert str(game.model.shown.state.clans[seat].clan) == "serpent"

    asyncio.run(main())
