"""The story as objects of the document: one for every change and note.

An object has the name of what happened as its ``event``, and the fields of the change or note
under their own names; docs/lab.md lists them.
"""

from __future__ import annotations

import re
from typing import Final, get_args

from client.lab.document import Json
from client.lab.vocabulary import written_fields
from engine.changes import Change
from engine.story import DeclineNote, Note, Story, StoryItem
from engine.terms import Age


def event_name(kind: type) -> str:
    """Name a kind of change or note: ``gain-glory``, ``compare``."""
    words = re.findall(r"[A-Z][a-z]*", kind.__name__.removesuffix("Note"))
    return "-".join(words).lower()


EVENTS: Final = {event_name(kind): kind for kind in (*get_args(Change), *get_args(Note))}
"""Every event of a story by name."""


def written_story(story: Story, age: Age) -> list[Json]:
    """Return an object for each item of a story; bare card ids are of `age` where possible."""
    return [_item(item, age) for item in story]


def _item(item: StoryItem, age: Age) -> Json:
    if not isinstance(item, DeclineNote):
        return {"event": event_name(type(item)), **written_fields(item, age)}
    asked = written_fields(item.decision, age)
    return {"event": "decline", "seat": asked.pop("seat"), "decision": item.decision.word, **asked}
