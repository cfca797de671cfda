from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.cli.calling import call, environment, is_one_sentence


@pytest.fixture(autouse=True)
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path))


def test_a_resumed_game_continues_with_the_same_question() -> None:
    left = call("play", "--bots", "1", "--seed", "3", typed="1\n")
    assert left.code == 0
    question = left.out[left.out.index("Keep 2 cards") : left.out.index("\n> \nThe game is saved")]
    again = call("resume")
    assert again.code == 0
    assert question in again.out
    assert "bloodrage resume 1" in again.out


def test_a_killed_game_continues_after_its_last_answer(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "client", "play", "--plain", "--bots", "1", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        for line in process.stdout:
            if "Keep 2 cards" in line:
                break
        process.kill()
    again = call("resume")
    assert again.code == 0
    assert "Game 1, 1 answer so far" in again.out
    assert "Keep 2 cards" in again.out


def test_a_game_is_resumed_by_its_number() -> None:
    call("play", "--bots", "1", "--seed", "3", typed="1\n")
    call("play", "--bots", "2", "--seed", "4", typed="1\n")
    assert "Game 2," in call("resume").out
    assert "Game 1," in call("resume", "1").out


def test_the_games_that_can_be_resumed_are_listed_with_their_numbers() -> None:
    assert call("resume", "--list").err == "There is no unfinished game.\n"
    call("play", "--bots", "1", "--seed", "3", typed="1\n")
    call("play", "--bots", "2", "--seed", "4", typed="1\n")
    listed = call("resume", "--list")
    assert listed.code == 0
    assert sorted(listed.out.splitlines()) == [
        "Game 1 against Hati (karl), 1 answer so far",
        "Game 2 against Hati (karl), Skadi (karl), 1 answer so far",
    ]
    told = call("resume", "9").err
    assert told == (
        "bloodrage: There is no game 9; `bloodrage resume --list` lists the games "
        "you can continue.\n"
    )


def test_the_log_of_a_resumed_game_goes_back_to_its_beginning() -> None:
    call("play", "--bots", "1", "--seed", "3", typed="2\n")
    assert "leads the" in call("resume", typed="l all\n").out


def test_no_game_and_an_unknown_game_are_one_sentence() -> None:
    for answer in (call("resume"), call("resume", "77")):
        assert answer.code == 2
        assert is_one_sentence(answer.err)


def test_a_broken_file_is_one_sentence(tmp_path: Path) -> None:
    call("play", "--bots", "1", "--seed", "3", typed="1\n")
    (file,) = tmp_path.glob("*.game")
    file.write_text("{\n", encoding="utf-8")
    answer = call("resume", "1")
    assert answer.code == 2
    assert is_one_sentence(answer.err)
