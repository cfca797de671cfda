"""The odds of hidden cards that rivals may hold and play.

They use public facts and the seat's own knowledge only: sizes of hands, the printed decks, and
faces seen to return into a hand. They are plain fractions, the same on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from client.bots.addition import added
from client.bots.valuation import is_battle
from client.bots.weights import Weights
from engine.cards import CARDS
from engine.decks import deck_faces
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Age, CardId, Seat

TOP_BONUS: Final = 8
"""The highest printed bonus."""
_SIGHT: Final = 3
"""The expected bonus of a +X before it is revealed."""
_FULL_HAND: Final = 6

Odds = tuple[float, ...]
"""Chance of a bonus of exactly 0, 1, ... up to TOP_BONUS."""

NO_CARD: Final[Odds] = (1.0, *(0.0,) * TOP_BONUS)


def bonus_of(card: CardId) -> int:
    """Return the expected bonus of a card before it is played."""
    return _SIGHT if CARDS[card].bonus_is_best else CARDS[card].bonus


def rival_odds(weights: Weights, state: GameState, knowledge: Knowledge, rival: Seat) -> Odds:
    """Return the odds of a rival's bonus in a battle now."""
    hand = state.clans[rival].hand
    if not hand:
        return NO_CARD
    known = knowledge.returned[rival]
    best = max((bonus_of(face.card) for face in known), default=0)
    hidden = max(0, hand - len(known))
    deck = (state.age, state.players, state.options.kickstarter, state.options.mystics)
    return _odds(deck, hidden, best, weights.other_card)


@lru_cache(maxsize=4096)
def _odds(deck: tuple[Age, int, bool, bool], hidden: int, best: int, other: float) -> Odds:
    age, players, kickstarter, mystics = deck
    cards = deck_faces(age, players, kickstarter=kickstarter, mystics=mystics)
    bonuses = [bonus_of(face.card) for face in cards if is_battle(face)]
    share = len(bonuses) / len(cards)
    # Upgrades and quests leave the hand first: what remains is mostly for battles.
    share += (1 - share) * max(0, _FULL_HAND - hidden) / (_FULL_HAND + 2)
    whole, part = divmod(hidden * share, 1)
    up_to = [0.0] * (TOP_BONUS + 1)
    for top in range(TOP_BONUS + 1):
        below = sum(bonus <= top for bonus in bonuses) / len(bonuses)
        power = 1.0
        for _ in range(int(whole)):
            power *= below
        likely = power * (1 - part + part * below) if top >= best else 0.0
        up_to[top] = (1 - other) * likely + other * (share * below + 1 - share)
    return tuple(up_to[top] - (up_to[top - 1] if top else 0.0) for top in range(TOP_BONUS + 1))


@lru_cache(maxsize=4096)
def mean(odds: Odds) -> float:
    """Return the average bonus."""
    return added(bonus * chance for bonus, chance in enumerate(odds))


@lru_cache(maxsize=4096)
def up_to(odds: Odds, total: int) -> float:
    """Return the chance of a bonus of at most `total`."""
    return added(odds[: total + 1]) if total >= 0 else 0.0


def win_and_tie(total: int, rivals: tuple[tuple[int, Odds], ...]) -> tuple[float, float]:
    """Return the chances that `total` is strictly the highest, and that it ties for it.

    Each rival is the strength of its figures and the odds of its bonus.
    """
    win = no_loss = 1.0
    for strength, odds in rivals:
        win *= up_to(odds, total - strength - 1)
        no_loss *= up_to(odds, total - strength)
    return win, no_loss - win
