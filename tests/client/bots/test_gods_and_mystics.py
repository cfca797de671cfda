"""Bots under the gods of Asgard, and with the cards of Mystics of Midgard (L24 to L38, M10)."""

from __future__ import annotations

from random import Random

import pytest

from client.bots.guess import hidden
from client.bots.karl import karl
from client.bots.situation import Situation
from client.bots.turn_choice import turn_values
from client.bots.weights import PRINTED
from client.tables.simulate import bot_table, run_sim
from engine import actions as act
from engine import decisions as ask
from engine.intents import intents
from engine.knowledge import with_pack
from engine.play import owed_by
from engine.state import Options
from engine.terms import MYSTIC, WARRIOR, Origin, Phase, Seat, Token
from engine.values import replace
from tests.builders import (
    ANDLANG,
    GIMLE,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    Game,
    SeatWords,
    face,
    faces,
    figures,
    seat,
    table,
)
from tests.client.bots.test_karl import answer

BOTH = Options(gods=True, mystics=True)
NOWHERE = "odin=none tyr=none"
ALL_BUT_GIMLE = "elvagar angerboda muspelheim horgr utgard andlang myrkvlor yggdrasil"


def gains(game: Game, who: Seat = A) -> dict[act.Intent, float]:
    """Return the gain of each answer of a turn, by the weights of a karl."""
    decision, known = owed_by(game.state, who), game.knowledge[who]
    assert isinstance(decision, ask.TurnDecision)
    answers = intents(game.state, known, decision)
    values = turn_values(PRINTED, Situation(game.state, known, decision, answers))
    return {answer: value for value, answer in values}


# ------------------------------------------------------------------------ Frigga


@pytest.mark.parametrize("level", ["karl", "jarl"])
def test_a_bot_attacks_to_die_but_not_under_frigga(level: str) -> None:
    """Dead Warriors and a dead ship would pay; under Frigga nobody dies."""

    def hopeless(gods: str) -> act.Intent:
        game = table(
            A=seat(gimle="WW", west="S", upgrades="fire-dragons lokis-wrath", rage=1),
            B=seat(gimle="WL", yggdrasil="troll", upgrades="troll", rage=0),
            players=2,
            age=3,
            gods=gods,
            pillaged=ALL_BUT_GIMLE.replace(" yggdrasil", ""),
        )
        return answer(game, A, level)

    assert hopeless(NOWHERE) == act.Pillage(A, GIMLE)
    assert not isinstance(hopeless("frigga=gimle tyr=none"), act.Pillage)


def test_a_karl_attacks_under_frigga_if_it_wins_the_reward() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-smash"),
        B=seat(gimle="W", rage=0),
        players=2,
        gods="frigga=gimle tyr=none",
        pillaged=ALL_BUT_GIMLE,
    )
    assert answer(game, A) == act.Pillage(A, GIMLE)


def test_no_attack_that_lives_on_help_is_made_twice_under_frigga() -> None:
    """The Leader next door could decide, but the karl that called would rather keep it there."""
    game = table(
        A=seat(gimle="W", andlang="L", rage=1),
        B=seat(gimle="WW", rage=0),
        players=2,
        gods="frigga=gimle tyr=none",
        pillaged=ALL_BUT_GIMLE,
    )
    assert act.Pillage(A, GIMLE) not in gains(game)


def test_no_attack_that_ends_in_a_tie_is_made_twice_under_frigga() -> None:
    """All cards of a tie return and nobody dies, so the same position would come again."""
    game = table(
        A=seat(gimle="W", hand="tyrs-smash", rage=1),
        B=seat(gimle="W", hand="tyrs-smash", rage=0),
        players=2,
        gods="frigga=gimle tyr=none",
        pillaged=ALL_BUT_GIMLE,
    )
    game.play("A pillage gimle", "A card tyrs-smash", "B card tyrs-smash")
    assert game.due() == ask.TurnDecision(A)
    assert act.Pillage(A, GIMLE) not in gains(game)


def test_a_sight_that_was_seen_once_counts_as_much_as_the_card_against_it() -> None:
    """The Sight of a tie returns: it will always see the same card."""
    game = table(
        A=seat(gimle="W", hand="tyrs-smite", rage=1),
        B=seat(gimle="W", hand="heimdalls-sight troll", rage=0),
        players=2,
        gods="frigga=gimle tyr=none",
        pillaged=ALL_BUT_GIMLE,
    )
    game.play("A pillage gimle", "A card tyrs-smite", "B card heimdalls-sight")
    assert game.due() == ask.TurnDecision(A)
    assert act.Pillage(A, GIMLE) not in gains(game)


def test_mystics_that_always_get_away_do_not_attack_for_ever() -> None:
    """They lose nothing and step next door, where they could attack again (M16, M20)."""
    pillaged = ALL_BUT_GIMLE.replace("andlang ", "")

    def attacking(upgrades: str) -> bool:
        game = table(
            A=seat(gimle="Y", upgrades=upgrades),
            B=seat(andlang="LW", rage=0),
            players=2,
            age=3,
            mystics=True,
            pillaged=pillaged,
        )
        return act.Pillage(A, GIMLE) in gains(game)

    assert attacking("")
    assert not attacking("friggas-chosen")


def test_a_karl_plays_no_card_for_deaths_under_frigga() -> None:
    def played(gods: str) -> act.Intent:
        game = table(
            A=seat(gimle="LW", hand="odins-judgement tyrs-smash@2"),
            B=seat(gimle="WWW", rage=0),
            age=3,
            gods=gods,
        ).play("A pillage gimle")
        return answer(game.skip_calls(), A)

    assert played(NOWHERE) == act.Lay(A, face("odins-judgement", 3))
    assert played("frigga=gimle tyr=none") == act.Lay(A, face("tyrs-smash", 2))


# ------------------------------------------------------------------------ Tyr


def marching(gods: str, quests: str = "") -> float:
    """Return the gain of a march of two Warriors to Gimle, where a Warrior of A faces two."""
    game = table(
        A=seat(gimle="W", yggdrasil="WW", rage=3, levels=(1, 6, 2), quests=quests),
        B=seat(gimle="WW", rage=0),
        players=2,
        age=3,
        gods=gods,
        pillaged=ALL_BUT_GIMLE,
        tokens={GIMLE: Token.GLORY},
    )
    return gains(game)[act.March(A, YGGDRASIL, GIMLE, figures("WW"))]


def test_an_army_adds_to_the_worth_of_a_pillage_but_under_tyr_it_only_costs() -> None:
    assert marching(NOWHERE) > 0.9 - PRINTED.rage
    assert marching("tyr=gimle odin=none") == pytest.approx(-PRINTED.rage)


def test_under_tyr_a_quest_is_a_reason_to_pay_for_an_army() -> None:
    assert marching("tyr=gimle odin=none", "quest-alfheim@3") > 0


def test_a_karl_pays_for_no_second_warrior_under_tyr() -> None:
    game = table(
        A=seat(gimle="W", valhalla="L", levels=(1, 1, 3)),
        B=seat(gimle="WW", rage=0),
        gods="tyr=gimle odin=none",
    )
    assert gains(game)[act.Invade(A, WARRIOR, GIMLE)] < 0


def test_a_karl_keeps_its_army_out_of_a_battle_that_cards_decide() -> None:
    def joined(gods: str) -> act.Intent:
        game = table(
            A=seat(gimle="WWL"),
            B=seat(gimle="W", andlang="L", hand="tyrs-bash"),
            gods=gods,
        ).play("A pillage gimle")
        return answer(game, B)

    assert isinstance(joined(NOWHERE), act.Join)
    assert joined("tyr=gimle odin=none") == act.Decline(B)


# ------------------------------------------------------------------------ Loki, Thor, Odin


def test_under_loki_a_karl_would_rather_lose_and_be_paid() -> None:
    def laid(gods: str) -> act.Intent:
        game = table(
            A=seat(gimle="W", hand="tyrs-smash", levels=(1, 3, 1)),
            B=seat(gimle="W", hand="tyrs-rage@2 lokis-trickery@1", levels=(1, 4, 1)),
            age=2,
            gods=gods,
        ).play("A pillage gimle")
        return answer(game.skip_calls().play("A card tyrs-smash@2"), B)

    assert laid(NOWHERE) == act.Lay(B, face("tyrs-rage", 2))
    assert laid("loki=gimle odin=none") == act.Lay(B, face("lokis-trickery", 1))


def pillaging(gods: str) -> float:
    """Return the gain of an attack on two Warriors in Gimle that will succeed."""
    game = table(A=seat(gimle="LW"), B=seat(gimle="WW", rage=0), players=2, gods=gods)
    return gains(game)[act.Pillage(A, GIMLE)]


def test_an_attack_is_worth_more_under_thor_and_odin_and_less_under_loki() -> None:
    plain = pillaging(NOWHERE)
    assert pillaging("thor=gimle odin=none") > plain + 3
    assert pillaging("odin=gimle tyr=none") > plain + 1
    assert pillaging("loki=gimle odin=none") < plain - 2


# ------------------------------------------------------------------------ Heimdall


def facing(hand: str, shown: str) -> act.Intent:
    """Let B show a card under Heimdall and A, the pillager, choose last."""
    game = table(
        A=seat(gimle="W", hand=hand),
        B=seat(gimle="W", hand=shown, glory=5),
        age=2,
        gods="heimdall=gimle odin=none",
    ).play("A pillage gimle")
    return answer(game.skip_calls().play(f"B open-play {shown}"), A)


def test_the_last_to_play_under_heimdall_wins_with_the_smallest_card() -> None:
    chosen = facing("tyrs-smash@1 tyrs-rage", "tyrs-bash@1")
    assert chosen == act.PlayOpen(A, face("tyrs-smash", 1))


def test_the_last_to_play_under_heimdall_does_not_waste_a_card_that_cannot_win() -> None:
    chosen = facing("tyrs-bash@1 lokis-backstab", "tyrs-rage")
    assert chosen == act.PlayOpen(A, face("lokis-backstab", 2))


def test_a_karl_in_the_middle_knows_the_card_that_lies_there() -> None:
    def second(shown: str) -> act.Intent:
        game = table(
            A=seat(gimle="W", hand="tyrs-bash"),
            B=seat(gimle="W", hand=shown, glory=5),
            C=seat(gimle="WL", hand="tyrs-smash tyrs-smite lokis-backstab@2"),
            gods="heimdall=gimle odin=none",
        ).play("A pillage gimle")
        return answer(game.skip_calls().play(f"B open-play {shown}"), Seat(2))

    assert second("tyrs-rage@2") != second("quest-alfheim@1")


# ------------------------------------------------------------------------ the move of a god


def moved(deity: str) -> act.Intent:
    """Let A move a god; A has Warriors alone in Gimle, the leader B an army in Utgard."""
    game = table(
        A=seat(horgr="L", gimle="WW"),
        B=seat(utgard="WWL", andlang="W", glory=20, levels=(1, 1, 3)),
        C=seat(elvagar="W"),
        gods=f"{deity}=horgr {'odin' if deity == 'tyr' else 'tyr'}=none",
    ).play("A pillage horgr")
    return answer(game.skip_calls(), A)


@pytest.mark.parametrize("deity", ["tyr", "loki"])
def test_a_god_who_makes_armies_worthless_is_sent_to_the_leaders(deity: str) -> None:
    assert moved(deity) == act.MoveGod(A, UTGARD)


@pytest.mark.parametrize("deity", ["odin", "thor", "frigga"])
def test_a_god_who_helps_is_sent_to_ones_own_figures(deity: str) -> None:
    assert moved(deity) == act.MoveGod(A, GIMLE)


# ------------------------------------------------------------------------ Mystics


def picked(pack: str, age: int) -> act.Intent:
    game = table(age=age, mystics=True)
    known = with_pack(game.knowledge[A], faces(pack, age))
    return karl(Situation(game.state, known, ask.PickDecision(A, 1), ()), Random(1))


@pytest.mark.parametrize(
    ("card", "age"), [("friggas-chosen", 1), ("odins-chosen", 2), ("thors-chosen", 3)]
)
def test_a_karl_drafts_and_plays_the_cards_of_mystics(card: str, age: int) -> None:
    assert picked(f"tyrs-domain@1 lokis-poison@{age} {card}@{age}", age) == act.Pick(
        A, (face(card, age),)
    )
    game = table(A=seat(hand=card), age=age, mystics=True)
    assert answer(game, A) == act.Upgrade(A, face(card, age), None)


def test_a_karl_invades_with_a_mystic() -> None:
    game = table(A=seat(valhalla="L", mystics=1), mystics=True)
    chosen = answer(game, A)
    assert isinstance(chosen, act.Invade)
    assert chosen.figure == MYSTIC


def test_a_karl_takes_the_village_of_a_rival_and_not_its_own() -> None:
    game = table(
        A=seat(andlang="W", upgrades="odins-chosen", mystics=1, quests="quest-alfheim@2"),
        B=seat(gimle="WWWWW", levels=(1, 1, 3)),
        age=2,
        mystics=True,
    )
    values = gains(game)
    mine = values[act.TakeVillage(A, ANDLANG, A, WARRIOR, Origin.RESERVE)]
    theirs = values[act.TakeVillage(A, GIMLE, B, WARRIOR, Origin.RESERVE)]
    assert theirs > max(0.0, mine)


def chosen_battle(upgrades: str) -> float:
    fighter: SeatWords = seat(gimle="YY", upgrades=upgrades)
    game = table(A=fighter, B=seat(gimle="W", rage=0), players=2, age=3, mystics=True)
    return gains(game)[act.Pillage(A, GIMLE)]


def test_thors_chosen_makes_a_battle_with_mystics_worth_more() -> None:
    assert chosen_battle("thors-chosen") > chosen_battle("odins-chosen") + 4


def test_a_jarl_reckons_with_the_cards_of_mystics_in_other_hands() -> None:
    game = table(A=seat(hand="tyrs-bash"), mystics=True)
    assert face("friggas-chosen") in hidden(game.state, game.knowledge[A]).faces
    plain = replace(game.state, options=Options())
    assert face("friggas-chosen") not in hidden(plain, game.knowledge[A]).faces


# ------------------------------------------------------------------------ whole games


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_karl_answers_legally_with_both_boxes_in_positions_of_thralls(players: int) -> None:
    for seed in range(2):
        game = bot_table(players, seed, ("thrall",), BOTH)
        while not game.is_over:
            for decision in game.rules.owed(game.state):
                assert not isinstance(decision, ask.Duty)
                answers = game.answers(decision.seat)
                known = game.knowledge(decision.seat)
                asked = Situation(game.state, known, decision, answers)
                assert karl(asked, Random(seed)) in answers
            game.step()


@pytest.mark.parametrize("level", ["leysing", "karl"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_bots_with_both_boxes_end(players: int, level: str) -> None:
    """Attacks under Frigga cost nothing, so a bot that liked to make them would never stop."""
    for seed in (0, 3):
        game = bot_table(players, seed, (level,), BOTH)
        for _ in game.play():
            assert game.actions < 1000
        assert game.state.phase is Phase.END


@pytest.mark.slow
def test_a_jarl_plays_a_game_with_both_boxes() -> None:
    game = bot_table(2, 3, ("jarl", "karl"), BOTH)
    for _ in game.play():
        assert game.actions < 1000
    assert game.state.phase is Phase.END


@pytest.mark.slow
def test_a_karl_beats_thralls_with_both_boxes() -> None:
    duels = list(run_sim(2, 60, 300, ("karl", "thrall"), BOTH, rotates=True))
    tables = list(run_sim(4, 40, 300, ("karl", *("thrall",) * 3), BOTH, rotates=True))
    for games, least in ((duels, 0.9), (tables, 0.7)):
        won = sum(game.winners == (game.levels.index("karl"),) for game in games)
        assert won / len(games) > least
