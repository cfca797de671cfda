import json
import os
import shutil
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import pytest

from client.games.bot_game import NewGame, Opened, begin, resume
from client.storage.game_directory import find, hidden_games, unfinished
from client.storage.journal_file import JournalFile
from client.storage.plain_data import BadRecord, mapping_of
from client.storage.saved_games import SavedGame, SaveError, damage_sentence, load_game
from client.tables.own_table import OwnTable
from client.tables.recorded_answers import Answer
from engine.actions import Pass
from engine.play import is_over
from engine.terms import Seat
from protocol.errors import BadMessage, Reason

GAME = NewGame(("thrall",), 7)


def _begin(directory: Path) -> Opened:
    opened = begin(GAME, directory)
    opened.settle()
    return opened


def _found(directory: Path) -> SavedGame:
    saved = find(directory, None)
    assert isinstance(saved, SavedGame)
    return saved


def _resume(directory: Path) -> Opened:
    opened = resume(_found(directory))
    opened.settle()
    return opened


def _play(table: OwnTable, answers: int) -> None:
    """Play the first legal answers of the person, with bots in between."""
    given = 0
    while given < answers:
        if table.owed is None:
            assert table.advance()
        else:
            table.submit(table.answers[0])
            given += 1


def _left(directory: Path, answers: int = 12) -> OwnTable:
    """Play a game for a while and leave it."""
    opened = _begin(directory)
    _play(opened.table, answers)
    opened.file.close()
    return opened.table


def _caught_up(table: OwnTable) -> OwnTable:
    """Do everything that needs no person."""
    table.finish()
    return table


def test_a_game_is_resumed_in_its_last_position(tmp_path: Path) -> None:
    left = _caught_up(_left(tmp_path))
    opened = _resume(tmp_path)
    again = _caught_up(opened.table)
    assert again.state == left.state
    assert again.knowledge == left.knowledge
    assert again.record() == left.record()
    opened.file.close()


def test_a_resumed_game_continues_in_the_same_file(tmp_path: Path) -> None:
    _left(tmp_path, 12)
    again = _resume(tmp_path)
    _play(again.table, 5)
    again.file.close()
    third = _resume(tmp_path)
    assert _caught_up(third.table).record() == _caught_up(again.table).record()
    third.file.close()


def test_every_answer_is_on_the_disk_before_a_message_leaves(tmp_path: Path) -> None:
    opened = _begin(tmp_path)
    table, path = opened.table, opened.file.path
    given = 0
    while given < 10:
        if table.owed is None:
            table.advance()
            continue
        before = table.record()
        table.submit(table.answers[0])
        given += 1
        assert load_game(path).given == given
        assert table.record()[: len(before)] == before
    opened.file.close()


def test_the_file_has_the_beginning_and_the_answers_only(
    tmp_path: Path,
) -> None:
    _left(tmp_path)
    first, *answers = _found(tmp_path).lines.rows
    assert set(first) == {"bloodrage", "table", "game"}
    game = mapping_of(first["game"])
    assert set(game) == {"secret", "bots", "options", "memory_aid", "protocol"}
    assert sum(answer["signer"] == 0 for answer in answers) == 12
    assert all(set(answer) == {"signer", "step", "head", "answer"} for answer in answers)


def test_only_its_owner_can_read_a_journal(tmp_path: Path) -> None:
    _left(tmp_path)
    assert _found(tmp_path).path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_torn_last_line_is_dropped_and_reported(tmp_path: Path, cut: int) -> None:
    _left(tmp_path)
    path = _found(tmp_path).path
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    again = _resume(tmp_path)
    assert "not saved completely" in again.told()
    again.file.close()
    whole = data[: data[:-1].rfind(b"\n") + 1]
    assert path.read_bytes() == whole
    assert not _found(tmp_path).lines.is_torn


def test_a_game_killed_at_any_byte_is_resumed(tmp_path: Path) -> None:
    _left(tmp_path, 4)
    path = _found(tmp_path).path
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    for size in range(start, len(data), 67):
        path.write_bytes(data[:size])
        opened = resume(load_game(path))
        opened.settle()
        opened.file.close()


def _without_beginning(data: str) -> str:
    return data.split("\n", 1)[1]


def _other_format(data: bytes) -> bytes:
    return data.replace(b"bloodrage\x06", b"bloodrage\x07")


def _cut_secret(data: bytes) -> bytes:
    return data.replace(b"secret", b"Secret")


def _no_tag(data: bytes) -> bytes:
    return data[1:]


def _unmarked(path: Path) -> str:
    """Return a game as text without marks, as in format 3."""
    first, *rest = load_game(path).lines.rows
    rows = ({**first, "bloodrage": 3}, *map(dict, rest))
    texts = (json.dumps(row, separators=(",", ":"), default=bytes.hex) for row in rows)
    return "".join(text + "\n" for text in texts)


def _garbage(data: str) -> str:
    lines = data.split("\n")
    return "\n".join([*lines[:3], "not json", *lines[3:]])


def _an_answer_lost(data: str) -> str:
    lines = data.split("\n")
    return "\n".join([*lines[:4], *lines[5:]])


def _other_secret(data: str) -> str:
    at = data.index('"secret":"') + len('"secret":"')
    return data[:at] + ("0" if data[at] != "0" else "1") + data[at + 1 :]


def _other_past(data: str) -> str:
    at = data.rindex('"head":"') + len('"head":"')
    return data[:at] + ("0" if data[at] != "0" else "1") + data[at + 1 :]


def _unknown_bot(data: str) -> str:
    return data.replace('"level":"thrall"', '"level":"odin"')


def _other_option(data: str) -> str:
    return data.replace('"kickstarter":false', '"kickstarter":true')


@pytest.mark.parametrize("harm", [_other_format, _cut_secret, _no_tag, lambda _: b""])
def test_a_broken_beginning_is_one_sentence(tmp_path: Path, harm: Callable[[bytes], bytes]) -> None:
    _left(tmp_path)
    path = _found(tmp_path).path
    whole = path.read_bytes()
    path.write_bytes(harm(whole))
    assert path.read_bytes() != whole
    with pytest.raises(SaveError) as caught:
        load_game(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "harm",
    [
        _without_beginning,
        _garbage,
        _an_answer_lost,
        _other_secret,
        _other_past,
        _unknown_bot,
        _other_option,
        lambda _: "",
    ],
)
def test_a_broken_file_of_an_earlier_format_is_one_sentence(
    tmp_path: Path, harm: Callable[[str], str]
) -> None:
    _left(tmp_path)
    path = _found(tmp_path).path
    path.write_text(harm(_unmarked(path)), "utf-8")
    for _ in range(2):
        with pytest.raises(SaveError) as caught:
            resume(load_game(path)).settle()
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_game_of_format_1_is_rejected_as_such(tmp_path: Path) -> None:
    path = tmp_path / "0003.game"
    path.write_text('{"bloodrage":1,"set_up":{}}\n', "utf-8")
    with pytest.raises(SaveError, match="Game 3 was saved by an earlier version"):
        find(tmp_path, 3)
    assert unfinished(tmp_path) == ()


def test_a_file_of_arbitrary_bytes_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "0001.game"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="broken"):
        load_game(path)


def test_broken_games_are_skipped(tmp_path: Path) -> None:
    _left(tmp_path)
    (tmp_path / "0009.game").write_text("?\n", "utf-8")
    assert [game.number for game in unfinished(tmp_path)] == [1]


def test_the_game_played_last_is_resumed(tmp_path: Path) -> None:
    _left(tmp_path)
    _left(tmp_path)
    os.utime(tmp_path / "0001.game", (2e9, 2e9))
    assert find(tmp_path, None).number == 1
    assert find(tmp_path, 2).number == 2


def test_a_finished_game_is_not_offered_again(tmp_path: Path) -> None:
    opened = _begin(tmp_path)
    table = opened.table
    while not is_over(table.state):
        if table.owed is None:
            table.advance()
        else:
            table.submit(table.answers[-1])
    table.finish()
    assert table.closed is not None
    opened.file.finish(table.closed)
    opened.file.close()
    assert unfinished(tmp_path) == ()
    with pytest.raises(SaveError, match="over"):
        find(tmp_path, 1)


def test_without_games_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="no unfinished game"):
        find(tmp_path, None)
    with pytest.raises(SaveError, match="no game 3"):
        find(tmp_path, 3)


def test_a_game_that_is_open_elsewhere_is_rejected(tmp_path: Path) -> None:
    opened = _begin(tmp_path)
    with pytest.raises(SaveError, match="another window"):
        resume(_found(tmp_path))
    opened.file.close()
    _resume(tmp_path).file.close()


def test_an_unwritable_directory_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file, no directory", "utf-8")
    with pytest.raises(SaveError, match="cannot be saved"):
        begin(GAME, tmp_path / "games")


def test_an_error_of_the_disk_is_reported(tmp_path: Path) -> None:
    full = JournalFile(tmp_path / "0001.game", FileIO("/dev/full", "w"))
    full.answered(Answer(0, 0, bytes(32), Pass(Seat(0))))
    assert "cannot be saved" in full.trouble
    full.close()


def test_every_game_has_another_number(tmp_path: Path) -> None:
    first, second = begin(GAME, tmp_path), begin(GAME, tmp_path)
    assert (first.file.number, second.file.number) == (1, 2)
    first.file.close()
    second.file.close()


def test_an_earlier_format_is_continued_without_marks(tmp_path: Path) -> None:
    _left(tmp_path)
    path = _found(tmp_path).path
    path.write_text(_unmarked(path), "utf-8")
    again = _resume(tmp_path)
    _play(again.table, 2)
    again.file.close()
    assert load_game(path).given == 14
    assert all(line.startswith("{") for line in path.read_text("utf-8").splitlines())


def test_a_game_cut_anywhere_keeps_its_whole_lines(tmp_path: Path) -> None:
    _left(tmp_path, 8)
    path = _found(tmp_path).path
    data, whole = path.read_bytes(), load_game(path)
    for size in sorted({*range(0, len(data), 17), *range(len(data) - 90, len(data))}):
        path.write_bytes(data[:size])
        lines = data[:size].count(b"\n")
        if not lines:
            with pytest.raises(SaveError) as caught:
                load_game(path)
            assert "\n" not in str(caught.value)
            continue
        saved = load_game(path)
        assert saved.answers == whole.answers[: lines - 1]
        assert saved.lines.is_torn is not data[:size].endswith(b"\n")
        assert not saved.lines.is_damaged


def test_a_damaged_game_continues_before_the_damage_and_keeps_a_copy(
    tmp_path: Path,
) -> None:
    left = _left(tmp_path, 4)
    path = _found(tmp_path).path
    data, whole = path.read_bytes(), load_game(path)
    first = data.index(b"\n") + 1
    for at in range(first, len(data), 61):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        path.write_bytes(changed)
        saved = load_game(path)
        assert saved.answers == whole.answers[: data[:at].count(b"\n") - 1]
        assert saved.lines.is_damaged or saved.lines.is_torn
    path.write_bytes(data[:first] + b"~" + data[first + 1 :])
    opened = _resume(tmp_path)
    assert "damaged" in opened.told()
    assert opened.table.charter == left.charter
    assert path.with_name("0001.game.damaged").read_bytes()[first:] == b"~" + data[first + 1 :]
    _play(opened.table, 3)
    opened.file.close()
    assert not load_game(path).lines.is_damaged
    _resume(tmp_path).file.close()


def test_a_game_continues_unsaved_after_its_directory_is_removed(
    tmp_path: Path,
) -> None:
    opened = _begin(tmp_path / "games")
    shutil.rmtree(tmp_path / "games")
    _play(opened.table, 3)
    assert opened.file.trouble == "This game cannot be saved: there is no such file or directory."
    opened.file.close()


def test_answers_given_in_another_window_are_kept(tmp_path: Path) -> None:
    _left(tmp_path, 4)
    stale = _found(tmp_path)
    other = _resume(tmp_path)
    _play(other.table, 3)
    other.file.close()
    opened = resume(stale)
    opened.settle()
    assert _caught_up(opened.table).record() == _caught_up(other.table).record()
    opened.file.close()


def test_a_discarded_game_leaves_no_file(tmp_path: Path) -> None:
    opened = _begin(tmp_path)
    opened.file.discard()
    assert list(tmp_path.iterdir()) == []


def test_the_malformed_part_is_shown_and_cut() -> None:
    told = damage_sentence(BadRecord("x" * 300, "a number"))
    assert told == f'"{"x" * 40}" is in the wrong place'


def test_control_characters_of_a_malformed_part_are_not_shown() -> None:
    assert "\x1b" not in damage_sentence(BadRecord("\x1b[2J", "a number"))


def test_damage_without_a_part_has_a_sentence() -> None:
    part = "a part of it cannot be read"
    assert damage_sentence(BadRecord("", "a first line")) == part
    assert damage_sentence(ValueError("Expecting value: line 1 column 1 (char 0)")) == part


def test_protocol_errors_are_shown_in_the_words_of_the_protocol() -> None:
    told = damage_sentence(BadMessage(Reason.BAD_SIGNATURE, "steps[2]"))
    assert told == "a signature is wrong (steps[2])"


def test_games_that_cannot_be_read_are_not_said_to_be_missing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = f"The games in {tmp_path / 'file'} cannot be read"
    assert hidden_games(tmp_path / "file").startswith(told)
    assert unfinished(tmp_path / "file") == ()
    for number in (None, 1):
        with pytest.raises(SaveError, match="cannot be read"):
            find(tmp_path / "file", number)
    assert hidden_games(tmp_path / "missing") == ""
