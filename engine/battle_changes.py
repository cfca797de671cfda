"""Changes of a battle (E8 to E33); see ``engine.changes`` for the others."""

from __future__ import annotations

from engine.figures import Figures
from engine.terms import Face, Place, Seat
from engine.values import Value


class StartBattle(Value):
    """A battle begins; participants in active order, with all they have in the area (E8)."""

    pillager: Seat
    place: Place
    participants: tuple[Seat, ...]
    forces: tuple[Figures, ...]


class LayCard(Value):
    """A battle card lies face down (E9)."""

    seat: Seat


class RevealCard(Value):
    """A battle card is shown (E10)."""

    seat: Seat
    face: Face


class PlayOpenCard(Value):
    """A battle card is played openly from the hand (L29)."""

    seat: Seat
    face: Face


class LoseLaidCard(Value):
    """A battle card that was never opened is lost (catalogue I, absent)."""

    seat: Seat


class BlankText(Value):
    """Thor's Primacy of `by` blanks the text of a revealed card (E11)."""

    seat: Seat
    face: Face
    by: Seat


class CountQuest(Value):
    """A revealed quest counts `bonus` in this battle (E14)."""

    seat: Seat
    face: Face
    bonus: int


class AddLateCard(Value):
    """A late card is added from the hand (E17)."""

    seat: Seat
    face: Face


class ThrowAway(Value):
    """Heimdall's Watch discards every card on the table; all choose again (E12)."""

    faces: tuple[tuple[Seat, Face], ...]


class DecideBattle(Value):
    """The battle has a winner, or none (E18)."""

    winner: Seat | None


class ReturnCard(Value):
    """A played card goes back to its owner's hand (E22)."""

    seat: Seat
    face: Face


class TakeCard(Value):
    """Loki's Poison puts a card of `victim` into the hand of `seat` (E21)."""

    seat: Seat
    victim: Seat
    face: Face


class DiscardCard(Value):
    """A played card is discarded (E22)."""

    seat: Seat
    face: Face


class EndBattle(Value):
    """The battle is over (E33)."""

    place: Place


class DeferDomain(Value):
    """Thor's Domain is offered to `seat` once this battle is over (E30)."""

    seat: Seat


BattleChange = (
    StartBattle
    | LayCard
    | RevealCard
    | PlayOpenCard
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
