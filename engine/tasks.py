"""Tasks: pending work as data (docs/decisions/0004-agenda-and-changes-are-data.md).

The agenda is a stack; the last task is run first. A task may perform changes, push further
tasks, or owe decisions; the state then waits for their answers.
"""

from __future__ import annotations

from enum import StrEnum

from engine.changes import Source
from engine.figures import Figures
from engine.terms import Age, CardId, Cause, Face, FigureKind, Origin, Place, Seat, Slot, Stat
from engine.values import Value


class Stage(StrEnum):
    """The stages of a battle, in their order (E9 to E33)."""

    CHOOSE = "choose"
    OPEN = "open"
    PRIMACY = "primacy"
    WATCH = "watch"
    COUNT_QUESTS = "count-quests"
    BEFORE = "before"
    LATE = "late"
    COMPARE = "compare"
    TEXTS = "texts"
    CARDS = "cards"
    AFTER_CARDS = "after-cards"
    DEATHS = "deaths"
    PILLAGE = "pillage"
    GLORY = "glory"
    DEATH_COUNTS = "death-counts"
    BLESSING = "blessing"
    END = "end"


BATTLE_ORDER = tuple(Stage)
"""The whole order of a battle (E9 to E33)."""


class Moment(StrEnum):
    """A moment at which the text of a card can act."""

    ARRIVAL = "arrival"
    PRIMACY = "primacy"
    WATCH = "watch"
    BEFORE = "before"
    IF_WON = "if-won"
    IF_LOST = "if-lost"
    AFTER_CARDS = "after-cards"
    REWARD_AGAIN = "reward-again"
    REWARD_CARD = "reward-card"
    REWARD_LEADER = "reward-leader"
    BATTLE_GLORY = "battle-glory"
    DEATH_COUNTS = "death-counts"


class Victim(Value):
    """Figures of one seat in one place that are about to be destroyed (D43)."""

    seat: Seat
    place: Place
    figures: Figures


class ClanTask(Value):
    """Let a seat take its clan (I1)."""

    seat: Seat


class BeginAgeTask(Value):
    """Wait for the table to begin an Age."""

    age: Age


class DraftTask(Value):
    """A round of picks (C2, C4), numbered from 1."""

    round: int


class TakeHandsTask(Value):
    """The dealt or drafted cards go to the hands (C5)."""


class StartActionTask(Value):
    """The Action phase begins (D1)."""


class TurnTask(Value):
    """Give the turn to `seat` or the next seat that can act, or end the phase (D2, D8)."""

    seat: Seat


class ArrivalTask(Value):
    """Carry out the effects of a figure's arrival (D17, D42)."""

    seat: Seat
    figure: FigureKind
    place: Place


class SuccorTask(Value):
    """Offer Frigga's Succor after an invade (D38)."""

    seat: Seat
    place: Place


class DomainTask(Value):
    """Offer Thor's Domain after an invade (D39)."""

    seat: Seat
    place: Place


class FreeInvadeTask(Value):
    """Offer the free invade after an upgrade (D27 to D29)."""

    seat: Seat
    slot: Slot
    card: CardId


class CallTask(Value):
    """The call to battle: seats still to ask in this lap, and whether anybody moved (E1)."""

    pillager: Seat
    place: Place
    waiting: tuple[Seat, ...]
    moved: bool


class ConfrontTask(Value):
    """After the call: a battle, or a pillage without one (E7, E8)."""

    pillager: Seat
    place: Place


class StageTask(Value):
    """A stage of the battle; `waiting` seats have yet to take their part.

    In the CHOOSE stage `again` means that cards are being played openly (L29), in the LATE stage
    that somebody added a card in this lap (E17), in the WATCH stage that the Watches have scored
    and everything is to be thrown away (E12).
    """

    stage: Stage
    waiting: tuple[Seat, ...]
    again: bool


class TextTask(Value):
    """The text of a card acts (cards are looked up by id: the state holds no functions)."""

    seat: Seat
    card: CardId
    moment: Moment
    place: Place


class TideTask(Value):
    """Odin's Tide: seats yet to choose, and the figures doomed so far (E15)."""

    waiting: tuple[Seat, ...]
    doomed: tuple[Victim, ...]


class DestroyTask(Value):
    """The destruction procedure (D43): owners yet to decide, whether the Witch was asked."""

    victims: tuple[Victim, ...]
    cause: Cause
    waiting: tuple[Seat, ...]
    witch_asked: bool


class MysticsTask(Value):
    """The retreats of the first waiting owner: the place of each Mystic yet to ask about (M18)."""

    victims: tuple[Victim, ...]
    cause: Cause
    waiting: tuple[Seat, ...]
    doomed: tuple[Place, ...]


class CaptureTask(Value):
    """Let a Mystic enter the village whose holder was to be destroyed (M26)."""

    seat: Seat
    place: Place
    origin: Origin


class GodMoveTask(Value):
    """The god in `place` has to be moved by the pillager `seat` (L13)."""

    seat: Seat
    place: Place


class StatTask(Value):
    """Offer a choice of stat step among `stats` (I25)."""

    seat: Seat
    stats: tuple[Stat, ...]
    source: CardId


class HammersTask(Value):
    """Offer the walk of Lord of Hammers (I27)."""

    seat: Seat
    place: Place


class RewardTask(Value):
    """The pillage of a province succeeds (E7, E24)."""

    seat: Seat
    place: Place


class TokenTask(Value):
    """The reward of the token, for the pillage itself or once more for a card (E24)."""

    seat: Seat
    place: Place
    source: Source


class DiscardTask(Value):
    """The Discard phase (F1)."""


class QuestTask(Value):
    """The Quest phase (F2)."""


class JudgeTask(Value):
    """Judge the opened quests of a seat, in order (F2, F3)."""

    seat: Seat
    faces: tuple[Face, ...]


class RagnarokTask(Value):
    """The Ragnarök phase (F8)."""


class FallTask(Value):
    """A province falls once its figures are gone (F8)."""

    place: Place


class ReleaseTask(Value):
    """The Release Valhalla phase (F11) and the end of the Age (F12) or the game (G1)."""


Task = (
    ClanTask
    | BeginAgeTask
    | DraftTask
    | TakeHandsTask
    | StartActionTask
    | TurnTask
    | ArrivalTask
    | SuccorTask
    | DomainTask
    | FreeInvadeTask
    | CallTask
    | ConfrontTask
    | StageTask
    | TextTask
    | TideTask
    | DestroyTask
    | MysticsTask
    | CaptureTask
    | GodMoveTask
    | StatTask
    | HammersTask
    | RewardTask
    | TokenTask
    | DiscardTask
    | QuestTask
    | JudgeTask
    | RagnarokTask
    | FallTask
    | ReleaseTask
)
