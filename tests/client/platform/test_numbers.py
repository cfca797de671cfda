from __future__ import annotations

import pytest

from client.platform.numbers import LARGEST, typed_number
from tests.client.plain.test_game import look


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("12", 12),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("²", None),
        ("9" * 5000, LARGEST),
    ],
)
def test_a_number_may_have_any_number_of_digits(text: str, number: int | None) -> None:
    assert typed_number(text) == number


@pytest.mark.parametrize("command", ["", "v ", "f ", "l "])
def test_a_number_with_too_many_digits_is_wrong_but_no_error(command: str) -> None:
    assert look(command + "1" * 5000)
