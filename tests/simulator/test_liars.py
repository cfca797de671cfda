"""Liars lie, and the jury notices what they break; it accuses no honest table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import values
from protocol.agreement.pasts import AbsenceMark, StepEnd
from protocol.agreement.slips import is_slip
from protocol.wire.envelope import Envelope
from relay.limits import Limits
from tests.simulator.cheats import signed
from tests.simulator.faults import Faults
from tests.simulator.found import FOUND_BY_LIARS, Kind
from tests.simulator.jury import MOST_VOTES, Charge, Guilty
from tests.simulator.liars import packed
from tests.simulator.lies import Lie, VoteKind
from tests.simulator.machine import Machine
from tests.simulator.plan import HURRY, Gang, Plan, lying_plan_of, plan_of
from tests.simulator.plots import PLOTS
from tests.simulator.view_forger import ViewForger
from tests.simulator.world import World

CALM = Faults(delay=0.05, until=0)
SILENT = ("after-the-end", "refuse-to-lead")
"""Plots that say nothing beside their program for a while."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(Plan(1, 3, faults=CALM, clock=HURRY), tmp_path)
    yield made
    made.close()


def until(world: World, wanted: Callable[[], bool]) -> None:
    while not wanted():
        assert not world.is_over
        world.run(world.now + 1)


def in_game(world: World) -> Machine:
    """Return the first machine once seats are drawn."""
    machine = world.machines[0]
    until(world, lambda: machine.table is not None and machine.table.is_seated)
    return machine


def charged(act: Callable[[], object]) -> Charge:
    with pytest.raises(Guilty) as raised:
        act()
    return raised.value.charge


# ------------------------------------------------------------------- the jury


@pytest.mark.parametrize("cut", [25, pytest.param(0, marks=pytest.mark.slow)])
def test_an_honest_table_is_not_accused(cut: int, tmp_path: Path) -> None:
    world = World(Plan(1, 3, faults=CALM, clock=HURRY, cut=cut), tmp_path)
    world.run(5000)
    world.check_end()
    world.close()
    assert world.is_over
    assert not world.jury.forks
    assert not world.jury.late
    assert world.jury.charged == 0


def test_a_seat_put_away_that_answered_is_noticed(world: World) -> None:
    machine = in_game(world)
    assert machine.table is not None
    session = machine.table.sessions[0]
    head = session.course.head
    assert head.before is not None
    step, answers = head.before.step, head.answers
    signer = answers[0].signer
    closing = StepEnd(answers[1:], ((signer, AbsenceMark.AWAY),))
    session.course.here.head = head.before.after(closing)
    point = session.transcript.points[step]
    assert charged(lambda: world.jury._check_closing(session, step)) is Charge.PUT_AWAY
    world.jury.late[signer, step, point.head] = {0, 1}
    world.jury._check_closing(session, step)


def blamed(world: World) -> Callable[[], None]:
    """Return a check of a closing that calls the first seat a liar."""
    machine = in_game(world)
    assert machine.table is not None
    session = machine.table.sessions[0]
    head = session.course.head
    assert head.before is not None
    closing = StepEnd(head.answers[1:], ((0, AbsenceMark.FAULTY),))
    session.course.here.head = head.before.after(closing)
    return lambda: world.jury._check_closing(session, head.step - 1)


def answered(world: World) -> Envelope:
    """Return the last answer of the first seat."""
    table = world.machines[0].table
    assert table is not None
    return next(said[0] for said in reversed(table.sessions[0].history) if 0 in said)


def say_twice(world: World) -> None:
    """Let the first seat sign two answers to a step."""
    said = answered(world)
    world.jury.answered(said)
    world.jury.answered(signed(world.machines[0], said, said.body + b"\x00"))


def test_an_honest_seat_that_is_blamed_is_noticed(world: World) -> None:
    assert charged(blamed(world)) is Charge.BLAMED


def test_a_seat_is_excused_only_for_what_more_than_half_of_the_disks_forgot(world: World) -> None:
    check = blamed(world)
    say_twice(world)
    assert charged(check) is Charge.BLAMED
    world.machines[1].forgot = True
    world.forgot()
    assert charged(check) is Charge.BLAMED
    world.machines[0].forgot = True
    world.forgot()
    check()
    world.forgotten_at = 0.0
    assert charged(check) is Charge.BLAMED


def test_a_machine_that_dies_while_its_disk_is_full_has_forgotten(world: World) -> None:
    machine = in_game(world)
    assert machine.file is not None
    assert machine.journal is not None
    machine.file.faults = replace(machine.file.faults, full=1.0)
    machine.file.is_quiet = False
    machine.journal.start(9)
    machine.die()
    assert machine.forgot
    other = world.machines[1]
    other.die()
    assert not other.forgot


def test_a_step_undone_after_everybody_went_on_is_noticed(world: World) -> None:
    machine = in_game(world)
    assert machine.table is not None
    transcript = machine.table.sessions[0].transcript
    until(world, lambda: len(world.jury._settled) > 3)
    last = len(world.jury._settled) - 1
    transcript.points[last:] = [
        values.replace(one, head=bytes(32)) for one in transcript.points[last:]
    ]
    transcript.point = values.replace(transcript.point, head=bytes(32))
    assert charged(lambda: world.jury.look(machine)) is Charge.UNDONE


@pytest.mark.slow
def test_a_finished_game_that_moves_is_noticed(tmp_path: Path) -> None:
    world = World(Plan(1, faults=CALM), tmp_path)
    world.run(5000)
    machine = world.machines[0]
    assert machine.table is not None
    world.jury.look(machine)
    machine.table.sessions[0].transcript.rewind(20)
    assert charged(lambda: world.jury.look(machine)) is Charge.REOPENED
    world.close()


def test_a_table_that_stands_still_is_noticed(world: World) -> None:
    in_game(world)
    for machine in world.machines:
        machine.asleep_until = 1e9
    assert charged(lambda: world.run(2000)) is Charge.STOPPED


def test_a_clock_counts_only_for_a_seat_that_was_able_to_sign(world: World) -> None:
    place = (1, 9, bytes(32))
    assert charged(lambda: world.jury._check_clock(place, 0)) is Charge.CLOCK
    world.jury._able[place] = HURRY.limit
    world.jury._check_clock(place, 0)


def test_votes_without_end_are_noticed(world: World) -> None:
    for number in range(MOST_VOTES):
        world.jury.voted(0, b"vote %d" % number)
    world.jury.voted(0, b"vote 0")
    assert charged(lambda: world.jury.voted(0, b"another")) is Charge.DISK


def test_an_unproven_split_is_noticed(world: World) -> None:
    world.jury.forks.append((0, 5))
    assert charged(world.jury.finish) is Charge.UNPROVEN


def test_a_charge_the_plan_does_not_look_for_is_counted(tmp_path: Path) -> None:
    world = World(Plan(1, 3, charges=frozenset({Charge.STOPPED})), tmp_path)
    for number in range(MOST_VOTES + 1):
        world.jury.voted(0, b"vote %d" % number)
    assert world.tally.counts[f"guilty: {Charge.DISK}"] == 1
    world.close()


# ------------------------------------------------------------------ the liars


def lying(directory: Path, plot: str) -> World:
    """Return a table of three whose first seat lies from step 4 on; nothing ends the run."""
    plan = Plan(1, 3, faults=CALM, clock=HURRY, gangs=(Gang((0,), plot),), charges=frozenset())
    world = World(plan, directory)
    world.liars[0].plot.first = 4
    return world


def test_forged_votes_are_signed_and_say_what_the_lie_says(tmp_path: Path) -> None:
    world = lying(tmp_path, "refuse-to-lead")
    machine = in_game(world)
    forger = ViewForger(machine)
    until(world, lambda: bool(world.liars[0].past()))
    step = world.liars[0].past()[-1]
    lie = Lie(step, 3, frozenset({1}), accepted=2)
    for forge, kind in (
        (forger.freeze, VoteKind.FREEZE),
        (forger.propose, VoteKind.PROPOSAL),
        (forger.accept, VoteKind.ACCEPTANCE),
    ):
        raw = forge(lie)[-1]
        vote = forger.read(raw)
        assert is_slip(raw)
        assert vote is not None
        assert (vote.kind, vote.view, vote.signer) == (kind, 3, 0)
        assert vote.step == (step if kind is VoteKind.FREEZE else world.liars[0].step)
        assert forge(lie)[-1] == raw
        assert forge(replace(lie, view=4))[-1] != raw
    assert forger.highest(step) >= 3
    world.close()


def test_a_liar_repeats_no_more_votes_than_a_relay_takes_from_a_member(tmp_path: Path) -> None:
    world = lying(tmp_path, "after-the-end")
    machine = in_game(world)
    liar = world.liars[0]
    until(world, lambda: liar.step >= liar.plot.first)
    new = [ViewForger(machine).freeze(Lie(liar.step, view))[-1] for view in range(1, 301)]
    assert all(liar(machine, packed(raw)) for raw in new)
    again = sum(bool(liar(machine, packed(raw))) for raw in new)
    assert again == Limits().messages_burst
    world.now += 1
    again = sum(bool(liar(machine, packed(raw))) for raw in new)
    assert again == Limits().messages_per_second
    world.close()


@pytest.mark.slow
@pytest.mark.parametrize("plot", sorted(set(PLOTS).difference(SILENT)))
def test_every_plot_lies(plot: str, tmp_path: Path) -> None:
    world = lying(tmp_path, plot)
    world.run(40)
    assert world.liars[0].told
    world.close()


def test_a_plan_is_that_of_its_seed() -> None:
    assert Kind(liars=2).plan(5) == replace(lying_plan_of(5, 2), cut=0)
    assert Kind().plan(5) == plan_of(5)
    assert len({person for gang in lying_plan_of(5, 2).gangs for person in gang.persons}) == 2


def test_found_runs_name_plots_that_exist() -> None:
    assert {found.plot for found in FOUND_BY_LIARS.values()} <= set(PLOTS)
    needed = {Charge.PUT_AWAY, Charge.REOPENED, Charge.STOPPED, Charge.CLOCK}
    assert needed <= {found.charge for found in FOUND_BY_LIARS.values()}
