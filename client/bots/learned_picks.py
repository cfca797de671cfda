"""The draft by learned values: each card, and how the cards of a hand go together.

The values are fitted to games (``make train``): what a card in hand at the start of an Age is worth
by the end of the game, in Glory above the mean of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client.bots.addition import added
from client.bots.card_choice import LOKI, pick_worth
from client.bots.situation import Situation
from client.bots.weights import Weights
from engine import actions as act
from engine.cards import CARDS
from engine.state import Clan
from engine.stats import TRACKS
from engine.terms import CardId, Face, Kind, Slot, Stat
from engine.values import Value

SHAPES = (
    "battle cards squared",
    "quests squared",
    "pairs of Loki cards",
    "Loki cards x those on the sheet",
    "price above the Rage",
    "second cards of a slot",
    "twin quests",
    "Odin's Throne x quests",
)
"""The parts of the value of a hand beside its single cards, in the order of `shape`."""
_TROOPS = (Slot.LEADER, Slot.WARRIOR, Slot.SHIP)
_SPARE_RAGE = 3.0
"""The Rage of an Age that goes into other things than upgrades."""


class HandValues(Value):
    """Values of an Age's hand: by card, and by part of its shape, in the order of `SHAPES`."""

    cards: Mapping[CardId, float]
    shapes: tuple[float, ...]


def shape(clan: Clan, hand: Sequence[CardId]) -> tuple[float, ...]:
    """Return the numbers that `SHAPES` names for a hand of a clan."""
    battle = quests = loki = cost = 0
    slots = []
    for card in hand:
        printed = CARDS[card]
        loki += card in LOKI
        match printed.kind:
            case Kind.BATTLE:
                battle += 1
            case Kind.QUEST:
                quests += 1
            case Kind.UPGRADE:
                cost += printed.cost
                if printed.slot in _TROOPS:
                    slots.append(printed.slot)
    lying = sum(card in LOKI for card in clan.upgrades)
    rage = TRACKS[Stat.RAGE][clan.levels[Stat.RAGE]]
    twins = sum(
        hand.count(card) > 1 for card in dict.fromkeys(hand) if CARDS[card].kind is Kind.QUEST
    )
    throne = "odins-throne" in hand or "odins-throne" in clan.upgrades
    return (
        float(battle**2),
        float(quests**2),
        loki * (loki - 1) / 2,
        float(loki * lying),
        max(0.0, cost - rage + _SPARE_RAGE),
        float(len(slots) - len(set(slots))),
        float(twins),
        float(throne * quests),
    )


def hand_value(values: HandValues, clan: Clan, hand: Sequence[CardId]) -> float:
    """Return the value of a hand's shape."""
    return added(a * b for a, b in zip(values.shapes, shape(clan, hand), strict=True))


def best_draft(weights: Weights, values: HandValues, situation: Situation) -> act.Intent:
    """Choose the cards of most value, learned and by rules of thumb together; first of equals."""
    return max(situation.answers, key=lambda answer: _value(weights, values, situation, answer))


def _value(weights: Weights, values: HandValues, situation: Situation, answer: act.Intent) -> float:
    assert isinstance(answer, act.Pick)
    state, known = situation.state, situation.knowledge
    have: tuple[Face, ...] = (*known.picks, *known.kept)
    hand = [face.card for face in (*have, *answer.faces)]
    total = hand_value(values, state.clans[known.seat], hand)
    for face in answer.faces:
        if face.age is state.age:
            total += values.cards.get(face.card, 0.0)
        total += pick_worth(weights, state, known.seat, face, have)
    return total
