"""The gathering of sentences: nothing that is said is forgotten."""

from __future__ import annotations

import pytest

from tests.sentences import ROOT, SAID_OF, _Module, not_understood


def test_every_sentence_is_found() -> None:
    assert list(not_understood()) == []


def test_a_table_that_no_longer_exists_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    place = "client/cli/settings.py"
    monkeypatch.setitem(SAID_OF, (place, "source"), ("client/settings/resolve.py Gone",))
    module = _Module(ROOT / place, place)
    assert list(module.messages())
    assert any("say(Gone)" in line for line in module.refused)
