"""Changes: the elementary deeds an action is made of, performed in order.

`total` fields hold the new total and are filled in when the change is performed.
"""

from __future__ import annotations

from engine.battle_changes import BattleChange
from engine.figures import Figures
from engine.terms import (
    Age,
    CardId,
    Cause,
    ClanName,
    Deity,
    Face,
    FigureKind,
    Location,
    Origin,
    Phase,
    Place,
    Reward,
    Seat,
    Spend,
    Stat,
    Step,
)
from engine.values import Value

Source = CardId | Deity | Reward
"""The source of Glory, Rage or a stat step: a card, a god, or a rule."""


class TakeClan(Value):
    """A seat plays a clan from now on (I1)."""

    seat: Seat
    clan: ClanName


class StartDealing(Value):
    """An Age is dealt to the roster; a second attempt voids the first (C9)."""

    age: Age
    attempt: int
    roster: tuple[Seat, ...]
    cards_each: int


class PassPacks(Value):
    """All picks of a round are in, the packs moved left; `left` cards remain in each (C2)."""

    round: int
    left: int


class TakeHand(Value):
    """The cards of this Age, and the card kept before, are in hand (C5)."""

    seat: Seat
    dealt: int
    kept: int
    total: int = 0


class BeginPhase(Value):
    """A phase begins."""

    phase: Phase


class FillPool(Value):
    """The pool is set to the Rage stat (D1)."""

    seat: Seat
    total: int = 0


class EmptyPool(Value):
    """The pool is lost, by passing or with the end of the phase (D6, D10)."""

    seat: Seat
    lost: int


class MarkPassed(Value):
    """A seat takes no further action this phase (D6)."""

    seat: Seat


class BeginTurn(Value):
    """The turn of a seat begins (D2)."""

    seat: Seat


class PayRage(Value):
    """Rage is paid for something (D4)."""

    seat: Seat
    amount: int
    source: CardId | Spend
    total: int = 0


class GainRage(Value):
    """The pool grows (D11)."""

    seat: Seat
    amount: int
    source: Source
    total: int = 0


class LoseRage(Value):
    """Rage is taken by another clan's card (E22)."""

    seat: Seat
    amount: int
    source: Source
    total: int = 0


class GainGlory(Value):
    """Glory is gained."""

    seat: Seat
    amount: int
    source: Source
    total: int = 0


class LoseGlory(Value):
    """Glory is taken by another clan's card (E21)."""

    seat: Seat
    amount: int
    source: Source
    total: int = 0


class RaiseStat(Value):
    """A stat rises by one step; `level` and `total` (its value) are the new ones (A16)."""

    seat: Seat
    stat: Stat
    source: Source
    level: int = 0
    total: int = 0


class PlaceFigure(Value):
    """A figure enters the board (D12); `card` permits it if no reserve price was paid."""

    seat: Seat
    figure: FigureKind
    place: Place
    origin: Origin
    card: CardId | None = None


class MoveFigures(Value):
    """Figures go from one province to another (D18, E1, E24, D43)."""

    seat: Seat
    figures: Figures
    origin: Place
    target: Place
    step: Step


class ToValhalla(Value):
    """Figures are destroyed (D43)."""

    seat: Seat
    figures: Figures
    place: Place
    cause: Cause


class BoxMonster(Value):
    """The monster in `location` leaves the game with its card (D30)."""

    seat: Seat
    card: CardId
    location: Location


class PlayUpgrade(Value):
    """An upgrade goes from the hand to the sheet, perhaps replacing another (D22, D23)."""

    seat: Seat
    face: Face
    replaces: CardId | None


class RecruitMonster(Value):
    """A monster joins the reserve (D28)."""

    seat: Seat
    card: CardId


class RecruitMystic(Value):
    """A Mystic comes out of the box into the reserve (M11)."""

    seat: Seat


class PlaceGod(Value):
    """A god is put into a province at the start of an Age, or beside the board (L6, L12, L21)."""

    deity: Deity
    place: Place | None


class SendGod(Value):
    """The pillager moves a god to another province (L13)."""

    seat: Seat
    deity: Deity
    origin: Place
    target: Place


class CommitQuest(Value):
    """A card lies face down as a quest; `total` counts them now (D32)."""

    seat: Seat
    total: int = 0


class FlipToken(Value):
    """The token of a province is pillaged (E24)."""

    place: Place


class KeepCard(Value):
    """A seat keeps a card for the next Age, or none; the rest of its hand is gone (F1)."""

    seat: Seat
    kept: bool
    discarded: int


class ShowQuests(Value):
    """A seat opens its committed cards; `missing` of them stayed closed and failed (F2)."""

    seat: Seat
    faces: tuple[Face, ...]
    missing: int


class DestroyProvince(Value):
    """A province falls in Ragnarök (F8)."""

    place: Place


class Release(Value):
    """All figures of a seat return from Valhalla to the reserve (F11)."""

    seat: Seat
    figures: Figures


class EndAge(Value):
    """Tokens flip back, the first-player token moves left, the next Age begins (F12)."""

    age: Age
    first: Seat


class EndGame(Value):
    """The game is over (G2)."""

    winners: tuple[Seat, ...]
    glory: tuple[int, ...]


Change = (
    BattleChange
    | TakeClan
    | StartDealing
    | PassPacks
    | TakeHand
    | BeginPhase
    | FillPool
    | EmptyPool
    | MarkPassed
    | BeginTurn
    | PayRage
    | GainRage
    | LoseRage
    | GainGlory
    | LoseGlory
    | RaiseStat
    | PlaceFigure
    | MoveFigures
    | ToValhalla
    | BoxMonster
    | PlayUpgrade
    | RecruitMonster
    | RecruitMystic
    | PlaceGod
    | SendGod
    | CommitQuest
    | FlipToken
    | KeepCard
    | ShowQuests
    | DestroyProvince
    | Release
    | EndAge
    | EndGame
)
