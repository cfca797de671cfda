"""All orders of statements at small tables; `make soak` sees more worlds."""

from __future__ import annotations

import pytest

from tests.model.every_order import TABLES, Small, explore_all


@pytest.mark.parametrize("small", TABLES, ids=str)
def test_properties_hold_in_many_orders(small: Small) -> None:
    found = explore_all(small, 300)
    assert not found.broken
    assert found.worlds >= 300


def test_properties_hold_in_all_orders_of_two_persons() -> None:
    found = explore_all(Small(2, None, ((0,), (0, 1)), 1), 1000)
    assert found.is_all
    assert not found.forks
    assert not found.broken


@pytest.mark.soak
@pytest.mark.parametrize("small", TABLES, ids=str)
def test_properties_hold_in_nearly_all_orders(small: Small) -> None:
    assert not explore_all(small, 20_000).broken
