"""A whole Age dealt in memory, for every number of seats: who sees each card, and where it goes."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from protocol.cards.dealing import EncodedFace, FaceTable, MaskedList, Pack, own_faces
from protocol.errors import BadOpening, LocalProtocolError
from tests.bench.dealing import BYTES_BUDGET, SECONDS_BUDGET, deal_an_age
from tests.protocol.in_memory_deal import Dealing, deck_of
from tests.protocol.seats import key

DECK_SIZES = {2: 20, 3: 26, 4: 34, 5: 42}


def seat_numbers(count: int) -> tuple[int, ...]:
    """Return charter indices in another order than the places at the table."""
    return (3, 0, 2, 4, 1)[:count]


def keep_last(pack: Pack, seen: tuple[EncodedFace, ...]) -> tuple[int, ...]:
    return (len(seen) - 1,)


def keep_outer(pack: Pack, seen: tuple[EncodedFace, ...]) -> tuple[int, ...]:
    return (len(seen) - 1, 0)


@cache
def drafted_age(count: int) -> tuple[Dealing, MaskedList, dict[int, MaskedList]]:
    dealing = Dealing(seat_numbers(count), deck_of(DECK_SIZES[count]))
    deck = dealing.shuffled()
    keep, choose = (2, keep_outer) if count == 2 else (1, keep_last)
    kept = dealing.drafted(dealing.deal.packs(deck, 8), keep, choose)
    return dealing, deck, {seat: dealing.hand(seat, kept[seat]) for seat in dealing.seats}


def opened_by(
    cards: MaskedList, seats: tuple[int, ...], faces: FaceTable
) -> tuple[EncodedFace, ...]:
    """Open cards with the keys of these seats together."""
    return tuple(
        faces.opened(card, [key(seat).share(card.mask) for seat in seats]) for card in cards.cards
    )


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_shuffled_deck_has_the_cards_of_the_list(count: int) -> None:
    dealing, deck, _ = drafted_age(count)
    opened = opened_by(deck, dealing.seats, dealing.faces)
    assert Counter(opened) == Counter(dealing.deck.faces())
    assert opened != dealing.deck.faces()


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_seat_sees_the_packs_it_holds_and_nobody_else_does(count: int) -> None:
    dealing, _, _ = drafted_age(count)
    rounds = 3 if count == 2 else 6
    assert len(dealing.packs_seen) == rounds * count
    for pack, seen, shares in dealing.packs_seen:
        place = (pack.number + pack.round) % count
        assert pack.holder == dealing.seats[place]
        assert len(seen) == 8 - pack.round * (6 // rounds)
        assert seen == opened_by(pack.cards, dealing.seats, dealing.faces)
        for other in (seat for seat in dealing.seats if seat != pack.holder):
            with pytest.raises(LocalProtocolError):
                dealing.deal.opened(pack, key(other), shares, dealing.faces)
        card = pack.cards.cards[0]
        public = [given[0] for given in shares.values()]
        others = [key(seat).share(card.mask) for seat in dealing.seats if seat != pack.holder]
        for partial in (public, others, [*public, *others], []):
            with pytest.raises(BadOpening):
                dealing.faces.opened(card, partial)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_pack_goes_left_without_the_kept_cards(count: int) -> None:
    dealing, deck, _ = drafted_age(count)
    keep = 2 if count == 2 else 1
    by_round = {(pack.number, pack.round): seen for pack, seen, _ in dealing.packs_seen}
    for number in range(count):
        first = by_round[number, 0]
        at = number * 8
        start = MaskedList(deck.cards[at : at + 8])
        assert first == opened_by(start, dealing.seats, dealing.faces)
        for turn in range(1, 6 // keep):
            before, after = by_round[number, turn - 1], by_round[number, turn]
            kept = Counter(before) - Counter(after)
            assert kept.total() == keep
            assert not Counter(after) - Counter(before)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_hand_has_the_kept_cards_and_opens_for_its_owner_alone(count: int) -> None:
    dealing, _, hands = drafted_age(count)
    choose = keep_outer if count == 2 else keep_last
    for seat in dealing.seats:
        kept = Counter(
            seen[at]
            for pack, seen, _ in dealing.packs_seen
            if pack.holder == seat
            for at in choose(pack, seen)
        )
        assert Counter(own_faces(hands[seat], key(seat), dealing.faces)) == kept
        assert kept.total() == 6
        others = tuple(other for other in dealing.seats if other != seat)
        for some in range(1, len(others) + 1):
            for together in combinations(others, some):
                with pytest.raises(BadOpening):
                    opened_by(hands[seat], together, dealing.faces)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_no_card_is_lost_or_doubled(count: int) -> None:
    dealing, deck, hands = drafted_age(count)
    dealt = Counter(opened_by(MaskedList(deck.cards[: 8 * count]), dealing.seats, dealing.faces))
    held = Counter(
        face for seat in hands for face in own_faces(hands[seat], key(seat), dealing.faces)
    )
    assert not held - dealt
    assert (dealt - held).total() == 2 * count


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_message_sizes_depend_on_counts_only(count: int) -> None:
    dealing, _, _ = drafted_age(count)
    sizes = {
        kind: {len(message.raw) for message in dealing.sent if message.kind == kind}
        for kind in ("deck", "draft", "draft shares", "hand", "hand shares")
    }
    left = range(8, 2, -2) if count == 2 else range(8, 2, -1)
    assert sizes["deck"] == {192 * DECK_SIZES[count] + 160}
    assert sizes["draft"] == {192 * cards + 160 for cards in left}
    assert sizes["draft shares"] == {32 * cards + 64 for cards in left}
    assert sizes["hand"] == {192 * 6 + 160}
    assert sizes["hand shares"] == {32 * 6 + 64}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_without_a_draft_each_seat_is_dealt_six_cards(count: int) -> None:
    dealing = Dealing(seat_numbers(count), deck_of(6 * count + 2))
    deck = dealing.shuffled()
    hands = {
        pack.holder: dealing.hand(pack.holder, pack.cards) for pack in dealing.deal.packs(deck, 6)
    }
    assert tuple(hands) == dealing.seats
    for place, seat in enumerate(dealing.seats):
        slots = MaskedList(deck.cards[6 * place : 6 * place + 6])
        dealt = opened_by(slots, dealing.seats, dealing.faces)
        assert Counter(own_faces(hands[seat], key(seat), dealing.faces)) == Counter(dealt)


@pytest.mark.slow
def test_dealing_an_age_to_five_seats_stays_within_the_byte_budget() -> None:
    assert sum(len(message.raw) for message in deal_an_age(5).sent) <= BYTES_BUDGET


@pytest.mark.bench
def test_dealing_an_age_to_five_seats_stays_within_the_time_budget() -> None:
    assert sum(deal_an_age(5).seconds.values()) <= SECONDS_BUDGET
