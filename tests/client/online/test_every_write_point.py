"""A table's journal that ends anywhere, as after `kill -9`, or is damaged anywhere.

A client that resumes from the rest signs the same bytes again for a step on the same past, or
nothing. A journal is written before the messages that depend on it leave; so the messages that had
left by any of its bytes are known here, and must follow from the lines before that byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import pytest

from client.storage.journal_file import reopen_table
from client.storage.saved_games import SavedTable, SaveError, load_table
from client.tables.network_table import NetworkTable
from engine.state import Options
from protocol.agreement.slips import ReturnSlip, is_slip, read_slip
from protocol.charter import NO_CLOCK, Clock, ClockKind
from protocol.errors import RemoteProtocolError
from protocol.record.reading import ViewReading
from protocol.record.record import Replay, write_record
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Peer
from protocol.wire.packets import GameMessage, read_packet
from tests.client.tables.machines import WITHOUT_DRAFT, Machine, Machines

ME = 0
STRIDE = 307
TAIL = 200
FLIPS = 3


class Overheard(Machines):
    """Machines with one under observation: its messages out and in, by the size of its journal."""

    def __init__(
        self,
        persons: int,
        directory: Path,
        seed: int = 1,
        options: Options = WITHOUT_DRAFT,
        bots: int = 0,
        clock: Clock = NO_CLOCK,
    ) -> None:
        self.left: list[tuple[int, bytes]] = []
        self.came: list[tuple[int, bytes]] = []
        super().__init__(persons, directory, seed, options, bots, clock)

    def send(self, sender: Machine, raw: bytes) -> None:
        super().send(sender, raw)
        if sender.begin.person == ME:
            packet = read_packet(raw)
            if isinstance(packet, GameMessage):
                self.left.append((sender.path.stat().st_size, packet.envelope))
        elif not is_echo(raw):
            self.came.append((self.machines[ME].path.stat().st_size, raw))


def is_echo(raw: bytes) -> bool:
    """Whether peers echo a message of this machine: a journal must do without."""
    packet = game_message(raw)
    if packet is None or is_slip(packet.envelope):
        return False
    return Envelope.from_bytes(packet.envelope).signer == ME


@dataclass
class Signed:
    """Signed messages: one content for each signer, step and past, and one vote of each view.

    The content is the same in every view, but the bytes differ.
    """

    peers: Sequence[Peer]
    contents: dict[object, bytes] = field(default_factory=dict)

    def add(self, raw: bytes) -> None:
        """Take one more message; a second content for the same key must never occur."""
        key: object
        said = raw
        if not is_slip(raw):
            envelope = Envelope.from_bytes(raw)
            key, said = (envelope.signer, envelope.step, envelope.head), envelope.digest
        elif not isinstance(slip := read_slip(raw, self.peers), ReturnSlip):
            key = (type(slip), slip.signer, slip.view)
        else:
            key = raw
        assert self.contents.setdefault(key, said) == said, key


class Sit(Protocol):
    def __call__(
        self,
        persons: int = 2,
        seed: int = 3,
        options: Options = WITHOUT_DRAFT,
        bots: int = 0,
        clock: Clock = NO_CLOCK,
    ) -> Overheard: ...


@pytest.fixture
def overheard(tmp_path: Path) -> Iterator[Sit]:
    made: list[Overheard] = []

    def sit(
        persons: int = 2,
        seed: int = 3,
        options: Options = WITHOUT_DRAFT,
        bots: int = 0,
        clock: Clock = NO_CLOCK,
    ) -> Overheard:
        made.append(Overheard(persons, tmp_path, seed, options, bots, clock))
        return made[-1]

    yield sit
    for machines in made:
        machines.close()


def peers_of(machines: Overheard) -> Sequence[Peer]:
    return machines.machines[ME].table.sessions[ME].peers


def ends_of(raw: bytes) -> list[int]:
    """Return the ends of the lines; the first line has everything that a table needs."""
    return [at + 1 for at, byte in enumerate(raw) if byte == ord("\n")]


def same(one: SavedTable, other: SavedTable) -> bool:
    """Whether the same is recalled, whatever follows in the file."""
    return replace(one, lines=other.lines) == other


def recalled(path: Path, raw: bytes) -> SavedTable | None:
    """Read a journal; return None if one sentence says that it is useless."""
    path.write_bytes(raw)
    told = ""
    try:
        return load_table(path)
    except SaveError as error:
        told = str(error)
    assert str(path) in told
    assert "\n" not in told
    return None


def wholes(path: Path, raw: bytes) -> list[SavedTable]:
    """Read the journal at the end of each line: each result begins the next."""
    found: list[SavedTable] = []
    for end in ends_of(raw):
        saved = recalled(path, raw[:end])
        assert saved is not None
        assert not saved.lines.is_torn
        assert saved.lines.size == end
        if found:
            before = found[-1]
            assert saved.answers[: len(before.answers)] == before.answers
            assert saved.said[: len(before.said)] == before.said
        found.append(saved)
    return found


def check_cuts(path: Path, raw: bytes, cuts: set[int]) -> None:
    ends, whole = ends_of(raw), wholes(path, raw)
    for cut in sorted(cuts - set(ends)):
        saved = recalled(path, raw[:cut])
        lines = sum(end <= cut for end in ends)
        if not lines:
            assert saved is None
            continue
        assert saved is not None
        assert same(saved, whole[lines - 1])
        assert saved.lines.is_torn
        assert not saved.lines.is_damaged


def check_flips(path: Path, raw: bytes, places: set[int]) -> None:
    ends, whole = ends_of(raw), wholes(path, raw)
    for at in sorted(places):
        changed = bytearray(raw)
        changed[at] ^= 1 << at % 8
        saved = recalled(path, bytes(changed))
        lines = sum(end <= at for end in ends)
        if not lines:
            assert saved is None
            continue
        assert saved is not None
        assert same(saved, whole[lines - 1])
        assert saved.lines.is_damaged or saved.lines.is_torn


def alone(path: Path, raw: bytes, machines: Overheard, came: list[bytes]) -> list[bytes]:
    """Start from a journal, receive earlier messages, and answer differently if asked.

    Return everything that leaves. Peers are not asked: the journal alone must know what had left
    before.
    """
    path.write_bytes(raw)
    saved = load_table(path)
    begin, packets = saved.begin, list[bytes]()
    journal, _ = reopen_table(saved, saved.instance + 1)
    table = NetworkTable(begin.charter, begin.seats, begin.person, packets.append)
    table.checked = machines.machines[-1].table.checked
    table.keep(journal)
    journal.watch(table.sessions[begin.person].transcript)
    table.recall(saved.steps, saved.said)
    table.came(journal.instance, b"")
    table.start()
    for packet in came:
        table.receive(packet)
    settle(table)
    assert not table.is_replaying
    if table.owed is not None:
        table.submit(table.answers[-1])
        settle(table)
    journal.close()
    assert not load_table(path).lines.is_damaged
    return [one.envelope for one in map(game_message, packets) if one is not None]


def settle(table: NetworkTable) -> None:
    while table.advance():
        pass


def game_message(raw: bytes) -> GameMessage | None:
    try:
        packet = read_packet(raw)
    except RemoteProtocolError:
        return None
    return packet if isinstance(packet, GameMessage) else None


def is_honest(machines: Overheard, steps: int, said: Sequence[bytes]) -> bool:
    """Whether nothing that was signed contradicts anything else, after so many closed steps."""
    peer = machines.machines[-1].table
    transcript = peer.sessions[peer.person].transcript
    parts = [raw for step in range(steps) for raw in transcript.recorded(step)]
    replay = Replay(write_record(machines.charter, parts), dict(peer.checked))
    while not replay.is_done:
        replay.step()
    assert isinstance(replay.reading, ViewReading)
    for raw in said:
        replay.reading.hear(raw)
    return not replay.reading.memory.proofs


def check_restarts(path: Path, machines: Overheard, most: int = 1000) -> int:
    """Kill at the end of the last lines; return the number of messages made again byte by byte."""
    raw = machines.machines[ME].path.read_bytes()
    again = 0
    for end in ends_of(raw)[-most:]:
        signed = Signed(peers_of(machines))
        for size, message in machines.left:
            if size <= end:
                signed.add(message)
        known = len(signed.contents)
        path.write_bytes(raw[:end])
        steps = len(load_table(path).steps)
        made = alone(path, raw[:end], machines, [one for size, one in machines.came if size <= end])
        for message in made:
            signed.add(message)
        assert is_honest(machines, steps, [*machines_left(machines, end), *made])
        again += sum(message in machines_left(machines, end) for message in made)
        assert known <= len(signed.contents)
    return again


def machines_left(machines: Overheard, end: int) -> list[bytes]:
    return list(dict.fromkeys(message for size, message in machines.left if size <= end))


def check_damaged(machines: Overheard) -> None:
    """Resume from every beginning of the journal with rubbish behind it: the peers know."""
    me = machines.machines[ME]
    raw = me.path.read_bytes()
    signed = Signed(peers_of(machines))
    for _, message in machines.left:
        signed.add(message)
    record, told = me.table.record(), len(machines.left)
    for end in ends_of(raw)[:-1]:
        machines.kill(ME)
        me.path.write_bytes(raw[:end] + b"~" + raw[end + 1 :])
        machines.come_back(ME)
        machines.settle()
        assert not me.table.rejoin.is_superseded
        assert me.table.record() == record
    for _, message in machines.left[told:]:
        signed.add(message)
    machines.play(3)
    for _, message in machines.left[told:]:
        signed.add(message)
    assert not machines.troubles
    assert len(machines.digests) == 1


def test_a_journal_cut_anywhere_is_read_up_to_the_cut(overheard: Sit, tmp_path: Path) -> None:
    machines = overheard()
    machines.play(3)
    raw = machines.machines[ME].path.read_bytes()
    cuts = {0, *range(1, len(raw), STRIDE), *range(len(raw) - TAIL, len(raw))}
    cuts |= {end + off for end in ends_of(raw) for off in (-1, 1, 32, 33)}
    check_cuts(tmp_path / "0009.table", raw, {cut for cut in cuts if cut < len(raw)})


def test_a_flipped_bit_in_any_line_is_recognised_and_earlier_lines_count(
    overheard: Sit, tmp_path: Path
) -> None:
    machines = overheard()
    machines.play(3)
    raw = machines.machines[ME].path.read_bytes()
    places: set[int] = set()
    first = 0
    for end in ends_of(raw):
        places |= {first, first + 31, first + 32, first + 33, end - 2, end - 1}
        places |= {first + (end - first) * part // FLIPS for part in range(1, FLIPS)}
        first = end
    check_flips(tmp_path / "0009.table", raw, places)


def test_a_client_killed_at_any_write_signs_the_same_bytes_again_unasked(
    overheard: Sit, tmp_path: Path
) -> None:
    machines = overheard()
    machines.play(5)
    assert check_restarts(tmp_path / "0009.table", machines) > 10


def test_a_client_killed_at_any_write_of_a_draft_picks_the_same_again(
    overheard: Sit, tmp_path: Path
) -> None:
    machines = overheard(options=Options())
    machines.play(5)
    assert check_restarts(tmp_path / "0009.table", machines, most=16) > 10


def test_a_client_with_part_of_its_journal_signs_the_same_bytes_once_peers_report_the_step(
    overheard: Sit,
) -> None:
    machines = overheard()
    machines.play(5)
    check_damaged(machines)


@pytest.mark.parametrize("clock", [Clock(ClockKind.HARD, 30, 60)])
def test_a_client_killed_at_any_write_never_changes_a_vote(
    overheard: Sit, tmp_path: Path, clock: Clock
) -> None:
    machines = overheard(3, clock=clock)
    now = 0.0
    for one in machines.machines:
        one.table._clock = lambda: now
    while machines.machines[2].table.owed is None:
        machines.play(1)
    machines.kill(2)
    me = machines.machines[ME]
    for _ in range(20):
        now += 10
        machines.settle()
        if load_table(me.path).said:
            break
    else:
        pytest.fail("nobody voted")
    machines.play(1)
    check_restarts(tmp_path / "0009.table", machines, most=12)


def test_a_client_killed_at_any_write_around_an_absence_contradicts_nothing(
    overheard: Sit, tmp_path: Path
) -> None:
    """Steps that a view closes, messages of later views and carried returns bind as well."""
    machines = overheard(3, clock=Clock(ClockKind.HARD, 30, 60))
    now = 0.0
    for one in machines.machines:
        one.table._clock = lambda: now
    while machines.machines[2].table.owed is None:
        machines.play(1)
    machines.kill(2)
    me = machines.machines[ME].table
    first = len(ends_of(machines.machines[ME].path.read_bytes()))
    for _ in range(40):
        now += 10
        machines.settle()
        machines.play(1)
        if me.away:
            break
    else:
        pytest.fail("nobody went away")
    machines.play(3)
    machines.come_back(2)
    machines.machines[2].table._clock = lambda: now
    machines.play(3)
    assert not me.away
    points = len(ends_of(machines.machines[ME].path.read_bytes())) - first
    assert points >= 10
    assert check_restarts(tmp_path / "0009.table", machines, most=points) >= points


@pytest.mark.soak
@pytest.mark.parametrize(("persons", "bots", "seed"), [(2, 0, 5), (2, 1, 6), (3, 0, 7)])
@pytest.mark.parametrize("options", [WITHOUT_DRAFT, Options()])
def test_every_byte_of_longer_games(
    overheard: Sit,
    tmp_path: Path,
    persons: int,
    bots: int,
    seed: int,
    options: Options,
) -> None:
    machines = overheard(persons, seed=seed, bots=bots, options=options)
    machines.play(14)
    path = tmp_path / "0009.table"
    raw = machines.machines[ME].path.read_bytes()
    check_restarts(path, machines)
    check_cuts(path, raw, set(range(0, len(raw), 17)))
    check_flips(path, raw, set(range(0, len(raw), 19)))
    check_damaged(machines)
