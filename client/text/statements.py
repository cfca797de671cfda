"""The numbered statements of docs/rules.md; in English in every language.

`statements.md` is a copy of that page for installed programs; `make docs` renews it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from client.text.wrapping import paragraph
from engine.values import Value

_BULLET: Final = re.compile(r"- \*\*(?P<number>[A-K]\d+[a-z]?)\.\*\* (?P<text>.*)")
_ROW: Final = re.compile(r"\| (?P<number>H-\d+|I\d+) ?(?P<title>[^|]*)\|(?P<rest>.*)\|")
_ASKED: Final = re.compile(r"([a-k])-?0*(\d+)([a-z]?)", re.IGNORECASE)
_RULING: Final = "*(our ruling)*"
_HEADINGS: Final = {
    "H": ("readings", "what holds here, and why"),
    "I": ("seat", "when", "options", "secret (S) or public (P)", "if the seat is absent"),
}
"""The columns of the two sections that are tables, without number and title."""


class Statement(Value):
    """A statement: its number, its text in lines, and whether it is a reading chosen here."""

    number: str
    lines: tuple[str, ...]
    is_ruling: bool

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self.lines)


@lru_cache
def statements() -> dict[str, Statement]:
    """Return all statements by their number, in the order of the page."""
    page = Path(__file__).with_name("statements.md").read_text(encoding="utf-8")
    return {one.number: one for one in _read(page)}


def find_statement(words: str) -> Statement | None:
    """Return the statement with this number, in any spelling: "E24", "h-35", "H35"."""
    found = _ASKED.fullmatch(words.strip())
    if found is None:
        return None
    letter, digits, more = found[1].upper(), found[2], found[3].lower()
    number = f"H-{digits:>02}" if letter == "H" else f"{letter}{digits}{more}"
    return statements().get(number)


def statement_text(statement: Statement) -> str:
    """Return a numbered rule as lines for people."""
    first, *others = statement.lines
    return "\n".join(
        (paragraph(f"{statement.number}  {first}"), *(paragraph(one, "    ") for one in others))
    )


def _read(page: str) -> Iterator[Statement]:
    """Read the statements: items of lists with the tables below them, and rows of tables."""
    number, lines, is_code = "", list[str](), False
    for line in page.splitlines():
        is_code ^= line.startswith("```")
        bullet, row = _BULLET.fullmatch(line), _ROW.fullmatch(line)
        if bullet or row or line.startswith("#"):
            if number:
                yield _made(number, lines)
            number, lines = "", []
        if bullet:
            number, lines = bullet["number"], [bullet["text"]]
        elif row:
            number, lines = row["number"], list(_columns(row))
        elif number and line.startswith("|") and not line.startswith("|---") and not is_code:
            lines.append(" | ".join(_cells(line[1:-1])))
    if number:
        yield _made(number, lines)


def _columns(row: re.Match[str]) -> Iterator[str]:
    section = row["number"][0]
    cells = _cells(row["rest"])
    yield row["title"].strip() or cells.pop(0)
    yield from (
        f"{heading}: {cell}" for heading, cell in zip(_HEADINGS[section], cells, strict=True)
    )


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]


def _made(number: str, lines: list[str]) -> Statement:
    is_ruling = number.startswith("H") or any(_RULING in line for line in lines)
    plain = (line.replace("**", "").replace(_RULING, "(our ruling)") for line in lines)
    return Statement(number, tuple(line for line in plain if line.strip(" |")), is_ruling)
