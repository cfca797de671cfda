"""The legend: every place and card in words, whole facts in one row of any screen."""

from collections.abc import Callable

import pytest

from client.text.catalogue import ENGLISH, LANGUAGES, speak
from client.text.legend import card_legend, place_legend
from client.ui.cells import columns_of
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.setup import OUTER_TOKENS, Layout, new_game
from engine.state import GameState
from engine.terms import Age, CardId, Face, Phase, Place, Seat
from engine.values import replace

YOU = Seat(0)
_DOOMED = (Place.MUSPELHEIM, Place.GIMLE, Place.UTGARD)


def _game() -> GameState:
    layout = Layout(YOU, OUTER_TOKENS, _DOOMED, (Place.ELVAGAR, Place.ANGERBODA))
    return new_game(3, layout)


def within(width: int) -> Callable[[str], bool]:
    return lambda told: columns_of(told) <= width


def test_a_doomed_province_says_what_it_pays_and_when() -> None:
    assert place_legend(_game(), Place.MUSPELHEIM, within(120)) == (
        "Muspelheim: pillage it for Rage; 0 of 5 villages taken; falls in this Age: 2 Glory for "
        "each death"
    )


def test_facts_that_do_not_fit_are_left_out_whole_the_least_important_first() -> None:
    assert place_legend(_game(), Place.MUSPELHEIM, within(80)) == (
        "Muspelheim: pillage it for Rage; falls in this Age: 2 Glory for each death"
    )
    assert place_legend(_game(), Place.MUSPELHEIM, within(60)) == (
        "Muspelheim: falls in this Age: 2 Glory for each death"
    )
    assert place_legend(_game(), Place.MUSPELHEIM, within(20)) == ""


def test_nothing_is_said_of_pillages_once_the_actions_are_over() -> None:
    state = replace(_game(), phase=Phase.QUEST)
    assert "pillage" not in place_legend(state, Place.MUSPELHEIM, within(120))


def test_a_province_of_a_later_age_says_so_last() -> None:
    assert place_legend(_game(), Place.GIMLE, within(80)) == (
        "Gimle: pillage it for Horns; 0 of 5 villages taken; falls in Age II"
    )


def test_a_destroyed_province_and_a_fjord_explain_themselves() -> None:
    assert place_legend(_game(), Place.ELVAGAR, within(80)) == (
        "Elvagar: destroyed, nothing enters it any more"
    )
    assert place_legend(_game(), Place.NORTH, within(80)) == (
        "north fjord: closed, both its provinces are destroyed"
    )
    assert place_legend(_game(), Place.EAST, within(80)).startswith(
        "east fjord: ships here fight in Muspelheim and Horgr"
    )


def test_a_card_says_what_it_is_for_before_its_text() -> None:
    state = _game()
    troll, smite = Face(CardId("troll"), Age.ONE), Face(CardId("tyrs-smite"), Age.ONE)
    assert card_legend(state, YOU, troll, within(40)) == "Troll: a monster for 2 Rage, with 2 STR"
    assert card_legend(state, YOU, smite, within(80)).startswith(
        "Tyr's Smite: battle card, adds +5"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [39, 59, 79])
def test_every_legend_fits_into_one_row_in_every_language(language: str, width: int) -> None:
    state = _game()
    pillaged = tuple(replace(one, pillaged=True) for one in state.board.provinces)
    later = replace(state, board=replace(state.board, provinces=pillaged))
    faces = [face for card in CARDS.values() for face in faces_of(card)]
    speak(language)
    try:
        for here in (state, later):
            legends = [place_legend(here, place, within(width)) for place in Place]
            legends += [card_legend(here, YOU, face, within(width)) for face in faces]
            assert all(columns_of(legend) <= width for legend in legends)
            if width == 79:
                assert all(legends)
    finally:
        speak(ENGLISH)
