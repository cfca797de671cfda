"""Golden games with every pair of gods, by the digest of their states (L2, L39)."""

from __future__ import annotations

import pytest

from tests.pairs_of_gods import PairGame, digests, is_rich, tables

DIGESTS = digests()
FEW = [game for number, game in enumerate(DIGESTS) if number % 9 == 0]


def named(game: PairGame) -> str:
    """Name a game in the report of a test."""
    return f"{game.gods[0]}-{game.gods[1]}-{game.players}"


def comes_to_the_same(game: PairGame) -> None:
    """Require the digest of the file, and that both gods and a Mystic act."""
    digest, story = game.play()
    assert digest == DIGESTS[game]
    assert is_rich(game.gods, story)


def test_every_pair_of_gods_plays_at_every_number_of_seats() -> None:
    assert [(game.gods, game.players) for game in DIGESTS] == list(tables())
    assert len({frozenset(game.gods) for game in DIGESTS}) == 15
    assert len(DIGESTS) == 15 * 4


@pytest.mark.parametrize("game", FEW, ids=named)
def test_a_game_with_two_gods_comes_to_the_same_states(game: PairGame) -> None:
    comes_to_the_same(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in DIGESTS if game not in FEW], ids=named)
def test_a_game_with_any_two_gods_comes_to_the_same_states(game: PairGame) -> None:
    comes_to_the_same(game)
