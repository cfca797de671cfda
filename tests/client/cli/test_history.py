from __future__ import annotations

import json
from pathlib import Path

import pytest

from client.storage.results import index_path
from tests.client.cli.calling import call, is_one_sentence
from tests.client.replay.watching import cut, record


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path / "state"))


def keep(tmp_path: Path, raw: bytes, name: str = "0123456789abcdef") -> Path:
    path = tmp_path / "records" / f"{name}.bloodrage"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    return path


def test_nobody_has_a_history_before_the_first_game() -> None:
    answer = call("history")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "You have not finished a game yet.\n"


def test_unlisted_records_are_read_once_and_no_card_of_them_is_kept(tmp_path: Path) -> None:
    keep(tmp_path, record())
    first = call("history")
    assert "Reading 1 record" in first.err
    assert "1 game," in first.out
    again = call("history")
    assert again.err == ""
    assert again.out == first.out
    assert set(json.loads(index_path().read_text())) == {
        "record", "when", "players", "own", "actions", "minutes", "finished",
        "without", "end", "boxes",
    }  # fmt: skip
    found = json.loads(call("history", "--json").out)
    (game,) = found["games"]
    assert game["record"] == "0123456789abcdef.bloodrage"
    assert game["glory"] == game["players"][game["own"]]["glory"]
    assert found["statistics"]["games"] == 1
    assert found["statistics"]["by_opponent"][0]["bot"] is True
    assert found["wrong"] == []


def test_every_record_is_checked_when_asked(tmp_path: Path) -> None:
    path = keep(tmp_path, record())
    assert call("history", "--verify").code == 0
    index = index_path()
    index.write_text(index.read_text().replace('"glory":', '"glory":1', 1))
    changed = call("history", "--verify")
    assert changed.code == 5
    assert "a different result" in changed.err
    assert "WRONG" in changed.out
    path.write_bytes(cut(60)[:-1])
    assert "The file is cut off after step" in call("history", "--verify").err
    path.unlink()
    assert "the record is missing" in call("history", "--verify").err


def test_a_game_of_bots_alone_is_not_in_the_list() -> None:
    call("play", "--bots", "1", "--seed", "5", "--level", "thrall", "--auto")
    assert call("history").out == "You have not finished a game yet.\n"


def test_replay_without_a_file_lists_the_records(tmp_path: Path) -> None:
    assert call("replay").out == "There are no records yet.\n"
    keep(tmp_path, cut(10))
    assert "Hati (not in your results)" in call("replay").out
    call("history")
    assert "Hati 22, Ram 14 (not finished)" in call("replay").out
    told = call("replay", "1", "--text")
    assert told.code == 0
    assert "Age III" in told.out


def test_a_number_that_is_not_in_the_list_is_refused() -> None:
    answer = call("replay", "7")
    assert answer.code == 2
    assert is_one_sentence(answer.err)
