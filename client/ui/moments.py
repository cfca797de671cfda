"""The event that is being shown: the sentence of the message area, and its card or its scene.

Everything here belongs to one beat (client/presenter/beats.py), so that message area, card and map
speak of the same moment.
"""

from __future__ import annotations

from enum import StrEnum

from client.text.glory import GloryRow
from engine.terms import CardId, Place, Seat
from engine.values import Value


class EventCard(Value):
    """A deed of somebody else.

    `told` are its consequences, `cards` those whose text belongs to it, `changes` the numbers of
    each seat before and after: "Rage 6 → 4".
    """

    told: tuple[str, ...] = ()
    cards: tuple[CardId, ...] = ()
    changes: tuple[tuple[Seat, str], ...] = ()


class SceneKind(StrEnum):
    """Parts of a game that have a scene of their own."""

    QUESTS = "quests"
    RAGNAROK = "ragnarok"
    VALHALLA = "valhalla"
    AGE = "age"
    VICTORY = "victory"


class RowMark(StrEnum):
    """The sign before a row of a scene."""

    NONE = ""
    OPEN = "open"
    """A quest that was turned over and not judged yet."""
    GOOD = "good"
    BAD = "bad"


class SceneRow(Value):
    """A row of a scene, about one seat or none; it is `fresh` while it is the news."""

    text: str
    seat: Seat | None = None
    mark: RowMark = RowMark.NONE
    fresh: bool = False


class Scene(Value):
    """A scene: rows of text; at the end of an Age or of the game above them Glory by source.

    `totals` are all seats with their Glory now.
    """

    kind: SceneKind
    title: str
    rows: tuple[SceneRow, ...] = ()
    glory: tuple[GloryRow, ...] = ()
    totals: tuple[tuple[Seat, int], ...] = ()


class Happening(Value):
    """The event of one beat: its sentence, its seat, its places, its card or scene if any.

    `hold` is the number of seconds before an event that waits to be read goes away by itself, None
    for one that does not wait.
    """

    told: str
    seat: Seat | None = None
    places: tuple[Place, ...] = ()
    card: EventCard | None = None
    scene: Scene | None = None
    hold: int | None = None
