"""`python -m tests.release [--zipapp] [FOLDER]`: build wheel and single file, in dist/ if none."""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from pathlib import Path

from tests.release.build import ROOT, build_single_file, build_wheel

_BESIDE = ("Containerfile", "relay/bloodrage-relay.service", "docs/bloodrage.1")


def main(words: list[str]) -> int:
    """Build, and print every file that was made."""
    parser = argparse.ArgumentParser(prog="python -m tests.release")
    parser.add_argument("--zipapp", action="store_true", help="the single file only")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    chosen = parser.parse_args(words)
    folder: Path = chosen.folder
    wheel = build_wheel(folder)
    made = [wheel, build_single_file(folder, wheel)]
    if chosen.zipapp:
        wheel.unlink()
        del made[0]
    else:
        made += [Path(shutil.copy(ROOT / name, folder)) for name in _BESIDE]
        sums = folder / "SHA256SUMS"
        sums.write_text("".join(f"{_digest(path)}  {path.name}\n" for path in made))
        made.append(sums)
    for path in made:
        sys.stdout.write(f"{path}\n")
    return 0


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
