"""The private journal of a table with others: everything its seats here need to go on.

One file a table, only ever added to, for its owner only: who plays, the secrets of the own seats,
every answer given here, and the messages of closed steps. An answer is on the disk before it
leaves, and so is everything a message rests on.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import FileIO
from pathlib import Path

from client.log import events
from client.platform.file_lock import take_lock
from client.storage.append_log import PRIVATE, Ledger, keep_damaged, read_lines
from client.storage.bot_saves import TABLE_SUFFIX
from client.storage.table_saves import (
    CHAIN,
    Address,
    JournalError,
    SavedTable,
    TableBegin,
    broken,
    plain_begin,
    read,
)
from client.tables.json_answers import plain_answer
from client.tables.json_moves import Plain
from client.tables.recorded_answers import Answer
from client.text.catalogue import say
from protocol.agreement.transcript import Transcript


class TableJournal:
    """The open journal of a table; implements `client.tables.recorded_answers.Journal`.

    Attributes:
        answers: everything answered at earlier starts.
        trouble: why nothing can be written now, "" where all is well.
        instance: the number of this start, larger than that of every start before.
        saved: what was in the file when it was opened, None for a new one.
    """

    def __init__(self, path: Path, handle: FileIO, chain: bytes, saved: SavedTable | None) -> None:
        """Take an open file; use `create` or `reopen`."""
        self.path = path
        self.answers: Sequence[Answer] = saved.answers if saved is not None else ()
        self.trouble = ""
        self.instance = 0
        self.saved = saved
        self._ledger = Ledger(handle, chain)
        self._closed = len(saved.steps) if saved is not None else 0
        self._transcript: Transcript | None = None

    @property
    def number(self) -> int:
        """What the table is called on this machine."""
        return int(self.path.stem)

    def watch(self, transcript: Transcript) -> None:
        """Whose closed steps are to be kept: those of the person's session."""
        self._transcript = transcript

    def start(self, instance: int) -> None:
        """Note a start of this program."""
        self.instance = instance
        self._ledger.add({"start": instance})
        self._flush()

    def moved(self, relay: Address, own_port: int) -> None:
        """The table goes on at another relay."""
        self._ledger.add({"relay": list(relay), "port": own_port})
        self._flush()

    def shown(self, secret: bytes, start: bytes) -> None:
        """Note that spectators are shown the game in that room, where the host began it so."""
        self._ledger.add({"gallery": secret.hex(), "began": start.hex()})
        self._flush()

    def recorded(self, name: str) -> None:
        """Note the name of the file the record is in."""
        self._ledger.add({"record": name})
        self._flush()

    def answered(self, answer: Answer) -> None:
        """Write an answer down before it leaves."""
        self.keep()
        self._ledger.add(plain_answer(answer))
        self._flush()

    def persist(self, signer: int, raw: bytes) -> None:
        """Write down what a seat here has said and must not contradict."""
        self.keep()
        self._ledger.add({"signer": signer, "said": raw.hex()})

    def rewound(self, step: int) -> None:
        """That step, which was closed, is the present one again."""
        if step < self._closed:
            self._closed = step
            self._ledger.add({"rewound": step})

    def sending(self) -> None:
        """A message is about to leave: everything it rests on is on the disk now."""
        self.keep()
        if not self._ledger.is_flushed:
            self._flush()

    def keep(self) -> bool:
        """Write down what has been closed since; whether there was anything."""
        transcript, first = self._transcript, self._closed
        if transcript is None:
            return False
        while self._closed < len(transcript.history):
            step = transcript.history[self._closed]
            closed: list[Plain] = [one.to_bytes().hex() for _, one in sorted(step.items())]
            proof: list[Plain] = [raw.hex() for raw in transcript.proofs[self._closed]]
            self._ledger.add({"step": self._closed, "closed": closed, "proof": proof})
            self._closed += 1
        return self._closed > first

    def finish(self, glory: tuple[int, ...]) -> None:
        """Note how the game ended."""
        self.keep()
        self._ledger.add({"over": list(glory)})
        self._flush()

    def close(self) -> None:
        """Let go of the file, with everything in it."""
        if self._ledger.is_closed:
            return
        self.keep()
        try:
            self._ledger.close()
        except OSError as error:
            self._fails(error)

    def begin(self, begin: TableBegin) -> None:
        """Write what the table begins with."""
        self._ledger.add(plain_begin(begin))
        self._flush()

    def _flush(self) -> None:
        """Bring what is unwritten to the disk; what a full disk does not take is tried again."""
        if self._ledger.is_closed:
            return
        try:
            self._ledger.flush()
        except OSError as error:
            self._fails(error)
        else:
            self.trouble = ""

    def _fails(self, error: OSError) -> None:
        if not self.trouble:
            events.disk_failed(error.errno)
        self.trouble = say("This game cannot be saved: {why}.", why=error.strerror or "")


# ------------------------------------------------------------------------------- files


def numbered(directory: Path) -> dict[int, Path]:
    """The journals of a directory by number."""
    if not directory.is_dir():
        return {}
    paths = (path for path in directory.glob(f"*{TABLE_SUFFIX}") if path.stem.isdecimal())
    return {int(path.stem): path for path in sorted(paths)}


def create(directory: Path, number: int, begin: TableBegin, instance: int) -> TableJournal:
    """Begin the journal of a new table, under this number or the next free one.

    Raises:
        JournalError: nothing can be written there.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        path, handle = _open_new(directory, number)
    except OSError as error:
        told = say(
            "Games cannot be saved in {directory}: {why}.",
            directory=str(directory),
            why=error.strerror or "",
        )
        raise JournalError(told) from error
    journal = TableJournal(path, handle, CHAIN, None)
    journal.begin(begin)
    journal.start(instance)
    return journal


def _open_new(directory: Path, number: int) -> tuple[Path, FileIO]:
    while True:
        path = directory / f"{number:04}{TABLE_SUFFIX}"
        try:
            opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
        except FileExistsError:
            number += 1
            continue
        handle = os.fdopen(opened, "w+b", buffering=0)
        take_lock(handle.fileno())
        return path, handle


def reopen(saved: SavedTable, instance: int) -> TableJournal:
    """The journal of a saved table, to go on writing; what was damaged is kept beside it.

    Another window may have gone on with the table since it was read: what counts is what is in the
    file once it is ours alone.

    Raises:
        JournalError: another program has it open, or the disk does not let us.
    """
    try:
        handle = FileIO(saved.path, "r+b")
    except OSError as error:
        raise JournalError(broken(saved.path, error.strerror or "")) from error
    if not take_lock(handle.fileno()):
        handle.close()
        raise JournalError(say("Game {number} is open in another window.", number=saved.number))
    try:
        return gone_on_with(saved, handle, instance)
    except OSError as error:
        handle.close()
        raise JournalError(broken(saved.path, error.strerror or "")) from error
    except JournalError:
        handle.close()
        raise


def gone_on_with(saved: SavedTable, handle: FileIO, instance: int) -> TableJournal:
    """As `reopen`, with a file that is open already.

    Raises:
        JournalError: its beginning is not in order any more.
        OSError: the disk does not let us.
    """
    whole = handle.readall()
    now = read(saved.path, whole)
    if now.is_damaged:
        keep_damaged(now.path, whole)
    handle.seek(now.size)
    handle.truncate()
    journal = TableJournal(now.path, handle, read_lines(whole, CHAIN).chain, now)
    journal.start(max(instance, now.instance + 1))
    return journal
