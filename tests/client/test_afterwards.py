"""What can be done once a game is over, on the screen of a game against bots."""

from __future__ import annotations

import asyncio
import base64
import re
from pathlib import Path

import pytest

from client.sitting import NewGame
from protocol.record import verify_record
from tests.client.terminal import Played, playing

GAME = NewGame(("thrall",), seed=11)


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path / "data"))


async def to_the_end(played: Played) -> None:
    """Take the answer at the cursor until the game is over."""
    while not played.is_over:
        await played.keys("enter")


async def says(played: Played, *words: str) -> None:
    def is_so() -> bool:
        played.program.stage.app._redraw()
        return all(word in played.screen.text for word in words)

    await played.until(is_so)


def test_a_finished_game_is_looked_at_from_all_sides_and_played_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            await to_the_end(played)
            await says(played, "GAME OVER", "where it came from", "The record of this game")
            await _reads_the_cards(played)
            await _copies_the_result(played)
            await _saves_the_log(played, tmp_path)
            await _watches_it_again(played)
            await played.keys("enter")
            await says(played, "Play again against the same bots")
            await played.keys("enter")
            assert not played.is_over

    asyncio.run(main())


async def _reads_the_cards(played: Played) -> None:
    await played.keys("c")
    await played.until(lambda: len(played.program.sitting.model.known) == 2)  # type: ignore[union-attr]
    await says(played, "Cards drafted by whom")
    assert "only what it played openly" not in played.screen.text
    await played.keys("escape")


async def _copies_the_result(played: Played) -> None:
    await played.keys("y")
    (copied,) = re.findall(r"\x1b]52;c;([^\x07]*)\x07", played.screen.sent)
    text = base64.b64decode(copied).decode()
    assert "Glory" in text
    assert "quests" in text


async def _saves_the_log(played: Played, tmp_path: Path) -> None:
    await played.keys("s")
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
