from __future__ import annotations

import stat
import tomllib
from pathlib import Path

import pytest

from client.settings.reader import understood
from client.settings.resolve import choose
from client.settings.schema import ENTRIES, Settings, plain_of
from client.settings.writer import UnwrittenSettings, keep_setting, new_file

OWN = """# mine, all mine
[look]   # at it
theme = "dark"   # at night
  glyphs="ascii"

[play]
name = "Astrid"
future = [1,
 2]

[later]
left = "alone"
"""


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_new_file_explains_everything_and_changes_nothing() -> None:
    read = understood(new_file(), "config.toml")
    assert read.troubles == ()
    assert dict(read.values) == plain_of(Settings())
    assert all(f"# {entry.about}\n# {entry.allowed}\n" in new_file() for entry in ENTRIES)


def test_the_first_change_creates_the_file_and_its_directory(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    keep_setting(path, "look", "theme", "mono")
    assert choose({}, {}, path).settings == Settings(theme="mono")
    assert path.read_text("utf-8") == new_file().replace('theme = "auto"', 'theme = "mono"')


def test_a_change_touches_its_own_line_only(tmp_path: Path) -> None:
    path = _file(tmp_path, OWN)
    keep_setting(path, "look", "theme", "light")
    assert path.read_text("utf-8") == OWN.replace('"dark"', '"light"')


def test_a_missing_table_is_added_and_the_rest_stays(tmp_path: Path) -> None:
    path = _file(tmp_path, OWN)
    keep_setting(path, "play", "hints", value=False)
    keep_setting(path, "keys", "invade", "n")
    text = path.read_text("utf-8")
    assert set(OWN.splitlines()) <= set(text.splitlines())
    assert tomllib.loads(text)["later"] == {"left": "alone"}
    chosen = choose({}, {}, path).settings
    assert (chosen.hints, chosen.keys) == (False, (("invade", "n"),))


def test_line_ends_and_permissions_stay(tmp_path: Path) -> None:
    path = _file(tmp_path, "")
    path.write_bytes(OWN.replace("\n", "\r\n").encode())
    path.chmod(0o600)
    keep_setting(path, "look", "theme", "light")
    assert path.read_bytes().count(b"\r\n") == OWN.count("\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_to_a_file_elsewhere_stays_a_link(tmp_path: Path) -> None:
    real = _file(tmp_path, OWN)
    link = tmp_path / "link.toml"
    link.symlink_to(real)
    keep_setting(link, "look", "theme", "light")
    assert link.is_symlink()
    assert '"light"' in real.read_text("utf-8")


def test_a_broken_file_is_not_touched(tmp_path: Path) -> None:
    path = _file(tmp_path, "[look\n")
    with pytest.raises(UnwrittenSettings, match="nothing was changed"):
        keep_setting(path, "look", "theme", "light")
    assert path.read_text("utf-8") == "[look\n"


def test_an_unwritable_place_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UnwrittenSettings, match="cannot be written"):
        keep_setting(tmp_path / "file" / "config.toml", "look", "theme", "light")
