from __future__ import annotations

from client.tables.simulate import play_game
from tests.client.cli.calling import call

GAMES = ("sim", "--players", "3", "--games", "3", "--seed", "5", "--level", "thrall")


def test_every_game_is_one_object_and_the_run_is_the_last() -> None:
    *games, summary = call(*GAMES, "--json").rows()
    assert len(games) == 3
    for count, game in enumerate(games, 1):
        assert list(game) == ["game", "players", "glory", "winners", "actions", "digest"]
        assert game["game"] == count
        assert game["players"] == 3
    assert list(summary) == ["games", "seconds", "games_per_s", "decisions_per_s"]
    assert summary["games"] == 3


def test_a_run_is_the_same_every_time() -> None:
    first, second = (list(call(*GAMES, "--json").rows())[:-1] for _ in range(2))
    assert first == second
    result = play_game(3, 6, ("thrall",))
    assert first[1]["digest"] == result.digest
    assert first[1]["glory"] == list(result.glory)


def test_levels_may_differ_by_seat() -> None:
    text = call("sim", "--players", "2", "--games", "1", "--seed", "1", "--level", "karl,thrall")
    assert "seat A (karl)" in text.out
    assert "seat B (thrall)" in text.out


def test_a_run_is_printed_for_people() -> None:
    answer = call(*GAMES)
    assert answer.code == 0
    assert "game    1  seed 5" in answer.out
    assert "3 games in" in answer.out
