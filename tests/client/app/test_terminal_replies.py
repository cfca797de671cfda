"""Replies of terminals at every kind of screen: nothing changes."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client.app.launch import MainMenu, Start
from client.games.bot_game import NewGame
from tests.client.terminal import Played, playing
from tests.client.terminal_replies import REPLIES

GAME = NewGame(("thrall", "thrall"), 5)
_MEANS_NOTHING = "\x1b[24~"
"""F12: a key that reaches the program and does nothing."""
SCREENS: dict[str, tuple[Callable[[], Start], tuple[str, ...]]] = {
    "menu": (MainMenu, ()),
    "help of the menu": (MainMenu, ("?",)),
    "settings": (MainMenu, ("O",)),
    "choice of a clan": (lambda: GAME, ()),
    "help": (lambda: GAME, ("?",)),
    "settings over a game": (lambda: GAME, ("O",)),
    "search of all cards": (lambda: GAME, ("/", "t")),
    "log": (lambda: GAME, ("l",)),
    "rules": (lambda: GAME, ("r",)),
    "clans": (lambda: GAME, ("c",)),
    "question whether to leave": (lambda: GAME, ("^Q",)),
    "map": (lambda: GAME, ("b", "5")),
}


async def _receive(played: Played, reply: str, at: int) -> None:
    """Let a reply arrive in two pieces, the time between them being up."""
    source = played.program.screen.app.input
    for piece in (reply[:at], reply[at:]):
        played.pipe.send_text(piece)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert source.flush_keys() == []


@pytest.mark.parametrize("name", SCREENS)
def test_replies_of_terminals_change_nothing(name: str, tmp_path: Path) -> None:
    start, keys = SCREENS[name]

    async def main() -> None:
        async with playing(start(), tmp_path) as played:
            await played.keys(*keys, _MEANS_NOTHING)
            before, count = played.screen.text, played.program.keys
            for reply in REPLIES.values():
                await _receive(played, reply, max(3, len(reply) // 2))
            await played.keys(_MEANS_NOTHING)
            assert played.program.keys == count + 1
            assert played.screen.text == before

    asyncio.run(main())
