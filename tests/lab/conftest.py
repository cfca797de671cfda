from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lab.network import Laboratory, laboratory, missing, sweep


@pytest.fixture(scope="session")
def _no_laboratory() -> str:
    """Return the reason why there can be none; otherwise begin with a clean place."""
    why = missing()
    if not why:
        sweep()
    return why


@pytest.fixture
def lab(_no_laboratory: str, request: pytest.FixtureRequest) -> Iterator[Laboratory]:
    """Open a laboratory; skip the test if there can be none, or a program it needs is missing."""
    programs = [str(name) for mark in request.node.iter_markers("lab") for name in mark.args]
    why = _no_laboratory or missing(*programs)
    if why:
        pytest.skip(why)
    with laboratory() as opened:
        yield opened
