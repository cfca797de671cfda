from __future__ import annotations

import re

from client.screens.draw import draw, last_event_line
from client.screens.frame import Frame
from client.screens.rows import item_row, item_rows
from client.screens.strengths import fate_rows
from client.text.names import card_name
from client.ui.layout import size_of
from client.ui.view import Item, Question, Spot, TableView
from engine import decisions as ask
from engine.preview import CardOutcome
from engine.terms import Seat
from engine.values import replace
from tests.client.screens.scenes import Wanted, scene

SIZE = (80, 24)


def long_result(scroll: int = 0) -> TableView:
    """Return the result of a battle with thirty effects."""
    view = scene(Wanted("result", "result", 5, 3))
    assert view.battle is not None
    told = tuple(f"thing {number} happened" for number in range(30))
    return replace(view, battle=replace(view.battle, consequences=told), battle_scroll=scroll)


def shown(view: TableView) -> str:
    return draw(view, *SIZE).text()


def test_a_short_result_is_shown_whole_and_does_not_scroll() -> None:
    assert last_event_line(scene(Wanted("result", "result", 5, 3)), *SIZE) == 0


def test_a_long_result_shows_the_number_of_rows_below() -> None:
    text = shown(long_result())
    assert "thing 0 happened" in text
    assert "thing 29 happened" not in text
    assert "below)" in text


def test_a_long_result_scrolled_down_shows_its_end_under_the_same_table() -> None:
    last = last_event_line(long_result(), *SIZE)
    text = shown(long_result(last))
    assert "thing 29 happened" in text
    assert "below)" not in text
    assert "above)" in text
    assert shown(long_result()).splitlines()[:6] == text.splitlines()[:6]


def test_the_strength_before_and_the_bonus_of_a_card_give_the_total() -> None:
    view = scene(Wanted("choose", ask.CardDecision, 4, 2))
    battle = view.battle
    assert battle is not None
    now = next(row.total for row in battle.rows if row.seat == view.seat)
    raised = tuple(_stronger(one, view.seat) for one in battle.outcomes)
    text = shown(replace(view, battle=replace(battle, outcomes=raised)))
    _, table = text.split("before their cards", 1)
    for outcome in raised:
        assert outcome.face is not None
        line = next(row for row in table.splitlines() if card_name(outcome.face.card) in row)
        adds, total = re.findall(r" ([+-]?\d+) +(\d+)  ", line)[0]
        assert now + int(adds) == int(total) == outcome.total_of(view.seat)


def _stronger(outcome: CardOutcome, seat: Seat) -> CardOutcome:
    """Return an outcome in which an upgrade gives the seat 3 more, whatever it plays."""
    totals = (
        replace(one, total=one.total + 3) if one.seat == seat else one for one in outcome.totals
    )
    return replace(outcome, totals=tuple(totals))


def test_notes_stand_in_brackets_behind_labels_and_prices_do_not() -> None:
    note = Item("n", "No free invade", "the figure stays in the reserve")
    (wide,), _ = item_rows(Question(Spot.MENU, "", (note,), 0), 60)
    rows, _ = item_rows(Question(Spot.MENU, "", (note,), 0), 40)
    price = item_row(Item("i", "Invade", "1 Rage"), 20, current=False)
    texts = ["".join(text for _, text in line) for line, _ in (wide, *rows, price)]
    assert "(the figure stays in the reserve)" in texts[0]
    assert texts[1].startswith("►n No free invade (the figure stays")
    assert texts[-1] == " i Invade     1 Rage"


def test_the_number_of_rows_below_cuts_no_result() -> None:
    view = long_result()
    assert view.battle is not None
    told = tuple("Warriors and Leader to Valhalla from every province " * 2 for _ in range(9))
    for size in (SIZE, (100, 30)):
        long = replace(view, battle=replace(view.battle, consequences=told))
        text = draw(long, *size).text()
        (line,) = [one for one in text.splitlines() if "below)" in one]
        assert "…" not in line


def test_your_own_result_is_the_first() -> None:
    view = scene(Wanted("result", "result", 5, 1, fighters=5))
    battle = view.battle
    assert battle is not None
    frame = Frame(view, size_of(*SIZE))
    first = "".join(text for _, text in fate_rows(frame, battle, 74)[0][0])
    assert "you" in first


def test_results_without_room_are_counted_in_words() -> None:
    view = scene(Wanted("result", "result", 5, 1, fighters=5))
    battle = view.battle
    assert battle is not None
    fates = tuple(replace(one, results=("+3 Glory",) * 9) for one in battle.fates)
    rows = fate_rows(Frame(view, size_of(*SIZE)), replace(battle, fates=fates), 50, cut=True)
    assert all("more)" in "".join(text for _, text in line) for line, _ in rows)


def test_scrolling_beyond_the_end_changes_nothing() -> None:
    last = last_event_line(long_result(), *SIZE)
    assert shown(long_result(last + 7)) == shown(long_result(last))
