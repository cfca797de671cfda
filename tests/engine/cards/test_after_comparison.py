"""Texts that act once a battle is decided: E20a, E21, E28 to E30."""

from __future__ import annotations

from engine import decisions as ask
from engine.changes import GainGlory, LoseGlory
from engine.story import NothingNote
from engine.terms import Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    YGGDRASIL,
    A,
    B,
    C,
    D,
    figures,
    seat,
    table,
)
from tests.playing import asked, fight, glory_from, lay, skip_late, totals


def test_e21_if_won_texts_do_nothing_for_losers() -> None:
    for card in ("thors-hammer", "thors-oath", "thors-ascension"):
        game = table(
            A=seat(gimle="LWW", hand="tyrs-rage"),
            B=seat(gimle="W", hand=card),
            tokens={GIMLE: Token.RAGE},
        )
        fight(game, GIMLE, A="tyrs-rage", B=card)
        assert (game.glory(B), game.rage(B), game.levels(B)) == (0, 6, (1, 1, 1))


def test_e21_if_lost_texts_do_nothing_for_the_winner() -> None:
    for card in ("lokis-trickery", "lokis-backstab", "lokis-poison"):
        game = table(
            A=seat(gimle="LWW", hand=card),
            B=seat(gimle="W", rage=3, glory=5, hand="tyrs-bash"),
            tokens={GIMLE: Token.RAGE},
        )
        fight(game, GIMLE, A=card, B="tyrs-bash")
        assert (game.glory(A), game.rage(A)) == (3, 6)
        assert (game.glory(B), game.rage(B), game.hand(B)) == (5, 3, ("tyrs-bash",))


def test_e21_loki_cards_do_nothing_without_a_winner() -> None:
    for card in ("lokis-trickery", "lokis-backstab", "lokis-poison"):
        game = table(
            A=seat(gimle="LW", glory=5, hand="quest-alfheim"), B=seat(gimle="LW", hand=card)
        )
        fight(game, GIMLE, A="quest-alfheim", B=card)
        assert (game.glory(A), game.rage(A), game.hand(A)) == (5, 6, ("quest-alfheim",))


def test_e21_of_two_poisons_the_first_owner_takes_all() -> None:
    game = table(
        A=seat(gimle="W", hand="lokis-poison"),
        B=seat(gimle="W", hand="lokis-poison"),
        C=seat(gimle="LW", hand="tyrs-smite"),
        turn=B,
    )
    fight(game, GIMLE, A="lokis-poison", B="lokis-poison", C="tyrs-smite")
    assert game.hand(B) == ("lokis-poison", "tyrs-smite")
    assert game.hand(A) == ("lokis-poison",)
    assert [item.seat for item in game.told(NothingNote)] == [A]


def test_e21_poison_takes_a_quest_or_an_upgrade_as_well() -> None:
    game = table(A=seat(gimle="LW", hand="frost-giant"), B=seat(gimle="W", hand="lokis-poison"))
    fight(game, GIMLE, A="frost-giant", B="lokis-poison")
    assert game.hand(B) == ("frost-giant", "lokis-poison")


def test_e20a_a_text_acts_though_poison_took_its_card() -> None:
    game = table(A=seat(gimle="LW", hand="thors-hammer"), B=seat(gimle="W", hand="lokis-poison"))
    fight(game, GIMLE, A="thors-hammer", B="lokis-poison")
    assert glory_from(game, A, "thors-hammer") == 3
    judge = table(
        A=seat(gimle="LW", hand="odins-judgement"), B=seat(gimle="W", hand="lokis-poison")
    )
    fight(judge, GIMLE, A="odins-judgement", B="lokis-poison")
    assert glory_from(judge, A, "odins-judgement") == 2
    assert glory_from(judge, B, "odins-judgement") == 0


def test_e20a_a_losers_text_acts_though_the_card_is_back_in_hand() -> None:
    game = table(A=seat(gimle="LW", hand="tyrs-smite"), B=seat(gimle="WW", hand="odins-judgement"))
    fight(game, GIMLE, A="tyrs-smite", B="odins-judgement")
    assert game.hand(B) == ("odins-judgement",)
    assert glory_from(game, B, "odins-judgement") == 4


def test_e21_backstab_takes_two_at_most_and_what_is_there() -> None:
    for glory, taken in ((0, 0), (1, 1), (2, 2), (9, 2)):
        game = table(
            A=seat(gimle="LW", glory=glory, hand="tyrs-bash"),
            B=seat(gimle="W", hand="lokis-backstab"),
            tokens={GIMLE: Token.RAGE},
        )
        fight(game, GIMLE, A="tyrs-bash", B="lokis-backstab")
        assert sum(item.amount for item in game.told(LoseGlory)) == taken
        assert (game.glory(A), game.glory(B)) == (glory - taken + 3, taken)


def test_e21_backstab_and_hammer_in_active_order() -> None:
    hammer_first = table(
        A=seat(gimle="LW", hand="thors-hammer"),
        B=seat(gimle="W", hand="lokis-backstab"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(hammer_first, GIMLE, A="thors-hammer", B="lokis-backstab")
    assert (hammer_first.glory(A), hammer_first.glory(B)) == (3 - 2 + 3, 2)
    backstab_first = table(
        A=seat(gimle="W", hand="lokis-backstab"), B=seat(gimle="LW", hand="thors-hammer")
    )
    fight(backstab_first, GIMLE, A="lokis-backstab", B="thors-hammer")
    assert (backstab_first.glory(A), backstab_first.glory(B)) == (0, 3 + 3)


def test_e21_two_backstabs_share_what_is_there_in_active_order() -> None:
    game = table(
        A=seat(gimle="LWW", glory=3, hand="tyrs-bash"),
        B=seat(gimle="W", hand="lokis-backstab"),
        C=seat(gimle="W", hand="lokis-backstab"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="tyrs-bash", B="lokis-backstab", C="lokis-backstab")
    assert (game.glory(A), game.glory(B), game.glory(C)) == (0 + 3, 2, 1)


def test_e21_ascension_fills_the_pool_before_trickery_takes_from_it() -> None:
    game = table(
        A=seat(gimle="LW", rage=0, hand="thors-ascension"),
        B=seat(gimle="W", hand="lokis-trickery"),
        turn=B,
    )
    fight(game, GIMLE, A="thors-ascension", B="lokis-trickery")
    assert (game.rage(A), game.rage(B)) == (2, 7)


def test_e28_judgement_valkyrie_and_glory_count_smite_and_tide_deaths() -> None:
    game = table(
        A=seat(gimle="L valkyrie", upgrades="valkyrie thors-glory", hand="odins-smite"),
        B=seat(gimle="W", hand="tyrs-rage"),
        C=seat(gimle="W", hand="troll"),
    )
    fight(game, GIMLE, A="odins-smite", B="tyrs-rage", C="troll")
    assert totals(game) == {A: 6, B: 6, C: 0}
    assert glory_from(game, A, "valkyrie") == 4
    assert glory_from(game, A, "thors-glory") == 2


def test_e28_a_valkyrie_that_did_not_fight_counts_nothing() -> None:
    game = table(
        A=seat(gimle="L", horgr="valkyrie", upgrades="valkyrie", hand="tyrs-smite"),
        B=seat(gimle="WW", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll")
    assert glory_from(game, A, "valkyrie") == 0


def test_e28_enemies_who_fight_each_other_count_for_a_bystander_in_the_battle() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="W", hand="troll"),
        C=seat(west="S", upgrades="thors-glory", hand="troll"),
        D=seat(gimle="W", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll", C="troll", D="troll")
    assert glory_from(game, C, "thors-glory") == 2


def test_e28_a_clan_outside_the_battle_counts_nothing() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="WW", hand="troll"),
        C=seat(upgrades="thors-glory"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll")
    assert game.glory(C) == 0


def test_e28_death_counts_come_after_the_battle_glory_in_active_order() -> None:
    game = table(
        A=seat(gimle="L", upgrades="thors-glory", hand="tyrs-smite"),
        B=seat(gimle="WW", hand="odins-judgement"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="tyrs-smite", B="odins-judgement")
    assert [item.source for item in game.told(GainGlory)] == [
        "battle",
        "thors-glory",
        "odins-judgement",
    ]


def test_e29_blessing_is_for_losers_and_needs_room_and_a_reserve_warrior() -> None:
    won = table(
        A=seat(gimle="L", upgrades="lokis-blessing", hand="tyrs-smite"),
        B=seat(gimle="W", hand="troll"),
    )
    fight(won, GIMLE, A="tyrs-smite", B="troll")
    assert asked(won, A) is None
    empty = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="W", valhalla="WWWWWWW", upgrades="lokis-blessing", hand="troll"),
    )
    fight(empty, GIMLE, A="tyrs-smite", B="troll")
    assert asked(empty, B) is ask.TurnDecision
    full = table(
        A=seat(utgard="LWW", hand="tyrs-smite"),
        B=seat(south="S", upgrades="lokis-blessing", hand="troll"),
    )
    full.play("A pillage utgard")
    lay(full, A="tyrs-smite", B="troll")
    assert asked(full, B) is ask.TurnDecision


def test_e29_the_blessing_warrior_may_enter_yggdrasil() -> None:
    game = table(
        A=seat(yggdrasil="L", hand="tyrs-smite"),
        B=seat(yggdrasil="W", upgrades="lokis-blessing", hand="troll"),
    )
    fight(game, YGGDRASIL, A="tyrs-smite", B="troll").play("B blessing")
    assert game.figures(B, YGGDRASIL) == figures("W")


def test_e30_blessing_succor_and_thors_domain_chain_in_the_turn_of_another() -> None:
    game = table(
        A=seat(gimle="W", hand="troll tyrs-smite"),
        B=seat(
            gimle="L",
            hand="tyrs-smite",
            upgrades="lokis-domain",
        ),
        C=seat(
            gimle="W",
            rage=2,
            upgrades="lokis-blessing friggas-succor thors-domain",
            hand="troll",
        ),
        tokens={GIMLE: Token.GLORY},
    )
    fight(game, GIMLE, A="troll", B="tyrs-smite", C="troll")
    assert asked(game, C) is ask.BlessingDecision
    game.play("C blessing", "C succor")
    assert game.state.battle is None
    assert asked(game, C) is ask.DomainDecision
    game.play("C domain").skip_calls()
    assert game.rage(C) == 0
    lay(game, C="troll")
    assert game.valhalla(C) == figures("WWW")
    assert asked(game, C) is ask.BlessingDecision
    game.play("C blessing")
    assert asked(game, C) is ask.SuccorDecision
    game.play("C decline")
    assert asked(game, B) is ask.TurnDecision


def test_e30_the_chain_works_after_passing_with_regained_rage() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(
            gimle="W",
            rage=2,
            passed=True,
            upgrades="lokis-blessing thors-domain",
            hand="troll",
        ),
        C=seat(gimle="L", hand="tyrs-smite"),
        tokens={GIMLE: Token.GLORY},
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll", C="tyrs-smite")
    game.play("B blessing", "B domain")
    assert game.is_pillaged(GIMLE)
    assert (game.rage(B), game.glory(B)) == (0, 5)
    assert asked(game, C) is ask.TurnDecision


def test_e30_a_province_the_winner_pillaged_is_not_offered() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="W", upgrades="lokis-blessing thors-domain", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll").play("B blessing")
    assert asked(game, B) is ask.TurnDecision


def test_e30_thors_domain_needs_two_rage_in_the_turn_of_another_too() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(gimle="L", hand="tyrs-smite"),
        C=seat(
            gimle="W",
            rage=1,
            upgrades="lokis-blessing thors-domain friggas-protection",
            hand="troll",
        ),
    )
    fight(game, GIMLE, A="troll", B="tyrs-smite", C="troll").play("C decline", "C blessing")
    assert asked(game, B) is ask.TurnDecision


def test_e30_a_declined_blessing_opens_nothing() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(gimle="L", hand="tyrs-smite"),
        C=seat(gimle="W", upgrades="lokis-blessing friggas-succor thors-domain", hand="troll"),
    )
    fight(game, GIMLE, A="troll", B="tyrs-smite", C="troll").play("C decline")
    assert asked(game, B) is ask.TurnDecision


def test_d39_the_pillage_of_the_last_province_in_anothers_turn_ends_the_phase() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(gimle="L", hand="tyrs-smite"),
        C=seat(gimle="W", upgrades="lokis-blessing thors-domain", hand="troll tyrs-judgement"),
        pillaged="elvagar angerboda muspelheim horgr utgard andlang myrkvlor yggdrasil",
    )
    fight(game, GIMLE, A="troll", B="tyrs-smite", C="troll").play("C blessing", "C domain")
    lay(skip_late(game), C="tyrs-judgement")
    assert game.is_pillaged(GIMLE)
    assert isinstance(game.due(), ask.KeepDecision)


def test_d20_ships_fight_where_they_lie_and_die_there() -> None:
    game = table(
        A=seat(andlang="L", hand="tyrs-smite"),
        B=seat(south="S", utgard="W", hand="troll"),
        D=seat(),
    )
    game.play("A pillage andlang", "B decline")
    lay(game, A="tyrs-smite", B="troll")
    assert game.valhalla(B) == figures("S")
    assert game.is_pillaged(ANDLANG)
    assert glory_from(game, D, "battle") == 0
