"""Clan sheets: their upgrades added up, and the prices that follow from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine import board as printed
from engine.actions import (
    Intent,
    Invade,
    InvadeFromValhalla,
    March,
    Repillage,
    TakeVillage,
    Upgrade,
)
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.figures import Figures
from engine.state import GameState
from engine.stats import MYSTIC_STRENGTH, MYSTICS_PER_CLAN
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    CardId,
    FigureKind,
    Origin,
    Place,
    Seat,
    Slot,
)
from engine.values import Value

MARCH_PRICE: Final = 1
"""Rage for a march, whatever the group (D18)."""
FULL_PRICE_OF_VALHALLA: Final = 1
"""Frigga's Domain: the whole price of an invade from Valhalla (D36)."""
REPILLAGE_PRICE: Final = 2
"""Tyr's Challenge (D35)."""
DOMAIN_PRICE: Final = 2
"""Thor's Domain (D39)."""


class Sheet(Value):
    """The upgrades of one clan, added up (D25)."""

    grants: frozenset[Grant]
    by_slot: tuple[tuple[Slot, tuple[CardId, ...]], ...]
    leader_strength: int
    warrior_strength: int
    warrior_pair: int
    ship_strength: int
    upgrade_discount: int
    ship_glory: tuple[tuple[CardId, int], ...]
    release_glory: tuple[tuple[CardId, int], ...]
    final_glory: tuple[tuple[CardId, int], ...]
    ragnarok_factor: int
    quest_factor: int
    quest_bonuses: tuple[int, ...]

    def in_slot(self, slot: Slot) -> tuple[CardId, ...]:
        """Return the cards in the slots of one kind."""
        return next((cards for kind, cards in self.by_slot if kind is slot), ())


@lru_cache(maxsize=4096)
def sheet(upgrades: tuple[CardId, ...]) -> Sheet:
    """Add up the upgrades of a clan."""
    cards = [CARDS[card] for card in upgrades]
    ragnarok = quest = 1
    for card in cards:
        ragnarok *= card.traits.ragnarok_factor
        quest *= card.traits.quest_factor

    def strength(slot: Slot) -> int:
        return max((card.strength for card in cards if card.slot is slot), default=0)

    def paying(trait: str) -> tuple[tuple[CardId, int], ...]:
        amounts = ((card.id, int(getattr(card.traits, trait))) for card in cards)
        return tuple((card_id, amount) for card_id, amount in amounts if amount)

    return Sheet(
        grants=frozenset(card.traits.grant for card in cards if card.traits.grant),
        by_slot=tuple(
            (slot, tuple(card.id for card in cards if card.slot is slot)) for slot in Slot
        ),
        leader_strength=strength(Slot.LEADER),
        warrior_strength=max(1, strength(Slot.WARRIOR)),
        warrior_pair=max((card.traits.warrior_pair for card in cards), default=0),
        ship_strength=strength(Slot.SHIP),
        upgrade_discount=sum(card.traits.upgrade_discount for card in cards),
        ship_glory=paying("ship_glory"),
        release_glory=paying("release_glory"),
        final_glory=paying("final_glory"),
        ragnarok_factor=ragnarok,
        quest_factor=quest,
        quest_bonuses=tuple(sorted({card.traits.quest_bonus for card in cards} - {0})),
    )


def sheet_of(state: GameState, seat: Seat) -> Sheet:
    """Return the added-up sheet of a seat."""
    return sheet(state.clans[seat].upgrades)


def has_grant(state: GameState, seat: Seat, grant: Grant) -> bool:
    """Whether a seat owns an upgrade with this grant."""
    return grant in sheet(state.clans[seat].upgrades).grants


def granting_card(state: GameState, seat: Seat, grant: Grant) -> CardId:
    """Return the seat's upgrade with this grant; it must have one."""
    return next(card for card in state.clans[seat].upgrades if CARDS[card].traits.grant is grant)


def figure_strength(state: GameState, seat: Seat, figure: FigureKind, place: Place) -> int:
    """Return the STR of one figure in `place`; Warriors singly (A21, A21a, E19)."""
    own = sheet(state.clans[seat].upgrades)
    if figure == WARRIOR:
        return own.warrior_strength
    if figure == LEADER:
        return max(state.rulings.leader_strength, own.leader_strength)
    if figure == SHIP:
        return max(state.rulings.ship_strength, own.ship_strength)
    if figure == MYSTIC:
        return MYSTIC_STRENGTH
    card = CARDS[CardId(figure)]
    if place == Place.YGGDRASIL and card.traits.strength_yggdrasil is not None:
        return card.traits.strength_yggdrasil
    return card.strength


def is_ship(figure: FigureKind) -> bool:
    """Whether a figure is a ship for all purposes (D20, A8)."""
    monster = CARDS.get(CardId(figure))
    return figure == SHIP or (monster is not None and monster.traits.is_ship)


def ships_in(figures: Figures) -> int:
    """Count the figures of a set that are ships for all purposes."""
    return figures.ships + sum(CARDS[card].traits.is_ship for card in figures.monsters)


@lru_cache(maxsize=4096)
def walkers(figures: Figures) -> Figures:
    """Return the figures of a set that may march: all but ships (D20)."""
    monsters = tuple(card for card in figures.monsters if not CARDS[card].traits.is_ship)
    return Figures(figures.warriors, figures.leader, 0, monsters, figures.mystics)


def mystics_in_box(state: GameState, seat: Seat) -> int:
    """Count the Mystics that a clan has not won yet (M1, M11)."""
    clan = state.clans[seat]
    won = clan.reserve.mystics + clan.valhalla.mystics
    return (
        MYSTICS_PER_CLAN
        - won
        - sum(state.figures(seat, place).mystics for place in printed.PROVINCES)
    )


def is_leader(figure: FigureKind) -> bool:
    """Whether a figure is a Leader for all purposes (D27, E24)."""
    monster = CARDS.get(CardId(figure))
    return figure == LEADER or (monster is not None and monster.traits.is_leader)


def leaders_in(state: GameState, seat: Seat, place: Place) -> tuple[FigureKind, ...]:
    """Return the kinds of a seat's figures in `place` that count as Leader."""
    return tuple(kind for kind in state.figures(seat, place).kinds() if is_leader(kind))


def invade_price(state: GameState, seat: Seat, figure: FigureKind, place: Place) -> int:
    """Return the Rage an invade from the reserve costs (D13, A21a, M4)."""
    return 0 if is_opened(state, seat, place) else usual_price(state, seat, figure)


def is_opened(state: GameState, seat: Seat, place: Place) -> bool:
    """Whether a monster of a seat lets all its figures invade `place` for nothing."""
    for monster in state.figures(seat, place).monsters:
        if CARDS[monster].traits.opens_province:
            return True
    return False


def usual_price(state: GameState, seat: Seat, figure: FigureKind) -> int:
    """Return the Rage an invade costs in a place that no monster has opened (D13, A21a)."""
    if figure in (LEADER, MYSTIC):
        return 0
    card = CARDS.get(CardId(figure))
    if card is not None and card.traits.invade_price is not None:
        return card.traits.invade_price
    return figure_strength(state, seat, figure, Place.ELVAGAR)


def upgrade_price(state: GameState, seat: Seat, card: CardId) -> int:
    """Return the Rage an upgrade costs to play (D22)."""
    discount = sheet(state.clans[seat].upgrades).upgrade_discount
    return max(0, CARDS[card].cost - discount)


def price_of(state: GameState, intent: Intent) -> int:
    """Return the Rage that an answer of a turn costs (D4)."""
    match intent:
        case Invade():
            return invade_price(state, intent.seat, intent.figure, intent.place)
        case Upgrade():
            return upgrade_price(state, intent.seat, intent.face.card)
        case March():
            return MARCH_PRICE
        case InvadeFromValhalla() | TakeVillage(origin=Origin.VALHALLA):
            return FULL_PRICE_OF_VALHALLA
        case Repillage():
            return REPILLAGE_PRICE
        case _:
            return 0
