"""Records on disk: one file a game, written while it is played, with fault reports beside it.

A file that holds the end of a game is never shortened or overwritten: it only grows. Another end of
the same table is written beside it, under the next free number.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from client.log import events
from client.platform.files import sync, write_whole
from client.platform.paths import data_directory
from client.tables.incidents import Trouble
from client.tables.network_table import NetworkTable
from client.text.system_faults import system_reason
from engine.values import Value, replace
from protocol.agreement.transcript import Transcript
from protocol.charter import Charter
from protocol.record.ending import RecordEnd, end_of
from protocol.record.evidence import FaultReport
from protocol.record.record import BrokenRecord, split_record, write_record

RECORD_SUFFIX: Final = ".bloodrage"
REPORT_SUFFIX: Final = ".report"
"""Reports prove faults to others, beside the record."""
_WATCHED: Final = "-watched"
"""The end of the names of spectators' records."""
_NAME: Final = 16
_MOST_REPORTS: Final = 50
"""Reports of one game: a peer that sends nonsense all day must not fill the disk."""


def record_path(table: NetworkTable, directory: Path | None = None) -> Path:
    """Return the path of the record of a table, named after its id."""
    return record_of(table.charter.table_id, directory)


def record_of(table: bytes, directory: Path | None = None) -> Path:
    """Return the path of the record of the table of an id."""
    return _path_of(table, "", directory)


def watched_path(charter: Charter, directory: Path | None = None) -> Path:
    """Return the path of a spectator's record of a table."""
    return _path_of(charter.table_id, _WATCHED, directory)


def _path_of(table: bytes, ending: str, directory: Path | None) -> Path:
    folder = (directory or data_directory()) / "records"
    return folder / (table.hex()[:_NAME] + ending + RECORD_SUFFIX)


class KeptRecord(Value):
    """The file a record was written to, and the file of another end of its table, if any."""

    path: Path
    beside: Path | None = None


def save_record(table: NetworkTable) -> KeptRecord:
    """Write the whole record of a game, beside that of another end.

    Raises:
        OSError: the disk rejects it.
    """
    return keep_whole(record_path(table), table.record())


def keep_whole(path: Path, raw: bytes, first: Path | None = None) -> KeptRecord:
    """Write a record in place of an earlier state of it, or beside the file of another end.

    Of two records with the same end the longer one stays. The files beside `path` are named after
    `first`, by default after itself.

    Raises:
        OSError: the disk rejects it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    there = _read(path)
    end = None if raw.startswith(there) else _end_in(there)
    if end is None or _is_same_end(raw, there):
        return _write_longer(path, raw, there)
    number = 2
    while True:
        target = numbered(first or path, number)
        number += 1
        if target == path or not _may_take(target, raw):
            continue
        return replace(_write_longer(target, raw, _read(target)), beside=path)


def keep_report(record: Path, report: FaultReport, number: int) -> Path:
    """Write a report beside a record, under the first free number from `number` on.

    Reports of earlier starts stay; one that is there already is written once.

    Raises:
        OSError: the disk rejects it.
    """
    raw = report.to_bytes()
    while True:
        path = record.with_name(f"{record.stem}-{number}{REPORT_SUFFIX}")
        if not path.exists() or path.read_bytes() == raw:
            write_whole(path, raw)
            events.report_kept(number, report.signer, report.step)
            return path
        number += 1


def numbered(path: Path, number: int) -> Path:
    """Return the path of another record of the same table."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _write_longer(path: Path, raw: bytes, there: bytes) -> KeptRecord:
    if len(there) < len(raw) or not _is_same_end(raw, there):
        write_whole(path, raw)
    return KeptRecord(path)


def _may_take(path: Path, raw: bytes) -> bool:
    """Whether a file is new, or has the same end; any other may belong to another program."""
    try:
        path.open("xb").close()
    except FileExistsError:
        return _is_same_end(raw, _read(path))
    return True


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _end_in(raw: bytes) -> RecordEnd | None:
    """Return the end in a file, also in one that is cut off behind it."""
    try:
        _, parts = split_record(raw, cut_off=True)
    except BrokenRecord:
        return None
    return end_of(parts)


def _is_same_end(one: bytes, other: bytes) -> bool:
    end = _end_in(one)
    return end is not None and end == _end_in(other)


class RecordKeeper:
    """Writes the record of one game, every closed step at once.

    A failing disk never stops the game: `trouble` has the error, and with the next step the record
    is written whole.

    Attributes:
        path: the file of the record.
        beside: the file of an earlier end of the table, which stays as it was, if there is one.
        trouble: the reason why nothing can be written now, "" if all is well.
        reports: the files that prove faults to others, one for each trouble of the table.
    """

    def __init__(
        self,
        table: NetworkTable,
        directory: Path | None = None,
        name: str = "",
        on_file: Callable[[str], None] = lambda _name: None,
    ) -> None:
        """Keep the record of a table in a new file, whose name `on_file` receives.

        With a `name`, continue the file of an earlier start.
        """
        self.trouble = ""
        self._table = table
        self._on_file = on_file
        self.path = record_path(table, directory)
        self.beside: Path | None = None
        self.reports: list[Path] = []
        self._folder, self._name = self.path.parent, self.path.stem
        self._begin = write_record(table.charter, iter(()))
        self._is_own = bool(name)
        if name:
            self.path = self._folder / name
        self._is_whole = False
        self._tried = (-1, 0, 0)
        self._steps = 0
        self._size = 0

    def keep(self, *, again: bool = False) -> None:
        """Write the steps closed since the last call, and reports of rejected messages.

        After an error of the disk, try again with the next step, or now if `again` is set.
        """
        session = self._table.sessions[self._table.person]
        transcript = session.transcript
        now = (transcript.point.step, len(self._table.troubles), session.rewinds)
        self._is_whole &= session.rewinds == self._tried[2]
        if now == self._tried and not (again and self.trouble):
            return
        self._tried = now
        try:
            if not self._is_own:
                self._take_path()
            self._write(transcript)
            self._keep_reports(transcript)
        except OSError as error:
            self._is_whole = False
            if not self.trouble:
                events.disk_failed(error.errno)
            self.trouble = f"{self.path}: {system_reason(error)}"
        else:
            self.trouble = ""

    def _take_path(self) -> None:
        """Create a file of this program alone: one person may play twice at a table."""
        self._folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while not self._is_own:
            try:
                self.path.open("xb").close()
                self._is_own = True
                self._on_file(self.path.name)
            except FileExistsError:
                number += 1
                self.path = self._folder / f"{self._name}-{number}{RECORD_SUFFIX}"

    def _write(self, transcript: Transcript) -> None:
        steps = len(transcript.history)
        first = self._steps if self._is_whole else 0
        parts = [raw for step in range(first, steps) for raw in transcript.recorded(step)]
        whole = write_record(self._table.charter, parts)
        if self._is_whole and self._lies_there():
            with self.path.open("ab") as file:
                file.write(whole[len(self._begin) :])
                if self._table.closed is not None:
                    file.flush()
                    sync(file.fileno())
            self._size += len(whole) - len(self._begin)
        else:
            if first:
                parts = [raw for step in range(steps) for raw in transcript.recorded(step)]
                whole = write_record(self._table.charter, parts)
            self._keep(whole)
            self._size = len(whole)
        self._is_whole = True
        self._steps = steps

    def _keep(self, whole: bytes) -> None:
        """Write the whole record, in a file of its own if the present one has another end."""
        kept = keep_whole(self.path, whole, self._folder / f"{self._name}{RECORD_SUFFIX}")
        if kept.path != self.path:
            self.path, self.beside = kept.path, kept.beside
            self._on_file(self.path.name)

    def _lies_there(self) -> bool:
        """Whether the file is as this program left it, neither removed nor replaced."""
        try:
            return self.path.stat().st_size == self._size
        except FileNotFoundError:
            return False

    def _keep_reports(self, transcript: Transcript) -> None:
        while len(self.reports) < min(_MOST_REPORTS, len(self._table.troubles)):
            trouble = self._table.troubles[len(self.reports)]
            report = self._report(trouble, transcript)
            self.reports.append(keep_report(self.path, report, len(self.reports) + 1))

    def _report(self, trouble: Trouble, transcript: Transcript) -> FaultReport:
        steps = min(trouble.step, len(transcript.history))
        parts = [raw for step in range(steps) for raw in transcript.recorded(step)]
        record = write_record(self._table.charter, parts)
        session = self._table.sessions[self._table.person]
        beside = session.proof_parts(trouble.evidence, steps)
        grounds = tuple(raw for raw in beside if raw not in set(parts))
        return FaultReport(
            trouble.signer, trouble.step, trouble.reason, trouble.evidence, record, grounds
        )
