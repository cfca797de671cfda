"""The examples of docs/lab.md give the output on the page, and its tables are complete."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from client.lab.document import LabError
from client.lab.moves import VERBS
from client.lab.position_objects import POSITION_KEYS, RULING_KEYS, SEAT_KEYS
from client.lab.runner import run_lab
from client.lab.story_objects import EVENTS
from engine.values import field_names

PAGE = (Path(__file__).parents[3] / "docs" / "lab.md").read_text(encoding="utf-8")
BLOCKS = re.findall(
    r"^```(json in|json out|text refused)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
)
EXAMPLES = [
    (said, kind, expected)
    for (first, said), (kind, expected) in pairwise(BLOCKS)
    if first == "json in"
]


def verdict(text: str) -> str:
    try:
        return run_lab(text)
    except LabError as error:
        return f"{error.sentence}\n"


def differences(expected: object, found: object, path: str) -> Iterator[str]:
    """Yield the paths at which an excerpt is not part of the whole.

    Objects may have more keys than the excerpt; a story may have more items between those of the
    excerpt.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, part in expected.items():
            yield from differences(part, found.get(key), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and path == ".story":
        left = iter(found)
        for part in expected:
            if not any(not list(differences(part, one, "")) for one in left):
                yield f"{path}: {part} is not told there"
    elif isinstance(expected, list) and isinstance(found, list) and expected:
        if len(expected) > len(found):
            yield f"{path}: {found}"
        for index, (part, one) in enumerate(zip(expected, found, strict=False)):
            yield from differences(part, one, f"{path}[{index}]")
    elif expected != found:
        yield f"{path}: {found} instead of {expected}"


def test_every_example_has_an_output() -> None:
    assert len(EXAMPLES) == sum(kind == "json in" for kind, _ in BLOCKS)
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize(("said", "kind", "expected"), EXAMPLES)
def test_an_example_does_what_the_page_says(said: str, kind: str, expected: str) -> None:
    found = verdict(said)
    if kind == "text refused":
        assert found == expected
    else:
        assert list(differences(json.loads(expected), json.loads(found), "")) == []


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_listed_with_its_fields(name: str) -> None:
    names = ", ".join(f"`{field}`" for field in field_names(EVENTS[name]))
    assert f"| `{name}` | {names} |" in PAGE


@pytest.mark.parametrize("word", [*VERBS, *POSITION_KEYS, *SEAT_KEYS, *RULING_KEYS])
def test_every_word_of_the_lab_is_on_its_page(word: str) -> None:
    assert f"`{word}`" in PAGE or f'"{word}"' in PAGE
