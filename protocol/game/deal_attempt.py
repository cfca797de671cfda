"""One attempt at dealing an Age, step by step: the statements signers prove, and the cards dealt.

A signer that leaves before the last hand voids the attempt: the cards dealt are worth nothing, and
the signers left deal again, without it even if it is back. A seat that is dealt to alone does not
shuffle alone: everybody else at the table shuffles too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engine import actions as act
from engine.phases.gifts import HAND, PACK, TWO_DRAFTERS, picks_a_round
from engine.state import GameState
from engine.terms import Seat
from protocol.cards.card_faces import deck_of
from protocol.cards.dealing import (
    BatchStatement,
    Deal,
    Holder,
    MaskedList,
    Pack,
    Point,
    RemaskStatement,
    ShareStatement,
)
from protocol.errors import BadMessage, Reason
from protocol.game.step_table import Due, StepKind

Statement = RemaskStatement | BatchStatement | ShareStatement
Proven = MaskedList | tuple[Point, ...] | Point
"""The result of a checked statement."""


@dataclass
class DealAttempt:
    """The deal of an Age in progress. Signers are charter indices, in the order of the table.

    Attributes:
        seats: the places that are dealt to, with their signers in `order`.
        shufflers: the signers that shuffle, in turn; those of `order` first.
        attempt: the number of the attempt at this Age, from 1.
        shares: checked shares by holder, then by giver.
        kept: the cards each signer keeps so far; at the end its new cards under its own key.
    """

    deal: Deal
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    shufflers: tuple[int, ...]
    attempt: int
    deck: MaskedList
    drafted: bool
    packs: tuple[Pack, ...] = ()
    shares: dict[int, dict[int, tuple[Point, ...]]] = field(default_factory=dict)
    kept: dict[int, MaskedList] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        table_id: bytes,
        state: GameState,
        places: Sequence[int],
        keys: Sequence[Point],
        present: Sequence[int],
    ) -> Self:
        """Begin the first attempt at the present Age, with the signers that are `present`."""
        dealt = [place for place, signer in enumerate(places) if signer in present]
        return cls._attempt(table_id, state, (places, keys, present), dealt, 1)

    @classmethod
    def _attempt(
        cls,
        table_id: bytes,
        state: GameState,
        table: tuple[Sequence[int], Sequence[Point], Sequence[int]],
        dealt: Sequence[int],
        attempt: int,
    ) -> Self:
        places, keys, present = table
        seats = tuple(Seat(place) for place in dealt)
        order = tuple(places[place] for place in dealt)
        others = tuple(one for one in places if one in present and one not in order)
        deal = Deal.begin(
            table_id, deck_of(state), attempt, [Holder(signer, keys[signer]) for signer in order]
        )
        several = len(order) >= TWO_DRAFTERS
        drafted = state.rulings.draft and several
        shufflers = order if several else (*order, *others)
        return cls(deal, seats, order, shufflers, attempt, deal.start(), drafted)

    def again(
        self,
        state: GameState,
        places: Sequence[int],
        keys: Sequence[Point],
        present: Sequence[int],
    ) -> Self | None:
        """Begin the next attempt with the signers still `present`; None if there are none."""
        dealt = [seat for seat in self.seats if places[seat] in present]
        if not dealt:
            return None
        table = (places, keys, present)
        return self._attempt(self.deal.table_id, state, table, dealt, self.attempt + 1)

    def copied(self) -> Self:
        """Copy the attempt, to continue from it later."""
        return replace(
            self,
            shares={signer: dict(given) for signer, given in self.shares.items()},
            kept=dict(self.kept),
        )

    @property
    def picks(self) -> int:
        """Cards kept in one round of the draft."""
        return picks_a_round(self.seats)

    @property
    def rounds(self) -> int:
        """Rounds of the draft."""
        return HAND // self.picks

    def begin_age(self, state: GameState) -> act.BeginAge:
        """Return the action that reports this attempt to the rulebook."""
        # The rulebook does not count attempts that ended before a pack could be looked at.
        attempt = 1 if state.dealing is None else state.dealing.attempt + 1
        return act.BeginAge(state.age, attempt, self.seats)

    def pack_of(self, signer: int) -> Pack:
        """Return the pack a signer holds."""
        return next(pack for pack in self.packs if pack.holder == signer)

    # ------------------------------------------------------------ statements

    def statements(self, due: Due, signer: int) -> tuple[Statement, ...]:
        """Return the statements a signer has to prove in a step of the deal, in order.

        Raises:
            BadMessage: the step is not one of the deal.
        """
        match due.kind:
            case StepKind.SHUFFLE:
                return (self.deal.shuffle(due.link, self.deck, self.shufflers[due.link]),)
            case StepKind.PACK_SHARES:
                others = (pack for pack in self.packs if pack.holder != signer)
                return tuple(self.deal.shares(pack, signer) for pack in others)
            case StepKind.PICK:
                return (self.deal.pick(self.pack_of(signer)),)
            case StepKind.KEPT_SHARES:
                owners = (owner for owner in self.order if owner != signer)
                return tuple(
                    self.deal.kept_shares(owner, self.kept[owner], signer) for owner in owners
                )
            case StepKind.HAND:
                return (self.deal.hand(signer, self.own(signer)),)
            case _:
                raise BadMessage(Reason.WRONG_KIND, due.kind)

    def own(self, signer: int) -> MaskedList:
        """Return the kept cards of a signer with everybody else's layer taken off."""
        return self.deal.stripped(signer, self.kept[signer], self.shares[signer])

    # --------------------------------------------------------------- closing

    def close(self, due: Due, proven: Mapping[int, tuple[Proven, ...]]) -> Due:
        """Close a complete step and return the next one, of kind ACT when hands are dealt."""
        match due.kind:
            case StepKind.SHUFFLE:
                return self._shuffled(due, proven)
            case StepKind.PACK_SHARES:
                holders = {
                    signer: [pack.holder for pack in self.packs if pack.holder != signer]
                    for signer in self.order
                }
                self._share(proven, holders)
                return Due(StepKind.PICK, self._signers(), due.link)
            case StepKind.PICK:
                return self._picked(due, proven)
            case StepKind.KEPT_SHARES:
                owners = {
                    signer: [owner for owner in self.order if owner != signer]
                    for signer in self.order
                }
                self._share(proven, owners)
                return Due(StepKind.HAND, self._signers())
            case _:
                for signer in self.order:
                    self.kept[signer] = _list(proven[signer][0])
                return Due(StepKind.ACT, ())

    def _signers(self) -> tuple[int, ...]:
        return tuple(sorted(self.order))

    def _shuffled(self, due: Due, proven: Mapping[int, tuple[Proven, ...]]) -> Due:
        self.deck = _list(proven[self.shufflers[due.link]][0])
        if due.link + 1 < len(self.shufflers):
            return Due(StepKind.SHUFFLE, (self.shufflers[due.link + 1],), due.link + 1)
        if self.drafted:
            self.packs = self.deal.packs(self.deck, PACK)
            return Due(StepKind.PACK_SHARES, self._signers())
        dealt = self.deal.packs(self.deck, HAND)
        self.kept = {pack.holder: pack.cards for pack in dealt}
        return Due(StepKind.KEPT_SHARES, self._signers())

    def _share(
        self, proven: Mapping[int, tuple[Proven, ...]], receivers: Mapping[int, list[int]]
    ) -> None:
        self.shares = {signer: {} for signer in self.order}
        for signer in self.order:
            for receiver, points in zip(receivers[signer], proven[signer], strict=True):
                self.shares[receiver][signer] = _points(points)

    def _picked(self, due: Due, proven: Mapping[int, tuple[Proven, ...]]) -> Due:
        passed = []
        for signer in self.order:
            pack = self.pack_of(signer)
            output = _list(proven[signer][0])
            kept, rest = self.deal.passed(pack, output, self.picks)
            before = self.kept.get(signer, MaskedList(()))
            self.kept[signer] = MaskedList(before.cards + kept.cards)
            passed.append(rest)
        self.packs = tuple(passed)
        if due.link + 1 < self.rounds:
            return Due(StepKind.PACK_SHARES, self._signers(), due.link + 1)
        return Due(StepKind.KEPT_SHARES, self._signers())


def _list(proven: Proven) -> MaskedList:
    if not isinstance(proven, MaskedList):
        raise BadMessage(Reason.WRONG_SHAPE, "list")
    return proven


def _points(proven: Proven) -> tuple[Point, ...]:
    if not isinstance(proven, tuple):
        raise BadMessage(Reason.WRONG_SHAPE, "shares")
    return proven
