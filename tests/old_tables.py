"""Files of tables of protocol version 2, kept so that every later program still reads them.

`python -m tests.old_tables` writes them beside those of version 1, once, and with `packed` a game
and a table whose lines hold bytes: existing ones are never rewritten. Nobody plays at these tables,
and their secrets follow from seeds.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from client.games.bot_game import NewGame, begin
from engine.values import fields_of, replace
from protocol.charter import PROTOCOL_VERSION
from protocol.errors import Reason
from protocol.game.jobs import Cache
from protocol.record.evidence import FaultReport, judge_report
from protocol.record.record import Replay, verify_record, write_record
from protocol.wire.codec import state_digest
from tests.adversary.lies import LiarTable, lying
from tests.adversary.test_absence import record_of
from tests.adversary.test_contradictions import (
    LIAR,
    forgotten_acceptance,
    forgotten_message,
    playing_on_in_two_pasts,
    reports,
    two_contents,
    waiting_for_somebody,
    wrong_proposal,
)
from tests.client.tables.machines import Machine, Machines
from tests.old import FOLDER, FORMAT_ANSWERS, play

OLD: Final = FOLDER / "1"
VERSION: Final = 2
EXPECTED: Final = OLD / "expected-protocol-2.json"
JOURNALS: Final = ("astrid-3.table", "bo-3.table", "cyra-3.table")
PACKED: Final = OLD / "expected-packed.json"
PACKED_GAME: Final = "0004.game"
PACKED_JOURNALS: Final = ("astrid-4.table", "bo-4.table")
"""Files of the first formats whose lines hold bytes: 6 of games against bots, 3 of tables."""
ABSENT: Final = 2
SLOW: Final = 2
"""The seat that is waited for at a table of three."""


def result_of(raw: bytes) -> dict[str, object]:
    """Return what a record comes to, and which signers were gone from which steps on."""
    cache: Cache = {}
    verified = verify_record(raw, cache)
    assert verified.state is not None
    replay = Replay(raw, cache)
    gone: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while not replay.is_done:
        replay.step()
        now = tuple(sorted(replay.referee.attendance.since))
        if now != gone[-1][1]:
            gone.append((replay.point.step, now))
    return {
        "gone": gone,
        "head": replay.point.head.hex(),
        "steps": verified.steps,
        "actions": verified.actions,
        "glory": verified.glory,
        "closed": verified.closed,
        "away": verified.away,
        "faulty": verified.faulty,
        "state": state_digest(verified.state),
        "places": verified.places,
    }


def verdict_of(raw: bytes) -> dict[str, object]:
    """Return what a report proves."""
    verdict = fields_of(judge_report(raw))
    return {part: verdict[part] for part in ("signer", "step", "reason")}


class OldMachines(Machines):
    """Machines that start from old journals."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.chance = Random(1)
        self.machines = []
        self.down = set()
        self.cut = set()
        self.starts = count(2)
        for path in paths:
            machine = Machine.__new__(Machine)
            machine.path, machine.wire, machine.inbox = path, self, deque()
            self.machines.append(machine)
            machine.come_back()
        self.settle()


def returned() -> LiarTable:
    """Return a table of three at which one was put away for silence, came back and plays on."""
    table = lying(3, ABSENT)
    table.play(lambda _table, _tick: [], steps=1)
    assert table.gone == {ABSENT}
    table.lie(-1)
    for _ in range(12):
        table.goal = max(one.point.step for one in table.honest) + 1
        table.pass_tick()
    assert not table.gone
    return table


def proven() -> LiarTable:
    """Return a table of three that plays on without a proven liar."""
    table = lying(3, LIAR)
    table.spread(*two_contents(table))
    table.play(lambda _table, _tick: [], steps=4)
    assert table.gone == {LIAR}
    return table


def write(folder: Path) -> dict[str, object]:
    """Write all files of version 2; return what they come to."""
    found: dict[str, object] = {}
    for name, table in (("returned.bloodrage", returned()), ("proven.bloodrage", proven())):
        raw = record_of(table, 0)
        (folder / name).write_bytes(raw)
        found[name] = result_of(raw)
    for name, report in written_reports().items():
        raw = report.to_bytes()
        (folder / f"{name}.report").write_bytes(raw)
        found[f"{name}.report"] = verdict_of(raw)
    with tempfile.TemporaryDirectory() as scratch:
        found["tables"] = _journals(folder, Path(scratch))
    return found


def written_reports() -> dict[str, FaultReport]:
    """Return a report of each contradiction, with records of nothing but the charter."""
    five = waiting_for_somebody()
    five.spread(*forgotten_acceptance(five))
    found = {
        "c2": _bare(playing_on_in_two_pasts(), Reason.TWO_PASTS),
        "c4": _bare(five, Reason.FORGOTTEN_ACCEPTANCE),
    }
    for name, (lie, reason) in {
        "c1": (two_contents, Reason.TWO_MESSAGES),
        "c3": (_two_freezes, Reason.TWO_VOTES),
        "c5": (forgotten_message, Reason.FORGOTTEN_MESSAGE),
        "c6": (wrong_proposal, Reason.WRONG_PROPOSAL),
    }.items():
        table = lying(3, LIAR, owes=SLOW)
        table.silent = {SLOW}
        table.spread(*lie(table))
        found[name] = _bare(table, reason)
    return dict(sorted(found.items()))


def _two_freezes(table: LiarTable) -> tuple[bytes, ...]:
    return table.freeze(1).raw, table.freeze(1, late=(SLOW,)).raw


def _bare(table: LiarTable, reason: Reason) -> FaultReport:
    """Return the report of the first honest seat, whose record has no step."""
    report, session = reports(table, reason)[0], table.honest[0]
    grounds = tuple(session.proof_parts(report.messages, 0))
    return replace(report, record=write_record(table.charter, []), grounds=grounds)


def _journals(folder: Path, scratch: Path) -> dict[str, object]:
    """Write the journals of a table left in the middle, at which one is away; return its state."""
    machines = Machines(len(JOURNALS), scratch, seed=6)
    machines.play(4)
    while ABSENT not in machines.machines[0].table.sessions[0].waiting_for:
        assert machines.play(1)
    machines.kill(ABSENT)
    for machine in machines.up:
        machine.table.go_on_without()
        machines.settle()
    assert all(machine.table.away for machine in machines.up)
    machines.play(3)
    for name, machine in zip(JOURNALS, machines.machines, strict=True):
        if machine in machines.up:
            machine.journal.keep()
            machine.journal.sending()
        shutil.copy(machine.path, folder / name)
    machines.close()
    return resumed([Path(shutil.copy(folder / name, scratch)) for name in JOURNALS])


def resumed(paths: list[Path]) -> dict[str, object]:
    """Resume a table from the journals of all seats; return where it goes on.

    The seat that was away asks to return, and then all play on.
    """
    machines = OldMachines(paths)
    (digest,) = machines.digests
    (step,) = {
        machine.table.sessions[at].point.step for at, machine in enumerate(machines.machines)
    }
    found: dict[str, object] = {"step": step, "state": digest}
    assert machines.play(6) == 6
    assert len(machines.digests) == 1
    assert not any(machine.table.away for machine in machines.machines)
    machines.close()
    return found


def write_packed(folder: Path) -> dict[str, object]:
    """Write a game and the journals of a table in packed lines; return what they come to."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        opened = begin(NewGame(("thrall",), 7), scratch / "games")
        opened.settle()
        play(opened.table, FORMAT_ANSWERS)
        opened.file.close()
        shutil.copy(opened.file.path, folder / PACKED_GAME)
        machines = Machines(len(PACKED_JOURNALS), scratch, seed=4)
        machines.play(6)
        machines.close()
        for file, machine in zip(PACKED_JOURNALS, machines.machines, strict=True):
            shutil.copy(machine.path, folder / file)
        paths = [Path(shutil.copy(folder / file, scratch)) for file in PACKED_JOURNALS]
        return {PACKED_GAME: state_digest(opened.table.state), "tables": resumed(paths)}


def main() -> int:
    """Write the files of version 2, or of packed lines, if there are none yet."""
    if sys.argv[1:] == ["packed"] and not PACKED.exists():
        PACKED.write_text(json.dumps(write_packed(OLD), indent=1) + "\n", encoding="utf-8")
        return 0
    if EXPECTED.exists() or PROTOCOL_VERSION != VERSION:
        sys.stdout.write(f"files of version {VERSION} are there, or cannot be written any more\n")
        return 1
    EXPECTED.write_text(json.dumps(write(OLD), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
