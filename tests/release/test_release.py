"""Each way to get the program, into a clean environment, and a game with what is there then."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from client.text.catalogue import LANGUAGES
from tests.release.build import ROOT, build_single_file, build_wheel, project
from tests.release.installed import needed, rewheel
from tests.release.pyz import HERE, build_pyz, this_platform

pytestmark = pytest.mark.slow

_RELAY = ("trio",)
_BUILD = ("setuptools",)


@dataclass(frozen=True, slots=True)
class Release:
    """A release, and wheels of all libraries for an installation without a registry."""

    wheel: Path
    pyz: Path
    wheelhouse: Path


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder = tmp_path_factory.mktemp("release")
    wheel = build_wheel(folder / "dist")
    wheelhouse = folder / "wheels"
    wheelhouse.mkdir()
    for one in needed((*project()[1], *_BUILD, "wsproto")).values():
        rewheel(one, wheelhouse)
    return Release(wheel, build_single_file(folder / "dist", wheel), wheelhouse)


def _clean(home: Path) -> dict[str, str]:
    """Return the environment of somebody who has nothing of the project."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "BLOODRAGE_LANG": "en",
        "TERM": "dumb",
        "UV_OFFLINE": "1",
        "UV_NO_CONFIG": "1",
        "UV_CACHE_DIR": str(home / "uv"),
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


def _run(words: Sequence[str | Path], home: Path) -> str:
    """Run a program in a directory where nothing of ours can be imported."""
    done = subprocess.run(  # noqa: S603 - our own programs
        list(map(str, words)),
        env=_clean(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def _relay(command: Sequence[str | Path], home: Path) -> Iterator[str]:
    """Run the relay of an installation; yield its address."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [*map(str, command), "--listen", "127.0.0.1:0"],
        env=_clean(home),
        cwd=home,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate(timeout=20)
    assert process.returncode == 0


def _works(command: Sequence[str | Path], home: Path) -> None:
    """Require that an installation is complete, plays, and runs a relay at which it plays."""
    version, _ = project()
    assert _run([*command, "--version"], home) == f"bloodrage {version}\n"
    assert "open a table for friends" in _run([*command, "--help"], home)
    libraries = json.loads(_run([*command, "info", "--json"], home))["libraries"]
    assert libraries
    assert None not in libraries.values()
    english = _run([*command, "cards", "troll"], home)
    for language in LANGUAGES:
        told = _run([*command, "cards", "troll", "--lang", language], home)
        assert (told == english) is (language == "en"), language
    assert "[Service]" in _run([*command, "relay", "--print-unit"], home)
    result = json.loads(
        _run([*command, "play", "--auto", "--bots", "1", "--seed", "1", "--json"], home)
    )
    assert result["ages"] == 3
    with _relay([*command, "relay"], home) as address:
        hosted = _run(
            [*command, "host", "--auto", "--seats", "2", "--bots", "1", "--relay", address], home
        )
        assert "Glory: A " in hosted


def _has_manual(environment: Path) -> None:
    page = environment / "share" / "man" / "man1" / "bloodrage.1"
    assert page.read_bytes() == (ROOT / "docs" / "bloodrage.1").read_bytes()


def test_the_wheel_is_complete(release: Release) -> None:
    with ZipFile(release.wheel) as wheel:
        names = wheel.namelist()
    for language in LANGUAGES:
        is_there = f"client/locale/{language}/LC_MESSAGES/bloodrage.mo" in names
        assert is_there is (language != "en")
    assert {"relay/bloodrage-relay.service", "client/text/rulebook.toml"} <= set(names)
    assert any(name.endswith("share/man/man1/bloodrage.1") for name in names)
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "docs"))]


def test_the_same_sources_give_the_same_wheel(release: Release, tmp_path: Path) -> None:
    assert build_wheel(tmp_path).read_bytes() == release.wheel.read_bytes()


def test_the_wheel_is_installed_by_pip_and_plays(release: Release, tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    venv.create(environment, symlinks=os.name != "nt")
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    _pip_install(scripts / "python", release, release.wheel)
    _has_manual(environment)
    _works([scripts / "bloodrage"], tmp_path)


def _pip_install(python: Path, release: Release, *wanted: str | Path) -> None:
    subprocess.run(  # noqa: S603 - a tool of ours
        [
            *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"),
            *("--no-index", "--find-links", str(release.wheelhouse), *map(str, wanted)),
        ],
        check=True,
    )


def _tool(name: str) -> str | None:
    return shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)


@pytest.mark.parametrize("source", ["wheel", "repository"])
def test_uv_installs_it_as_a_tool_that_plays(release: Release, tmp_path: Path, source: str) -> None:
    uv = _tool("uv")
    if uv is None:
        pytest.skip("no uv here")
    _run(
        [
            *(uv, "tool", "install", "--quiet", "--offline", "--no-index"),
            *("--python", sys.executable, "--find-links", release.wheelhouse),
            release.wheel if source == "wheel" else _repository(tmp_path),
        ],
        tmp_path,
    )
    _has_manual(tmp_path / ".local" / "share" / "uv" / "tools" / "bloodrage")
    _works([tmp_path / ".local" / "bin" / "bloodrage"], tmp_path)


def _repository(folder: Path) -> str:
    """Return the address of a repository with the sources as they are here."""
    place = folder / "repository"
    skipped = shutil.ignore_patterns(
        ".venv", ".git", "__pycache__", "*_cache", "dist", "*.egg-info"
    )
    shutil.copytree(ROOT, place, ignore=skipped)
    git = ["git", "-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "all"]):
        _run([*git, "-C", place, *words], folder)
    return f"git+{place.as_uri()}"


def test_pipx_installs_it_and_it_plays(release: Release, tmp_path: Path) -> None:
    pipx = _tool("pipx")
    if pipx is None:
        pytest.skip("no pipx here")
    links = f"--no-index --find-links {release.wheelhouse}"
    _run(
        [
            pipx,
            "install",
            "--quiet",
            "--python",
            sys.executable,
            f"--pip-args={links}",
            release.wheel,
        ],
        tmp_path,
    )
    _works([tmp_path / ".local" / "bin" / "bloodrage"], tmp_path)


def test_the_single_file_plays_and_is_named_after_its_python(
    release: Release, tmp_path: Path
) -> None:
    version, _ = project()
    python = f"cp{HERE[0]}{HERE[1]}"
    assert release.pyz.name == f"bloodrage-{version}-{this_platform()}-{python}.pyz"
    _works([sys.executable, "-I", release.pyz], tmp_path)
    assert (tmp_path / ".cache" / "bloodrage").is_dir()


def _refusal(words: Sequence[str | Path], home: Path, **variables: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own program
        list(map(str, words)),
        env={**_clean(home), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_another_python_than_that_of_the_single_file_gets_one_sentence(
    release: Release, tmp_path: Path
) -> None:
    path = build_pyz(release.wheel, (), tmp_path / "other.pyz", (3, 99))
    told = _refusal([sys.executable, path], tmp_path)
    here = f"{HERE[0]}.{HERE[1]} on {this_platform()}"
    assert f"for Python 3.99 on {this_platform()}, and this is Python {here}" in told
    assert "Run it with python3.99" in told


def _other_pythons() -> list[Path]:
    versions = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    found = [shutil.which(f"python3.{minor}") for minor in range(6, 20) if minor != HERE[1]]
    others = [path / "bin" / "python" for path in sorted(versions.glob("*"))]
    mine = f"{HERE[0]}.{HERE[1]}."
    return [
        *(Path(path) for path in found if path is not None and "shims" not in path),
        *(path for path in others if not path.parent.parent.name.startswith(mine)),
    ]


def test_every_other_python_of_this_machine_gets_one_sentence(
    release: Release, tmp_path: Path
) -> None:
    others = _other_pythons()
    if not others:
        pytest.skip("no other Python here")
    for python in others:
        assert "bloodrage: this file is for Python" in _refusal([python, release.pyz], tmp_path)


def test_a_single_file_that_cannot_unpack_itself_says_what_to_set(
    release: Release, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    told = _refusal(
        [sys.executable, release.pyz], tmp_path, SHIV_ROOT=str(tmp_path / "file" / "in")
    )
    assert "unpacks itself" in told
    assert "Set SHIV_ROOT" in told


def test_the_relay_runs_with_trio_alone_and_speaks_websocket_with_one_library_more(
    release: Release, tmp_path: Path
) -> None:
    environment = tmp_path / "venv"
    venv.create(environment, symlinks=os.name != "nt")
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    _pip_install(python, release, *_RELAY)
    _pip_install(python, release, "--no-deps", release.wheel)
    with _relay([python, "-m", "relay"], tmp_path) as address:
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://{address}/")
        assert refused.value.code == 501
        refused.value.close()
    _pip_install(python, release, "wsproto")
    with (
        _relay([python, "-m", "relay"], tmp_path) as address,
        urlopen(f"http://{address}/") as page,
    ):
        assert b"Blood Rage relay" in page.read()
    unit = _run([python, "-m", "relay", "--print-unit"], tmp_path)
    assert f"ExecStart={python} -m relay " in unit
