"""Choices of cards: the draft, and the card kept for the next Age."""

from __future__ import annotations

from typing import Final

from client.bots.valuation import battle_worth, free_step_worth, is_battle, upgrade_worth
from client.bots.weights import Weights
from engine.cards import CARDS
from engine.cards.model import Rank
from engine.knowledge import Knowledge
from engine.sheet import sheet, upgrade_price
from engine.state import GameState
from engine.stats import SLOTS
from engine.terms import Age, CardId, Face, Kind, Place, Seat, Slot, Stat

_QUESTS: Final = (1.0, 1.0, 1.0, 0.7)
"""The factor of a quest by the number of others in hand."""
LOKI: Final = frozenset(
    {
        "lokis-dragons",
        "fire-dragons",
        "eternal-dragons",
        "lokis-domain",
        "lokis-eminence",
        "lokis-wrath",
        "lokis-blessing",
        "quest-glorious-death",
        "odins-inspiration",
    }
)
"""Cards that reward deaths: each makes the others better."""


def best_picks(
    weights: Weights, state: GameState, knowledge: Knowledge, count: int
) -> tuple[Face, ...]:
    """Choose the cards of the pack to keep, one after the other."""
    picked: tuple[Face, ...] = ()
    left = list(knowledge.pack)
    for _ in range(count):
        have = (*knowledge.picks, *knowledge.kept, *picked)
        best = max(left, key=lambda face: pick_worth(weights, state, knowledge.seat, face, have))
        left.remove(best)
        picked = (*picked, best)
    return tuple(sorted(picked))


def pick_worth(
    weights: Weights, state: GameState, seat: Seat, face: Face, have: tuple[Face, ...]
) -> float:
    """Return the worth of a face to a seat that already has the others."""
    card = CARDS[face.card]
    match card.kind:
        case Kind.BATTLE:
            others = sum(is_battle(other) for other in have)
            enough = weights.enough
            return battle_worth(weights, card.id) * enough[min(others, len(enough) - 1)]
        case Kind.QUEST:
            return _quest(weights, state, seat, face, have)
        case Kind.UPGRADE:
            return _upgrade(weights, state, seat, face, have)


def _quest(
    weights: Weights, state: GameState, seat: Seat, face: Face, have: tuple[Face, ...]
) -> float:
    card = CARDS[face.card]
    assert card.aim is not None
    clan = state.clans[seat]
    chance = weights.quest_chances[card.aim.rank] - weights.early * (state.age is Age.ONE)
    if card.aim.places == (Place.YGGDRASIL,):
        chance -= weights.far
    if card.aim.rank is Rank.VALHALLA:
        chance += 0.12 * _dying(clan.upgrades, have)
    else:
        chance += 0.12 * any(other.card == face.card for other in have)
        open_places = sum(not state.is_destroyed(place) for place in card.aim.places)
        if not open_places:
            return 0.0
        chance += weights.choice * (open_places - 3)
    glory = card.glory(face.age) * sheet(clan.upgrades).quest_factor
    throne = any(other.card == "odins-throne" for other in have)
    quests = sum(CARDS[other.card].kind is Kind.QUEST for other in have)
    step = free_step_worth(weights, clan.levels, state.age)
    return min(chance, 0.9) * (glory * (1 + throne) + step) * _QUESTS[min(quests, len(_QUESTS) - 1)]


def _dying(upgrades: tuple[CardId, ...], have: tuple[Face, ...]) -> int:
    """Count the cards of a seat that reward deaths."""
    return sum(card in LOKI for card in upgrades) + sum(face.card in LOKI for face in have)


def _upgrade(
    weights: Weights, state: GameState, seat: Seat, face: Face, have: tuple[Face, ...]
) -> float:
    card = CARDS[face.card]
    clan = state.clans[seat]
    assert card.slot is not None
    worth = upgrade_worth(weights, face, state.age)
    if face.card in LOKI:
        worth *= 0.8 + 0.15 * _dying(clan.upgrades, have)
    if face.card == "odins-throne":
        worth *= 0.5 + 0.3 * sum(CARDS[other.card].kind is Kind.QUEST for other in have)
    price = upgrade_price(state, seat, card.id)
    planned = [other for other in have if CARDS[other.card].kind is Kind.UPGRADE]
    spent = sum(CARDS[other.card].cost for other in planned)
    rage = clan.value(Stat.RAGE)
    same = sum(CARDS[other.card].slot is card.slot for other in planned)
    if card.slot is not Slot.CLAN and card.slot is not Slot.MONSTER:
        worth += 1.0
        worth *= 0.4**same
    else:
        lying = len(sheet(clan.upgrades).in_slot(card.slot))
        if lying + same >= SLOTS[card.slot]:
            worth *= 0.6
    net = worth - weights.rage * price
    if spent + price > rage - 2:
        net *= 0.4
    return net


def keep_worth(weights: Weights, state: GameState, seat: Seat, face: Face) -> float:
    """Return the worth of a face in the next Age."""
    card = CARDS[face.card]
    if card.kind is Kind.UPGRADE:
        later = Age(min(3, state.age + 1))
        price = upgrade_price(state, seat, card.id)
        return upgrade_worth(weights, face, later) - weights.rage * price
    if card.kind is Kind.QUEST:
        assert card.aim is not None
        step = free_step_worth(weights, state.clans[seat].levels, state.age)
        return weights.quest_chances[card.aim.rank] * (card.glory(face.age) + step)
    return battle_worth(weights, card.id) + weights.point * card.bonus * 0.2


def best_to_keep(weights: Weights, state: GameState, knowledge: Knowledge) -> Face | None:
    """Choose the card to keep for the next Age; any card is better than none."""
    return max(
        knowledge.hand,
        key=lambda face: keep_worth(weights, state, knowledge.seat, face),
        default=None,
    )
