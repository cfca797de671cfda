"""The lock file names every package with hashes, and nothing of the machine that wrote it."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def _entries() -> Iterator[tuple[Requirement, list[str]]]:
    """Yield every locked package with its hashes; any other line fails."""
    text = "\n".join(line for line in LOCK.splitlines() if not line.startswith("#"))
    for entry in text.replace("\\\n", " ").splitlines():
        pinned, *hashes = re.split(r"\s+(?=--)", entry.strip())
        yield Requirement(pinned), hashes


def _wanted() -> list[Requirement]:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [
        *told["build-system"]["requires"],
        *told["project"]["dependencies"],
        *told["project"]["optional-dependencies"]["dev"],
    ]
    return [Requirement(line) for line in lines]


def test_every_locked_package_has_one_version_and_hashes_only() -> None:
    entries = list(_entries())
    assert len(entries) > 40
    for requirement, hashes in entries:
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
        assert requirement.url is None
        assert hashes, requirement
        assert all(map(_HASH.fullmatch, hashes)), requirement


def test_every_dependency_is_locked_in_a_version_that_is_allowed() -> None:
    locked = {canonicalize_name(requirement.name): requirement for requirement, _ in _entries()}
    for wanted in _wanted():
        (pin,) = locked[canonicalize_name(wanted.name)].specifier
        assert wanted.specifier.contains(pin.version), wanted


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_every_python_and_system_gets_the_dependencies_of_the_game(
    system: str, python: str
) -> None:
    environment = {
        **{name: str(value) for name, value in default_environment().items()},
        "sys_platform": system,
        "os_name": "nt" if system == "win32" else "posix",
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    names = [
        canonicalize_name(requirement.name)
        for requirement, _ in _entries()
        if requirement.marker is None or requirement.marker.evaluate(environment)
    ]
    assert len(names) == len(set(names))
    assert {canonicalize_name(wanted.name) for wanted in _wanted()} <= set(names)


def test_no_registry_and_no_path_is_in_the_lock_file() -> None:
    assert not re.search(r"://|index|find-links|/\w|\bfile:|@", LOCK)


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_setup_installs_by_hashes_and_resolves_nothing_itself() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", "setup"],  # noqa: S607 - the make of this machine
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.replace("\\\n", " ")
    installs = [line for line in told.splitlines() if "pip install" in line]
    assert len(installs) == 2
    assert "--require-hashes --requirement requirements.lock" in installs[0]
    assert "--no-deps --no-build-isolation" in installs[1]
