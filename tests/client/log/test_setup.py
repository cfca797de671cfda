from __future__ import annotations

import logging
import stat
import sys
import threading
import warnings
from pathlib import Path

import pytest

from client.log import events
from client.log import setup as kept
from client.log.setup import FILE, keeping
from client.platform.paths import state_directory

ROOT = Path(__file__).parents[3]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_log_is_private_and_in_the_state_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path / "state"))
    path = tmp_path / "state" / FILE
    with keeping(kept.default_path()):
        assert not path.parent.exists()
        events.program_ended(0, 1.0)
    assert "ends with exit code 0" in _text(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_nested_log_uses_the_outer_file(tmp_path: Path) -> None:
    with keeping(tmp_path / "outer") as outer, keeping(tmp_path / "inner") as inner:
        assert inner is outer
        events.program_ended(0, 1.0)
    assert [path.name for path in tmp_path.iterdir()] == ["outer"]


def test_details_are_written_only_on_request(tmp_path: Path) -> None:
    for verbose in (False, True):
        path = tmp_path / str(verbose)
        with keeping(path, verbose=verbose):
            events.program_began("1", "play")
        assert ("window of" in _text(path)) is verbose


def test_a_full_file_is_rotated_and_old_ones_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_BYTES", 500)
    with keeping(tmp_path / FILE):
        for _ in range(200):
            events.program_ended(0, 1.0)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, f"{FILE}.1", f"{FILE}.2"]
    assert all(path.stat().st_size <= 500 for path in tmp_path.iterdir())


def test_a_failing_disk_is_silent_and_its_error_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with keeping(tmp_path / "file" / FILE) as log:
        events.program_ended(0, 1.0)
    assert isinstance(log.trouble, OSError)
    assert capfd.readouterr() == ("", "")


def test_messages_python_would_print_go_to_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    class Falls:
        def __del__(self) -> None:
            raise ZeroDivisionError("in a destructor")

    def fall() -> None:
        raise ZeroDivisionError("in a thread")

    hooks = sys.unraisablehook, threading.excepthook, warnings.showwarning
    with keeping(tmp_path / FILE, whole_process=True), warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(capture=True)
        warnings.warn("a warning", stacklevel=1)
        Falls()
        thread = threading.Thread(target=fall)
        thread.start()
        thread.join()
    text = _text(tmp_path / FILE)
    assert all(told in text for told in ("a warning", "in a destructor", "in a thread"))
    assert capfd.readouterr() == ("", "")
    assert (sys.unraisablehook, threading.excepthook, warnings.showwarning) == hooks


def test_only_warnings_and_errors_of_libraries_are_kept(tmp_path: Path) -> None:
    with keeping(tmp_path / FILE, verbose=True):
        library = logging.getLogger("some.library")
        library.setLevel(logging.DEBUG)
        library.info("secrets that pass by")
        library.warning("something is wrong")
    text = _text(tmp_path / FILE)
    assert "something is wrong" in text
    assert "secrets" not in text


def test_a_traceback_is_redacted(tmp_path: Path) -> None:
    with keeping(tmp_path / FILE):
        events.unforeseen(KeyError("K7QF-2M9X-TT3B-H8ZD-R"), "bloodrage join")
    assert "K7QF" not in _text(tmp_path / FILE)


def test_only_the_event_functions_write_to_the_log() -> None:
    writers = [
        path.relative_to(ROOT).as_posix()
        for package in ("client", "protocol", "engine")
        for path in (ROOT / package).rglob("*.py")
        if "import logging" in _text(path) or "from logging" in _text(path)
    ]
    assert sorted(writers) == [
        "client/log/events.py",
        "client/log/redaction.py",
        "client/log/setup.py",
    ]


def test_without_a_name_the_log_is_in_the_state_directory() -> None:
    assert kept.default_path() == state_directory() / FILE
