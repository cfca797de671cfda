"""Reading a document: every value knows where it stands, so that a refusal can say so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, NoReturn, TypeVar

from client.lab.errors import LabError
from client.text.catalogue import say

Json = bool | int | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""What a document is made of; numbers are whole."""

Item = TypeVar("Item")

_LONGEST_SHOWN: Final = 40


def read_json(text: str) -> Node:
    """The document in a text.

    Raises:
        LabError: it is no JSON, or an object names a key twice.
    """
    try:
        found: object = json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise LabError(
            say(
                "This is not JSON: {problem} in line {line}, column {column}.",
                problem=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, LabError):
            raise
        raise LabError(
            say("This is not JSON that can be read: {error}.", error=str(error))
        ) from error
    return Node(found, "")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise LabError(say('An object names "{key}" twice.', key=twice))
    return found


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the document and the path to it."""

    value: object
    path: str

    def fail(self, sentence: str, **fields: str | int) -> NoReturn:
        """Refuse the document because of this value."""
        where = say("In {path}: ", path=self.path) if self.path else ""
        raise LabError(where + say(sentence, **fields))

    def _expected(self, what: str) -> NoReturn:
        self.fail("{what} is expected, not {found}.", what=what, found=shown(self.value))

    def fields(self, known: Iterable[str]) -> dict[str, Node]:
        """The values of an object by key; every key must be a known one."""
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
        """The values of an object by key, whatever the keys are."""
        if not isinstance(self.value, dict):
            self._expected(say("an object"))
        return {
            str(key): Node(value, f"{self.path}.{_plain(str(key))}".lstrip("."))
            for key, value in self.value.items()
        }

    def items(self) -> list[Node]:
        """The values of a list."""
        if not isinstance(self.value, list):
            self._expected(say("a list"))
        return [Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def number(self, least: int, most: int) -> int:
        """A whole number between two others."""
        if (
            not isinstance(self.value, int)
            or isinstance(self.value, bool)
            or not least <= self.value <= most
        ):
            self._expected(say("a number from {least} to {most}", least=least, most=most))
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self._expected(say("true or false"))
        return self.value

    def text(self, what: str) -> str:
        """A text; `what` says of what."""
        if not isinstance(self.value, str):
            self._expected(what)
        return self.value

    def one_of(self, names: Mapping[str, Item], what: str) -> Item:
        """The thing a name stands for; `what` says what kind of thing."""
        name = self.text(what)
        if name not in names:
            hint = _hint(name, tuple(names))
            self.fail(
                "{what} is expected, not {found}{hint}.", what=what, found=shown(name), hint=hint
            )
        return names[name]


def shown(value: object) -> str:
    """A value as it stands in the document, in short."""
    if isinstance(value, list):
        return say("a list")
    if isinstance(value, dict):
        return say("an object")
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _plain(key: str) -> str:
    """A key as part of a path; a document may hold letters that no terminal should see."""
    return key if re.fullmatch(r"[\w@-]{1,40}", key, re.ASCII) else shown(key)


def _hint(name: str, names: tuple[str, ...]) -> str:
    near = get_close_matches(name, names, n=1)
    return say(" (did you mean {name}?)", name=shown(near[0])) if near else ""
