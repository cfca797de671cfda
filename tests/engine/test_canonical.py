from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from engine.canonical import Canonical, canonical
from engine.notation_state import read_state, write_state
from engine.state import GameState
from engine.values import Value, field_names, is_value_class, replace
from tests.builders import random_play, seat, table


def is_plain(form: Canonical) -> bool:
    if isinstance(form, tuple):
        return all(is_plain(part) for part in form)
    return form is None or type(form) in (int, str)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_canonical_form_holds_nothing_but_numbers_words_and_tuples(players: int) -> None:
    assert all(is_plain(canonical(game.state)) for game in random_play(players, players))


@pytest.mark.parametrize("players", [2, 5])
def test_different_states_have_different_canonical_forms(players: int) -> None:
    states = {game.state for game in random_play(players, players + 20)}
    assert len({canonical(state) for state in states}) == len(states)


def test_equal_states_have_equal_canonical_forms() -> None:
    for game in random_play(3, 7):
        again = read_state(write_state(game.state))
        assert again is not game.state
        assert canonical(again) == canonical(game.state)


def in_battle() -> GameState:
    game = table(
        A=seat(gimle="WL", hand="tyrs-smite quest-alfheim", upgrades="tyrs-domain"),
        B=seat(gimle="W", west="S", hand="tyrs-bash tyrs-smash"),
        C=seat(gimle="W", hand="thors-hammer"),
        age=2,
    )
    return game.play("A pillage gimle", "A card tyrs-smite", "B card tyrs-bash").state


def variants(value: object) -> Sequence[object]:
    """Return values of the same kind that differ from `value` in one detail."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, Enum):
        return [other for other in type(value) if other is not value][:1]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, str):
        return [value + "x"]
    if isinstance(value, tuple):
        changed = [
            (*value[:index], other, *value[index + 1 :])
            for index, part in enumerate(value)
            for other in variants(part)
        ]
        return [*changed, value[1:]] if value else changed
    if isinstance(value, Value):
        return [
            replace(value, **{name: other})
            for name in field_names(type(value))
            for other in variants(getattr(value, name))
        ]
    return []


def test_any_difference_of_states_shows_in_their_canonical_forms() -> None:
    state = in_battle()
    others = [other for other in variants(state) if isinstance(other, GameState)]
    assert len(others) > 300
    forms = {canonical(other) for other in others}
    assert canonical(state) not in forms
    assert len(forms) == len(set(others))


# -------------------------------------------------------------------- layout

LAYOUT = Path(__file__).parents[1] / "data" / "canonical.txt"


def classes_in(hint: object, found: set[type]) -> None:
    for arg in get_args(hint):
        classes_in(arg, found)
    if is_value_class(hint) and hint not in found:
        found.add(hint)
        for part in get_type_hints(hint).values():
            classes_in(part, found)


def layout() -> str:
    found: set[type] = set()
    classes_in(GameState, found)
    lines = (f"{kind.__name__}: {' '.join(field_names(kind))}" for kind in found)
    return "".join(f"{line.strip()}\n" for line in sorted(lines))


def test_the_layout_is_the_one_that_was_agreed_on() -> None:
    # Programs with different layouts compute different digests of one state. A change to a class
    # of the state needs a new RULES_VERSION and the new layout in the file.
    assert layout() == LAYOUT.read_text(encoding="utf-8")


def test_no_two_classes_of_a_state_have_one_name() -> None:
    names = [line.partition(":")[0] for line in layout().splitlines()]
    assert len(set(names)) == len(names)
