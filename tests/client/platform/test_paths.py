from __future__ import annotations

from pathlib import Path

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
