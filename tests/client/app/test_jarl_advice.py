"""A jarl on the screen: hints against bots only, and a second look at a finished game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from client.analysis.asked import PastQuestion
from client.analysis.second_look import hint_told, second_look
from client.analysis.verdicts import JarlVerdict
from client.app import jarl_advice
from client.app.launch import MainMenu
from client.bots.situation import Situation
from client.controller.requests import Request
from client.games.bot_game import NewGame
from client.menu.main_menu import MAIN
from client.presenter.people import Surroundings
from client.replay.player import ReplayPlayer
from client.ui.view import Net
from engine import actions as act
from engine.terms import Age, Seat
from protocol.record.retelling import retell
from tests.client.app.test_end_actions import GAME, says, to_the_end
from tests.client.controller.test_table_model import Screen, duel
from tests.client.replay.watching import cut, record, retold
from tests.client.terminal import playing

NOW = 1_000_000.0


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path / "data"))


def test_a_hint_comes_before_the_answer_and_says_that_it_is_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(NewGame(("thrall",), 5), tmp_path) as played:
            await played.keys("enter")
            await says(played, "Keep")
            await played.keys("J")
            await says(played, "Hint, from a jarl: Keep")
            assert played.program.game is not None
            assert played.program.game.model.walk is not None

    asyncio.run(main())


def test_a_hint_takes_no_longer_than_the_person_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, asked = Event(), []

    def slow_hint(situation: Situation) -> str:
        asked.append(situation)
        ready.wait(60.0)
        return f"Hint number {len(asked)}"

    monkeypatch.setattr(jarl_advice, "hint_told", slow_hint)

    async def main() -> None:
        async with playing(NewGame(("thrall",), 5), tmp_path) as played:
            await played.keys("enter")
            await says(played, "Keep")
            await played.keys("J")
            await says(played, "A jarl is thinking", "Esc stops it")
            await played.keys("down", "escape")
            await says(played, "Keep", without="A jarl is thinking")
            await played.keys("J")
            await says(played, "A jarl is thinking")
            ready.set()
            await says(played, "Hint number 2", without="A jarl is thinking")
            await played.keys("down", "J")
            await says(played, "Hint number 2")
            assert len(asked) == 2

    asyncio.run(main())


def test_the_same_question_gets_the_same_hint() -> None:
    look = second_look(retold(), Seat(0))
    for _, asked in look.questions:
        if isinstance(asked.played, act.Lay):
            situation: Situation = asked.situation
            assert hint_told(situation) == hint_told(situation)
            return
    pytest.fail("no battle")


@pytest.mark.parametrize(
    ("around", "told"),
    [
        (Surroundings(net=lambda: Net(2, 2)), "only in games against bots"),
        (Surroundings(watching=True), "You are a spectator"),
    ],
)
def test_nobody_gets_a_hint_at_a_table_with_others(around: Surroundings, told: str) -> None:
    screen = Screen(duel())
    screen.model.people._around = around
    pressed = screen.keys("J")
    assert pressed.request is Request.NOTHING
    assert told in screen.model.display.message


def test_a_hint_is_asked_for_only_at_a_question() -> None:
    screen = Screen(duel())
    assert screen.keys("J").request is Request.JARL


def test_a_replay_shows_the_chances_of_the_seat_that_is_watched() -> None:
    watched = ReplayPlayer(retold())
    own = watched.second_look.chances
    press_end = watched.press("end", NOW)
    assert press_end is Request.NOTHING
    assert watched.model.display.ending.chances == own
    assert len(own) > 5
    watched.press("2", NOW)
    assert watched.second_look.chances != own
    canvas = watched.draw(80, 24, NOW)
    rows = ["".join(part for _, part in line) for line in canvas.lines()]
    (row,) = [row for row in rows if row.startswith("win %")]
    assert set(row.split()[2:]) <= {str(chance) for _, chance in watched.second_look.chances}


def test_the_question_of_a_step_is_the_one_it_answers_or_the_next() -> None:
    look = second_look(retold(), Seat(0))
    first, last = look.questions[0], look.questions[-1]
    assert look.question(0) is first[1]
    assert look.question(first[0] + 1) is first[1]
    assert look.question(last[0] + 1) is last[1]
    assert look.question(last[0] + 2) is None
    assert first[1].situation.state.age is Age.ONE


def test_hidden_hands_give_no_second_look() -> None:
    look = second_look(retell(cut(10)), Seat(0))
    assert (look.questions, look.chances) == ((), ())


def test_a_key_in_the_replay_tells_of_the_step_that_is_shown(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(retold(), tmp_path) as played:
            await says(played, "Space plays")
            await played.keys("a", "n", "n", "n", "n")
            await played.keys("J")
            await says(played, "What would a jarl have done?", "Age I", "only what this seat knew")
            await played.keys("escape")

    asyncio.run(main())


def quick(asked: PastQuestion) -> JarlVerdict:
    """Return a verdict that costs nothing: some other answer is better by its number."""
    other = next(one for one in asked.situation.answers if one != asked.played)
    return JarlVerdict(asked, other, 3.0 + asked.number, 1.0)


def test_at_the_end_of_a_replay_the_key_tells_of_the_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, seen = Event(), []

    def patient(asked: PastQuestion) -> JarlVerdict:
        seen.append(asked.number)
        if asked.number == 3:
            ready.wait(60.0)
        return quick(asked)

    monkeypatch.setattr(jarl_advice, "verdict", patient)

    async def main() -> None:
        async with playing(retold(), tmp_path) as played:
            await says(played, "Space plays")
            await played.keys("end", "J")
            await says(played, "this game again: 3 of", "Esc stops")
            await played.keys("escape")
            ready.set()
            await says(played, "Space plays", without="every answer")
            assert max(seen) == 3
            await played.keys("J")
            await says(played, "What a jarl would have done: Ram", "battles won")
            count = len(seen)
            await played.keys("pagedown")
            await says(played, "The turns that cost most:", "1. Age")
            await played.keys("escape", "J")
            await says(played, "What a jarl would have done: Ram")
            assert len(seen) == count

    asyncio.run(main())


def test_a_jarl_stops_when_its_screen_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, seen = Event(), []

    def patient(asked: PastQuestion) -> JarlVerdict:
        seen.append(asked.number)
        if asked.number == 3:
            ready.wait(60.0)
        return quick(asked)

    monkeypatch.setattr(jarl_advice, "verdict", patient)
    path = tmp_path / "data" / "records" / "0123456789abcdef.bloodrage"
    path.parent.mkdir(parents=True)
    path.write_bytes(record())

    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys(*["down"] * MAIN.index("Watch a finished game"), "enter")
            await says(played, "Watch which game?")
            await played.keys("enter")
            await says(played, "Space plays")
            await played.keys("end", "J")
            await says(played, "this game again: 3 of")
            await played.keys("^Q")
            await says(played, "Watch which game?")
            ready.set()
            # The jarl answers one question at a time: another thought begins when this one is over.
            await played.keys("enter")
            await says(played, "Space plays")
            await played.keys("a", "n", "J")
            await says(played, "only what this seat knew")
            assert max(seen) == 3

    asyncio.run(main())


@pytest.mark.slow
def test_after_a_game_the_key_tells_of_it_and_the_chances_are_under_the_glory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jarl_advice, "verdict", quick)

    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            await to_the_end(played)
            await says(played, "GAME OVER", "J jarl")
            await played.keys("J")
            await says(played, "What a jarl would have done:", "battles won")
            await played.keys("escape")
            await says(played, "win %")
            await played.keys("home", "J")
            await says(played, "What would a jarl have done?", "only what this seat knew")

    asyncio.run(main())
