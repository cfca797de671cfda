"""A state as nested tuples of numbers, words and None: one value for one state.

The input of digests (docs/decisions/0007-canonical-encoding.md). It is total, including agenda
and things owed, and injective: a frozen class becomes its name followed by its fields in order,
so that two states are equal if and only if their canonical forms are. No inverse is needed.
States of rules before `GODS_AND_MYSTICS` keep the form they had, which mentions neither.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from engine.figures import Figures
from engine.state import GODS_AND_MYSTICS, GameState, Options, Rulings
from engine.values import field_names

Canonical = None | int | str | tuple["Canonical", ...]


def canonical(state: GameState) -> Canonical:
    """Return the canonical form of a whole state."""
    earlier = state.options.rules_version < GODS_AND_MYSTICS
    name, names = _fields(GameState)
    parts = (
        _options(state.options) if field == "options" else _form(getattr(state, field))
        for field in (names[:-1] if earlier else names)
    )
    return (name, *parts)


@lru_cache(maxsize=64)
def _options(options: Options) -> Canonical:
    """Give the options of earlier rules the form they had; their new fields have no other value."""
    rulings = options.rulings
    if options.rules_version >= GODS_AND_MYSTICS:
        return _form(options)
    return (
        "Options",
        ("Rulings", *(_form(getattr(rulings, name)) for name in field_names(Rulings)[:5])),
        int(options.kickstarter),
        options.rules_version,
    )


def _form(value: object) -> Canonical:
    if value is None:
        return None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return value.value if isinstance(value, StrEnum) else value
    if isinstance(value, tuple):
        return tuple(map(_form, value))
    if isinstance(value, Figures):
        return _figures(value)
    name, names = _fields(type(value))
    return (name, *(_form(getattr(value, field)) for field in names))


@lru_cache(maxsize=4096)
def _figures(figures: Figures) -> Canonical:
    """Omit the class name, which no field needs: figures are most of a state.

    Without Mystics it is a tuple of four in all rules, with some of five.
    """
    plain = (figures.warriors, figures.leader, figures.ships, figures.monsters)
    return (*plain, figures.mystics) if figures.mystics else plain


_FIELDS: dict[type, tuple[str, tuple[str, ...]]] = {}


def _fields(kind: type) -> tuple[str, tuple[str, ...]]:
    if kind not in _FIELDS:
        _FIELDS[kind] = (kind.__name__, field_names(kind))
    return _FIELDS[kind]
