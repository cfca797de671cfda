from __future__ import annotations

from client.storage.damage import damage_told
from client.tables.json_moves import BadRecord
from protocol.errors import BadMessage, Reason


def test_what_stands_in_the_wrong_place_is_shown_and_cut() -> None:
    told = damage_told(BadRecord("x" * 300, "a number"))
    assert told == f'"{"x" * 40}" stands where something else belongs'


def test_nothing_that_moves_a_cursor_is_shown() -> None:
    assert "\x1b" not in damage_told(BadRecord("\x1b[2J", "a number"))


def test_where_nothing_can_be_shown_there_is_a_sentence() -> None:
    part = "a part of it cannot be read"
    assert damage_told(BadRecord("", "a first line")) == part
    assert damage_told(ValueError("Expecting value: line 1 column 1 (char 0)")) == part


def test_what_the_protocol_refuses_is_told_in_its_words() -> None:
    told = damage_told(BadMessage(Reason.BAD_SIGNATURE, "steps[2]"))
    assert told == "a signature does not fit (steps[2])"
