from __future__ import annotations

import pytest

from client.settings.choices import ORDERINGS
from client.settings.letter_order import LetterOrder, Ordering, letter_order, remedy

TMUX = {"TMUX": "default,1,0"}


def test_the_setting_has_the_words_of_the_orderings() -> None:
    assert tuple(Ordering) == ORDERINGS


def test_the_terminal_is_asked_first_and_told_at_last() -> None:
    order = letter_order({}, "auto")
    assert (order.begin, order.end, order.marks) == ("\x1b[8l", "\x1b[8h", False)


def test_tmux_hands_the_request_on_and_letters_carry_marks() -> None:
    order = letter_order(TMUX, "auto")
    assert order.begin == "\x1b[8l\x1bPtmux;\x1b\x1b[8l\x1b\\"
    assert order.end == "\x1b[8h\x1bPtmux;\x1b\x1b[8h\x1b\\"
    assert order.marks


def test_the_setting_overrides_what_the_terminal_seems_to_be() -> None:
    assert not letter_order(TMUX, "explicit").marks
    assert letter_order({}, "marks").marks
    assert letter_order({}, "off") == LetterOrder(asks=False)
    assert letter_order({}, "off").begin == letter_order({}, "off").end == ""


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("XTERM_VERSION", "XTerm(379)"),
        ("WT_SESSION", "1"),
        ("TERM", "linux"),
        ("TERM_PROGRAM", "ghostty"),
    ],
)
def test_lines_are_ordered_for_terminals_that_never_do(variable: str, value: str) -> None:
    assert letter_order({variable: value}, "auto").lines
    assert not letter_order({variable: value}, "off").lines
    assert not letter_order({"VTE_VERSION": "7006"}, "auto").lines


def test_a_remedy_is_for_the_terminal_if_it_is_known() -> None:
    assert remedy({"KITTY_WINDOW_ID": "1"}) == "kitty: put force_ltr yes into kitty.conf."
    assert remedy({"TERM": "putty-256color"}).startswith("PuTTY")
    every = remedy({"TERM": "xterm"})
    assert all(name in every for name in ("kitty", "Konsole", "PuTTY", "Apple", "iTerm2"))
