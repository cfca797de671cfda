"""Names and lines written from right to left leave every other cell of a screen in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.lobby.lobby_screen import draw as draw_lobby
from client.presenter.story_text import final_table
from client.screens.draw import draw
from client.style.writing import is_right_to_left, marked, with_marks
from client.ui.canvas import Canvas
from client.ui.view import TableView
from engine import decisions as ask
from engine.values import replace
from tests.client.bidi import ordered
from tests.client.lobby.lobbies import Meeting
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_hostile_names import SCENES, SIZES

PERSIAN = ("\u0645\u0647\u0633\u0627", "\u0633\u0627\u0631\u0627", "\u0631\u0636\u0627\u06cc")
HEBREW = ("\u05e9\u05dc\u05d5\u05dd", "\u05d3\u05d5\u05d9\u05d3", "\u05de\u05e8\u05d9\u05dd")
LATIN = ("Mahs", "Sara", "Reza")
BATTLE = Wanted("battle", ask.CardDecision, number=1)


def _named(view: TableView, names: tuple[str, ...]) -> TableView:
    """Return a moment with other names, of one length, and lines of the log that begin with one."""
    seats = tuple(names[seat % 3] for seat, _ in enumerate(view.names))
    said = f"{names[0]} {names[1]}: 5 > 6, {names[2]} 3"
    log = tuple(replace(line, full=said, short=said) for line in view.log[-3:])
    return replace(view, names=seats, message=said, log=(*view.log, *log))


def _rows(canvas: Canvas) -> list[list[str]]:
    return [canvas.cells(y)[0] for y in range(canvas.height)]


@pytest.mark.parametrize("wanted", [*SCENES, BATTLE], ids=lambda wanted: wanted.name)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [PERSIAN, HEBREW], ids=["persian", "hebrew"])
def test_a_screen_differs_from_that_with_latin_names_in_the_names_only(
    wanted: Wanted, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    view = scene(wanted)
    latin = _rows(draw(_named(view, LATIN), *size))
    other = _rows(draw(_named(view, names), *size))
    for row, row_latin in zip(other, latin, strict=True):
        for sign, sign_latin in zip(row, row_latin, strict=True):
            assert sign == sign_latin or (is_right_to_left(sign) and sign_latin.isalpha()), row


def test_rows_would_be_torn_in_a_terminal_that_orders_letters_itself() -> None:
    rows = _rows(draw(_named(scene(SCENES[0]), PERSIAN), 80, 24))
    assert any(ordered("".join(row)) != "".join(row) for row in rows)


@pytest.mark.parametrize("wanted", [*SCENES, BATTLE], ids=lambda wanted: wanted.name)
@pytest.mark.parametrize("size", SIZES)
def test_marks_keep_every_row_in_its_order_behind_tmux(
    wanted: Wanted, size: tuple[int, int]
) -> None:
    for row in _rows(draw(_named(scene(wanted), PERSIAN), *size)):
        assert ordered("".join(marked(row))).replace("\u200e", "") == "".join(row)


def test_marks_keep_the_numbers_of_a_table_of_lines_in_their_order() -> None:
    state = scene(SCENES[0]).state
    names = tuple(PERSIAN[seat % 3] for seat, _ in enumerate(state.clans))
    torn = 0
    for line in final_table(state, (), names):
        latin = "".join(sign for sign in line if not is_right_to_left(sign))
        assert _without_names(ordered(with_marks(line))) == latin
        torn += _without_names(ordered(line)) != latin
    assert torn


def _without_names(text: str) -> str:
    return "".join(sign for sign in text if sign != "\u200e" and not is_right_to_left(sign))


def test_the_lobby_differs_in_the_names_only(tmp_path: Path) -> None:
    rows = []
    for names in (LATIN, PERSIAN):
        directory = tmp_path / names[0]
        directory.mkdir()
        host = Meeting(directory, *names, seats=4).people[0]
        view = host.lobby_model.view()
        plain = tuple(replace(row, fingerprint="f") for row in view.rows)
        chat = ((names[1], f"{names[2]} 5, 6"),)
        canvas = draw_lobby(replace(view, rows=plain, chat=chat, line="", link=""), 80, 24)
        rows.append(_rows(canvas))
    for row_latin, row in zip(*rows, strict=True):
        for sign_latin, sign in zip(row_latin, row, strict=True):
            assert sign == sign_latin or (is_right_to_left(sign) and sign_latin.isalpha()), row


def test_a_name_is_whole_and_from_right_to_left_in_the_log() -> None:
    view = _named(scene(Wanted("log", ask.TurnDecision, number=3, keys="l")), HEBREW)
    text = draw(view, 140, 45).text()
    assert f"{HEBREW[1][::-1]} {HEBREW[0][::-1]}: 5" in text
    assert f"6, {HEBREW[2][::-1]} 3" in text
