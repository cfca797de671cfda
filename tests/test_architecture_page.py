from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, TypedDict

import pytest

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PAGES: Final = (
    "CONTRIBUTING.md",
    "README.md",
    "docs/architecture.md",
    "docs/glossary.md",
    "docs/if-you-have-an-hour.md",
    "docs/notation.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/decisions/*.md")),
)

_SPAN: Final = re.compile(r"`([^`\n]+)`")
_PATH: Final = re.compile(r"(?:engine|protocol|relay|client|tests|docs)/[\w./-]*")
_WALK_LINES: Final = 13
"""Most lines of a walk, with its title."""


class Contract(TypedDict, total=False):
    type: str
    containers: list[str]
    layers: list[str]


class Linter(TypedDict):
    contracts: list[Contract]


class Tool(TypedDict):
    importlinter: Linter


class Project(TypedDict):
    tool: Tool


def layers(package: str) -> list[str]:
    """Return the rooms of a package in the order of its contract, from the bottom."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: Project = tomllib.load(file)  # type: ignore[assignment]
    found = next(
        contract["layers"]
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == [package]
    )
    return [room for layer in reversed(found) for room in layer.split(" | ")]


def modules(package: str) -> set[str]:
    """Return the modules and rooms of a package by name, without those that begin with `__`."""
    folder = ROOT / package
    files = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("__")}
    return files | {path.parent.name for path in folder.glob("*/__init__.py")}


def rows(title: str) -> Iterator[list[str]]:
    """Yield the cells of each row in the table of a section."""
    section = PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def named(title: str, column: int = 0) -> list[str]:
    """List the names in code spans of one column of a section's table."""
    return list(chain.from_iterable(_SPAN.findall(row[column]) for row in rows(title)))


@pytest.mark.parametrize("package", ["engine", "protocol", "relay", "client"])
def test_every_room_or_module_has_one_row_and_nothing_else_has(package: str) -> None:
    names = named(f"The {package}")
    assert sorted(names) == sorted(modules(package))


@pytest.mark.parametrize("package", ["protocol", "client"])
def test_rooms_are_listed_in_the_order_of_their_contract(package: str) -> None:
    rank = {room: number for number, room in enumerate(layers(package))}
    assert [rank[room] for room in named(f"The {package}")] == sorted(rank.values())


@pytest.mark.parametrize("package", ["protocol", "client"])
def test_files_to_start_with_are_in_their_room(package: str) -> None:
    missing = [
        f"{room}/{file}"
        for room, _, start in rows(f"The {package}")
        for file in _SPAN.findall(start)
        if not (ROOT / package / room.strip("`") / file).is_file()
    ]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_a_page_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    paths = [span for span in _SPAN.findall(text) if _PATH.fullmatch(span)]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_there_are_six_walks_and_each_is_short() -> None:
    section = PAGE.split("\n## Six walks\n", 1)[1].split("\n## ", 1)[0]
    walks = section.split("\n### ")[1:]
    assert len(walks) == 6
    assert [walk.splitlines()[0] for walk in walks if len(walk.split("\n")) > _WALK_LINES] == []


def test_blanket_handlers_are_those_that_contributing_names() -> None:
    style = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paragraph = style.split("**Errors.**", 1)[1].split("\n\n", 1)[0]
    told = {span for span in _SPAN.findall(paragraph) if span.endswith(".py")}
    assert told == {
        path.relative_to(ROOT).as_posix()
        for package in ("engine", "protocol", "relay", "client")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"except (Base)?Exception\b", path.read_text(encoding="utf-8"))
    }


def test_names_in_the_glossary_are_classes_functions_or_unions() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for package in ("engine", "protocol", "relay", "client")
        for path in (ROOT / package).rglob("*.py")
    )
    rows = [line[1:-1].split("|") for line in page.splitlines() if line.startswith("| ")]
    names = [name for row in rows if len(row) == 4 for name in _SPAN.findall(row[3])]
    assert len(names) > 50
    made = set(re.findall(r"^ *(?:class|def) (\w+)|^(\w+)(?:: \w+)? = ", code, re.MULTILINE))
    assert [name for name in names if name not in {one for pair in made for one in pair}] == []
