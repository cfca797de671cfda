"""Files of earlier versions are read, continued and verified by this one."""

from __future__ import annotations

import json
import shutil
from collections import deque
from itertools import count
from pathlib import Path
from random import Random

import pytest

from client.games.bot_game import resume
from client.settings.reader import read_settings
from client.storage.results import read_index
from client.storage.saved_games import load_game, load_table
from engine.state import RULES_VERSION
from protocol.errors import Reason
from protocol.record.evidence import judge_report
from protocol.record.record import verify_record
from protocol.rules import KNOWN
from protocol.wire.codec import state_digest
from tests import old
from tests.client.tables.machines import Machine, Machines

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
    whole = path.read_text("utf-8").rpartition("\n")[0]
    rows = (json.loads(line[line.index("{") :]) for line in whole.splitlines())
    return {type(row["answer"]) for row in rows if "answer" in row}


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


class Again(Machines):
    """The machines of a table with existing journals."""

    def __init__(self, journals: list[Path]) -> None:
        self.chance = Random(1)
        self.down = set()
        self.cut = set()
        self.starts = count(2)
        self.machines = []
        for path in journals:
            machine = Machine.__new__(Machine)
            machine.wire, machine.inbox, machine.path = self, deque(), path
            machine.come_back()
            self.machines.append(machine)


def test_a_table_with_others_is_resumed_and_finished(folder: Path) -> None:
    finished([folder / name for name in old.TABLES], expected(folder, "table"))


def test_a_table_of_format_2_is_resumed_and_finished(tmp_path: Path) -> None:
    """Format 2 writes answers in notation."""
    names = ("astrid-2.table", "bo-2.table")
    files = [Path(shutil.copy(FORMATS / name, tmp_path)) for name in names]
    finished(files, expected_of_format(names[0]))


def finished(files: list[Path], digest: object) -> None:
    journals = [path.with_suffix("") / "0001.table" for path in files]
    for file, path in zip(files, journals, strict=True):
        path.parent.mkdir()
        shutil.copy(file, path)
    machines = Again(journals)
    machines.settle()
    assert machines.digests == {digest}
    machines.play()
    assert len({one.table.closed for one in machines.machines}) == 1
    assert machines.machines[0].table.closed is not None
    assert verify_record(machines.machines[0].table.record()).closed
    machines.close()
    assert not load_table(journals[0]).lines.is_damaged
    assert [len(kinds_of_answers(path)) for path in journals] == [1, 1]


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
