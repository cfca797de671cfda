from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from client.presenter.statuses import continue_without, silence_sentence
from client.storage.append_log import read_lines
from client.storage.saved_games import TABLE_CHAIN, SaveError, load_table
from client.tables.recorded_answers import Answer
from engine.actions import Pass
from engine.state import Options, Rulings
from engine.terms import Seat
from engine.values import replace
from protocol.agreement.vote_events import Persist
from protocol.game.catching_up import Rejoin
from protocol.game.events import Rewound
from protocol.game.step_table import StepKind
from protocol.record.record import verify_record
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, Here, Signed, is_signed, pack_plain, read_packet
from tests.client.tables.machines import WITHOUT_DRAFT, Machine, Machines

BOXES = Options(Rulings(draft=False), gods=True, mystics=True)
MORE = [pytest.param(after, marks=pytest.mark.soak) for after in (1, 5)]


class New(Protocol):
    def __call__(
        self, persons: int, seed: int = 1, options: Options = WITHOUT_DRAFT, bots: int = 0
    ) -> Machines: ...


@pytest.fixture
def new(tmp_path: Path) -> Iterator[New]:
    made: list[Machines] = []

    def seat(
        persons: int, seed: int = 1, options: Options = WITHOUT_DRAFT, bots: int = 0
    ) -> Machines:
        made.append(Machines(persons, tmp_path, seed, options, bots))
        return made[-1]

    yield seat
    for machines in made:
        machines.close()


def finished(machines: Machines) -> None:
    machines.play()
    assert len({one.table.closed for one in machines.machines}) == 1
    assert machines.machines[0].table.closed is not None
    assert len(machines.digests) == 1
    assert not machines.troubles
    assert all(verify_record(one.table.record()).closed for one in machines.machines)


def is_asked(machines: Machines, at: int) -> bool:
    return machines.machines[at].table.owed is not None


def listens(machine: Machine) -> bool:
    return machine.table.is_listening


@pytest.mark.parametrize("after", [0, 2, 17, *MORE])
def test_a_player_killed_after_any_answer_returns_and_the_game_continues(
    new: New, after: int
) -> None:
    machines = new(2, seed=after)
    machines.play(after)
    machines.kill(0)
    machines.settle()
    machines.come_back(0)
    finished(machines)


def test_a_player_killed_in_the_draft_returns_with_their_picks(new: New) -> None:
    machines = new(2, options=Options())
    machines.play(5)
    known = machines.machines[0].table.knowledge
    machines.kill(0)
    machines.come_back(0)
    machines.settle()
    assert machines.machines[0].table.knowledge == known
    finished(machines)


@pytest.mark.parametrize(
    "kind",
    [
        StepKind.AGE_REVEAL,
        pytest.param(StepKind.AGE_COMMIT, marks=pytest.mark.slow),
        pytest.param(StepKind.SHUFFLE, marks=pytest.mark.slow),
    ],
)
def test_a_player_killed_while_the_gods_are_placed_returns_with_the_same_part(
    new: New, kind: StepKind
) -> None:
    machines = new(2, options=BOXES)
    machines.settle()
    while not is_in_later_age(machines.machines[0], kind):
        # One packet after the other, so that the step is not over before anybody looks.
        assert any(one.step() for one in machines.up) or any(one.answer() for one in machines.up)
    machines.kill(0)
    machines.settle()
    machines.come_back(0)
    finished(machines)


def is_in_later_age(machine: Machine, kind: StepKind) -> bool:
    referee = machine.table.sessions[machine.begin.person].referee
    return referee.due.kind is kind and referee.seeding.age is not None


def test_an_echoed_answer_counts_once(new: New) -> None:
    machines = new(2, options=Options())
    machines.play(5)
    said = [
        one.to_bytes()
        for step in machines.machines[1].table.sessions[1].history
        for one in step.values()
    ]
    machines.kill(0)
    machines.come_back(0)
    for raw in said:
        machines.machines[0].inbox.append(pack_plain(GameMessage(raw)))
    machines.settle()
    machines.kill(0)
    machines.come_back(0)
    finished(machines)


@pytest.mark.slow
def test_bots_of_a_killed_player_return_with_them(new: New) -> None:
    machines = new(2, bots=1)
    machines.play(6)
    machines.kill(0)
    machines.play(3)
    machines.come_back(0)
    finished(machines)


@pytest.mark.slow
def test_all_may_be_killed_at_once(new: New) -> None:
    machines = new(3)
    machines.play(9)
    for at in range(3):
        machines.kill(at)
    for at in range(3):
        machines.come_back(at)
    finished(machines)


def test_messages_are_sent_again_byte_by_byte(new: New) -> None:
    machines = new(2)
    machines.play(8)
    before = machines.machines[0].table.record()
    machines.kill(0)
    machines.come_back(0)
    machines.settle()
    assert machines.machines[0].table.record() == before


def test_nothing_is_answered_after_a_restart_before_a_peer_reports_the_step(
    new: New,
) -> None:
    machines = new(2)
    while not is_asked(machines, 0):
        machines.play(1)
    machines.kill(0)
    machines.kill(1)
    machines.come_back(0)
    machines.settle()
    assert not is_asked(machines, 0)
    machines.come_back(1)
    machines.settle()
    assert is_asked(machines, 0)


@pytest.mark.slow
def test_a_restored_backup_continues_from_its_later_answers(
    new: New,
) -> None:
    machines = new(2)
    machines.play(6)
    path = machines.machines[0].path
    backup = path.read_bytes()
    machines.play(7)
    machines.kill(0)
    path.write_bytes(backup)
    machines.chance.seed(99)
    machines.come_back(0)
    finished(machines)


def test_a_restored_backup_is_not_told_of_steps_that_a_peer_still_replays(new: New) -> None:
    machines = new(2)
    machines.play(6)
    back, other = machines.machines
    backup = back.path.read_bytes()
    machines.play(7)
    machines.settle()
    other.journal.sending()
    closed = len(load_table(other.path).steps)
    for at in (0, 1):
        machines.kill(at)
    back.path.write_bytes(backup)
    machines.chance.seed(99)
    for at in (1, 0):
        machines.come_back(at)
    back.table.say_where()
    other.table.receive(other.inbox.popleft())
    other.table.receive(other.inbox.popleft())
    other.table.say_where()
    while back.step():
        pass
    assert listens(back)
    machines.settle()
    assert not listens(back)
    assert other.table.sessions[1].point.step >= closed
    finished(machines)


def test_a_question_is_answered_after_everything_that_came_before_it(new: New) -> None:
    machines = new(2)
    while not is_asked(machines, 0):
        machines.play(1)
    asked, asker = machines.machines[1], machines.machines[0]
    assert asker.answer()
    (*_, answer) = (raw for raw in asked.inbox if not is_signed(raw))
    machines.kill(0)
    machines.come_back(0)
    asked.inbox.clear()
    step = asked.table.sessions[1].point.step
    asked.table.receive(answer)
    asked.table.receive(asker.table.rejoin.say(0, ()))
    told: list[bytes] = []
    asked.table._send = told.append
    asked.table.say_where()
    assert not heard(told)
    while asked.step():
        pass
    (here,) = heard(told)
    assert here.step > step or 0 in here.have


def test_a_machine_whose_last_steps_are_void_replays_nothing_of_them(new: New) -> None:
    """Cut off, it goes on alone as long as it is asked alone, and the others go on without it."""
    machines = new(3, seed=2)
    for answers in (0, 1):
        machines.play(answers)
        while [at for at in range(3) if is_asked(machines, at)] != [1]:
            machines.play(1)
    alone, others = machines.machines[1], (machines.machines[0], machines.machines[2])
    machines.cut = {1}
    while alone.answer():
        machines.settle()
    alone.journal.sending()
    recorded = len(load_table(alone.path).steps)
    machines.kill(1)
    while not all(one.table.away for one in others):
        for one in others:
            one.table.go_on_without()
        machines.settle()
    machines.cut.clear()
    machines.come_back(1)
    machines.settle()
    assert alone.table.sessions[1].point == others[0].table.sessions[0].point
    assert alone.table.sessions[1].point.step < recorded
    assert not alone.table.is_replaying
    assert machines.play(4) == 4
    assert len(machines.digests) == 1


def heard(told: list[bytes]) -> list[Here]:
    """Return the reports in packets that answer a question."""
    packets = (read_packet(raw) for raw in told if is_signed(raw))
    said = (packet.said for packet in packets if isinstance(packet, Signed))
    return [one for one in said if isinstance(one, Here) and one.answered]


def test_a_person_who_returns_hears_own_messages_that_are_ahead_of_others(new: New) -> None:
    machines = new(3)
    machines.play(6)
    machines.settle()
    asked, asker = machines.machines[0], machines.machines[1].table.sessions[1]
    ahead = replace(asker.point, step=asker.point.step + 1, head=bytes(32))
    message = Envelope.seal(asker.identity, ahead, 1, b"\x00").to_bytes()
    asked.table.receive(pack_plain(GameMessage(message)))
    while asked.step():
        pass
    told: list[bytes] = []
    asked.table._send = told.append
    asked.table.receive(Rejoin(machines.charter, asker.identity, 9, bytes([1]) * 16).say(0, ()))
    packets = [read_packet(raw) for raw in told]
    assert GameMessage(message) in packets
    assert isinstance(packets[-1], Signed)


@pytest.mark.parametrize("options", [Options()])
@pytest.mark.slow
def test_a_restored_backup_of_a_draft_recovers_its_picks(new: New, options: Options) -> None:
    machines = new(2, options=options)
    machines.play(3)
    path = machines.machines[0].path
    backup = path.read_bytes()
    machines.play(5)
    known = machines.machines[0].table.knowledge
    machines.kill(0)
    path.write_bytes(backup)
    machines.come_back(0)
    machines.settle()
    assert machines.machines[0].table.knowledge == known
    finished(machines)


def test_a_changed_line_is_detected_and_the_rest_fetched_from_peers(new: New) -> None:
    machines = new(2)
    machines.play(10)
    machines.kill(0)
    path = machines.machines[0].path
    raw = bytearray(path.read_bytes())
    raw[len(raw) * 2 // 3] ^= 1
    path.write_bytes(raw)
    assert load_table(path).lines.is_damaged
    machines.come_back(0)
    assert path.with_suffix(".table.damaged").read_bytes() == bytes(raw)
    finished(machines)


@pytest.mark.parametrize("cut", [40, pytest.param(1, marks=pytest.mark.soak)])
def test_a_torn_last_line_is_dropped(new: New, cut: int) -> None:
    machines = new(2)
    machines.play(10)
    machines.kill(0)
    path = machines.machines[0].path
    path.write_bytes(path.read_bytes()[:-cut])
    saved = load_table(path)
    assert saved.lines.is_torn
    assert not saved.lines.is_damaged
    machines.come_back(0)
    finished(machines)


@pytest.mark.slow
def test_the_later_start_of_a_cloned_machine_continues_and_the_earlier_stops(
    new: New,
) -> None:
    machines = new(2)
    machines.play(4)
    old = machines.machines[0].table
    machines.machines[0].journal.close()
    machines.come_back(0)
    machines.settle()
    old.receive(machines.machines[0].table.rejoin.say(4, ()))
    assert old.rejoin.is_superseded
    assert old.owed is None
    finished(machines)


def test_a_journal_is_locked_by_one_program(new: New) -> None:
    machines = new(2)
    with pytest.raises(SaveError, match="open in another window"):
        machines.machines[0].come_back()


def test_only_its_owner_can_read_a_journal(new: New) -> None:
    machines = new(2)
    assert machines.machines[0].path.stat().st_mode & 0o777 == 0o600


def test_the_disk_has_everything_when_a_message_leaves_and_is_forced_once_for_it(
    new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines = new(2)
    forced = 0
    messages = 0
    sync, send = os.fsync, machines.send

    def force(descriptor: int) -> None:
        nonlocal forced
        forced += 1
        sync(descriptor)

    def leave(sender: Machine, raw: bytes) -> None:
        nonlocal messages
        if isinstance(read_packet(raw), GameMessage):
            messages += 1
            assert sender.journal._log.is_flushed
        send(sender, raw)

    monkeypatch.setattr(os, "fsync", force)
    monkeypatch.setattr(machines, "send", leave)
    machines.play(12)
    assert 10 < forced <= messages


def test_an_answer_survives_a_program_that_is_killed_before_its_message_leaves(new: New) -> None:
    machines = new(2)
    machines.play(6)
    machine = machines.machines[0]
    given = load_table(machine.path).given
    machine.journal.answered(Answer(0, 99, bytes(32), Pass(Seat(0))))
    assert not machine.journal._log.is_flushed
    machine.journal._log._handle.close()
    assert load_table(machine.path).given == given + 1


def test_steps_after_a_rewind_are_written_behind_it(new: New) -> None:
    machines = new(2)
    machines.play(6)
    machine = machines.machines[0]
    machine.journal.sending()
    machine.table._handle(0, (Persist(b"vote"), Rewound(3, None)))
    machine.journal.sending()
    rows = read_lines(machine.path.read_bytes(), TABLE_CHAIN).rows
    back = next(at for at, row in enumerate(rows) if "rewound" in row)
    assert "said" not in rows[back - 1]
    assert all("closed" in row for row in rows[back + 1 : -1])
    assert "said" in rows[-1]


def test_two_persons_are_never_promised_to_continue_without_each_other(new: New) -> None:
    machines = new(2)
    while not is_asked(machines, 1) or is_asked(machines, 0):
        machines.play(1)
    table = machines.machines[0].table
    table.look_at_clock()
    told = continue_without(table, silence_sentence)
    assert told == "Too few are here to go on without Bo."
