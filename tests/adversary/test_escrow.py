"""Battle cards that are not shown: the others open them, or they are lost."""

from __future__ import annotations

import pytest

from client.tables.watched import WatchedTable
from engine import actions as act
from engine.battle_changes import LoseLaidCard, RevealCard
from engine.terms import Face
from protocol.agreement.vote_events import Faulty
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import Holder, SealStatement
from protocol.errors import BadOpening, Reason
from protocol.game.events import Applied, CardUnopened, StepBegan, WentAway
from protocol.game.step_table import StepKind
from protocol.record.record import verify_record
from protocol.record.retelling import retell
from protocol.spectate.follower import Follower
from protocol.wire.bodies import OpenSealed, SealCard, pack_body
from protocol.wire.envelope import Envelope
from tests.adversary.scenes import Scene, assert_goes_on, assert_refused, kind, scene
from tests.adversary.tables import Table, copied
from tests.adversary.test_absence import assert_one_game, record_of
from tests.adversary.test_secrets import opens
from tests.adversary.withholding import WithholdingTable, opens_card, sealing
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS

OWNER = 0
"""The seat that does not show its card."""


def laid_by(table: WithholdingTable, signer: int) -> Face:
    """Return the card a seat has laid, which it alone knows."""
    knowledge = table.sessions[signer].knowledge
    assert knowledge is not None
    assert knowledge.laid is not None
    return knowledge.laid


def steps_of(table: Table, signer: int) -> list[StepKind]:
    """Return the kinds of the steps that a seat began."""
    return [event.due.kind for event in table.events[signer] if isinstance(event, StepBegan)]


def stories(table: WithholdingTable, signer: int) -> list[object]:
    """Return everything that happened, as a seat was told."""
    return [item for event in table.told(signer, Applied) for item in event.story]


def shows_without(table: WithholdingTable, *others: int) -> None:
    """Let the owner keep its card back, until these others go on without it."""
    table.keep_back(OWNER, opens_card)
    assert table.sessions[others[0]].referee.due.kind is StepKind.ACT
    table.waive(*others)


def said_in(table: WithholdingTable, signer: int, body: OpenSealed) -> Envelope:
    """Sign a message at the head and in the view of seat 1."""
    one, liar = table.sessions[1], table.sessions[signer]
    return Envelope.seal(liar.identity, one.point, signer, pack_body(body), view=one.voter.view)


# ------------------------------------------------------------------ opened


@pytest.mark.parametrize("players", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_a_card_kept_back_is_opened_by_the_others_and_counts(players: int) -> None:
    table = sealing(players)
    face = laid_by(table, OWNER)
    shows_without(table, *range(1, players))
    assert StepKind.OPEN_SEALED in steps_of(table, 1)
    seat = table.sessions[1].referee.seat_of(OWNER)
    table.run_until(lambda: RevealCard(seat, face) in stories(table, 1))
    assert RevealCard(seat, face) in stories(table, 1)
    assert LoseLaidCard(seat) not in stories(table, 1)
    (gone,) = table.told(1, WentAway)
    assert gone.signers == (OWNER,)
    assert not table.told(1, CardUnopened)
    table.rejoin()
    assert_one_game(table)
    assert any(
        isinstance(item, act.OpenCard) and item.face == face
        for item in (event.action for event in table.told(OWNER, Applied))
    )


@pytest.mark.slow
def test_a_game_goes_on_to_its_end_after_a_card_was_opened() -> None:
    table = sealing(3)
    shows_without(table, 1, 2)
    both = table.sessions[1:]
    table.agree_until((1, 2), lambda: {one.referee.due.kind for one in both} == {StepKind.CLOSED})
    raw = record_of(table, 1)
    assert verify_record(raw, table.cache).closed
    opened = [
        moment.applied.action
        for moment in retell(raw, table.cache).moments
        if moment.applied is not None and isinstance(moment.applied.action, act.OpenCard)
    ]
    assert table.sessions[1].referee.seat_of(OWNER) in [action.seat for action in opened]


def test_a_wrong_share_in_place_of_the_card_opens_it_too() -> None:
    """A fault does not pay either: its author leaves for good, and the card counts."""
    table = sealing(3)
    face = laid_by(table, OWNER)
    table.keep_back(OWNER, opens_card)
    one, liar = table.sessions[1], table.sessions[OWNER]
    body = pack_body(SealCard(bytes(160)))
    lie = Envelope.seal(liar.identity, one.point, OWNER, body)
    for signer in (1, 2):
        table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))
    seat = one.referee.seat_of(OWNER)
    table.tick(12, lambda: RevealCard(seat, face) in stories(table, 1))
    assert RevealCard(seat, face) in stories(table, 1)
    assert one.referee.attendance.proven == {OWNER}


# -------------------------------------------------------------------- lost


@pytest.mark.parametrize("players", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_a_card_without_a_seal_is_lost(players: int) -> None:
    table = sealing(players)
    table.keep_back(OWNER, kind(StepKind.SEAL))
    one = table.sessions[1]
    seat = one.referee.seat_of(OWNER)
    table.waive(*range(1, players))
    table.run_until(lambda: LoseLaidCard(seat) in stories(table, 1))
    assert LoseLaidCard(seat) in stories(table, 1)
    assert StepKind.OPEN_SEALED not in steps_of(table, 1)
    assert not table.told(1, CardUnopened)
    table.rejoin()
    assert_one_game(table)


def test_two_who_keep_their_cards_back_lose_both() -> None:
    """Each is a holder of the other's seal, and away."""
    table = sealing(5)
    first, other, *_ = table.sessions[0].referee.due.signers
    three = [one for one in range(5) if one not in (first, other)]
    honest = three[0]
    for owner in (first, other):
        table.withhold(owner, opens_card)
    both = {first, other}
    table.run_until(lambda: all(set(table.sessions[one].waiting_for) == both for one in three))
    table.split(three, (first,), (other,))
    table.waive(*three)
    referee = table.sessions[honest].referee
    for owner, holder in ((first, other), (other, first)):
        assert LoseLaidCard(referee.seat_of(owner)) in stories(table, honest)
        lost = next(one for one in table.told(honest, CardUnopened) if one.owner == owner)
        assert lost.holders == (holder,)
    assert StepKind.OPEN_SEALED not in steps_of(table, honest)


def test_a_holder_that_opens_nothing_is_named_and_away() -> None:
    table = sealing(4)
    keeper = 3
    shows_without(table, 1, 2, keeper)
    table.keep_back(keeper, kind(StepKind.OPEN_SEALED))
    one = table.sessions[1]
    assert one.referee.due.kind is StepKind.OPEN_SEALED
    seat = one.referee.seat_of(OWNER)
    step = one.point.step
    table.waive(1, 2)
    assert LoseLaidCard(seat) in stories(table, 1)
    assert table.told(1, CardUnopened) == [CardUnopened(step, OWNER, (keeper,))]
    assert [gone.signers for gone in table.told(1, WentAway)] == [(OWNER,), (keeper,)]
    (lost,) = one.referee.unopened
    assert (lost.owner, lost.holders) == (OWNER, (keeper,))
    table.rejoin()
    table.silent = {0, 1, 2, 3}
    table.tick(4)
    table.silent = set()
    table.run_until(lambda: not one.away)
    assert not one.away
    assert one.referee.unopened == ()


def test_a_holder_that_left_before_the_cards_were_shown_is_named() -> None:
    table = sealing(4)
    keeper = 1
    assert keeper in table.sessions[0].referee.due.signers
    table.keep_back(keeper, kind(StepKind.SEAL))
    table.waive(OWNER, 2, 3)
    shows_without(table, 2, 3)
    (lost,) = table.told(2, CardUnopened)
    assert (lost.owner, lost.holders) == (OWNER, (keeper,))
    assert StepKind.OPEN_SEALED not in steps_of(table, 2)


def test_a_proven_liar_among_the_holders_costs_the_card() -> None:
    table = sealing(3)
    shows_without(table, 1, 2)
    table.keep_back(2, kind(StepKind.OPEN_SEALED))
    one = table.sessions[1]
    seat = one.referee.seat_of(OWNER)
    lie = said_in(table, 2, OpenSealed((bytes(96),)))
    table.handle(1, one.receive(lie.to_bytes()))
    (fault,) = table.told(1, Faulty)
    assert (fault.signer, fault.reason) == (2, Reason.NOT_A_POINT)
    # The program of the owner votes as well: two persons are left, and one of them lies.
    table.split((OWNER, 1), (2,))
    table.tick(60, lambda: LoseLaidCard(seat) in stories(table, 1))
    assert LoseLaidCard(seat) in stories(table, 1)
    (lost,) = table.told(1, CardUnopened)
    assert (lost.owner, lost.holders) == (OWNER, (2,))


def test_spectators_read_who_did_not_open_a_card() -> None:
    table = sealing(4)
    shows_without(table, 1, 2, 3)
    table.keep_back(3, kind(StepKind.OPEN_SEALED))
    table.waive(1, 2)
    transcript = table.sessions[1].transcript
    follower = Follower(table.charter, table.cache)
    for step in range(len(transcript.history)):
        follower.take(tuple(transcript.recorded(step)))
    last = follower.checked[-1]
    assert last.due.kind is StepKind.OPEN_SEALED
    assert [(lost.owner, lost.holders) for lost in last.unopened] == [(OWNER, (3,))]
    watched = WatchedTable(follower, follower.checked)
    seats = [one for one in watched.absent() if one.unopened]
    assert [(one.seat, one.unopened) for one in seats] == [
        (follower.referee.seat_of(3), (table.charter.names[OWNER],))
    ]


# ----------------------------------------------------------------- holders


def holders(table: WithholdingTable) -> dict[int, set[int]]:
    """Return the holders of the seals that are due, by owner."""
    due = table.sessions[0].referee.escrow.due
    return {owner: {holder.seat for holder in one.holders} for owner, one in due.items()}


def played(table: WithholdingTable) -> WithholdingTable:
    """Let a table play to the first step in which seals are due, or to its end."""
    table.start()
    ends = (StepKind.SEAL, StepKind.CLOSED)
    table.run_until(lambda: table.sessions[0].referee.due.kind in ends)
    return table


@pytest.mark.slow
def test_bots_of_others_are_holders_and_own_bots_are_not() -> None:
    found: dict[int, set[int]] = {}
    for seed in range(1, 6):
        found |= holders(played(WithholdingTable(4, seed, bots={3: 0})))
    assert found == {0: {1, 2}, 1: {0, 2, 3}, 2: {0, 1, 3}, 3: {1, 2}}


@pytest.mark.parametrize(
    ("players", "bots"),
    [
        (2, {}),
        pytest.param(3, {2: 0}, marks=pytest.mark.slow),
        pytest.param(3, {1: 0, 2: 0}, marks=pytest.mark.slow),
        pytest.param(5, {2: 0, 3: 1, 4: 1}, marks=pytest.mark.slow),
    ],
)
def test_two_persons_seal_nothing_whatever_their_bots(players: int, bots: dict[int, int]) -> None:
    table = played(WithholdingTable(players, seed=7, bots=bots))
    assert table.sessions[0].referee.due.kind is StepKind.CLOSED
    laid = [e for e in table.told(0, Applied) if isinstance(e.action, act.OpenCard)]
    assert laid
    assert StepKind.SEAL not in steps_of(table, 0)


@pytest.mark.slow
def test_two_persons_with_one_away_seal_nothing() -> None:
    table = sealing(3)
    table.keep_back(OWNER, kind(StepKind.SEAL))
    table.waive(1, 2)
    for events in table.events:
        events.clear()
    both = table.sessions[1:]
    table.agree_until((1, 2), lambda: {one.referee.due.kind for one in both} == {StepKind.CLOSED})
    assert any(isinstance(e.action, act.OpenCard) for e in table.told(1, Applied))
    assert StepKind.SEAL not in steps_of(table, 1)


# ----------------------------------------------------------------- secrets


@pytest.mark.parametrize("players", [3, 4])
def test_a_laid_card_is_hidden_from_all_others_together_until_it_is_sealed(players: int) -> None:
    table = sealing(players)
    referee = table.sessions[0].referee
    play = referee.hands.laid[referee.seat_of(OWNER)]
    keys = [session.private_seat.key for session in table.sessions]
    for some in (keys[1:], keys[1:2], keys[2:], ()):
        assert opens(play.card, some) is None
    assert opens(play.card, keys[:1]) == laid_by(table, OWNER)


def seen_with(table: WithholdingTable, owner: int, others: tuple[int, ...]) -> Face | None:
    """Return the laid card of an owner if these others see it, after they have its seal."""
    card = table.sessions[1].referee.escrow.cards[owner]
    keys = {one: table.sessions[one].private_seat.key for one in others}
    share = card.share.without(key.share(card.share.mask) for key in keys.values()).body
    try:
        return printed(all_faces().opened(card.play.card, (share,)))
    except BadOpening:
        return None


def sealed(players: int) -> WithholdingTable:
    """Return a table at which cards are sealed, and the owner's is not shown."""
    table = sealing(players)
    table.keep_back(OWNER, opens_card)
    assert OWNER in table.sessions[1].referee.escrow.cards
    return table


@pytest.mark.parametrize("players", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_a_sealed_card_is_hidden_from_all_but_one_of_its_holders(players: int) -> None:
    face = laid_by(sealing(players), OWNER)
    table = sealed(players)
    others = tuple(range(1, players))
    for out in others:
        some = tuple(one for one in others if one != out)
        assert seen_with(table, OWNER, some) is None
    # All others together see it: that is what a seal is, and docs/threats.md says so.
    assert seen_with(table, OWNER, others) == face


def test_sealing_changes_nothing_in_the_shared_state() -> None:
    table = sealing(3)
    before = table.sessions[0].referee
    state, digest = before.state, before.digest()
    table.withhold(OWNER, opens_card)
    one = table.sessions[1]
    table.run_until(lambda: bool(one.referee.escrow.cards))
    assert one.state == state
    assert one.referee.digest() == digest


def test_a_seal_and_the_shares_that_open_it_are_the_same_bytes_after_a_restart() -> None:
    table = sealing(4)
    shows_without(table, 1, 2, 3)
    one = table.sessions[1]
    assert one.referee.due.kind is StepKind.OPEN_SEALED
    plan = one.private_seat.unasked(one.referee)
    assert plan is not None
    made = plan.job.run()
    assert made.proofs == plan.job.run().proofs
    table.run()
    (sent,) = (
        step[1]
        for step in one.history
        if 1 in step and step[1].body == pack_body(plan.finish(made))
    )
    assert sent.signer == 1


# ----------------------------------------------------------------- forgery

SEALING = kind(StepKind.SEAL)


def due_of(table: Scene) -> SealStatement:
    """Return the seal that the cheater owes."""
    return table.honest[0].referee.escrow.due[table.cheater]


def proven(table: Scene, due: SealStatement) -> SealCard:
    seat = table.liar.private_seat
    return SealCard(due.prove(seat.key, seat.secret).to_bytes())


def test_an_honest_seal_is_accepted() -> None:
    table = scene(SEALING)
    assert table.body == proven(table, due_of(table))
    assert_goes_on(table)


def test_a_seal_for_another_card_holder_or_deal_is_refused() -> None:
    table = scene(SEALING, players=4)
    due = due_of(table)
    referee = table.honest[0].referee
    hand = referee.hands.lists[referee.seat_of(table.cheater)]
    keys = [session.private_seat.key.public for session in table.sessions]
    fewer = tuple(Holder(one, keys[one]) for one in range(4) if one != table.cheater)[:2]
    for lie in (
        SealStatement(due.deal, due.name, due.seat, due.key, hand.cards.cards[0], due.holders),
        SealStatement(due.deal, due.name, due.seat, due.key, due.card, fewer),
        SealStatement(bytes(64), due.name, due.seat, due.key, due.card, due.holders),
        SealStatement(due.deal, bytes(64), due.seat, due.key, due.card, due.holders),
    ):
        table = scene(SEALING, players=4)
        assert_refused(table, table.forged(proven(table, lie)), Reason.SEAL_PROOF)


@pytest.mark.parametrize("name", [*list(ODD_POINTS)[::9]])
def test_a_seal_with_a_malformed_point_is_refused(name: str) -> None:
    for at in (0, 1):
        table = scene(SEALING)
        body = table.body
        assert isinstance(body, SealCard)
        raw = body.proof[: 32 * at] + ODD_POINTS[name] + body.proof[32 * (at + 1) :]
        assert_refused(table, table.forged(SealCard(raw)), Reason.NOT_A_POINT)


def test_a_seal_with_an_unreduced_or_wrong_scalar_is_refused() -> None:
    for at in (2, 3, 4):
        table = scene(SEALING)
        body = table.body
        assert isinstance(body, SealCard)
        for odd, reason in (
            (next(iter(ODD_SCALARS.values())), Reason.NOT_A_SCALAR),
            (bytes(32), Reason.SEAL_PROOF),
        ):
            raw = body.proof[: 32 * at] + odd + body.proof[32 * (at + 1) :]
            table = scene(SEALING)
            assert_refused(table, table.forged(SealCard(raw)), reason)


def test_no_card_of_a_holder_can_be_put_in_place_of_the_mask_of_a_seal() -> None:
    """Otherwise the shares that open the seal would turn over a card in the holder's hand."""
    table = scene(SEALING)
    body = table.body
    assert isinstance(body, SealCard)
    referee = table.honest[0].referee
    victim = next(hand for hand in referee.hands.lists if hand.seat != table.cheater and len(hand))
    raw = victim.cards.cards[0].mask + body.proof[32:]
    assert_refused(table, table.forged(SealCard(raw)), Reason.SEAL_PROOF)


def test_a_seal_is_owed_by_those_who_have_laid_a_card_only() -> None:
    table = scene(SEALING, players=5, seed=3)
    free = next(s for s in table.honest if s.signer not in s.referee.due.signers)
    said = Envelope.seal(free.identity, table.honest[0].point, free.signer, table.true.body)
    for events in table.say(said):
        (fault,) = events
        assert isinstance(fault, Faulty)
        assert (fault.signer, fault.reason) == (free.signer, Reason.NOT_OWED)


def test_shares_of_another_card_or_another_number_open_nothing() -> None:
    made = sealing(4)
    shows_without(made, 1, 2, 3)
    made.keep_back(2, kind(StepKind.OPEN_SEALED))
    seat, referee = made.sessions[2].private_seat, made.sessions[1].referee
    true = referee.escrow.cards[OWNER].opening(2).prove(seat.key, seat.secret).to_bytes()
    hand = referee.hands.lists[referee.seat_of(2)]
    own = hand.open_at(0, referee.head).prove(seat.key, seat.secret).to_bytes()
    for shares, reason in (
        ((own,), Reason.SHARE_PROOF),
        ((true[:32] + true[64:96] + true[32:64],), Reason.SHARE_PROOF),
        ((true[:-1],), Reason.WRONG_LENGTH),
        ((), Reason.WRONG_SHAPE),
        ((true, true), Reason.WRONG_SHAPE),
    ):
        table = copied(made)
        one = table.sessions[1]
        before = one.state, one.point
        lie = said_in(table, 2, OpenSealed(shares))
        table.handle(1, one.receive(lie.to_bytes()))
        (fault,) = table.told(1, Faulty)
        assert (fault.signer, fault.reason) == (2, reason)
        assert (one.state, one.point) == before
