"""Gods and Mystics line by line: the board, a battle, rules of the boxes in use only."""

from __future__ import annotations

from client.plain.reports import battle_told, board_told, situation
from client.presenter.beats import BattleHistory
from client.text.box_words import GameBox
from client.text.names import names_of
from client.text.rulebook import topics_for
from engine.terms import Phase
from tests.builders import C, seat, table
from tests.client.presenter.test_beats import beats_of
from tests.client.presenter.test_gods_told import FOUGHT, battle_of
from tests.client.prompts.asking import asked

GODS = "thor=gimle loki=none"


def test_the_board_lists_the_gods_with_their_powers_and_explains_the_sign_of_a_mystic() -> None:
    state = table(A=seat(gimle="WY"), players=2, gods=GODS, mystics=True).state
    told = board_told(state, names_of(state))
    assert "Thor (Gimle): the winner gains 2 Glory for each enemy figure that dies" in told
    assert any(line.startswith("Loki (beside the board): ") for line in told)
    assert "Y is a Mystic, strength 2." in told
    assert next(line for line in told if line.startswith("1 Gimle")).startswith("1 Gimle W1Y:3")


def test_a_board_without_boxes_has_no_word_of_them() -> None:
    state = table(players=2).state
    told = " ".join(board_told(state, names_of(state)))
    assert "Mystic" not in told
    assert "Thor" not in told


def test_the_situation_of_a_turn_names_the_god_of_a_province() -> None:
    game = table(A=seat(gimle="W"), players=2, gods="thor=gimle loki=utgard")
    assert "god Thor" in " ".join(situation(asked(game), 0))


def test_a_battle_begins_with_the_power_of_its_god() -> None:
    history = BattleHistory()
    for beat in beats_of(battle_of("tyr"), *FOUGHT, viewer=C):
        history.hear(beat)
    told = battle_told(history.steps(1), names_of(battle_of("tyr").state))
    assert told[1] == "Tyr: figures count 0, only cards decide."


def test_rules_of_a_phase_are_those_of_the_boxes_in_use() -> None:
    def ids(*boxes: GameBox, in_battle: bool = False) -> set[str]:
        return {topic.id for topic in topics_for(Phase.ACTION, in_battle=in_battle, boxes=boxes)}

    assert "mystics" in ids(GameBox.MYSTICS)
    assert "mystics" not in ids(GameBox.GODS)
    assert "gods" in ids(GameBox.GODS, in_battle=True)
    assert "gods" not in ids(in_battle=True)
