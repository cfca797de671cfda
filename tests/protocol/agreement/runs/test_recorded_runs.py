"""Recorded runs: the program answers as when they were recorded, and other answers are noticed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from protocol.agreement.offences import Offence
from tests.protocol.agreement.runs.answers import Reader, answers_to
from tests.protocol.agreement.runs.comparison import compare, differences, expected_of, runs_in
from tests.protocol.agreement.runs.coverage import features
from tests.protocol.agreement.runs.plans import SETTINGS, plan_of, variants_of
from tests.protocol.agreement.runs.recording import RunForm, record

SAMPLES: Final = Path(__file__).parent / "samples"
PROGRAM: Final = (sys.executable, "-m", "tests.protocol.agreement.runs", "answer")
ECHO: Final = "import sys\nfor line in sys.stdin: print({answer}, flush=True)"
"""A command that gives one answer to all."""


def read(path: Path) -> RunForm:
    """Return the run of a file."""
    found: RunForm = json.loads(path.read_text("utf-8"))
    return found


def plain(value: object) -> object:
    """Return a value as JSON gives it back."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("path", runs_in(SAMPLES), ids=lambda path: path.stem)
def test_the_program_answers_a_sample_as_when_it_was_recorded(path: Path) -> None:
    expected = json.loads(expected_of(path).read_text("utf-8"))
    assert not list(differences(expected, plain(answers_to(read(path)))))


def test_the_samples_have_each_kind_of_contradiction() -> None:
    found = [answers_to(read(path))["contradictions"] for path in runs_in(SAMPLES)]
    rules = {rule for several in found for *_, rule in several}
    assert rules == {offence.name for offence in Offence}


def test_the_order_of_statements_changes_no_answer_about_them() -> None:
    for path in runs_in(SAMPLES):
        run = read(path)
        other = run.copy()
        other["statements"] = Random(7).sample(run["statements"], len(run["statements"]))
        before, after = answers_to(run), answers_to(other)
        after["statements"] = before["statements"]
        assert not list(differences(before, after))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_recorded_run_accuses_nobody_honest(number: int) -> None:
    recorded = record(plan_of(number))
    reader = Reader(recorded.form)
    reader.judge_all()
    accused = {
        reader.said[bytes.fromhex(digest)].signer
        for digest, *_ in reader.answers()["contradictions"]
    }
    assert accused <= recorded.liars
    assert bool(accused) is ("lies" in features(reader))


def test_a_number_gives_the_same_run_each_time() -> None:
    assert record(plan_of(3)) == record(plan_of(3))
    assert record(plan_of(3)).form["table"] != record(plan_of(3 + len(SETTINGS))).form["table"]


def test_a_variant_has_one_statement_changed_in_place() -> None:
    recorded = record(plan_of(0))
    original, *others = variants_of(0, recorded).values()
    assert original is recorded.form
    for run in others:
        pairs = zip(original["statements"], run["statements"], strict=True)
        ((one, two),) = [(one, two) for one, two in pairs if one != two]
        assert len(one) == len(two)
        assert answers_to(run) != answers_to(original)


def test_the_program_agrees_with_itself() -> None:
    lines = list(compare(SAMPLES, PROGRAM))
    assert lines == [f"{len(runs_in(SAMPLES))} runs agree, 0 differ"]


@pytest.mark.parametrize("answer", ["'{}'", "'[]'", "'no'", "line.strip()"])
def test_a_command_that_answers_otherwise_differs_in_every_run(answer: str) -> None:
    command = (sys.executable, "-c", ECHO.format(answer=answer))
    assert list(compare(SAMPLES, command))[-1] == f"0 runs agree, {len(runs_in(SAMPLES))} differ"


def test_a_command_that_ends_early_differs() -> None:
    lines = list(compare(SAMPLES, (sys.executable, "-c", "")))
    assert "the command has ended" in lines[0]
    assert lines[-1] == "0 runs agree, 1 differ"


@pytest.mark.parametrize("key", ["messages", "freezes", "proposals", "contradictions"])
def test_one_answer_that_is_missing_is_a_difference(key: str) -> None:
    (expected,) = [
        json.loads(expected_of(path).read_text("utf-8"))
        for path in runs_in(SAMPLES)
        if path.name == "0088.json"
    ]
    found = json.loads(json.dumps(expected))
    if isinstance(found[key], list):
        found[key].pop()
    else:
        found[key].popitem()
    assert list(differences(expected, found))
