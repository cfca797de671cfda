from collections import Counter

import pytest

from client.tables.dealing import Chair, deck, shuffled
from engine.cards import CARDS
from engine.setup import new_game
from engine.state import Options
from engine.terms import Age, CardId

CHAIRS = tuple(Chair(f"seat {number}", "thrall") for number in range(5))


@pytest.mark.parametrize(("players", "size"), [(2, 20), (3, 26), (4, 34), (5, 42)])
def test_b3_a_deck_has_the_cards_of_its_number_of_players(players: int, size: int) -> None:
    assert [len(deck(age, players, kickstarter=False)) for age in Age] == [size] * 3


@pytest.mark.parametrize(
    ("players", "sizes"), [(2, [22, 21, 21]), (3, [28, 27, 27]), (4, [36, 35, 35])]
)
def test_b7_the_kickstarter_box_adds_its_monsters(players: int, sizes: list[int]) -> None:
    assert [len(deck(age, players, kickstarter=True)) for age in Age] == sizes


def test_k1_five_seats_have_second_copies_of_three_monsters() -> None:
    monsters = ("dwarf-chieftain", "dark-elf", "soldier-of-hel")
    for age, monster in zip(Age, monsters, strict=True):
        cards = [face.card for face in deck(age, 5, kickstarter=True)]
        assert cards.count(CARDS[CardId(monster)].id) == 2


def test_a_deck_holds_no_card_of_another_age() -> None:
    for age in Age:
        for face in deck(age, 5, kickstarter=True):
            assert face.age is age
            assert any(copy.age is age for copy in CARDS[face.card].copies)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_set_up_is_one_the_rulebook_allows(players: int) -> None:
    for seed in range(20):
        set_up = shuffled(CHAIRS[:players], seed, Options())
        assert new_game(players, set_up.layout, set_up.options).players == players


def test_a_shuffle_keeps_the_deck() -> None:
    set_up = shuffled(CHAIRS, 7, Options(kickstarter=True))
    for age, cards in zip(Age, set_up.decks, strict=True):
        assert Counter(cards) == Counter(deck(age, 5, kickstarter=True))


def test_the_same_seed_is_the_same_set_up() -> None:
    assert shuffled(CHAIRS, 3, Options()) == shuffled(CHAIRS, 3, Options())


def test_seeds_differ_in_layout_decks_and_first_player() -> None:
    set_ups = [shuffled(CHAIRS, seed, Options()) for seed in range(30)]
    assert len({set_up.layout for set_up in set_ups}) == 30
    assert len({set_up.decks for set_up in set_ups}) == 30
    assert {set_up.layout.first for set_up in set_ups} == set(range(5))
