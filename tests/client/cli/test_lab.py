from __future__ import annotations

import json
from pathlib import Path

from tests.client.cli.calling import call, is_one_sentence

POSITION = '{"players": 2, "seats": {"A": {"board": {"gimle": {"warriors": 1}}}, "B": {}}}'


def test_a_position_is_read_from_the_input_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(POSITION, encoding="utf-8")
    piped = call("lab", "-", typed=POSITION)
    assert piped.code == 0
    assert list(json.loads(piped.out)) == ["position", "story", "owed"]
    assert call("lab", str(file)) == piped


def test_an_invalid_position_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for answer in (
        call("lab", "-", typed="{"),
        call("lab", "-", typed='{"players": 9}'),
        call("lab", str(binary)),
        call("lab", str(tmp_path)),
    ):
        assert answer.code == 2
        assert answer.out == ""
        assert is_one_sentence(answer.err), answer.err
