"""`v` and `E` explain what the cursor that moved last is on, and the newest event."""

from __future__ import annotations

import pytest

from client.controller.useless_keys import no_key_here
from client.screens.draw import draw
from client.screens.frame import Frame, hand_faces
from client.screens.prompt import key_hints
from client.text.hint_sentences import TOPICS
from client.text.names import initial
from client.text.rulebook import find_topic
from client.ui.layout import Size
from client.ui.view import Overlay, OverlayKind
from engine.cards import CARDS
from engine.terms import CardId, FigureKind, Slot
from tests.builders import B, seat, table
from tests.client.controller.test_table_model import Screen, duel


def opened(screen: Screen) -> Overlay:
    found = screen.model.display.overlay
    assert found is not None
    return found


def test_v_explains_the_place_after_a_digit_and_the_action_after_an_arrow() -> None:
    screen = Screen(duel())
    screen.keys("7", "v")
    assert opened(screen).title == "Elvagar"
    screen.keys("escape", "up", "v")
    assert opened(screen).title == "Pass"


def test_v_in_a_call_explains_the_answer_and_the_place_that_is_called() -> None:
    game = table(
        A=seat(gimle="L", andlang="W", hand="tyrs-smash"), B=seat(gimle="W", andlang="W"), turn=B
    )
    screen = Screen(game, "B pillage gimle")
    assert "Bring one more figure?" in screen.question
    screen.keys("v")
    assert opened(screen).title == "Bring nobody now"
    assert "Gimle" in opened(screen).lines


def test_v_at_a_figure_that_could_join_explains_the_battle_not_its_origin() -> None:
    game = table(
        A=seat(gimle="L", andlang="W", hand="tyrs-smash"), B=seat(gimle="W", andlang="W"), turn=B
    )
    screen = Screen(game, "B pillage gimle")
    screen.keys("a", "v")
    assert opened(screen).title == "Gimle"


def chapter(screen: Screen) -> str:
    """Return the first heading of the rules."""
    return next(line for line in opened(screen).lines if line.isupper())


def test_r_opens_the_rules_of_the_present_decision() -> None:
    game = table(
        A=seat(gimle="L", andlang="W", hand="tyrs-smash"), B=seat(gimle="W", andlang="W"), turn=B
    )
    screen = Screen(game, "B pillage gimle", "B decline")
    screen.keys("r")
    assert chapter(screen) == "THE CALL TO BATTLE"
    screen.keys("escape", "n", "enter", "r")
    assert chapter(screen) == "PLAYING CARDS IN BATTLE"
    turn = Screen(duel())
    turn.keys("r")
    assert chapter(turn) == "TURNS AND ACTIONS"
    turn.keys("escape", "x", "r")
    assert chapter(turn) == "ACTION: PASS, AND WHEN THE PHASE ENDS"


@pytest.mark.parametrize("word", [word for word in TOPICS if word != "goal"])
def test_every_moment_with_a_hint_has_a_chapter_of_the_rules(word: str) -> None:
    assert find_topic(TOPICS[word]) is not None


def test_a_letter_that_no_answer_has_gets_a_sentence() -> None:
    screen = Screen(duel())
    for keys in (("d",), ("i", "d"), ("i", "l", "d"), ("p", "1", "enter", "d")):
        screen.keys("z", *keys)
        assert screen.model.display.message == "No key d here; ? shows the keys."


@pytest.mark.parametrize(
    ("key", "sign"), [("left", "\u2190"), ("right", "\u2192"), ("up", "\u2191"), ("down", "\u2193")]
)
def test_an_arrow_without_a_use_is_named_by_its_sign(key: str, sign: str) -> None:
    assert no_key_here(key) == f"No key {sign} here; ? shows the keys."


def test_the_newest_card_is_history_once_a_phase_begins() -> None:
    one, other = seat(gimle="L", hand="tyrs-bash"), seat(gimle="W", hand="lokis-domain")
    game = table(A=one, B=other, players=2)
    screen = Screen(game, "B upgrade lokis-domain", "B pass")
    screen.keys("x", "up", "enter")
    assert screen.question == "Keep one card for the next Age?"
    assert any(CardId("lokis-domain") in line.cards for line in screen.model.shown.log)
    assert screen.model.shown.news == ""


def test_v_at_the_result_of_a_battle_shows_totals_and_both_cards() -> None:
    screen = Screen(duel(), "B decline", "B card tyrs-bash")
    screen.keys("p", "1", "enter", "enter", "b", "enter", "enter", "v")
    told = "\n".join(opened(screen).lines)
    assert opened(screen).title == "Battle for Gimle"
    assert "Wolf (you) 6" in told
    assert f"Tyr's Smash: {CARDS[CardId('tyrs-smash')].text}" in told
    assert "Tyr's Bash: " in told


def test_the_hand_pane_has_a_cursor_and_opens_the_card_under_it() -> None:
    screen = Screen(duel())
    screen.keys("h", "end", "v")
    faces = hand_faces(screen.model.shown.knowledge)
    assert opened(screen).face == faces[-1]
    screen.keys("escape", "home", "enter")
    assert opened(screen).face == faces[0]


def test_the_hand_has_no_letters_where_they_would_do_nothing() -> None:
    screen = Screen(duel())
    text = draw(screen.model.view(0.0), 80, 24).text()
    assert "│  Tyr's Bash" in text
    assert "a Tyr's Bash" not in text


def test_the_newest_card_of_another_player_is_one_key_away() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W", hand="lokis-dragons"), players=2)
    screen = Screen(game, "B upgrade lokis-dragons")
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    hints = key_hints(Frame(screen.model.view(screen.now), Size.SMALL))
    assert "E Loki's Dragons" in hints
    screen.keys("E")
    assert opened(screen).kind is OverlayKind.CARD
    assert opened(screen).title.startswith("Loki's Dragons")


def test_no_two_monsters_share_a_sign() -> None:
    monsters = [card for card in CARDS.values() if card.slot is Slot.MONSTER]
    signs = {initial(FigureKind(card.id)) for card in monsters}
    assert len(signs) == len(monsters)
    assert all(initial(FigureKind(card.id)) in card.name.lower() for card in monsters)


def test_the_help_finds_signs_and_words_and_begins_with_the_question() -> None:
    screen = Screen(duel())
    screen.keys("i", "?")
    text = draw(screen.model.view(0.0), 100, 40).text()
    assert text.index("NOW") < text.index("Warrior x8") < text.index("ACT")
    screen.keys(*"rage")
    text = draw(screen.model.view(0.0), 100, 40).text()
    assert "pays for actions" in text
    assert "a pillage raises Rage" in text
    screen.keys(*["backspace"] * 4, *"frost")
    assert "Frost Giant" in draw(screen.model.view(0.0), 100, 40).text()
