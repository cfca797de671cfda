"""A guess at the hidden cards: a table that agrees with all that one seat knows.

It is drawn from the seat's own knowledge and public facts: sizes of hands, sheets, and the packs
that the seat held. Weights of cards are whole numbers, so the draw is the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from engine.cards import CARDS
from engine.decks import deck_faces
from engine.knowledge import Knowledge, SeenPack
from engine.state import GameState
from engine.terms import Age, CardId, Face, Kind
from engine.values import Value

_TAKEN: Final = 24
"""The weight of a card that somebody took from a pack between our two looks at it."""
_UNSEEN: Final = 10
"""The weight of a card that was in none of our packs."""
_ROUNDS: Final = 6
_LEFT: Final = 2
"""Cards of each pack that nobody takes."""


class Hidden(Value):
    """The cards that may lie with rivals, each as often as it may, and the weight of each face."""

    faces: tuple[Face, ...]
    weights: Mapping[Face, int]


class World(Value):
    """A table as it may be: the state without answers already given, and the knowledge of all."""

    state: GameState
    knowledge: tuple[Knowledge, ...]


def hidden(state: GameState, known: Knowledge) -> Hidden:
    """Return the cards of the present Age that a seat has not seen elsewhere."""
    deck = _deck(state, state.age)
    views = [seen for seen in known.seen if seen.age is state.age]
    mine = Counter(face for seen in views for face in seen.kept)
    mine.update(face for face in known.picks if face.age is state.age)
    laid = () if known.laid is None else (known.laid,)
    held = Counter((*known.hand, *known.quests, *known.kept, *laid))
    pool = Counter(deck)
    pool -= mine | held
    shown = Counter(
        face for clan in state.clans for card in clan.upgrades for face in _faces(card, state.age)
    )
    if state.battle is not None:
        shown.update(played.face for played in state.battle.cards)
    own = Counter(
        face for card in state.clans[known.seat].upgrades for face in _faces(card, state.age)
    )
    pool -= shown - (own & mine)
    left = tuple(face for face in dict.fromkeys(deck) for _ in range(pool[face]))
    return Hidden(left, _weights(views, left, state.players))


def _deck(state: GameState, age: Age) -> tuple[Face, ...]:
    options = state.options
    return deck_faces(age, state.players, kickstarter=options.kickstarter, mystics=options.mystics)


def _faces(card: CardId, age: Age) -> tuple[Face, ...]:
    """Return the face of a card that is printed for an Age."""
    return (Face(card, age),) if any(copy.age is age for copy in CARDS[card].copies) else ()


def _weights(views: Sequence[SeenPack], faces: Sequence[Face], players: int) -> dict[Face, int]:
    weights = dict.fromkeys(faces, _UNSEEN)
    for number, seen in enumerate(views):
        passed = Counter(seen.faces) - Counter(seen.kept)
        again = number + players
        if again < len(views):
            taken = passed - Counter(views[again].faces)
            weights.update((face, _TAKEN) for face in taken if face in weights)
            continue
        left = sum(passed.values())
        gone = min(left - _LEFT, _ROUNDS - number - 1) if players > _LEFT else left - _LEFT
        stays = max(1, left - max(0, gone))
        for face in passed:
            if face in weights:
                weights[face] = min(weights[face], max(1, 4 * max(0, gone) // stays))
    return weights


def guess(state: GameState, known: Knowledge, unseen: Hidden, chance: Random) -> World:
    """Draw a table; the answers that others gave in a simultaneous step are taken back."""
    if state.given:
        state = state.waiting(state.agenda, state.owed, ())
    deck = _deck(state, state.age)
    cards = _shuffled(unseen, chance)
    seats = [one for one in state.seats_from(known.seat) if one != known.seat]
    hands = {one: list(known.returned[one])[: state.clans[one].hand] for one in seats}
    for one in seats:
        for face in hands[one]:
            if face in cards:
                cards.remove(face)
    quests = {one: _quests(state.clans[one].quests, cards, deck, chance) for one in seats}
    knowledge = [known] * state.players
    for one in seats:
        clan, hand = state.clans[one], hands[one]
        while len(hand) < clan.hand:
            hand.append(cards.pop() if cards else chance.choice(deck))
        knowledge[one] = Knowledge(
            one,
            hand=tuple(sorted(hand)),
            kept=_kept(state, clan.kept, chance),
            quests=quests[one],
            returned=((),) * state.players,
        )
    return World(state, tuple(knowledge))


def _shuffled(unseen: Hidden, chance: Random) -> list[Face]:
    """Return the unseen cards in a drawn order, likely ones more often at the end."""
    left = list(unseen.faces)
    order = []
    whole = sum(unseen.weights[face] for face in left)
    while left:
        at = chance.randrange(whole)
        for place, face in enumerate(left):  # noqa: B007 - the place is used after the loop
            at -= unseen.weights[face]
            if at < 0:
                break
        order.append(left.pop(place))
        whole -= unseen.weights[order[-1]]
    return order[::-1]


def _quests(
    count: int, cards: list[Face], deck: Sequence[Face], chance: Random
) -> tuple[Face, ...]:
    """Take committed quests from the end of the cards."""
    found = []
    for _ in range(count):
        place = next(
            (at for at in reversed(range(len(cards))) if CARDS[cards[at].card].kind is Kind.QUEST),
            None,
        )
        if place is None:
            found.append(
                chance.choice([face for face in deck if CARDS[face.card].kind is Kind.QUEST])
            )
        else:
            found.append(cards.pop(place))
    return tuple(found)


def _kept(state: GameState, count: int, chance: Random) -> tuple[Face, ...]:
    if not count:
        return ()
    age = Age(max(1, state.age - 1))
    deck = _deck(state, age)
    return tuple(chance.choice(deck) for _ in range(count))
