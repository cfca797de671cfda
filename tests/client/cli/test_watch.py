"""`bloodrage watch`: errors are one sentence, and the result of a game is data."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.platform.exit_codes import INVITATION, UNREACHABLE, USAGE
from tests.client.cli.calling import call, is_one_sentence


@pytest.mark.parametrize(
    ("arguments", "told", "code"),
    [
        (("--json", "play.example.org:1/x"), "watch --json needs --auto.", USAGE),
        (("--auto", "play.example.org:7744/K7QF"), "", INVITATION),
        (("--auto", "127.0.0.1:1/0000-0000-0000-0000-0"), "", UNREACHABLE),
    ],
)
def test_a_table_that_cannot_be_watched_ends_with_a_sentence(
    arguments: tuple[str, ...],
    told: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    answer = call("watch", *arguments)
    assert answer.code == code, answer.err
    assert told in answer.err
    assert is_one_sentence(answer.err)
