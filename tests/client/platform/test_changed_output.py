import contextlib
import io
import os
import sys

import pytest

from client.platform.standard_streams import change_lines

if sys.platform != "win32":
    import tty


@pytest.mark.skipif(sys.platform == "win32", reason="a console stays as it is there")
def test_lines_for_a_terminal_are_changed_and_bytes_pass_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outside, inside = os.openpty()
    tty.setraw(inside)
    with open(inside, "w", encoding="utf-8", closefd=False) as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        change_lines(str.upper)
        assert sys.stdout.write("l\u00f3d\n") == 4
        sys.stdout.flush()
        sys.stdout.buffer.write(b"frame")
        sys.stdout.buffer.flush()
        assert sys.stdout.isatty()
    os.close(inside)
    with open(outside, "rb", buffering=0) as arrived:
        assert _until_hung_up(arrived).decode() == "L\u00d3D\nframe"


def _until_hung_up(terminal: io.FileIO) -> bytes:
    """Read until the other end is closed: one read may return a part of what was written."""
    parts: list[bytes] = []
    with contextlib.suppress(OSError):  # Linux ends a closed pseudoterminal with EIO
        while part := terminal.read(100):
            parts.append(part)
    return b"".join(parts)


def test_lines_for_a_file_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", file)
    change_lines(str.upper)
    assert sys.stdout is file
