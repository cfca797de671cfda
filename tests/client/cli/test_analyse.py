from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from client.analysis import contest
from client.analysis.asked import PastQuestion
from client.analysis.verdicts import JarlVerdict
from client.cli import analyse
from client.games import bot_game
from client.games.bot_game import NewGame
from tests.client.cli.calling import Answer, call, is_one_sentence
from tests.client.replay.watching import cut, record

FIELDS = {
    "number": int,
    "age": int,
    "turn": int,
    "question": str,
    "played": str,
    "jarl": str,
    "same": bool,
    "gain": float,
    "error": float,
    "chance": float | None,
    "chance_gain": float,
    "playouts": int,
    "matters": bool,
    "told": str,
    "reasons": list,
}


def analysed(tmp_path: Path, raw: bytes, *words: str) -> Answer:
    file = tmp_path / "game.bloodrage"
    file.write_bytes(raw)
    return call("analyse", str(file), *words)


def quick(asked: object) -> JarlVerdict:
    """Return a verdict that costs nothing: the first other answer is better by its number."""
    assert isinstance(asked, PastQuestion)
    others = [one for one in asked.situation.answers if one != asked.played]
    gain = float(asked.number)
    facts = {"axes": gain}
    return JarlVerdict(asked, others[0], gain, 0.5, 0.5, 0.1, 20, facts)


@pytest.mark.slow
def test_a_recorded_game_goes_in_and_words_come_out(tmp_path: Path) -> None:
    with patch.object(contest, "_ROUNDS", 1):
        told = analysed(tmp_path, record())
    assert told.code == 0
    assert told.err == ""
    assert "The turns that cost most:" in told.out
    assert "The chance to win at each turn" in told.out
    assert max(map(len, told.out.splitlines())) <= 80


def test_the_ten_costliest_turns_are_told_worst_first(tmp_path: Path) -> None:
    with patch.object(analyse, "verdict", quick):
        told = analysed(tmp_path, record())
        data = json.loads(analysed(tmp_path, record(), "--json").out)
    assert "It knows only what this seat knew then" in told.out
    assert "\n 1. Age III" in told.out
    assert "\n10. Age" in told.out
    assert "\n11. Age" not in told.out
    assert len(data["costliest"]) == 10
    assert data["costliest"] == sorted(data["costliest"], reverse=True)
    assert data["costliest"][0] == len(data["answers"])
    turns = [(one["age"], one["turn"]) for one in data["answers"]]
    assert any(turns.count(turn) > 1 for turn in turns)


def test_the_data_have_every_answer_with_the_same_fields(tmp_path: Path) -> None:
    with patch.object(analyse, "verdict", quick):
        data = json.loads(analysed(tmp_path, record(), "--json", "--seat", "b").out)
    assert (data["seat"], data["level"], data["knows"]) == ("B", "jarl", "what the seat knew then")
    assert set(data["winners"]) <= {"A", "B"}
    assert [one["number"] for one in data["answers"]] == list(range(1, len(data["answers"]) + 1))
    for one in data["answers"]:
        assert set(one) == set(FIELDS)
        assert all(isinstance(one[name], kind) for name, kind in FIELDS.items())
    assert all(0 < one["chance"] < 1 for one in data["chances"])


def test_a_game_that_is_not_over_is_one_sentence(tmp_path: Path) -> None:
    answer = analysed(tmp_path, cut(40))
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert "not over" in answer.err


def test_a_record_without_card_keys_is_one_sentence(tmp_path: Path) -> None:
    answer = analysed(tmp_path, cut(2))
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert "card keys were not opened" in answer.err


def test_a_damaged_record_is_refused_as_by_verify(tmp_path: Path) -> None:
    harmed = bytearray(record())
    harmed[2000] ^= 1
    answer = analysed(tmp_path, bytes(harmed))
    assert answer.code == 5
    assert answer.out == ""
    assert is_one_sentence(answer.err)


@pytest.mark.parametrize("words", [("--seat", "C"), ("--seat", "AB")])
def test_a_seat_that_does_not_exist_is_one_sentence(tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = analysed(tmp_path, record(), *words)
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert "the seats are A" in answer.err


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    for name in ("nothing.bloodrage", "7.game"):
        answer = call("analyse", str(tmp_path / name))
        assert answer.code == 2
        assert is_one_sentence(answer.err)


def test_a_saved_game_that_is_over_is_analysed_from_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    opened = bot_game.begin(NewGame(("thrall",), 5), tmp_path)
    opened.settle()
    file = opened.file.path
    unfinished = call("analyse", str(file))
    assert unfinished.code == 2
    assert "not over" in unfinished.err
    opened.file.finish((1, 2))
    missing = call("analyse", str(file))
    assert missing.code == 2
    assert is_one_sentence(missing.err)
    opened.file.close()
