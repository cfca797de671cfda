from functools import cache

import pytest

from engine.values import replace
from protocol.cards.dealing import (
    CardKey,
    Deal,
    Deck,
    FaceTable,
    Holder,
    MaskedCard,
    MaskedList,
    Pack,
    Point,
    digest,
)
from protocol.errors import BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from tests.protocol import slow_verifier
from tests.protocol.in_memory_deal import Dealing, deck_of
from tests.protocol.seats import TABLE, key, secret

SMALL = deck_of(7)


# --- the context of a deal ---


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


def test_the_digest_of_a_deal_is_as_specified() -> None:
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


def test_the_start_deck_has_the_order_of_the_list_and_the_public_mask() -> None:
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


def test_a_pick_of_another_packs_cards_is_refused() -> None:
    deal, (pack, other) = small_packs()
    raw = deal.pick(pack).prove(secret(0), [1]).to_bytes()
    with pytest.raises(BadProof):
        deal.pick(replace(pack, cards=other.cards)).check(raw)


def test_a_pick_is_refused_as_a_shuffle_or_a_hand() -> None:
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


def test_shares_for_a_pack_are_refused_for_a_hand() -> None:
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


# --- forbidden messages ---


def test_nobody_makes_shares_for_their_own_pack_or_hand() -> None:
    deal, (pack, _) = small_packs()
    with pytest.raises(LocalProtocolError):
        deal.shares(pack, 0)
    with pytest.raises(LocalProtocolError):
        deal.kept_shares(0, pack.cards, 0)


def test_a_seat_that_does_not_draft_takes_no_part() -> None:
    deal, (pack, _) = small_packs()
    for call in (
        lambda: deal.shares(pack, 2),
        lambda: deal.hand(2, pack.cards),
        lambda: deal.opened(replace(pack, holder=2), key(2), {}, FaceTable.of(())),
    ):
        with pytest.raises(LocalProtocolError):
            call()


def test_a_pack_is_opened_with_the_shares_of_exactly_the_others() -> None:
    deal, (pack, _) = small_packs()
    shares = deal.shares(pack, 1).check(deal.shares(pack, 1).prove(key(1), secret(1)).to_bytes())
    faces = FaceTable.of(SMALL.faces())
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


def test_a_deal_needs_a_table_seats_keys_and_cards() -> None:
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


def test_names_of_lists_are_as_specified() -> None:
    deal, (pack, _) = small_packs()
    cards = pack.cards.to_bytes()
    assert deal.pack_id(pack) == digest("pack", deal.ctx, 0, 0, 0, cards)
    assert deal.pick(pack).list_id == deal.shares(pack, 1).list_id == deal.pack_id(pack)
    assert deal.shuffle(1, deal.start()).list_id == digest("deck", deal.ctx, 1)
    assert deal.kept_shares(0, pack.cards, 1).list_id == digest("kept", deal.ctx, 0, cards)
    assert deal.hand(1, pack.cards).list_id == digest("hand", deal.ctx, 1, cards)


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
