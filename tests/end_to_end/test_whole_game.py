"""A whole game through the real program: bytes of keys in, bytes of a screen out."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from client.games.bot_game import NewGame
from client.storage.saved_games import load
from engine.terms import Phase
from tests.client.terminal import Played, playing

_ARROWS = ("up", "down", "left", "right")


async def _play_to_the_end(played: Played, chance: Random) -> None:
    """Press nothing but arrows and Enter; passing is left to chance."""
    while not played.is_over:
        for _ in range(chance.randrange(3)):
            await played.keys(chance.choice(_ARROWS))
        await played.keys("enter")


@pytest.mark.parametrize(
    ("bots", "size"),
    [
        (1, (80, 24)),
        (2, (60, 16)),
        pytest.param(4, (140, 45), marks=pytest.mark.soak),
        pytest.param(3, (40, 10), marks=pytest.mark.soak),
    ],
)
def test_arrows_and_enter_alone_finish_a_whole_game(
    tmp_path: Path, bots: int, size: tuple[int, int]
) -> None:
    async def main() -> None:
        async with playing(NewGame(("thrall",) * bots, 3), tmp_path, size) as played:
            await _play_to_the_end(played, Random(size[0]))
            game = played.program.game
            assert game is not None
            if game.model.display.overlay is not None:
                await played.keys("escape")
            assert "wins" in played.screen.text or "share" in played.screen.text
            assert game.model.shown.state.phase is Phase.END
            await played.keys("left", "b", "b", "c", "escape", "l", "escape")

    asyncio.run(main())
    assert load(tmp_path / "0001.game").over
