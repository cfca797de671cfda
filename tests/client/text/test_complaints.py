"""Complaints begin with a capital, and break between words on a terminal only."""

from io import StringIO

import pytest

from client.platform.own_command import NAME, settle_own_command
from client.presenter.statuses import saved_sentence
from client.text.complaints import complain, sentence, wrapped
from client.text.wrapping import paragraph

LONG = (
    "bloodrage: This is not an invitation: the part after the slash should have 17 letters and "
    "digits, not 12: copy all of it."
)
LINE = "192.168.1.11:7744,203.0.113.21:7744/60RK-4CSM-6MV3-EE1S-5"


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
def test_lines_break_between_words(columns: int) -> None:
    told = wrapped(LONG, columns)
    assert all(len(line) < columns for line in told.split("\n"))
    assert told.replace("\n", " ") == LONG


def test_nothing_breaks_in_a_pipe() -> None:
    out = StringIO()
    complain(out, LONG.removeprefix("bloodrage: "))
    assert out.getvalue() == f"{LONG}\n"


@pytest.mark.parametrize("columns", range(45, 75))
def test_a_number_stays_with_what_it_counts(columns: int) -> None:
    told = wrapped("Wolf 8 (2 Warriors 2, Tyr's Smash +3): Wolf gains 3 Glory (now 12).", columns)
    pieces = ("2 Warriors 2,", "Smash +3)", "3 Glory", "now 12)")
    assert [piece for piece in pieces if piece not in told] == []


def test_a_long_word_stays_in_one_piece() -> None:
    assert LINE in wrapped(f"Nobody answers at {LINE} now.", 40).split("\n")


def test_a_command_stays_in_one_piece() -> None:
    settle_own_command("python3 -m client")
    try:
        for columns in range(30, 60):
            told = wrapped("There is no such game. Try: python3 -m client resume 12", columns)
            assert "python3 -m client resume 12" in told
        assert "python3 -m client resume 12" in paragraph(saved_sentence(12), " " * 40)
    finally:
        settle_own_command(NAME)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("that is no invitation.", "That is no invitation."),
        ("No relay answers.", "No relay answers."),
        ("так не можна.", "Так не можна."),
        ("mine.bloodrage: it is no record.", "mine.bloodrage: it is no record."),
        ("watch --json needs --auto.", "watch --json needs --auto."),
        ("--seats takes 2 to 5.", "--seats takes 2 to 5."),
        ("token_file is wrong.", "token_file is wrong."),
    ],
)
def test_sentences_begin_with_a_capital_and_names_stay(text: str, told: str) -> None:
    assert sentence(text) == told
