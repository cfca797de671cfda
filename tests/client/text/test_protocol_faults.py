from __future__ import annotations

import pytest

from client.text.protocol_faults import name_sentence, reason_sentence
from protocol.errors import Reason


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence(reason: Reason) -> None:
    assert reason_sentence(reason)
    assert reason_sentence(reason, "here").endswith("(here)")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Bo", ""),
        ("\u5c71\u7530", ""),
        ("", "a name needs at least one letter or digit."),
        ("B" * 25, "a name can have at most 24 characters."),
        ("Bo  Bo", "a name can have only single spaces, and none at its ends."),
        ("Bo (2)", "a name can have only letters, digits, spaces, ' - and ., not (."),
        ("Bo\u200b", "a name can have only letters, digits, spaces, ' - and ., not U+200B."),
        ("Bo\u3164", "a name can have only letters, digits, spaces, ' - and ., not U+3164."),
        ("B\u043e", "all letters of a name must be of one script; \u043e is of another."),
        ("x\u0301\u0301", "a letter of a name has too many marks."),
    ],
)
def test_the_fault_of_a_name_is_one_sentence(name: str, sentence: str) -> None:
    assert name_sentence(name) == sentence
