"""March, upgrade, quest, Tyr's Challenge, Frigga's Sacrifice: D18 to D37."""

from __future__ import annotations

from typing import Unpack

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.changes import BoxMonster, ToValhalla
from engine.figures import Figures
from engine.invariants import check
from engine.phases.acts import monster_locations
from engine.sheet import figure_strength
from engine.state import RULES_VERSION
from engine.story import QuestNote, StatLostNote
from engine.strength import strength
from engine.terms import LEADER, SHIP, Location, Origin, Stat, Token, Use
from tests.builders import (
    GIMLE,
    HORGR,
    MUSPELHEIM,
    UTGARD,
    WEST,
    YGGDRASIL,
    A,
    B,
    Game,
    SeatWords,
    cards,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, end_age, judged, kinds


def test_d18_a_march_takes_any_group_however_far_for_one_rage() -> None:
    game = table(A=seat(gimle="WWL troll", upgrades="troll"), players=2)
    game.play("A march gimle muspelheim W+L+troll")
    assert game.rage(A) == 5
    assert game.figures(A, GIMLE) == figures("W")
    assert game.figures(A, MUSPELHEIM) == figures("WL troll")
    game.play("B pass", "A march muspelheim yggdrasil L")
    game.play("A march yggdrasil utgard L")
    assert game.figures(A, UTGARD) == figures("L")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A march gimle gimle W", "same-place"),
        ("A march gimle west W", "not-a-province"),
        ("A march west gimle W", "not-a-province"),
        ("A march west gimle S", "ship-cannot-walk"),
        ("A march gimle horgr 0", "nobody-named"),
        ("A march gimle horgr 3W", "not-there"),
        ("A march gimle horgr S", "ship-cannot-walk"),
        ("A march horgr gimle W", "not-there"),
        ("A march gimle horgr troll", "not-there"),
        ("A march gimle utgard W", "destroyed"),
    ],
)
def test_d18_a_march_that_is_none_is_refused(line: str, why: str) -> None:
    game = table(A=seat(gimle="WWL", west="S"), destroyed="utgard")
    assert code(game, line) == why


def test_d18_nobody_marches_with_the_figures_of_another() -> None:
    game = table(B=seat(gimle="W"))
    assert code(game, "A march gimle horgr W") == "not-there"


def test_d20_the_sea_serpent_never_marches() -> None:
    game = table(A=seat(west="sea-serpent", gimle="W", upgrades="sea-serpent"))
    assert code(game, "A march west horgr sea-serpent") == "ship-cannot-walk"
    marches = [move for move in game.options(A) if isinstance(move, act.March)]
    assert all(move.figures == figures("W") for move in marches)


@pytest.mark.parametrize(
    ("card", "price"),
    [
        ("troll", 2),
        ("dwarf-chieftain", 0),
        ("sea-serpent", 3),
        ("valkyrie", 2),
        ("dark-elf", 1),
        ("fire-giant", 4),
        ("frost-giant", 4),
        ("soldier-of-hel", 0),
        ("volur-witch", 3),
        ("mountain-giant", 3),
        ("fenrir", 2),
        ("wolfman", 3),
        ("mystic-troll", 2),
        ("lord-of-hammers", 3),
        ("lord-of-axes", 3),
        ("lord-of-spears", 3),
        ("brothers-in-arms", 1),
        ("experts-in-arms", 2),
        ("masters-in-arms", 2),
        ("lokis-dragons", 2),
        ("fire-dragons", 2),
        ("eternal-dragons", 2),
        ("friggas-charm", 0),
        ("friggas-succor", 2),
        ("friggas-protection", 0),
        ("friggas-domain", 0),
        ("friggas-sacrifice", 1),
        ("lokis-blessing", 1),
        ("lokis-domain", 1),
        ("lokis-eminence", 2),
        ("lokis-wrath", 3),
        ("odins-inspiration", 2),
        ("odins-throne", 2),
        ("thors-conquest", 3),
        ("thors-domain", 1),
        ("thors-glory", 2),
        ("tyrs-challenge", 0),
        ("tyrs-domain", 0),
        ("tyrs-prowess", 2),
        ("tyrs-wrath", 1),
    ],
)
def test_d22_the_price_of_an_upgrade_with_and_without_friggas_charm(card: str, price: int) -> None:
    plain = table(A=seat(hand=card)).play(f"A upgrade {card}")
    assert plain.rage(A) == 6 - price
    assert plain.clan(A).upgrades == cards(card)
    assert plain.hand(A) == ()
    if card != "friggas-charm":
        charmed = table(A=seat(hand=card, upgrades="friggas-charm")).play(f"A upgrade {card}")
        assert charmed.rage(A) == 6 - max(0, price - 1)
    if price:
        poor = table(A=seat(hand=card, upgrades="friggas-charm", rage=max(1, price - 1)))
        assert code(poor, f"A upgrade {card}") is None


def test_d22_charm_discounts_upgrades_and_nothing_else() -> None:
    game = table(A=seat(upgrades="friggas-charm troll")).play("A invade troll gimle")
    assert game.rage(A) == 4


@pytest.mark.parametrize(
    ("card", "why"),
    [("tyrs-bash", "not-an-upgrade"), ("quest-alfheim", "not-an-upgrade")],
)
def test_d22_only_upgrades_can_be_played_as_upgrades(card: str, why: str) -> None:
    assert code(table(A=seat(hand=card)), f"A upgrade {card}") == why


def test_d22_a_face_that_was_never_printed_is_refused() -> None:
    game = table(A=seat(hand="troll"))
    assert code(game, "A upgrade troll@3") == "no-such-face"
    assert code(game, "A upgrade dwarf-chieftain@2") == "no-such-face"


def test_d22_an_empty_hand_plays_no_upgrade() -> None:
    assert code(table(), "A upgrade troll") == "hand-empty"


def test_d23_a_card_may_be_overwritten_though_a_slot_is_free() -> None:
    game = table(A=seat(upgrades="lokis-domain", hand="thors-glory"))
    moves = [move for move in game.options(A) if isinstance(move, act.Upgrade)]
    assert [move.replaces for move in moves] == [None, "lokis-domain"]
    game.play("A upgrade thors-glory lokis-domain")
    assert game.clan(A).upgrades == cards("thors-glory")


def test_d23_a_card_replaces_only_one_of_its_own_slot() -> None:
    game = table(A=seat(upgrades="troll lord-of-axes", hand="thors-glory lord-of-spears"))
    assert code(game, "A upgrade thors-glory troll") == "wrong-slot"
    assert code(game, "A upgrade thors-glory lokis-wrath") == "not-on-sheet"
    assert code(game, "A upgrade lord-of-spears") == "slot-full"
    assert code(game, "A upgrade lord-of-spears lord-of-axes") is None


def test_d20_slots_hold_two_monsters_and_three_clan_cards() -> None:
    game = table(
        A=seat(
            upgrades="troll valkyrie lokis-domain thors-glory tyrs-domain",
            hand="dark-elf friggas-charm",
        )
    )
    assert code(game, "A upgrade dark-elf") == "slot-full"
    assert code(game, "A upgrade friggas-charm") == "slot-full"


def test_d25_two_upgrades_of_the_same_kind_both_work() -> None:
    game = end_age(table(A=seat(valhalla="WW", upgrades="lokis-domain lokis-eminence")))
    assert game.glory(A) == 2 * 3


def test_d26_an_upgraded_leader_and_ship_keep_what_they_could() -> None:
    game = table(A=seat(upgrades="lord-of-spears fire-dragons", rage=2), players=2)
    game.play("A invade leader gimle", "B pass")
    assert game.rage(A) == 2
    assert code(game, "A invade ship gimle") == "ship-enters-fjords"
    game.play("A invade ship west")
    assert game.figures(A, WEST) == figures("S")


@pytest.mark.parametrize("where", ["gimle", "yggdrasil", "valhalla", "reserve"])
def test_d30_an_overwritten_monster_leaves_from_wherever_it_is(where: str) -> None:
    words = seat(upgrades="troll", hand="valkyrie")
    if where == "gimle":
        words["gimle"] = "troll"
    elif where == "yggdrasil":
        words["yggdrasil"] = "troll"
    elif where == "valhalla":
        words["valhalla"] = "troll"
    game = table(A=words).play("A upgrade valkyrie troll", "A skip")
    locations: dict[str, Location] = {
        "gimle": GIMLE,
        "yggdrasil": YGGDRASIL,
        "valhalla": Origin.VALHALLA,
        "reserve": Origin.RESERVE,
    }
    assert game.told(BoxMonster) == [BoxMonster(A, cards("troll")[0], locations[where])]
    assert game.reserve(A).monsters == ("valkyrie",)
    assert game.valhalla(A).monsters == ()
    assert game.state.on_board(A) == 0


def test_d30_an_overwritten_sea_serpent_leaves_the_fjord_and_pays_no_dragons() -> None:
    game = table(
        A=seat(west="sea-serpent", upgrades="sea-serpent lokis-dragons", hand="troll")
    ).play("A upgrade troll sea-serpent", "A free-invade troll gimle")
    assert game.glory(A) == 0
    assert game.told(ToValhalla) == []
    assert game.state.on_board(A) == 1


def test_d30_boxing_frees_a_place_under_the_horns_for_the_new_monster() -> None:
    game = table(A=seat(gimle="WWW troll", upgrades="troll", hand="valkyrie"))
    game.play("A upgrade valkyrie troll", "A free-invade valkyrie horgr")
    assert game.state.on_board(A) == 4


def test_d30_a_boxed_witch_cannot_retreat() -> None:
    game = table(A=seat(horgr="volur-witch", upgrades="volur-witch", hand="troll"))
    game.play("A upgrade troll volur-witch", "A skip")
    assert game.figures(A, YGGDRASIL) == figures("")


def equals(rules: int = RULES_VERSION, **where: Unpack[SeatWords]) -> Game:
    """Play the Troll over one of two Dwarf Chieftains of A."""
    where["upgrades"] = "dwarf-chieftain dwarf-chieftain"
    where["hand"] = "troll"
    game = table(A=where, players=5, kickstarter=True, rules=rules)
    return game.play("A upgrade troll dwarf-chieftain")


@pytest.mark.parametrize(
    ("where", "locations"),
    [
        (seat(gimle="dwarf-chieftain"), (Origin.RESERVE, GIMLE)),
        (seat(valhalla="dwarf-chieftain"), (Origin.RESERVE, Origin.VALHALLA)),
        (seat(gimle="dwarf-chieftain", utgard="dwarf-chieftain"), (UTGARD, GIMLE)),
    ],
)
def test_d30_of_two_equal_monsters_the_owner_chooses_which_one_goes(
    where: SeatWords, locations: tuple[Location, ...]
) -> None:
    for location in locations:
        game = equals(**where)
        assert game.options(A) == tuple(act.BoxFrom(A, one) for one in locations)
        check(game.state)
        game.play(act.BoxFrom(A, location))
        check(game.state)
        assert game.told(BoxMonster) == [BoxMonster(A, cards("dwarf-chieftain")[0], location)]
        game.play("A free-invade troll horgr")
        (left,) = set(locations) - {location}
        assert monster_locations(game.state, A, cards("dwarf-chieftain")[0]) == (left,)


@pytest.mark.parametrize("where", [seat(), seat(valhalla="dwarf-chieftain dwarf-chieftain")])
def test_d30_two_equal_monsters_in_one_place_are_no_choice(where: SeatWords) -> None:
    game = equals(**where)
    assert asked(game, A) is ask.FreeInvadeDecision
    assert len(game.told(BoxMonster)) == 1


def test_d30_a_monster_elsewhere_cannot_be_chosen() -> None:
    game = equals(gimle="dwarf-chieftain")
    for location in ("utgard", "valhalla"):
        assert code(game, f"A box {location}") == "not-among-equals"
    assert code(game, "A decline") == "not-your-answer"


def test_d30_an_absent_owner_loses_the_equal_that_is_off_the_board() -> None:
    game = equals(gimle="dwarf-chieftain").play("table absent A")
    assert game.told(BoxMonster) == [
        BoxMonster(A, cards("dwarf-chieftain")[0], Origin.RESERVE),
    ]


def test_d30_by_the_first_rules_nobody_is_asked_which_equal_goes() -> None:
    game = equals(rules=1, gimle="dwarf-chieftain")
    assert asked(game, A) is ask.FreeInvadeDecision
    assert game.figures(A, GIMLE) == figures("dwarf-chieftain")
    assert code(game, "A box gimle") == "not-your-answer"


def test_d31_a_warrior_upgrade_strengthens_those_on_the_board_at_once() -> None:
    game = table(A=seat(gimle="WW", hand="masters-in-arms"))
    assert strength(game.state, A, GIMLE, Use.BATTLE) == 2
    game.play("A upgrade masters-in-arms", "A skip")
    assert strength(game.state, A, GIMLE, Use.BATTLE) == 6


def test_a21a_base_values_and_the_printed_strength_of_an_upgrade() -> None:
    plain = table(A=seat(gimle="L"))
    assert figure_strength(plain.state, A, LEADER, GIMLE) == 3
    assert figure_strength(plain.state, A, SHIP, WEST) == 2


def test_d32_any_number_of_quests_may_be_committed_for_nothing() -> None:
    game = table(A=seat(hand="quest-alfheim quest-alfheim quest-manheim"), players=2)
    game.play("A quest quest-alfheim", "B pass", "A quest quest-alfheim", "A quest quest-manheim")
    assert game.rage(A) == 6
    assert (game.clan(A).quests, game.clan(A).hand) == (3, 0)


def test_d32_a_committed_card_that_is_no_quest_fails() -> None:
    """I8: the shared state cannot know; the card fails when it is opened."""
    game = table(A=seat(hand="tyrs-bash", gimle="L"))
    game.play("A quest tyrs-bash")
    end_age(game)
    assert judged(game) == [False]
    note = game.told(QuestNote)[0]
    assert note.face is not None
    assert note.face.card == "tyrs-bash"


def test_d32_without_a_card_in_hand_nothing_can_be_committed() -> None:
    game = table()
    assert code(game, act.Committed(A)) == "hand-empty"


def test_d32_only_quests_are_offered_to_be_committed() -> None:
    game = table(A=seat(hand="tyrs-bash troll"))
    assert act.Commit not in kinds(game.options(A))


def test_e32_a_step_is_lost_when_no_stat_can_rise() -> None:
    game = table(
        A=seat(gimle="L", upgrades="lord-of-axes", levels=(6, 6, 6)), tokens={GIMLE: Token.GLORY}
    )
    call(game, GIMLE)
    assert game.told(StatLostNote)[0].stat is None
    assert asked(game, B) is ask.TurnDecision


def test_e32_only_stats_below_the_top_are_offered() -> None:
    game = table(
        A=seat(gimle="L", upgrades="lord-of-axes", levels=(6, 1, 1)), tokens={GIMLE: Token.GLORY}
    )
    call(game, GIMLE)
    assert game.options(A) == (act.RaiseStatBy(A, Stat.AXES), act.RaiseStatBy(A, Stat.HORNS))
    assert code(game, "A stat rage") == "stat-at-top"


def test_d18_monsters_of_a_march_are_named_in_order() -> None:
    game = table(A=seat(gimle="troll valkyrie", upgrades="troll valkyrie"))
    in_order, turned = (
        act.March(A, GIMLE, HORGR, Figures(monsters=cards(text)))
        for text in ("troll valkyrie", "valkyrie troll")
    )
    assert code(game, turned) == "not-there"
    assert code(game, in_order) is None
