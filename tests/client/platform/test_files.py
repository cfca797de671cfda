"""Atomic writes: the old content or the new, never a mix."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.platform.files import write_whole


def test_a_failed_write_keeps_the_old_file_and_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    (path / "inside").touch()
    with pytest.raises(OSError, match="settings"):
        write_whole(path, b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["settings.toml"]


def test_files_that_differ_in_their_ending_do_not_interfere(
    tmp_path: Path,
) -> None:
    (tmp_path / "0123.report.new").write_bytes(b"of another program")
    write_whole(tmp_path / "0123.bloodrage", b"record")
    assert (tmp_path / "0123.report.new").read_bytes() == b"of another program"
    assert (tmp_path / "0123.bloodrage").read_bytes() == b"record"
