"""Deals that are void: nobody gains by them, and nothing of them repeats on another past."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from client.platform.exit_codes import PEERS_DISAGREE
from engine.actions import Pick
from engine.state import Options
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.cards.dealing import KeyStatement, RemaskStatement
from protocol.charter import FIRST_PROTOCOL, Charter
from protocol.errors import Reason
from protocol.game.deal_attempt import DealAttempt
from protocol.game.session import Session
from protocol.game.step_table import DEALING, Due, StepKind
from protocol.record.record import BrokenRecord, Replay, verify_record, write_record
from protocol.wire.bodies import SignCharter, pack_body
from protocol.wire.codec import pack
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Domain
from tests.adversary.splits import SplitTable, without
from tests.adversary.tables import copied, hello_of
from tests.adversary.test_absence import at, come_back, record_of
from tests.client.cli.calling import call, is_one_sentence
from tests.protocol.cancelling import cancelling_hellos

PERSON, OTHER, BOT, THIRD = 0, 1, 2, 3


def dealing_of(table: SplitTable) -> DealAttempt:
    dealing = table.sessions[0].referee.dealing
    assert dealing is not None
    return dealing


# ---------------------------------------------------------------- own bots


@cache
def _with_bot(kind: StepKind) -> SplitTable:
    """Return a table of three persons, and a bot of the first, at a step of this kind."""
    table, chance = SplitTable(4, seed=7), Random(7)
    person, other = hello_of("Astrid", chance), hello_of("Bo", chance)
    bot = hello_of("Grim", chance, person[0].identity)
    made = [person, other, (bot[0].backed(person[1]), *bot[1:]), hello_of("Cid", chance)]
    charter = replace(table.charter, hellos=tuple(hello for hello, _, _ in made))
    assert Charter.from_bytes(charter.to_bytes()) == charter
    table.charter = charter
    table.sessions = [
        Session(charter, signer, identity, secret)
        for signer, (_, identity, secret) in enumerate(made)
    ]
    table.start()
    table.run_until(lambda: table.sessions[0].referee.due.kind is kind)
    return table


def with_bot(kind: StepKind) -> SplitTable:
    return copied(_with_bot(kind))


def hands(table: SplitTable) -> list[int]:
    """Return the number of cards in the hands, by signer."""
    referee = table.sessions[0].referee
    assert referee.state is not None
    clans = referee.state.clans
    return [clans[referee.seat_of(signer)].hand for signer in range(len(clans))]


@pytest.mark.parametrize("kind", [StepKind.PICK, StepKind.KEPT_SHARES])
def test_a_person_whose_bot_leaves_a_deal_sits_out_as_well(kind: StepKind) -> None:
    """Nobody deals again for better cards by letting a bot of their own fall silent."""
    table = with_bot(kind)
    table.split((PERSON, OTHER, THIRD), (BOT,))
    table.agree_until((OTHER, THIRD), lambda: BOT in table.sessions[0].away)
    assert set(table.sessions[0].away) == {BOT}
    dealing = dealing_of(table)
    assert set(dealing.order) == {OTHER, THIRD}
    assert dealing.shufflers == (*dealing.order, PERSON)
    table.run_until(lambda: table.sessions[0].referee.due.kind is StepKind.ACT)
    assert hands(table) == [0, 6, 0, 6]
    assert verify_record(record_of(table, OTHER), table.cache).away == (BOT,)


def test_a_fault_of_a_bot_in_a_deal_costs_its_person_the_age() -> None:
    table = with_bot(StepKind.PICK)
    bot = table.sessions[BOT]
    lie = Envelope.seal(bot.identity, bot.point, BOT, pack_body(SignCharter()))
    table.split((PERSON, OTHER, THIRD), (BOT,))
    for signer in (PERSON, OTHER, THIRD):
        table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))
    table.agree_until((OTHER, THIRD), lambda: BOT in table.sessions[0].away)
    assert set(dealing_of(table).order) == {OTHER, THIRD}


def test_a_bot_that_leaves_outside_a_deal_costs_its_person_nothing() -> None:
    table = with_bot(StepKind.ACT)
    table.split((PERSON, OTHER, THIRD), (BOT,))
    first = table.sessions[0]
    table.agree_until((OTHER, THIRD), lambda: BOT in first.away)
    table.run_until(lambda: first.referee.due.kind in DEALING)
    assert set(dealing_of(table).order) == {PERSON, OTHER, THIRD}


# --------------------------------------------------------- nobody shuffles alone


def test_a_seat_that_sits_out_shuffles_beside_several_dealt_to() -> None:
    table = at(4, StepKind.PICK)
    first = table.sessions[0]
    table.split((0, 1, 2), (3,))
    table.agree_until((0, 1, 2), lambda: 3 in first.away)
    come_back(table)
    table.run_until(lambda: first.referee.due.kind is StepKind.PICK and not first.away)
    table.split((0, 1, 3), (2,))
    table.agree_until((0, 1, 3), lambda: 2 in first.away)
    dealing = dealing_of(table)
    assert set(dealing.order) == {0, 1}
    assert dealing.shufflers == (*dealing.order, 3)
    table.run_until(lambda: first.referee.due.kind is StepKind.ACT)
    shuffles = [step for step in first.history[-12:] if set(step) == {3}]
    assert len(shuffles) == 1
    assert sorted(hands(table)) == [0, 0, 6, 6]


def test_a_deal_goes_on_without_the_shuffle_of_a_seat_that_sits_out() -> None:
    """Otherwise two who sit out could void one attempt after the other, in turn."""
    table = at(4, StepKind.PICK)
    first = table.sessions[0]
    table.split((0, 1, 2), (3,))
    table.agree_until((0, 1, 2), lambda: 3 in first.away)
    come_back(table)
    table.run_until(lambda: first.referee.due.kind is StepKind.PICK and not first.away)
    table.split((0, 1, 3), (2,))
    table.agree_until((0, 1, 3), lambda: 2 in first.away)
    attempt = dealing_of(table).attempt
    table.split((0, 1), (2,), (3,))
    table.run_until(lambda: first.referee.due.signers == (3,))
    referee = first.referee.copied()
    referee.close({}, bytes(32), without(referee, 3))
    assert referee.dealing is not None
    assert (referee.due.kind, referee.dealing.attempt) == (StepKind.PACK_SHARES, attempt)
    assert referee.dealing.packs


# ------------------------------------------------------------ another past


def test_every_proof_is_bound_to_the_head_before_its_step() -> None:
    table = at(3, StepKind.PICK)
    for _ in range(400):
        assert [one.referee.head for one in table.sessions] == [
            one.point.head for one in table.sessions
        ]
        table._move()
    replay = Replay(record_of(table, 0), table.cache)
    while not replay.is_done:
        replay.step()
        assert replay.referee.head == replay.point.head


def twins(table: SplitTable) -> list[SplitTable]:
    """Return a table with two futures: a seat that picks signs one card here, another there."""
    found = []
    for choose in (min, max):
        twin = copied(table)
        session = twin.sessions[0]
        decision = session.decision()
        assert decision is not None
        assert session.state is not None
        assert session.knowledge is not None
        picks = session.referee.rules.intents(session.state, session.knowledge, decision)
        pick = choose((one for one in picks if isinstance(one, Pick)), key=lambda one: one.faces)
        twin.handle(0, session.submit(pick))
        found.append(twin)
    return found


def is_away(table: SplitTable) -> bool:
    return 2 in table.sessions[0].away


def test_a_deck_is_shuffled_anew_on_another_past() -> None:
    """One attempt of one number among the same seats, after two pasts: no byte repeats."""
    table = at(3, StepKind.PICK)
    table.run_until(lambda: table.sessions[0].decision() is not None)
    decks = []
    for twin in twins(table):
        twin.split((0, 1), (2,))
        twin.agree_until((0, 1), partial(is_away, twin))
        dealing = dealing_of(twin)
        assert (dealing.attempt, set(dealing.order)) == (2, {0, 1})
        (statement,) = dealing.statements(Due(StepKind.SHUFFLE, dealing.order), dealing.order[0])
        secret = twin.sessions[dealing.order[0]].private_seat.secret
        assert isinstance(statement, RemaskStatement)
        masks = {card.mask for card in statement.prove(secret).output.cards}
        decks.append((dealing.deal.ctx, masks))
    (one, first_masks), (other, second_masks) = decks
    assert one != other
    assert first_masks.isdisjoint(second_masks)


def test_a_play_is_made_anew_on_another_past() -> None:
    table = at(3, StepKind.ACT)
    first = table.sessions[0]
    seat, secret = first.referee.seat_of(0), first.private_seat.secret
    table.run_until(lambda: len(first.referee.hands.lists[seat]) > 1)
    hand = first.referee.hands.lists[seat]
    plays = [hand.face_down(head) for head in (first.point.head, bytes(32))]
    one, other = (play.prove(secret, (0,)) for play in plays)
    assert {card.mask for card in one.output.cards}.isdisjoint(
        card.mask for card in other.output.cards
    )
    names = [hand.played(made.output, bytes(32))[0].name for made in (one, one)]
    assert names[0] == names[1]
    assert hand.played(one.output, first.point.head)[0].name != names[0]


# ------------------------------------------------------------ cancelling keys


@pytest.fixture
def before_the_deal(monkeypatch: pytest.MonkeyPatch) -> SplitTable:
    """Return a table of version 1 before a pick after which two seats' keys would cancel out.

    Tables of later versions do not begin with such keys.
    """
    table = SplitTable(3, seed=8)
    made = cancelling_hellos(3, (0, 1), FIRST_PROTOCOL)
    keys = {hello.identity: key for hello, _, _, key in made}
    monkeypatch.setattr(KeyStatement, "key", lambda self, _secret: keys[self.identity])
    hellos = tuple(hello for hello, _, _, _ in made)
    cards = cards_digest(Options())
    charter = Charter(hellos, Options(), cards, late_window=0, version=FIRST_PROTOCOL)
    charter.check()
    table.charter = charter
    table.sessions = [
        Session(charter, signer, identity, secret)
        for signer, (_, identity, secret, _) in enumerate(made)
    ]
    table.start()
    table.run_until(lambda: table.sessions[0].referee.due.kind is StepKind.PICK)
    table.split((0, 1), (2,))
    table.run()
    return table


def first_acceptance(session: Session, said: dict[int, Envelope]) -> bytes:
    """Sign by version 1 that the present step is closed without the third seat."""
    point = session.point
    closing = (tuple((signer, one.digest) for signer, one in sorted(said.items())), (2,), ())
    subject = (point.table_id, point.step, point.head)
    content = pack((*subject, 1, session.signer, closing))
    return pack((3, content, session.identity.sign(Domain.ACCEPTANCE, content)))


def test_a_record_after_which_no_deal_can_follow_is_broken(
    before_the_deal: SplitTable, tmp_path: Path
) -> None:
    first = before_the_deal.sessions[0]
    assert set(first.present) == {0, 1}
    votes = [first_acceptance(one, first.present) for one in before_the_deal.sessions[:2]]
    closed = [raw for step in range(first.point.step) for raw in first.transcript.recorded(step)]
    said = [one.to_bytes() for _, one in sorted(first.present.items())]
    raw = write_record(before_the_deal.charter, [*closed, *votes, *said])
    with pytest.raises(BrokenRecord) as caught:
        verify_record(raw, before_the_deal.cache)
    assert caught.value.reason is Reason.KEYS_CANCEL
    assert caught.value.step == first.point.step
    path = tmp_path / "game.bloodrage"
    path.write_bytes(raw)
    answer = call("verify", str(path))
    assert answer.code == PEERS_DISAGREE
    assert is_one_sentence(answer.err)
