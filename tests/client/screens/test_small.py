"""Small screens: every question can be read and answered, down to 40 columns and 10 rows."""

from __future__ import annotations

from functools import lru_cache

import pytest

from client.screens.draw import draw
from client.text.names import place_key
from client.ui.view import Item, Question, Spot, TableView
from engine import decisions as ask
from engine.cards import CARDS
from engine.values import replace
from tests.client.screens.scenes import Wanted, scene, whole_game
from tests.client.screens.test_goldens import CASES

SIZES = ((40, 10), (45, 12), (60, 16), (80, 20), (80, 24))
GAMES = ((2, 5), (3, 6), (5, 7))
CHOOSE = Wanted("choose", ask.CardDecision, 5, 3)


@lru_cache(maxsize=1)
def asking() -> tuple[TableView, ...]:
    """Return views with a question and no overlay, one for each kind of question."""
    found: dict[tuple[str, str, int], TableView] = {}
    games = (view for game in GAMES for view in whole_game(*game, 40))
    for view in (*(scene(wanted) for wanted, _ in CASES), *games):
        question = view.question
        if question is not None and view.overlay is None and not view.board:
            key = (question.spot, question.title.split()[0], len(question.items))
            found.setdefault(key, view)
    return tuple(found.values())


def sign_of(question: Question, item: Item) -> str:
    """Return the sign of an answer that fits on the narrowest screen."""
    if question.spot is Spot.MAP and item.place is not None:
        return place_key(item.place)
    return (item.label if item.face is None else CARDS[item.face.card].name)[:10]


def at(question: Question, cursor: int) -> Question:
    return replace(question, cursor=cursor)


@pytest.mark.parametrize("size", SIZES)
def test_the_answer_under_the_cursor_is_always_visible(size: tuple[int, int]) -> None:
    for view in asking():
        question = view.question
        assert question is not None
        for cursor in {0, len(question.items) // 2, len(question.items) - 1}:
            moved = replace(view, question=at(question, cursor))
            text = draw(moved, *size).text()
            assert sign_of(question, question.items[cursor]) in text, (question.title, text)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.slow
def test_the_question_is_always_visible(size: tuple[int, int]) -> None:
    for view in asking():
        question = view.question
        assert question is not None
        current = question.current
        if current is not None and not current.enabled:
            continue
        words = " ".join(draw(view, *size).text().split())
        titles = (question.title, question.brief or question.title)
        starts = [" ".join(title.split()[:3]) for title in titles]
        assert any(start in words for start in starts), (titles, words)


def test_a_battle_on_the_smallest_screen_shows_all_totals_and_five_cards() -> None:
    rows = draw(scene(CHOOSE), 45, 10).rows()
    assert rows[1].split() == ["►B", "3", "choosing", "R", "1", "choosing", "S", "3", "choosing"]
    assert [row[1] for row in rows[2:7]] == list("abcde")
    assert "a tie kills all" in rows[8]


def test_a_battle_of_many_cards_is_scrolled_to_the_cursor() -> None:
    view = scene(CHOOSE)
    assert view.question is not None
    many = view.question.items * 3
    shown = replace(view, question=Question(view.question.spot, "Lay one", many, len(many) - 1))
    rows = draw(shown, 45, 10).rows()
    assert any(row.startswith("►e") for row in rows)
    assert any("↑" in row for row in rows)


def test_the_place_of_the_record_comes_whole_before_the_hint() -> None:
    path = "/home/somebody/.local/share/bloodrage/records/cb203333aa3ee2ba.bloodrage"
    told = f"Everyone signed the result. Record: {path}"
    hint = "The most Glory wins; the table tells where everybody's came from. " * 2
    view = replace(scene(Wanted("end", "end", 5, 1)), message=told, hint=hint)
    for height, hinted in ((24, False), (30, True)):
        rows = draw(view, 80, height).text().splitlines()
        assert any(row.endswith(path) for row in rows)
        assert any("Hint: The most Glory wins" in row for row in rows) is hinted


def test_the_result_of_five_players_is_read_to_its_end_on_a_small_screen() -> None:
    view = scene(Wanted("end", "end", 5, 1))
    assert view.end is not None
    rows = draw(replace(view, end=replace(view.end, minutes=119)), 80, 24).text()
    assert "17)." in rows
    assert "119 minutes" in rows
