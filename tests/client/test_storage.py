import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from client import storage
from client.sitting import YOU, NewGame, begin, resume
from client.storage import GameFile, SaveError, find, load, reopen, unfinished
from client.tables.local import LocalTable
from engine.terms import Seat

GAME = NewGame(("thrall", "thrall"), 7)


def _play(table: LocalTable, answers: int) -> None:
    """The first legal answers of the person, bots in between."""
    seat = table.seat(YOU)
    given = 0
    while given < answers:
        if seat.owed is None:
            assert seat.advance()
        else:
            seat.submit(seat.answers[0])
            given += 1


def _left(directory: Path, answers: int = 12) -> LocalTable:
    """A game that was played for a while and left."""
    opened = begin(GAME, directory)
    _play(opened.table, answers)
    opened.file.close()
    return opened.table


def test_a_game_is_resumed_in_the_position_in_which_it_was_left(tmp_path: Path) -> None:
    left = _left(tmp_path)
    again = resume(find(tmp_path, None))
    assert again.table.state == left.state
    assert again.table.knowledge(YOU) == left.knowledge(YOU)
    assert not again.torn
    again.file.close()


def test_a_resumed_game_goes_on_in_the_same_file(tmp_path: Path) -> None:
    _left(tmp_path, 12)
    again = resume(find(tmp_path, None))
    _play(again.table, 5)
    again.file.close()
    third = resume(find(tmp_path, None))
    assert third.table.state == again.table.state
    third.file.close()


def test_every_answer_is_on_the_disk_before_the_game_goes_on(tmp_path: Path) -> None:
    opened = begin(GAME, tmp_path)
    seat = opened.table.seat(YOU)
    lines = 1
    for _ in range(10):
        if seat.owed is None:
            seat.advance()
        else:
            seat.submit(seat.answers[0])
        lines += 1
        assert len(opened.file.path.read_text(encoding="utf-8").splitlines()) == lines
    opened.file.close()


def test_the_file_holds_set_up_and_answers_and_no_position(tmp_path: Path) -> None:
    _left(tmp_path)
    first, *moves = map(json.loads, find(tmp_path, None).path.read_text("utf-8").splitlines())
    assert set(first) == {"bloodrage", "set_up"}
    assert all({"do", "seat"} <= set(move) for move in moves)


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_last_line_cut_short_is_left_out_and_told(tmp_path: Path, cut: int) -> None:
    _left(tmp_path)
    path = find(tmp_path, None).path
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    saved = find(tmp_path, None)
    assert saved.torn
    again = resume(saved)
    assert again.torn
    again.file.close()
    whole = data[: data[:-1].rfind(b"\n") + 1]
    assert path.read_bytes() == whole
    assert not find(tmp_path, None).torn


def test_a_game_killed_after_any_byte_can_be_gone_on_with(tmp_path: Path) -> None:
    _left(tmp_path, 4)
    path = find(tmp_path, None).path
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    for size in range(start, len(data), 17):
        path.write_bytes(data[:size])
        opened = resume(load(path))
        opened.file.close()


def _without_set_up(data: str) -> str:
    return data.split("\n", 1)[1]


def _other_format(data: str) -> str:
    return data.replace('"bloodrage":1', '"bloodrage":99')


def _garbage(data: str) -> str:
    lines = data.split("\n")
    return "\n".join([*lines[:3], "not json", *lines[3:]])


def _two_moves_swapped(data: str) -> str:
    lines = data.split("\n")
    return "\n".join([lines[0], lines[5], *lines[1:5], *lines[6:]])


@pytest.mark.parametrize(
    "harm", [_without_set_up, _other_format, _garbage, _two_moves_swapped, lambda _: ""]
)
def test_a_broken_file_is_one_clear_sentence(tmp_path: Path, harm: Callable[[str], str]) -> None:
    _left(tmp_path)
    path = find(tmp_path, None).path
    path.write_text(harm(path.read_text("utf-8")), "utf-8")
    with pytest.raises(SaveError) as caught:
        reopen(load(path), YOU)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_bytes_is_one_clear_sentence(tmp_path: Path) -> None:
    path = tmp_path / "0001.game"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="broken"):
        load(path)


def test_broken_games_are_not_offered_and_do_not_hide_others(tmp_path: Path) -> None:
    _left(tmp_path)
    (tmp_path / "0009.game").write_text("?\n", "utf-8")
    assert [game.number for game in unfinished(tmp_path)] == [1]


def test_the_game_played_last_is_the_one_resumed(tmp_path: Path) -> None:
    _left(tmp_path)
    _left(tmp_path)
    os.utime(tmp_path / "0001.game", (2e9, 2e9))
    assert find(tmp_path, None).number == 1
    assert find(tmp_path, 2).number == 2


def test_a_finished_game_is_not_offered_again(tmp_path: Path) -> None:
    opened = begin(GAME, tmp_path)
    while not opened.table.is_over:
        _play_on(opened.table)
    opened.file.finish(tuple(clan.glory for clan in opened.table.state.clans))
    opened.file.close()
    assert unfinished(tmp_path) == ()
    with pytest.raises(SaveError, match="over"):
        find(tmp_path, 1)


def _play_on(table: LocalTable) -> None:
    seat = table.seat(YOU)
    if seat.owed is None:
        seat.advance()
    else:
        seat.submit(seat.answers[-1])


def test_without_games_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="no unfinished game"):
        find(tmp_path, None)
    with pytest.raises(SaveError, match="no game 3"):
        find(tmp_path, 3)


def test_a_game_that_is_open_elsewhere_is_refused(tmp_path: Path) -> None:
    opened = begin(GAME, tmp_path)
    with pytest.raises(SaveError, match="another window"):
        resume(find(tmp_path, 1))
    opened.file.close()
    resume(find(tmp_path, 1)).file.close()


def test_a_directory_that_cannot_be_written_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file, no directory", "utf-8")
    with pytest.raises(SaveError, match="cannot be saved"):
        begin(GAME, tmp_path / "games")


def test_trouble_with_the_disk_is_told_and_nothing_breaks(tmp_path: Path) -> None:
    handle = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115 - closing fails too
    full = GameFile(tmp_path / "0001.game", handle)
    full.write({"do": "pass"})
    assert "cannot be saved" in full.trouble
    full.close()


def test_the_environment_may_name_another_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(storage.DIRECTORY_VARIABLE, str(tmp_path))
    assert storage.state_directory() == tmp_path
    monkeypatch.delenv(storage.DIRECTORY_VARIABLE)
    assert storage.state_directory().name == "bloodrage"


def test_each_game_has_a_number_of_its_own(tmp_path: Path) -> None:
    first, second = begin(GAME, tmp_path), begin(GAME, tmp_path)
    assert (first.file.number, second.file.number) == (1, 2)
    first.file.close()
    second.file.close()


def test_the_person_sits_first() -> None:
    assert Seat(0) == YOU
    assert [chair.level for chair in GAME.set_up().chairs] == ["", "thrall", "thrall"]
