"""The story of an action: changes, and notes that add information and change nothing.

Log, saga, battle breakdown, statistics and the knowledge of a seat all come from the story.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.changes import Change, Source
from engine.decisions import Decision
from engine.terms import CardId, Face, FigureKind, Place, Seat, Stat, Token


@dataclass(frozen=True, slots=True)
class AbsentNote:
    """The table declared a decision or duty of a seat absent."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class DeclineNote:
    """A seat declined an offer."""

    seat: Seat
    decision: Decision


@dataclass(frozen=True, slots=True)
class StatLostNote:
    """A step on a stat that cannot rise further is lost (A17, E32); None: no stat could rise."""

    seat: Seat
    stat: Stat | None
    source: Source


@dataclass(frozen=True, slots=True)
class PillageNote:
    """A pillage is declared (D33)."""

    seat: Seat
    place: Place
    token: Token
    again: bool


class CallEnd(StrEnum):
    """The reason why a call to battle ended (E3)."""

    FULL = "full"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class CallEndNote:
    """The call to battle is over (E3)."""

    place: Place
    end: CallEnd


@dataclass(frozen=True, slots=True)
class UnopposedNote:
    """Nobody opposes the pillager: no battle (E7)."""

    seat: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class NoCardNote:
    """A participant has no card to play (E9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TextNote:
    """The text of a card takes effect."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class NothingNote:
    """The text of a card takes effect and finds nothing to do."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class StrengthSource:
    """One part of a strength: `count` figures or a card at `place`, worth `amount` together."""

    what: FigureKind | CardId
    count: int
    amount: int
    place: Place | None
    by: CardId | None


@dataclass(frozen=True, slots=True)
class BattleTotal:
    """Strength of one participant, by sources."""

    seat: Seat
    sources: tuple[StrengthSource, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CompareNote:
    """The totals that decided a battle (E18)."""

    place: Place
    totals: tuple[BattleTotal, ...]


@dataclass(frozen=True, slots=True)
class PillageEndNote:
    """Whether the pillage succeeded (E24)."""

    seat: Seat
    place: Place
    success: bool


@dataclass(frozen=True, slots=True)
class QuestNote:
    """A quest is judged (F3); a card that is not a quest, or stayed closed, fails."""

    seat: Seat
    face: Face | None
    fulfilled: bool


@dataclass(frozen=True, slots=True)
class SparedNote:
    """The doomed province does not fall, because Fenrir draws the ruin elsewhere (K2)."""

    doomed: Place
    falls: Place


@dataclass(frozen=True, slots=True)
class NothingFallsNote:
    """The doomed province is gone already (K2)."""

    doomed: Place


Note = (
    AbsentNote
    | DeclineNote
    | StatLostNote
    | PillageNote
    | CallEndNote
    | UnopposedNote
    | NoCardNote
    | TextNote
    | NothingNote
    | CompareNote
    | PillageEndNote
    | QuestNote
    | SparedNote
    | NothingFallsNote
)

StoryItem = Change | Note
Story = tuple[StoryItem, ...]
