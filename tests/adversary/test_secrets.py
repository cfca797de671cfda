"""No seat holds a face it may not know, and no public bytes reveal a choice."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterable
from types import FunctionType, ModuleType

import pytest

from engine.terms import Face
from protocol.agreement.vote_events import Transmit
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import CardKey, MaskedCard, MaskedList, RemaskStatement, TableSecret
from protocol.errors import BadOpening, LocalProtocolError
from protocol.game.events import Work
from protocol.game.jobs import CheckJob, MakeJob
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from tests.adversary.scenes import kind, scene
from tests.adversary.tables import Table
from tests.protocol.cards.test_unlinkable import depends


def dealt(players: int, seed: int) -> Table:
    """Return a table right after the first hands were dealt."""
    table = Table(players, seed)
    table.start()
    while any(session.state is None or session.state.turn is None for session in table.sessions):
        table.run(1)
    return table


def opens(card: MaskedCard, keys: Iterable[CardKey]) -> Face | None:
    """Open a card with these keys and no others."""
    try:
        return printed(all_faces().opened(card, [key.share(card.mask) for key in keys]))
    except BadOpening:
        return None


@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_others_together_cannot_open_a_hand(players: int) -> None:
    table = dealt(players, seed=4)
    for victim in table.sessions:
        seat = victim.seat
        assert seat is not None
        hand = table.sessions[0].referee.hands.lists[seat]
        others = [one.private_seat.key for one in table.sessions if one is not victim]
        for card in hand.cards.cards:
            assert opens(card, [victim.private_seat.key]) is not None
            assert opens(card, others) is None
            assert all(opens(card, [key]) is None for key in others)
            assert opens(card, ()) is None


def test_all_others_together_cannot_open_a_pack_before_it_is_passed() -> None:
    table = scene(kind(StepKind.PICK), players=4)
    dealing = table.honest[0].referee.dealing
    assert dealing is not None
    for victim in table.sessions:
        pack = dealing.pack_of(victim.signer)
        others = [one.private_seat.key for one in table.sessions if one is not victim]
        assert [opens(card, others) for card in pack.cards.cards] == [None] * len(pack.cards)
        with pytest.raises(LocalProtocolError):
            dealing.deal.opened(pack, others[0], dealing.shares[victim.signer], all_faces())


def reachable(root: object) -> list[object]:
    """Return everything an object references, except modules, classes and functions."""
    found: dict[int, object] = {}
    todo = [root]
    while todo:
        one = todo.pop()
        if id(one) in found or isinstance(one, type | ModuleType | FunctionType):
            continue
        found[id(one)] = one
        todo += gc.get_referents(one)
    return list(found.values())


def secrets_of(session: Session) -> set[bytes]:
    private_seat = session.private_seat
    return {bytes(private_seat.key.secret), private_seat.secret.raw, session.identity.seed}


def test_no_session_references_the_secrets_of_another() -> None:
    table = dealt(3, seed=4)
    for session in table.sessions:
        held = {one for one in reachable(session) if type(one) is bytes}
        for other in table.sessions:
            assert held.isdisjoint(secrets_of(other)) == (other is not session)


def test_no_session_knows_a_face_of_another_hand() -> None:
    table = dealt(4, seed=4)
    seen: dict[int, list[Face]] = defaultdict(list)
    for session in table.sessions:
        assert session.knowledge is not None
        for face in session.knowledge.hand:
            seen[session.signer].append(face)
    for session in table.sessions:
        # All cards are somewhere in public lists; no session's values show whose they are.
        hands = [one for one in reachable(session) if type(one) is tuple and one]
        for other, faces in seen.items():
            if other != session.signer:
                assert tuple(faces) not in hands


def test_seats_of_one_process_share_no_faces_and_no_secrets() -> None:
    table = dealt(3, seed=4)
    everything = reachable(table.cache)
    assert not [one for one in everything if isinstance(one, Face | CardKey | TableSecret)]
    held = {one for one in everything if type(one) is bytes}
    for session in table.sessions:
        assert held.isdisjoint(secrets_of(session))
        seat = session.seat
        assert seat is not None
        hand = session.referee.hands.lists[seat]
        shares = {session.private_seat.key.share(card.mask) for card in hand.cards.cards}
        # The owner's shares are made for the owner only.
        assert held.isdisjoint(shares)


def test_no_shares_are_given_for_own_or_undealt_cards() -> None:
    given = shares_given(dealt(3, seed=4))
    assert given
    for signer, owner in given:
        assert signer != owner


def shares_given(table: Table) -> set[tuple[int, int]]:
    """Return the pairs of giver and owner of all shares at a table."""
    found = set()
    dealing_points = [
        (event.job.key.public, statement)
        for events in table.events
        for event in events
        if isinstance(event, Work) and isinstance(event.job, MakeJob)
        for statement in event.job.statements
        if not isinstance(statement, RemaskStatement)
    ]
    signers = {session.private_seat.key.public: session.signer for session in table.sessions}
    masks = {
        card.mask: session.signer
        for session in table.sessions
        if session.seat is not None
        for card in session.referee.hands.lists[session.seat].cards.cards
    }
    for key, statement in dealing_points:
        cards = getattr(statement, "cards", MaskedList(()))
        for card in cards.cards:
            found.add((signers[key], masks.get(card.mask, -1)))
    return found


# ------------------------------------------------------------------- linking


def words(raw: bytes) -> list[bytes]:
    return [raw[at : at + 32] for at in range(0, len(raw), 32)]


def choices(players: int, seeds: Iterable[int]) -> list[tuple[RemaskStatement, int, bytes]]:
    """Return each remasking with a choice from whole games: list, position of the card, proof."""
    found = []
    for seed in seeds:
        table = Table(players, seed)
        table.start()
        table.run()
        for events in table.events:
            jobs = [event.job for event in events if isinstance(event, Work)]
            for job in jobs:
                if not isinstance(job, MakeJob) or len(job.first) != 1:
                    continue
                (statement,) = job.statements
                if isinstance(statement, RemaskStatement):
                    (proof,) = job.run().proofs
                    found.append((statement, job.first[0], proof))
    return found


def assert_unlinkable(samples: list[tuple[RemaskStatement, int, bytes]]) -> None:
    features: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for statement, choice, proof in samples:
        count = len(statement.cards)
        # Sizes follow from counts alone.
        assert len(proof) == (6 * count + 5) * 32
        half = int(2 * choice >= count)
        new = words(proof)
        masks, bodies = new[: 2 * count : 2], new[1 : 2 * count : 2]
        old = words(statement.cards.to_bytes())
        for name, rank, of in (
            ("first mask among the new", sorted(masks).index(masks[0]), count),
            ("first body among the new", sorted(bodies).index(bodies[0]), count),
            ("first mask among the old", sum(one < masks[0] for one in old), 2 * count),
        ):
            features[name].append((half, int(2 * rank < of)))
        for at in range(2 * count, 2 * count + 4):
            features[f"low bits of word {at - 2 * count}"].append((half, new[at][0] % 4))
        features["a mask stays"].append((half, int(bool(set(masks) & set(old)))))
    for name, pairs in features.items():
        assert not depends(pairs), name


@pytest.mark.slow
def test_public_bytes_do_not_link_picks_and_face_down_plays() -> None:
    samples = choices(3, range(20, 22))
    assert len(samples) > 100
    assert_unlinkable(samples)


@pytest.mark.soak
def test_public_bytes_of_many_games_link_nothing() -> None:
    assert_unlinkable(choices(3, range(100, 140)))


@pytest.mark.slow
def test_messages_of_one_kind_and_count_have_one_size() -> None:
    table = Table(3, seed=6)
    table.start()
    table.run()
    sizes: dict[tuple[object, ...], set[int]] = defaultdict(set)
    for events in table.events:
        for event in events:
            if isinstance(event, Work) and isinstance(event.job, CheckJob):
                counts = tuple(
                    len(one.cards) if not hasattr(one, "card") else 1
                    for one in event.job.statements
                )
                sizes[counts, type(event.job.statements[0])].add(sum(map(len, event.job.proofs)))
    assert sizes
    assert {len(found) for found in sizes.values()} == {1}
    assert any(isinstance(event, Transmit) for event in table.events[0])
