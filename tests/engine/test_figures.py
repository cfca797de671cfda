"""Figures by kind and count."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from engine.figures import NOBODY, Figures, groups, single
from engine.terms import LEADER, SHIP, WARRIOR, FigureKind
from tests.builders import cards, figures
from tests.strategies import SOUND_FIGURES


def test_nobody_is_no_figure() -> None:
    assert not NOBODY
    assert NOBODY.count == 0
    assert NOBODY.kinds() == ()
    assert figures("W")


def test_kinds_come_in_canonical_order() -> None:
    many = figures("SLW valkyrie troll troll")
    assert many.kinds() == (WARRIOR, LEADER, SHIP, "troll", "valkyrie")
    assert many.count == 6
    assert [many.number_of(kind) for kind in many.kinds()] == [1, 1, 1, 2, 1]
    assert many.number_of(FigureKind("fenrir")) == 0


@pytest.mark.parametrize("kind", ["warrior", "leader", "ship", "troll"])
def test_a_single_figure_is_one_of_its_kind(kind: str) -> None:
    one = single(FigureKind(kind))
    assert one.count == 1
    assert one.kinds() == (kind,)


@given(SOUND_FIGURES, SOUND_FIGURES)
def test_minus_undoes_plus(one: Figures, other: Figures) -> None:
    both = one.plus(other)
    assert both == other.plus(one)
    assert both.count == one.count + other.count
    assert both.includes(one)
    assert both.minus(other) == one


@given(SOUND_FIGURES, SOUND_FIGURES)
def test_including_is_having_as_many_of_each_kind(one: Figures, other: Figures) -> None:
    enough = all(one.number_of(kind) >= other.number_of(kind) for kind in other.kinds())
    assert one.includes(other) is enough


def test_nothing_includes_counts_below_zero() -> None:
    assert not figures("WWW").includes(Figures(warriors=2, leader=-1))


def test_groups_are_all_parts_up_to_a_size_each_once() -> None:
    most = 3
    found = groups(figures("WWL troll valkyrie"), most)
    assert list(found) == sorted(set(found))
    expected = {
        Figures(warriors, leader, 0, monsters)
        for warriors, leader, monsters in product(
            range(3),
            range(2),
            ((), cards("troll"), cards("valkyrie"), cards("troll valkyrie")),
        )
    }
    assert set(found) == {group for group in expected if 0 < group.count <= most}


def test_groups_of_two_equal_monsters_name_them_once() -> None:
    found = groups(figures("dwarf-chieftain dwarf-chieftain"), 2)
    assert found == (figures("dwarf-chieftain"), figures("dwarf-chieftain dwarf-chieftain"))
