"""The menu alone: its keys before the program is loaded, and the way into the program."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from client.app import entrance as module
from client.app.entrance import Entrance
from client.app.program import Program
from client.app.run_choices import Choices
from client.menu.main_menu import MenuPage
from tests.client.terminal import KEYS, QUICK, Screen


class Gate:
    """Stands for the parts of the program: they are loaded as soon as it is opened."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self.loaded: list[str] = []
        self.error: Exception | None = None

    def open(self) -> None:
        self._open.set()

    def load(self, part: str) -> None:
        self._open.wait()
        if self.error is not None:
            raise self.error
        self.loaded.append(part)


@dataclass
class Entered:
    """An entrance in a terminal, and the gate before its program."""

    entrance: Entrance
    screen: Screen
    pipe: PipeInput
    gate: Gate
    task: asyncio.Task[int]

    @property
    def program(self) -> Program:
        assert self.entrance.program is not None
        return self.entrance.program

    def press(self, *keys: str) -> None:
        self.pipe.send_text("".join(KEYS.get(key, key) for key in keys))

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not is_so():
                if self.task.done() and self.task.exception() is not None:
                    self.task.result()
                await asyncio.sleep(0)

    async def shows(self, word: str) -> None:
        await self.until(lambda: word in self.screen.text)


@asynccontextmanager
async def entered(directory: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Entered]:
    screen, gate = Screen(80, 24), Gate()
    patch.setattr(module, "import_module", gate.load)
    output = Vt100_Output(
        cast("TextIO", screen),
        lambda: screen.size,
        term="xterm-256color",
        default_color_depth=ColorDepth.DEPTH_8_BIT,
    )
    with create_pipe_input() as pipe:
        entrance = Entrance(Choices(preferences=QUICK, directory=directory), pipe, output)
        task = asyncio.create_task(entrance.run())
        made = Entered(entrance, screen, pipe, gate, task)
        try:
            await made.shows("q quit")
            yield made
        finally:
            gate.open()
            entrance.screen.exit(0)
            await asyncio.wait([task])


def test_the_imports_before_the_first_key_are_light() -> None:
    program = (
        "import sys, client.app.entrance;"
        "heavy = {'trio', 'zeroconf', 'cryptography', 'nacl', 'engine.cards', 'engine.state',"
        "'protocol.charter', 'client.app.program'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


def test_the_menu_moves_while_the_program_is_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with entered(tmp_path, monkeypatch) as at:
            at.press("down", "right")
            await at.shows("► ")
            at.press("?")
            await at.shows("Esc back")
            assert at.entrance.program is None

    asyncio.run(main())


def test_the_program_takes_over_the_menu_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with entered(tmp_path, monkeypatch) as at:
            at.press("down", "right")
            await at.until(lambda: at.entrance.menu.bots == 4)
            at.gate.open()
            await at.until(lambda: at.entrance.screen.player is at.entrance.program)
            assert (at.program.menu.cursor, at.program.menu.bots) == (1, 4)
            await at.shows("Continue a game (none saved)")

    asyncio.run(main())


def test_a_key_for_the_program_waits_and_later_ones_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with entered(tmp_path, monkeypatch) as at:
            at.press("up", "up", "up", "enter", "down")
            await at.until(lambda: len(at.entrance.keys) == 2)
            assert at.entrance.menu.page is MenuPage.MAIN
            at.gate.open()
            await at.until(lambda: at.entrance.screen.player is at.entrance.program)
            assert (at.program.menu.page, at.program.menu.cursor) == (MenuPage.CARDS, 1)

    asyncio.run(main())


def test_a_person_who_leaves_waits_for_one_part_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> int:
        async with entered(tmp_path, monkeypatch) as at:
            at.press("q")
            await at.until(lambda: at.entrance._has_left)
            at.gate.open()
            code = await at.task
            assert at.entrance.program is None
            assert len(at.gate.loaded) <= 1
            return code

    assert asyncio.run(main()) == 0


def test_a_letter_of_another_alphabet_counts_by_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> int:
        async with entered(tmp_path, monkeypatch) as at:
            at.press("й")
            at.gate.open()
            return await at.task

    assert asyncio.run(main()) == 0


def test_a_part_that_cannot_be_loaded_is_reported_after_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with entered(tmp_path, monkeypatch) as at:
            at.gate.error = ImportError("trio")
            at.gate.open()
            with pytest.raises(ImportError, match="trio"):
                await at.task
            assert at.screen.sent.endswith("\x1b[?25h") or "\x1b[?1049l" in at.screen.sent

    asyncio.run(main())
