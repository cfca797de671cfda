"""docs/protocol.md and docs/threats.md match the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from protocol.errors import Reason
from protocol.wire.packets import read_packet
from tests.protocol.specification import PAGE, blocks, examples, written

ROOT = Path(__file__).parents[2]
THREATS = ROOT / "docs" / "threats.md"
NAMED = re.compile(r"`(tests/[a-z_/]+\.py)::(test_[a-z_0-9]+)`")


def test_examples_and_the_table_of_steps_match_the_code() -> None:
    assert written(PAGE.read_text(encoding="utf-8")) == blocks()


@pytest.mark.parametrize(
    "name",
    [
        "packet standing",
        "packet hail",
        "packet ready",
        "packet chat",
        "packet phrase",
        "packet presence",
    ],
)
def test_example_packets_are_readable(name: str) -> None:
    assert read_packet(examples()[name]) is not None


def test_the_page_lists_every_reason() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [reason for reason in Reason if f"`{reason}`" not in page] == []


def test_every_named_test_exists() -> None:
    named = NAMED.findall(THREATS.read_text(encoding="utf-8"))
    assert named
    for path, name in named:
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), (path, name)
