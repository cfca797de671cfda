"""Actions at the end of a game against bots, on the screen."""

from __future__ import annotations

import asyncio
import base64
import re
from pathlib import Path

import pytest

from client.app.launch import MainMenu
from client.games.bot_game import NewGame
from client.menu.main_menu import MAIN
from client.storage.results import read_index
from protocol.record.record import verify_record
from tests.client.replay.watching import record
from tests.client.terminal import Played, playing

GAME = NewGame(("thrall",), seed=15)
_PATIENCE = 40.0


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path / "data"))


async def to_the_end(played: Played) -> None:
    """Take the answer at the cursor until the game is over."""
    while not played.is_over:
        await played.keys("enter")


async def says(played: Played, *words: str, without: str = "\0") -> None:
    """Wait until words are on the screen; a thread may work on them."""

    def is_so() -> bool:
        text = played.screen.text
        return without not in text and all(word in text for word in words)

    async with asyncio.timeout(_PATIENCE):
        while not is_so():
            assert not played.task.done()
            await asyncio.sleep(0.01)
            played.program.screen.app._redraw()


@pytest.mark.slow
def test_a_finished_game_is_inspected_and_played_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            await to_the_end(played)
            await says(played, "GAME OVER", "where it came from", "The record of this game")
            await _reads_the_cards(played)
            await _copies_the_result(played)
            await _saves_the_log(played, tmp_path)
            await _watches_it_again(played)
            (kept,) = read_index(tmp_path / "data").values()
            assert kept.counts
            assert kept.minutes == 1
            await played.keys("enter")
            await says(played, "Play again against the same bots")
            await played.keys("enter")
            assert not played.is_over

    asyncio.run(main())


async def _reads_the_cards(played: Played) -> None:
    await played.keys("c")
    await says(played, "Cards by player")
    await says(played, "Age II", without="only what it played openly")
    await played.keys("escape")


async def _copies_the_result(played: Played) -> None:
    await played.keys("y")
    (copied,) = re.findall(r"\x1b]52;c;([^\x07]*)\x07", played.screen.sent)
    text = base64.b64decode(copied).decode()
    assert "Glory" in text
    assert "quests" in text


async def _saves_the_log(played: Played, tmp_path: Path) -> None:
    await played.keys("s")
    await says(played, "The log:", "The record:")
    await played.keys("escape")
    (log,) = (tmp_path / "data" / "records").glob("*.txt")
    assert "battles" in log.read_text(encoding="utf-8")
    verified = verify_record(log.with_suffix(".bloodrage").read_bytes())
    assert verified.closed


async def _watches_it_again(played: Played) -> None:
    await played.keys("r")
    await says(played, "0/", "Space plays")
    await played.keys("right", "j")
    await says(played, "Age II begins.")
    await played.keys("escape", "q")
    await says(played, "GAME OVER")


@pytest.mark.slow
def test_the_menu_shows_results_and_plays_finished_games(tmp_path: Path) -> None:
    path = tmp_path / "data" / "records" / "0123456789abcdef.bloodrage"
    path.parent.mkdir(parents=True)
    path.write_bytes(record())

    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys(*["down"] * MAIN.index("Your results"), "enter")
            await says(played, "run `bloodrage history` to add it")
            await played.keys("escape", "up", "enter")
            await says(played, "Watch which game?", "Hati (not in your results)")
            await played.keys("enter")
            await says(played, "0/", "Space plays")
            await played.keys("q")
            await says(played, "Watch which game?")
            path.write_bytes(b"no record")
            await played.keys("enter")
            await says(played, "the record is broken")
            await played.keys("escape", "escape")
            await says(played, "Your results")

    asyncio.run(main())


def test_without_records_the_menu_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys(*["down"] * MAIN.index("Watch a finished game"), "enter")
            assert "There are no records yet." in played.screen.text

    asyncio.run(main())
