"""Public legality of the actions of a turn (I5 to I13)."""

from __future__ import annotations

from typing import assert_never

from engine import actions as act
from engine.cards import CARDS
from engine.cards.model import Card, Grant
from engine.errors import Code, Refusal
from engine.sheet import (
    FULL_PRICE_OF_VALHALLA,
    MARCH_PRICE,
    REPILLAGE_PRICE,
    has_grant,
    invade_price,
    is_ship,
    sheet_of,
    upgrade_price,
)
from engine.state import GameState
from engine.stats import SLOTS, TOP_LEVEL
from engine.targets import entry_refusal, horns_refusal
from engine.terms import (
    MYSTIC,
    WARRIOR,
    Box,
    CardId,
    Face,
    FigureKind,
    Kind,
    OdinsChosen,
    Origin,
    Place,
    Seat,
)

TurnAction = (
    act.Invade
    | act.March
    | act.Upgrade
    | act.Committed
    | act.Pillage
    | act.Repillage
    | act.InvadeFromValhalla
    | act.TakeVillage
    | act.Sacrifice
    | act.Pass
)


def is_printed(state: GameState, face: Face) -> bool:
    """Whether a card with this face exists; one of Mystics of Midgard only with that box."""
    card = CARDS.get(face.card)
    return card is not None and any(
        copy.age is face.age and (copy.box is not Box.MYSTICS or state.options.mystics)
        for copy in card.copies
    )


def turn_refusal(state: GameState, seat: Seat, action: act.SeatAction) -> Refusal | None:
    """Return the reason why the active seat may not take `action`, if any."""
    if not isinstance(action, TurnAction):
        return Refusal(Code.NOT_YOUR_ANSWER, seat)
    match action:
        case act.Invade():
            return invade_refusal(state, seat, action.figure, action.place)
        case act.March():
            return march_refusal(state, action)
        case act.Upgrade():
            return upgrade_refusal(state, action)
        case act.Committed():
            return hand_refusal(state, seat)
        case act.Pillage() | act.Repillage():
            return pillage_refusal(state, action)
        case act.InvadeFromValhalla():
            return valhalla_refusal(state, seat, action.figure, action.place)
        case act.TakeVillage():
            return capture_refusal(state, action)
        case act.Sacrifice():
            return sacrifice_refusal(state, action)
        case act.Pass():
            return None
        case _:
            assert_never(action)


def rage_refusal(state: GameState, seat: Seat, need: int) -> Refusal | None:
    """Return the reason why a price cannot be paid, if any (D4)."""
    have = state.clans[seat].rage
    return Refusal(Code.TOO_LITTLE_RAGE, seat, need=need, have=have) if have < need else None


def hand_refusal(state: GameState, seat: Seat) -> Refusal | None:
    """Return the reason why nothing can be played from the hand, if any."""
    return None if state.clans[seat].hand else Refusal(Code.HAND_EMPTY, seat)


def grant_refusal(state: GameState, seat: Seat, grant: Grant) -> Refusal | None:
    """Refuse the action of a clan card that is not on the sheet."""
    if has_grant(state, seat, grant):
        return None
    card = next(card.id for card in CARDS.values() if card.traits.grant is grant)
    return Refusal(Code.NEEDS_CARD, seat, card=card)


def stats_refusal(state: GameState, seat: Seat) -> Refusal | None:
    """Return the reason why no stat can rise, if any (D37)."""
    full = min(state.clans[seat].levels) >= TOP_LEVEL
    return Refusal(Code.STATS_FULL, seat) if full else None


def invade_refusal(
    state: GameState, seat: Seat, figure: FigureKind, place: Place
) -> Refusal | None:
    """I5: Check the reserve, the Horns, the place to enter and the price (D12 to D15)."""
    if not state.clans[seat].reserve.number_of(figure):
        return Refusal(Code.NOT_IN_RESERVE, seat)
    return (
        horns_refusal(state, seat)
        or entry_refusal(state, seat, figure, place)
        or rage_refusal(state, seat, invade_price(state, seat, figure, place))
    )


def valhalla_refusal(
    state: GameState, seat: Seat, figure: FigureKind, place: Place
) -> Refusal | None:
    """I11: Check the same for an invade from Valhalla at 1 Rage (D36)."""
    closed = grant_refusal(state, seat, Grant.VALHALLA_INVADE)
    if closed is None and not state.clans[seat].valhalla.number_of(figure):
        closed = Refusal(Code.NOT_IN_VALHALLA, seat)
    return (
        closed
        or horns_refusal(state, seat)
        or entry_refusal(state, seat, figure, place)
        or rage_refusal(state, seat, FULL_PRICE_OF_VALHALLA)
    )


def capture_refusal(state: GameState, action: act.TakeVillage) -> Refusal | None:
    """I14: Check the card, the Mystic's origin, the Horns, and the holder of the village (M25)."""
    seat = action.seat
    closed = grant_refusal(state, seat, Grant.CAPTURE)
    if closed is None and action.origin is Origin.VALHALLA:
        closed = grant_refusal(state, seat, Grant.VALHALLA_INVADE)
    if closed is not None:
        return closed
    clan = state.clans[seat]
    if action.origin is Origin.RESERVE and not clan.reserve.mystics:
        return Refusal(Code.NOT_IN_RESERVE, seat)
    if action.origin is Origin.VALHALLA and not clan.valhalla.mystics:
        return Refusal(Code.NOT_IN_VALHALLA, seat)
    price = FULL_PRICE_OF_VALHALLA if action.origin is Origin.VALHALLA else 0
    return (
        horns_refusal(state, seat)
        or village_refusal(state, action)
        or rage_refusal(state, seat, price)
    )


def village_refusal(state: GameState, action: act.TakeVillage) -> Refusal | None:
    """Return the reason why there is no such village to take, if any (M24, H-49)."""
    seat, place = action.seat, action.place
    if place.is_fjord or place == Place.YGGDRASIL:
        return Refusal(Code.NOT_A_VILLAGE, seat, place)
    if state.is_destroyed(place):
        return Refusal(Code.DESTROYED, seat, place)
    if not 0 <= action.owner < state.players:
        return Refusal(Code.NO_SUCH_SEAT)
    if action.victim not in (WARRIOR, MYSTIC):
        return Refusal(Code.NOT_A_VILLAGE, seat, place)
    if not state.figures(action.owner, place).number_of(action.victim):
        return Refusal(Code.NOT_THERE, seat, place)
    if action.owner == seat and state.rulings.odins_chosen is OdinsChosen.ENEMY:
        return Refusal(Code.OWN_FIGURE, seat, place)
    return None


def march_refusal(state: GameState, action: act.March) -> Refusal | None:
    """I6: Check 1 Rage, walkers that are present, and room for all of them (D18 to D20)."""
    seat, group = action.seat, action.figures
    if any(is_ship(kind) for kind in group.kinds()):
        return Refusal(Code.SHIP_CANNOT_WALK, seat, action.origin)
    for place in (action.origin, action.target):
        if place.is_fjord:
            return Refusal(Code.NOT_A_PROVINCE, seat, place)
    if action.origin == action.target:
        return Refusal(Code.SAME_PLACE, seat, action.target)
    if state.is_destroyed(action.target):
        return Refusal(Code.DESTROYED, seat, action.target)
    if not group:
        return Refusal(Code.NOBODY_NAMED, seat, action.origin)
    if group.monsters != tuple(sorted(group.monsters)):
        return Refusal(Code.NOT_THERE, seat, action.origin)
    if not state.figures(seat, action.origin).includes(group):
        return Refusal(Code.NOT_THERE, seat, action.origin)
    room = state.room(action.target)
    if group.count > room:
        return Refusal(Code.NO_ROOM, seat, action.target, need=group.count, have=room)
    return rage_refusal(state, seat, MARCH_PRICE)


def upgrade_refusal(state: GameState, action: act.Upgrade) -> Refusal | None:
    """I7: Check for an upgrade card, a slot of its kind, and the price (D22, D23)."""
    seat = action.seat
    empty = hand_refusal(state, seat)
    if empty is not None:
        return empty
    if not is_printed(state, action.face):
        return Refusal(Code.NO_SUCH_FACE, seat, card=action.face.card)
    card = CARDS[action.face.card]
    if card.kind is not Kind.UPGRADE:
        return Refusal(Code.NOT_AN_UPGRADE, seat, card=card.id)
    return slot_refusal(state, seat, card, action.replaces) or rage_refusal(
        state, seat, upgrade_price(state, seat, card.id)
    )


def slot_refusal(
    state: GameState, seat: Seat, card: Card, replaces: CardId | None
) -> Refusal | None:
    """Return the reason why a card fits neither a free slot nor the card to replace (D23)."""
    assert card.slot is not None
    lying = sheet_of(state, seat).in_slot(card.slot)
    if replaces is None:
        most = SLOTS[card.slot]
        full = len(lying) >= most
        return Refusal(Code.SLOT_FULL, seat, card=card.id, need=most) if full else None
    if replaces in lying:
        return None
    on_sheet = replaces in state.clans[seat].upgrades
    return Refusal(Code.WRONG_SLOT if on_sheet else Code.NOT_ON_SHEET, seat, card=replaces)


def pillage_refusal(state: GameState, action: act.Pillage | act.Repillage) -> Refusal | None:
    """I9, I10: Check for a surviving province with a figure of the seat in its area (D33, D35)."""
    seat, place = action.seat, action.place
    if place.is_fjord:
        return Refusal(Code.NOT_A_PROVINCE, seat, place)
    province = state.board.provinces[place]
    again = isinstance(action, act.Repillage)
    if again:
        closed = grant_refusal(state, seat, Grant.REPILLAGE)
        if closed is not None:
            return closed
    if province.destroyed:
        return Refusal(Code.DESTROYED, seat, place)
    if province.pillaged is not again:
        return Refusal(Code.NOT_PILLAGED if again else Code.ALREADY_PILLAGED, seat, place)
    if not state.is_present(seat, place):
        return Refusal(Code.NOT_PRESENT, seat, place)
    return rage_refusal(state, seat, REPILLAGE_PRICE) if again else None


def sacrifice_refusal(state: GameState, action: act.Sacrifice) -> Refusal | None:
    """I12: Check for two of the seat's figures on the board, and a stat that can rise (D37)."""
    seat = action.seat
    closed = grant_refusal(state, seat, Grant.SACRIFICE)
    if closed is not None:
        return closed
    full = stats_refusal(state, seat)
    if full is not None:
        return full
    if action.victims != act.ordered_victims(*action.victims):
        return Refusal(Code.NOT_THERE, seat)
    for place, kind in action.victims:
        need = action.victims.count((place, kind))
        if state.figures(seat, place).number_of(kind) < need:
            return Refusal(Code.NOT_THERE, seat, place)
    return None
