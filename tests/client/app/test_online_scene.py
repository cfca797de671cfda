"""Online tables on the screen: door, lobby and game, with other players in processes."""

from __future__ import annotations

import asyncio
import base64
import io
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from client.app.launch import MainMenu, Start
from client.app.online_scene import AtDoor, OnlineScene
from client.games.online_game import OnlineGame
from client.lobby.entry import Door
from client.menu.main_menu import MAIN
from client.online.participants import BotPlayer
from client.online.table_flow import take_seat
from client.online.table_outcomes import NoTable
from client.online.table_plans import HostTable, JoinTable
from client.platform.system import random_bytes
from client.settings.schema import BY_KEY
from client.storage.known_people import remembered_name
from engine.terms import Phase
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import tcp_route
from protocol.record.record import verify_record
from protocol.wire.identity import Identity
from tests.client.terminal import Played, playing

Play = Callable[[Played], Awaitable[None]]


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("BLOODRAGE_CONFIG_DIR", str(tmp_path / "config"))


def _run(directory: Path, start: Start, play: Play) -> int:
    async def main() -> int:
        async with playing(start, directory) as played:
            await play(played)
        return played.task.result()

    return asyncio.run(main())


def _identity() -> Identity:
    return Identity(random_bytes(32))


def hosting(seats: int = 2, bots: int = 0) -> HostTable:
    return HostTable(_identity(), "Astrid", seats, bots, "thrall", late_window=0)


def scene(played: Played) -> OnlineScene:
    online = played.program.scene
    assert isinstance(online, OnlineScene)
    return online


async def shows(played: Played, *words: str) -> None:
    """Wait until the screen shows all of some words."""

    def is_so() -> bool:
        played.program.screen.app._redraw()
        return all(word in played.screen.text for word in words)

    async with asyncio.timeout(20):
        while not is_so():
            assert not played.task.done(), played.screen.text
            await asyncio.sleep(0.01)


async def answer_until(played: Played, is_so: Callable[[], bool]) -> None:
    """Take the answer at the cursor whenever asked, until a condition comes true."""
    async with asyncio.timeout(60):
        while not is_so():
            sitting = scene(played).game
            if sitting is not None and sitting.model.walk is not None:
                played.pipe.send_text("\r")
            await asyncio.sleep(0.01)
            played.program.screen.app._redraw()


async def invitation(played: Played) -> Invitation:
    """Read the invitation on the screen, by the loopback address: tests stay on this machine."""
    await shows(played, "y copies it")
    flat = "".join(played.screen.text.split())
    found = re.search(r"LOBBY.*?:(\d+)[^/]*(/(?:[0-9A-Z]{4}-){4}[0-9A-Z])", flat)
    assert found is not None
    return Invitation.read(f"127.0.0.1:{found[1]}{found[2]}")


@contextmanager
def guest(line: str, home: Path) -> Iterator[subprocess.Popen[str]]:
    """Run another process, in which a bot plays."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "client", "join", line, "--auto", "--name=Bo", "--level=thrall"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "BLOODRAGE_DATA_DIR": str(home)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_host_sees_and_copies_the_command_for_friends(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await invitation(played)
        await played.keys("y")
        copied = re.search(r"\x1b\]52;c;([^\x07]*)\x07", played.screen.sent)
        assert copied is not None
        command = base64.b64decode(copied[1]).decode()
        assert command in played.screen.text
        await played.keys("^Q")

    assert _run(tmp_path, hosting(), play) == 0


def test_a_host_who_leaves_reads_that_the_table_is_closed_and_no_void_line(
    tmp_path: Path,
) -> None:
    async def play(played: Played) -> None:
        await invitation(played)
        await played.keys("^Q")
        await played.until(played.task.done)
        out, err = io.StringIO(), io.StringIO()
        scene(played).say_farewell(out, err)
        assert (out.getvalue(), err.getvalue()) == (
            "The table is closed; no game has begun.\n",
            "",
        )

    assert _run(tmp_path, hosting(), play) == 0


def test_waiting_guests_hear_that_the_host_closed_the_table(tmp_path: Path) -> None:
    waiting: list[asyncio.Task[object]] = []

    async def play(played: Played) -> None:
        found = await invitation(played)
        waiting.append(
            asyncio.create_task(
                asyncio.to_thread(
                    trio.run, take_seat, JoinTable(_identity(), "Bo", found), BotPlayer("thrall")
                )
            )
        )
        await shows(played, "Bo")
        await played.keys("^Q")
        await played.until(played.task.done)
        with pytest.raises(NoTable, match="The host has closed the table"):
            await waiting[0]

    _run(tmp_path, hosting(3), play)


@pytest.mark.slow
def test_a_game_is_played_with_another_process(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        line = (await invitation(played)).line()
        with guest(line, tmp_path / "guest") as process:
            await shows(played, "Everyone is ready: Enter starts the game.")
            await played.keys("enter")
            await shows(played, "Which clan will you lead?")
            sitting = scene(played).game
            assert isinstance(sitting, OnlineGame)
            model = sitting.model
            await answer_until(
                played,
                lambda: model.shown.state.phase is Phase.ACTION and len(model.shown.log) > 12,
            )
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=20)
            assert (process.returncode, err) == (143, "")
            await answer_until(played, lambda: " is not connected, 0:0" in played.screen.text)
            path = sitting.records.path
            (other,) = (tmp_path / "guest" / "records").glob("*.bloodrage")
            own, theirs = path.read_bytes(), other.read_bytes()
            assert own.startswith(theirs) or theirs.startswith(own)
            assert verify_record(theirs).steps > 15
        played.pipe.send_text("\x03\x03")
        await played.until(played.task.done)

    assert _run(tmp_path, hosting(), play) == 130


def test_settings_changed_at_a_table_hold_for_the_next_game(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await shows(played, "Everyone is ready: Enter starts the game.")
        await played.keys("enter")
        await shows(played, "Which clan will you lead?")
        before = scene(played).preferences.fast
        await played.keys("O", *["down"] * list(BY_KEY).index("fast"), "right")
        assert scene(played).preferences.fast is not before
        await played.keys("left", "escape")
        played.pipe.send_text("\x03\x03")
        await played.until(played.task.done)

    assert _run(tmp_path, hosting(2, 1), play) == 130


@pytest.mark.slow
def test_the_host_of_the_relay_leaves_last(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        line = (await invitation(played)).line()
        with guest(line, tmp_path / "guest"):
            await shows(played, "Everyone is ready: Enter starts the game.")
            await played.keys("enter")
            await shows(played, "Which clan will you lead?")
            sitting = scene(played).game
            assert isinstance(sitting, OnlineGame)
            link = sitting.room.link
            await played.until(lambda: link.status.members == 2)
            played.pipe.send_text("\x11\x1b[B")
            await shows(played, "the others wait for you")
            played.pipe.send_text("\r")
            await shows(played, "Others still need your relay.")
            assert not played.task.done()
        await played.until(played.task.done)

    assert _run(tmp_path, hosting(), play) == 0


def test_a_bot_takes_the_free_seat_and_the_game_begins(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await invitation(played)
        await played.keys("b", "enter")
        await shows(played, "BLOOD RAGE  Set-up")

    _run(tmp_path, hosting(2), play)


def test_a_full_table_ends_with_a_sentence_and_its_exit_code(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        found = await invitation(played)
        script = (
            "import sys; from client.__main__ import main; sys.exit(main(sys.argv[1:]))",
            "join",
            found.line(),
            "--auto",
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", *script, stderr=subprocess.PIPE
        )
        _, err = await process.communicate()
        assert process.returncode == 4
        assert err.decode() == (
            "bloodrage: The table is full: all 2 seats are taken. Ask the host to add one, then "
            "join again. You can watch the game with the same invitation: bloodrage watch\n"
        )
        await shows(played, "A player found no free seat")

    _run(tmp_path, hosting(2, 1), play)


def test_joining_without_a_relay_ends_with_a_sentence_and_its_exit_code(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    lost = Invitation((tcp_route("127.0.0.1", port),), Room(bytes(10)))

    async def play(played: Played) -> None:
        await played.until(played.task.done)
        ended = scene(played).ended
        assert ended is not None
        assert str(ended).startswith(f"Nobody answers at 127.0.0.1:{port}")

    assert _run(tmp_path, JoinTable(_identity(), "Bo", lost), play) == 3


def test_invitations_are_typed_and_pasted(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await shows(played, "Join a table")
        played.pipe.send_text("\x1b[200~bloodrage join 127.0.0.1:7744/K7QF-\x1b[201~")
        await shows(played, "127.0.0.1:7744/K7QF-_")
        await played.keys(*"2M9X", "enter")
        await shows(played, "This is not an invitation: the part after the slash should have 17")
        await played.keys("escape")

    assert _run(tmp_path, AtDoor(Door.JOIN, "Bo"), play) == 0


def test_the_menu_hosts_a_table_and_returns(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys(*["down"] * MAIN.index("Open a table"), "enter")
        await shows(played, "Open a table")
        await played.keys("down", *["backspace"] * 24, *"Eir", "up", "enter")
        await shows(played, "LOBBY", "Eir")
        assert remembered_name() == "Eir"
        await played.keys("^Q")
        await shows(played, "Join a table", "Quit")
        await played.keys("down", "enter")
        await shows(played, "Eir", "invitation")
        await played.keys("escape", "q")
        await played.until(played.task.done)

    assert _run(tmp_path, MainMenu(), play) == 0


def test_pasted_text_is_ignored_in_the_game(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await invitation(played)
        await played.keys("b", "enter")
        await shows(played, "Which clan will you lead?")
        played.pipe.send_text("\x1b[200~\r\r\rabc\x1b[201~")
        await played.keys("^L")
        assert "Which clan will you lead?" in played.screen.text

    _run(tmp_path, hosting(2), play)
