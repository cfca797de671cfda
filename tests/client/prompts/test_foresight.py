"""The consequences shown before an answer, and in whole games: what the engine then does."""

from collections.abc import Iterator
from random import Random

import pytest

from client.prompts.foresight import consequence, foresee
from client.prompts.nodes import DecisionContext
from client.text.consequences import after_this
from client.text.names import card_name
from engine import actions as act
from engine.decisions import TurnDecision
from engine.knowledge import publish
from engine.play import apply
from engine.standing import quest_status
from engine.state import Rulings
from engine.terms import LEADER, Phase, RageReturn, Stat
from engine.values import replace
from tests.builders import MYRKVLOR, UTGARD, B, seat, table
from tests.client.prompts.asking import asked, keys, walk
from tests.client.prompts.test_games import next_decision, seated
from tests.game import Game

ALL_BUT_GIMLE = "elvagar angerboda muspelheim horgr utgard andlang myrkvlor yggdrasil"
LAST = "no more turns unless you regain Rage"
GONE = "no more turns in this Age"

# ------------------------------------------------------------------------ single answers


def _line(game: Game, *pressed: str) -> str:
    """Return the line after some keys of the seat that has the turn."""
    return consequence(keys(walk(game), *pressed))


def _march_game(rage: int = 6) -> Game:
    return table(
        A=seat(
            yggdrasil="L fire-giant", quests="quest-yggdrasil", rage=rage, upgrades="fire-giant"
        ),
        B=seat(gimle="W"),
    )


def test_a_march_says_what_it_costs_and_does_to_a_quest() -> None:
    game = _march_game()
    line = _line(game, "m", "5", "enter", "enter", "3")
    assert line == "After this: Rage 6 → 5; Quest Yggdrasil: on track → fails."


def test_the_last_rage_is_the_last_action() -> None:
    line = _line(_march_game(rage=1), "m", "5", "enter", "enter", "3")
    assert line.startswith("After this: Rage 1 → 0, no more turns unless you regain Rage;")


def test_the_row_of_a_place_says_the_same_as_the_confirmation_it_leads_to() -> None:
    at = keys(walk(_march_game()), "m", "5", "enter", "enter")
    place = next(i for i, one in enumerate(at.fork.branches) if one.item.place == UTGARD)
    before = consequence(replace(at, cursor=place))
    assert before == consequence(keys(at, "3", "enter"))
    assert before


def test_a_confirmation_keeps_its_line_on_the_way_back() -> None:
    at = keys(walk(_march_game()), "m", "5", "enter", "enter", "3", "enter")
    assert consequence(at)
    assert consequence(at) == consequence(keys(at, "down"))


def test_the_pillage_of_the_last_province_ends_the_actions() -> None:
    game = table(A=seat(gimle="L"), B=seat(), players=2, pillaged=ALL_BUT_GIMLE)
    line = _line(game, "p", "1", "enter")
    assert line.startswith(
        "After this: all is pillaged, so the actions of this Age end, Rage 6 → 0;"
    )


def test_a_pillage_of_the_last_province_that_may_fail_says_what_it_would_end() -> None:
    one, other = seat(gimle="L", hand="tyrs-bash"), seat(gimle="W", hand="tyrs-bash")
    game = table(A=one, B=other, players=2, pillaged=ALL_BUT_GIMLE)
    warning = "success ends the actions of this Age (last province), all Rage is lost"
    assert warning in _line(game, "p", "1", "enter")
    one_more = table(A=one, B=other, players=2)
    assert warning not in _line(one_more, "p", "1", "enter")


def test_the_pillage_of_the_second_last_province_counts_what_is_left() -> None:
    others = ALL_BUT_GIMLE.removesuffix(" yggdrasil")
    alone = table(A=seat(gimle="L"), B=seat(), players=2, pillaged=others)
    assert "; 1 province left to pillage;" in _line(alone, "p", "1", "enter")
    one, other = seat(gimle="L", hand="tyrs-bash"), seat(gimle="W", hand="tyrs-bash")
    contested = table(A=one, B=other, players=2, pillaged=others)
    assert "; success leaves 1 province to pillage;" in _line(contested, "p", "1", "enter")


def test_the_menu_warns_of_the_last_two_pillages() -> None:
    def note(pillaged: str) -> str:
        return walk(table(A=seat(gimle="L"), B=seat(), players=2, pillaged=pillaged)).fork.note

    words = ALL_BUT_GIMLE.split()
    assert note(" ".join(words[:-2])) == ""
    assert note(" ".join(words[:-1])).startswith("2 provinces left to pillage,")
    last = "Gimle is the last province: its pillage ends the actions of this Age."
    assert note(ALL_BUT_GIMLE) == last


def test_the_last_pass_ends_the_actions() -> None:
    game = table(A=seat(gimle="L"), B=seat(rage=0), players=2)
    assert _line(game, "x") == (
        "After this: nobody can act, so the actions of this Age end, Rage 6 → 0."
    )


def test_a_pass_loses_all_rage() -> None:
    assert _line(_march_game(), "x") == "After this: Rage 6 → 0, no more turns in this Age."


@pytest.mark.parametrize(
    ("ruling", "march", "passing"),
    [
        (RageReturn.SPENT, LAST, GONE),
        (RageReturn.NEVER, GONE, GONE),
        (RageReturn.ALWAYS, LAST, LAST),
    ],
)
def test_the_ruling_says_whether_regained_rage_brings_a_turn(
    ruling: RageReturn, march: str, passing: str
) -> None:
    rulings = Rulings(rage_return=ruling)
    game = table(A=seat(yggdrasil="L", rage=1), B=seat(gimle="W"), rulings=rulings)
    at = walk(game)
    row = next(i for i, one in enumerate(at.fork.branches) if one.item.verb == act.March.word)
    for line in (
        consequence(replace(at, cursor=row)),
        _line(game, "m", "5", "enter", "enter", "3"),
    ):
        assert march in line
    assert passing in _line(game, "x")


def test_an_action_whose_every_answer_costs_the_last_rage_says_so() -> None:
    game = _march_game(rage=1)
    at = walk(game)
    march = next(i for i, one in enumerate(at.fork.branches) if one.item.verb == act.March.word)
    assert LAST in consequence(replace(at, cursor=march))


def test_an_action_with_several_prices_says_nothing_yet() -> None:
    game = table(A=seat(gimle="W"))
    at = walk(game)
    assert at.branch.item.verb == act.Invade.word
    assert not consequence(at)


def test_a_greyed_row_says_nothing() -> None:
    at = walk(table(A=seat(gimle="WWWW")))
    assert not consequence(replace(at, cursor=0))


def test_an_invade_counts_the_horns() -> None:
    line = _line(table(A=seat(gimle="W")), "i", "w", "2")
    assert line == "After this: Rage 6 → 5; Horns 2/4."


def test_an_invade_of_the_doomed_province_says_what_ragnarok_pays() -> None:
    game = table(A=seat(gimle="W"), ragnarok="gimle utgard horgr")
    line = _line(game, "i", "w", "1")
    assert "Ragnarök pays 2 → 4 Glory" in line


def test_deaths_on_arrival_are_named() -> None:
    game = table(A=seat(upgrades="troll"), B=seat(gimle="WW"))
    assert "Raven: 2 Warriors to Valhalla" in _line(game, "i", "a", "1")


def test_a_quest_laid_down_says_how_it_stands() -> None:
    game = table(A=seat(yggdrasil="L", hand="quest-yggdrasil"))
    assert _line(game, "e", "a") == "After this: Rage stays 6; Quest Yggdrasil: on track now."
    game = table(A=seat(gimle="L", hand="quest-yggdrasil"))
    assert _line(game, "e", "a") == "After this: Rage stays 6; Quest Yggdrasil: fails now."


def test_a_quest_in_hand_is_told_last_and_as_such() -> None:
    game = table(A=seat(yggdrasil="L", hand="quest-yggdrasil"), B=seat(gimle="W"))
    line = _line(game, "m", "5", "enter", "enter", "3")
    assert line == "After this: Rage 6 → 5; Quest Yggdrasil (in hand): on track → fails."


# ------------------------------------------------------------------------ pillage and call


def test_a_pillage_names_possible_joiners_with_their_greatest_strength() -> None:
    game = table(A=seat(gimle="L", andlang="W"), B=seat(gimle="W", myrkvlor="WL"))
    line = _line(game, "p", "1")
    assert line == (
        "After this: Rage stays 6; could still join: Raven (up to 5), you (up to 4); "
        "3 free villages."
    )


def test_an_unopposed_pillage_of_yggdrasil_asks_for_nobody() -> None:
    game = table(A=seat(yggdrasil="L", horgr="W"), B=seat())
    line = _line(game, "p", "5")
    assert line == "After this: Rage stays 6; nobody else can join; you could reach 4."


def test_a_pillage_that_nobody_can_stop_says_so() -> None:
    line = _line(table(A=seat(gimle="L")), "p", "1")
    assert "nobody can stop it" in line


def test_a_pillage_without_a_free_village_goes_straight_to_battle() -> None:
    line = _line(table(A=seat(horgr="LW"), B=seat(horgr="WW", gimle="W")), "p", "6")
    assert "straight to battle" in line


def test_a_pillage_of_the_doomed_province_says_what_a_figure_earns_there() -> None:
    game = table(A=seat(gimle="L"), B=seat(andlang="W"), ragnarok="gimle utgard horgr")
    assert "Ragnarök pays 2 Glory a figure here" in _line(game, "p", "1")


def test_joining_says_the_strength_then() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="W", myrkvlor="L")).play("A pillage gimle")
    context = asked(game, B)
    line = after_this(foresee(context, act.Join(B, MYRKVLOR, LEADER)), context.names)
    assert "your strength 0 → 3" in line


# ------------------------------------------------------------------------ whole games

SEEDS = [
    (0, 2),
    (1, 3),
    *(pytest.param(seed, 2 + seed % 4, marks=pytest.mark.slow) for seed in range(2, 8)),
]


def _answers(context: DecisionContext) -> Iterator[act.Intent]:
    """Yield all answers, of many marches and picks the first ones."""
    yield from context.prompt.legal[:40]


def _decisions(seed: int, players: int) -> Iterator[DecisionContext]:
    """Play a seeded game, and yield every decision of one seat before it answers."""
    player, chance = seated(seed, players), Random(seed)
    while (context := next_decision(player)) is not None:
        yield context
        legal = context.prompt.legal
        others = [one for one in legal if not isinstance(one, act.Pass)]
        player.submit(chance.choice(others or list(legal)))


@pytest.mark.parametrize(("seed", "players"), SEEDS)
def test_the_line_says_what_the_engine_does(seed: int, players: int) -> None:
    met = 0
    for context in _decisions(seed, players):
        for intent in _answers(context):
            _compare(context, intent)
            met += 1
    assert met > 100


def _compare(context: DecisionContext, intent: act.Intent) -> None:
    before, me = context.state, intent.seat
    action, _ = publish(intent, context.knowledge)
    after = apply(before, action).state
    line = after_this(foresee(context, intent), context.names)
    if after.age is not before.age or after.phase not in (Phase.ACTION, Phase.DISCARD, Phase.QUEST):
        return
    old, new = before.clans[me].rage, after.clans[me].rage
    is_turn = isinstance(context.decision, TurnDecision)
    if before.phase is Phase.ACTION and not isinstance(intent, act.Lay):
        assert (f"Rage {old} → {new}" in line) == (old != new), line
        ends = after.phase is not Phase.ACTION
        assert ("the actions of this Age end" in line.partition("success ends")[0]) == ends, line
        spent = not new and (is_turn or old > 0) and not ends
        assert (LAST in line or GONE in line) == spent, line
        horns = f"Horns {after.on_board(me)}/{after.clans[me].value(Stat.HORNS)}"
        same = before.on_board(me) == after.on_board(me) and (
            before.clans[me].value(Stat.HORNS) == after.clans[me].value(Stat.HORNS)
        )
        assert (horns in line) == (not same), line
        for quest in context.knowledge.quests:
            then = quest_status(after, me, quest.card).fulfilled
            turns = quest_status(before, me, quest.card).fulfilled != then
            name = f"{card_name(quest.card)}: " + (
                "fails → on track" if then else "on track → fails"
            )
            assert (name in line) == turns, line
