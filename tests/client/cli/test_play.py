from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from client.games.bot_game import NewGame
from tests.client.cli.calling import Answer, Json, call, run

SEVEN = ("--bots", "1", "--seed", "7")


@cache
def auto(*words: str) -> Answer:
    """Play a game of bots alone with a seed, once for all tests."""
    answer = call("play", "--auto", "--level", "thrall", *words)
    assert answer.code == 0
    return answer


def result(*words: str) -> Json:
    """Return the result of such a game."""
    (row,) = auto(*words, "--json").rows()
    return row


MANY = [pytest.param(bots, marks=pytest.mark.soak) for bots in (2, 3, 4)]


@pytest.mark.parametrize("bots", [1, *MANY])
def test_a_game_of_bots_ends_with_its_result_as_one_object(bots: int) -> None:
    found = result("--bots", str(bots), "--seed", "7")
    assert list(found) == ["players", "winners", "glory", "digest", "actions", "ages"]
    assert found["players"] == bots + 1
    assert found["ages"] == 3
    glory, winners = found["glory"], found["winners"]
    assert isinstance(glory, list)
    assert isinstance(winners, list)
    assert len(glory) == bots + 1
    best = ["ABCDE"[seat] for seat, one in enumerate(glory) if one == max(glory)]
    assert winners == best
    assert isinstance(found["digest"], str)
    assert len(found["digest"]) == 64


def test_another_seed_or_other_options_make_another_game() -> None:
    others = (("--bots", "1", "--seed", "8"), (*SEVEN, "--kickstarter"))
    assert len({result(*words)["digest"] for words in (SEVEN, *others)}) == 3


def test_without_a_seed_games_differ() -> None:
    assert NewGame(("thrall",)).game().master != NewGame(("thrall",)).game().master


def test_the_digest_does_not_depend_on_the_process() -> None:
    answer = run("play", "--auto", "--level", "thrall", *SEVEN, "--json")
    assert next(answer.rows()) == result(*SEVEN)


def test_the_story_is_printed_with_the_final_table() -> None:
    answer = auto(*SEVEN)
    assert answer.err == ""
    assert "The Action phase begins." in answer.out
    headings = ["battles", "pillage", "quests", "Valhalla", "Ragnarök", "stats", "other"]
    assert any(line.split()[-7:] == headings for line in answer.out.splitlines())
    *saga, record = answer.out.splitlines()
    assert max(map(len, saga)) <= 80
    assert record.startswith("The record of this game: ")


def test_with_json_the_story_is_printed_among_the_messages() -> None:
    assert "The Action phase begins." in auto(*SEVEN, "--json").err


def test_the_named_record_verifies_and_the_same_seed_gives_the_same_game() -> None:
    record = auto(*SEVEN).out.splitlines()[-1].removeprefix("The record of this game: ")
    (verified,) = call("verify", record, "--json").rows()
    assert verified["closed"]
    assert verified["digest"] == result(*SEVEN)["digest"]


def test_a_game_that_cannot_be_saved_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(file))
    answer = call("play", "--bots", "1")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
