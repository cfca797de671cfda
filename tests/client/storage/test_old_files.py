"""Files of earlier versions are read, continued and verified by this one."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from client.games.bot_game import resume
from client.menu.main_menu import Menu, MenuPage, rows
from client.online.at_table import resume as resume_table
from client.settings.reader import read_settings
from client.storage.append_log import LineForm
from client.storage.game_directory import find, unfinished
from client.storage.results import read_index
from client.storage.saved_games import SavedTable, SaveError, load_game
from engine.state import RULES_VERSION
from protocol.errors import Reason
from protocol.record.evidence import judge_report
from protocol.record.record import verify_record
from protocol.rules import KNOWN
from protocol.wire.codec import state_digest
from tests import old, old_tables

FORMATS = old.FOLDER / "1"
VERSIONS = sorted(path.name for path in old.FOLDER.iterdir() if path.is_dir())


@pytest.fixture(params=VERSIONS)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Copy the files of a version: a resumed game writes to its file."""
    copy = tmp_path / "old"
    shutil.copytree(old.FOLDER / str(request.param), copy)
    return copy


def expected(folder: Path, name: str) -> object:
    return json.loads((folder / old.EXPECTED).read_text("utf-8"))[name]


def test_every_known_version_of_the_rules_has_files() -> None:
    assert [str(version) for version in sorted(KNOWN)] == VERSIONS
    assert str(RULES_VERSION) in VERSIONS


def test_a_game_against_bots_is_resumed_and_continued(folder: Path) -> None:
    resumed(folder / old.LOCAL, expected(folder, "local"), old.ANSWERS)


@pytest.mark.parametrize("name", ["0002.game", "0003.game"])
def test_a_game_of_a_later_format_is_resumed_and_continued(name: str, tmp_path: Path) -> None:
    """Format 4 has marked lines and answers that are mappings, format 5 answers in notation."""
    path = Path(shutil.copy(FORMATS / name, tmp_path))
    resumed(path, expected_of_format(name), old.FORMAT_ANSWERS)
    assert not load_game(path).lines.is_damaged


def test_a_game_of_packed_lines_is_resumed_and_continued(tmp_path: Path) -> None:
    """Format 6 holds bytes as they are."""
    path = Path(shutil.copy(FORMATS / old_tables.PACKED_GAME, tmp_path))
    before = path.read_bytes()
    resumed(path, expected_of_packed(old_tables.PACKED_GAME), old.FORMAT_ANSWERS)
    assert path.read_bytes().startswith(before)
    assert load_game(path).lines.form is LineForm.PACKED


def test_a_table_of_packed_lines_goes_on_from_the_journals_of_all(tmp_path: Path) -> None:
    paths = [Path(shutil.copy(FORMATS / name, tmp_path)) for name in old_tables.PACKED_JOURNALS]
    before = [path.read_bytes() for path in paths]
    assert old_tables.resumed(paths) == expected_of_packed("tables")
    assert all(map(bytes.startswith, (path.read_bytes() for path in paths), before))


def expected_of_packed(name: str) -> object:
    return json.loads(old_tables.PACKED.read_text("utf-8"))[name]


def expected_of_format(name: str) -> object:
    return json.loads((FORMATS / old.EXPECTED_OF_FORMATS).read_text("utf-8"))[name]


def resumed(path: Path, digest: object, answers: int) -> None:
    opened = resume(load_game(path))
    opened.settle()
    opened.table.finish()
    assert state_digest(opened.table.state) == digest
    old.play(opened.table, 2)
    opened.file.close()
    assert load_game(path).given == answers + 2
    assert len(kinds_of_answers(path)) == 1


def kinds_of_answers(path: Path) -> set[type]:
    """Return the types of the answers in a journal: `str` is notation, `dict` a mapping."""
    return {type(row["answer"]) for row in load_game(path).lines.rows if "answer" in row}


@pytest.mark.parametrize(
    ("name", "kind"), [("0001.game", dict), ("0002.game", dict), ("0003.game", str)]
)
def test_a_game_killed_after_a_resume_keeps_its_format(
    name: str, kind: type, tmp_path: Path
) -> None:
    path = Path(shutil.copy(FORMATS / name, tmp_path))
    before = path.read_bytes()
    for given in (1, 2):
        opened = resume(load_game(path))
        opened.settle()
        old.play(opened.table, 1)
        opened.file._log._handle.write(b"half a line")
        opened.file._log._handle.close()
        assert path.read_bytes().startswith(before)
        assert load_game(path).lines.is_torn
        assert load_game(path).given == load_game(FORMATS / name).given + given
        assert kinds_of_answers(path) == {kind}


@pytest.mark.parametrize("name", [*old.TABLES, "astrid-2.table", "bo-2.table"])
def test_a_table_with_others_of_version_1_is_listed_and_cannot_go_on(
    name: str, tmp_path: Path
) -> None:
    """Format 2 writes answers in notation."""
    path = tmp_path / "0004.table"
    shutil.copy(FORMATS / name, path)
    before = path.read_bytes()
    (saved,) = unfinished(tmp_path)
    assert isinstance(saved, SavedTable)
    assert saved.is_older
    assert saved.steps
    (row,) = rows(Menu((saved,), page=MenuPage.RESUME))
    assert "(older version)" in row
    refused = "Game 4 is a table of an older version (protocol 1, now 2)"
    for attempt in (
        lambda: find(tmp_path, None),
        lambda: find(tmp_path, 4),
        lambda: resume_table(saved),
    ):
        with pytest.raises(SaveError) as caught:
            attempt()
        assert str(caught.value).startswith(refused)
    assert path.read_bytes() == before


def test_a_table_with_others_of_version_2_goes_on_from_the_journals_of_all(tmp_path: Path) -> None:
    """One of the three was put away by a view when the table was left."""
    paths = [Path(shutil.copy(FORMATS / name, tmp_path)) for name in old_tables.JOURNALS]
    assert not any(
        saved.is_older for saved in unfinished(tmp_path) if isinstance(saved, SavedTable)
    )
    before = [path.read_bytes() for path in paths]
    expected = json.loads(old_tables.EXPECTED.read_text("utf-8"))["tables"]
    assert old_tables.resumed(paths) == expected
    assert all(map(bytes.startswith, (path.read_bytes() for path in paths), before))


def test_a_game_against_bots_is_resumed_before_a_table_of_version_1(tmp_path: Path) -> None:
    shutil.copy(FORMATS / old.LOCAL, tmp_path / "0001.game")
    shutil.copy(FORMATS / old.TABLES[0], tmp_path / "0002.table")
    os.utime(tmp_path / "0001.game", (1, 1))
    assert [one.number for one in unfinished(tmp_path)] == [2, 1]
    assert find(tmp_path, None).number == 1


def test_a_record_is_verified_and_has_its_result(folder: Path) -> None:
    verified = verify_record((folder / old.RECORD).read_bytes())
    assert verified.state is not None
    assert verified.closed
    assert state_digest(verified.state) == expected(folder, "record")
    assert list(verified.glory) == expected(folder, "glory")
    assert verified.steps == expected(folder, "steps")


def test_a_report_still_proves_its_fault(folder: Path) -> None:
    verdict = judge_report((folder / old.REPORT).read_bytes())
    assert (verdict.charter.names[verdict.signer], verdict.step) == ("Bo", 2)
    assert verdict.reason is Reason.TWO_MESSAGES


def test_results_are_still_read(folder: Path) -> None:
    (result,) = read_index(folder).values()
    assert result.won
    assert (result.glory, result.minutes) == (84, 47)


def test_settings_are_still_read(folder: Path) -> None:
    read = read_settings(folder / old.SETTINGS)
    assert read.troubles == ()
    assert dict(read.values)["theme"] == "light"
