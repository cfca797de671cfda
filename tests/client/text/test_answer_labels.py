from __future__ import annotations

from typing import get_args

from client.text.answer_labels import Label, label
from engine import actions as act
from engine.figures import Figures
from engine.terms import LEADER, WARRIOR, CardId, ClanName, Face, Place, Seat
from tests.builders import A, Game, face, random_play, seat, table


def offered(game: Game, seat: Seat = A) -> dict[str, Label]:
    labels = [label(game.state, intent) for intent in game.options(seat)]
    return {one.text: one for one in labels}


def test_every_answer_of_random_games_has_a_label_of_its_own() -> None:
    met: set[type[act.Intent]] = set()
    for seed in range(4):
        for game in random_play(4, seed):
            for due in game.owed()[:1]:
                if due.seat is None:
                    continue
                options = game.options(due.seat)
                met |= {type(intent) for intent in options}
                labels = [label(game.state, intent) for intent in options]
                assert all(labels)
                picks = any(isinstance(intent, act.Pick | act.Lay | act.Keep) for intent in options)
                assert picks or len(set(labels)) == len(labels), labels
    assert len(met) > len(get_args(act.Intent)) // 2


def test_the_rarer_answers_have_labels_too() -> None:
    state = table(A=seat(gimle="WL")).state
    rare: tuple[act.Intent, ...] = (
        act.ChooseClan(A, ClanName.RAM),
        act.SendSuccor(A),
        act.PillageAtOnce(A),
        act.Repillage(A, Place.GIMLE),
        act.InvadeFromValhalla(A, LEADER, Place.GIMLE),
        act.Sacrifice(A, ((Place.GIMLE, WARRIOR), (Place.GIMLE, LEADER))),
        act.Retreat(A),
        act.Protect(A, ((Place.GIMLE, Figures(warriors=1)),)),
        act.KeepPlayed(A, (face("tyrs-smite"),)),
        act.WalkOn(A, LEADER, Place.HORGR),
        act.SendBlessing(A),
        act.QuestCounts(A, 3),
        act.TideKeep(A, LEADER),
        act.AddLate(A, face("heimdalls-eye", 2)),
        act.BoxFrom(A, Place.GIMLE),
        act.Skip(A),
    )
    assert all(label(state, intent).text for intent in rare)


def test_an_invade_shows_its_price_and_the_rage_left() -> None:
    labels = offered(table(A=seat(rage=5)))
    assert labels["Invade Gimle with a Warrior"] == Label(
        "Invade Gimle with a Warrior", 1, "Rage 5 → 4, Horns 1/4"
    )
    assert labels["Invade Gimle with the Leader"].effect == "free, Horns 1/4"


def test_a_pillage_shows_the_reward_of_the_token() -> None:
    game = table(A=seat(gimle="W"), tokens={Place.GIMLE: "axes"})
    assert offered(game)["Pillage Gimle"] == Label("Pillage Gimle", 0, "Axes 3 → 4")


def test_a_march_names_both_ends_and_the_group() -> None:
    labels = offered(table(A=seat(gimle="WWL"), players=2))
    assert "March from Gimle to Horgr: 2 Warriors and Leader" in labels


def test_an_upgrade_shows_the_replaced_card_and_the_discounted_price() -> None:
    game = table(A=seat(hand="thors-glory", upgrades="friggas-charm lokis-domain tyrs-domain"))
    over = offered(game)["Upgrade: Frigga's Charm → Thor's Glory"]
    assert over.cost == 1


def test_a_hand_card_shows_its_bonus() -> None:
    state = table().state
    assert label(state, act.Lay(A, face("tyrs-smite"))).effect == "+5"
    assert label(state, act.Lay(A, face("quest-alfheim"))).effect == "adds nothing"
    assert label(state, act.Lay(A, Face(CardId("heimdalls-sight"), face("troll").age))).effect == (
        "equals an opponent's best card"
    )
