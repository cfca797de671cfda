"""The chance to win a battle with a card, by counting the cards that rivals may play.

The model is simple, and the sentence says so: every rival that owes a card plays one of its hand,
each equally likely. Cards that everybody saw return to that hand are known; every other one is a
battle card of this Age's deck that this seat has seen nowhere else, each copy equally likely. Cards
passed on in the draft may be in a hand, so they count as unseen. Late cards are not considered.

Against one rival the rules play the battle with every possible card, texts included. Against
several, whose combinations are too many, the bonuses decide alone.

A card that a rival kept from an earlier Age is not counted either: any card of that Age may be it.
A chance of 0 or 1 is certain only where neither such a card nor a late one can change it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm, prod
from typing import Final

from client.prompts.battles import yet_to_play
from client.prompts.nodes import DecisionContext
from client.text.consequences import WinChance
from engine.battle_changes import ThrowAway
from engine.cards import CARDS
from engine.decisions import CardDecision, OpenPlayDecision
from engine.decks import deck_faces
from engine.preview import CardOutcome
from engine.terms import Age, Face, Kind, Seat
from engine.values import Value
from protocol.rules import rules_for

_NONE: Final = Fraction(0)
_BEST: Final = -1
"""The bonus of a card that counts the best bonus of an opponent (+X)."""

Hand = tuple[tuple[Face | None, Fraction], ...]
"""The cards a rival may play, None for one without effect, and the chance of each."""


def unseen_cards(context: DecisionContext) -> Counter[Face]:
    """Count the battle cards of this Age that may be in the hand of a rival, unknown to us."""
    state, knowledge = context.state, context.knowledge
    options = state.options
    deck = deck_faces(
        state.age, state.players, kickstarter=options.kickstarter, mystics=options.mystics
    )
    unseen = Counter(face for face in deck if CARDS[face.card].kind is Kind.BATTLE)
    unseen.subtract(context.gone)
    unseen.subtract(knowledge.hand)
    unseen.subtract(face for faces in knowledge.returned for face in faces)
    return +unseen


def chance_to_win(context: DecisionContext, face: Face) -> WinChance | None:
    """Return the chances with a card; None if it makes all choose again, or no rival plays one."""
    state, seat = context.state, context.knowledge.seat
    own = next(one for one in context.outcomes if one.face == face)
    rivals = (
        yet_to_play(context)
        if isinstance(context.decision, OpenPlayDecision)
        else tuple(
            due.seat
            for due in state.owed
            if isinstance(due, CardDecision) and due.seat != seat and state.clans[due.seat].hand
        )
    )
    if not rivals or any(isinstance(item, ThrowAway) for item in own.story):
        return None
    unseen = unseen_cards(context)
    if len(rivals) == 1:
        win, tie = _against_one(context, face, rivals[0], unseen)
    else:
        win, tie = _against_several(context, own, rivals, unseen)
    exact = len(rivals) == 1
    certain = exact and not _may_hold_more(context, rivals, unseen)
    return WinChance(win, tie, unseen.total(), exact, certain)


def _may_hold_more(
    context: DecisionContext, rivals: tuple[Seat, ...], unseen: Counter[Face]
) -> bool:
    """Whether a rival may play a card of an earlier Age, or another participant a late one too."""
    state, returned = context.state, context.knowledge.returned
    is_first = state.age is Age.ONE
    assert state.battle is not None
    seats = state.battle.participants
    hides = {seat: state.clans[seat].hand > len(returned[seat]) for seat in seats}
    if not is_first and any(hides[rival] for rival in rivals):
        return True
    is_late_unseen = not is_first or any(CARDS[face.card].late for face in unseen)
    return any(
        (is_late_unseen and hides[seat]) or any(CARDS[face.card].late for face in returned[seat])
        for seat in hides
        if seat != context.knowledge.seat and state.clans[seat].hand > (seat in rivals)
    )


def _possible(context: DecisionContext, rival: Seat, unseen: Counter[Face]) -> Hand:
    """Return the cards a rival may play, those it is known to hold first."""
    size = context.state.clans[rival].hand
    known = context.knowledge.returned[rival]
    hidden = Fraction(size - len(known), size)
    found: list[tuple[Face | None, Fraction]] = [
        (face, Fraction(count, size)) for face, count in sorted(Counter(known).items())
    ]
    if not hidden:
        return tuple(found)
    if not unseen:
        return (*found, (None, hidden))
    total = unseen.total()
    found += [(face, hidden * count / total) for face, count in sorted(unseen.items())]
    return tuple(found)


def _against_one(
    context: DecisionContext, face: Face, rival: Seat, unseen: Counter[Face]
) -> tuple[Fraction, Fraction]:
    """Play the battle with every card of the rival; one that throws all away wins nothing."""
    state, seat = context.state, context.knowledge.seat
    play = rules_for(state).cards_outcome
    win = tie = Fraction(0)
    for other, share in _possible(context, rival, unseen):
        cards = {seat: face} if other is None else {seat: face, rival: other}
        outcome = play(state, seat, cards)
        if any(isinstance(item, ThrowAway) for item in outcome.story):
            continue
        if outcome.winner == seat:
            win += share
        elif outcome.winner is None:
            tie += share
    return win, tie


def _against_several(
    context: DecisionContext, own: CardOutcome, rivals: tuple[Seat, ...], unseen: Counter[Face]
) -> tuple[Fraction, Fraction]:
    """Compare the totals for every combination of bonuses, no copy of a card dealt twice."""
    seat = context.knowledge.seat
    assert own.face is not None
    mine = _bonus(own.face)
    others = (total.total for total in own.totals if total.seat not in (seat, *rivals))
    several = _Several(
        mine,
        own.total_of(seat) - max(0, mine),
        max(others, default=0),
        tuple(
            _Rival(
                own.total_of(rival),
                tuple(Counter(map(_bonus, context.knowledge.returned[rival])).items()),
                context.state.clans[rival].hand - len(context.knowledge.returned[rival]),
            )
            for rival in rivals
        ),
        Counter(_bonus(face) for face in unseen.elements()),
        unseen.total(),
    )
    several.deal(0, (), 1, 0)
    hands = prod(context.state.clans[rival].hand for rival in rivals)
    total = unseen.total()
    win, tie = (
        sum((Fraction(count, hands * perm(total, drawn)) for drawn, count in counts.items()), _NONE)
        for counts in (several.won, several.tied)
    )
    return win, tie


class _Rival(Value):
    """The strength of a rival's figures, the bonuses it is known to hold, its hidden cards."""

    strength: int
    known: tuple[tuple[int, int], ...]
    hidden: int


@dataclass(slots=True)
class _Several:
    """A count of all ways in which several rivals may play, by the number of cards drawn unseen.

    `mine` is our bonus, `bare` our total without it, `others` the best total of those who
    play no card; `copies` are the `unseen` cards by bonus. A hidden card beyond those is no battle
    card.
    """

    mine: int
    bare: int
    others: int
    rivals: tuple[_Rival, ...]
    copies: Counter[int]
    unseen: int
    won: Counter[int] = field(default_factory=Counter)
    tied: Counter[int] = field(default_factory=Counter)

    def deal(self, index: int, shown: tuple[int, ...], ways: int, drawn: int) -> None:
        """Let the next rival play each of its cards in turn; `ways` counts those so far."""
        if index == len(self.rivals):
            self._compare(shown, ways, drawn)
            return
        rival = self.rivals[index]
        for bonus, count in rival.known:
            if not self._beats(rival, bonus):
                self.deal(index + 1, (*shown, bonus), ways * count, drawn)
        if not rival.hidden:
            return
        if drawn == self.unseen:
            self.deal(index + 1, (*shown, 0), ways * rival.hidden, drawn)
            return
        for bonus, count in self.copies.items():
            if count and not self._beats(rival, bonus):
                self.copies[bonus] = count - 1
                self.deal(index + 1, (*shown, bonus), ways * rival.hidden * count, drawn + 1)
                self.copies[bonus] = count

    def _beats(self, rival: _Rival, bonus: int) -> bool:
        """Whether a rival wins against us with a card, whatever the others play."""
        return self.mine != _BEST and rival.strength + bonus > self.bare + self.mine

    def _compare(self, shown: tuple[int, ...], ways: int, drawn: int) -> None:
        if self.mine == _BEST or _BEST in shown:
            played = (self.mine, *shown)
            bonus, *bonuses = (_counted(played, index) for index in range(len(played)))
        else:
            bonus, bonuses = self.mine, list(shown)
        total = self.bare + bonus
        best = self.others
        for rival, added in zip(self.rivals, bonuses, strict=True):
            best = max(best, rival.strength + added)
        if total > best:
            self.won[drawn] += ways
        elif total == best:
            self.tied[drawn] += ways


def _bonus(face: Face) -> int:
    card = CARDS[face.card]
    return _BEST if card.bonus_is_best else card.bonus


def _counted(shown: tuple[int, ...], index: int) -> int:
    """Return the bonus of a card among those shown; +X counts the best of the others."""
    if shown[index] != _BEST:
        return shown[index]
    return max((0, *(bonus for at, bonus in enumerate(shown) if at != index)))
