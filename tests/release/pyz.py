"""The single file: the game with all it needs, for one Python minor version on one platform.

shiv makes it; its first lines are ours (`pyz_main.py.txt`): they refuse another Python in one
sentence before anything is imported that it could not read, and tell a player what keeps the file
from unpacking itself.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from tests.release.installed import copy, needed

_MAIN: Final = (Path(__file__).parent / "pyz_main.py.txt").read_text(encoding="utf-8")
_ENTRY: Final = "client.__main__:main"
_ZIP: Final = b"PK\x03\x04"
Version = tuple[int, int]
HERE: Final[Version] = sys.version_info[:2]


def this_platform() -> str:
    """Return the name of this platform, such as linux-x86_64."""
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{system}-{platform.machine().lower()}"


def pyz_name(version: str) -> str:
    """Return the name of the file: the game's version, the platform, and the Python."""
    return f"bloodrage-{version}-{this_platform()}-cp{HERE[0]}{HERE[1]}.pyz"


def build_pyz(wheel: Path, requirements: Sequence[str], path: Path, wanted: Version = HERE) -> Path:
    """Write the file from the wheel of the game and from the installed libraries."""
    with TemporaryDirectory() as folder:
        site, made = Path(folder) / "site", Path(folder) / "made.pyz"
        for one in needed(requirements).values():
            copy(one, site)
        with ZipFile(wheel) as archive:
            archive.extractall(site, [name for name in archive.namelist() if ".data/" not in name])
        subprocess.run(  # noqa: S603 - a tool of ours
            [
                *(sys.executable, "-m", "shiv", "--site-packages", str(site)),
                *("--entry-point", _ENTRY, "--reproducible", "--compressed"),
                *("--python", f"/usr/bin/env python{wanted[0]}.{wanted[1]}"),
                *("--output-file", str(made)),
            ],
            check=True,
            capture_output=True,
        )
        _with_main(made, path, wanted)
    path.chmod(0o755)
    return path


def _with_main(made: Path, path: Path, wanted: Version) -> None:
    """Copy the file, with our first lines in the place of shiv's."""
    main = _MAIN.replace("@WANTED@", repr(wanted)).replace("@PLATFORM@", repr(this_platform()))
    raw = made.read_bytes()
    with path.open("wb") as out:
        out.write(raw[: raw.index(_ZIP)])
        with ZipFile(made) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
            for info in old.infolist():
                new.writestr(info, main if info.filename == "__main__.py" else old.read(info))
