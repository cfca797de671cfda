"""Records on disk: a game written while it is played, with a report of each fault beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from client.log import events
from client.platform.atomic_files import write_whole
from client.storage.record_paths import RECORD_SUFFIX, REPORT_SUFFIX, record_path
from client.tables.network_table import NetworkTable, Trouble
from protocol.agreement.transcript import Transcript
from protocol.record.evidence import FaultReport
from protocol.record.record import write_record

_MOST_REPORTS: Final = 50
"""Files for one game: whoever sends nonsense all day must not fill the disk."""


class RecordKeeper:
    """Writes the record of one game step by step: what is closed is on the disk.

    A disk that takes nothing never stops the game: what goes wrong is told in `trouble`, and with
    the next step the record is written whole.

    Attributes:
        path: the file of the record.
        trouble: why nothing can be written now, "" where all is well.
        reports: the files that prove faults to others, one for each trouble of the table.
    """

    def __init__(
        self,
        table: NetworkTable,
        directory: Path | None = None,
        name: str = "",
        on_file: Callable[[str], None] = lambda _name: None,
    ) -> None:
        """Keep the record of a table beside the others; its name is that of the table.

        With a `name`, the file of an earlier start is gone on with; `on_file` hears the name of a
        new one.
        """
        self.trouble = ""
        self._table = table
        self._on_file = on_file
        self.path = record_path(table, directory)
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
        """Write what has come since the last time: closed steps, and refused messages.

        What the disk did not take is tried with the next step, or now if `again` is set.
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
            self.trouble = f"{self.path}: {error.strerror}"
        else:
            self.trouble = ""

    def _take_path(self) -> None:
        """Take a file of this program's own: two of one person may sit at one table."""
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
            self._size += len(whole) - len(self._begin)
        else:
            if first:
                parts = [raw for step in range(steps) for raw in transcript.recorded(step)]
                whole = write_record(self._table.charter, parts)
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, whole)
            self._size = len(whole)
        self._is_whole = True
        self._steps = steps

    def _lies_there(self) -> bool:
        """Whether the file is as it was left: nobody has removed it or put another one there."""
        try:
            return self.path.stat().st_size == self._size
        except FileNotFoundError:
            return False

    def _keep_reports(self, transcript: Transcript) -> None:
        while len(self.reports) < min(_MOST_REPORTS, len(self._table.troubles)):
            trouble = self._table.troubles[len(self.reports)]
            raw = self._report(trouble, transcript).to_bytes()
            number, path = self._report_path(raw)
            write_whole(path, raw)
            events.report_kept(number, trouble.signer, trouble.step)
            self.reports.append(path)

    def _report_path(self, raw: bytes) -> tuple[int, Path]:
        """A file of its own for a report: what an earlier start has written stays."""
        number = len(self.reports) + 1
        while True:
            path = self._folder / f"{self.path.stem}-{number}{REPORT_SUFFIX}"
            if not path.exists() or path.read_bytes() == raw:
                return number, path
            number += 1

    def _report(self, trouble: Trouble, transcript: Transcript) -> FaultReport:
        closed = range(min(trouble.step, len(transcript.history)))
        parts = [raw for step in closed for raw in transcript.recorded(step)]
        record = write_record(self._table.charter, parts)
        return FaultReport(trouble.signer, trouble.step, trouble.reason, trouble.evidence, record)
