"""The story as objects of the document: one for every change and note.

An object has the name of what happened as its ``event``, and the fields of the change or note
under their own names; docs/lab.md lists them.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Final, get_args, get_type_hints

from client.lab.document import Json
from client.lab.vocabulary import write_face, write_figures
from engine.changes import Change
from engine.figures import Figures
from engine.story import DeclineNote, Note, Story, StoryItem
from engine.terms import Age, Face, Place, Seat, Stat, seat_letter


def event_name(kind: type) -> str:
    """The name of a kind of change or note: ``gain-glory``, ``compare``."""
    words = re.findall(r"[A-Z][a-z]*", kind.__name__.removesuffix("Note"))
    return "-".join(words).lower()


EVENTS: Final = {event_name(kind): kind for kind in (*get_args(Change), *get_args(Note))}
"""Every event of a story by name."""


def written_story(story: Story, age: Age) -> list[Json]:
    """A story, an object for each thing told; bare card ids are of `age` where they can be."""
    return [_item(item, age) for item in story]


def _item(item: StoryItem, age: Age) -> Json:
    if isinstance(item, DeclineNote):
        return _decline(item, age)
    return {"event": event_name(type(item)), **_fields(item, age)}


def _decline(item: DeclineNote, age: Age) -> Json:
    """What was declined, by the word of the decision and its other fields."""
    asked = _fields(item.decision, age)
    return {"event": "decline", "seat": asked.pop("seat"), "decision": item.decision.word, **asked}


def _fields(value: object, age: Age) -> dict[str, Json]:
    return {name: _value(getattr(value, name), hint, age) for name, hint in _hints(type(value))}


_KNOWN: dict[type, tuple[tuple[str, object], ...]] = {}


def _hints(kind: type) -> tuple[tuple[str, object], ...]:
    if kind not in _KNOWN:
        assert is_dataclass(kind)
        hints = get_type_hints(kind)
        _KNOWN[kind] = tuple((field.name, hints[field.name]) for field in fields(kind))
    return _KNOWN[kind]


def _value(value: object, hint: object, age: Age) -> Json:
    """A field; only its type tells a seat from another number."""
    match value:
        case Place() | Stat():
            return value.word
        case StrEnum():
            return value.value
        case Face():
            return write_face(value, age)
        case Figures():
            return write_figures(value)
        case bool() | None:
            return value
        case int():
            return seat_letter(Seat(value)) if _is_seat(hint) else int(value)
        case str():
            return value
        case tuple():
            return _list(value, hint, age)
        case _:
            return _fields(value, age)


def _is_seat(hint: object) -> bool:
    return hint is Seat or Seat in get_args(hint)


def _list(value: tuple[object, ...], hint: object, age: Age) -> Json:
    args = get_args(hint)
    hints = args if len(args) == len(value) and args[-1:] != (...,) else args[:1] * len(value)
    return [_value(one, part, age) for one, part in zip(value, hints, strict=True)]
