"""The JSON documents of the lab, read and written.

Every value that is read knows its path, so that a refusal can name the place.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NoReturn, TypeVar

from client.text.catalogue import say
from engine.values import Value

Json = bool | int | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""The values of a document; numbers are whole."""

Item = TypeVar("Item")

WIDTH: Final = 100
INDENT: Final = "  "
_LONGEST_SHOWN: Final = 40
_MOST_DIGITS: Final = 9
_LEVELS: Final = 6
"""Levels of the deepest document: the whole, seats, a seat, its board, a place, its monsters."""


class LabError(ValueError):
    """A document that is not a position, an impossible position, or an illegal action."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence, which says what is wrong and where."""
        super().__init__(sentence)
        self.sentence = sentence


def read_json(text: str) -> Node:
    """Parse a document.

    Raises:
        LabError: it is not JSON, names a key twice, is nested too deeply, or has a huge number.
    """
    try:
        found: object = json.loads(text, object_pairs_hook=_unique, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise LabError(
            say(
                "This is not JSON: {problem} in line {line}, column {column}.",
                problem=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from error
    except RecursionError as error:
        told = say(
            "This JSON is nested too deeply: a position needs only {levels} levels.", levels=_LEVELS
        )
        raise LabError(told) from error
    return Node(found, "")


def _whole(digits: str) -> int:
    length = len(digits.removeprefix("-"))
    if length > _MOST_DIGITS:
        raise LabError(
            say(
                "A number has {digits} digits; no number of a position needs more than {most}.",
                digits=length,
                most=_MOST_DIGITS,
            )
        )
    return int(digits)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise LabError(say('An object has the key "{key}" twice.', key=key))
    return dict(pairs)


def laid_out(value: Json, before: str = "", taken: int = 0) -> str:
    """Format a value: short ones on one line, long ones with a line for each part.

    It follows the indent `before` and `taken` letters of its first line.
    """
    short = json.dumps(value, ensure_ascii=False)
    if len(before) + taken + len(short) <= WIDTH or not value or isinstance(value, str | int):
        return short
    inner = before + INDENT
    if isinstance(value, Mapping):
        keys = [(f"{json.dumps(key, ensure_ascii=False)}: ", part) for key, part in value.items()]
        lines = [f"{inner}{key}{laid_out(part, inner, len(key) + 1)}" for key, part in keys]
        return "{\n" + ",\n".join(lines) + f"\n{before}" + "}"
    lines = [f"{inner}{laid_out(part, inner, 1)}" for part in value]
    return "[\n" + ",\n".join(lines) + f"\n{before}]"


class Node(Value):
    """A value of the document and the path to it."""

    value: object
    path: str

    def fail(self, sentence: str, **fields: str | int) -> NoReturn:
        """Reject the document because of this value."""
        where = say("In {path}: ", path=self.path) if self.path else ""
        raise LabError(where + say(sentence, **fields))

    def _expected(self, what: str) -> NoReturn:
        self.fail("expected {what}, not {found}.", what=what, found=shown(self.value))

    def fields(self, known: Iterable[str]) -> dict[str, Node]:
        """Return the values of an object by key; every key must be known."""
        found = self.entries()
        names = tuple(known)
        for key in found:
            if key not in names:
                self.fail(
                    "there is no key {key}{hint}, only {names}.",
                    key=shown(key),
                    hint=_hint(key, names),
                    names=", ".join(names),
                )
        return found

    def entries(self) -> dict[str, Node]:
        """Return the values of an object by key, whatever the keys are."""
        if not isinstance(self.value, dict):
            self._expected(say("an object"))
        return {
            str(key): Node(value, f"{self.path}.{_plain(str(key))}".lstrip("."))
            for key, value in self.value.items()
        }

    def items(self) -> list[Node]:
        """Return the values of a list."""
        if not isinstance(self.value, list):
            self._expected(say("a list"))
        return [Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def number(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        if (
            not isinstance(self.value, int)
            or isinstance(self.value, bool)
            or not least <= self.value <= most
        ):
            self._expected(say("a number from {least} to {most}", least=least, most=most))
        return self.value

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self._expected(say("true or false"))
        return self.value

    def text(self, what: str) -> str:
        """Return a text; `what` describes it for the refusal."""
        if not isinstance(self.value, str):
            self._expected(what)
        return self.value

    def one_of(self, names: Mapping[str, Item], what: str) -> Item:
        """Return the item of a name; `what` describes such items for the refusal."""
        name = self.text(what)
        if name not in names:
            hint = _hint(name, tuple(names))
            self.fail(
                "expected {what}, not {found}{hint}.", what=what, found=shown(name), hint=hint
            )
        return names[name]


def shown(value: object) -> str:
    """Return a short form of a value as the document has it."""
    if isinstance(value, list):
        return say("a list")
    if isinstance(value, dict):
        return say("an object")
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _plain(key: str) -> str:
    """Return a key as part of a path, without letters that no terminal should see."""
    return key if re.fullmatch(r"[\w@-]{1,40}", key, re.ASCII) else shown(key)


def _hint(name: str, names: tuple[str, ...]) -> str:
    near = get_close_matches(name, names, n=1)
    return say(" (did you mean {name}?)", name=shown(near[0])) if near else ""
