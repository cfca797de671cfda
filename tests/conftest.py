import gc
import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from client.text.catalogue import ENGLISH, speak, speak_in_cells
from tests.proofs import remember_proofs

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("soak", max_examples=10_000, deadline=None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Tests in the background ignore Ctrl-C, and so would all their processes.
    signal.signal(signal.SIGINT, signal.default_int_handler)

_DEFAULT = "ci" if os.environ.get("CI") == "true" else "dev"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", _DEFAULT))


def pytest_collection_finish() -> None:
    """Leave collected objects out of every later search for garbage: they stay until the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _proofs_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make and check each proof once in a process, but for tests that ask for `fresh_proofs`."""
    with pytest.MonkeyPatch.context() as patch:
        if "fresh_proofs" not in request.fixturenames:
            remember_proofs(patch)
        yield


@pytest.fixture
def fresh_proofs() -> None:
    """Really make and check every proof, for a test about just that."""


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start every test in English, whatever the locale and the test before."""
    monkeypatch.setenv("BLOODRAGE_LANG", ENGLISH)
    speak(ENGLISH)
    speak_in_cells(on=True)


_HOMES: Final = count()


@pytest.fixture(autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the files of a test a directory of their own; those of the person are not touched."""
    home: Path = tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"
    for kind in ("config", "data", "state"):
        monkeypatch.setenv(f"BLOODRAGE_{kind.upper()}_DIR", str(home / kind))
