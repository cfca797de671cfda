"""Games by earlier rules go on as they were, and so do games that use no box added since."""

from __future__ import annotations

import pytest

from engine.state import RULES_VERSION
from tests.earlier_rules import EarlierGame, digests

DIGESTS = digests()
FEW = [game for game in DIGESTS if game.seed % 100 == 0]
LAST = 2
"""The last version of the rules without these boxes."""


def named(game: EarlierGame) -> str:
    """Name a game in the report of a test."""
    return f"{game.rules}-{game.kind}-{game.seed}"


@pytest.mark.parametrize("game", FEW, ids=named)
def test_a_game_of_earlier_rules_comes_to_the_same_states(game: EarlierGame) -> None:
    assert game.digest() == DIGESTS[game]


@pytest.mark.parametrize("game", [game for game in FEW if game.rules == LAST], ids=named)
def test_a_game_without_the_boxes_differs_in_nothing(game: EarlierGame) -> None:
    assert game.digest(played_by=RULES_VERSION) == DIGESTS[game]


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in DIGESTS if game not in FEW], ids=named)
def test_many_games_of_earlier_rules_come_to_the_same_states(game: EarlierGame) -> None:
    assert game.digest() == DIGESTS[game]
    if game.rules == LAST:
        assert game.digest(played_by=RULES_VERSION) == DIGESTS[game]


def test_the_first_two_rules_differ_somewhere() -> None:
    """Otherwise the digests of the first could be those of the second."""
    assert all(
        digest != DIGESTS[EarlierGame(2, game.kind, game.players, game.seed)]
        for game, digest in DIGESTS.items()
        if game.rules == 1
    )
