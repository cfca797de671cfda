"""All targets by name, and the corpus of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.fuzz import files, local_network, web, wire

Target = Callable[[bytes], None]

TARGETS: Final[dict[str, Target]] = {
    target.__name__.replace("_", "-"): target
    for target in (*wire.TARGETS, *files.TARGETS, *local_network.TARGETS, *web.TARGETS)
}
CORPUS: Final = Path(__file__).parents[1] / "data" / "corpus"


def corpus(name: str) -> tuple[bytes, ...]:
    """Return the corpus of a target: seeds from real games, and all former findings."""
    return tuple(path.read_bytes() for path in sorted((CORPUS / name).iterdir()))
