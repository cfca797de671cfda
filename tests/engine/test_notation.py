import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import decisions as ask
from engine import tasks as task
from engine.actions import (
    Absent,
    Action,
    BeginAge,
    Intent,
    Keep,
    Kept,
    March,
    OpenQuests,
    Pass,
    PlaceGods,
    Protect,
    Sacrifice,
    TakeVillage,
    Upgrade,
)
from engine.cards import CARDS
from engine.errors import BadNotation
from engine.figures import Figures
from engine.invariants import check
from engine.notation import read_figures, read_move, write_figures, write_move
from engine.notation_state import read_state, write_state
from engine.state import GameState
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    Cause,
    Deity,
    FigureKind,
    Origin,
    Reward,
    Slot,
    Stat,
)
from tests.builders import (
    GIMLE,
    HORGR,
    UTGARD,
    WEST,
    A,
    B,
    C,
    face,
    figures,
    random_play,
    seat,
    table,
)

LINES: tuple[tuple[str, Action | Intent], ...] = (
    ("A march horgr utgard 3W+L+troll", March(A, HORGR, UTGARD, figures("WWWL troll"))),
    ("B upgrade fire-giant@2 troll", Upgrade(B, face("fire-giant@2"), CardId("troll"))),
    ("B upgrade fire-giant@2 none", Upgrade(B, face("fire-giant@2"), None)),
    ("A sacrifice gimle:leader,west:ship", Sacrifice(A, ((GIMLE, LEADER), (WEST, SHIP)))),
    ("A sacrifice gimle:warrior,gimle:warrior", Sacrifice(A, ((GIMLE, WARRIOR),) * 2)),
    ("C protect gimle:2W+L,west:S", Protect(C, ((GIMLE, figures("WWL")), (WEST, figures("S"))))),
    ("A keep none", Keep(A, None)),
    ("A keep tyrs-bash@1", Keep(A, face("tyrs-bash"))),
    ("A kept no", Kept(A, kept=False)),
    ("A open-quests -", OpenQuests(A, ())),
    ("A pass", Pass(A)),
    ("table begin-age 2 1 ABC", BeginAge(Age.TWO, 1, (A, B, C))),
    ("table absent B", Absent(B)),
    ("table place-gods 2 gimle,utgard", PlaceGods(Age.TWO, (GIMLE, UTGARD))),
    ("A march horgr utgard W+2Y+troll", March(A, HORGR, UTGARD, figures("WYY troll"))),
    ("A take-village gimle B mystic reserve", TakeVillage(A, GIMLE, B, MYSTIC, Origin.RESERVE)),
)


@pytest.mark.parametrize(("line", "move"), LINES)
def test_a_move_is_written_as_its_line(line: str, move: Action | Intent) -> None:
    assert write_move(move) == line


@pytest.mark.parametrize(("line", "move"), LINES)
def test_a_line_is_read_as_its_move(line: str, move: Action | Intent) -> None:
    assert read_move(line) == move


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", ""),
        ("A", "A"),
        ("pass", "pass"),
        ("A dance", "A dance"),
        ("F pass", "F"),
        ("table pass", "table"),
        ("A absent B", "A"),
        ("A pass now", "A pass now"),
        ("A  pass", "A  pass"),
        ("A invade troll", "A invade troll"),
        ("A invade tyrs-bash gimle", "tyrs-bash"),
        ("A invade warrior midgard", "midgard"),
        ("A march gimle horgr W+leader", "leader"),
        ("A march horgr utgard 1W", "1W"),
        ("A march horgr utgard L+W", "L+W"),
        ("A march horgr utgard", "A march horgr utgard"),
        ("A late tyrs-bash", "tyrs-bash"),
        ("A late tyrs-bash@4", "tyrs-bash@4"),
        ("A late mead@1", "mead"),
        ("A stat glory", "glory"),
        ("A quest-counts 03", "03"),
        ("A kept maybe", "maybe"),
        ("A sacrifice gimle:leader", "gimle:leader"),
        ("A sacrifice gimle,west", "gimle"),
    ],
)
def test_a_line_that_is_not_a_move_is_refused_naming_the_wrong_part(line: str, part: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read_move(line)
    assert refused.value.part == part


def test_every_action_and_intent_has_a_word_of_its_own() -> None:
    kinds = {*get_args(Action), *get_args(Intent)}
    assert len({kind.word for kind in kinds}) == len(kinds)


def test_no_card_has_the_name_of_a_source_that_is_no_card() -> None:
    words = [word.value for word in (*Reward, *Deity)]
    assert len(set(words)) == len(words)
    assert not {CardId(word) for word in words} & set(CARDS)


kinds_of_figures = st.builds(
    Figures,
    st.integers(0, 8),
    st.integers(0, 1),
    st.integers(0, 1),
    st.lists(st.sampled_from([CardId("troll"), CardId("sea-serpent")]), max_size=2).map(tuple),
    st.integers(0, 2),
)


@given(kinds_of_figures)
def test_figures_are_read_as_they_were_written(group: Figures) -> None:
    assert read_figures(write_figures(group)) == group


# ------------------------------------------------------------------- states


def states(players: int, seed: int) -> Iterator[GameState]:
    return (game.state for game in random_play(players, seed))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_state_of_a_game_is_read_as_it_was_written(players: int) -> None:
    for state in states(players, seed=players):
        assert read_state(write_state(state)) == state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_move_of_a_game_is_read_as_it_was_written(players: int) -> None:
    for game in random_play(players, players + 10):
        for due in game.owed():
            if due.seat is not None:
                for intent in game.options(due.seat)[:10]:
                    assert read_move(write_move(intent)) == intent
    assert [read_move(write_move(action)) for action in game.actions] == game.actions


EVERY_TASK: tuple[task.Task, ...] = (
    task.ClanTask(A),
    task.BeginAgeTask(Age.TWO),
    task.DraftTask(3),
    task.TakeHandsTask(),
    task.StartActionTask(),
    task.TurnTask(B),
    task.ArrivalTask(A, FigureKind("troll"), GIMLE),
    task.SuccorTask(A, GIMLE),
    task.DomainTask(A, GIMLE),
    task.FreeInvadeTask(A, Slot.MONSTER, CardId("troll")),
    task.CallTask(A, GIMLE, (B, C), moved=True),
    task.ConfrontTask(A, GIMLE),
    task.StageTask(task.Stage.LATE, (), again=False),
    task.TextTask(A, CardId("odins-tide"), task.Moment.BEFORE, GIMLE),
    task.TideTask((B,), (task.Victim(A, GIMLE, figures("WW")),)),
    task.DestroyTask((task.Victim(A, WEST, figures("S")),), Cause.TIDE, (A, B), witch_asked=True),
    task.MysticsTask((task.Victim(A, GIMLE, figures("YY")),), Cause.TIDE, (A, B), (GIMLE, GIMLE)),
    task.CaptureTask(A, GIMLE, Origin.VALHALLA),
    task.GodMoveTask(A, GIMLE),
    task.StatTask(A, (Stat.RAGE, Stat.HORNS), CardId("thors-oath")),
    task.HammersTask(A, GIMLE),
    task.RewardTask(A, GIMLE),
    task.TokenTask(A, GIMLE, Reward.TOKEN),
    task.TokenTask(A, GIMLE, CardId("frost-giant")),
    task.TokenTask(A, GIMLE, Deity.ODIN),
    task.DiscardTask(),
    task.QuestTask(),
    task.JudgeTask(A, (face("quest-alfheim"), face("quest-alfheim"))),
    task.RagnarokTask(),
    task.FallTask(GIMLE),
    task.ReleaseTask(),
)
EVERY_QUESTION: tuple[ask.Owed, ...] = (
    ask.ClanDecision(A),
    ask.PickDecision(A, 2),
    ask.TurnDecision(A),
    ask.FreeInvadeDecision(A, Slot.SHIP, CardId("lokis-dragons")),
    ask.SuccorDecision(A, GIMLE),
    ask.DomainDecision(A, GIMLE),
    ask.JoinDecision(A, GIMLE),
    ask.CardDecision(A, GIMLE),
    ask.QuestCountsDecision(A, (0, 3)),
    ask.TideDecision(A, GIMLE),
    ask.LateDecision(A, GIMLE),
    ask.RetreatDecision(A, GIMLE, Cause.RAGNAROK),
    ask.ProtectDecision(A, ((GIMLE, figures("WWL")), (WEST, figures("S"))), Cause.BATTLE),
    ask.StatDecision(A, (Stat.RAGE, Stat.AXES), CardId("thors-oath")),
    ask.ProwessDecision(A, (face("tyrs-bash"), face("heimdalls-eye@2"))),
    ask.HammersDecision(A, GIMLE),
    ask.BlessingDecision(A, GIMLE),
    ask.KeepDecision(A),
    ask.MysticRetreatDecision(A, GIMLE, Cause.CAPTURE),
    ask.GodMoveDecision(A, GIMLE, Deity.LOKI),
    ask.OpenPlayDecision(A, GIMLE),
    ask.BoxDecision(A, CardId("dark-elf"), (Origin.RESERVE, Origin.VALHALLA, GIMLE, WEST)),
    ask.OpenCardDuty(A),
    ask.OpenQuestsDuty(A, 2),
    ask.BeginAgeDuty(Age.THREE, 2),
    ask.PlaceGodsDuty(Age.THREE),
)


def test_every_kind_of_task_and_question_can_stand_in_a_state() -> None:
    assert {type(todo) for todo in EVERY_TASK} == set(get_args(task.Task))
    assert {type(due) for due in EVERY_QUESTION} == set(get_args(ask.Owed))
    state = table().state.waiting(EVERY_TASK, EVERY_QUESTION, (Kept(A, kept=False), Pass(B)))
    assert read_state(write_state(state)) == state


def test_a_state_is_one_line() -> None:
    game = table(A=seat(gimle="WWL"), B=seat(gimle="W", hand="tyrs-bash"))
    game.play("A pillage gimle")
    line = write_state(game.state)
    assert "\n" not in line
    assert line.endswith(
        " | agenda turn B; stage open AB no | owed B card gimle | given - | gods -"
    )


EXAMPLE = write_state(table(A=seat(gimle="WW troll", west="S", upgrades="troll")).state)


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ("rage=6", "rage=six", "six"),
        ("rage=6", "rage=-0", "-0"),
        ("rage=6", "rage=06", "06"),
        ("rage=6", "rage=" + "6" * 5000, "6" * 5000),
        ("elvagar=rage", "elvagar=mead", "mead"),
        ("elvagar=rage", "elvagar=rage+burnt", "elvagar=rage+burnt"),
        ("gimle=2W+troll", "gimle=0", "gimle=0"),
        (" gimle=2W+troll west=S", " west=S gimle=2W+troll", "gimle=2W+troll"),
        ("phase=action", "phase=lunch", "lunch"),
        ("agenda -", "agenda sing A", "sing A"),
        ("owed A action", "owed A sing", "A sing"),
        ("given -", "given A card tyrs-bash@1", "A card tyrs-bash@1"),
        ("table kick", "tables kick", "tables kickstarter=no rules-version=3 gods=no mystics=no"),
        ("draft=yes", "drafts=yes", "drafts=yes"),
        ("table kickstarter=no rules-version=3", "table kickstarter=no", None),
        ("rules-version=3", "rules-version=4", "4"),
        (
            "rules-version=3",
            "rules-version=0",
            "kickstarter=no rules-version=0 gods=no mystics=no",
        ),
        (" gods=no mystics=no", "", "kickstarter=no rules-version=3"),
        (" | gods -", "", None),
        ("| gods -", "| gods odin", ""),
        ("| gods -", "| gods odin=lunch", "lunch"),
        (" yggdrasil=yggdrasil", "", None),
    ],
)
def test_a_line_that_is_not_a_state_is_refused_naming_the_wrong_part(
    before: str, after: str, part: str | None
) -> None:
    assert before in EXAMPLE
    with pytest.raises(BadNotation) as refused:
        read_state(EXAMPLE.replace(before, after, 1))
    assert part in (None, refused.value.part)


def test_a_state_of_one_or_six_seats_is_refused() -> None:
    seat_a = next(part for part in EXAMPLE.split(" | ") if part.startswith("A "))
    with pytest.raises(BadNotation):
        read_state(EXAMPLE.replace(seat_a, " | ".join([seat_a] * 3)))


@given(st.integers(0, len(EXAMPLE) - 1), st.characters(min_codepoint=32, max_codepoint=126))
def test_a_line_that_is_read_is_written_the_same(index: int, letter: str) -> None:
    line = EXAMPLE[:index] + letter + EXAMPLE[index + 1 :]
    try:
        state = read_state(line)
    except BadNotation:
        return
    assert write_state(state) == line


# ------------------------------------------------------------- docs/notation.md

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
WRITTEN = re.findall(r"(?<=`)(?:[A-E]|table) [a-z][^`]*(?=`)", PAGE)


@pytest.mark.parametrize("line", WRITTEN)
def test_a_move_on_the_page_can_be_read(line: str) -> None:
    assert write_move(read_move(line)) == line


def test_every_move_is_on_the_page() -> None:
    words = {line.split(" ")[1] for line in WRITTEN}
    assert words == {kind.word for kind in (*get_args(Action), *get_args(Intent))}


def test_the_state_on_the_page_can_be_read() -> None:
    (block,) = re.findall(r"^```state\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    line = " | ".join(block.splitlines())
    state = read_state(line)
    check(state)
    assert write_state(state) == line
