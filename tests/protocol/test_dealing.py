from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from protocol.dealing import (
    CardKey,
    Deal,
    Deck,
    Face,
    Faces,
    Holder,
    MaskedCard,
    MaskedList,
    Pack,
    Point,
    digest,
    own_faces,
)
from protocol.errors import BadOpening, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from tests.protocol import slow_verifier
from tests.protocol.in_memory_deal import Dealing, deck_of
from tests.protocol.seats import TABLE, key, secret

DECK_SIZES = {2: 20, 3: 26, 4: 34, 5: 42}
SMALL = deck_of(7)


def seat_numbers(count: int) -> tuple[int, ...]:
    """Charter numbers in another order than the places at the table."""
    return (3, 0, 2, 4, 1)[:count]


def keep_last(pack: Pack, seen: tuple[Face, ...]) -> tuple[int, ...]:
    return (len(seen) - 1,)


def keep_outer(pack: Pack, seen: tuple[Face, ...]) -> tuple[int, ...]:
    return (len(seen) - 1, 0)


# --- a whole Age ---


@cache
def drafted_age(count: int) -> tuple[Dealing, MaskedList, dict[int, MaskedList]]:
    dealing = Dealing(seat_numbers(count), deck_of(DECK_SIZES[count]))
    deck = dealing.shuffled()
    keep, choose = (2, keep_outer) if count == 2 else (1, keep_last)
    kept = dealing.drafted(dealing.deal.packs(deck, 8), keep, choose)
    return dealing, deck, {seat: dealing.hand(seat, kept[seat]) for seat in dealing.seats}


def opened_by(cards: MaskedList, seats: tuple[int, ...], faces: Faces) -> tuple[Face, ...]:
    """What these seats together see."""
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
def test_a_pack_travels_to_the_left_with_what_was_not_kept(count: int) -> None:
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
def test_a_hand_is_what_its_owner_kept_and_opens_to_him_alone(count: int) -> None:
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
def test_without_a_draft_everybody_is_dealt_six(count: int) -> None:
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


def test_both_verifiers_accept_a_whole_deal() -> None:
    dealing = Dealing((1, 0), SMALL)
    deal, deck = dealing.deal, dealing.deal.start()
    for link, seat in enumerate(dealing.seats):
        name = slow_verifier.sha("deck", deal.ctx, link)
        old, deck = deck, dealing.remasked("deck", seat, deal.shuffle(link, deck))
        raw = dealing.sent[-1].raw
        assert slow_verifier.accepts_shuffle(name, seat, deal.key, old.to_bytes(), raw)
    pack = deal.packs(deck, 3)[0]
    bound = (pack.number, pack.round, pack.holder, pack.cards.to_bytes())
    name = slow_verifier.sha("pack", deal.ctx, *bound)
    shares = dealing.shared("shares", pack)
    raw, masks = dealing.sent[-1].raw, pack.cards.masks()
    named = (deal.ctx, name, 0, key(0).public)
    assert slow_verifier.accepts_batch(named, range(3), masks, raw)
    output = dealing.remasked("pick", 1, deal.pick(pack), [1])
    raw = dealing.sent[-1].raw
    assert slow_verifier.accepts_shuffle(name, 1, deal.key, pack.cards.to_bytes(), raw)
    kept, _ = deal.passed(pack, output, 2)
    dealing.hand(1, kept)
    name = slow_verifier.sha("kept", deal.ctx, 1, kept.to_bytes())
    named = (deal.ctx, name, 0, key(0).public)
    raw = dealing.sent[-2].raw
    assert slow_verifier.accepts_batch(named, range(2), kept.masks(), raw)
    own = MaskedList(
        tuple(card.without([key(0).share(card.mask)]) for card in kept.cards)
    ).to_bytes()
    name = slow_verifier.sha("hand", deal.ctx, 1, own)
    raw = dealing.sent[-1].raw
    assert slow_verifier.accepts_shuffle(name, 1, key(1).public, own, raw)
    assert shares


# --- what a deal is bound to ---


def deal_with(
    *, seats: tuple[int, ...] = (0, 1), deck: Deck = SMALL, attempt: int = 0, table: bytes = TABLE
) -> Deal:
    holders = [Holder(seat, key(seat).public) for seat in seats]
    return Deal.begin(table, deck, attempt, holders)


def test_the_digest_of_a_deal_covers_everything() -> None:
    cards = SMALL.cards
    deals = [
        deal_with(),
        deal_with(table=bytes(32)),
        deal_with(attempt=1),
        deal_with(seats=(1, 0)),
        deal_with(seats=(0, 2)),
        deal_with(seats=(0, 1, 2)),
        deal_with(deck=replace(SMALL, age=2)),
        deal_with(deck=replace(SMALL, rules="rules 2")),
        deal_with(deck=replace(SMALL, cards=cards[::-1])),
        deal_with(deck=replace(SMALL, cards=cards[:-1])),
        deal_with(deck=replace(SMALL, cards=(cards[0] + cards[1], *cards[2:]))),
        Deal.begin(TABLE, SMALL, 0, [Holder(0, key(0).public), Holder(5, key(1).public)]),
        Deal.begin(TABLE, SMALL, 0, [Holder(0, key(0).public), Holder(1, key(2).public)]),
    ]
    assert len({deal.ctx for deal in deals}) == len(deals)
    assert deals[0] == deal_with()


def test_the_digest_of_a_deal_is_made_as_specified() -> None:
    deal = deal_with(seats=(1, 0))
    assert deal.ctx == slow_verifier.sha(
        "ctx",
        TABLE,
        1,
        0,
        bytes.fromhex("00010000"),
        2,
        7,
        slow_verifier.sha(
            "cards", b"rules 1", 1, slow_verifier.frame(*map(str.encode, SMALL.cards))
        ),
        key(1).public + key(0).public,
        b"".join(slow_verifier.card_point(1, card).encode() for card in SMALL.cards),
    )
    assert deal.key == group.add(key(0).public, key(1).public)


def test_the_start_deck_lies_in_the_order_of_the_list_with_the_public_mask_one() -> None:
    deal = deal_with()
    for face, card in zip(SMALL.faces(), deal.start().cards, strict=True):
        assert card == MaskedCard(group.BASE, group.add(face.point(), deal.key))


@cache
def first_shuffle() -> bytes:
    deal = deal_with()
    return deal.shuffle(0, deal.start()).prove(secret(0)).to_bytes()


@pytest.mark.parametrize(
    "other",
    [
        deal_with(table=bytes(32)),
        deal_with(attempt=1),
        deal_with(seats=(0, 2)),
        deal_with(seats=(0, 1, 2)),
        deal_with(deck=replace(SMALL, age=2)),
        deal_with(deck=replace(SMALL, rules="rules 2")),
        deal_with(deck=replace(SMALL, cards=SMALL.cards[::-1])),
    ],
    ids=["table", "attempt", "roster", "longer roster", "age", "rules", "deck order"],
)
def test_a_shuffle_from_another_deal_is_refused(other: Deal) -> None:
    with pytest.raises(BadProof):
        other.shuffle(0, other.start()).check(first_shuffle())


def test_a_shuffle_from_another_seat_or_link_or_deck_is_refused() -> None:
    deal, turned = deal_with(), deal_with(seats=(1, 0))
    start = deal.start()
    deck = deal.shuffle(0, start).check(first_shuffle())
    for statement in (
        turned.shuffle(0, start),
        turned.shuffle(1, start),
        deal.shuffle(1, start),
        deal.shuffle(1, deck),
    ):
        with pytest.raises(BadProof):
            statement.check(first_shuffle())


def test_a_shuffle_of_an_older_deck_is_refused() -> None:
    deal = deal_with()
    start = deal.start()
    deck = deal.shuffle(0, start).check(first_shuffle())
    of_the_start = deal.shuffle(1, start).prove(secret(1)).to_bytes()
    with pytest.raises(BadProof):
        deal.shuffle(1, deck).check(of_the_start)


@cache
def small_packs() -> tuple[Deal, tuple[Pack, ...]]:
    dealing = Dealing((0, 1), SMALL)
    return dealing.deal, dealing.deal.packs(dealing.shuffled(), 3)


def test_a_pick_for_another_pack_round_or_holder_is_refused() -> None:
    deal, (pack, _) = small_packs()
    raw = deal.pick(pack).prove(secret(0), [1]).to_bytes()
    deal.pick(pack).check(raw)
    for other in (replace(pack, number=1), replace(pack, round=1), replace(pack, holder=1)):
        with pytest.raises(BadProof):
            deal.pick(other).check(raw)


def test_a_pick_of_another_pack_s_cards_is_refused() -> None:
    deal, (pack, other) = small_packs()
    raw = deal.pick(pack).prove(secret(0), [1]).to_bytes()
    with pytest.raises(BadProof):
        deal.pick(replace(pack, cards=other.cards)).check(raw)


def test_a_pick_is_no_shuffle_of_the_deck_and_no_hand() -> None:
    deal, (pack, _) = small_packs()
    raw = deal.pick(pack).prove(secret(0), [1]).to_bytes()
    with pytest.raises(BadProof):
        deal.hand(0, pack.cards).check(raw)


def test_shares_for_another_pack_or_round_are_refused() -> None:
    deal, (pack, other) = small_packs()
    raw = deal.shares(pack, 1).prove(key(1), secret(1)).to_bytes()
    deal.shares(pack, 1).check(raw)
    for wrong in (
        replace(pack, number=1),
        replace(pack, round=1),
        replace(pack, cards=other.cards),
    ):
        with pytest.raises(BadProof):
            deal.shares(wrong, 1).check(raw)


def test_shares_for_a_pack_are_no_shares_for_a_hand() -> None:
    deal, (pack, _) = small_packs()
    raw = deal.shares(pack, 1).prove(key(1), secret(1)).to_bytes()
    with pytest.raises(BadProof):
        deal.kept_shares(0, pack.cards, 1).check(raw)


def test_a_pick_with_more_or_fewer_cards_than_the_pack_is_not_passed_on() -> None:
    deal, (pack, other) = small_packs()
    short = MaskedList(other.cards.cards[:2])
    for output, keep in ((short, 1), (pack.cards, 0), (pack.cards, 3), (pack.cards, -1)):
        with pytest.raises(LocalProtocolError):
            deal.passed(pack, output, keep)


# --- what we must not do ---


def test_nobody_makes_shares_for_his_own_pack_or_hand() -> None:
    deal, (pack, _) = small_packs()
    with pytest.raises(LocalProtocolError):
        deal.shares(pack, 0)
    with pytest.raises(LocalProtocolError):
        deal.kept_shares(0, pack.cards, 0)


def test_a_seat_that_does_not_draft_has_no_part() -> None:
    deal, (pack, _) = small_packs()
    for call in (
        lambda: deal.shares(pack, 2),
        lambda: deal.hand(2, pack.cards),
        lambda: deal.opened(replace(pack, holder=2), key(2), {}, Faces.of(())),
    ):
        with pytest.raises(LocalProtocolError):
            call()


def test_a_pack_is_opened_with_the_shares_of_exactly_the_others() -> None:
    deal, (pack, _) = small_packs()
    shares = deal.shares(pack, 1).check(deal.shares(pack, 1).prove(key(1), secret(1)).to_bytes())
    faces = Faces.of(SMALL.faces())
    assert len(deal.opened(pack, key(0), {1: shares}, faces)) == 3
    wrong: list[dict[int, tuple[Point, ...]]] = [
        {},
        {0: shares},
        {1: shares[:2]},
        {1: shares, 2: shares},
        {0: shares, 1: shares},
    ]
    for given in wrong:
        with pytest.raises(LocalProtocolError):
            deal.opened(pack, key(0), given, faces)
    with pytest.raises(LocalProtocolError):
        deal.opened(pack, CardKey.of(key(1).secret), {1: shares}, faces)


def test_a_deal_has_a_table_seats_keys_and_cards() -> None:
    zero = Holder(0, key(0).public)
    one = Holder(1, key(1).public)
    for table, deck, holders in (
        (bytes(31), SMALL, [zero, one]),
        (TABLE, replace(SMALL, cards=()), [zero, one]),
        (TABLE, SMALL, []),
        (TABLE, SMALL, [zero, Holder(0, key(1).public)]),
        (TABLE, SMALL, [zero, Holder(-1, key(1).public)]),
        (TABLE, SMALL, [zero, Holder(1 << 16, key(1).public)]),
    ):
        with pytest.raises(LocalProtocolError):
            Deal.begin(table, deck, 0, holders)


def test_a_deal_refuses_copied_and_cancelling_keys() -> None:
    opposite = CardKey.of(group.scalar_negate(key(0).secret)).public
    for other, reason in ((key(0).public, Reason.KEY_REPEATED), (opposite, Reason.KEYS_CANCEL)):
        with pytest.raises(BadProof) as refusal:
            Deal.begin(TABLE, SMALL, 0, [Holder(0, key(0).public), Holder(1, other)])
        assert refusal.value.reason is reason


def test_there_is_no_link_beyond_the_seats_and_no_pack_beyond_the_deck() -> None:
    deal = deal_with()
    start = deal.start()
    for link, deck in ((-1, start), (2, start), (0, MaskedList(start.cards[:-1]))):
        with pytest.raises(LocalProtocolError):
            deal.shuffle(link, deck)
    for size in (0, 4, -1):
        with pytest.raises(LocalProtocolError):
            deal.packs(start, size)


def test_names_of_lists_are_made_as_specified() -> None:
    deal, (pack, _) = small_packs()
    cards = pack.cards.to_bytes()
    assert deal.pack_id(pack) == digest("pack", deal.ctx, 0, 0, 0, cards)
    assert deal.pick(pack).list_id == deal.shares(pack, 1).list_id == deal.pack_id(pack)
    assert deal.shuffle(1, deal.start()).list_id == digest("deck", deal.ctx, 1)
    assert deal.kept_shares(0, pack.cards, 1).list_id == digest("kept", deal.ctx, 0, cards)
    assert deal.hand(1, pack.cards).list_id == digest("hand", deal.ctx, 1, cards)
