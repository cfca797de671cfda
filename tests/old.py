"""Files of the present version of this program, kept so that every later one still reads them.

`python -m tests.old` writes `tests/data/old/N` for the present version N of the rules, once: an
existing one is never rewritten. Nobody plays at these tables, and their secrets follow from seeds.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.games.bot_game import NewGame, begin
from client.settings.writer import keep_setting, new_file
from client.storage.results import Player, Result, write_index
from client.tables.own_table import OwnTable
from engine.state import RULES_VERSION
from protocol.errors import Reason
from protocol.record.evidence import FaultReport
from protocol.record.record import verify_record, write_record
from protocol.wire.codec import state_digest
from protocol.wire.envelope import Envelope
from tests.client.tables.machines import Machines

FOLDER: Final = Path(__file__).parent / "data" / "old"
LOCAL: Final = "0001.game"
TABLES: Final = ("astrid.table", "bo.table")
RECORD: Final = "game.bloodrage"
REPORT: Final = "fault.report"
HISTORY: Final = "history.jsonl"
SETTINGS: Final = "config.toml"
EXPECTED: Final = "expected.json"
ANSWERS: Final = 12
EXPECTED_OF_FORMATS: Final = "expected-formats.json"
"""Digests of files of other formats; only the directory of version 1 has them."""
FORMAT_ANSWERS: Final = 40


def play(table: OwnTable, answers: int) -> None:
    """Give the first legal answers for the person, with bots in between."""
    given = 0
    while given < answers:
        if table.owed is None:
            assert table.advance()
        else:
            table.submit(table.answers[0])
            given += 1
    table.finish()


def write(folder: Path) -> None:
    """Write all files of the present version."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        expected = {"local": _local(folder, scratch), **_table(folder, scratch)}
    _index(folder)
    _settings(folder)
    (folder / EXPECTED).write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


def _local(folder: Path, scratch: Path) -> str:
    opened = begin(NewGame(("thrall",), 7), scratch / "local")
    opened.settle()
    play(opened.table, ANSWERS)
    opened.file.close()
    shutil.copy(opened.file.path, folder / LOCAL)
    return state_digest(opened.table.state)


def _table(folder: Path, scratch: Path) -> dict[str, object]:
    machines = Machines(2, scratch / "table", seed=4)
    machines.play(6)
    for name, machine in zip(TABLES, machines.machines, strict=True):
        machine.journal.keep()
        machine.journal.sending()
        shutil.copy(machine.path, folder / name)
    (at_table,) = machines.digests
    _report(folder, machines)
    machines.play()
    raw = machines.machines[0].table.record()
    (folder / RECORD).write_bytes(raw)
    verified = verify_record(raw)
    assert verified.state is not None
    return {
        "table": at_table,
        "record": state_digest(verified.state),
        "glory": list(verified.glory),
        "steps": verified.steps,
    }


def _report(folder: Path, machines: Machines) -> None:
    table = machines.machines[1].table
    session = table.sessions[1]
    step = 2
    first, point = session.history[step][1], session.transcript.points[step]
    second = Envelope.seal(session.identity, point, 1, b"\x00")
    parts = [raw for at in range(step) for raw in session.transcript.recorded(at)]
    record = write_record(table.charter, parts)
    pair = (first.to_bytes(), second.to_bytes())
    report = FaultReport(1, step, Reason.TWO_MESSAGES, pair, record)
    (folder / REPORT).write_bytes(report.to_bytes())


def _index(folder: Path) -> None:
    players = (Player("Astrid", "wolf", 84, is_bot=False), Player("Hati", "raven", 61, is_bot=True))
    when = datetime(2026, 1, 2, 20, 15, tzinfo=UTC)
    write_index((Result(RECORD, when, players, 0, 118, 47),), folder)


def _settings(folder: Path) -> None:
    path = folder / SETTINGS
    path.write_text(new_file(), encoding="utf-8")
    keep_setting(path, "look", "theme", "light")
    keep_setting(path, "look", "glyphs", "ascii")


def main() -> int:
    """Write the files of the present version, if there are none yet."""
    folder = FOLDER / str(RULES_VERSION)
    if folder.exists():
        sys.stdout.write(f"{folder} is there, and stays as it is\n")
        return 1
    write(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
