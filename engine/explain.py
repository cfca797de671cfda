"""Explanations of numbers: parts with their cards, adding up to the number on the screen."""

from __future__ import annotations

from enum import StrEnum

from engine import board as printed
from engine.cards import CARDS
from engine.phases.age_end import falling
from engine.scoring import final_glory
from engine.sheet import figure_strength, invade_price, sheet_of, ships_in, upgrade_price
from engine.state import GameState
from engine.stats import SLOTS, TRACKS
from engine.strength import figure_sources
from engine.terms import CardId, FigureKind, Place, Reward, Seat, Slot, Stat, Use
from engine.values import Value


class Why(StrEnum):
    """The kind of a part."""

    FIGURES = "figures"
    PRICE = "price"
    DISCOUNT = "discount"
    FREE = "free"
    LEVEL = "level"
    ON_BOARD = "on-board"
    RAGNAROK = "ragnarok"
    DOUBLED = "doubled"
    SHIPS = "ships"
    RELEASE = "release"
    STATS = "stats"
    FINAL = "final"
    SLOT = "slot"


class Part(Value):
    """One part of a number: `count` things worth `amount` together, thanks to `card` if any."""

    why: Why
    amount: int
    count: int = 1
    figure: FigureKind | None = None
    card: CardId | None = None
    place: Place | None = None


class Explanation(Value):
    """A number and the parts it is made of, in the order they apply."""

    total: int
    parts: tuple[Part, ...]


def explain_strength(state: GameState, seat: Seat, province: Place, use: Use) -> Explanation:
    """Explain the STR of a seat in the area of a province (E18, E19)."""
    parts = tuple(
        Part(
            Why.FIGURES,
            source.amount,
            source.count,
            FigureKind(source.what),
            source.by,
            source.place,
        )
        for source in figure_sources(state, seat, province, use)
    )
    return Explanation(sum(part.amount for part in parts), parts)


def explain_invade_price(
    state: GameState, seat: Seat, figure: FigureKind, place: Place
) -> Explanation:
    """Explain the price of an invade from the reserve (D13)."""
    total = invade_price(state, seat, figure, place)
    strength = figure_strength(state, seat, figure, Place.ELVAGAR)
    slot = {"warrior": Slot.WARRIOR, "ship": Slot.SHIP}.get(figure)
    card = next(iter(sheet_of(state, seat).in_slot(slot)), None) if slot else None
    parts = [Part(Why.PRICE, strength, figure=figure, card=card)]
    if total != strength:
        opener = next(
            (
                monster
                for monster in state.figures(seat, place).monsters
                if CARDS[monster].traits.opens_province
            ),
            CardId(figure) if CardId(figure) in CARDS else None,
        )
        parts.append(Part(Why.FREE, total - strength, figure=figure, card=opener))
    return Explanation(total, tuple(parts))


def explain_upgrade_price(state: GameState, seat: Seat, card: CardId) -> Explanation:
    """Explain the price of playing an upgrade (D22)."""
    total = upgrade_price(state, seat, card)
    printed_price = CARDS[card].cost
    parts = [Part(Why.PRICE, printed_price, card=card)]
    if total != printed_price:
        discount = next(
            own for own in state.clans[seat].upgrades if CARDS[own].traits.upgrade_discount
        )
        parts.append(Part(Why.DISCOUNT, total - printed_price, card=discount))
    return Explanation(total, tuple(parts))


def explain_horns(state: GameState, seat: Seat) -> Explanation:
    """List the figures that count against the Horns, by place (D15)."""
    parts = tuple(
        Part(Why.ON_BOARD, number, number, place=place)
        for place in printed.PLACES
        if (number := state.figures(seat, place).count)
    )
    return Explanation(sum(part.amount for part in parts), parts)


def explain_stat(state: GameState, seat: Seat, stat: Stat) -> Explanation:
    """Explain the value of a stat and of its higher levels; `count` is the level (A16)."""
    level = state.clans[seat].levels[stat]
    track = TRACKS[stat]
    parts = tuple(Part(Why.LEVEL, track[step], step) for step in range(level, len(track)))
    return Explanation(track[level], parts)


def explain_ragnarok(state: GameState, seat: Seat) -> Explanation:
    """Explain the Glory a seat would get if the Age ended on this board (F8, F9)."""
    place = falling(state)
    if place is None:
        return Explanation(0, ())
    own = sheet_of(state, seat)
    number = state.area_figures(seat, place).count
    each = printed.RAGNAROK_GLORY[state.age]
    parts = []
    if number:
        parts.append(Part(Why.RAGNAROK, each * number, number, place=place))
        if own.ragnarok_factor > 1:
            doubler = next(
                card
                for card in state.clans[seat].upgrades
                if CARDS[card].traits.ragnarok_factor > 1
            )
            extra = each * number * (own.ragnarok_factor - 1)
            parts.append(Part(Why.DOUBLED, extra, number, card=doubler, place=place))
    ships = ships_in(state.area_figures(seat, place))
    if ships:
        parts += [
            Part(Why.SHIPS, amount * ships, ships, card=card, place=place)
            for card, amount in own.ship_glory
        ]
    return Explanation(sum(part.amount for part in parts), tuple(parts))


def explain_release(state: GameState, seat: Seat) -> Explanation:
    """Explain the Glory a seat would get for the figures now in its Valhalla (F11)."""
    number = state.clans[seat].valhalla.count
    parts = tuple(
        Part(Why.RELEASE, amount * number, number, card=card)
        for card, amount in sheet_of(state, seat).release_glory
        if number
    )
    return Explanation(sum(part.amount for part in parts), parts)


def explain_end(state: GameState, seat: Seat) -> Explanation:
    """Explain the Glory a seat would get if the game ended now (G1)."""
    parts = tuple(
        Part(Why.STATS, gain.amount)
        if gain.source is Reward.STATS
        else Part(Why.FINAL, gain.amount, state.on_board(seat), card=CardId(gain.source))
        for gain in final_glory(state, seat)
    )
    return Explanation(sum(part.amount for part in parts), parts)


def free_slots(state: GameState, seat: Seat, slot: Slot) -> Explanation:
    """Count the free slots of one kind on the sheet, and list the cards in the others (A20)."""
    lying = sheet_of(state, seat).in_slot(slot)
    parts = tuple(Part(Why.SLOT, 0, card=card) for card in lying)
    return Explanation(SLOTS[slot] - len(lying), parts)
