"""The map and the table beside it: signs, marks, an unbreakable frame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.screens.draw import draw
from client.screens.frame import Frame
from client.screens.map_pane import province_title
from client.style.theme import CURSOR, DOOM, TARGET, TREE, WATER
from client.text.catalogue import LANGUAGES, speak
from client.text.names import place_name
from client.ui.canvas import Canvas
from client.ui.layout import ScreenPart, grid, layout, size_of
from client.ui.moments import Happening
from client.ui.view import Item, Question, Spot, TableView
from engine import decisions as ask
from engine.board import FJORDS, PROVINCES, SUPPORTED
from engine.figures import Figures
from engine.state import Province
from engine.terms import CardId, Place, Seat, Token
from engine.values import replace
from tests.client.screens.scenes import Wanted, scene

TURN = Wanted("turn", ask.TurnDecision, 5, 6)
MONSTERS = tuple(
    map(CardId, ("dark-elf", "fire-giant", "frost-giant", "mountain-giant", "troll", "wolfman"))
)


def plain() -> TableView:
    """Return a view of five clans with an empty board."""
    view = scene(TURN)
    state = view.state
    for place in (*PROVINCES, *FJORDS):
        for seat in range(5):
            state = state.with_figures(Seat(seat), place, Figures())
    return replace(view, state=state, question=None, place=Place.YGGDRASIL)


def with_figures(view: TableView, seat: int, place: Place, figures: Figures) -> TableView:
    return replace(view, state=view.state.with_figures(Seat(seat), place, figures))


def drawn(view: TableView, width: int = 80, height: int = 24) -> str:
    return draw(view, width, height).text()


figures = st.builds(
    Figures,
    warriors=st.integers(0, 8),
    leader=st.integers(0, 1),
    monsters=st.lists(st.sampled_from(MONSTERS), max_size=2).map(lambda ids: tuple(sorted(ids))),
)
fillings = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(PROVINCES), figures), max_size=25)


@given(fillings, st.sampled_from(((60, 16), (80, 24), (100, 30), (140, 45))))
def test_no_contents_break_the_frame_of_the_map(
    filled: list[tuple[int, Place, Figures]], size: tuple[int, int]
) -> None:
    view = plain()
    for seat, place, placed in filled:
        view = with_figures(view, seat, place, placed)
    rows = draw(view, *size).rows()
    cells = grid(*size)
    top = layout(*size)[ScreenPart.MAP].y
    borders = {0, cells.rows[0] + 1, sum(cells.rows[:2]) + 2, sum(cells.rows) + 3}
    for y in range(cells.height):
        if y not in borders:
            for column in range(4):
                assert rows[top + y][column * (cells.cell + 1)] in "│≈"


@given(fillings)
def test_every_clan_in_a_province_is_shown(filled: list[tuple[int, Place, Figures]]) -> None:
    view = plain()
    for seat, place, placed in filled:
        view = with_figures(view, seat, place, placed)
    text = draw(view, 80, 24).rows()
    middle = "".join(row[18:34] for row in text[6:9])
    for seat in range(5):
        present = bool(view.state.figures(Seat(seat), Place.YGGDRASIL))
        assert (f"{'BRSWM'[seat]}" in middle) is present


def test_cells_show_warriors_leader_monsters_and_their_strength() -> None:
    placed = Figures(warriors=2, leader=1, monsters=(CardId("troll"),))
    assert "≈B••Lt:7 " in drawn(with_figures(plain(), 0, Place.GIMLE, placed))


def test_the_figures_have_the_hue_of_their_clan() -> None:
    placed = Figures(warriors=2, leader=1)
    canvas = draw(with_figures(plain(), 0, Place.GIMLE, placed), 80, 24)
    assert canvas.rows()[12][1:7] == "B••L:5"
    assert ["bear" in canvas.style_at(x, 12) for x in range(1, 7)] == [True] * 4 + [False] * 2


def test_a_crowded_cell_counts_warriors() -> None:
    view = plain()
    for seat in range(3):
        view = with_figures(view, seat, Place.YGGDRASIL, Figures(warriors=8))
    assert "│B8:8 R8:12 S8:8 │" in drawn(view)


def test_a_full_cell_shows_strengths_only() -> None:
    view = plain()
    placed = Figures(warriors=8, leader=1, monsters=MONSTERS[:2])
    for seat in range(5):
        view = with_figures(view, seat, Place.YGGDRASIL, placed)
    assert "│B:18 R:22 S:18  │" in drawn(view)
    assert "│W:18 M:18       │" in drawn(view)


def test_large_screens_show_figures_in_words() -> None:
    placed = Figures(warriors=2, leader=1)
    text = drawn(with_figures(plain(), 0, Place.GIMLE, placed), 140, 45)
    assert "B 2 Warriors and Leader  =5" in text


def test_ships_are_on_the_border_line_of_their_fjord() -> None:
    view = with_figures(plain(), 0, Place.NORTH, Figures(ships=1))
    view = with_figures(view, 1, Place.NORTH, Figures(ships=1))
    assert "┌ 7 Elvagar ≈B▲R▲≈ 8 Angerboda" in drawn(view)


def test_five_ships_in_a_fjord_fit_between_its_titles() -> None:
    view = plain()
    for seat in range(5):
        for fjord in FJORDS:
            view = with_figures(view, seat, fjord, Figures(ships=1))
    text = drawn(view)
    assert "┌ 7 Elvagar ≈BRSWM 8 Angerboda" in text
    assert " 6 Horgr ≈BRSWM≈≈" in text
    assert "≈≈B▲R▲S▲W▲M▲≈≈" in text


def test_a_pillaged_province_is_done_and_a_destroyed_one_hatched() -> None:
    view = plain()
    state = view.state
    token = state.board.provinces[Place.HORGR].token
    state = state.with_province(Place.HORGR, Province(token, pillaged=True, destroyed=False))
    state = state.with_province(Place.UTGARD, Province(token, pillaged=False, destroyed=True))
    text = drawn(replace(view, state=state))
    assert "│√Rage  " in text
    assert "░░ destroyed ░░░" in text


def test_provinces_that_will_fall_carry_their_age() -> None:
    text = drawn(plain())
    assert "!I now" in text
    assert "!II│" in text
    assert "!III│" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 16), (80, 24), (100, 30), (140, 45)])
def test_no_doom_is_cut_whatever_the_reward(language: str, size: tuple[int, int]) -> None:
    speak(language)
    view = plain()
    for token in Token:
        state = view.state
        for place in PROVINCES:
            state = state.with_province(place, Province(token, pillaged=False, destroyed=False))
        text = drawn(replace(view, state=state), *size)
        for age, place in enumerate(state.ragnarok, 1):
            assert place_name(place) in text
            assert f"!{'I' * age}" in text


def test_a_province_that_falls_in_this_age_has_its_name_in_the_hue_of_doom() -> None:
    view = plain()
    canvas = draw(view, 80, 24)
    y, x = next(
        (y, row.index("4 Myrkvlor!")) for y, row in enumerate(canvas.rows()) if "Myrkvlor!" in row
    )
    assert DOOM in canvas.style_at(x, y).split()


def test_water_runs_along_the_coasts_of_a_fjord_that_can_be_used() -> None:
    view = plain()
    canvas = draw(view, 80, 24)
    assert all(canvas.sign_at(x, 13) == "≈" for x in range(18, 50))
    assert WATER in canvas.style_at(18, 13).split()
    state = view.state
    for place in SUPPORTED[Place.SOUTH]:
        token = state.board.provinces[place].token
        state = state.with_province(place, Province(token, pillaged=False, destroyed=True))
    closed = draw(replace(view, state=state), 80, 24)
    assert "≈" not in closed.rows()[13]


def test_villages_are_a_sign_each_the_taken_ones_first() -> None:
    text = drawn(with_figures(plain(), 0, Place.HORGR, Figures(warriors=3)))
    assert "│●●●○   Jotunheim≈" in text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_yggdrasil_is_a_tree_unless_figures_need_its_room(size: tuple[int, int]) -> None:
    view = plain()
    assert TREE in styles(draw(view, *size))
    placed = Figures(warriors=8, leader=1, monsters=MONSTERS[:2])
    for seat in range(5):
        view = with_figures(view, seat, Place.YGGDRASIL, placed)
    assert size == (140, 45) or TREE not in styles(draw(view, *size))


def styles(canvas: Canvas) -> set[str]:
    return {style for line in canvas.lines() for style, _ in line}


def asked_where(view: TableView, cursor: int) -> TableView:
    items = (
        Item("1", "Gimle", place=Place.GIMLE),
        Item("2", "Andlang", enabled=False, why="Andlang is full.", place=Place.ANDLANG),
        Item("f4", "west fjord", place=Place.WEST),
    )
    return replace(view, question=Question(Spot.MAP, "Where?", items, cursor))


def test_places_that_may_be_chosen_are_marked_and_no_others() -> None:
    canvas = draw(asked_where(plain(), 0), 80, 24)
    rows = canvas.rows()
    assert rows[9].startswith("≈[1 Gimle]")
    assert "►f4≈" in rows[9]
    assert "┼ 2 Andlang ─" in rows[9]
    assert "► " not in rows[5]
    assert CURSOR in canvas.style_at(2, 9).split()
    assert TARGET in canvas.style_at(2, 9).split()


def test_the_cursor_on_a_greyed_place_shows_the_reason() -> None:
    rows = draw(asked_where(plain(), 1), 80, 24).rows()
    assert "[2 Andlang]" in rows[9]
    assert rows[21].rstrip() == " Andlang is full."


def test_a_fjord_under_the_cursor_shows_its_key() -> None:
    assert "[f4]" in drawn(asked_where(plain(), 2))


def test_the_table_has_room_for_the_largest_numbers() -> None:
    view = plain()
    clans = tuple(replace(clan, levels=(6, 6, 6), rage=12, glory=134) for clan in view.state.clans)
    state = replace(view.state, clans=clans)
    for seat in range(5):
        state = state.with_figures(Seat(seat), Place.YGGDRASIL, Figures(warriors=8, leader=1))
    rows = draw(replace(view, state=state), 80, 24).rows()
    assert rows[3][52:].rstrip() == "►B you   12/12  8  9/10  134"
    assert rows[1][52:].split() + rows[2][52:].split() == ["Rage", "Horns", "clan", "Axes", "Glory"]


def test_a_clan_that_has_passed_shows_no_pool() -> None:
    view = plain()
    passed = replace(view.state.clans[1], passed=True, rage=0)
    text = drawn(replace(view, state=view.state.with_clan(Seat(1), passed)))
    assert "R Bo    -/6" in text


def test_only_the_province_of_a_battle_is_marked_as_such() -> None:
    view = scene(Wanted("call", ask.JoinDecision, 4, 3))
    place = Frame(view, size_of(80, 24)).battle_place
    assert place is not None
    elsewhere = Happening("", places=(Place.HORGR, Place.ELVAGAR, place))
    for shown in (view, replace(view, happening=elsewhere)):
        frame = Frame(shown, size_of(80, 24))
        marked = [one for one in PROVINCES if province_title(frame, one)[0].startswith("═")]
        assert marked == [place]
