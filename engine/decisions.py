"""Decisions and duties: everything that can be owed.

A *decision* is a question to one seat (catalogue I of docs/rules.md), a *duty* is owed
without a choice. Each carries everything beyond the state that its answers depend on.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeGuard, final, get_args

from engine.figures import Figures
from engine.terms import Age, CardId, Cause, Deity, Face, Location, Place, Seat, Slot, Stat
from engine.values import Value

# decisions


class ClanDecision(Value):
    """I1: take a clan that is free."""

    word: ClassVar[str] = "clan"
    seat: Seat


class PickDecision(Value):
    """I2, I3: keep `count` cards of the pack in hand."""

    word: ClassVar[str] = "pick"
    seat: Seat
    count: int


@final
class TurnDecision(Value):
    """I4: take one action or pass."""

    word: ClassVar[str] = "action"
    seat: Seat


class FreeInvadeDecision(Value):
    """I15: after `card` was played into `slot`, invade with a matching figure or skip."""

    word: ClassVar[str] = "free-invade"
    seat: Seat
    slot: Slot
    card: CardId


class SuccorDecision(Value):
    """I16: bring a Warrior along into `place` or not."""

    word: ClassVar[str] = "succor"
    seat: Seat
    place: Place


class DomainDecision(Value):
    """I17: pay 2 Rage to pillage `place` at once or not (Thor's Domain)."""

    word: ClassVar[str] = "domain"
    seat: Seat
    place: Place


class JoinDecision(Value):
    """I18: bring one figure from next door into `place` or decline."""

    word: ClassVar[str] = "join"
    seat: Seat
    place: Place


class CardDecision(Value):
    """I19: lay one hand card face down for the battle in `place`."""

    word: ClassVar[str] = "card"
    seat: Seat
    place: Place


class QuestCountsDecision(Value):
    """I20: choose the bonus of the revealed quest in the battle, one of `bonuses`."""

    word: ClassVar[str] = "quest-counts"
    seat: Seat
    bonuses: tuple[int, ...]


class TideDecision(Value):
    """I21: choose the figure in the area of `place` that survives Odin's Tide."""

    word: ClassVar[str] = "tide-keep"
    seat: Seat
    place: Place


class LateDecision(Value):
    """I22: add a late card to the battle in `place` or decline."""

    word: ClassVar[str] = "late"
    seat: Seat
    place: Place


class RetreatDecision(Value):
    """I23: the Volur Witch in `place` retreats to Yggdrasil or dies."""

    word: ClassVar[str] = "retreat"
    seat: Seat
    place: Place
    cause: Cause


class ProtectDecision(Value):
    """I24: choose which of `doomed` (by place) to save for 1 Rage each."""

    word: ClassVar[str] = "protect"
    seat: Seat
    doomed: tuple[tuple[Place, Figures], ...]
    cause: Cause


class StatDecision(Value):
    """I25: choose which of `stats` rises, thanks to `card`."""

    word: ClassVar[str] = "stat"
    seat: Seat
    stats: tuple[Stat, ...]
    card: CardId


class ProwessDecision(Value):
    """I26: choose which of `faces` return to the hand for 1 Rage each."""

    word: ClassVar[str] = "prowess"
    seat: Seat
    faces: tuple[Face, ...]


class HammersDecision(Value):
    """I27: choose the province the Leader in `place` walks on to, or none."""

    word: ClassVar[str] = "hammers-move"
    seat: Seat
    place: Place


class BlessingDecision(Value):
    """I28: send a reserve Warrior into `place` or not."""

    word: ClassVar[str] = "blessing"
    seat: Seat
    place: Place


class KeepDecision(Value):
    """I29: keep one hand card for the next Age, or none."""

    word: ClassVar[str] = "keep"
    seat: Seat


class MysticRetreatDecision(Value):
    """I30: a Mystic in `place` retreats to a province next door or dies."""

    word: ClassVar[str] = "mystic-retreat"
    seat: Seat
    place: Place
    cause: Cause


class GodMoveDecision(Value):
    """I31: choose the province the god in `place` is moved to."""

    word: ClassVar[str] = "god-move"
    seat: Seat
    place: Place
    deity: Deity


class OpenPlayDecision(Value):
    """I32: play one hand card openly for the battle in `place`, which is Heimdall's."""

    word: ClassVar[str] = "open-play"
    seat: Seat
    place: Place


class BoxDecision(Value):
    """I33: choose which of two equal monsters, in different `locations`, goes to the box (D30)."""

    word: ClassVar[str] = "box"
    seat: Seat
    card: CardId
    locations: tuple[Location, ...]


Decision = (
    ClanDecision
    | PickDecision
    | TurnDecision
    | FreeInvadeDecision
    | SuccorDecision
    | DomainDecision
    | JoinDecision
    | CardDecision
    | QuestCountsDecision
    | TideDecision
    | LateDecision
    | RetreatDecision
    | ProtectDecision
    | StatDecision
    | ProwessDecision
    | HammersDecision
    | BlessingDecision
    | KeepDecision
    | MysticRetreatDecision
    | GodMoveDecision
    | OpenPlayDecision
    | BoxDecision
)

# duties


class OpenCardDuty(Value):
    """E10: show the battle card that lies face down."""

    word: ClassVar[str] = "open-card"
    seat: Seat


class OpenQuestsDuty(Value):
    """F2: show the `count` quests committed this Age, in the order they were committed."""

    word: ClassVar[str] = "open-quests"
    seat: Seat
    count: int


@final
class BeginAgeDuty(Value):
    """The table owes the roster of the Age; `attempt` counts dealings, from 1."""

    word: ClassVar[str] = "begin-age"
    seat: ClassVar[None] = None
    age: Age
    attempt: int


class PlaceGodsDuty(Value):
    """L6, L9: the table owes the places of the gods for an Age, before anything is dealt."""

    word: ClassVar[str] = "place-gods"
    seat: ClassVar[None] = None
    age: Age


TableDuty = BeginAgeDuty | PlaceGodsDuty
"""Duties that no seat owes; their `seat` is None."""
Duty = OpenCardDuty | OpenQuestsDuty | TableDuty
Owed = Decision | Duty
_DUTIES: Final = frozenset(get_args(Duty))
SeatOwed = Decision | OpenCardDuty | OpenQuestsDuty


def is_duty(one: Owed) -> TypeGuard[Duty]:
    """Return true for a duty, false for a decision."""
    return type(one) in _DUTIES


def is_decision(one: Owed) -> TypeGuard[Decision]:
    """Return true for a decision, false for a duty."""
    return type(one) not in _DUTIES
