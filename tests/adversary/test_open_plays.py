"""Cheats in the provinces of gods: cards played openly, gods moved where they may not go."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine import actions as act
from engine.battle_changes import PlayOpenCard, ReturnCard, TakeCard
from engine.cards import CARDS
from engine.decisions import GodMoveDecision
from engine.targets import god_targets
from engine.terms import Box, Deity, Face, Kind, Place
from engine.values import replace
from protocol.errors import Reason
from protocol.game.events import Applied
from protocol.game.step_table import StepKind
from protocol.record.record import verify_record
from protocol.record.retelling import retell
from protocol.wire.bodies import Act, Body, read_body
from protocol.wire.envelope import Envelope
from tests.adversary.scenes import BOXES, Scene, action, assert_goes_on, assert_refused, scene
from tests.adversary.tables import Table
from tests.adversary.test_absence import assert_one_game, record_of
from tests.adversary.test_plays import held, share
from tests.adversary.withholding import WithholdingTable

SEED = 20
"""A game of three with Heimdall, in which everybody plays openly and moves a god."""


def playing() -> tuple[Scene, Act, act.PlayOpen]:
    """Return a table that waits for a card which the cheater plays openly."""
    table = scene(action(act.PlayOpen), seed=SEED, options=BOXES)
    body = table.body
    assert isinstance(body, Act)
    assert isinstance(body.action, act.PlayOpen)
    return table, body, body.action


def test_a_card_never_held_cannot_be_played_openly() -> None:
    table, body, played = playing()
    faces = held(table)
    other = next(
        Face(card.id, played.face.age)
        for card in CARDS.values()
        if card.kind is Kind.BATTLE
        and any(copy.age is played.face.age and copy.box is Box.BASE for copy in card.copies)
        and Face(card.id, played.face.age) not in faces
    )
    lie = replace(body, action=replace(played, face=other))
    fault = assert_refused(table, table.forged(lie), Reason.WRONG_FACE)
    assert fault.place == "face"


def test_a_card_of_another_position_cannot_be_played_openly() -> None:
    table, body, played = playing()
    other = next(at for at, face in enumerate(held(table)) if face != played.face)
    assert_refused(table, table.forged(replace(body, position=other)), Reason.SHARE_PROOF)


def test_a_face_of_another_position_is_refused_in_an_open_play() -> None:
    table, body, played = playing()
    other = next(at for at, face in enumerate(held(table)) if face != played.face)
    lie = replace(body, position=other, proofs=(share(table, played.seat, other),))
    assert_refused(table, table.forged(lie), Reason.WRONG_FACE)


@pytest.mark.parametrize("position", [20, 63])
def test_an_open_play_beyond_the_hand_is_refused(position: int) -> None:
    table, body, _ = playing()
    assert_refused(table, table.forged(replace(body, position=position)), Reason.WRONG_SHAPE)


@pytest.mark.parametrize("proofs", [(), (bytes(96), bytes(96))])
def test_an_open_play_has_one_proof(proofs: tuple[bytes, ...]) -> None:
    table, body, _ = playing()
    assert_refused(table, table.forged(replace(body, proofs=proofs)), Reason.WRONG_SHAPE)


def test_no_card_is_laid_face_down_where_cards_are_open() -> None:
    table, _, played = playing()
    for body in (Act(act.Laid(played.seat)), Act(act.Decline(played.seat))):
        assert_refused(table, table.forged(body), Reason.ILLEGAL_ACTION)
        table = playing()[0]


def test_the_card_that_was_shown_leaves_the_hand() -> None:
    table, body, played = playing()
    before = held(table)
    assert_goes_on(table)
    after = held(table)
    assert after == (*before[: body.position], *before[body.position + 1 :])
    state = table.honest[0].state
    assert state is not None
    assert state.clans[played.seat].hand == len(after)


def test_a_god_goes_nowhere_that_the_rules_forbid() -> None:
    table = scene(action(act.MoveGod), seed=SEED, options=BOXES)
    body, state = table.body, table.honest[0].state
    assert isinstance(body, Act)
    assert isinstance(body.action, act.MoveGod)
    assert state is not None
    (owed,) = state.owed
    assert isinstance(owed, GodMoveDecision)
    legal = god_targets(state, owed.place)
    assert body.action.place in legal
    for place in Place:
        if place not in legal:
            table = scene(action(act.MoveGod), seed=SEED, options=BOXES)
            lie = replace(body, action=replace(body.action, place=place))
            assert_refused(table, table.forged(lie), Reason.ILLEGAL_ACTION)


# ----------------------------------------------------------------- the battle


def test_where_cards_are_open_there_is_one_step_for_each_and_no_seal() -> None:
    table = Table(3, SEED, BOXES)
    table.start()
    table.run()
    applied = [one for one in table.events[0] if isinstance(one, Applied)]
    opened = [at for at, one in enumerate(applied) if isinstance(one.action, act.PlayOpen)]
    assert len(opened) > 3
    history = table.sessions[0].history
    for step in range(len(history)):
        bodies = [_action(one) for one in history[step].values()]
        if any(isinstance(one, act.PlayOpen) for one in bodies):
            assert len(bodies) == 1
            # The next step is another card, a late card or the end: never a seal or an opening.
            following = [_action(one) for one in history[step + 1].values()]
            assert not any(isinstance(one, act.OpenCard) or one is None for one in following)


def test_a_retold_game_takes_an_open_card_out_of_the_hand() -> None:
    table = WithholdingTable(3, SEED, BOXES)
    table.start()
    table.run()
    told = retell(record_of(table, 0), table.cache).moments
    plays = 0
    for before, after in pairwise(told):
        if after.applied is None:
            continue
        played, story = after.applied.action, after.applied.story
        comes_back = any(isinstance(one, ReturnCard | TakeCard) for one in story)
        if isinstance(played, act.PlayOpen) and not comes_back:
            plays += 1
            hands = [list(one.knowledge[played.seat].hand) for one in (before, after)]
            hands[0].remove(played.face)
            assert sorted(hands[0]) == sorted(hands[1])
    assert plays


def _action(envelope: Envelope) -> act.SeatAction | None:
    body = read_body(envelope.body)
    return body.action if isinstance(body, Act) else None


def is_open_play(body: Body) -> bool:
    return isinstance(body, Act) and isinstance(body.action, act.PlayOpen)


def test_a_seat_that_keeps_its_open_card_back_plays_none() -> None:
    table = WithholdingTable(3, SEED, BOXES)
    table.start()
    table.keep_back(1, is_open_play)
    first = table.sessions[0]
    state = first.state
    assert state is not None
    assert state.battle is not None
    assert state.god_at(state.battle.place) is Deity.HEIMDALL
    hand = state.clans[first.referee.seat_of(1)].hand
    for events in table.events:
        events.clear()
    table.waive(0, 2)
    absent = next(one for one in table.told(0, Applied) if isinstance(one.action, act.Absent))
    seat = first.referee.seat_of(1)
    assert absent.action == act.Absent(seat)
    assert not any(isinstance(one, PlayOpenCard) for one in absent.story)
    assert first.referee.game.clans[seat].hand == hand
    assert first.referee.due.kind is not StepKind.SEAL
    table.rejoin()
    table.run()
    assert_one_game(table)
    assert verify_record(record_of(table, 1), table.cache).closed
