from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from client.platform.paths import VARIABLES, DirectoryKind, directory, shown_path


@pytest.mark.parametrize("place", DirectoryKind)
def test_a_variable_names_another_directory(
    place: DirectoryKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLES[place], str(tmp_path))
    assert directory(place) == tmp_path


@pytest.mark.parametrize("place", DirectoryKind)
@pytest.mark.parametrize("named", [None, ""])
def test_without_a_variable_the_system_decides(
    place: DirectoryKind, named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if named is None:
        monkeypatch.delenv(VARIABLES[place], raising=False)
    else:
        monkeypatch.setenv(VARIABLES[place], named)
    assert directory(place).name == "bloodrage"
    assert directory(place).is_absolute()


@pytest.mark.skipif(sys.platform != "linux", reason="XDG is asked on Linux only")
@pytest.mark.parametrize("home", ["/home/bo", "/", "relative", ""])
@pytest.mark.parametrize("named", ["/srv/bo", "relative", ""])
def test_directories_on_linux_are_those_of_platformdirs(
    home: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", home)
    for kind in DirectoryKind:
        monkeypatch.delenv(VARIABLES[kind], raising=False)
        monkeypatch.setenv(f"XDG_{kind.name}_HOME", named)
    expected = {
        DirectoryKind.CONFIG: platformdirs.user_config_path("bloodrage", appauthor=False),
        DirectoryKind.STATE: platformdirs.user_state_path("bloodrage", appauthor=False),
        DirectoryKind.DATA: platformdirs.user_data_path("bloodrage", appauthor=False),
    }
    assert {kind: directory(kind) for kind in DirectoryKind} == expected


@pytest.mark.parametrize(
    ("home", "path", "shown"),
    [
        ("/home/bo", "/home/bo/.local/share/bloodrage/a", "~/.local/share/bloodrage/a"),
        ("/home/bo", "/home/bob/a", "/home/bob/a"),
        ("/home/bo", "/var/games/a", "/var/games/a"),
        ("/", "/.bloodrage/a", "/.bloodrage/a"),
    ],
)
def test_a_path_below_the_home_directory_is_shown_as_in_a_shell(
    home: str, path: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", home)
    assert shown_path(Path(path)) == shown
