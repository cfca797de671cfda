"""The checks of the simulator detect the failures they are for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from protocol.wire.envelope import Envelope
from protocol.wire.packets import Ask, pack_plain
from tests.simulator.broken import Broken
from tests.simulator.cheats import signed
from tests.simulator.eavesdropper import Eavesdropper
from tests.simulator.faults import Faults
from tests.simulator.machine import Machine
from tests.simulator.plan import Plan
from tests.simulator.world import World


class Always(Random):
    """A random source that lets everything happen."""

    def random(self) -> float:
        return 0.0


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(Plan(1, faults=Faults(until=0)), tmp_path)
    yield made
    made.close()


def until_dealt(world: World) -> None:
    """Let time pass until somebody thinks with cards in hand."""
    while not any(
        one.table and one.table.owed and one.table.knowledge.hand for one in world.machines
    ):
        world.run(world.now + 1)


def asked(world: World) -> Machine:
    return next(one for one in world.machines if one.table and one.table.owed)


def test_a_sent_share_of_a_hidden_card_is_detected(world: World) -> None:
    world.curiosity = Always()
    until_dealt(world)
    machine = asked(world)
    assert machine.table is not None
    session = machine.table.sessions[machine.person]
    world.eavesdropper.look(session)
    assert session.seat is not None
    card = session.referee.hands.lists[session.seat].cards.cards[0]
    share = bytes(session.private_seat.key.share(card.mask))
    world.eavesdropper.heard(pack_plain(Ask(0, share)))
    with pytest.raises(Broken, match="others can read"):
        world.eavesdropper.look(session)


def test_a_card_missing_from_a_seats_knowledge_is_detected(world: World) -> None:
    world.curiosity = Always()
    until_dealt(world)
    machine = asked(world)
    assert machine.table is not None
    session = machine.table.sessions[machine.person]
    assert session.seat is not None
    lists = session.referee.hands.lists
    lists[session.seat] = lists[session.seat].without(0)
    with pytest.raises(Broken, match="wrong about its hand"):
        Eavesdropper(world).look(session)


def finished(world: World) -> tuple[Machine, bytes, Envelope]:
    """Return another machine after the game, its record, and a message of the first person."""
    world.run(5000)
    world.check_end()
    judge = world.machines[1]
    assert judge.table is not None
    history = judge.table.sessions[1].transcript.history
    envelope = next(said[0] for said in history[5:] if 0 in said)
    return judge, judge.table.record(), envelope


def test_an_unreported_wrong_message_is_detected(world: World) -> None:
    judge, record, envelope = finished(world)
    wrong = signed(world.machines[0], envelope, b"\xc1")
    world.court.note(0, "lies", envelope, (wrong,))
    world.court.offences[envelope.step][0].reached[judge.person] = {wrong.to_bytes()}
    with pytest.raises(Broken, match="named by nobody"):
        world.court.judge(record)


def test_unreported_double_contents_are_detected(world: World) -> None:
    judge, record, envelope = finished(world)
    twin = signed(world.machines[0], envelope, envelope.body[:-1] + b"\x00")
    world.court.note(0, "says two things", envelope, (envelope, twin))
    got = {envelope.to_bytes(), twin.to_bytes()}
    world.court.offences[envelope.step][0].reached[judge.person] = got
    with pytest.raises(Broken, match="named by nobody"):
        world.court.judge(record)


def test_an_offence_that_reached_nobody_is_excused(world: World) -> None:
    _, record, envelope = finished(world)
    wrong = signed(world.machines[0], envelope, b"\xc1")
    world.court.note(0, "lies", envelope, (wrong,))
    world.court.judge(record)
    assert world.tally.counts["offence that reached nobody"] == 1
