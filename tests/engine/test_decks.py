"""Decks of an Age by number of seats (B1 to B7, K1)."""

from __future__ import annotations

import pytest

from engine.cards import CARDS
from engine.decks import deck_faces
from engine.terms import Age, CardId
from tests.decks import deck


@pytest.mark.parametrize("kickstarter", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("age", Age)
def test_b2_a_deck_matches_the_printed_list(age: Age, players: int, kickstarter: bool) -> None:
    faces = deck_faces(age, players, kickstarter=kickstarter)
    assert tuple(sorted(faces)) == deck(age, players, kickstarter=kickstarter)


@pytest.mark.parametrize(("players", "size"), [(2, 20), (3, 26), (4, 34), (5, 42)])
def test_b3_a_deck_has_the_cards_of_its_number_of_players(players: int, size: int) -> None:
    assert [len(deck_faces(age, players, kickstarter=False)) for age in Age] == [size] * 3


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, [22, 21, 21]), (3, [28, 27, 27]), (4, [36, 35, 35]), (5, [45, 44, 44])],
)
def test_b7_the_kickstarter_box_adds_its_monsters(players: int, sizes: list[int]) -> None:
    assert [len(deck_faces(age, players, kickstarter=True)) for age in Age] == sizes


def test_k1_five_seats_have_second_copies_of_three_monsters() -> None:
    monsters = ("dwarf-chieftain", "dark-elf", "soldier-of-hel")
    for age, monster in zip(Age, monsters, strict=True):
        cards = [face.card for face in deck_faces(age, 5, kickstarter=True)]
        assert cards.count(CARDS[CardId(monster)].id) == 2


def test_a_deck_holds_no_card_of_another_age() -> None:
    for age in Age:
        for face in deck_faces(age, 5, kickstarter=True):
            assert face.age is age
            assert any(copy.age is age for copy in CARDS[face.card].copies)
