"""A whole game in tmux, whose screen is a terminal of its own: slow, so by hand (make soak)."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from client.storage.saved_games import load

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

_KEYS = ("Down", "Up", "Right", "Left", "Enter", "Enter", "Enter")
_SIZES = ((80, 24), (100, 30), (140, 45), (59, 15), (20, 5))
_MOST_KEYS = 20_000


def game_command(*arguments: str) -> str:
    """Return the words that start the program, as one line."""
    return " ".join((sys.executable, "-m", "client", *arguments))


class Tmux:
    """A tmux server of its own with one window, in which the game or another program runs."""

    def __init__(self, directory: Path, *arguments: str, program: str = "") -> None:
        self._socket = directory / "tmux"
        self._env = {
            "PATH": os.environ.get("PATH", ""),
            "LANG": "C.UTF-8",
            "BLOODRAGE_STATE_DIR": str(directory / "state"),
            "BLOODRAGE_CONFIG_DIR": str(directory / "config"),
        }
        command = program or game_command(*arguments)
        self.run("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command)
        self.run("set-option", "-g", "remain-on-exit", "on")

    def run(self, *words: str) -> str:
        tmux = shutil.which("tmux")
        assert tmux is not None
        done = subprocess.run(  # noqa: S603 - words of this test
            [tmux, "-S", str(self._socket), *words],
            env=self._env,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    def keys(self, *names: str) -> None:
        self.run("send-keys", *names)

    @property
    def text(self) -> str:
        return self.run("capture-pane", "-p")

    @property
    def styled(self) -> str:
        return self.run("capture-pane", "-p", "-e")

    def shows(self, *words: str) -> bool:
        """Wait until all of some words are on the screen."""
        return any(all(word in self.text for word in words) for _ in range(2000))


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Tmux]:
    tmux = Tmux(tmp_path, "play", "--bots", "2", "--level", "karl", "--seed", "8")
    yield tmux
    tmux.run("kill-server")


def test_arrows_and_enter_finish_a_whole_game_at_changing_sizes(game: Tmux, tmp_path: Path) -> None:
    chance = Random(8)
    assert game.shows("Which clan will you lead?")
    game.keys("P", "P")
    for pressed in range(_MOST_KEYS):
        game.keys(chance.choice(_KEYS))
        if pressed % 25 == 0:
            if load(tmp_path / "state" / "0001.game").over:
                break
            text = game.text
            assert "Pane is dead" not in text, text
            width, height = chance.choice(_SIZES)
            game.run("resize-window", "-x", str(width), "-y", str(height))
    assert load(tmp_path / "state" / "0001.game").over
