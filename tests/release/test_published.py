"""The files that only other machines use: container, public workflow, the address to get it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from relay.unit import unit_text
from tests.release.build import ROOT
from tests.release.installed import needed

CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
PLACEHOLDER = "https://git.example.org/bloodrage.git"
"""The address of the repository until somebody hosts it."""


def test_the_repository_has_its_address_in_one_place() -> None:
    words = ["git", "-C", str(ROOT), "grep", "--files-with-matches", "--fixed-strings", PLACEHOLDER]
    listed = subprocess.run(  # noqa: S603 - words of ours
        words,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode > 1:
        pytest.skip("no repository here")
    assert set(listed.stdout.split()) - {"tests/release/test_published.py"} == {"README.md"}
    assert (ROOT / "README.md").read_text(encoding="utf-8").count(PLACEHOLDER) == 1


def test_the_public_workflow_runs_every_python_that_the_package_claims() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    marks = [mark.rpartition(":: ")[2] for mark in told["classifiers"] if ":: Python :: 3." in mark]
    row = re.search(r"python: \[(.*)\]", WORKFLOW)
    assert row is not None
    assert re.findall(r'"([\d.]+)"', row[1]) == marks
    assert told["requires-python"] == f">={marks[0]}"
    for system in ("ubuntu", "macos", "windows"):
        assert f"{system}-latest" in WORKFLOW


def test_the_container_runs_as_nobody_and_asks_the_relay_for_its_health() -> None:
    last = CONTAINER.split("\nFROM ")[-1]
    assert "\nUSER 65534:65534\n" in last
    assert "HEALTHCHECK" in last
    assert 'ENTRYPOINT ["/opt/bloodrage/bin/python", "-m", "relay"]' in last


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell")
def test_the_container_installs_what_a_relay_needs_with_its_hashes(tmp_path: Path) -> None:
    shutil.copy(ROOT / "requirements.lock", tmp_path)
    command = CONTAINER.replace("\\\n", "")
    found = re.search(r"&& (python -c .*?) && /opt", command)
    assert found is not None
    script = found[1].replace("python", f"'{sys.executable}'", 1)
    subprocess.run(["sh", "-c", script], cwd=tmp_path, check=True)  # noqa: S603, S607
    light = (tmp_path / "light.lock").read_text(encoding="utf-8")
    assert set(re.findall(r"^([\w-]+)==", light, re.MULTILINE)) == set(needed(("trio", "wsproto")))
    assert len(re.findall(r"==", light)) <= len(re.findall("--hash=sha256:", light))


@pytest.mark.parametrize("name", re.findall(r"^COPY (?!--)(.*) \S+$", CONTAINER, re.MULTILINE))
def test_everything_the_container_copies_is_there_and_not_ignored(name: str) -> None:
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert ignored == (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for one in name.split():
        assert (ROOT / one).exists()
        assert f"!{one}" in ignored


def test_a_unit_names_the_environment_it_comes_from_unless_the_unit_hides_it() -> None:
    home = "/srv/relay/lib/python3.11/site-packages/relay/unit.py"
    assert "ExecStart=/srv/relay/bin/python -m relay " in unit_text("/srv/relay/bin/python", home)
    usual = "ExecStart=/opt/bloodrage/bin/python -m relay "
    assert usual in unit_text("/usr/bin/python3", home)
    hidden = "/home/bo/.local/pipx/venvs/bloodrage"
    assert usual in unit_text(f"{hidden}/bin/python", f"{hidden}/lib/relay/unit.py")


def _builder() -> str | None:
    for name in ("podman", "docker"):
        is_running = [name, "info"]
        if shutil.which(name) and not subprocess.run(is_running, capture_output=True).returncode:  # noqa: S603, PLW1510
            return name
    return None


@pytest.mark.slow
def test_the_container_is_built_where_there_is_a_builder() -> None:
    builder = _builder()
    if builder is None:
        pytest.skip("no builder of containers here")
    words = [builder, "build", "--quiet", "--file", "Containerfile", "."]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    if any(word in done.stderr for word in ("registry", "dial tcp", "pull")):
        pytest.skip("the base image cannot be fetched here")
    assert done.returncode == 0, done.stderr
