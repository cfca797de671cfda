"""Questions that only the boxes ask: moves of gods, retreats of Mystics, villages, open cards."""

from __future__ import annotations

from client.prompts.foresight import consequence
from client.ui.view import Spot
from engine import actions as act
from engine.terms import MYSTIC, WARRIOR, Origin, Place
from tests.builders import GIMLE, HORGR, UTGARD, YGGDRASIL, A, B, C, Game, face, seat, table
from tests.client.prompts.asking import keys, labels, shown, taken, walk


def after_an_attempt() -> Game:
    """Return a table at which A pillaged Odin's province alone."""
    game = table(A=seat(gimle="W"), players=2, gods="odin=gimle thor=utgard", pillaged="andlang")
    game.play("A pillage gimle")
    return game


def test_the_pillager_chooses_the_place_of_a_god_on_the_map() -> None:
    at = walk(after_an_attempt())
    asked = shown(at)
    assert asked.spot is Spot.MAP
    assert asked.title == "Where does Odin go?"
    places = {item.place for item in asked.items}
    assert YGGDRASIL in places
    assert places.isdisjoint({GIMLE, UTGARD, Place.ANDLANG})
    at = keys(at, "5", "enter")
    assert shown(at).title == "Move Odin from Gimle to Yggdrasil?"
    assert taken(at, "enter") == act.MoveGod(A, YGGDRASIL)


def test_a_pillage_in_a_gods_province_is_confirmed_with_its_power() -> None:
    game = table(A=seat(gimle="W"), players=2, gods="odin=gimle thor=utgard")
    at = keys(walk(game), "p", "1", "enter")
    assert shown(at).note == "Here: you 1. Odin: the reward is paid twice."
    assert "nobody can stop it; Horns 4 → 5; Horns 5 → 6;" in consequence(at)


def test_a_call_to_battle_names_the_power_of_the_god() -> None:
    game = table(
        A=seat(gimle="W"), B=seat(gimle="W", andlang="W"), players=2, gods="tyr=gimle thor=utgard"
    )
    game.play("A pillage gimle")
    asked = shown(walk(game, B))
    assert "Tyr: figures count 0, only cards decide." in asked.note
    assert asked.brief == "Gimle ◆Tyr: one more figure?"


def retreat() -> Game:
    """Return a table at which A's Mystic in Horgr is about to die."""
    game = table(
        A=seat(horgr="Y", upgrades="friggas-chosen"),
        B=seat(horgr="L", hand="tyrs-smash"),
        players=2,
        turn=B,
        mystics=True,
    )
    game.play("B pillage horgr", "B card tyrs-smash")
    return game


def test_a_mystic_may_retreat_and_its_place_is_chosen_on_the_map() -> None:
    at = walk(retreat())
    assert shown(at).title == "Your Mystic in Horgr is about to die: retreat?"
    assert labels(at) == ["Retreat", "Stay and die"]
    assert taken(at, "n", "enter") == act.Decline(A)
    at = keys(at, "y", "enter")
    assert shown(at).spot is Spot.MAP
    assert {item.place for item in shown(at).items} >= {UTGARD, YGGDRASIL}
    assert GIMLE not in {item.place for item in shown(at).items}
    at = keys(at, "5", "enter")
    assert shown(at).title == "Retreat with your Mystic from Horgr to Yggdrasil?"
    assert taken(at, "enter") == act.RetreatTo(A, YGGDRASIL)


def capture() -> Game:
    return table(
        A=seat(mystics=2, gimle="W", upgrades="odins-chosen"),
        B=seat(gimle="W", horgr="W"),
        players=2,
        mystics=True,
    )


def test_a_village_to_take_is_chosen_on_the_map_then_by_its_figure_others_first() -> None:
    at = keys(walk(capture()), "o")
    assert shown(at).spot is Spot.MAP
    assert {item.place for item in shown(at).items} == {GIMLE, HORGR}
    at = keys(at, "1", "enter")
    assert [(item.label, item.detail) for item in shown(at).items] == [
        ("Warrior", "Raven"),
        ("Warrior", "Wolf (you)"),
    ]
    expected = act.TakeVillage(A, GIMLE, B, WARRIOR, Origin.RESERVE)
    assert taken(at, "enter") == expected


def test_the_only_figure_of_a_place_is_confirmed_at_once() -> None:
    at = keys(walk(capture()), "o", "6", "enter")
    assert shown(at).spot is Spot.CONFIRM
    assert shown(at).title.startswith("Take the village of a Warrior in Horgr (")
    assert taken(at, "enter") == act.TakeVillage(A, HORGR, B, WARRIOR, Origin.RESERVE)


def test_a_mystic_has_a_key_of_its_own_where_a_figure_is_asked() -> None:
    at = keys(walk(capture()), "i")
    mystic = next(item for item in shown(at).items if item.figure == MYSTIC)
    assert mystic.key == "y"
    assert (mystic.label, mystic.detail) == ("Mystic x2", "0 Rage")


def open_battle() -> Game:
    """Return a battle in Heimdall's province: A plays first, then B, and the pillager C last."""
    game = table(
        A=seat(gimle="W", hand="tyrs-smash tyrs-bash"),
        B=seat(west="S", hand="tyrs-bash"),
        C=seat(gimle="L", hand="odins-smite tyrs-crush"),
        players=3,
        turn=C,
        gods="heimdall=gimle loki=utgard",
    )
    game.play("C pillage gimle")
    return game


def test_a_card_is_played_openly_in_heimdalls_province() -> None:
    first = walk(open_battle(), A)
    assert shown(first).title == "Choose a card to play openly"
    assert shown(first).spot is Spot.BATTLE
    at = keys(first, "a", "enter")
    assert shown(at).note == "total 3, level: a tie kills all. Everybody sees it; this is final."
    assert taken(at, "enter") == act.PlayOpen(A, face("tyrs-bash"))


def test_players_read_who_plays_after_them_and_the_last_one_that_nobody_does() -> None:
    game = open_battle()
    assert shown(walk(game, A)).note == (
        "They play after you and see your card: Raven holds 1 card, Serpent holds 2 cards."
    )
    game.play("A open-play tyrs-smash", "B open-play tyrs-bash")
    assert shown(walk(game, C)).note == (
        "You are the last to play: only reinforcement cards can follow."
    )


def test_the_chance_to_win_counts_those_who_have_yet_to_play() -> None:
    game = open_battle()
    assert "Chance: ~" in consequence(walk(game, A))
    game.play("A open-play tyrs-smash")
    assert consequence(walk(game, B)) == (
        "Chance: 0 % to win, 44 % to tie (9 unseen battle cards equally likely)."
    )
    game.play("B open-play tyrs-bash")
    assert "Serpent: Leader to Valhalla" in consequence(walk(game, C))


def test_a_tie_in_friggas_province_is_not_said_to_kill() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-bash"),
        B=seat(gimle="L"),
        players=2,
        gods="frigga=gimle loki=utgard",
    )
    game.play("A pillage gimle")
    assert [item.detail for item in shown(walk(game)).items] == [
        "total 3, level: a tie, nobody wins"
    ]
