"""``python -m tests.fuzz.guided TARGET [libFuzzer options]``: one target, guided by coverage."""

from __future__ import annotations

import sys
from importlib import import_module


def main(name: str, options: list[str]) -> None:
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["engine", "protocol", "relay", "client"]):
        targets = import_module("tests.fuzz.targets")
    target = targets.TARGETS[name]
    for raw in targets.corpus(name):
        target(raw)  # cached values are made before anything is measured
    atheris.Setup([sys.argv[0], *options], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
