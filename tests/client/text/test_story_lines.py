from __future__ import annotations

import re

import pytest

from client.text.log_line import LogLine
from client.text.names import Names, names_of
from client.text.story_lines import item_line, lines
from engine import battle_changes as fight
from engine import changes as deed
from engine.figures import Figures
from engine.story import BattleTotal, CompareNote, StatLostNote, Story, StrengthSource
from engine.terms import (
    WARRIOR,
    Cause,
    ClanName,
    FigureKind,
    Origin,
    Place,
    Seat,
    Spend,
    Stat,
    Step,
)
from tests.builders import A, B, face, seat, table
from tests.client.text.sagas import KINDS, RARE, game

HUMAN = ("Astrid", "Bo", "Cyra", "Dag")


def told(story: Story, you: Seat | None = None) -> tuple[str, ...]:
    return tuple(line.short for line in told_lines(story, you))


def told_lines(story: Story, you: Seat | None = None) -> tuple[LogLine, ...]:
    return lines(story, names_of(table().state, HUMAN, you))


def is_sentence(text: str) -> bool:
    return text[0].isupper() and text.endswith(".") and "{" not in text and "  " not in text


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_every_line_of_a_game_is_short_and_has_a_whole_sentence(players: int, seed: int) -> None:
    for applied in game(players, seed):
        for line in lines(applied.story, names_of(applied.state, you=A)):
            assert 0 < len(line.short) <= 80, line
            assert not line.short.endswith("."), line
            assert is_sentence(line.full), line


@pytest.mark.parametrize(("players", "seed"), [(3, 2), (4, 3)])
def test_the_seat_of_a_line_is_the_first_that_its_sentence_names(players: int, seed: int) -> None:
    for applied in game(players, seed):
        names = names_of(applied.state, HUMAN)
        for line in lines(applied.story, names):
            at = {one: line.full.find(names.full(one)) for one in applied.state.seats_from(A)}
            named = [one for one in sorted(at, key=lambda one: at[one]) if at[one] >= 0]
            assert line.seat in (None, *named[:1]) or not named, line


def test_the_seat_of_a_cancelled_text_is_named_before_that_of_the_canceller() -> None:
    (line,) = told_lines((fight.BlankText(A, face("tyrs-smash"), B),))
    assert line.seat == A
    assert line.full.index("Astrid") < line.full.index("Bo")


def test_every_item_of_a_story_has_a_line() -> None:
    names = names_of(table().state, HUMAN)
    items = [item for seed in range(3) for applied in game(4, seed) for item in applied.story]
    for item in (*items, *RARE):
        line = item_line(item, names)
        assert line.short, item
        assert is_sentence(line.full), line


def test_the_sample_games_have_most_kinds_of_items() -> None:
    stories = [applied.story for seed in range(6) for applied in game(4, seed)]
    met = {type(item) for story in (*stories, RARE) for item in story}
    assert len(met) >= len(KINDS) - 4, [kind for kind in KINDS if kind not in met]


def test_a_price_shares_a_line_with_its_purchase_and_the_new_total() -> None:
    story: Story = (
        deed.PayRage(A, 1, Spend.INVADE, 4),
        deed.PlaceFigure(A, "warrior", Place.HORGR, Origin.RESERVE),  # type: ignore[arg-type]
    )
    assert told(story) == ("Astrid: Warrior → Horgr, -1 Rage (now 4)",)
    assert told_lines(story)[0].full == (
        "Astrid invades Horgr with a Warrior. It costs 1 Rage (now 4)."
    )
    assert told_lines(story)[0].level == 0


def test_an_invade_without_a_price_is_free() -> None:
    game = table(A=seat()).play("A invade leader gimle")
    assert told(game.story[-2:])[0] == "Astrid: Leader → Gimle, free"


def test_a_march_names_figures_origin_and_target() -> None:
    story: Story = (
        deed.PayRage(B, 1, Spend.MARCH, 2),
        deed.MoveFigures(B, Figures(warriors=2, leader=1), Place.ELVAGAR, Place.GIMLE, Step.MARCH),
    )
    assert told(story) == ("Bo: 2 Warriors and Leader, Elvagar → Gimle, -1 Rage (now 2)",)


def test_glory_has_its_new_total_and_its_source() -> None:
    gain = deed.GainGlory(A, 3, face("thors-hammer").card, 9)
    assert told((gain,)) == ("Astrid: +3 Glory (now 9), Thor's Hammer",)


def test_a_stat_has_its_old_and_its_new_value() -> None:
    step = deed.RaiseStat(A, Stat.RAGE, face("thors-oath").card, 4, 9)
    assert told((step,)) == ("Astrid: Rage 8 → 9, Thor's Oath",)


def test_a_theft_is_one_line_with_both_totals() -> None:
    card = face("lokis-backstab", 2).card
    story: Story = (deed.LoseGlory(A, 2, card, 5), deed.GainGlory(B, 2, card, 12))
    assert told(story) == ("Bo: +2 Glory (now 12), Loki's Backstab; Astrid: now 5",)
    full = [told_lines(story, you)[0].full for you in (None, B, A)]
    assert full == [
        "Loki's Backstab: Bo gains 2 Glory (now 12); Astrid loses 2 (now 5).",
        "Loki's Backstab: you gain 2 Glory (now 12); Astrid loses 2 (now 5).",
        "Loki's Backstab: Bo gains 2 Glory (now 12); you lose 2 (now 5).",
    ]


def test_a_pass_names_the_lost_rage() -> None:
    game = table(A=seat(rage=3)).play("A pass")
    assert told(game.story)[0] == "Astrid: pass, -3 Rage (now 0)"


def test_figures_that_die_together_share_a_line() -> None:
    story: Story = (
        deed.ToValhalla(A, Figures(warriors=2), Place.GIMLE, Cause.BATTLE),
        deed.ToValhalla(B, Figures(leader=1), Place.GIMLE, Cause.BATTLE),
        deed.ToValhalla(B, Figures(ships=1), Place.WEST, Cause.BATTLE),
    )
    (line,) = told_lines(story)
    assert line.short == "Dead in Gimle: W 2 Warriors; R Leader and ship"
    assert line.full == (
        "Dead in Gimle and its fjord (battle lost): 2 Warriors (Astrid); Leader and ship (Bo)."
    )


def test_figures_sacrificed_in_two_provinces_die_in_lines_of_their_own() -> None:
    story: Story = (
        deed.ToValhalla(A, Figures(warriors=1), Place.GIMLE, Cause.SACRIFICE),
        deed.ToValhalla(A, Figures(leader=1), Place.HORGR, Cause.SACRIFICE),
    )
    assert told(story) == ("Dead in Gimle: W Warrior", "Dead in Horgr: W Leader")


def test_a_ship_dies_in_a_line_apart_from_a_province_its_fjord_does_not_touch() -> None:
    story: Story = (
        deed.ToValhalla(A, Figures(ships=1), Place.EAST, Cause.SACRIFICE),
        deed.ToValhalla(A, Figures(leader=1), Place.GIMLE, Cause.SACRIFICE),
    )
    assert told(story) == ("Dead in east fjord: W ship", "Dead in Gimle: W Leader")


def test_equal_quests_are_revealed_once_with_their_number() -> None:
    quests = (face("quest-alfheim"), face("quest-alfheim"), face("quest-manheim"))
    (line,) = told_lines((deed.ShowQuests(A, quests, 0),))
    assert line.full == "Astrid reveals Quest Alfheim x2 and Quest Manheim."


def test_a_card_face_down_is_one_card_and_two_are_cards() -> None:
    assert told_lines((fight.LayCard(A),))[0].full == "A card lies face down: Astrid."
    both = told_lines((fight.LayCard(A), fight.LayCard(B)))
    assert both[0].full == "Cards lie face down: Astrid and Bo."


def test_a_card_taken_from_you_is_your_card() -> None:
    taken = fight.TakeCard(A, B, face("tyrs-rage"))
    assert told_lines((taken,))[0].full == "Astrid takes Tyr's Rage (Bo) into hand."
    assert told_lines((taken,), B)[0].full == "Astrid takes your card Tyr's Rage into hand."


def test_a_figure_that_joins_a_battle_has_its_article() -> None:
    leader = deed.MoveFigures(A, Figures(leader=1), Place.HORGR, Place.GIMLE, Step.JOIN)
    assert told_lines((leader,), A)[0].full == "You bring the Leader from Horgr to Gimle."


def test_turns_are_not_in_the_log() -> None:
    story: Story = (deed.BeginTurn(A), deed.BeginTurn(B))
    assert told(story, you=B) == ()


def test_a_lost_step_has_a_line() -> None:
    lost = StatLostNote(A, Stat.HORNS, face("thors-oath").card)
    assert told((lost,)) == ("Astrid: Horns is at the top, Thor's Oath",)


def test_a_battle_has_its_totals_and_their_sources() -> None:
    game = table(
        A=seat(gimle="WWL", hand="tyrs-smash"), B=seat(gimle="W", hand="tyrs-bash"), age=1
    ).play("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    said = told_lines(tuple(game.story))
    totals = next(line for line in said if line.short.startswith("Gimle: W"))
    assert totals.short == "Gimle: W 8, R 3"
    assert "Astrid 8 (2 Warriors: 2, Leader: 3, Tyr's Smash +3)" in totals.full


def test_a_line_knows_the_cards_it_names() -> None:
    gain = deed.GainGlory(A, 3, face("thors-hammer").card, 9)
    assert told_lines((gain,))[0].cards == (face("thors-hammer").card,)


def test_a_line_about_the_viewer_says_you_and_agrees_with_it() -> None:
    seen = 0
    for applied in game(4, 3):
        for line in lines(applied.story, names_of(applied.state, HUMAN, A)):
            assert "Astrid" not in line.full, line
            assert "Astrid" not in line.short, line
            assert re.search(r"\b[Yy]ou [a-z]+s\b", line.full) is None, line
            seen += line.full.startswith("You ")
    assert seen > 30


def test_without_a_name_the_clan_is_the_subject() -> None:
    story: Story = (deed.TakeClan(A, ClanName.WOLF), deed.TakeClan(B, ClanName.BEAR))
    nameless = lines(story, Names(("", ""), (None, None), A))
    assert [line.full for line in nameless] == [
        "The Wolf clan is yours.",
        "The Bear clan is at the table.",
    ]
    assert lines(story, names_of(table().state, HUMAN))[0].full == "Astrid leads the Wolf clan."


def test_a_figure_without_strength_names_the_wolfman() -> None:
    silenced = StrengthSource(WARRIOR, 2, 0, Place.GIMLE, None)
    wolfman = StrengthSource(FigureKind("wolfman"), 1, 3, Place.GIMLE, None)
    note = CompareNote(Place.GIMLE, (BattleTotal(A, (silenced, wolfman), 3),))
    (line,) = told_lines((note,))
    assert line.full.endswith("3 (2 Warriors: 0 [Wolfman], Wolfman: 3).")
