from __future__ import annotations

from client.tables.simulate import play_game
from tests.client.cli.calling import call

GAMES = ("sim", "--players", "3", "--games", "3", "--seed", "5", "--level", "thrall")
DUEL = ("--games", "2", "--seed", "1", "--level", "karl,thrall")


def test_every_game_is_one_object_and_the_run_is_the_last() -> None:
    *games, summary = call(*GAMES, "--json").rows()
    assert len(games) == 3
    for count, game in enumerate(games, 1):
        assert list(game) == ["game", "players", "levels", "glory", "winners", "actions", "digest"]
        assert game["game"] == count
        assert game["players"] == 3
    assert list(summary) == ["games", "standings", "seconds", "games_per_s", "decisions_per_s"]
    assert summary["games"] == 3


def test_a_run_is_the_same_every_time() -> None:
    first, second = (list(call(*GAMES, "--json").rows())[:-1] for _ in range(2))
    assert first == second
    result = play_game(3, 6, ("thrall",))
    assert first[1]["digest"] == result.digest
    assert first[1]["glory"] == list(result.glory)


def test_levels_change_seats_after_every_game() -> None:
    *games, summary = call("sim", *DUEL, "--json").rows()
    assert [game["levels"] for game in games] == [["karl", "thrall"], ["thrall", "karl"]]
    assert games[1]["glory"] == list(play_game(2, 2, ("thrall", "karl")).glory)
    found = summary["standings"]
    assert isinstance(found, list)
    assert [one["level"] for one in found] == ["karl", "thrall"]
    assert sum(one["first"] for one in found) == 1.0


def test_the_seats_are_as_many_as_the_levels() -> None:
    assert next(call("sim", *DUEL, "--json").rows())["players"] == 2
    assert call("sim", "--games", "1", "--seed", "1").code != 0
    assert call("sim", "--games", "1", "--seed", "1", "--level", "karl" + ",karl" * 5).code != 0


def test_the_standing_of_a_level_names_its_interval_and_its_sources() -> None:
    text = call("sim", *DUEL).out
    assert "karl: 100.0% of the first places (95 %: 34.2% to 100.0%; by lot: 50%)" in text
    assert "battles" in text


def test_a_run_is_printed_for_people() -> None:
    answer = call(*GAMES)
    assert answer.code == 0
    assert "game    1  seed 5" in answer.out
    assert "3 games in" in answer.out
