from itertools import product
from random import Random

import pytest

from client.bots import LEVELS, Situation
from client.bots.karl import karl
from client.tables.simulate import bot_table, run_sim
from engine import actions as act
from engine import decisions as ask
from engine.intents import intents
from engine.knowledge import with_pack
from engine.play import owed, owed_by
from engine.state import Options, Rulings
from engine.terms import LEADER, Origin, Phase, RageReturn, Seat
from tests.builders import GIMLE, MYRKVLOR, A, B, Game, face, faces, seat, table

ALL_RULINGS = tuple(
    Options(Rulings(draft, prowess, rage, leader, ship), box)
    for (draft, box), prowess, rage, (leader, ship) in zip(
        product((True, False), repeat=2),
        (True, False, True, False),
        (RageReturn.NEVER, RageReturn.ALWAYS, RageReturn.SPENT, RageReturn.ALWAYS),
        ((3, 2), (2, 3), (2, 2), (3, 3)),
        strict=True,
    )
)


def answer(game: Game, who: Seat, level: str = "karl") -> act.Intent:
    decision = owed_by(game.state, who)
    assert decision is not None
    assert not isinstance(decision, ask.Duty)
    known = game.knowledge[who]
    answers = intents(game.state, known, decision)
    chosen = LEVELS[level](Situation(game.state, known, decision, answers), Random(1))
    assert chosen in answers
    return chosen


# ------------------------------------------------------------------------ always legal


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_karl_answers_legally_in_positions_of_thralls(players: int) -> None:
    """Require legal answers in positions no sensible player reaches, with all rulings and boxes."""
    for seed, options in enumerate(ALL_RULINGS):
        game = bot_table(players, seed, ("thrall",), options)
        while not game.is_over:
            for decision in owed(game.state):
                assert not isinstance(decision, ask.Duty)
                answers = game.answers(decision.seat)
                known = game.knowledge(decision.seat)
                asked = Situation(game.state, known, decision, answers)
                assert karl(asked, Random(seed)) in answers
            game.step()


@pytest.mark.parametrize("level", ["thrall", "leysing", "karl"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_finish_games_under_every_ruling(players: int, level: str) -> None:
    for seed, options in enumerate(ALL_RULINGS):
        game = bot_table(players, seed, (level,), options)
        for _ in game.play():
            assert game.actions < 2000
        assert game.state.phase is Phase.END


def test_every_kind_of_decision_occurs_in_games_of_bots() -> None:
    missing: set[type] = {*ask.Decision.__args__} - {ask.BoxDecision}  # too rare to wait for
    for seed in range(40):
        game = bot_table(5, seed, ("thrall",), Options(kickstarter=True, gods=True, mystics=True))
        for applied in game.play():
            missing -= {type(one) for one in owed(applied.state)}
        if not missing:
            return
    assert not missing


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_a_bot_chooses_which_of_two_equal_monsters_goes(level: str) -> None:
    game = table(
        A=seat(
            gimle="soldier-of-hel",
            valhalla="soldier-of-hel",
            upgrades="soldier-of-hel soldier-of-hel",
            hand="frost-giant",
        ),
        players=5,
        kickstarter=True,
        age=3,
    ).play("A upgrade frost-giant soldier-of-hel")
    assert answer(game, A, level) in {act.BoxFrom(A, GIMLE), act.BoxFrom(A, Origin.VALHALLA)}


def test_a_karl_repeats_its_answer_with_the_same_chance() -> None:
    game = bot_table(3, 5, ("karl",))
    other = bot_table(3, 5, ("karl",))
    assert list(game.play()) == list(other.play())


# ------------------------------------------------------------------------ sensible


def test_a_karl_pillages_an_unopposed_province() -> None:
    game = table(A=seat(gimle="WL", rage=1), B=seat(utgard="L"))
    assert answer(game, A) == act.Pillage(A, GIMLE)


def test_a_karl_commits_the_quest_it_leads_before_its_last_rage_is_gone() -> None:
    game = table(A=seat(gimle="WWW", rage=1, hand="quest-alfheim"), pillaged="gimle")
    assert answer(game, A) == act.Commit(A, face("quest-alfheim"))


def test_a_karl_moves_its_last_figure_to_the_doomed_province() -> None:
    out = seat(rage=0, passed=True)
    game = table(
        A=seat(rage=1, horgr="L"),
        B=out,
        C=out,
        D=out,
        ragnarok="gimle utgard myrkvlor",
        pillaged="gimle horgr",
    )
    chosen = answer(game, A)
    assert isinstance(chosen, act.Invade | act.March)
    assert GIMLE in (getattr(chosen, "place", None), getattr(chosen, "target", None))


def test_a_karl_plays_a_strong_upgrade_early() -> None:
    game = table(A=seat(hand="friggas-succor lokis-trickery"))
    assert answer(game, A) == act.Upgrade(A, face("friggas-succor"), None)


def test_a_karl_does_not_attack_a_stronger_rival() -> None:
    strong = seat(gimle="WWWL", hand="tyrs-smite tyrs-crush", rage=0)
    game = table(A=seat(gimle="W", rage=1), B=strong)
    assert not isinstance(answer(game, A), act.Pillage)


def battle(own: str, other: str, hand: str, *, age: int = 2) -> Game:
    """Let A call a pillage in Gimle against B, who has to play a card."""
    game = table(
        A=seat(gimle=other, hand="tyrs-smash@2", glory=9),
        B=seat(gimle=own, hand=hand),
        age=age,
    )
    return game.play(act.Pillage(A, GIMLE)).skip_calls().play("A card tyrs-smash@2")


def test_a_karl_loses_with_a_loki_card_if_it_cannot_win() -> None:
    game = battle("W", "WWL", "lokis-backstab tyrs-crush")
    assert answer(game, B) == act.Lay(B, face("lokis-backstab", 2))


def test_a_karl_plays_its_best_card_if_that_decides() -> None:
    game = battle("WW", "WW", "lokis-backstab tyrs-rage")
    assert answer(game, B) == act.Lay(B, face("tyrs-rage", 2))


def late(hand: str) -> act.Intent:
    """Let A have 2 + 3 against B with 1 + 3; B may add a card."""
    game = table(
        A=seat(gimle="WW", hand="tyrs-smash@2"),
        B=seat(gimle="W", hand=f"tyrs-smash@2 {hand}"),
        age=2,
    )
    game.play(act.Pillage(A, GIMLE)).skip_calls()
    game.play("A card tyrs-smash@2", "B card tyrs-smash@2")
    assert isinstance(owed_by(game.state, B), ask.LateDecision)
    return answer(game, B)


def test_a_karl_adds_a_late_card_that_wins() -> None:
    assert late("heimdalls-eye") == act.AddLate(B, face("heimdalls-eye", 2))


def test_a_karl_does_not_add_a_late_card_that_wins_nothing() -> None:
    game = table(
        A=seat(gimle="WWWL", hand="tyrs-smash@2"),
        B=seat(gimle="W", hand="tyrs-smash@2 heimdalls-eye"),
        age=2,
    )
    game.play(act.Pillage(A, GIMLE)).skip_calls()
    game.play("A card tyrs-smash@2", "B card tyrs-smash@2")
    assert answer(game, B) == act.Decline(B)


def test_a_karl_joins_a_battle_it_will_win() -> None:
    game = table(
        A=seat(gimle="WWL", hand="tyrs-bash"), B=seat(myrkvlor="L", hand="tyrs-smite tyrs-crush")
    )
    game.play(act.Pillage(A, GIMLE))
    assert answer(game, B) == act.Join(B, MYRKVLOR, LEADER)


def test_a_karl_stays_away_from_a_battle_it_will_lose() -> None:
    game = table(A=seat(gimle="WWWL", hand="tyrs-smite tyrs-crush"), B=seat(myrkvlor="W"))
    game.play(act.Pillage(A, GIMLE))
    assert answer(game, B) == act.Decline(B)


def test_a_karl_keeps_the_best_card_for_the_next_age() -> None:
    game = table(A=seat(hand="tyrs-bash tyrs-smite"))
    asked = Situation(game.state, game.knowledge[A], ask.KeepDecision(A), ())
    assert karl(asked, Random(1)) == act.Keep(A, face("tyrs-smite"))


def picked(pack: str, *, count: int = 1, age: int = 1, upgrades: str = "") -> act.Intent:
    game = table(A=seat(upgrades=upgrades), age=age)
    known = with_pack(game.knowledge[A], faces(pack, age))
    asked = Situation(game.state, known, ask.PickDecision(A, count), ())
    return karl(asked, Random(1))


def test_a_karl_takes_the_stronger_of_two_plain_battle_cards() -> None:
    assert picked("tyrs-bash tyrs-smite") == act.Pick(A, (face("tyrs-smite"),))


def test_a_karl_prefers_cards_that_fit_its_sheet() -> None:
    pack = "quest-glorious-death quest-manheim"
    dying = picked(pack, age=2, upgrades="lokis-dragons lokis-domain lokis-blessing")
    assert dying == act.Pick(A, (face("quest-glorious-death", 2),))
    assert picked(pack, age=2) == act.Pick(A, (face("quest-manheim", 2),))


def test_a_karl_picks_two_cards_if_two_are_due() -> None:
    chosen = picked("tyrs-bash tyrs-crush tyrs-smite", count=2)
    assert chosen == act.Pick(A, faces("tyrs-crush tyrs-smite"))


# ------------------------------------------------------------------------ strong enough


@pytest.mark.slow
def test_a_karl_beats_thralls() -> None:
    duels = [result.winners for result in run_sim(2, 20, 300, ("karl", "thrall"))]
    tables = [result.winners for result in run_sim(4, 12, 300, ("karl", "thrall"))]
    assert sum(winners == (Seat(0),) for winners in duels) >= 17
    assert sum(winners == (Seat(0),) for winners in tables) >= 9
