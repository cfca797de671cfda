"""A whole game through the real program: bytes of keys in, bytes of a screen out."""

import asyncio
from itertools import count
from pathlib import Path
from random import Random

import pytest

from client.games.bot_game import NewGame
from client.storage.saved_games import load
from engine.terms import Phase
from tests.client.terminal import Played, playing

_ARROWS = ("up", "down", "left", "right")
_SIZES = ((80, 24), (60, 16), (140, 45), (40, 10))
_TURNS = 25
"""Decisions after which the window gets another size."""


async def _play_to_the_end(played: Played, chance: Random) -> None:
    """Press nothing but arrows and Enter; passing is left to chance."""
    for turn in count():
        if played.is_over:
            return
        if turn % _TURNS == 0:
            played.screen.resize(*_SIZES[turn // _TURNS % len(_SIZES)])
            played.program.screen.app._on_resize()
            await played.settled()
        for _ in range(chance.randrange(3)):
            await played.keys(chance.choice(_ARROWS))
        await played.keys("enter")


SOAK = [pytest.param(bots, marks=pytest.mark.soak) for bots in (1, 3, 4)]


@pytest.mark.parametrize("bots", [2, *SOAK])
@pytest.mark.slow
def test_arrows_and_enter_finish_a_whole_game_in_windows_of_every_size(
    tmp_path: Path, bots: int
) -> None:
    async def main() -> None:
        async with playing(NewGame(("thrall",) * bots, 3), tmp_path) as played:
            await _play_to_the_end(played, Random(bots))
            played.screen.resize(80, 24)
            played.program.screen.app._on_resize()
            await played.settled()
            game = played.program.game
            assert game is not None
            if game.model.display.overlay is not None:
                await played.keys("escape")
            assert "wins" in played.screen.text or "share" in played.screen.text
            assert game.model.shown.state.phase is Phase.END
            await played.keys("left", "b", "b", "c", "escape", "l", "escape")

    asyncio.run(main())
    assert load(tmp_path / "0001.game").over
