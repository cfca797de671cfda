"""Gathers every sentence for people from the source.

Sentences are arguments of `say`, `say_many`, `say_as` and `log_line`. If a call names a table
(`say(_PLACES[place])`), all texts of the table are taken; any other call has to be named in
`SAID_OF` or `ELSEWHERE`. So nothing can be forgotten: the check fails at a call that is not
understood.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeGuard

from client.screens.contents import SIGNS
from client.settings.keys import BINDINGS
from client.settings.schema import ENTRIES
from client.text.rulebook import source_topics
from engine.cards import CARDS
from engine.gods import GODS

ROOT: Final = Path(__file__).parents[1]

CARD_NAMES: Final = "card names"
CARD_TEXTS: Final = "card texts"
RULEBOOK: Final = "rulebook"
"""Places of the texts that are data of the game."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to be translated: its English, the plural or "", the context or "", the file."""

    one: str
    many: str
    context: str
    place: str


def _card_names() -> list[str]:
    return [card.name for card in CARDS.values()] + [god.name for god in GODS.values()]


def _card_texts() -> list[str]:
    return [card.text for card in CARDS.values()] + [god.text for god in GODS.values()]


def _rulebook() -> list[str]:
    return [
        text
        for topic in source_topics()
        for text in (topic.title, *topic.paragraphs, ", ".join(topic.keywords))
        if text
    ]


def _keys() -> list[str]:
    return [text for one in BINDINGS for text in (one.does, one.shown) if _has_word(text)]


def _has_word(text: str) -> bool:
    """Whether a text has more to read than the sign on a key."""
    return re.search("[A-Za-z]{3}", text) is not None


def _settings() -> list[str]:
    return [entry.about for entry in ENTRIES]


def _signs() -> list[str]:
    return [text for _, text in SIGNS]


SOURCES: Final[dict[str, Callable[[], list[str]]]] = {
    "client/settings/keys.py": _keys,
    "client/screens/contents.py": _signs,
    "client/settings/schema.py": _settings,
    CARD_NAMES: _card_names,
    CARD_TEXTS: _card_texts,
    RULEBOOK: _rulebook,
}
"""Texts that are data, by the place the template gives them."""

ELSEWHERE: Final = frozenset(
    {
        "card.name",
        "card.text",
        "known.name",
        "CARDS[face.card].name",
        "CARDS[face.card].text",
        "GODS[deity].name",
        "GODS[deity].text",
        "GODS[item.deity].text",
        "entry.about",
        "one.does",
        "one.shown",
    }
)
"""Arguments of calls that say the texts of `SOURCES`."""


SAID_OF: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("client/cli/settings.py", "chosen.sources[entry.key]"): (
        "client/settings/resolve.py SettingSource",
    ),
    ("client/cli/settings.py", "source"): ("client/settings/resolve.py SettingSource",),
    ("client/text/log_line.py", "short"): (),
    ("client/text/log_line.py", "said"): (),
    ("client/text/rulebook.py", "topic.title"): (),
    ("client/text/rulebook.py", "_KEYWORDS.join(topic.keywords)"): (),
    ("client/lab/document.py", "sentence"): (),
    ("client/screens/contents.py", "text"): (),
    ("client/screens/contents.py", "word"): ("client/text/glossary.py GLOSSARY",),
    ("client/screens/contents.py", "meaning"): ("client/text/glossary.py GLOSSARY",),
    ("client/text/argparse_messages.py", "message"): ("MESSAGES",),
}
"""Calls that say an entry of a table under another name: place and argument, and the tables.

No table: the sentences are found elsewhere, by `fail`, by `log_line` or in `SOURCES`.
"""


def messages() -> list[Sentence]:
    """Yield every message, in the order of the files, the texts of the game last."""
    return _gathered()[0]


def not_understood() -> list[str]:
    """Yield the calls whose sentences cannot be found, a line each."""
    return _gathered()[1]


@lru_cache
def _gathered() -> tuple[list[Sentence], list[str]]:
    found: list[Sentence] = []
    refused: list[str] = []
    for path in sorted((ROOT / "client").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        module = _Module(path, place)
        found += [Sentence(*parts, place) for parts in module.messages()]
        refused += module.refused
    for name, texts in SOURCES.items():
        found += [Sentence(text, "", "", name) for text in texts()]
    return found, refused


Parts = tuple[str, str, str]


class _Module:
    """The calls of one module."""

    def __init__(self, path: Path, place: str) -> None:
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._place = place
        self.refused: list[str] = []
        """Calls whose sentences cannot be found."""

    def messages(self) -> Iterator[Parts]:
        calls = [node for node in ast.walk(self._tree) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda one: (one.lineno, one.col_offset)):
            match self._called(call.func), call.args:
                case "say_many", [one, many, *_]:
                    yield self._only(one), self._only(many), ""
                case "log_line", [_, _, *sentences]:
                    for sentence in sentences:
                        for text in self._texts(sentence, call):
                            yield text, "", ""
                case "say_as", [context, sentence, *_]:
                    for text in self._texts(sentence, call):
                        yield text, "", self._only(context)
                case (("say" | "fail"), [sentence, *_]):
                    for text in self._texts(sentence, call):
                        yield text, "", ""
                case _:
                    pass

    def _called(self, function: ast.expr) -> str:
        match function:
            case ast.Name(id=name):
                return name
            case ast.Attribute(attr="fail") if self._place.startswith("client/lab/"):
                return "fail"
            case _:
                return ""

    def _only(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        self._refuse(node, ast.unparse(node))
        return ""

    def _texts(self, node: ast.expr, call: ast.Call) -> Iterable[str]:
        match node:
            case ast.Constant(value=str(text)):
                return (text,)
            case ast.Starred(value=value):
                return self._texts(value, call)
            case ast.Tuple():
                return _leaves(node)
            case ast.Attribute(value=ast.Name(id="LogTopic")):
                return ()
            case ast.IfExp(body=one, orelse=other):
                return (*self._texts(one, call), *self._texts(other, call))
            case ast.Name(id=table) if table.lstrip("_").isupper():
                return self._table(table, call)
            case ast.Subscript(value=ast.Name(id=table)):
                return self._table(table, call)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[_, other]
            ):
                return (*self._table(table, call), *self._texts(other, call))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get")):
                return self._table(table, call)
            case _:
                return self._known(node, call)

    def _known(self, node: ast.expr, call: ast.Call) -> Iterable[str]:
        name = ast.unparse(node)
        if (
            name in ELSEWHERE
            or self._called(call.func) == "fail"
            or self._place.endswith("catalogue.py")
        ):
            return ()
        tables = SAID_OF.get((self._place, name))
        if tables is None:
            tables = tuple(self._bound(node)) if isinstance(node, ast.Name) else ()
            if not tables:
                self._refuse(node, name)
        return [text for table in tables for text in self._table(table, call)]

    def _bound(self, name: ast.Name) -> Iterator[str]:
        """Return the tables from which a local name gets its values, by a loop or an assignment."""
        for node in ast.walk(self._function(name.lineno)):
            match node:
                case (
                    ast.For(target=target, iter=value)
                    | ast.comprehension(target=target, iter=value)
                ):
                    targets = [target]
                case ast.Assign(targets=targets, value=value):
                    pass
                case _:
                    continue
            names = {one.id for target in targets for one in ast.walk(target) if _is_name(one)}
            if name.id in names:
                yield from (one.id for one in ast.walk(value) if _is_table(one))

    def _function(self, line: int) -> ast.AST:
        """Return the innermost function around a line."""
        around = [
            node
            for node in ast.walk(self._tree)
            if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
        ]
        return max(around, key=lambda node: node.lineno, default=self._tree)

    def _refuse(self, node: ast.expr, name: str) -> None:
        self.refused.append(
            f"{self._place}:{node.lineno}: what does say({name}) say? "
            "Name its table in SAID_OF of tests/sentences.py"
        )

    def _table(self, name: str, call: ast.Call) -> Iterable[str]:
        """Return the texts of a table or enumeration: "NAME" of this module, "file.py NAME"."""
        if " " in name:
            place, name = name.split()
            return self._table_of(_Module(ROOT / place, place), name, call)
        for node in self._tree.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if (
                    target == name
                ):
                    return _leaves(value)
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                    return _leaves(value)
                case ast.ClassDef(name=target, body=body) if target == name:
                    return [
                        text
                        for part in body
                        if isinstance(part, ast.Assign)
                        for text in _leaves(part.value)
                    ]
                case ast.ImportFrom(module=str(module)) if any(
                    name == (one.asname or one.name) for one in node.names
                ):
                    path = ROOT / f"{module.replace('.', '/')}.py"
                    return self._table_of(_Module(path, self._place), name, call)
                case _:
                    pass
        self._refuse(call, name)
        return ()

    def _table_of(self, other: _Module, name: str, call: ast.Call) -> Iterable[str]:
        found = list(other._table(name, call))
        self.refused += other.refused
        return found


def _is_name(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _is_table(node: ast.AST) -> TypeGuard[ast.Name]:
    return _is_name(node) and node.id.lstrip("_").isupper()


def _leaves(node: ast.expr) -> Iterator[str]:
    """Yield the texts of a table: the values of a dict; of a row all with blanks or letters."""
    match node:
        case ast.Constant(value=str(text)):
            if text:
                yield text
        case ast.Dict(values=values):
            for value in values:
                yield from _leaves(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _leaves(part)
        case ast.Call(args=parts, keywords=named):
            for part in (*parts, *(word.value for word in named)):
                yield from _leaves(part)
        case _:
            pass
