"""Journals on a failing disk, and in two windows."""

from __future__ import annotations

import errno
import shutil
from io import FileIO
from pathlib import Path

import pytest

from client.games.bot_game import NewGame
from client.platform.files import Lock
from client.storage import journal_file
from client.storage.journal_file import (
    begin_game,
    begin_table,
    create_game,
    create_table,
    reopen_table,
)
from client.storage.journal_rows import TableBegin, plain_routes, routes_of
from client.storage.plain_data import BadRecord
from client.storage.saved_games import load_game, load_table
from client.tables.own_table import OwnTable
from protocol.lobby.routes import read_routes, tcp_route
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
        begin = TableBegin(table.charter, 0, {}, bytes(32), (tcp_route("relay", 7744),))
        journal = begin_table(path, disk, begin, 1)
        disk.left = 7
        journal.recorded("one")
        assert journal.trouble == "This game cannot be saved: the disk is full."
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
    begin = TableBegin(table.charter, 0, {}, bytes(32), (tcp_route("relay", 7744),))
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
    begin = TableBegin(table.charter, 0, {}, bytes(32), (tcp_route("relay", 7744),))
    journal = create_table(tmp_path / "tables", begin, 1)
    shutil.rmtree(tmp_path / "tables")
    journal.recorded("one")
    assert journal.trouble == "This game cannot be saved: there is no such file or directory."
    journal.close()


def test_a_new_game_is_kept_on_a_disk_without_locks_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_file, "take_lock", lambda _: Lock.MISSING)
    table = table_of_bots()
    begin = TableBegin(table.charter, 0, {}, bytes(32), (tcp_route("relay", 7744),))
    journal = create_table(tmp_path, begin, 1)
    journal.recorded("one")
    journal.close()
    assert load_table(journal.path).record == "one"
    assert "one window only" in journal.caution
    game = create_game(tmp_path)
    begin_game(game, OwnTable(NewGame(("thrall",)).game(), game))
    game.close()
    assert load_game(game.path).game.levels == ("thrall",)


def test_the_address_of_an_earlier_journal_is_read_as_one_route() -> None:
    assert routes_of(["play.example.org", 7744]) == (tcp_route("play.example.org", 7744),)


def test_routes_survive_writing_and_reading() -> None:
    routes = read_routes("192.168.1.11:7744,wss://example.org/path")
    assert routes_of(plain_routes(routes)) == routes


@pytest.mark.parametrize("value", [None, [], ["relay", "7744", 1], ["a b"], [7744, "relay"]])
def test_malformed_routes_are_no_part_of_a_journal(value: object) -> None:
    with pytest.raises(BadRecord):
        routes_of(value)
