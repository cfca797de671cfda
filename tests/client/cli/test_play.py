from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.client.cli.calling import Json, call, run


def fresh(*words: str) -> Json:
    """The result of a game of bots alone, played now."""
    answer = call("play", "--auto", "--level", "thrall", "--json", *words)
    assert answer.code == 0
    (row,) = answer.rows()
    return row


@cache
def auto(*words: str) -> Json:
    """The result of a game with a seed, played once for all tests."""
    return fresh(*words)


MANY = [pytest.param(bots, marks=pytest.mark.soak) for bots in (3, 4)]


@pytest.mark.parametrize("bots", [1, 2, *MANY])
def test_a_game_of_bots_ends_with_its_result_as_one_object(bots: int) -> None:
    result = auto("--bots", str(bots), "--seed", "7")
    assert list(result) == ["players", "winners", "glory", "digest", "actions", "ages"]
    assert result["players"] == bots + 1
    assert result["ages"] == 3
    glory, winners = result["glory"], result["winners"]
    assert isinstance(glory, list)
    assert isinstance(winners, list)
    assert len(glory) == bots + 1
    best = ["ABCDE"[seat] for seat, one in enumerate(glory) if one == max(glory)]
    assert winners == best
    assert isinstance(result["digest"], str)
    assert len(result["digest"]) == 64


def test_the_same_seed_gives_the_same_digest_and_another_another() -> None:
    first = auto("--bots", "1", "--seed", "7")
    assert fresh("--bots", "1", "--seed", "7") == first
    assert fresh("--bots", "1", "--seed", "8")["digest"] != first["digest"]


def test_without_a_seed_games_differ() -> None:
    assert fresh("--bots", "1")["digest"] != fresh("--bots", "1")["digest"]


def test_the_digest_does_not_depend_on_the_process() -> None:
    answer = run("play", "--auto", "--level", "thrall", "--bots", "1", "--seed", "7", "--json")
    assert next(answer.rows()) == auto("--bots", "1", "--seed", "7")


def test_the_saga_is_printed_with_the_final_table() -> None:
    answer = call("play", "--auto", "--bots", "2", "--level", "thrall", "--seed", "7")
    assert answer.code == 0
    assert answer.err == ""
    assert "The Action phase begins." in answer.out
    headings = ["battles", "pillage", "quests", "Valhalla", "Ragnarök", "stats", "other"]
    assert any(line.split()[-7:] == headings for line in answer.out.splitlines())
    *saga, record = answer.out.splitlines()
    assert max(map(len, saga)) <= 80
    assert record.startswith("The record of this game: ")


def test_with_json_the_saga_goes_where_messages_go() -> None:
    answer = call("play", "--auto", "--bots", "1", "--level", "thrall", "--seed", "7", "--json")
    assert "The Action phase begins." in answer.err


def test_the_record_that_is_named_can_be_verified() -> None:
    answer = call("play", "--auto", "--bots", "1", "--level", "thrall", "--seed", "7")
    record = answer.out.splitlines()[-1].removeprefix("The record of this game: ")
    (verified,) = call("verify", record, "--json").rows()
    assert verified["closed"]
    assert verified["digest"] == auto("--bots", "1", "--seed", "7")["digest"]


def test_the_kickstarter_monsters_make_another_game() -> None:
    words = ("--bots", "1", "--seed", "7")
    plain, more = auto(*words), auto(*words, "--kickstarter")
    assert plain["digest"] != more["digest"]


def test_without_a_terminal_a_game_goes_line_by_line_and_the_end_of_input_leaves_it(
    tmp_path: Path,
) -> None:
    answer = run("play", "--bots", "1", "--seed", "3", typed="1\n", directory=tmp_path)
    assert answer.code == 0
    assert answer.err == ""
    assert "Which clan will you lead?" in answer.out
    assert "The game is saved; go on with: bloodrage resume 1" in answer.out


def test_a_game_that_cannot_be_saved_is_not_begun(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    answer = run("play", "--bots", "1", directory=file)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
