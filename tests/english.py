"""Find docstrings, comments and test names that break the English rule of CONTRIBUTING.

`python -m tests.english [PATH ...]` lists what it finds, a line each.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CODE: Final = ("engine", "protocol", "relay", "client")
VERBS: Final = frozenset((ROOT / "tests" / "data" / "verbs.txt").read_text("utf-8").split())
"""Verbs a docstring of a function may begin with."""

_PRONOUN: Final = re.compile(
    r"(who|whom|whose|what|whoever|whatever|where|wherever|how)\b", re.IGNORECASE
)
_WORDS: Final = re.compile(r"\b(the own|anew|gone\s+on\s+with|he|his|him|himself)\b", re.IGNORECASE)
_RULE: Final = re.compile(r"(?:[A-Z]{1,2}-?\d+[a-z]?(?: (?:to|and) |, )?)+: ")
"""Numbers of rules before the sentence, as in "E17, E18: Destroy the losers"."""

EXCEPTIONS: Final[dict[str, str]] = {}
"""Functions whose docstring may begin without a verb, as `file.py:function`, each with a reason."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | Function


def sources(*paths: str) -> list[Path]:
    """Return the Python files below the given paths, by default those of the whole project."""
    found: set[Path] = set()
    for name in paths or (*CODE, "tests"):
        path = ROOT / name
        found.update([path] if path.is_file() else path.rglob("*.py"))
    return sorted(path for path in found if path.suffix == ".py")


def complaints(path: Path) -> Iterator[str]:
    """Yield a line for each place of a file that breaks the rule."""
    source = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    tree = ast.parse(source)
    for number, words in (*docstrings(tree), *comments(source)):
        if found := _WORDS.search(words):
            yield f"{name}:{number}: {found[0]!r} in {words.splitlines()[0]!r}"
    for node in ast.walk(tree):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            line = node.body[0].lineno
            if _PRONOUN.match(text):
                yield f"{name}:{line}: begins with a pronoun: {text.splitlines()[0]!r}"
        if isinstance(node, Function) and re.match(r"test_(who|what)(ever)?_", node.name):
            yield f"{name}:{node.lineno}: a test named by a pronoun: {node.name}"


def without_verb(path: Path) -> Iterator[str]:
    """Yield `file.py:function` for each function whose docstring does not begin with a verb.

    Those in `EXCEPTIONS` are left out.
    """
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function) and not _is_property(node):
            text = ast.get_docstring(node)
            place = f"{name}:{node.name}"
            if text and place not in EXCEPTIONS and not _begins_with_verb(text, node):
                yield place


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring, those after an attribute included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            match node.value:
                case ast.Constant(value=str(text)):
                    yield node.lineno, text
                case _:
                    pass


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each comment."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _is_property(node: Function) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def _begins_with_verb(text: str, node: Function) -> bool:
    first = re.split(r"[^A-Za-z-]", _RULE.sub("", text, count=1), maxsplit=1)[0].lower()
    if first == "whether":
        return node.returns is not None and "bool" in ast.unparse(node.returns).lower()
    return first in VERBS


def found(path: Path) -> list[str]:
    """Return a line for everything in a file that the rule refuses."""
    lines = list(complaints(path))
    if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in CODE:
        lines += [f"{place}: no verb first" for place in without_verb(path)]
    return lines


def main(paths: list[str]) -> int:
    """Print every complaint about the given paths; the exit code says whether there were any."""
    lines = [line for path in sources(*paths) for line in found(path)]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
