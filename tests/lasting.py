"""Values that never change, found in an object that does, so that copies of it can share them."""

from __future__ import annotations

import gc
from dataclasses import fields, is_dataclass
from enum import Enum

from engine.values import Value, field_names
from protocol.agreement.pasts import Head

_ATOMS = (bytes, str, int, float, bool, type(None), Enum)


def lasting(owner: object) -> dict[int, object]:
    """Return every unchanging value reachable from `owner` by its identity: a memo for `deepcopy`.

    That is a tuple or a frozen dataclass that holds nothing but such values, or a past: of these
    only what was computed is added.
    """
    known: dict[int, bool] = {}
    found: dict[int, object] = {}
    seen: set[int] = set()
    queue = [owner]
    while queue:
        one = queue.pop()
        if id(one) in seen or isinstance(one, (*_ATOMS, type)) or callable(one):
            continue
        seen.add(id(one))
        if _is_lasting(one, known):
            found[id(one)] = one
        else:
            queue.extend(gc.get_referents(one))
    return found


def _is_lasting(one: object, known: dict[int, bool]) -> bool:
    if isinstance(one, (*_ATOMS, Head)):
        return True
    if id(one) not in known:
        parts: tuple[object, ...] | None = None
        if type(one) is tuple or type(one) is frozenset:
            parts = tuple(one)
        elif isinstance(one, Value):
            parts = tuple(getattr(one, name) for name in field_names(type(one)))
        elif is_dataclass(one) and not isinstance(one, type) and _is_frozen(one):
            parts = tuple(getattr(one, field.name) for field in fields(one))
        known[id(one)] = parts is not None and all(_is_lasting(part, known) for part in parts)
    return known[id(one)]


def _is_frozen(one: object) -> bool:
    return bool(type(one).__dataclass_params__.frozen)  # type: ignore[attr-defined]
