from __future__ import annotations

from client.style.ordered_lines import ordered_lines

RAGE, SHOWN = "\u062e\u0634\u0645", "\ufee2\ufeb8\ufea7"


def test_lines_are_turned_and_stand_at_the_right() -> None:
    assert ordered_lines(f"{RAGE} +2\n", 8, ",;") == f"  +2 {SHOWN}\n"


def test_an_indent_stays_at_the_side_of_reading() -> None:
    assert ordered_lines(f"  {RAGE}\n", 8, ",;") == f"   {SHOWN}  \n"


def test_other_lines_and_a_prompt_stay_as_they_are() -> None:
    assert ordered_lines("bloodrage\n> ", 20, ",;") == "bloodrage\n> "
