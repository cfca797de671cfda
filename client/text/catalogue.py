"""The way every sentence takes before it is read: the one place a translation will hook in.

Sentences are whole and their placeholders named, so that a translator may reorder them; the
extraction keyword is `say`. Nothing here knows the game.
"""

from __future__ import annotations

from collections.abc import Iterable

Fields = dict[str, str | int]
"""Placeholders that several sentences share, by name."""


def say(sentence: str, /, **fields: str | int) -> str:
    """A sentence of the catalogue with its placeholders filled in."""
    return sentence.format_map(fields) if fields else sentence


def say_many(one: str, many: str, /, count: int, **fields: str | int) -> str:
    """The singular or the plural sentence for `count`, which is a placeholder of both."""
    return say(one if count == 1 else many, count=count, **fields)


def listed(parts: Iterable[str]) -> str:
    """Things in a row: "a, b and c"."""
    *first, last = tuple(parts) or ("",)
    if not first:
        return last
    return say("{first} and {last}", first=", ".join(first), last=last)
