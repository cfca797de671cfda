"""The fixed grid: within a whole game no rectangle of the screen changes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from client.screens.draw import draw, shown_parts
from client.screens.frame import Frame
from client.ui.layout import ScreenPart, size_of
from client.ui.view import Spot, Strip, TableView
from engine import decisions as ask
from engine.values import replace
from tests.client.controller.test_table_model import Screen, duel
from tests.client.screens.scenes import Wanted, scene, whole_game

SIZES = (
    *((60, 16), (60, 20), (72, 22), (80, 24), (91, 27), (100, 30)),
    *((120, 24), (120, 40), (140, 45), (180, 50), (220, 60)),
)
GAMES = ((2, 5), (3, 6), (5, 7))
EDGES = set("┬│┼┤├┴║╔╗")


def panes_of(view: TableView, size: tuple[int, int]) -> tuple[int, ...]:
    """Return the columns of the lines between the panes as they are drawn."""
    parts = shown_parts(Frame(view, size_of(*size)), *size)
    top = parts[ScreenPart.ACTIONS].y
    row = draw(view, *size).rows()[top]
    return tuple(x for x, sign in enumerate(row) if sign == "┬")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_rectangle_changes_within_a_whole_game(
    game: tuple[int, int], size: tuple[int, int]
) -> None:
    views = whole_game(*game, 3)
    assert len(views) > 50
    found = {tuple(shown_parts(Frame(view, size_of(*size)), *size).items()) for view in views}
    assert len(found) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_between_the_panes_are_drawn_in_the_same_columns(game: tuple[int, int]) -> None:
    free = [
        view
        for view in whole_game(*game, 3)
        if view.end is None
        and not (Frame(view, size_of(80, 24)).shows_battle)
        and not Frame(view, size_of(80, 24)).shows_draft
    ]
    quiet = [view for view in free if view.happening is None or view.question is not None]
    carded = [view for view in free if view.happening is not None and view.happening.card]
    assert {panes_of(view, (80, 24)) for view in quiet} == {(28, 59)}
    assert {panes_of(view, (80, 24)) for view in carded} == {(59,)}


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_the_strengths_of_a_battle_stay_in_their_rows_until_its_result(
    size: tuple[int, int],
) -> None:
    battle = [view for view in whole_game(5, 7, 2) if Frame(view, size_of(*size)).shows_battle]
    for before, after in pairwise(battle):
        assert before.battle is not None
        assert after.battle is not None
        if before.battle.place is after.battle.place and after.battle.strip is not Strip.CALL:
            assert table_row(before, size) == table_row(after, size)


def table_row(view: TableView, size: tuple[int, int]) -> int:
    """Return the row of the headings of the strengths."""
    return next(y for y, row in enumerate(draw(view, *size).rows()) if "total" in row)


# ------------------------------------------------------------------ the message area


def asked(title: str, *, consequence: str = "", legend: bool = False, hint: str = "") -> TableView:
    """Return a turn with a title, and other texts of the message area."""
    view = scene(Wanted("turn", ask.TurnDecision, 5, 6))
    assert view.question is not None
    question = replace(view.question, title=title, path=("Invade",))
    return replace(view, question=question, consequence=consequence, legend=legend, hint=hint)


def area(view: TableView, size: tuple[int, int] = (80, 24)) -> list[str]:
    """Return the rows of the message area as they are drawn."""
    rect = shown_parts(Frame(view, size_of(*size)), *size)[ScreenPart.PROMPT]
    return [row.strip() for row in draw(view, *size).rows()[rect.y : rect.bottom]]


def test_the_last_row_is_the_consequence_of_the_answer() -> None:
    told = "After this: Rage 1 → 0, no more turns unless you regain Rage"
    assert area(asked("March?", consequence=told)) == ["March?", told]
    assert area(asked("March?", consequence=told), (100, 30)) == ["March?", "", told]


def test_a_consequence_comes_before_a_legend_and_a_hint() -> None:
    view = asked("March?", consequence="Rage 0", legend=True, hint="Rage is short.")
    assert area(view)[-1] == "Rage 0"


def test_a_legend_gives_way_to_a_question_that_needs_its_row() -> None:
    long = "Which of all the figures that have come to this place shall die for the others here?"
    title, legend = area(asked("March?", legend=True))
    assert (title, ":" in legend) == ("March?", True)
    assert " ".join(area(asked(long, legend=True))) == long


def test_a_text_longer_than_the_area_is_cut_and_the_keys_say_where_it_is() -> None:
    view = asked("A long question. " * 20)
    assert area(view)[-1].endswith("…")
    assert draw(view, 80, 24).rows()[-1].startswith("r whole text")


def test_r_shows_the_whole_of_a_text_that_was_cut() -> None:
    screen = Screen(duel())
    told = "The line is down, and nothing is lost. " * 8
    screen.model.display.notify(told)
    screen.keys("r")
    overlay = screen.model.view(screen.now).overlay
    assert overlay is not None
    assert told.strip() in overlay.lines[0]


def test_every_answer_of_a_list_shows_its_whole_detail_if_there_is_room() -> None:
    view = scene(Wanted("stat", ask.StatDecision, 5, 1))
    assert view.question is not None
    assert view.question.spot is Spot.MENU
    rows = draw(view, 80, 24).rows()
    text = " ".join(" ".join(row[:28] for row in rows[15:21]).split())
    for item in view.question.items:
        assert f"{item.key} {item.label} ({item.detail})" in text
