"""The model of a card: printed facts, copies, lasting traits, and effects by moment.

A card is declared once, in the file of its kind, and its text acts through functions
registered on it with ``on``. State and story name cards by id only.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from engine.changes import Change
from engine.state import Battle, GameState
from engine.tasks import Moment, Task
from engine.terms import Age, Box, CardId, Face, God, Kind, Place, Seat, Slot
from engine.values import Value, field


class Copy(Value):
    """One physical card: its Age, the smallest table that uses it, its box, a quest's Glory."""

    age: Age
    min_players: int
    box: Box = Box.BASE
    glory: int = 0


class Grant(StrEnum):
    """Things an upgrade lets its clan do that others cannot."""

    SUCCOR = "succor"
    PILLAGE_AT_ONCE = "pillage-at-once"
    VALHALLA_INVADE = "valhalla-invade"
    SACRIFICE = "sacrifice"
    REPILLAGE = "repillage"
    PROTECTION = "protection"
    BLESSING = "blessing"
    PROWESS = "prowess"
    RETREAT = "retreat"
    CAPTURE = "capture"


class Traits(Value):
    """Lasting properties of an upgrade, or of the monster it brings; most have one.

    `warrior_pair` is the strength of two Warriors of a province together, `quest_bonus` the
    bonus a quest may count in battle. `ship_glory` is Glory for each destroyed ship of the
    clan, `release_glory` for each figure coming home, `final_glory` for each figure on the
    board at the end; `ragnarok_factor` and `quest_factor` multiply.
    """

    invade_price: int | None = None
    is_ship: bool = False
    is_leader: bool = False
    enters_yggdrasil: bool = False
    strength_yggdrasil: int | None = None
    silences: bool = False
    opens_province: bool = False
    draws_ragnarok: bool = False
    retreats: bool = False
    warrior_pair: int = 0
    ship_glory: int = 0
    upgrade_discount: int = 0
    ragnarok_factor: int = 1
    quest_factor: int = 1
    release_glory: int = 0
    final_glory: int = 0
    quest_bonus: int = 0
    brings_mystic: bool = False
    grant: Grant | None = None


class Now(Value):
    """The occasion of a text that acts now: its owner, its card, and a province."""

    seat: Seat
    card: CardId
    place: Place


class BattleNow(Now):
    """The occasion of a text that acts in a battle: the battle as it is now as well."""

    battle: Battle

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The other participants, in active order."""
        return tuple(seat for seat in self.battle.participants if seat != self.seat)

    @property
    def winner(self) -> Seat:
        """The winner; texts that read it act only in a battle that has one (E21)."""
        assert self.battle.winner is not None
        return self.battle.winner


Deed = Change | Task
Text = Callable[[GameState, Now], tuple[Deed, ...] | None]
"""The effect of a text: an empty tuple if it finds nothing to do, None if it does not act now."""

BattleText = Callable[[GameState, BattleNow], tuple[Deed, ...] | None]
"""The effect of a text that acts in battles only."""


class Rank(StrEnum):
    """The criterion by which a quest judges a board (F4 to F6)."""

    LEAD_ONE = "lead-one"
    LEAD_TWO = "lead-two"
    VALHALLA = "valhalla"


class Aim(Value):
    """The condition of a quest: leading `need` of `places`, or `need` figures in Valhalla."""

    rank: Rank
    need: int
    places: tuple[Place, ...] = ()


class Card(Value):
    """A card as printed, its text in our own words.

    Name and text are the keys of the client's language catalogue, kept here so that a card is
    one block. `bonus_is_best` marks the printed +X, `late` a card that may follow the reveal.
    """

    id: CardId
    name: str
    text: str
    kind: Kind
    god: God
    copies: tuple[Copy, ...]
    slot: Slot | None = None
    strength: int = 0
    cost: int = 0
    bonus: int = 0
    bonus_is_best: bool = False
    late: bool = False
    traits: Traits = field(default_factory=Traits)
    aim: Aim | None = None

    def on(self, moment: Moment) -> Callable[[Text], Text]:
        """Let the text of this card act at `moment`."""

        def register(text: Text) -> Text:
            assert (self.id, moment) not in TEXTS, (self.id, moment)
            TEXTS[self.id, moment] = text
            return text

        return register

    def in_battle(self, moment: Moment) -> Callable[[BattleText], BattleText]:
        """Let the text of this card act at `moment` of a battle, and hand it the battle."""

        def register(text: BattleText) -> BattleText:
            self.on(moment)(lambda state, now: text(state, _with_battle(state, now)))
            return text

        return register

    @property
    def acts_in_battle(self) -> bool:
        """Whether the card has a text that could act, and be blanked, when played (E10, E11)."""
        texts = any((self.id, moment) in TEXTS for moment in Moment)
        return self.kind is Kind.BATTLE and (texts or self.bonus_is_best)

    def glory(self, age: Age) -> int:
        """Return the Glory of a quest of this Age (F3)."""
        return next((copy.glory for copy in self.copies if copy.age is age), 0)


CARDS: Final[dict[CardId, Card]] = {}
"""Every card by id, in the order declared."""

TEXTS: Final[dict[tuple[CardId, Moment], Text]] = {}
"""The effects of the texts; filled while the card files are imported and never after."""

BASE: Final = Box.BASE
FIFTH: Final = Box.FIFTH_PLAYER
KS: Final = Box.KICKSTARTER
KS_FIFTH: Final = Box.KICKSTARTER_FIFTH
MYSTICS: Final = Box.MYSTICS


def declare(card: Card) -> Card:
    """Enter a card into the index."""
    assert card.id not in CARDS, card.id
    CARDS[card.id] = card
    return card


def faces_of(card: Card) -> tuple[Face, ...]:
    """Return the different faces of a card: one for each Age it is printed for."""
    return tuple(Face(card.id, age) for age in Age if any(copy.age is age for copy in card.copies))


def _with_battle(state: GameState, now: Now) -> BattleNow:
    assert state.battle is not None
    return BattleNow(now.seat, now.card, now.place, state.battle)
