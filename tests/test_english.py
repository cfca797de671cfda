from __future__ import annotations

from pathlib import Path

import pytest

from tests.english import CODE, EXCEPTIONS, ROOT, complaints, found, main, sources, without_verb


@pytest.mark.parametrize("package", [*CODE, "tests"])
def test_docstrings_comments_and_names_follow_the_rule_of_english(package: str) -> None:
    assert sources(package) != []
    assert [line for file in sources(package) for line in found(file)] == []


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
        ("# To be gone on with.", "sample.py:1: 'gone on with' in '# To be gone on with.'"),
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
