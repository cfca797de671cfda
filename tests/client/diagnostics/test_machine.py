from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from client.diagnostics import machine
from client.diagnostics.facts import LIBRARIES
from client.diagnostics.findings import CheckTopic, Level
from client.platform.paths import DirectoryKind
from client.settings.resolve import choose
from client.storage.known_people import key_path, own_identity

ROOT = Path(__file__).parents[3]


def _dependencies() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    split = (row.partition(">=") for row in project["dependencies"])
    return {name: least.partition(",")[0] for name, _, least in split}


def test_the_checked_libraries_are_those_the_package_requires() -> None:
    asked = _dependencies()
    assert {name.casefold() for name in LIBRARIES} == set(asked)
    least = {name.casefold(): ".".join(map(str, parts)) for name, parts in machine.LEAST.items()}
    assert least == {name: version for name, version in asked.items() if name in least}
    assert all(name in least or not version for name, version in asked.items())


def test_the_installed_libraries_pass() -> None:
    assert [one.level for one in machine.check_libraries()] == [Level.OK]


@pytest.mark.parametrize("version", [None, "1.6.1", "1.5", "0.9.rc1"])
def test_a_library_that_is_missing_or_too_old_is_named(version: str | None) -> None:
    (finding,) = machine.check_libraries({"PyNaCl": version, "trio": "0.1"})
    assert finding.level is Level.FAIL
    assert "PyNaCl" in finding.told
    assert finding.todo


@pytest.mark.parametrize("version", ["1.6.2", "1.10", "2.0.dev1"])
def test_a_newer_library_passes(version: str) -> None:
    assert [one.level for one in machine.check_libraries({"PyNaCl": version})] == [Level.OK]


def test_a_clock_in_the_past_is_a_warning() -> None:
    assert machine.check_clock(datetime(1970, 1, 2, tzinfo=UTC)).level is Level.WARN
    assert machine.check_clock(datetime(2026, 1, 2, tzinfo=UTC)).level is Level.OK


def test_a_missing_directory_passes_and_is_not_created(tmp_path: Path) -> None:
    finding = machine.check_disk(DirectoryKind.STATE, tmp_path / "a" / "b")
    assert finding.level is Level.OK
    assert not list(tmp_path.iterdir())


def test_an_unwritable_directory_is_reported_with_its_variable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    finding = machine.check_disk(DirectoryKind.DATA, tmp_path / "file" / "data")
    assert finding.level is Level.FAIL
    assert "BLOODRAGE_DATA_DIR" in finding.todo


def test_a_damaged_or_readable_key_is_reported(tmp_path: Path) -> None:
    path = key_path(tmp_path)
    assert machine.check_key(path).level is Level.OK
    own_identity(tmp_path)
    assert machine.check_key(path).level is Level.OK
    path.chmod(0o644)
    open_key = machine.check_key(path)
    assert (open_key.level, open_key.todo) == (Level.WARN, f"chmod 600 {path}")
    path.write_bytes(b"torn")
    assert machine.check_key(path).level is Level.FAIL


def test_errors_in_the_settings_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert [one.level for one in machine.check_settings(choose({}, {}, path))] == [Level.OK]
    path.write_text('[look]\ntheme = "pink"\n', encoding="utf-8")
    (finding,) = machine.check_settings(choose({}, {}, path))
    assert (finding.topic, finding.level) == (CheckTopic.SETTINGS, Level.WARN)
    assert "theme" in finding.told
