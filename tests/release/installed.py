"""Installed distributions as material: the ones the game needs, copied, or as wheels again.

A release is made of what is installed here, which came from `requirements.lock`: nothing is
downloaded, and nothing is in it that the tests have not seen.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePath
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_OF_AN_INSTALLATION: Final = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")


def needed(wanted: Sequence[str]) -> dict[str, Distribution]:
    """Return the distributions that requirements name, with all that these need, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(one) for one in wanted]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        is_asked = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if name in found or not is_asked:
            continue
        found[name] = distribution(name)
        waiting += map(Requirement, found[name].requires or ())
    return found


def _files(one: Distribution) -> Iterator[tuple[PurePath, Path]]:
    """Yield the files of a distribution by their place, scripts and compiled files left out."""
    for file in one.files or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            yield file, Path(str(one.locate_file(file)))


def copy(one: Distribution, folder: Path) -> None:
    """Copy a distribution into a folder from which it can be imported."""
    for file, source in _files(one):
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def rewheel(one: Distribution, folder: Path) -> Path:
    """Make a wheel of a distribution again, for an installation without a registry."""
    name = str(canonicalize_name(one.name)).replace("-", "_")
    path = folder / f"{name}-{one.version}-{_tag(one)}.whl"
    rows = []
    record = ""
    with ZipFile(path, "w", ZIP_DEFLATED) as wheel:
        for file, source in _files(one):
            if file.name in _OF_AN_INSTALLATION and file.parts[0].endswith(".dist-info"):
                record = f"{file.parts[0]}/RECORD"
                continue
            raw = source.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).rstrip(b"=").decode()
            rows.append(f"{file.as_posix()},sha256={digest},{len(raw)}\n")
            wheel.writestr(file.as_posix(), raw)
        wheel.writestr(record, "".join([*rows, f"{record},,\n"]))
    return path


def _tag(one: Distribution) -> str:
    """Return the tag of the wheel it was installed from, several in one."""
    lines = (one.read_text("WHEEL") or "").splitlines()
    tags = [line.removeprefix("Tag: ").split("-") for line in lines if line.startswith("Tag: ")]
    return "-".join(".".join(sorted(set(part))) for part in zip(*tags, strict=True))
