"""The private journal of a table with others: everything its seats here need to go on.

One file a table, only ever added to, for its owner only: who plays, the secrets of the own seats,
every answer given here, and the messages of closed steps. An answer is on the disk before it
leaves, and so is everything a message rests on.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import Final

from client.locks import take_lock
from client.online.saved import (
    CHAIN,
    Address,
    JournalError,
    SavedTable,
    TableBegin,
    broken,
    chain_of,
    line_of,
    plain_begin,
)
from client.storage import TABLE_SUFFIX
from client.tables.answers import Answer
from client.tables.journal import plain_answer
from client.tables.plain import Plain
from client.text.catalogue import say
from protocol.transcript import Transcript

_PRIVATE: Final = 0o600


class TableJournal:
    """The open journal of a table; implements `client.tables.answers.Journal`.

    Attributes:
        answers: everything answered at earlier starts.
        trouble: why nothing can be written now, "" where all is well.
        instance: the number of this start, larger than that of every start before.
    """

    def __init__(self, path: Path, handle: FileIO, chain: bytes, saved: SavedTable | None) -> None:
        """Take an open file; use `create` or `reopen`."""
        self.path = path
        self.answers: Sequence[Answer] = saved.answers if saved is not None else ()
        self.trouble = ""
        self.instance = 0
        self._handle = handle
        self._chain = chain
        self._closed = len(saved.steps) if saved is not None else 0
        self._transcript: Transcript | None = None
        self._unwritten: list[bytes] = []

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
        self._add({"start": instance})
        self._flush()

    def moved(self, relay: Address, own_port: int) -> None:
        """The table goes on at another relay."""
        self._add({"relay": list(relay), "port": own_port})
        self._flush()

    def shown(self, secret: bytes, start: bytes) -> None:
        """Note that spectators are shown the game in that room, where the host began it so."""
        self._add({"gallery": secret.hex(), "began": start.hex()})
        self._flush()

    def recorded(self, name: str) -> None:
        """Note the name of the file the record is in."""
        self._add({"record": name})
        self._flush()

    def answered(self, answer: Answer) -> None:
        """Write an answer down before it leaves."""
        self.keep()
        self._add(plain_answer(answer))
        self._flush()

    def persist(self, signer: int, raw: bytes) -> None:
        """Write down what a seat here has said and must not contradict."""
        self.keep()
        self._add({"signer": signer, "said": raw.hex()})

    def rewound(self, step: int) -> None:
        """That step, which was closed, is the present one again."""
        if step < self._closed:
            self._closed = step
            self._add({"rewound": step})

    def sending(self) -> None:
        """A message is about to leave: everything it rests on is on the disk now."""
        self.keep()
        if self._unwritten:
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
            self._add({"step": self._closed, "closed": closed, "proof": proof})
            self._closed += 1
        return self._closed > first

    def finish(self, glory: tuple[int, ...]) -> None:
        """Note how the game ended."""
        self.keep()
        self._add({"over": list(glory)})
        self._flush()

    def close(self) -> None:
        """Let go of the file, with everything in it."""
        if self._handle.closed:
            return
        self.keep()
        self._flush()
        self._handle.close()

    def begin(self, begin: TableBegin) -> None:
        """Write what the table begins with."""
        self._add(plain_begin(begin))
        self._flush()

    def _add(self, data: Mapping[str, Plain]) -> None:
        self._chain, line = line_of(self._chain, data)
        self._unwritten.append(line)

    def _flush(self) -> None:
        """Bring what is unwritten to the disk; what a full disk does not take is tried again."""
        if self._handle.closed:
            return
        try:
            place = self._handle.tell()
            try:
                left = b"".join(self._unwritten)
                while left:
                    left = left[self._handle.write(left) :]
                os.fsync(self._handle.fileno())
            except OSError:
                # Half a line must not stand in the way of whole ones.
                self._handle.seek(place)
                self._handle.truncate()
                raise
        except OSError as error:
            why = error.strerror or ""
            self.trouble = say("This game cannot be saved: {why}.", why=why)
        else:
            self._unwritten = []
            self.trouble = ""


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
            opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE)
        except FileExistsError:
            number += 1
            continue
        handle = os.fdopen(opened, "w+b", buffering=0)
        take_lock(handle.fileno())
        return path, handle


def reopen(saved: SavedTable, instance: int) -> TableJournal:
    """The journal of a saved table, to go on writing; what was damaged is kept beside it.

    Raises:
        JournalError: another program has it open, or the disk does not let us.
    """
    try:
        handle = FileIO(saved.path, "r+b")
        if not take_lock(handle.fileno()):
            handle.close()
            raise JournalError(say("Game {number} is open in another window.", number=saved.number))
        return gone_on_with(saved, handle, instance)
    except OSError as error:
        raise JournalError(broken(saved.path, error.strerror or "")) from error


def gone_on_with(saved: SavedTable, handle: FileIO, instance: int) -> TableJournal:
    """As `reopen`, with a file that is open already.

    Raises:
        OSError: the disk does not let us.
    """
    whole = handle.readall()
    if saved.is_damaged:
        saved.path.with_suffix(f"{TABLE_SUFFIX}.damaged").write_bytes(whole)
    handle.seek(saved.size)
    handle.truncate()
    journal = TableJournal(saved.path, handle, chain_of(whole[: saved.size]), saved)
    journal.start(instance)
    return journal
