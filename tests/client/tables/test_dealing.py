from collections import Counter

import pytest

from client.tables.local_table import Chair, shuffled
from engine.decks import deck_faces
from engine.setup import new_game
from engine.state import Options
from engine.terms import Age

CHAIRS = tuple(Chair(f"seat {number}", "thrall") for number in range(5))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_set_up_follows_the_rulebook(players: int) -> None:
    for seed in range(20):
        set_up = shuffled(CHAIRS[:players], seed, Options())
        assert new_game(players, set_up.layout, set_up.options).players == players


def test_a_shuffle_keeps_the_deck() -> None:
    set_up = shuffled(CHAIRS, 7, Options(kickstarter=True))
    for age, cards in zip(Age, set_up.decks, strict=True):
        assert Counter(cards) == Counter(deck_faces(age, 5, kickstarter=True))


def test_the_same_seed_gives_the_same_set_up() -> None:
    assert shuffled(CHAIRS, 3, Options()) == shuffled(CHAIRS, 3, Options())


def test_seeds_differ_in_layout_decks_and_first_player() -> None:
    set_ups = [shuffled(CHAIRS, seed, Options()) for seed in range(30)]
    assert len({set_up.layout for set_up in set_ups}) == 30
    assert len({set_up.decks for set_up in set_ups}) == 30
    assert {set_up.layout.first for set_up in set_ups} == set(range(5))
