"""The open journal of a game: one for every kind of game.

An answer of a person is on the disk before it leaves this machine. At a table with others, so is
everything a message rests on: the closed steps and the messages that a seat must not contradict.
In a game against bots, all seats are in this program, and everything follows from the answers; the
answers of bots are kept so that a bot that plays differently in a later version takes over at the
present position.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import TypeVar

from client.log import events
from client.platform.files import Lock, take_lock
from client.platform.paths import VARIABLES, DirectoryKind
from client.storage.append_log import PRIVATE, AppendLog, keep_damaged
from client.storage.game_directory import next_number
from client.storage.journal_rows import (
    TableBegin,
    plain_answer,
    plain_begin,
    plain_game,
    plain_routes,
)
from client.storage.plain_data import Plain
from client.storage.saved_games import (
    GAME_CHAIN,
    GAME_FORMAT,
    GAME_SUFFIX,
    TABLE_CHAIN,
    TABLE_SUFFIX,
    Saved,
    SavedGame,
    SavedTable,
    SaveError,
    broken,
    game_in,
    other_game,
    table_in,
)
from client.tables.own_table import PERSON, OwnTable
from client.tables.recorded_answers import Answer
from client.text.catalogue import say
from client.text.system_faults import remedy, system_reason
from protocol.agreement.transcript import Transcript
from protocol.lobby.routes import Routes

_Saved = TypeVar("_Saved", SavedGame, SavedTable)


class JournalFile:
    """An open journal; implements `client.tables.recorded_answers.Journal`.

    No other program can open it meanwhile, if the file system has locks. A failing disk never stops
    the game: `trouble` says why, and everything is tried again with the next line.

    Attributes:
        answers: everything answered at earlier starts.
        trouble: the reason why nothing can be written now, "" if all is well.
        instance: the number of this start, larger than that of every start before.
        is_locked: whether no other program can open it; some file systems have no locks.
    """

    def __init__(
        self, path: Path, handle: FileIO, saved: Saved | None = None, *, is_locked: bool = True
    ) -> None:
        """Take an open file, and its contents unless it is new; use one of the functions below."""
        self.path = path
        self.is_locked = is_locked
        self.answers: Sequence[Answer] = () if saved is None else saved.answers
        self.trouble = ""
        self.instance = 0
        self._has_others = path.suffix == TABLE_SUFFIX
        chain = TABLE_CHAIN if self._has_others else GAME_CHAIN
        if saved is None:
            self._log = AppendLog(handle, chain)
        else:
            self._log = AppendLog(handle, saved.lines.chain, saved.lines.form)
        self._is_mapped = saved is not None and saved.is_mapped
        self._closed = len(saved.steps) if isinstance(saved, SavedTable) else 0
        self._transcript: Transcript | None = None

    @property
    def number(self) -> int:
        """The number of the game on this machine."""
        return int(self.path.stem)

    @property
    def caution(self) -> str:
        """The sentence for a player whose game is not locked, "" if it is."""
        if self.is_locked:
            return ""
        return say(
            "The disk of your games does not support file locks: open game {number} in one "
            "window only.",
            number=self.number,
        )

    def watch(self, transcript: Transcript) -> None:
        """Keep the closed steps of the person's session at a table with others."""
        self._transcript = transcript

    # ------------------------------------------------------------------ reports of a table

    def answered(self, answer: Answer) -> None:
        """Write an answer: from now on it survives the end of this program.

        At a table with others it is forced to the disk with everything else its message rests on,
        by `sending`, before it leaves; in a game against bots at once, if it is the person's.
        """
        self.keep()
        at_once = not self._has_others and answer.signer == PERSON
        self.write(plain_answer(answer, is_mapped=self._is_mapped), at_once=at_once)

    def persist(self, signer: int, raw: bytes) -> None:
        """Write a message that a seat here must not contradict."""
        if self._has_others:
            self.keep()
            self._log.add({"signer": signer, "said": raw})

    def rewound(self, step: int) -> None:
        """Note that a closed step is the present one again."""
        if step < self._closed:
            self._closed = step
            self._log.add({"rewound": step})

    def sending(self) -> None:
        """Bring everything that the next message rests on to the disk."""
        self.keep()
        if self._has_others and not self._log.is_flushed:
            self._flush()

    def keep(self) -> bool:
        """Add the steps closed since the last call; return whether there were any."""
        transcript, first = self._transcript, self._closed
        if transcript is None:
            return False
        while self._closed < len(transcript.history):
            step = transcript.history[self._closed]
            closed: list[Plain] = [one.to_bytes() for _, one in sorted(step.items())]
            proof: list[Plain] = list(transcript.proofs[self._closed])
            self._log.add({"step": self._closed, "closed": closed, "proof": proof})
            self._closed += 1
        return self._closed > first

    # ------------------------------------------------------------------ reports of a program

    def start(self, instance: int) -> None:
        """Note a start of this program."""
        self.instance = instance
        self.write({"start": instance})

    def moved(self, relay: Routes, own_port: int) -> None:
        """Note another relay of the table."""
        self.write({"relay": plain_routes(relay), "port": own_port})

    def shown(self, secret: bytes, start: bytes) -> None:
        """Note the room for spectators, and its host's beginning of it."""
        self.write({"gallery": secret, "began": start})

    def recorded(self, name: str) -> None:
        """Note the file name of the record."""
        self.write({"record": name})

    def finish(self, glory: tuple[int, ...]) -> None:
        """Note the result."""
        self.keep()
        self.write({"over": list(glory)})

    def close(self) -> None:
        """Write everything and close the file."""
        if self._log.is_closed:
            return
        self.keep()
        try:
            self._log.close()
        except OSError as error:
            self._fails(error)

    def discard(self) -> None:
        """Close and remove the file of a game that did not begin."""
        self.close()
        with suppress(OSError):
            self.path.unlink()

    def write(self, row: Mapping[str, Plain], *, at_once: bool = True) -> None:
        """Add a line and write it; `at_once` forces it to the disk."""
        if not self._log.is_closed:
            self._log.add(row)
            self._flush(at_once=at_once)

    def _flush(self, *, at_once: bool = True) -> None:
        if self._log.is_closed:
            return
        try:
            self._log.flush(at_once=at_once)
        except OSError as error:
            self._fails(error)
        else:
            self.trouble = ""

    def _fails(self, error: OSError) -> None:
        if not self.trouble:
            events.disk_failed(error.errno)
        self.trouble = say("This game cannot be saved: {why}.", why=system_reason(error))


# ---------------------------------------------------------------------- new games


def create_game(directory: Path) -> JournalFile:
    """Open the journal of a new game against bots, still empty.

    Raises:
        SaveError: the directory cannot be written.
    """
    try:
        return _open_new(directory, GAME_SUFFIX)
    except OSError as error:
        raise _unsaved(directory, error) from error


def begin_game(journal: JournalFile, table: OwnTable) -> None:
    """Write the beginning of a game against bots."""
    table_id = table.charter.table_id
    journal.write({"bloodrage": GAME_FORMAT, "table": table_id, "game": plain_game(table.game)})


def create_table(directory: Path, begin: TableBegin, instance: int) -> JournalFile:
    """Begin the journal of a new table with others.

    Raises:
        SaveError: the directory cannot be written.
    """
    try:
        journal = _open_new(directory, TABLE_SUFFIX)
    except OSError as error:
        raise _unsaved(directory, error) from error
    return _begin(journal, begin, instance)


def begin_table(path: Path, handle: FileIO, begin: TableBegin, instance: int) -> JournalFile:
    """Begin the journal of a new table in an open file."""
    return _begin(JournalFile(path, handle), begin, instance)


def _begin(journal: JournalFile, begin: TableBegin, instance: int) -> JournalFile:
    journal.write(plain_begin(begin))
    journal.start(instance)
    return journal


def _unsaved(directory: Path, error: OSError) -> SaveError:
    told = say(
        "Games cannot be saved in {directory}: {why}.",
        directory=str(directory),
        why=system_reason(error),
    )
    return SaveError(f"{told} {remedy(error, VARIABLES[DirectoryKind.STATE])}")


def _open_new(directory: Path, suffix: str) -> JournalFile:
    """Open a new file, even if two games begin at once.

    It is ours as it is; the lock keeps later programs out, where the file system has locks.
    """
    directory.mkdir(parents=True, exist_ok=True)
    number = next_number(directory)
    while True:
        path = directory / f"{number:04}{suffix}"
        try:
            opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
        except FileExistsError:
            number += 1
            continue
        handle = os.fdopen(opened, "w+b", buffering=0)
        is_locked = take_lock(handle.fileno()) is not Lock.MISSING
        return JournalFile(path, handle, is_locked=is_locked)


def _lock(path: Path, handle: FileIO) -> bool:
    """Lock an open journal; return whether the file system has locks.

    Raises:
        SaveError: another program has it open.
    """
    match take_lock(handle.fileno()):
        case Lock.OURS:
            return True
        case Lock.MISSING:
            return False
        case Lock.HELD:
            handle.close()
            number = int(path.stem)
            raise SaveError(say("Game {number} is open in another window.", number=number))


# ---------------------------------------------------------------------- saved games


def reopen_game(saved: SavedGame) -> tuple[JournalFile, SavedGame]:
    """Open the journal of a game against bots again; return its contents as they are now.

    Another window may have played since it was read: the contents count once the file is locked.
    A damaged file is kept beside it.

    Raises:
        SaveError: another program has it open, or the disk fails.
    """
    return _reopen(saved, game_in)


def reopen_table(saved: SavedTable, instance: int) -> tuple[JournalFile, SavedTable]:
    """Open the journal of a table again, as `reopen_game`, and note a start of this program.

    Raises:
        SaveError: as `reopen_game`.
    """
    journal, now = _reopen(saved, table_in)
    journal.start(max(instance, now.instance + 1))
    return journal, now


def _reopen(saved: _Saved, read: Callable[[Path, bytes], _Saved]) -> tuple[JournalFile, _Saved]:
    try:
        handle = FileIO(saved.path, "r+b")
    except OSError as error:
        raise broken(saved.path, error) from error
    is_locked = _lock(saved.path, handle)
    try:
        journal, now = resume_in(handle, saved.path, read)
    except OSError as error:
        handle.close()
        raise broken(saved.path, error) from error
    except SaveError:
        handle.close()
        raise
    journal.is_locked = is_locked
    return journal, now


def resume_in(
    handle: FileIO, path: Path, read: Callable[[Path, bytes], _Saved]
) -> tuple[JournalFile, _Saved]:
    """Continue a journal in an open file, behind its last intact line and in its own format.

    Raises:
        SaveError: its beginning is not intact any more.
        OSError: the disk fails.
    """
    whole = handle.readall()
    now = read(path, whole)
    if now.lines.is_damaged:
        keep_damaged(path, whole)
    handle.seek(now.lines.size)
    handle.truncate()
    return JournalFile(path, handle, now), now


def check_table(saved: SavedGame, table: OwnTable) -> None:
    """Require that a saved game makes the table it was played at.

    Raises:
        SaveError: its beginning was changed, or this program has other cards.
    """
    if table.charter.table_id != saved.table:
        raise other_game(saved)
