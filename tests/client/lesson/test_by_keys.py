"""The whole lesson on the screen: by keys, left and continued, refused, left for good, repeated."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from client.app.launch import MainMenu, Resume, Start
from client.app.run_choices import Choices
from client.controller.requests import Mouse
from client.games import bot_game
from client.games.bot_game import BotGame, NewGame
from client.games.lesson_game import Learn, LessonGame, open_lesson, unfinished_lesson
from client.lesson.script import DEEDS, LEARNER
from client.lesson.steps import LookAt
from client.menu.main_menu import LEARN_ROW, MAIN
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.screens.lesson import has_box
from client.storage.game_directory import unfinished
from client.storage.lesson_progress import LessonProgress
from client.storage.saved_games import SavedGame
from client.storage.seen_hints import SeenHints
from client.tables.own_table import OwnTable
from client.text.menu_words import goal
from client.ui.view import LessonView, OverlayKind, Pane
from engine import actions as act
from engine.terms import LEADER, Place
from engine.values import replace
from tests.client.replay.watching import retold
from tests.client.terminal import QUICK, Played, playing

DEAL = 60.0
"""Seconds for a deal with all its proofs on a busy machine."""
LOOKS = {
    1: ("9", "tab", "tab", "tab", "enter", "escape"),
    9: ("c", "escape"),
    12: ("l", "escape"),
}


def _lesson(played: Played) -> LessonView:
    lesson = played.program.game_model.lesson
    assert lesson is not None
    return lesson


def _step(played: Played) -> int:
    return int(_lesson(played).heading.split()[1].split("/")[0])


class Learner:
    """A person who does what the lesson says; `told` are the tasks read in an overlay."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.model = played.program.game_model
        self.told = ""

    async def close(self) -> None:
        """Read and close what lies over the game."""
        while (overlay := self.model.display.overlay) is not None:
            if overlay.kind in (OverlayKind.LESSON, OverlayKind.TASK):
                self.told += overlay.lines[-1 if overlay.kind is OverlayKind.TASK else 0]
            await self.played.keys("escape")

    def _is_asked(self) -> bool:
        model = self.model
        waits = model.playback.stays or model.display.overlay is not None
        return waits or (model.walk is not None and model.lesson is not None)

    async def press_on(self) -> None:
        """Press the next key as the lesson points at it."""
        model, played = self.model, self.played
        await self.close()
        if model.lesson is None or model.walk is None:
            beat = model.playback.shown
            if model.playback.stays:
                await played.keys("enter")
                await played.until(lambda: model.playback.shown is not beat)
            await played.until(self._is_asked, DEAL)
            return
        lesson, step = _lesson(played), _step(played)
        size = played.screen.size
        if not has_box(model.view(0.0), size.columns, size.rows) and lesson.why not in self.told:
            await played.keys("L")
        elif model.display.options.pane is not Pane.ACTIONS:
            await played.keys("escape")
        elif step in LOOKS:
            await played.keys(*LOOKS[step])
        else:
            wanted = model.walk.cursor if lesson.item is None else lesson.item
            key = model.walk.fork.branches[wanted].item.key
            await played.keys("enter" if model.walk.cursor == wanted else key)

    async def press_until(self, is_so: Callable[[], bool]) -> None:
        """Go on with the lesson until something is so."""
        for _ in range(500):
            if is_so():
                return
            await self.press_on()
        pytest.fail(f"the lesson does not go on:\n{self.played.screen.text}")


def _run(
    directory: Path,
    play: Callable[[Played], Awaitable[None]],
    start: Start | None = None,
    size: tuple[int, int] = (80, 24),
) -> None:
    async def main() -> None:
        async with playing(start or Learn(), directory, size) as played:
            await played.until(lambda: played.program.game is not None, DEAL)
            await played.settled()
            await play(played)

    asyncio.run(main())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 10), (140, 45)])
def test_the_whole_lesson_is_played_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await Learner(played).press_until(lambda: not model.is_taught)
        overlay = model.display.overlay
        assert overlay is not None
        assert overlay.kind is OverlayKind.LEAVE
        assert "finish a game against bots" in overlay.lines[0]
        await played.keys("enter")
        assert model.lesson is None
        assert LessonProgress.kept(tmp_path).is_over

    _run(tmp_path, play, size=size)


def test_a_wrong_answer_is_refused_in_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await Learner(played).press_until(lambda: _step(played) == 2)
        model = played.program.game_model
        before = model.shown.state
        await played.keys("x")
        while model.walk is not None and model.walk.branch.item.key != "y":
            await played.keys("up")
        await played.keys("enter")
        assert "Not now. Invade Andlang with your Leader." in played.screen.text
        assert model.shown.state is before
        await played.keys("escape")
        assert "What will you do?" in played.screen.text

    _run(tmp_path, play)


def test_the_lesson_is_continued_where_it_was_left_and_begins_again_on_demand(
    tmp_path: Path,
) -> None:
    async def leave(played: Played) -> None:
        await Learner(played).press_until(lambda: _step(played) == 4)

    async def go_on(played: Played) -> None:
        assert _step(played) == 4

    async def again(played: Played) -> None:
        assert _step(played) == 1

    _run(tmp_path, leave)
    assert unfinished_lesson(tmp_path, LessonProgress.kept(tmp_path)) is not None
    _run(tmp_path, go_on)
    _run(tmp_path, again, Learn(again=True))


def _saved(directory: Path) -> SavedGame:
    saved = unfinished(directory)[0]
    assert isinstance(saved, SavedGame)
    return saved


def test_the_game_of_the_lesson_is_resumed_as_a_lesson(tmp_path: Path) -> None:
    async def leave(played: Played) -> None:
        await Learner(played).press_until(lambda: _step(played) == 3)

    async def go_on(played: Played) -> None:
        assert _step(played) == 3
        await Learner(played).press_until(lambda: _step(played) == 4)

    _run(tmp_path, leave)
    _run(tmp_path, go_on, Resume(_saved(tmp_path)))


def test_a_game_in_which_the_bot_left_the_script_is_no_lesson(tmp_path: Path) -> None:
    opened = open_lesson(Learn(), tmp_path)
    opened.settle()
    opened.file.close()
    assert unfinished_lesson(tmp_path, LessonProgress.kept(tmp_path)) is not None
    ordinary = bot_game.resume(_saved(tmp_path))
    ordinary.settle()
    ordinary.table.finish()
    deed = DEEDS[0]
    assert deed is not None
    ordinary.table.submit(deed)
    ordinary.table.finish()
    ordinary.file.close()
    assert unfinished_lesson(tmp_path, LessonProgress.kept(tmp_path)) is None


def test_no_bot_answers_in_the_lesson(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await played.keys("A")
        assert model.display.overlay is None
        assert "The lesson wants your own answers; L leaves it." in played.screen.text

    _run(tmp_path, play)


def test_a_deed_that_is_impossible_now_leaves_the_lesson(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await Learner(played).press_until(lambda: _step(played) == 2)
        assert played.program.game is not None
        table, before = played.program.game.table, model.walk
        assert isinstance(table, OwnTable)
        other = act.Invade(LEARNER, LEADER, Place.HORGR)
        OwnTable.submit(table, other)
        played.program._wake()
        await played.until(lambda: model.walk is not None and model.walk is not before)
        await played.keys("L", "down", "enter")
        assert not model.is_taught
        assert "You play on without the lesson" in played.screen.text

    _run(tmp_path, play)


def test_hints_rest_in_the_lesson_whatever_is_set_and_come_back(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        hints = played.program.game_model.hints
        assert not hints.on
        played.program.game_model.prefer(replace(QUICK, fast=True))
        assert not hints.on
        await played.keys("H")
        assert "hints come back after it" in played.screen.text
        await played.keys("L", "down", "down", "enter")
        assert hints.on

    _run(tmp_path, play)


def test_the_key_of_the_lesson_shows_a_task_does_it_and_leaves(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await played.keys("L", "down", "enter")
        assert _step(played) == 2
        await played.keys("L", "down", "enter")
        await played.until(lambda: model.walk is not None and _step(played) == 3)
        await played.keys("L", "down", "down", "enter")
        assert not model.is_taught
        assert "You play on without the lesson" in played.screen.text
        assert unfinished_lesson(tmp_path, LessonProgress.kept(tmp_path)) is None

    _run(tmp_path, play)


def test_the_box_points_at_the_answer_and_the_place(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        assert "→9 Muspelheim" in played.screen.text
        await Learner(played).press_until(lambda: _step(played) == 2)
        assert "→2 Andlang" in played.screen.text
        assert "►i Invade ←" in played.screen.text
        assert "Lesson 2/12" in played.screen.text

    _run(tmp_path, play)


@pytest.mark.parametrize("size", [(60, 16), (40, 10)])
def test_on_small_screens_a_task_opens_over_the_game(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await played.until(lambda: model.display.overlay is not None)
        overlay = model.display.overlay
        assert overlay is not None
        assert _lesson(played).why in overlay.lines[-1]
        assert overlay.lines[0].startswith(goal())
        await played.keys("enter")
        assert model.display.overlay is None

    _run(tmp_path, play, size=size)


def test_the_key_that_a_task_over_the_game_names_works_there(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await Learner(played).press_until(lambda: _lesson(played).goal.startswith("Invade"))
        await played.until(lambda: model.display.overlay is not None)
        overlay = model.display.overlay
        assert overlay is not None
        assert overlay.kind is OverlayKind.TASK
        assert len(overlay.lines) == 1
        await played.keys("i")
        assert model.display.overlay is None
        assert model.verb == act.Invade.word
        await played.keys("escape", "L", "i")
        assert model.verb == act.Invade.word
        await Learner(played).press_until(lambda: _lesson(played).goal.startswith("Send the"))
        await played.until(lambda: model.display.overlay is not None)
        walk = model.walk
        assert "Press Enter" in _lesson(played).following
        await played.keys("enter")
        assert model.display.overlay is None
        assert model.walk != walk

    _run(tmp_path, play, size=(60, 16))


def test_the_lesson_begins_again_only_after_a_question(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await Learner(played).press_until(lambda: _step(played) == 2)
        await played.keys("L", "down", "down", "down", "enter")
        assert "Begin the lesson again?" in played.screen.text
        await played.keys("enter")
        assert played.program.game_model.display.overlay is None
        assert _step(played) == 2
        await played.keys("L", "up", "up", "up", "down", "down", "down", "enter", "down", "enter")
        await played.until(lambda: played.program.game is not None, DEAL)
        await played.settled()
        assert _step(played) == 1

    _run(tmp_path, play)


def test_the_very_first_menu_offers_the_lesson_once(tmp_path: Path) -> None:
    told = SeenHints(tmp_path / "hints")
    choices = Choices(preferences=Preferences(Pace.INSTANT, guard=0.0, told=told))

    async def first() -> None:
        async with playing(MainMenu(), tmp_path, choices=choices) as played:
            assert "New here? Enter begins the lesson." in played.screen.text
            await played.keys("enter")
            await played.until(lambda: played.program.game is not None, DEAL)
            await played.settled()
            assert _step(played) == 1

    async def second() -> None:
        async with playing(MainMenu(), tmp_path, choices=choices) as played:
            assert played.program.menu.cursor == 0
            assert "New here?" not in played.screen.text

    asyncio.run(first())
    asyncio.run(second())


def test_the_lesson_is_a_row_of_the_menu() -> None:
    assert MAIN[LEARN_ROW] == "Learn"


def test_the_loop_sleeps_until_the_learner_does_something(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        assert played.program.game is not None
        assert played.program.game.step(0.0) == math.inf

    _run(tmp_path, play)


def test_a_task_opens_only_once_the_size_of_the_screen_is_known(tmp_path: Path) -> None:
    opened = open_lesson(Learn(), tmp_path)
    opened.settle()
    assert opened.teacher is not None
    opened.teacher.looked(LookAt.MAP)
    game = LessonGame(opened, opened.teacher, QUICK)
    display = game.model.display
    display.arrange(replace(display.options, size=(40, 10)))
    while game.model.walk is None:
        game.step(0.0)
    game.step(0.0)
    before = display.overlay
    assert display.resize(40, 10)
    assert not display.resize(40, 10)
    game.step(0.0)
    game.leave()
    assert before is None
    assert display.overlay is not None
    assert display.overlay.kind is OverlayKind.TASK


def test_after_the_lesson_its_game_is_no_slower_than_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(played: Played) -> None:
        await played.keys("L", "down", "down", "enter")
        views: list[float] = []
        game = played.program.game
        assert game is not None
        with monkeypatch.context() as patched:
            patched.setattr(game.model, "view", views.append)
            game.step(0.0)
        assert not views

    _run(tmp_path, play)


def _click(played: Played, words: str) -> None:
    """Click twice on words of the screen: the cursor moves there, and they are chosen."""
    for _ in range(2):
        played.program.screen.app._redraw()
        lines = played.screen.lines
        y = next(y for y, line in enumerate(lines) if words in line)
        played.program.point(Mouse.CLICK, lines[y].index(words) + 1, y)


def test_the_ways_of_the_lesson_can_be_clicked(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        await played.keys("L")
        _click(played, "Do this for me")
        await played.settled()
        assert _step(played) == 2
        await played.keys("L")
        _click(played, "Leave the lesson and play on")
        assert not model.is_taught

    _run(tmp_path, play)


def test_a_game_is_left_for_the_lesson_where_it_was_left(tmp_path: Path) -> None:
    async def begin(played: Played) -> None:
        await Learner(played).press_until(lambda: _step(played) == 2)

    async def play(played: Played) -> None:
        await played.keys("L")
        assert "Leave for the lesson, a guided first Age?" in played.screen.text
        assert "the game is saved" in played.screen.text
        await played.keys("down", "enter")
        await played.until(lambda: played.program.game is not None, DEAL)
        await played.settled()
        assert _step(played) == 2

    _run(tmp_path, begin)
    _run(tmp_path, play, NewGame(("thrall",), seed=1))
    assert len(unfinished(tmp_path)) == 2


def test_a_lesson_that_cannot_be_opened_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    async def begin(played: Played) -> None:
        await Learner(played).press_until(lambda: _step(played) == 2)

    async def play(played: Played) -> None:
        game = played.program.game
        opened = open_lesson(Learn(), tmp_path)
        await played.keys("L", "down", "enter")
        assert played.program.game is game
        opened.file.close()
        assert str(opened.file.number) in played.screen.text

    _run(tmp_path, begin)
    _run(tmp_path, play, NewGame(("thrall",), seed=1))


class _Needed(BotGame):
    """A game whose others need this machine: the first wish to leave is only a warning."""

    def may_go(self) -> bool:
        may, self.is_leaving = self.is_leaving, True
        return may


def test_the_lesson_waits_for_a_warning_as_leaving_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotGame, "may_go", _Needed.may_go)

    async def play(played: Played) -> None:
        game = played.program.game
        await played.keys("L", "down", "enter")
        assert played.program.game is game
        await played.keys("L", "down", "enter")
        assert played.program.game is not game

    _run(tmp_path, play, NewGame(("thrall",), seed=1))


def test_a_replay_offers_no_lesson(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(retold(), tmp_path) as played:
            await played.keys("L")
            assert "A replay has no lesson" in played.screen.text
            await played.keys("down", "enter")
            assert played.program.scene is None

    asyncio.run(main())
