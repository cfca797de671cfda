"""A machine that was cut off rewinds: the log marks its void moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from client.controller.log_overlay import FOLLOWS
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.beats import Beat
from client.presenter.narration import GameSummary
from client.presenter.people import Surroundings
from client.presenter.playback import Pace, Playback
from client.presenter.preferences import Preferences
from client.screens.draw import draw
from client.tables import PlayedAction
from client.tables.waiting import ActionSteps
from client.text.log_filters import LogLook, chosen, matches
from protocol.charter import NO_CLOCK, Clock, ClockKind
from tests.client.tables.test_silence import Evening

QUICK = Preferences(Pace.INSTANT, guard=0.0, hints=False)


@dataclass
class Cut:
    """Play a game in which one machine is cut off and its answer becomes void."""

    evening: Evening
    model: TableModel
    late: int
    other: int
    kept: int
    """The number of lines in the log before."""

    def look(self) -> None:
        """Let the screen catch up with the game."""
        self.model.listen()
        self.model.tick(self.evening.now)


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cut]:
    evening = Evening(tmp_path_factory.mktemp("evening"), NO_CLOCK, seed=2)
    machines = evening.machines
    machines.settle()
    machines.play(8)
    while True:
        asked = [at for at, one in enumerate(machines.machines) if one.table.owed is not None]
        if len(asked) == 1:
            break
        machines.play(1)
    late = asked[0]
    others = [at for at in range(3) if at != late]
    table = evening.table(late)
    model = TableModel(table, QUICK, opening=table.opening)
    found = Cut(evening, model, late, others[0], 0)
    model.remember()
    found.look()
    found.kept = len(model.shown.log)
    machines.cut = {late}
    table.submit(table.answers[-1])
    machines.settle()
    found.look()
    assert len(model.shown.log) > found.kept
    evening.wait(140)
    for at in others:
        evening.table(at).go_on_without()
    evening.wait(30)
    assert evening.table(others[0]).away
    machines.cut = set()
    evening.wait(30)
    machines.play(4)
    found.look()
    yield found
    machines.close()


def test_lines_of_void_moves_stay_and_are_marked(cut: Cut) -> None:
    log = cut.model.shown.log
    void = [line for line in log if line.void]
    assert void
    assert all(line in void for line in log[cut.kept : cut.kept + len(void)])
    assert void[0].sentence(full=True).startswith("(void) ")
    assert not any(line.void for line in log[: cut.kept])


def test_a_line_reports_the_rewind(cut: Cut) -> None:
    at = max(number for number, line in enumerate(cut.model.shown.log) if line.void) + 1
    assert "lines marked ~ did not happen" in cut.model.shown.log[at].full


def test_totals_leave_out_void_moves(cut: Cut) -> None:
    other = cut.evening.table(cut.other)
    theirs = GameSummary(other.state.players)
    for event in other.events():
        if isinstance(event, PlayedAction):
            theirs.hear(event.story)
    assert cut.model.shown.story.summary.stories == theirs.stories
    assert cut.model.shown.state == other.state


def test_the_recap_leaves_out_void_moves(cut: Cut) -> None:
    model = cut.model
    news = [model.shown.log[at] for at in chosen(model.shown.log, LogLook(since=0))]
    assert not any(line.void for line in news)
    assert any(model.shown.log[at].void for at in chosen(model.shown.log, LogLook()))


def test_a_search_finds_void_moves(cut: Cut) -> None:
    log = cut.model.shown.log
    found = matches(log, chosen(log, LogLook()), "(void)")
    assert all(log[at].void for at in found)
    assert found


def test_the_log_overlay_marks_void_moves_and_opens_no_battle_for_them(cut: Cut) -> None:
    model = cut.model
    if model.display.overlay is not None:
        press(model, "q", 1_000_000.0)
    press(model, "l", 1_000_000.0)
    overlay = model.view(0.0).overlay
    assert overlay is not None
    assert overlay.cursor == FOLLOWS
    text = draw(model.view(0.0), 100, 60).text()
    assert "~ (void)" in text
    assert model.shown.story.length == len(model.shown.story.summary.stories)
    press(model, "q", 1_000_000.0)


def test_void_actions_are_counted_from_the_rewound_step() -> None:
    steps = ActionSteps()
    for step, actions in ((1, 2), (2, 0), (3, 1), (4, 3)):
        steps.began(step)
        for _ in range(actions):
            steps.played()
    assert steps.back_to(3) == 4
    steps.played()
    steps.began(4)
    assert steps.back_to(3) == 1
    assert steps.back_to(3) == 0


def test_moments_of_void_moves_are_not_shown(cut: Cut) -> None:
    def moment(action: int) -> Beat:
        return Beat(
            cut.model.shown.state, cut.model.shown.knowledge, (), (), None, 5.0, action=action
        )

    playback = Playback(Pace.READABLE)
    playback.add(map(moment, (1, 1, 2, 3)))
    assert len(playback.move(0.0)) == 1
    assert playback.drop(2) == 2
    assert not playback.is_idle
    assert playback.drop(0) == 0
    assert playback.is_idle


def test_news_of_a_returning_player_begin_before_the_rules_answered_for_them(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, Clock(ClockKind.HARD, 60), seed=4)
    gone = evening.lose_who_is_asked()
    evening.wait(120)
    evening.machines.play(2)
    evening.machines.come_back(gone)
    evening.machines.settle()
    table = evening.table(gone)
    model = TableModel(table, QUICK, opening=table.opening)
    model.remember()
    news = [line.full for line in model.shown.log[model.shown.seen_until :]]
    assert any("away" in line for line in news)
    model.tick(0.0)
    assert model.display.overlay is not None
    watched = evening.table(next(at for at in range(3) if at != gone))
    spectator = TableModel(watched, QUICK, Surroundings(watching=True), watched.opening)
    spectator.remember()
    spectator.tick(0.0)
    assert spectator.display.overlay is None
    evening.machines.close()
