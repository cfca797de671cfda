"""Side and hand: what they show where there is room, and what goes first where there is none."""

from __future__ import annotations

from dataclasses import replace

from client.screens.draw import draw
from client.style.theme import Look
from client.ui.view import OverlayKind, TableView
from engine import decisions as ask
from engine.cards import CARDS
from engine.terms import Face, Place, Seat
from tests.builders import cards, face
from tests.client.screens.scenes import Wanted, scene

LARGE = (140, 45)
TURN = Wanted("turn", ask.TurnDecision, 5, 6)
QUEST = Wanted("quest", ask.TurnDecision, 5, 6, "e")


def words(view: TableView, size: tuple[int, int], first: int, last: int | None = None) -> str:
    """What stands in some columns of a screen, as one line."""
    rows = draw(view, *size, Look()).rows()
    return " ".join(" ".join(row[first:last] for row in rows).split())


def hand(view: TableView, size: tuple[int, int]) -> str:
    rows = draw(view, *size, Look()).rows()
    return " ".join(" ".join(row.split("│")[1] for row in rows[27:] if "│" in row).split())


def with_hand(view: TableView, *held: Face) -> TableView:
    return replace(view, knowledge=replace(view.knowledge, hand=tuple(sorted(held))))


def test_a_large_screen_tells_the_whole_text_of_every_card_in_hand() -> None:
    view = scene(TURN)
    told = hand(view, LARGE)
    for card in {one.card for one in view.knowledge.hand}:
        assert CARDS[card].text in told


def test_long_texts_get_as_many_rows_each_as_there_is_room_for() -> None:
    held = ("odins-tide", "heimdalls-watch", "lokis-trickery", "thors-oath", "quest-jotunheim")
    view = with_hand(scene(TURN), *(face(one) for one in held))
    told = hand(view, LARGE)
    assert all(CARDS[one.card].name in told for one in view.knowledge.hand)
    assert "…" in told
    assert CARDS[face("thors-oath").card].text in told


def test_the_card_under_the_cursor_is_told_where_there_is_no_room_for_all_texts() -> None:
    view = scene(QUEST)
    assert "then raise one clan stat." in words(view, (100, 30), 21, 61)


def test_a_quest_in_hand_is_told_as_it_stands_now() -> None:
    assert "Now: Utgard: no figure of yours." in hand(scene(TURN), LARGE)


def test_quests_of_the_others_are_counted_in_the_hand_pane() -> None:
    assert "others' quests: R2 W1 M2" in words(scene(TURN), (80, 24), 21, 51)


def test_a_small_screen_counts_the_hands_of_all_below_the_table() -> None:
    assert "Hands B6 R2 S5 W3 M3" in words(scene(TURN), (80, 24), 55)


def test_the_place_under_the_cursor_tells_what_could_be_brought_and_what_happened_last() -> None:
    told = words(replace(scene(TURN), place=Place.GIMLE), LARGE, 85)
    assert "you: 0 here; best now: 3 (march from 8 Angerboda)" in told
    assert "last here: M Dag: Warrior > Gimle" in told
    assert "4 Myrkvlor (falls now)" in told


def test_many_upgrades_take_a_row_for_each_clan() -> None:
    view = scene(TURN)
    state = view.state
    many = cards("troll dwarf-chieftain lokis-domain thors-domain tyrs-domain lord-of-axes")
    for seat in range(5):
        clan = state.clans[seat]
        state = state.with_clan(Seat(seat), replace(clan, upgrades=many))
    told = words(replace(view, state=state), LARGE, 85)
    assert told.count("6: Troll, Dwarf Chieftain") == 5


def test_v_where_a_stat_is_raised_explains_the_own_numbers() -> None:
    overlay = scene(Wanted("stat-why", ask.StatDecision, 5, 1, "v")).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.EXPLAIN
    assert any(line.startswith("HORNS") for line in overlay.lines)


def test_v_on_a_fjord_tells_what_its_ships_are_for() -> None:
    overlay = scene(Wanted("fjord-why", ask.TurnDecision, 5, 1, "i s v")).overlay
    assert overlay is not None
    assert any("count in battles for" in line for line in overlay.lines)
