from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.english import EXCEPTIONS, ROOT, complaints, found, main, sources, without_verb

CLEAN: Final = (
    "client/__main__.py",
    "client/app",
    "client/cli",
    "client/controller",
    "client/diagnostics",
    "client/games",
    "client/lab",
    "client/lobby",
    "client/log",
    "client/menu",
    "client/online",
    "client/plain",
    "client/platform",
    "client/presenter",
    "client/replay",
    "client/settings",
    "engine",
    "protocol/cards",
    "protocol/framing",
    "protocol/hazmat",
    "protocol/lobby",
    "protocol/wire",
    "relay",
    "tests/bench",
    "tests/builders.py",
    "tests/candidates.py",
    "tests/client/app",
    "tests/client/cli",
    "tests/client/controller",
    "tests/client/diagnostics",
    "tests/client/lab",
    "tests/client/lobby",
    "tests/client/log",
    "tests/client/menu",
    "tests/client/online",
    "tests/client/plain",
    "tests/client/platform",
    "tests/client/presenter",
    "tests/client/replay",
    "tests/client/settings",
    "tests/conftest.py",
    "tests/decks.py",
    "tests/docs.py",
    "tests/end_to_end",
    "tests/engine",
    "tests/english.py",
    "tests/fuzz",
    "tests/game.py",
    "tests/man.py",
    "tests/messages.py",
    "tests/old.py",
    "tests/pictures.py",
    "tests/playing.py",
    "tests/positions.py",
    "tests/properties",
    "tests/protocol/cards",
    "tests/protocol/cheater.py",
    "tests/protocol/edwards.py",
    "tests/protocol/framing",
    "tests/protocol/hazmat",
    "tests/protocol/in_memory_deal.py",
    "tests/protocol/lobby",
    "tests/protocol/odd_bytes.py",
    "tests/protocol/seats.py",
    "tests/protocol/slow_verifier.py",
    "tests/protocol/specification.py",
    "tests/protocol/test_api.py",
    "tests/protocol/test_charter.py",
    "tests/protocol/test_clocks.py",
    "tests/protocol/test_specification.py",
    "tests/protocol/test_vectors.py",
    "tests/protocol/vectors",
    "tests/protocol/wire",
    "tests/quoted.py",
    "tests/relay",
    "tests/sagas.py",
    "tests/sentences.py",
    "tests/siege",
    "tests/strategies.py",
    "tests/test_architecture.py",
    "tests/test_architecture_page.py",
    "tests/test_decisions.py",
    "tests/test_docs.py",
    "tests/test_english.py",
    "tests/test_githooks.py",
    "tests/test_perft.py",
    "tests/test_sagas.py",
    "tests/test_sentences.py",
)
"""Paths without complaints. Add yours once `python -m tests.english PATH` prints nothing."""


@pytest.mark.parametrize("path", CLEAN)
def test_clean_paths_stay_clean(path: str) -> None:
    assert sources(path) != []
    assert [line for file in sources(path) for line in found(file)] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""Who plays."""', "sample.py:1: begins with a pronoun: 'Who plays.'"),
        (
            'class Seat:\n    """What it knows."""',
            "sample.py:2: begins with a pronoun: 'What it knows.'",
        ),
        (
            'def march() -> None:\n    """Where to go."""',
            "sample.py:2: begins with a pronoun: 'Where to go.'",
        ),
        ("# His turn.", "sample.py:1: 'His' in '# His turn.'"),
        ('SIZE = 1\n"""Of the own hand."""', "sample.py:2: 'the own' in 'Of the own hand.'"),
        (
            "def test_who_wins_is_told() -> None: ...",
            "sample.py:1: a test named by a pronoun: test_who_wins_is_told",
        ),
        (
            "def test_whatever_comes() -> None: ...",
            "sample.py:1: a test named by a pronoun: test_whatever_comes",
        ),
    ],
)
def test_each_kind_of_complaint_is_found(tmp_path: Path, source: str, expected: str) -> None:
    assert list(complaints(_sample(tmp_path, source))) == [expected]


@pytest.mark.parametrize("docstring", ["The winner.", "Whether it is over.", "Returns the winner."])
def test_functions_begin_with_a_verb_in_the_imperative(tmp_path: Path, docstring: str) -> None:
    sample = _sample(tmp_path, f'def play() -> int:\n    """{docstring}"""')
    assert list(without_verb(sample)) == ["sample.py:play"]


@pytest.mark.parametrize(
    "source",
    [
        'def play() -> int:\n    """Return the winner."""',
        'def play() -> int:\n    """E17, E18: Destroy the losers."""',
        'def is_over() -> bool:\n    """Whether it is over."""',
        '@property\ndef winner() -> int:\n    """The winner."""',
        "def play() -> int: ...",
    ],
)
def test_verbs_rule_numbers_and_nouns_of_properties_are_allowed(
    tmp_path: Path, source: str
) -> None:
    sample = _sample(tmp_path, source)
    assert list(complaints(sample)) == list(without_verb(sample)) == []


def test_every_exception_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {ROOT / place.partition(":")[0] for place in EXCEPTIONS}
    places = set(EXCEPTIONS)
    for place in places:
        monkeypatch.delitem(EXCEPTIONS, place)
    assert places <= {place for file in files for place in without_verb(file)}


def test_the_command_prints_complaints_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(_sample(tmp_path, "# He wins."))]) == 1
    assert capsys.readouterr().out == "sample.py:1: 'He' in '# He wins.'\n"
    assert main([str(_sample(tmp_path, "# The winner."))]) == 0


def _sample(tmp_path: Path, source: str) -> Path:
    path = tmp_path / "sample.py"
    path.write_text(source + "\n", encoding="utf-8")
    return path
