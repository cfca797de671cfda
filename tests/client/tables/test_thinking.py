"""Bots that think elsewhere: nothing waits for them, and no answer is computed twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
import trio

import client.tables.bot_seat as seats
from client.bots import LEVELS, Bot, Situation, takes_time
from client.games.bot_game import NewGame
from client.tables.own_table import OwnTable
from client.tables.thinking import Thought
from client.tables.worker import Worker
from engine.actions import Intent
from engine.state import Options, Rulings
from protocol.wire.codec import state_digest
from tests.client.tables.notes import Notes

WITHOUT_DRAFT = Options(Rulings(draft=False))
SLOW = "jarl"


def new(notes: Notes) -> OwnTable:
    """Make a game against one slow bot, in whose other seat a thrall sits."""
    return OwnTable(NewGame((SLOW,), 7, WITHOUT_DRAFT).game(auto="thrall"), notes)


def seat_bot(
    monkeypatch: pytest.MonkeyPatch, bot: Bot, slow: Callable[[str, Situation], bool]
) -> None:
    """Let a bot play at the slow level."""
    monkeypatch.setitem(LEVELS, SLOW, bot)
    monkeypatch.setattr(seats, "takes_time", slow)


def several(level: str, situation: Situation) -> bool:
    return level == SLOW and len(situation.answers) > 1


def nothing_takes_time(_level: str, _situation: Situation) -> bool:
    return False


class Thinking:
    """A place for thoughts, which ends them when it is told to."""

    def __init__(self, table: OwnTable) -> None:
        self.table = table
        self.thoughts: list[Thought] = []
        table.thinker = self.thoughts.append

    def end(self) -> None:
        for thought in self.thoughts:
            self.table.thought_of(thought, thought.think())
        self.thoughts.clear()


def until_thinking(table: OwnTable, thinking: Thinking) -> None:
    while table.advance():
        pass
    assert thinking.thoughts


def finish(table: OwnTable, thinking: Thinking) -> None:
    while table.closed is None:
        if not table.advance():
            assert thinking.thoughts
            thinking.end()


def test_a_table_goes_on_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_bot(monkeypatch, LEVELS["thrall"], several)
    table = new(Notes())
    table.settle()
    thinking = Thinking(table)
    until_thinking(table, thinking)
    assert table.is_working
    assert len(thinking.thoughts) == 1  # the question is handed out once
    before = table.state
    thinking.end()
    until_thinking(table, thinking)
    assert state_digest(table.state) != state_digest(before)


@pytest.mark.slow
def test_thinking_elsewhere_gives_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_bot(monkeypatch, LEVELS["thrall"], several)
    inline, elsewhere = new(Notes()), new(Notes())
    inline.settle()
    inline.finish()
    elsewhere.settle()
    finish(elsewhere, Thinking(elsewhere))
    assert state_digest(elsewhere.state) == state_digest(inline.state)
    assert elsewhere.record() == inline.record()


def test_an_answer_to_a_question_that_is_gone_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_bot(monkeypatch, LEVELS["thrall"], several)
    table = new(Notes())
    table.settle()
    thinking = Thinking(table)
    until_thinking(table, thinking)
    (thought,) = thinking.thoughts
    other = Thought(thought.signer, thought.step + 1, thought.head, thought.think)
    answer = thought.think()
    table.thought_of(other, answer)
    assert not table.let_bots_play()  # still waiting for its own thought
    assert table.is_working


def refuse(_situation: Situation, _chance: Random) -> Intent:
    raise AssertionError("a recorded answer was computed again")


@pytest.mark.slow
def test_a_resumed_game_computes_no_recorded_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill a game after some answers and let nobody think while it is replayed."""
    seat_bot(monkeypatch, LEVELS["thrall"], nothing_takes_time)
    notes = Notes()
    table = new(notes)
    table.settle()
    table.finish()
    for count in (20, len(notes.written)):
        monkeypatch.setitem(LEVELS, SLOW, refuse)
        monkeypatch.setitem(LEVELS, "thrall", refuse)
        again = new(Notes(notes.written[:count]))
        again.settle()
        assert again.replayed == (count, count)


@pytest.mark.slow
def test_a_saved_game_outlives_the_numbers_its_bots_played_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Resume with a bot that would have answered otherwise: it goes on from the same position."""
    seat_bot(monkeypatch, LEVELS["thrall"], nothing_takes_time)
    notes = Notes()
    table = new(notes)
    table.settle()
    while len(notes.written) < 40:
        assert table.advance()
    monkeypatch.setitem(LEVELS, SLOW, LEVELS["karl"])
    again = new(Notes(notes.written))
    again.settle()
    assert state_digest(again.state) == state_digest(table.state)
    again.finish()
    assert again.closed is not None


async def test_a_worker_thinks_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: Counter[bool] = Counter()

    def watched(situation: Situation, chance: Random) -> Intent:
        try:
            trio.lowlevel.current_trio_token()
        except RuntimeError:
            threads[True] += 1
        else:
            threads[False] += 1
        return LEVELS["thrall"](situation, chance)

    seat_bot(monkeypatch, watched, several)
    table = new(Notes())
    table.settle()
    worker = Worker()
    table.thinker = worker.think
    woken = trio.Event()

    def wake() -> None:
        woken.set()

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(worker.run, table, wake)
            for _ in range(2):
                while table.advance():
                    pass
                await woken.wait()
                woken = trio.Event()
            nursery.cancel_scope.cancel()
    assert threads[True] >= 2
    assert not threads[False]


def test_only_a_jarl_with_a_choice_takes_time() -> None:
    table = new(Notes())
    table.settle()
    while table.owed is None or len(table.answers) < 2:
        assert table.advance()
    situation = Situation(table.state, table.knowledge, table.owed, table.answers)
    assert not takes_time("karl", situation)
    alone = Situation(table.state, table.knowledge, table.owed, table.answers[:1])
    assert not takes_time("jarl", alone)
