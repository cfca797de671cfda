"""Scenarios J65 to J75 of docs/rules.md: upgrades in battles and pillages."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.story import NothingNote, StatLostNote, TextNote
from engine.terms import LEADER, Cause, Place, Stat, Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    Game,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, fight, glory_from, lay, totals


def test_j65_the_valkyrie_scores_though_it_dies() -> None:
    game = table(
        A=seat(gimle="valkyrie", upgrades="valkyrie", hand="odins-tide"),
        B=seat(gimle="LWW", hand="tyrs-smite"),
    )
    lay(call(game, GIMLE), A="odins-tide", B="tyrs-smite")
    game.play(act.TideKeep(B, LEADER))
    assert totals(game) == {A: 3, B: 8}
    assert game.valhalla(A) == figures("valkyrie")
    assert glory_from(game, A, "valkyrie") == 2 * 2
    assert game.glory(A) == 4


def test_j66_thors_glory_pays_two_for_two_or_more_enemy_figures() -> None:
    three = table(
        A=seat(gimle="L", upgrades="thors-glory", hand="tyrs-smite"),
        B=seat(gimle="WW", hand="troll"),
        C=seat(gimle="W", hand="troll"),
    )
    fight(three, GIMLE, A="tyrs-smite", B="troll", C="troll")
    assert glory_from(three, A, "thors-glory") == 2
    one = table(
        A=seat(gimle="L", upgrades="thors-glory", hand="tyrs-smite"),
        B=seat(gimle="W", hand="troll"),
    )
    fight(one, GIMLE, A="tyrs-smite", B="troll")
    assert glory_from(one, A, "thors-glory") == 0
    own = table(
        A=seat(gimle="WW", upgrades="thors-glory", hand="troll"),
        B=seat(gimle="L", hand="tyrs-smite"),
    )
    fight(own, GIMLE, A="troll", B="tyrs-smite")
    assert glory_from(own, A, "thors-glory") == 0


@pytest.mark.parametrize(
    ("token", "levels", "glory"),
    [(Token.RAGE, (3, 1, 1), 0), (Token.GLORY, (1, 1, 1), 10)],
)
def test_j67_the_frost_giant_doubles_the_token(
    token: Token, levels: tuple[int, int, int], glory: int
) -> None:
    game = table(A=seat(gimle="frost-giant", upgrades="frost-giant"), tokens={GIMLE: token})
    call(game, GIMLE)
    assert game.levels(A) == levels
    assert game.glory(A) == glory


def test_j67_the_frost_giant_doubles_yggdrasil() -> None:
    game = table(A=seat(yggdrasil="frost-giant", upgrades="frost-giant"))
    call(game, YGGDRASIL)
    assert game.levels(A) == (3, 3, 3)
    assert game.clan(A).value(Stat.RAGE) == 8


def test_j67_a_frost_giant_killed_by_tide_doubles_nothing() -> None:
    game = table(
        A=seat(gimle="L frost-giant", upgrades="frost-giant", hand="tyrs-smite"),
        B=seat(gimle="W", hand="odins-tide"),
        tokens={GIMLE: Token.RAGE},
    )
    lay(call(game, GIMLE), A="tyrs-smite", B="odins-tide")
    game.play(act.TideKeep(A, LEADER))
    assert game.levels(A) == (2, 1, 1)


def test_j68_lord_of_axes_raises_a_stat_of_choice() -> None:
    game = table(A=seat(gimle="L", upgrades="lord-of-axes"), tokens={GIMLE: Token.HORNS})
    call(game, GIMLE).play(act.RaiseStatBy(A, Stat.HORNS))
    assert game.levels(A) == (1, 1, 3)


def test_j68_lord_of_spears_raises_all_three_stats() -> None:
    game = table(A=seat(gimle="L", upgrades="lord-of-spears"), tokens={GIMLE: Token.HORNS})
    call(game, GIMLE)
    assert game.levels(A) == (2, 2, 3)


@pytest.mark.parametrize("card", ["lord-of-axes", "lord-of-spears", "lord-of-hammers"])
def test_j68_a_leader_elsewhere_does_nothing(card: str) -> None:
    game = table(A=seat(gimle="W", horgr="L", upgrades=card), tokens={GIMLE: Token.HORNS})
    call(game, GIMLE)
    assert game.levels(A) == (1, 1, 2)
    assert asked(game, B) is ask.TurnDecision


def test_j69_lord_of_hammers_walks_to_a_neighbour_with_room() -> None:
    def walks(game: Game) -> set[Place]:
        call(game, GIMLE)
        return {move.place for move in game.options(A) if isinstance(move, act.WalkOn)}

    words = seat(gimle="L", upgrades="lord-of-hammers")
    game = table(A=words)
    assert walks(game) == {ANDLANG, MYRKVLOR, YGGDRASIL}
    assert walks(table(A=words, destroyed="andlang")) == {MYRKVLOR, YGGDRASIL}
    assert walks(table(A=words, B=seat(myrkvlor="WWW"))) == {ANDLANG, YGGDRASIL}
    game.play(act.WalkOn(A, LEADER, YGGDRASIL))
    assert game.figures(A, YGGDRASIL) == figures("L")


def test_j70_protection_saves_as_many_as_rage_is_paid() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-rage"),
        B=seat(gimle="LWW", rage=2, upgrades="friggas-protection", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-rage", B="troll")
    due = game.due()
    assert isinstance(due, ask.ProtectDecision)
    assert due.cause is Cause.BATTLE
    too_many = game.refuses(act.Protect(B, ((GIMLE, figures("LWW")),)))
    assert too_many is not None
    game.play(act.Protect(B, ((GIMLE, figures("LW")),)))
    assert game.rage(B) == 0
    assert game.figures(B, GIMLE) == figures("LW")
    assert game.valhalla(B) == figures("W")


def test_j70_protection_saves_from_smite() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-smite"),
        B=seat(gimle="LWW", rage=2, upgrades="friggas-protection", hand="tyrs-rage"),
    )
    lay(call(game, GIMLE), A="odins-smite", B="tyrs-rage")
    game.play(act.Protect(B, ((GIMLE, figures("W")),)))
    assert game.rage(B) == 1
    assert totals(game) == {A: 4, B: 5 + 6}


def test_j71_the_witch_retreats_and_is_counted_by_nobody() -> None:
    game = table(
        A=seat(horgr="valkyrie L", upgrades="valkyrie", hand="odins-judgement"),
        B=seat(horgr="volur-witch", upgrades="volur-witch", hand="troll"),
    )
    fight(game, HORGR, A="odins-judgement", B="troll")
    game.play(act.Retreat(B))
    assert game.figures(B, YGGDRASIL) == figures("volur-witch")
    assert not game.valhalla(B)
    assert glory_from(game, A, "valkyrie") == 0
    assert glory_from(game, A, "odins-judgement") == 0


def test_j71_in_yggdrasil_the_witch_dies() -> None:
    game = table(
        A=seat(yggdrasil="LW", hand="tyrs-smite"),
        B=seat(yggdrasil="volur-witch", upgrades="volur-witch", hand="troll"),
    )
    fight(game, YGGDRASIL, A="tyrs-smite", B="troll")
    assert game.valhalla(B) == figures("volur-witch")


def test_j72_blessing_sends_a_warrior_into_the_lost_battle() -> None:
    game = table(
        A=seat(utgard="W", rage=1, upgrades="lokis-blessing", hand="troll"),
        B=seat(utgard="L", hand="tyrs-smite"),
    )
    fight(game, UTGARD, A="troll", B="tyrs-smite")
    assert asked(game, A) is ask.BlessingDecision
    game.play(act.SendBlessing(A))
    assert game.figures(A, UTGARD) == figures("W")
    assert game.valhalla(A) == figures("W")
    assert game.rage(A) == 1


def test_j72_blessing_works_with_an_empty_pool() -> None:
    game = table(
        A=seat(utgard="L", hand="tyrs-smite"),
        B=seat(utgard="W", rage=0, upgrades="lokis-blessing", hand="troll"),
    )
    fight(game, UTGARD, A="tyrs-smite", B="troll").play(act.SendBlessing(B))
    assert game.figures(B, UTGARD) == figures("W")
    assert game.rage(B) == 0


def test_j72_blessing_needs_horns() -> None:
    game = table(
        A=seat(utgard="L", hand="tyrs-smite"),
        B=seat(gimle="WWWW", utgard="W", levels=(1, 1, 2), upgrades="lokis-blessing", hand="troll"),
    )
    fight(game, UTGARD, A="tyrs-smite", B="troll")
    assert asked(game, B) is ask.BlessingDecision
    full = table(
        A=seat(utgard="L", hand="tyrs-smite"),
        B=seat(
            gimle="WWWW",
            utgard="W",
            levels=(1, 1, 2),
            upgrades="lokis-blessing friggas-protection",
            hand="troll",
        ),
    )
    fight(full, UTGARD, A="tyrs-smite", B="troll")
    full.play(act.Protect(B, ((UTGARD, figures("W")),)))
    assert asked(full, B) is ask.TurnDecision


@pytest.mark.parametrize(
    ("upgrades", "choices"),
    [
        ("tyrs-domain", (0, 3)),
        ("tyrs-wrath", (0, 5)),
        ("tyrs-domain tyrs-wrath", (0, 3, 5)),
    ],
)
def test_j73_a_revealed_quest_counts_three_or_five_never_eight(
    upgrades: str, choices: tuple[int, ...]
) -> None:
    for bonus in choices:
        game = table(
            A=seat(gimle="L", upgrades=upgrades, hand="quest-alfheim"),
            B=seat(gimle="L", hand="tyrs-bash"),
        )
        lay(call(game, GIMLE), A="quest-alfheim", B="tyrs-bash")
        assert game.options(A) == tuple(act.QuestCounts(A, one) for one in choices)
        game.play(act.QuestCounts(A, bonus))
        assert totals(game) == {A: 3 + bonus, B: 5}


def test_j74_trickery_does_nothing_on_a_tie() -> None:
    game = table(A=seat(gimle="L", hand="troll"), B=seat(gimle="L", hand="lokis-trickery"))
    fight(game, GIMLE, A="troll", B="lokis-trickery")
    assert (game.rage(A), game.rage(B)) == (6, 6)
    assert game.told(NothingNote) == []


def test_j75_a_token_for_a_full_stat_gives_nothing_and_flips() -> None:
    game = table(A=seat(gimle="W", levels=(1, 1, 6)), tokens={GIMLE: Token.HORNS})
    call(game, GIMLE)
    assert game.levels(A) == (1, 1, 6)
    assert game.is_pillaged(GIMLE)
    assert game.told(StatLostNote)[0].stat is Stat.HORNS


def test_e24_e28_upgrades_that_have_no_part_in_a_battle_are_not_told() -> None:
    game = table(
        A=seat(gimle="WW", horgr="frost-giant valkyrie", upgrades="frost-giant valkyrie"),
        B=seat(gimle="W", upgrades="thors-glory"),
    )
    fight(game, GIMLE)
    assert game.is_pillaged(GIMLE)
    assert [*game.told(TextNote), *game.told(NothingNote)] == []
