"""Records and reports of earlier programs come to the same result as when they were written."""

from __future__ import annotations

import json

import pytest

from engine.values import fields_of
from protocol.game.jobs import Cache
from protocol.record.evidence import is_report, judge_report
from protocol.record.record import Replay, verify_record
from protocol.wire.codec import state_digest
from tests import old_tables
from tests.old import FOLDER

OLD = FOLDER / "1"
EXPECTED = json.loads((OLD / "expected-records.json").read_text("utf-8"))
RECORDS = [name for name in EXPECTED if name.endswith(".bloodrage")]
REPORTS = [name for name in EXPECTED if name.endswith(".report")]


def plain(values: object) -> object:
    """Return the values as they are read from JSON."""
    return json.loads(json.dumps(values))


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_version_1_comes_to_the_same_result(name: str) -> None:
    raw = (OLD / name).read_bytes()
    cache: Cache = {}
    verified = verify_record(raw, cache)
    assert verified.state is not None
    replay = Replay(raw, cache)
    while not replay.is_done:
        replay.step()
    found = {
        "head": replay.point.head.hex(),
        "steps": verified.steps,
        "actions": verified.actions,
        "glory": verified.glory,
        "closed": verified.closed,
        "away": verified.away,
        "faulty": verified.faulty,
        "state": state_digest(verified.state),
        "places": verified.places,
    }
    assert plain(found) == EXPECTED[name]
    assert verified.charter.version == 1


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_of_version_1_proves_the_same_fault(name: str) -> None:
    raw = (OLD / name).read_bytes()
    assert is_report(raw)
    verdict = judge_report(raw)
    parts = fields_of(verdict)
    assert {part: parts[part] for part in EXPECTED[name]} == EXPECTED[name]
    assert verdict.charter.version == 1


OF_VERSION_2 = json.loads(old_tables.EXPECTED.read_text("utf-8"))


@pytest.mark.parametrize("name", [name for name in OF_VERSION_2 if name.endswith(".bloodrage")])
def test_a_record_of_version_2_comes_to_the_same_result(name: str) -> None:
    raw = (OLD / name).read_bytes()
    assert plain(old_tables.result_of(raw)) == OF_VERSION_2[name]
    assert verify_record(raw).charter.version == old_tables.VERSION


def test_records_of_version_2_have_an_absence_that_ended_and_one_for_good() -> None:
    assert [gone for _, gone in OF_VERSION_2["returned.bloodrage"]["gone"]] == [[], [2], []]
    assert [gone for _, gone in OF_VERSION_2["proven.bloodrage"]["gone"]] == [[], [1]]
    assert OF_VERSION_2["proven.bloodrage"]["faulty"] == [1]


@pytest.mark.parametrize("name", [name for name in OF_VERSION_2 if name.endswith(".report")])
def test_a_report_of_version_2_proves_the_same_contradiction(name: str) -> None:
    raw = (OLD / name).read_bytes()
    assert is_report(raw)
    assert plain(old_tables.verdict_of(raw)) == OF_VERSION_2[name]
    assert judge_report(raw).charter.version == old_tables.VERSION
