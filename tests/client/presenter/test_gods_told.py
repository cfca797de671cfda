"""Gods and Mystics as events: places with their powers, hints, battles by the power of a god."""

from __future__ import annotations

import pytest

from client.presenter.beats import Beat
from client.presenter.event_cards import powers_of
from client.presenter.hints import Hints
from client.text.hint_sentences import hint_sentence
from client.ui.view import BattleView, Strip
from engine.changes import PlaceGod
from engine.gods import GODS
from engine.terms import Deity, Place
from tests.builders import A, B, C, Game, seat, table
from tests.client.presenter.test_beats import beats_of

FOUGHT = ("C pillage gimle", "A card tyrs-smash", "B card tyrs-bash", "C card odins-smite")


def battle_of(god: str) -> Game:
    """Return a table at which C pillages the province of a god, with A and B in its area."""
    other = "thor" if god == "loki" else "loki"
    return table(
        A=seat(gimle="WWW", hand="tyrs-smash"),
        B=seat(west="S", hand="tyrs-bash"),
        C=seat(gimle="L", hand="odins-smite"),
        players=3,
        turn=C,
        gods=f"{god}=gimle {other}=utgard",
    )


def views(beats: list[Beat]) -> list[BattleView]:
    return [beat.battle for beat in beats if beat.battle is not None]


def result_of(god: str) -> BattleView:
    """Return the result of a battle in the province of a god."""
    return views(beats_of(battle_of(god), *FOUGHT))[-1]


def test_in_heimdalls_province_the_screen_fills_card_by_card() -> None:
    moves = ("C pillage gimle", "A open-play tyrs-smash", "B open-play tyrs-bash")
    seen = views(beats_of(battle_of("heimdall"), *moves))
    assert {view.strip for view in seen} == {Strip.CHOOSE}
    shown = [[row.card for row in view.rows] for view in seen]
    assert shown[0] == ["none yet", "choosing", "none yet"]
    assert shown[-2] == ["none yet", "Tyr's Smash +3", "choosing"]
    assert shown[-1] == ["choosing", "Tyr's Smash +3", "Tyr's Bash +2"]
    assert [row.total for row in seen[-1].rows] == [3, 6, 4]


def test_each_open_card_is_a_beat_of_its_own_with_its_text() -> None:
    game = battle_of("heimdall")
    moves = ("C pillage gimle", "A open-play tyrs-smash", "B open-play tyrs-bash")
    last = beats_of(game, *moves, "C open-play odins-smite")
    turned = [view.turned for view in views(last) if view.turned]
    assert any(text.startswith("Odin's Smite: ") for text in turned)


@pytest.mark.parametrize("god", [deity for deity in Deity if deity is not Deity.HEIMDALL])
def test_a_battle_names_its_god_from_the_choice_to_the_result(god: Deity) -> None:
    seen = views(beats_of(battle_of(god), *FOUGHT))
    assert {view.god for view in seen} == {god}
    assert seen[-1].strip is Strip.RESULT


def test_tyrs_figures_weigh_nothing_in_any_column() -> None:
    view = views(beats_of(battle_of("tyr"), "C pillage gimle"))[-1]
    weights = [(row.figure_strength, row.ship_strength, row.total) for row in view.rows]
    assert weights == [(0, 0, 0)] * 3


def test_friggas_battle_has_no_dead_and_says_why() -> None:
    result = result_of("frigga")
    assert not any("Valhalla" in text for fate in result.fates for text in fate.results)
    assert "Frigga: nobody dies in battle" in result.consequences


def test_lokis_battle_pays_the_losers_and_not_the_winner() -> None:
    result = result_of("loki")
    paid = {fate.seat: any("Glory" in text for text in fate.results) for fate in result.fates}
    winner = next(row.seat for row in result.rows if row.winner)
    assert paid == {one: one != winner for one in (A, B, C)}


def test_a_god_that_is_placed_is_told_with_its_whole_power() -> None:
    story = (PlaceGod(Deity.TYR, None), PlaceGod(Deity.THOR, Place.GIMLE))
    assert list(powers_of(story)) == [f"Thor: {GODS[Deity.THOR].text}"]


# ------------------------------------------------------------------------ hints


def test_the_first_move_of_a_god_brings_the_hint_about_it() -> None:
    game = table(
        A=seat(elvagar="L"), B=seat(gimle="L"), players=2, turn=B, gods="thor=gimle tyr=utgard"
    )
    beats = beats_of(game, "B pillage gimle", "B god-move yggdrasil")
    assert "god thor" in [beat.hint for beat in Hints().marked(beats, A)]


@pytest.mark.parametrize("god", Deity)
def test_the_hint_about_a_god_is_about_its_power(god: Deity) -> None:
    assert GODS[god].name in hint_sentence(f"god {god}")


def test_mystics_have_a_hint_when_the_first_one_comes() -> None:
    game = table(A=seat(hand="friggas-chosen"), players=2, mystics=True)
    beats = beats_of(game, "A upgrade friggas-chosen", viewer=B)
    assert "mystic" in [beat.hint for beat in Hints().marked(beats, B)]
    assert "Y on the map" in hint_sentence("mystic")


def test_a_new_mystic_comes_before_the_hint_about_upgrades() -> None:
    game = table(A=seat(hand="friggas-chosen"), players=2, mystics=True)
    beats = beats_of(game, "A upgrade friggas-chosen")
    assert next(beat.hint for beat in Hints().marked(beats, A)) == "mystic"
