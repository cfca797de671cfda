"""Journals on a failing disk, and in two windows."""

from __future__ import annotations

import errno
import shutil
from io import FileIO
from pathlib import Path

import pytest

from client.games.bot_game import NewGame
from client.storage import journal_file
from client.storage.journal_file import (
    begin_game,
    begin_table,
    create_game,
    create_table,
    reopen_table,
)
from client.storage.journal_rows import TableBegin
from client.storage.saved_games import load_game, load_table
from client.tables.own_table import OwnTable
from tests.client.online.own_tables import table_of_bots


class Disk(FileIO):
    """A file on a disk of limited size."""

    left = 10**9

    def write(self, data: bytes | bytearray | memoryview) -> int:  # type: ignore[override]
        """Write as much as there is room for; an error only without any."""
        if not self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = super().write(bytes(data)[: self.left])
        self.left -= taken
        return taken


def test_a_full_disk_is_reported_and_the_journal_completed_once_there_is_room(
    tmp_path: Path,
) -> None:
    table = table_of_bots()
    path = tmp_path / "0001.table"
    with Disk(path, "w+") as disk:
        begin = TableBegin(table.charter, 0, {}, bytes(32), ("relay", 7744))
        journal = begin_table(path, disk, begin, 1)
        disk.left = 7
        journal.recorded("one")
        assert journal.trouble == "This game cannot be saved: No space left on device."
        assert load_table(path).record == ""
        journal.start(5)
        assert journal.trouble
        disk.left = 10**9
        journal.recorded("two")
        assert journal.trouble == ""
        saved = load_table(path)
        assert (saved.record, saved.instance) == ("two", 5)
        assert not saved.lines.is_damaged
        assert not saved.lines.is_torn


def test_lines_added_by_another_window_are_kept(tmp_path: Path) -> None:
    table = table_of_bots()
    begin = TableBegin(table.charter, 0, {}, bytes(32), ("relay", 7744))
    journal = create_table(tmp_path, begin, 1)
    stale = load_table(journal.path)
    journal.recorded("one")
    journal.close()
    again, saved = reopen_table(stale, 2)
    assert saved.record == "one"
    again.close()
    assert load_table(journal.path).record == "one"


def test_a_removed_directory_is_reported(tmp_path: Path) -> None:
    table = table_of_bots()
    begin = TableBegin(table.charter, 0, {}, bytes(32), ("relay", 7744))
    journal = create_table(tmp_path / "tables", begin, 1)
    shutil.rmtree(tmp_path / "tables")
    journal.recorded("one")
    assert journal.trouble == "This game cannot be saved: No such file or directory."
    journal.close()


def test_new_games_need_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "take_lock", lambda _: False)
    table = table_of_bots()
    begin = TableBegin(table.charter, 0, {}, bytes(32), ("relay", 7744))
    journal = create_table(tmp_path, begin, 1)
    journal.recorded("one")
    journal.close()
    assert load_table(journal.path).record == "one"
    game = create_game(tmp_path)
    begin_game(game, OwnTable(NewGame(("thrall",)).game(), game))
    game.close()
    assert load_game(game.path).game.levels == ("thrall",)
