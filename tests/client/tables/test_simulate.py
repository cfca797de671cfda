import pytest

from client.tables.simulate import GameResult, levels_for, play_game, run_sim, summarise
from engine.terms import Seat


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_simulated_game_has_scores_and_a_winner(players: int) -> None:
    result = play_game(players, 1, ("thrall",))
    assert len(result.glory) == players
    best = max(result.glory)
    assert [result.glory[seat] for seat in result.winners] == [best] * len(result.winners)
    assert len(result.digest) == 64


def test_the_same_seed_gives_the_same_digest() -> None:
    one, other = (play_game(3, 8, ("karl", "thrall")) for _ in range(2))
    assert one.digest == other.digest
    assert one.glory == other.glory


def test_game_n_of_a_run_is_the_game_of_seed_plus_n() -> None:
    run = [result.digest for result in run_sim(2, 3, 40, ("thrall",))]
    assert run == [play_game(2, 40 + number, ("thrall",)).digest for number in range(3)]
    assert len(set(run)) == 3


def test_the_sources_of_a_seat_add_up_to_its_glory() -> None:
    played = play_game(3, 2, ("karl",))
    assert tuple(map(sum, played.sources)) == played.glory


def test_levels_move_on_by_one_seat_in_a_run_that_rotates() -> None:
    run = run_sim(3, 3, 40, ("karl", "thrall"), rotates=True)
    assert [one.levels.index("karl") for one in run] == [0, 1, 2]


def test_the_last_level_holds_for_all_further_seats() -> None:
    assert levels_for(4, ("karl", "thrall")) == ("karl", "thrall", "thrall", "thrall")
    assert levels_for(2, ("karl", "thrall", "thrall")) == ("karl", "thrall")
    assert levels_for(3, ()) == ("karl", "karl", "karl")


def test_an_unknown_level_is_rejected() -> None:
    with pytest.raises(ValueError, match="level"):
        play_game(2, 1, ("king",))


def result(seconds: float, decisions: int) -> GameResult:
    levels, glory, sources = ("thrall", "thrall"), (3, 1), ((3,), (1,))
    return GameResult(2, 1, levels, glory, sources, (Seat(0),), 9, "", decisions, seconds)


def test_a_summary_adds_up_games() -> None:
    summary = summarise([result(0.5, 100), result(1.5, 300)])
    assert (summary.games, summary.seconds) == (2, 2.0)
    assert (summary.games_per_s, summary.decisions_per_s) == (1.0, 200.0)


def test_a_summary_of_no_games_is_all_zeros() -> None:
    assert summarise([]).games_per_s == 0.0
