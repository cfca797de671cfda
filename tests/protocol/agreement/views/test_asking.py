"""Seats that ask by digest come to one end, whatever a liar names."""

from __future__ import annotations

import pytest

from tests.protocol.agreement.views.asking import LIAR, AskingWorld


def explore(persons: int, seeds: range) -> None:
    """Run worlds and check them."""
    for seed in seeds:
        found = AskingWorld(seed, persons).play(60)
        assert found.ticks is not None, seed
        assert len(found.ends) == 1, seed
        assert found.accused <= {LIAR}, seed


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_seats_that_ask_by_digest_come_to_one_end(persons: int) -> None:
    explore(persons, range(2))


@pytest.mark.soak
@pytest.mark.parametrize("persons", [3, 4, 5])
def test_seats_that_ask_by_digest_come_to_one_end_in_many_worlds(persons: int) -> None:
    explore(persons, range(1000))
