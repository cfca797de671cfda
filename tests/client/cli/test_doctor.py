from __future__ import annotations

import json
from pathlib import Path

import pytest

from client.__main__ import VERSION
from client.platform.exit_codes import UNREACHABLE
from client.platform.paths import VARIABLES
from client.storage.known_people import key_path, own_identity
from protocol.charter import PROTOCOL_VERSION
from protocol.wire.identity import Peer
from tests.client.cli.calling import call, is_one_sentence


def test_info_as_data_has_versions_paths_and_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("BLOODRAGE_COMMAND", "mail --password hunter2")
    monkeypatch.setenv("PATH_OF_OTHERS", "not told")
    answer = call("info", "--json")
    told = json.loads(answer.out)
    assert (told["program"], told["protocol"]) == (VERSION, PROTOCOL_VERSION)
    assert told["paths"]["key"] == {"path": str(key_path()), "exists": False}
    assert told["key"] is None
    assert told["environment"]["BLOODRAGE_DATA_DIR"] == str(tmp_path)
    assert "hunter2" not in answer.out
    assert "not told" not in answer.out
    assert all(told["libraries"].values())


def test_info_shows_only_the_fingerprint_of_your_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    identity = own_identity()
    out = call("info").out
    assert Peer(identity.public).fingerprint() in out
    assert key_path().read_bytes().hex() not in out


def test_info_creates_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES.values():
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert call("info", "--log-file", "/dev/null").code == 0
    assert not list(tmp_path.iterdir())


def test_doctor_reports_every_check_in_a_sentence() -> None:
    answer = call("doctor")
    assert answer.code == 0
    rows = [row for row in answer.out.splitlines() if not row.startswith(" ")]
    assert {row.split()[0] for row in rows} <= {"ok", "warn"}
    assert "not a terminal" in rows[0]


def test_doctor_as_data_has_one_object_per_check() -> None:
    rows = call("doctor", "--json").array()
    assert {"size", "terminal", "disk", "key", "libraries"} <= {str(row["check"]) for row in rows}
    assert all(row["result"] in ("ok", "warn", "fail") and row["told"] for row in rows)


def test_a_relay_that_does_not_answer_is_exit_code_3() -> None:
    answer = call("doctor", "--relay", "127.0.0.1:1")
    assert answer.code == UNREACHABLE
    assert "FAIL  No relay answers at 127.0.0.1:1" in answer.out


def test_a_bundle_is_written_to_the_named_file(tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    answer = call("doctor", "--bundle", str(path))
    assert path.exists()
    assert str(path) in answer.err


def test_a_bundle_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    answer = call("doctor", "--bundle", str(tmp_path / "none" / "report.zip"))
    assert answer.code == 2
    assert is_one_sentence(answer.err)
