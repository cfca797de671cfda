import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from client.text.catalogue import ENGLISH, speak

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("soak", max_examples=10_000, deadline=None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores Ctrl-C, and all they start would as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

_DEFAULT = "ci" if os.environ.get("CI") == "true" else "dev"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", _DEFAULT))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in English, whatever the locale and the test before."""
    monkeypatch.setenv("BLOODRAGE_LANG", ENGLISH)
    speak(ENGLISH)


@pytest.fixture(autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test keeps is its own; nothing of the person who runs it is touched."""
    home: Path = tmp_path_factory.getbasetemp()
    for kind in ("config", "data", "state"):
        monkeypatch.setenv(f"BLOODRAGE_{kind.upper()}_DIR", str(home / kind))
