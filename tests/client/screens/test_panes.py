"""Side and hand: their contents with and without much room."""

from __future__ import annotations

from client.screens.draw import draw
from client.ui.view import OverlayKind, TableView
from engine import decisions as ask
from engine.cards import CARDS
from engine.terms import Face, Place, Seat
from engine.values import replace
from tests.builders import cards, face
from tests.client.screens.scenes import Wanted, scene

LARGE = (140, 45)
TURN = Wanted("turn", ask.TurnDecision, 5, 6)
QUEST = Wanted("quest", ask.TurnDecision, 5, 6, "e")


def words(view: TableView, size: tuple[int, int], first: int, last: int | None = None) -> str:
    """Return the text of some columns of a screen as one line."""
    rows = draw(view, *size).rows()
    return " ".join(" ".join(row[first:last] for row in rows).split())


def hand(view: TableView, size: tuple[int, int]) -> str:
    rows = draw(view, *size).rows()
    return " ".join(" ".join(row.split("│")[1] for row in rows[22:] if "│" in row).split())


def with_hand(view: TableView, *held: Face) -> TableView:
    return replace(view, knowledge=replace(view.knowledge, hand=tuple(sorted(held))))


def test_large_screens_show_the_text_of_every_card_in_hand() -> None:
    view = scene(TURN)
    told = hand(view, LARGE)
    for card in {one.card for one in view.knowledge.hand}:
        assert CARDS[card].text in told


def test_long_texts_share_the_spare_rows() -> None:
    held = ("odins-tide", "heimdalls-watch", "lokis-trickery", "thors-oath", "quest-jotunheim")
    view = with_hand(scene(TURN), *(face(one) for one in held))
    told = hand(view, LARGE)
    assert all(CARDS[one.card].name in told for one in view.knowledge.hand)
    assert "…" in told
    assert CARDS[face("thors-oath").card].text in told


def test_without_room_for_all_texts_the_card_under_the_cursor_has_one() -> None:
    view = scene(QUEST)
    assert "and raise one stat." in words(view, (110, 34), 35, 79)


def test_quests_in_hand_show_their_present_status() -> None:
    assert "Now: Utgard: no figure of yours." in hand(scene(TURN), LARGE)


def test_the_hand_pane_counts_the_quests_of_others() -> None:
    assert "others' quests: R2 W1 M2" in words(scene(TURN), (80, 24), 29, 59)


def test_small_screens_count_all_hands_below_the_table() -> None:
    assert "Hands B6 R2 S5 W3 M3" in words(scene(TURN), (80, 24), 52)


def test_the_place_under_the_cursor_has_its_prospect_and_last_event() -> None:
    view = replace(scene(TURN), place=Place.GIMLE)
    told = words(view, LARGE, 0, 38)
    assert "you: 0 here; best now: 3 (march from 8 Angerboda)" in told
    assert "last here: M Dag: Warrior → Gimle" in told
    assert "4 Myrkvlor (falls now)" in words(view, (140, 60), 0, 38)


def test_many_upgrades_have_all_their_names_on_large_screens() -> None:
    view = scene(TURN)
    state = view.state
    many = cards("troll dwarf-chieftain lokis-domain thors-domain tyrs-domain lord-of-axes")
    for seat in range(5):
        clan = state.clans[seat]
        state = state.with_clan(Seat(seat), replace(clan, upgrades=many))
    told = words(replace(view, state=state), LARGE, 85)
    assert told.count("Troll, Dwarf Chieftain") == 5
    assert told.count("Lord of Axes") == 5


def test_upgrades_of_others_have_their_texts_on_large_screens() -> None:
    view = scene(TURN)
    told = words(view, LARGE, 85)
    assert f"Brothers in Arms: {CARDS[cards('brothers-in-arms')[0]].text}" in told
    assert "upgrades in play" in words(view, (180, 60), 100)


def test_the_smallest_screens_show_the_beginning_of_the_last_line() -> None:
    view = scene(TURN)
    long = replace(view.log[-1], short="Warriors come from far away and fill the whole of Gimle")
    rows = draw(replace(view, log=(*view.log, long)), 40, 10).rows()
    assert any("Dag: Warriors come from" in row or "Warriors come from" in row for row in rows)
    assert not any(row.strip().startswith("whole of") for row in rows)


def test_v_at_the_choice_of_a_stat_explains_your_numbers() -> None:
    overlay = scene(Wanted("stat-why", ask.StatDecision, 5, 1, "v")).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.EXPLAIN
    assert any(line.startswith("HORNS") for line in overlay.lines)


def test_v_on_a_fjord_explains_its_ships() -> None:
    overlay = scene(Wanted("fjord-why", ask.TurnDecision, 5, 1, "i s v")).overlay
    assert overlay is not None
    assert any("count in battles for" in line for line in overlay.lines)
