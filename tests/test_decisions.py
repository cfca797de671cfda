from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "decisions"
DECISIONS: Final = tuple(sorted(path.name for path in FOLDER.glob("*.md")))
HEADINGS: Final = ["Context", "Decision", "Rejected", "Consequences"]

_STATUS: Final = re.compile(r"- Status: (accepted|superseded by \[\d{4}\]\([\w-]+\.md\))(;.+)?")
_DATE: Final = re.compile(r"- Date: \d{4}-\d{2}-\d{2}")
_CITATION: Final = re.compile(r"decisions/(\d{4}[\w-]*)|\[(\d{4})\]\((?:\S*/)?([\w-]+)\.md\)")
_VAGUE: Final = re.compile(r"\bADR \d+")


@pytest.mark.parametrize("name", DECISIONS)
def test_each_decision_has_a_number_status_date_and_the_four_headings(name: str) -> None:
    title, _, status, date, *rest = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert title.startswith(f"# {name[:4]} ")
    assert _STATUS.fullmatch(status)
    assert _DATE.fullmatch(date)
    assert [line[3:] for line in rest if line.startswith("## ")] == HEADINGS


def test_the_numbers_of_decisions_are_consecutive() -> None:
    assert [int(name[:4]) for name in DECISIONS] == list(range(1, len(DECISIONS) + 1))


def test_every_decision_cited_exists_and_is_cited_with_its_topic() -> None:
    assert [place for path in _texts() for place in _wrong_citations(path)] == []


def test_a_citation_of_another_topic_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "docs/decisions/0025-palettes.md, docs/decisions/0002, "  # no such topic, no topic
        "[0018](0019-going-on-without-somebody.md)",
        encoding="utf-8",
    )
    assert list(_wrong_citations(page)) == [
        "page.md: 0025-palettes",
        "page.md: 0002",
        "page.md: 0018 is 0019-going-on-without-somebody",
    ]


def _texts() -> Iterator[Path]:
    command = ["git", "ls-files", "*.py", "*.md", "*.toml"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603
    for name in listed.stdout.splitlines():
        if name != "tests/test_decisions.py" and (ROOT / name).exists():
            yield ROOT / name


def _wrong_citations(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for cited, number, topic in _CITATION.findall(text):
        if f"{cited or topic}.md" not in DECISIONS:
            yield f"{path.name}: {cited or topic}"
        elif number and not topic.startswith(number):
            yield f"{path.name}: {number} is {topic}"
    for vague in _VAGUE.findall(text):
        yield f"{path.name}: {vague}"
