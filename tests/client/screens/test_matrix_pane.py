"""The table of provinces by clans: its rows at every size, and its cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.prompts.walk import question
from client.screens.draw import draw
from client.text.board_text import ROWS, Cell, cell, counts, doom, table_lines, villages
from client.text.names import names_of, place_key, place_title
from client.ui.canvas import Rect
from client.ui.layout import ScreenPart, layout
from client.ui.view import OverlayKind, Pane, TableView
from engine import decisions as ask
from engine.board import PROVINCES
from engine.state import GameState
from engine.strength import strength
from engine.terms import Place, Seat, Use
from engine.values import replace
from tests.builders import A, B, seat, table
from tests.client.screens.scenes import Wanted, scene, whole_game
from tests.client.seated import SeatedGame

TURN = Wanted("turn", ask.TurnDecision, 5, 6)


def tabled(view: TableView) -> TableView:
    return replace(view, table=True)


def drawn(view: TableView, width: int, height: int, *, plain: bool = False) -> list[str]:
    """Return the rows of the part with the table."""
    part = layout(width, height, table=True)[ScreenPart.MAP]
    canvas = draw(tabled(view), width, height)
    if plain:
        canvas.to_ascii()
    return canvas.part(Rect(part.x, part.y, part.width, part.height)).rows()


def long_of(state: GameState, who: Seat, place: Place) -> str:
    one = cell(state, who, place)
    return "" if one is None else one.long


def started(seated: SeatedGame) -> TableModel:
    model = TableModel(seated, Preferences(Pace.INSTANT, guard=0.0, answers_alone=False))
    model.listen()
    model.tick(1.0)
    return model


# ------------------------------------------------------------------------ contents


def test_a_cell_has_figures_strength_and_a_sign_for_a_ship() -> None:
    state = table(A=seat(gimle="WWL", west="S"), B=seat(west="S")).state
    assert cell(state, A, Place.GIMLE) == Cell("2L", 7, by_ship=True)
    assert long_of(state, A, Place.GIMLE) == "2L:7≈"
    assert long_of(state, B, Place.GIMLE) == "≈2"
    assert long_of(state, B, Place.WEST) == "▲:2"
    assert long_of(state, B, Place.UTGARD) == ""


@given(st.integers(0, 20), st.sampled_from(PROVINCES), st.integers(0, 4))
def test_cells_have_the_strength_of_a_battle_there(number: int, place: Place, who: int) -> None:
    views = whole_game(5, 7, 40)
    state = views[number % len(views)].state
    one = cell(state, Seat(who), place)
    assert (0 if one is None else one.strength) == strength(state, Seat(who), place, Use.BATTLE)


def test_villages_and_doom_are_beside_the_name() -> None:
    state = table(A=seat(gimle="WW"), ragnarok="gimle utgard andlang").state
    assert (villages(state, Place.GIMLE), doom(state, Place.GIMLE)) == ("2/5", "!now")
    assert (villages(state, Place.YGGDRASIL), doom(state, Place.UTGARD)) == ("0/∞", "!II")
    assert villages(state, Place.WEST) == ""


def test_numbers_of_clans_are_in_seat_order() -> None:
    state = table(A=seat(gimle="WW", glory=3), B=seat(utgard="W", glory=9), first=B).state
    told = {one.name: one.of for one in counts(state)}
    assert told["Glory"][:2] == ("3", "9")
    assert [entry.split("/")[0] for entry in told["Horns"][:2]] == ["2", "1"]
    assert told["place by Glory"][:2] == ("2", "1")


def test_the_plain_table_has_a_line_for_every_place_in_ascii() -> None:
    view = scene(TURN)
    lines = table_lines(view.state, names_of(view.state, view.names))
    assert all(line.isascii() for line in lines)
    for place in ROWS:
        assert any(line.startswith(f"{place_key(place)} {place_title(place)}") for line in lines)


# ------------------------------------------------------------------------ drawing


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (220, 80)])
def test_every_place_has_a_row(size: tuple[int, int]) -> None:
    rows = drawn(scene(TURN), *size)
    for place in ROWS:
        assert sum(f"{place_key(place)} {place_title(place)}" in row for row in rows) == 1


@given(st.integers(60, 220), st.integers(16, 80), st.sampled_from(ROWS), st.booleans())
def test_the_row_of_the_cursor_is_always_visible(
    width: int, height: int, place: Place, plain: bool
) -> None:
    view = replace(scene(TURN), place=place, question=None)
    rows = drawn(view, width, height, plain=plain)
    assert any(row.startswith(f"[{place_key(place)} ") for row in rows)


@given(st.integers(60, 220), st.integers(16, 80))
def test_rows_have_the_strengths_of_all_clans(width: int, height: int) -> None:
    view = scene(TURN)
    for row in drawn(view, width, height):
        if "Muspelheim" in row:
            assert [word.rpartition(":")[2] for word in row.split()[-5:]] == [
                str(strength(view.state, one, Place.MUSPELHEIM, Use.BATTLE) or "·")
                for one in (Seat(number) for number in range(5))
            ]


def test_places_that_may_be_chosen_are_marked() -> None:
    view = scene(Wanted("invade-where", ask.TurnDecision, 5, 6, "i w"))
    rows = drawn(view, 80, 24)
    assert sum(row.startswith("►") for row in rows) == 7


# ------------------------------------------------------------------------ keys


def test_f3_toggles_the_table() -> None:
    model = started(SeatedGame(table(A=seat(gimle="WL"))))
    press(model, "f3", 9.0)
    assert model.view(9.0).table
    press(model, "f3", 9.0)
    assert not model.view(9.0).table


def test_f3_during_the_draft_opens_the_table_behind_it() -> None:
    game = scene(Wanted("draft", ask.PickDecision, 4, 4, "f3"))
    assert (game.table, game.board, game.pane) == (True, True, Pane.MAP)


def test_f3_opens_an_overlay_without_room_for_a_map() -> None:
    model = started(SeatedGame(table(A=seat(gimle="WL"))))
    model.display.resize(45, 10)
    press(model, "f3", 9.0)
    assert model.display.overlay is not None
    assert model.display.overlay.kind is OverlayKind.TABLE


def test_arrows_skip_greyed_rows_and_wrap_around() -> None:
    model = started(SeatedGame(table(A=seat(gimle="WL"), destroyed="angerboda utgard")))
    for key in ("f3", "i", "w"):
        press(model, key, 9.0)
    met = []
    for _ in range(6):
        met.append(model.place_now)
        press(model, "down", 9.0)
    assert met[0] == model.place_now
    assert len(set(met)) == 6
    assert {Place.ANGERBODA, Place.UTGARD, Place.YGGDRASIL}.isdisjoint(met)
    press(model, "up", 9.0)
    assert model.place_now == met[-1]


def test_places_are_chosen_in_the_table_as_on_the_map() -> None:
    model = started(SeatedGame(table(A=seat(gimle="WL"))))
    for key in ("f3", "i", "w", "down", "enter"):
        press(model, key, 9.0)
    assert model.walk is not None
    assert question(model.walk).spot.value == "confirm"


def test_arrows_without_a_question_move_row_by_row() -> None:
    model = started(SeatedGame(table(A=seat(gimle="WL"))))
    model.display.focus(Pane.MAP)
    model.display.look_at(Place.ELVAGAR)
    press(model, "f3", 9.0)
    seen = []
    for _ in ROWS:
        seen.append(model.place_now)
        press(model, "down", 9.0)
    assert tuple(seen) == ROWS
