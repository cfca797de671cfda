"""Changes of a battle (E8 to E33); see ``engine.changes`` for the others."""

from __future__ import annotations

from dataclasses import dataclass

from engine.figures import Figures
from engine.terms import Face, Place, Seat


@dataclass(frozen=True, slots=True)
class StartBattle:
    """A battle begins; participants in active order, with all they have in the area (E8)."""

    pillager: Seat
    place: Place
    participants: tuple[Seat, ...]
    forces: tuple[Figures, ...]


@dataclass(frozen=True, slots=True)
class LayCard:
    """A battle card lies face down (E9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RevealCard:
    """A battle card is shown (E10)."""

    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class LoseLaidCard:
    """A battle card that was never opened is lost (catalogue I, absent)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlankText:
    """Thor's Primacy of `by` blanks the text of a revealed card (E11)."""

    seat: Seat
    face: Face
    by: Seat


@dataclass(frozen=True, slots=True)
class CountQuest:
    """A revealed quest counts `bonus` in this battle (E14)."""

    seat: Seat
    face: Face
    bonus: int


@dataclass(frozen=True, slots=True)
class AddLateCard:
    """A late card is added from the hand (E17)."""

    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class ThrowAway:
    """Heimdall's Watch discards every card on the table; all choose again (E12)."""

    faces: tuple[tuple[Seat, Face], ...]


@dataclass(frozen=True, slots=True)
class DecideBattle:
    """The battle has a winner, or none (E18)."""

    winner: Seat | None


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """A played card goes back to its owner's hand (E22)."""

    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Loki's Poison puts a card of `victim` into the hand of `seat` (E21)."""

    seat: Seat
    victim: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class DiscardCard:
    """A played card is discarded (E22)."""

    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class EndBattle:
    """The battle is over (E33)."""

    place: Place


@dataclass(frozen=True, slots=True)
class DeferDomain:
    """Thor's Domain is offered to `seat` once this battle is over (E30)."""

    seat: Seat


BattleChange = (
    StartBattle
    | LayCard
    | RevealCard
    | LoseLaidCard
    | BlankText
    | CountQuest
    | AddLateCard
    | ThrowAway
    | DecideBattle
    | ReturnCard
    | TakeCard
    | DiscardCard
    | EndBattle
    | DeferDomain
)
