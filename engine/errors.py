"""Refusals of the rulebook: codes with fields, never sentences.

The client turns a code and its fields into the sentence a player reads.
"""

from __future__ import annotations

from enum import StrEnum

from engine.terms import CardId, Place, Seat, Stat
from engine.values import Value


class Code(StrEnum):
    """The reason for a refusal."""

    NOT_OWED = "not-owed"
    NOT_YOUR_ANSWER = "not-your-answer"
    ALREADY_ANSWERED = "already-answered"
    NO_SUCH_SEAT = "no-such-seat"
    TOO_LITTLE_RAGE = "too-little-rage"
    HORNS_FULL = "horns-full"
    NO_ROOM = "no-room"
    DESTROYED = "destroyed"
    YGGDRASIL_CLOSED = "yggdrasil-closed"
    SHIP_ENTERS_FJORDS = "ship-enters-fjords"
    FJORD_TAKES_SHIPS = "fjord-takes-ships"
    SHIP_CANNOT_WALK = "ship-cannot-walk"
    NOT_IN_RESERVE = "not-in-reserve"
    NOT_IN_VALHALLA = "not-in-valhalla"
    NOT_THERE = "not-there"
    SAME_PLACE = "same-place"
    NOBODY_MOVES = "nobody-moves"
    NOBODY_NAMED = "nobody-named"
    NOT_DOOMED = "not-doomed"
    NOT_AMONG_EQUALS = "not-among-equals"
    NOT_ADJACENT = "not-adjacent"
    NOT_A_PROVINCE = "not-a-province"
    NOT_SPARE = "not-spare"
    GOD_THERE = "god-there"
    NOT_A_VILLAGE = "not-a-village"
    OWN_FIGURE = "own-figure"
    ALREADY_PILLAGED = "already-pillaged"
    NOT_PILLAGED = "not-pillaged"
    NOT_PRESENT = "not-present"
    NEEDS_CARD = "needs-card"
    STATS_FULL = "stats-full"
    STAT_AT_TOP = "stat-at-top"
    STAT_EXCLUDED = "stat-excluded"
    BONUS_NOT_OWNED = "bonus-not-owned"
    HAND_EMPTY = "hand-empty"
    NOT_IN_HAND = "not-in-hand"
    NO_SUCH_FACE = "no-such-face"
    NOT_AN_UPGRADE = "not-an-upgrade"
    NOT_A_QUEST = "not-a-quest"
    NOT_LATE = "not-late"
    SLOT_FULL = "slot-full"
    NOT_ON_SHEET = "not-on-sheet"
    WRONG_SLOT = "wrong-slot"
    TOO_FEW_FIGURES = "too-few-figures"
    NOT_OFFERED = "not-offered"
    CLAN_TAKEN = "clan-taken"
    WRONG_COUNT = "wrong-count"
    WRONG_ROSTER = "wrong-roster"
    WRONG_AGE = "wrong-age"
    NO_DEFAULT = "no-default"


class Refusal(Value):
    """One reason, with the facts a sentence about it needs.

    `need` and `have` are amounts of the code's own unit (Rage, Horns, villages, a bonus).
    """

    code: Code
    seat: Seat | None = None
    place: Place | None = None
    card: CardId | None = None
    need: int = 0
    have: int = 0
    stat: Stat | None = None


class RulesError(Exception):
    """A request of a player that the rules do not allow or cannot read."""


class IllegalAction(RulesError):
    """An action that no seat could publish here."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the reason; the text is for logs only."""
        super().__init__(str(refusal.code))
        self.refusal = refusal


class BadNotation(RulesError):
    """A line that is not an action or a state; names the unreadable part."""

    def __init__(self, part: str, expected: str) -> None:
        """Keep the text that was found and a description of the text expected there."""
        super().__init__(f"{part!r}: expected {expected}")
        self.part = part
        self.expected = expected


class BadPosition(RulesError):
    """A position that cannot exist; names the invariant and the seat or place."""

    def __init__(self, problem: str, where: str = "") -> None:
        """Keep the short name of the broken invariant, and the seat or place."""
        super().__init__(f"{problem} {where}".strip())
        self.problem = problem
        self.where = where
