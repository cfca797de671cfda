"""Previews without hidden knowledge: the outcome of each card a seat could play (E18).

Every consequence comes from the engine itself: the battle is played to its end on a copy in
which the other seats play no card and all later choices fall to their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import DecideBattle, EndBattle
from engine.changes import GainGlory, LoseGlory
from engine.knowledge import Knowledge
from engine.play import apply, owed
from engine.state import GameState
from engine.story import BattleTotal, CompareNote, Story, StoryItem
from engine.terms import Face, Seat
from engine.values import Value


class CardOutcome(Value):
    """The outcome if a seat plays `face` and the others no card, or cards that are given.

    `face` is None for playing nothing. `totals` are those that would be compared, `story` runs
    to the end of the battle, `glory` is the change of each seat's Glory.
    """

    face: Face | None
    totals: tuple[BattleTotal, ...]
    winner: Seat | None
    glory: tuple[int, ...]
    story: Story

    def total_of(self, seat: Seat) -> int:
        """Return the total of one participant."""
        return next((total.total for total in self.totals if total.seat == seat), 0)


def card_outcomes(state: GameState, knowledge: Knowledge) -> tuple[CardOutcome, ...]:
    """Return the outcome of each different card in the seat's hand, and of none.

    The seat must owe a battle card (I19, I32) and not have laid one yet.
    """
    return tuple(card_outcome(state, knowledge.seat, face) for face in knowledge.hand_faces)


def card_outcome(state: GameState, seat: Seat, face: Face | None) -> CardOutcome:
    """Play the present battle to its end with one card of one seat."""
    return _outcome(state, face, {seat: face} if face is not None else {})


def cards_outcome(state: GameState, seat: Seat, cards: Mapping[Seat, Face]) -> CardOutcome:
    """Play the present battle to its end with one card of each seat in `cards`, and no other.

    `seat` is the one whose card is asked about. Seats that owe no card may not be in `cards`.
    """
    return _outcome(state, cards.get(seat), dict(cards))


def _outcome(state: GameState, face: Face | None, cards: dict[Seat, Face]) -> CardOutcome:
    before = tuple(clan.glory for clan in state.clans)
    story: list[StoryItem] = []
    ended = False
    while not ended and owed(state):
        outcome = apply(state, _likely(state, cards))
        state = outcome.state
        for item in outcome.story:
            story.append(item)
            if isinstance(item, EndBattle):
                ended = True
                break
    after = _glory_told(before, story)
    totals: tuple[BattleTotal, ...] = ()
    winner: Seat | None = None
    for item in story:
        if isinstance(item, CompareNote):
            totals = item.totals
        elif isinstance(item, DecideBattle):
            winner = item.winner
    gains = tuple(new - old for new, old in zip(after, before, strict=True))
    return CardOutcome(face, totals, winner, gains, tuple(story))


def _likely(state: GameState, cards: dict[Seat, Face]) -> act.Action:
    """Return the next action of the preview: a given card once, otherwise a default."""
    due = owed(state)[0]
    assert not isinstance(due, ask.TableDuty)
    if isinstance(due, ask.CardDecision) and due.seat in cards:
        return act.Laid(due.seat)
    if isinstance(due, ask.OpenPlayDecision) and due.seat in cards:
        return act.PlayOpen(due.seat, cards.pop(due.seat))
    if isinstance(due, ask.OpenCardDuty) and due.seat in cards:
        return act.OpenCard(due.seat, cards.pop(due.seat))
    return act.Absent(due.seat)


def _glory_told(before: tuple[int, ...], story: list[StoryItem]) -> tuple[int, ...]:
    """Compute the Glory of all seats after a story, from the totals in its changes."""
    glory = list(before)
    for item in story:
        if isinstance(item, GainGlory | LoseGlory):
            glory[item.seat] = item.total
    return tuple(glory)
