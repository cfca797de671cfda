from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, cast

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from client.app.turn_alerts import BOTS_SECONDS, PEOPLE_SECONDS, TurnAlerts, start_command
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.people import Surroundings
from client.settings.schema import Settings
from client.ui.view import Net
from tests.builders import GIMLE, A, seat, table
from tests.client.seated import SeatedGame
from tests.client.terminal import QUICK, Screen


@dataclass
class Started:
    """A command that runs as long as a test wants."""

    code: int | None = None

    def poll(self) -> int | None:
        return self.code


@dataclass
class Commands:
    """Starts nothing, and remembers the commands."""

    asked: list[list[str]] = field(default_factory=list)
    running: Started = field(default_factory=Started)
    error: OSError | None = None

    def __call__(self, words: Sequence[str]) -> Started:
        self.asked.append(list(words))
        if self.error is not None:
            raise self.error
        return self.running


class Desk:
    """A viewer at a table, with their seat to move; and a terminal that may alert."""

    def __init__(self, settings: Settings | None = None, *, people: bool = True) -> None:
        game = table(A=seat(gimle="L", rage=5), B=seat(andlang="WW", rage=5), C=seat(rage=5))
        self.table = SeatedGame(game)
        around = Surroundings(net=(lambda: Net(2, 2)) if people else None)
        self.model = TableModel(self.table, QUICK, around)
        self.screen = Screen(80, 24)
        self.output = Vt100_Output(
            cast("TextIO", self.screen), lambda: Size(24, 80), term="xterm-256color"
        )
        self.commands = Commands()
        self.alerts = TurnAlerts(settings or Settings(), self.output, self.commands)
        self.now = 100.0
        self.attend()

    def attend(self, seconds: float = 0.0) -> None:
        self.now += seconds
        for _ in range(20):
            self.model.listen()
            self.model.tick(self.now)
        self.alerts.attend(self.model, self.now)

    def round(self, seconds: float) -> None:
        """Let the viewer march and the others take some seconds until it is the viewer's turn."""
        for key in (
            ["m", "1", "enter", "enter", "9", "enter", "enter"]
            if self.at_gimle
            else ["m", "9", "enter", "enter", "1", "enter", "enter"]
        ):
            pressed = press(self.model, key, self.now)
            if pressed.take is not None:
                self.model.submit(pressed.take)
        self.attend()
        self.table.advance()
        self.attend(seconds)
        while self.table.owed is None:
            self.table.advance()
        self.attend()

    @property
    def at_gimle(self) -> bool:
        return bool(self.model.shown.state.figures(A, GIMLE))

    @property
    def bells(self) -> int:
        """Count the bells, except those that end a title."""
        return re.sub(r"\x1b\][^\x07]*\x07", "", self.screen.sent).count("\x07")


def test_the_bell_rings_once_after_a_while_without_a_question() -> None:
    desk = Desk()
    assert desk.bells == 1
    desk.attend(30)
    desk.round(PEOPLE_SECONDS)
    desk.attend(30)
    assert desk.bells == 2


def test_a_viewer_just_asked_gets_no_alert() -> None:
    desk = Desk()
    desk.round(PEOPLE_SECONDS - 0.5)
    assert desk.bells == 1


@pytest.mark.parametrize(("seconds", "bells"), [(PEOPLE_SECONDS, 0), (BOTS_SECONDS, 1)])
def test_the_bell_rings_only_after_a_long_wait_among_bots(seconds: float, bells: int) -> None:
    desk = Desk(people=False)
    desk.round(seconds)
    assert desk.bells == bells


def test_the_title_shows_your_turn_and_is_restored_at_the_end() -> None:
    desk = Desk()
    assert desk.screen.title == "(!) Blood Rage: your turn"
    desk.model.people.autopilot.switch(on=True)
    desk.attend()
    assert desk.screen.title == "Blood Rage"
    desk.alerts.leave()
    assert desk.screen.title == ""
    assert desk.screen.sent.startswith("\x1b[22;0t") or "\x1b[22;0t" in desk.screen.sent
    assert desk.screen.sent.endswith("\x1b[23;0t")


def test_bell_and_title_can_be_switched_off() -> None:
    desk = Desk(Settings(bell=False, title=False))
    desk.round(60)
    desk.alerts.leave()
    assert desk.screen.sent == ""


def test_other_settings_apply_to_the_next_alert() -> None:
    desk = Desk(Settings(bell=False))
    desk.alerts.behave(Settings(bell=True, command="ring"))
    desk.round(60)
    assert (desk.bells, desk.commands.asked) == (1, [["ring"]])


def test_switching_the_title_off_restores_it_at_once() -> None:
    desk = Desk()
    desk.alerts.behave(Settings(title=False))
    assert desk.screen.title == ""
    desk.round(60)
    assert desk.screen.title == ""


def test_leaving_a_table_ends_its_alert() -> None:
    desk = Desk()
    desk.alerts.rest()
    assert desk.screen.title == "Blood Rage"


def test_a_blank_command_is_not_run() -> None:
    desk = Desk(Settings(command="  "))
    assert desk.commands.asked == []
    assert desk.model.display.message == ""


@pytest.mark.parametrize(("code", "starts"), [(None, 1), (0, 2)])
def test_a_command_is_not_started_twice(code: int | None, starts: int) -> None:
    desk = Desk(Settings(command="notify-send 'Blood Rage' \"your $(turn)\" ;"))
    desk.commands.running.code = code
    desk.round(60)
    assert desk.commands.asked == [["notify-send", "Blood Rage", "your $(turn)", ";"]] * starts
    assert desk.model.display.message == ""


def test_the_failure_of_a_command_is_reported_once() -> None:
    desk = Desk(Settings(command="ring"))
    desk.commands.running.code = 3
    desk.attend()
    assert desk.model.display.message == (
        "The command for your turn failed: it exited with code 3."
    )
    desk.model.display.notify("")
    desk.round(60)
    desk.attend()
    assert desk.model.display.message == ""


@pytest.mark.parametrize("command", ["ring 'unfinished", "/nowhere/at/all"])
def test_a_command_that_cannot_start_is_reported(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path))
    desk = Desk(Settings(command=""))
    desk.alerts = TurnAlerts(Settings(command=command), desk.output, start_command)
    desk.attend()
    assert desk.model.display.message.startswith("The command for your turn failed: ")


def test_the_output_of_a_command_goes_to_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path))
    running = start_command([sys.executable, "-c", "print('rang')"])
    assert isinstance(running, subprocess.Popen)
    assert running.wait(20) == 0
    assert (tmp_path / "turn-command.log").read_text() == "rang\n"
