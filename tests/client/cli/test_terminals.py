from __future__ import annotations

import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from client.cli.screen_flags import is_screen
from client.platform.exit_codes import TERMINAL, CommandError
from tests.client.cli.calling import environment


@contextmanager
def terminal(directory: Path, *words: str) -> Iterator[pexpect.spawn[str]]:
    """Start `bloodrage` on a terminal that cannot move its cursor."""
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "client", *words],
        env=environment(directory),
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=20,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def test_the_menu_of_a_dumb_terminal_is_numbered(tmp_path: Path) -> None:
    with terminal(tmp_path) as child:
        child.expect_exact("0) quit")
        child.sendline("8")
        child.expect_exact("Type a number from 0 to 6.")
        child.sendline("3")
        child.expect_exact("There is no unfinished game.")
        child.sendline("0")
        child.expect(pexpect.EOF)
        child.wait()
    assert child.exitstatus == 0


def test_ctrl_c_asks_and_a_second_one_saves_and_leaves(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "1", "--seed", "1") as child:
        child.expect_exact("> ")
        assert child.before is not None
        assert "\x1b" not in child.before
        child.sendintr()
        child.expect_exact("Ctrl-C once more leaves; the game is saved.")
        child.expect_exact("> ")
        child.sendintr()
        child.expect_exact(f"{sys.executable} -m client resume 1")
        child.expect(pexpect.EOF)
        child.wait()
    assert child.exitstatus == 130
    assert [path.name for path in tmp_path.glob("*.game")] == ["0001.game"]


def test_a_game_without_any_input_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(CommandError) as refused:
        is_screen()
    assert refused.value.code == TERMINAL


def test_a_terminal_that_goes_away_without_a_signal_ends_the_game_as_a_hangup(
    tmp_path: Path,
) -> None:
    code = tmp_path / "code"
    script = f"trap '' HUP; \"$@\"; echo $? > '{code}.new'; mv '{code}.new' '{code}'"
    words = [sys.executable, "-m", "client", "play", "--bots", "1", "--seed", "1"]
    child: pexpect.spawn[str] = pexpect.spawn(
        "/bin/sh",
        ["-c", script, "sh", *words],
        env=environment(tmp_path),
        encoding="utf-8",
        timeout=20,
    )
    child.expect_exact("> ")
    vars(child)["ptyproc"].fileobj.close()
    for _ in range(200):
        if code.exists():
            break
        select.select([], [], [], 0.05)
    assert code.read_text(encoding="ascii") == "129\n"
    assert list(tmp_path.glob("*.game"))
