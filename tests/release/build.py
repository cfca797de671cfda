"""Builds what a release consists of."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.release.pyz import build_pyz, pyz_name

ROOT: Final = Path(__file__).parents[2]
_SOURCES: Final = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "docs/bloodrage.1")
_PACKAGES: Final = ("engine", "protocol", "relay", "client")
_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "*.po", "*.pot")
_EPOCH: Final = "1767225600"
"""The date of every file in an archive: the same sources give the same bytes."""
_BUILD: Final = (
    "import sys; from setuptools import build_meta as made; made.build_wheel(sys.argv[1])"
)


def project() -> tuple[str, tuple[str, ...]]:
    """Return the version of the game, and its requirements."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return told["version"], tuple(told["dependencies"])


def build_wheel(folder: Path) -> Path:
    """Build the wheel from a clean copy of the sources: no file of an earlier build gets in."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        clean = Path(place) / "bloodrage"
        for name in _SOURCES:
            (clean / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clean / name)
        for name in _PACKAGES:
            shutil.copytree(ROOT / name, clean / name, ignore=_LEFT_OUT)
        subprocess.run(  # noqa: S603 - a tool of ours
            [sys.executable, "-c", _BUILD, str(folder.resolve())],
            cwd=clean,
            env={**os.environ, "SOURCE_DATE_EPOCH": _EPOCH},
            check=True,
            capture_output=True,
        )
    return folder / f"bloodrage-{project()[0]}-py3-none-any.whl"


def build_single_file(folder: Path, wheel: Path) -> Path:
    """Build the single file for this Python and platform."""
    version, requirements = project()
    return build_pyz(wheel, requirements, folder / pyz_name(version))
