"""Intents and actions: the answers that seats choose, and their published form.

An *intent* is the private answer to a decision and may name a face; an *action* is its
published and logged form. An intent that hides nothing is the action itself.
The list of all answers is read best in one piece, so the file is longer than others.
"""

from __future__ import annotations

from typing import ClassVar, final

from engine.figures import Figures
from engine.terms import (
    Age,
    CardId,
    ClanName,
    Face,
    FigureKind,
    Location,
    Origin,
    Place,
    Seat,
    Stat,
)
from engine.values import Value

# answers that hide nothing


class ChooseClan(Value):
    """Take `clan` (I1)."""

    word: ClassVar[str] = "clan"
    seat: Seat
    clan: ClanName


class Invade(Value):
    """A reserve figure enters a province or fjord for its price (I5)."""

    word: ClassVar[str] = "invade"
    seat: Seat
    figure: FigureKind
    place: Place


class March(Value):
    """A group walks from one province to another for 1 Rage (I6)."""

    word: ClassVar[str] = "march"
    seat: Seat
    origin: Place
    target: Place
    figures: Figures


class Upgrade(Value):
    """Play an upgrade; `replaces` names the card it overwrites, if any (I7)."""

    word: ClassVar[str] = "upgrade"
    seat: Seat
    face: Face
    replaces: CardId | None


class Pillage(Value):
    """Attack an unpillaged province (I9)."""

    word: ClassVar[str] = "pillage"
    seat: Seat
    place: Place


class Repillage(Value):
    """Attack a pillaged province for 2 Rage with Tyr's Challenge (I10)."""

    word: ClassVar[str] = "repillage"
    seat: Seat
    place: Place


class InvadeFromValhalla(Value):
    """A figure in Valhalla invades for 1 Rage with Frigga's Domain (I11)."""

    word: ClassVar[str] = "valhalla-invade"
    seat: Seat
    figure: FigureKind
    place: Place


class TakeVillage(Value):
    """A Mystic invades the village of `victim`, a Warrior or Mystic of `owner` (I14)."""

    word: ClassVar[str] = "take-village"
    seat: Seat
    place: Place
    owner: Seat
    victim: FigureKind
    origin: Origin


class Sacrifice(Value):
    """Kill two of the seat's figures on the board with Frigga's Sacrifice (I12).

    The victims are (place, kind) pairs in canonical order.
    """

    word: ClassVar[str] = "sacrifice"
    seat: Seat
    victims: tuple[tuple[Place, FigureKind], tuple[Place, FigureKind]]


class Pass(Value):
    """Lose the pool and act no more this phase (I13)."""

    word: ClassVar[str] = "pass"
    seat: Seat


class InvadeFree(Value):
    """The free invade after an upgrade (I15)."""

    word: ClassVar[str] = "free-invade"
    seat: Seat
    figure: FigureKind
    place: Place


class Skip(Value):
    """Decline the free invade (I15)."""

    word: ClassVar[str] = "skip"
    seat: Seat


@final
class Decline(Value):
    """Decline an offer, a call, a late card, a rescue or a walk (I16-I18, I22-I24, I26-I28)."""

    word: ClassVar[str] = "decline"
    seat: Seat


class SendSuccor(Value):
    """Accept Frigga's Succor (I16)."""

    word: ClassVar[str] = "succor"
    seat: Seat


class PillageAtOnce(Value):
    """Accept Thor's Domain (I17)."""

    word: ClassVar[str] = "domain"
    seat: Seat


class Join(Value):
    """Bring one figure from `origin` to the called battle (I18)."""

    word: ClassVar[str] = "join"
    seat: Seat
    origin: Place
    figure: FigureKind


class QuestCounts(Value):
    """The revealed quest counts `bonus` (I20)."""

    word: ClassVar[str] = "quest-counts"
    seat: Seat
    bonus: int


class TideKeep(Value):
    """The figure that survives Odin's Tide (I21)."""

    word: ClassVar[str] = "tide-keep"
    seat: Seat
    figure: FigureKind


class AddLate(Value):
    """Add a late card from the hand (I22)."""

    word: ClassVar[str] = "late"
    seat: Seat
    face: Face


class Retreat(Value):
    """The Volur Witch goes to Yggdrasil (I23)."""

    word: ClassVar[str] = "retreat"
    seat: Seat


class Protect(Value):
    """Save figures for 1 Rage each (I24); by place, in canonical order, never empty."""

    word: ClassVar[str] = "protect"
    seat: Seat
    saved: tuple[tuple[Place, Figures], ...]


class RaiseStatBy(Value):
    """The stat that rises (I25)."""

    word: ClassVar[str] = "stat"
    seat: Seat
    stat: Stat


class KeepPlayed(Value):
    """Played cards taken back with Tyr's Prowess (I26), sorted, never empty."""

    word: ClassVar[str] = "prowess"
    seat: Seat
    faces: tuple[Face, ...]


class WalkOn(Value):
    """The figure counting as Leader walks on to `place` with Lord of Hammers (I27)."""

    word: ClassVar[str] = "hammers-move"
    seat: Seat
    figure: FigureKind
    place: Place


class SendBlessing(Value):
    """Accept Loki's Blessing (I28)."""

    word: ClassVar[str] = "blessing"
    seat: Seat


class RetreatTo(Value):
    """The Mystic that is about to die goes to `place` (I30)."""

    word: ClassVar[str] = "retreat-to"
    seat: Seat
    place: Place


class MoveGod(Value):
    """The god of the attempt goes to `place` (I31)."""

    word: ClassVar[str] = "god-move"
    seat: Seat
    place: Place


class PlayOpen(Value):
    """Play a card openly in Heimdall's province (I32)."""

    word: ClassVar[str] = "open-play"
    seat: Seat
    face: Face


class BoxFrom(Value):
    """The monster in `location` goes to the box, its equal stays (I33)."""

    word: ClassVar[str] = "box"
    seat: Seat
    location: Location


# intents that hide a face, and their actions


class Pick(Value):
    """Private: keep these cards of the pack (I2, I3), sorted."""

    word: ClassVar[str] = "pick"
    seat: Seat
    faces: tuple[Face, ...]


class Picked(Value):
    """Public: a pick is made, the pack moves on (C7)."""

    word: ClassVar[str] = "picked"
    seat: Seat


class Commit(Value):
    """Private: commit this quest (I8)."""

    word: ClassVar[str] = "quest"
    seat: Seat
    face: Face


class Committed(Value):
    """Public: a card lies face down as a quest (D32)."""

    word: ClassVar[str] = "committed"
    seat: Seat


class Lay(Value):
    """Private: lay this battle card (I19)."""

    word: ClassVar[str] = "card"
    seat: Seat
    face: Face


class Laid(Value):
    """Public: a battle card lies face down (E9)."""

    word: ClassVar[str] = "laid"
    seat: Seat


class Keep(Value):
    """Private: keep this card for the next Age, or none (I29)."""

    word: ClassVar[str] = "keep"
    seat: Seat
    face: Face | None


class Kept(Value):
    """Public: the rest of the hand is gone; whether a card was kept (F1)."""

    word: ClassVar[str] = "kept"
    seat: Seat
    kept: bool


# duties done, and the table


class OpenCard(Value):
    """The battle card that lay face down (E10)."""

    word: ClassVar[str] = "open-card"
    seat: Seat
    face: Face


class OpenQuests(Value):
    """The committed cards in the order committed (F2)."""

    word: ClassVar[str] = "open-quests"
    seat: Seat
    faces: tuple[Face, ...]


@final
class BeginAge(Value):
    """The table begins an Age: the seats dealt to, and the number of the attempt (C9)."""

    word: ClassVar[str] = "begin-age"
    age: Age
    attempt: int
    roster: tuple[Seat, ...]


@final
class PlaceGods(Value):
    """The table places the gods for an Age, in the order they were drawn (L6, L9)."""

    word: ClassVar[str] = "place-gods"
    age: Age
    places: tuple[Place, ...]


@final
class Absent(Value):
    """The table declares the pending answer of `seat` absent: its default follows (catalogue I)."""

    word: ClassVar[str] = "absent"
    seat: Seat


OpenAnswer = (
    ChooseClan
    | Invade
    | March
    | Upgrade
    | Pillage
    | Repillage
    | InvadeFromValhalla
    | TakeVillage
    | Sacrifice
    | Pass
    | InvadeFree
    | Skip
    | Decline
    | SendSuccor
    | PillageAtOnce
    | Join
    | QuestCounts
    | TideKeep
    | AddLate
    | Retreat
    | Protect
    | RaiseStatBy
    | KeepPlayed
    | WalkOn
    | SendBlessing
    | RetreatTo
    | MoveGod
    | PlayOpen
    | BoxFrom
)
HiddenIntent = Pick | Commit | Lay | Keep
Intent = OpenAnswer | HiddenIntent
SeatAction = OpenAnswer | Picked | Committed | Laid | Kept | OpenCard | OpenQuests
SeatAnswer = SeatAction | Absent
TableAction = BeginAge | PlaceGods | Absent
Action = SeatAction | TableAction


def ordered_victims(
    one: tuple[Place, FigureKind], other: tuple[Place, FigureKind]
) -> tuple[tuple[Place, FigureKind], tuple[Place, FigureKind]]:
    """Return two victims in canonical order: by place, then as `Figures.kinds` lists them."""
    first, second = sorted((one, other), key=lambda pair: (pair[0], _rank(pair[1]), pair[1]))
    return first, second


def _rank(kind: FigureKind) -> int:
    plain = ("warrior", "leader", "ship", "mystic")
    return plain.index(kind) if kind in plain else len(plain)
