"""One attempt at dealing an Age, step by step: the statements signers prove, and the cards dealt.

A signer dealt to that leaves before the last hand voids the attempt: the cards dealt are worth
nothing, and the others deal again. The seats of its person, bots included, sit out that Age, even
if they are back: nobody deals again for themselves by letting a bot of theirs fall silent.
Everybody else at the table shuffles too, after those dealt to: nobody shuffles alone or among
friends. If one of these leaves, the deal goes on without its shuffle.

At a table of version 1 only a seat dealt to alone had that help, whoever shuffled voided the
attempt, and the rest of their person stayed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engine import actions as act
from engine.phases.gifts import HAND, PACK, TWO_DRAFTERS, picks_a_round
from engine.state import GameState
from engine.terms import Seat
from engine.values import Value
from protocol.cards.card_faces import deck_of
from protocol.cards.dealing import (
    FIRST_VERSION,
    BatchStatement,
    Deal,
    Holder,
    MaskedList,
    Pack,
    Point,
    Proven,
    RemaskStatement,
    SealStatement,
    ShareStatement,
)
from protocol.errors import BadMessage, Reason
from protocol.game.step_table import Due, StepKind

Statement = RemaskStatement | BatchStatement | ShareStatement | SealStatement


class Sitting(Value):
    """The table at the moment an attempt begins.

    Attributes:
        places: the signer at each seat.
        keys: the card key of each signer.
        present: the signers that are here.
        head: the head before the first shuffle; none at a table of version 1.
    """

    table_id: bytes
    places: Sequence[int]
    keys: Sequence[Point]
    present: Sequence[int]
    head: bytes


@dataclass
class DealAttempt:
    """The deal of an Age in progress. Signers are charter indices, in the order of the table.

    Attributes:
        seats: the places that are dealt to, with their signers in `order`.
        shufflers: the signers that shuffle, in turn; those of `order` first.
        needed: the signers without which the attempt is void.
        attempt: the number of the attempt at this Age, from 1.
        shares: checked shares by holder, then by giver.
        kept: the cards each signer keeps so far; at the end its new cards under its own key.
    """

    deal: Deal
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    shufflers: tuple[int, ...]
    needed: tuple[int, ...]
    attempt: int
    deck: MaskedList
    drafted: bool
    packs: tuple[Pack, ...] = ()
    shares: dict[int, dict[int, tuple[Point, ...]]] = field(default_factory=dict)
    kept: dict[int, MaskedList] = field(default_factory=dict)

    @classmethod
    def begin(cls, sitting: Sitting, state: GameState, out: Collection[int] = ()) -> Self:
        """Begin the first attempt at the present Age.

        Dealt to are the signers that are present and not `out`; if that is nobody, all present.
        """
        here = [place for place, one in enumerate(sitting.places) if one in sitting.present]
        dealt = [place for place in here if sitting.places[place] not in out]
        return cls._attempt(sitting, state, dealt or here, 1)

    @classmethod
    def _attempt(
        cls, sitting: Sitting, state: GameState, dealt: Sequence[int], attempt: int
    ) -> Self:
        places, present, head = sitting.places, sitting.present, sitting.head
        seats = tuple(Seat(place) for place in dealt)
        order = tuple(places[place] for place in dealt)
        others = tuple(one for one in places if one in present and one not in order)
        holders = [Holder(signer, sitting.keys[signer]) for signer in order]
        deal = Deal.begin(sitting.table_id, deck_of(state), attempt, holders, head)
        several = len(order) >= TWO_DRAFTERS
        drafted = state.rulings.draft and several
        is_first = head == FIRST_VERSION
        shufflers = order if is_first and several else (*order, *others)
        needed = shufflers if is_first else order
        return cls(deal, seats, order, shufflers, needed, attempt, deal.start(), drafted)

    def again(self, sitting: Sitting, state: GameState, fallen: Iterable[int]) -> Self | None:
        """Begin the next attempt without the `fallen`; None if nobody is left to be dealt to."""
        left = set(sitting.present).difference(fallen)
        dealt = [seat for seat in self.seats if sitting.places[seat] in left]
        if not dealt:
            return None
        return self._attempt(sitting, state, dealt, self.attempt + 1)

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

    def close(
        self, due: Due, proven: Mapping[int, tuple[Proven, ...]], present: Collection[int]
    ) -> Due:
        """Close a step and return the next one, of kind ACT when hands are dealt.

        Its messages are complete, but for the shuffle of a signer that is not needed.
        """
        match due.kind:
            case StepKind.SHUFFLE:
                return self._shuffled(due, proven, present)
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

    def _shuffled(
        self, due: Due, proven: Mapping[int, tuple[Proven, ...]], present: Collection[int]
    ) -> Due:
        shuffler = self.shufflers[due.link]
        if shuffler in proven:
            self.deck = _list(proven[shuffler][0])
        for link in range(due.link + 1, len(self.shufflers)):
            if self.shufflers[link] in present:
                return Due(StepKind.SHUFFLE, (self.shufflers[link],), link)
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
