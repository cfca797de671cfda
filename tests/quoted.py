"""Quotations of messages on pages, and tests named there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.sentences import messages

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
_SPAN: Final = re.compile(r"`([^`]+)`")
_TEST: Final = re.compile(r"`(tests/[\w/.]+\.py)::(\w+)`")
_PLACE: Final = re.compile(r"\\{\w+\\}")
_COMMANDS: Final = ("bloodrage ", "kill ", "--relay ")
"""How a span begins that is nothing the program says."""
_FEWEST: Final = 7
"""Letters that a message has beside its places: "{file}: {why}" would stand for anything."""


def quoted(text: str) -> list[str]:
    """Return the quotations of a page: code spans of several words that are not commands."""
    spans = [span.strip() for span in _SPAN.findall(text)]
    return [span for span in spans if " " in span and not span.startswith(_COMMANDS)]


def unsaid(text: str) -> Iterator[str]:
    """Yield quotations that match no message, whatever its placeholders hold."""
    patterns = tuple(_patterns())
    for sentence in quoted(text):
        if not any(pattern.fullmatch(sentence) for pattern in patterns):
            yield sentence


def _patterns() -> Iterator[re.Pattern[str]]:
    for message in messages():
        for form in (message.one, message.many):
            # Commands inside a message have code spans of their own, which do not nest.
            plain = form.replace("`", "")
            if len(re.sub(r"\{\w+\}|\W", "", plain)) >= _FEWEST:
                yield re.compile(_PLACE.sub(".+", re.escape(plain)), re.DOTALL)


def named_tests(text: str) -> list[tuple[str, str]]:
    """Return the tests a page names: file and function."""
    return _TEST.findall(text)


def missing_tests(text: str) -> Iterator[str]:
    """Yield named tests that do not exist."""
    for file, name in named_tests(text):
        path = ROOT / file
        if not path.exists() or f"def {name}(" not in path.read_text(encoding="utf-8"):
            yield f"{file}::{name}"
