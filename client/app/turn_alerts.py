"""Alerts a person who may look elsewhere: bell, window title, and a command of theirs."""

from __future__ import annotations

import math
import shlex
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from client.controller.table_model import TableModel
from client.platform.paths import state_directory
from client.settings.schema import Settings
from client.style.writing import with_marks
from client.text.catalogue import say
from client.text.system_faults import system_reason
from engine.decisions import Decision

PEOPLE_SECONDS: Final = 2.0
"""Seconds without a question after which a person among people may have looked away."""
BOTS_SECONDS: Final = 5.0
"""The same among bots, which are seldom so slow."""
_NOBODY_ASKED: Final = "Blood Rage"
_LOG_FILE: Final = "turn-command.log"
_KEEP_TITLE: Final = "\x1b[22;0t"
_GIVE_TITLE_BACK: Final = "\x1b[23;0t"
"""xterm's stack of window titles; terminals without one ignore both."""


class Running(Protocol):
    """A command that was started."""

    def poll(self) -> int | None:
        """Return its exit code; None while it runs."""


Start = Callable[[Sequence[str]], Running]
"""Starts a command from its words; raises OSError if it cannot."""


def start_command(words: Sequence[str]) -> Running:
    """Start a command without a shell, on its own; its output goes to a file."""
    log = state_directory() / _LOG_FILE
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as file:
        return subprocess.Popen(  # noqa: S603 - the person's own command, in words, no shell
            list(words),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


class TurnAlerts:
    """Watches one viewer's table and alerts when the viewer is asked."""

    def __init__(self, settings: Settings, output: Output, start: Start = start_command) -> None:
        """Begin without an alert."""
        self._settings = settings
        self._output = output
        self._start = start
        self._running: Running | None = None
        self._has_failed = False
        self._model: TableModel | None = None
        self._judged: tuple[Decision, bool] | None = None
        self._called = False
        self._since = -math.inf
        self._title = ""

    def behave(self, settings: Settings) -> None:
        """Follow other settings from now on."""
        self._settings = settings
        if not settings.title:
            self.leave()

    def rest(self) -> None:
        """Note that there is no table, so that nothing is asked."""
        self._model, self._called = None, False
        if self._title:
            self._show(_NOBODY_ASKED)

    def attend(self, model: TableModel, now: float) -> None:
        """Look at the table; alert if the viewer is asked after a while without a question."""
        if model is not self._model:
            self._model, self._called = model, False
            self._since = -math.inf if model.people.are_online else now
        self._look_at_command(model)
        called = not model.people.autopilot.on and self._asks(model)
        if called and not self._called:
            patience = PEOPLE_SECONDS if model.people.are_online else BOTS_SECONDS
            if now - self._since >= patience:
                self._call(model)
        elif self._called and not called:
            self._since = now
        self._called = called
        self._show(say("(!) Blood Rage: your turn") if called else _NOBODY_ASKED)

    def _asks(self, model: TableModel) -> bool:
        """Whether the viewer has something to choose, on the screen or soon."""
        if model.walk is not None and model.playback.is_idle:
            return model.own_answer() is None
        due = model.table.owed
        if due is None:
            return False
        if self._judged is None or self._judged[0] is not due:
            self._judged = (due, len(model.table.answers) > 1)
        return self._judged[1]

    # ---------------------------------------------------------------------- calling

    def _call(self, model: TableModel) -> None:
        if self._settings.bell:
            self._output.bell()
            self._output.flush()
        if not self._settings.command.strip() or self._running is not None:
            return
        try:
            self._running = self._start(shlex.split(self._settings.command))
        except OSError as error:
            self._fail(model, system_reason(error))
        except ValueError as error:
            self._fail(model, str(error))

    def _look_at_command(self, model: TableModel) -> None:
        code = None if self._running is None else self._running.poll()
        if code is None:
            return
        self._running = None
        if code:
            self._fail(model, say("it exited with code {code}", code=code))

    def _fail(self, model: TableModel, why: str) -> None:
        """Report the first failure only."""
        if not self._has_failed:
            self._has_failed = True
            model.display.notify(say("The command for your turn failed: {why}.", why=why))

    def _show(self, title: str) -> None:
        if not self._settings.title or title == self._title:
            return
        if not self._title and isinstance(self._output, Vt100_Output):
            self._output.write_raw(_KEEP_TITLE)
        self._title = title
        self._output.set_title(with_marks(title))
        self._output.flush()

    def leave(self) -> None:
        """Give the terminal its title back."""
        if not self._title:
            return
        self._title = ""
        with suppress(OSError):
            self._output.clear_title()
            if isinstance(self._output, Vt100_Output):
                self._output.write_raw(_GIVE_TITLE_BACK)
            self._output.flush()
