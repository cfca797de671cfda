"""The story of an action: changes, and notes that add information and change nothing.

Log, saga, battle breakdown, statistics and the knowledge of a seat all come from the story.
"""

from __future__ import annotations

from enum import StrEnum

from engine.changes import Change, Source
from engine.decisions import Decision
from engine.terms import CardId, Deity, Face, FigureKind, Place, Seat, Stat, Token
from engine.values import Value


class AbsentNote(Value):
    """The table declared a decision or duty of a seat absent."""

    seat: Seat
    word: str


class DeclineNote(Value):
    """A seat declined an offer."""

    seat: Seat
    decision: Decision


class StatLostNote(Value):
    """A step on a stat that cannot rise further is lost (A17, E32); None: no stat could rise."""

    seat: Seat
    stat: Stat | None
    source: Source


class PillageNote(Value):
    """A pillage is declared (D33)."""

    seat: Seat
    place: Place
    token: Token
    again: bool


class CallEnd(StrEnum):
    """The reason why a call to battle ended (E3)."""

    FULL = "full"
    QUIET = "quiet"


class CallEndNote(Value):
    """The call to battle is over (E3)."""

    place: Place
    end: CallEnd


class UnopposedNote(Value):
    """Nobody opposes the pillager: no battle (E7)."""

    seat: Seat
    place: Place


class NoCardNote(Value):
    """A participant has no card to play (E9)."""

    seat: Seat


class TextNote(Value):
    """The text of a card takes effect."""

    seat: Seat
    card: CardId


class NothingNote(Value):
    """The text of a card takes effect and finds nothing to do."""

    seat: Seat
    card: CardId


class StrengthSource(Value):
    """One part of a strength: `count` figures or a card at `place`, worth `amount` together."""

    what: FigureKind | CardId
    count: int
    amount: int
    place: Place | None
    by: CardId | None


class BattleTotal(Value):
    """Strength of one participant, by sources."""

    seat: Seat
    sources: tuple[StrengthSource, ...]
    total: int


class CompareNote(Value):
    """The totals that decided a battle (E18)."""

    place: Place
    totals: tuple[BattleTotal, ...]


class PillageEndNote(Value):
    """Whether the pillage succeeded (E24)."""

    seat: Seat
    place: Place
    success: bool


class QuestNote(Value):
    """A quest is judged (F3); a card that is not a quest, or stayed closed, fails."""

    seat: Seat
    face: Face | None
    fulfilled: bool


class GodNote(Value):
    """The rule of the god in `place` holds at a stage of the battle (L27, L33)."""

    deity: Deity
    place: Place


class RepelledNote(Value):
    """No village became empty, so the invading Mystic stays where it was (M26)."""

    seat: Seat
    place: Place


class SparedNote(Value):
    """The doomed province does not fall, because Fenrir draws the ruin elsewhere (K2)."""

    doomed: Place
    falls: Place


class NothingFallsNote(Value):
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
    | GodNote
    | RepelledNote
    | SparedNote
    | NothingFallsNote
)

StoryItem = Change | Note
Story = tuple[StoryItem, ...]
