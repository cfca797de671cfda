"""The structure of the project: names used once, rooms with modules in them, light packages."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("engine", "protocol", "relay", "client")
MOST_FLAT: Final = 5
"""Modules of the protocol that belong to no room."""


def modules(package: str) -> list[Path]:
    """Return every module of a package."""
    return sorted((ROOT / package).rglob("*.py"))


def classes(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node.name


def test_the_package_markers_of_relay_and_protocol_load_no_engine() -> None:
    program = "import sys, relay, protocol; sys.exit('engine' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603


def test_no_class_name_exists_twice() -> None:
    paths = [path for package in PACKAGES for path in modules(package)]
    found = Counter(name for path in paths for name in classes(path))
    assert {name for name, times in found.items() if times > 1} == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_name_exists_twice_within_a_package(package: str) -> None:
    found = defaultdict(list)
    for path in modules(package):
        if path.stem in ("__init__", "__main__"):
            continue
        found[path.name].append(path.relative_to(ROOT).as_posix())
    assert [paths for paths in found.values() if len(paths) > 1] == []


def test_every_module_of_the_client_is_in_a_room() -> None:
    assert {path.name for path in (ROOT / "client").glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("package", ["client", "protocol"])
def test_tests_are_in_the_rooms_of_their_code(package: str) -> None:
    rooms = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    tested = {path.parent.name for path in (ROOT / "tests" / package).glob("*/test_*.py")}
    assert tested - {"vectors"} <= rooms


def test_few_modules_of_the_protocol_are_in_no_room() -> None:
    flat = [path.name for path in (ROOT / "protocol").glob("*.py") if path.stem != "__init__"]
    assert len(flat) <= MOST_FLAT, flat
