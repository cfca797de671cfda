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
        assert os.read(outside, 100).decode() == "L\u00d3D\nframe"
        assert sys.stdout.isatty()
    os.close(outside)
    os.close(inside)


def test_lines_for_a_file_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", file)
    change_lines(str.upper)
    assert sys.stdout is file
