"""Games against bots on disk: one append-only journal each, written line by line.

The first line has everything a game begins with, the master secret too: the file is for its owner
only. Every further line is an answer of a seat, the last one of a finished game its result. All
messages, what a seat knows and the position follow from these by playing again; none of it is ever
written. Each answer of the person is on the disk before it is sent to anybody, so that a game
survives a kill at any moment; a last line that was cut short is left out, and where a line is not
as it was written, the game goes on from before it (`client.storage.append_log`). The bots' answers
are there so that a bot which plays otherwise in a later version goes on from where the game is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Final

from client.log import events
from client.platform.file_lock import take_lock
from client.platform.paths import VARIABLES, DirectoryKind
from client.storage.append_log import PRIVATE, Ledger, Lines, keep_damaged, read_lines
from client.storage.damage import damage_told
from client.tables.json_answers import plain_answer, plain_game, read_answer, read_game
from client.tables.json_moves import BadRecord, OtherVersion, Plain, mapping_of
from client.tables.own_table import PERSON, OwnGame, OwnTable
from client.tables.recorded_answers import Answer
from client.text.catalogue import say
from client.text.protocol_faults import version_sentence
from protocol.errors import Reason

_FORMAT: Final = 4
_CHAIN: Final = b"bloodrage/game/v4"
_UNMARKED: Final = (2, 3)
"""Formats whose lines have no marks. Format 2 has no answers of bots: they give them again."""
_EARLIER: Final = (1,)
_SUFFIX: Final = ".game"
TABLE_SUFFIX: Final = ".table"
"""Of games with others, which lie beside these and share their numbers."""


class SaveError(Exception):
    """A saved game that cannot be used; the text is the sentence for the player."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it lies on disk.

    `table` is the id of the table that the game must have, in hexadecimal digits. `torn` tells that
    a last line was cut short and left out, `damaged` that lines were not as they were written.
    `size` are the bytes that are in order, and `chain` the hash over their lines, None where they
    have no marks.
    """

    path: Path
    number: int
    game: OwnGame
    table: str
    answers: tuple[Answer, ...]
    over: bool
    torn: bool
    damaged: bool
    size: int
    chain: bytes | None = field(repr=False)

    @property
    def given(self) -> int:
        """How many answers the person has given."""
        return sum(answer.signer == PERSON for answer in self.answers)


class GameFile:
    """The open file of a game in play. No other program can open the same game meanwhile."""

    def __init__(self, path: Path, handle: FileIO, saved: SavedGame | None = None) -> None:
        """Take an open file, and what was in it; use `create` or `reopen`."""
        self.path = path
        self.saved = saved
        self.answers: Sequence[Answer] = () if saved is None else saved.answers
        self.trouble = ""
        self._ledger = Ledger(handle, _CHAIN if saved is None else saved.chain)

    @property
    def number(self) -> int:
        """What the game is called."""
        return _number(self.path)

    def begin(self, table: OwnTable) -> None:
        """Write what the game begins with."""
        table_id = table.charter.table_id.hex()
        self._line({"bloodrage": _FORMAT, "table": table_id, "game": plain_game(table.game)})

    def answered(self, answer: Answer) -> None:
        """Add an answer. Trouble with the disk is kept to be told, and the game goes on.

        What the disk did not take is tried again with the next answer.
        """
        self._line(plain_answer(answer), at_once=answer.signer == PERSON)

    def persist(self, _signer: int, _raw: bytes) -> None:
        """Follows from the answers: all seats are in this program."""

    def rewound(self, _step: int) -> None:
        """Nothing is closed anew where all seats are in one program."""

    def sending(self) -> None:
        """All seats are in this program: nothing leaves it."""

    def finish(self, glory: tuple[int, ...]) -> None:
        """Note that the game is over."""
        self._line({"over": list(glory)})

    def close(self) -> None:
        """Let go of the file."""
        try:
            self._ledger.close()
        except OSError as error:
            self._fails(error)

    def discard(self) -> None:
        """Let go of the file of a game that was not begun, and remove it."""
        self.close()
        with suppress(OSError):
            self.path.unlink()

    def _line(self, data: Mapping[str, Plain], *, at_once: bool = True) -> None:
        if self._ledger.is_closed:
            # Whoever got up has left: what the bots still say is said again the next time.
            return
        self._ledger.add(data)
        try:
            self._ledger.flush(at_once=at_once)
        except OSError as error:
            self._fails(error)
        else:
            self.trouble = ""

    def _fails(self, error: OSError) -> None:
        if not self.trouble:
            events.disk_failed(error.errno)
        self.trouble = say("This game cannot be saved: {why}.", why=error.strerror or "")


def create(directory: Path) -> GameFile:
    """The file of a new game, with nothing in it yet.

    Raises:
        SaveError: nothing can be written there.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        path, handle = _open_new(directory, next_number(directory))
    except OSError as error:
        raise SaveError(_cannot_write(directory, error)) from error
    return GameFile(path, handle)


def next_number(directory: Path) -> int:
    """A number no game and no table of this directory has."""
    if not directory.is_dir():
        return 1
    stems = (path.stem for path in directory.iterdir() if path.suffix in (_SUFFIX, TABLE_SUFFIX))
    return max((int(stem) for stem in stems if stem.isdecimal()), default=0) + 1


def _open_new(directory: Path, number: int) -> tuple[Path, FileIO]:
    """A file nobody has yet, even if two games begin at once."""
    while True:
        path = directory / f"{number:04}{_SUFFIX}"
        try:
            opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
        except FileExistsError:
            number += 1
            continue
        handle = os.fdopen(opened, "w+b", buffering=0)
        _lock(path, handle)
        return path, handle


def _cannot_write(directory: Path, error: OSError) -> str:
    return say(
        "Games cannot be saved in {directory}: {why}. Set {variable} to another directory.",
        directory=str(directory),
        why=error.strerror or "",
        variable=VARIABLES[DirectoryKind.STATE],
    )


def unfinished(directory: Path) -> tuple[SavedGame, ...]:
    """Every game that can be gone on with, the one played last first; broken files are skipped."""
    games = []
    for path in sorted(saved_paths(directory), key=_played_at, reverse=True):
        try:
            game = load(path)
        except SaveError:
            continue
        if not game.over:
            games.append(game)
    return tuple(games)


def _played_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        # It was removed just now.
        return 0.0


def find(directory: Path, number: int | None) -> SavedGame:
    """The game of a number, or the one played last.

    Raises:
        SaveError: there is none, it is over, or its file is broken.
    """
    if number is None:
        games = unfinished(directory)
        if not games:
            raise SaveError(say("There is no unfinished game."))
        return games[0]
    path = directory / f"{number:04}{_SUFFIX}"
    if not path.exists():
        raise SaveError(say("There is no game {number}.", number=number))
    game = load(path)
    if game.over:
        raise SaveError(say("Game {number} is over.", number=number))
    return game


def load(path: Path) -> SavedGame:
    """Read the file of a game; its answers are judged only when they are given again.

    Raises:
        SaveError: it cannot be read, or is no game.
    """
    try:
        return _read(path, path.read_bytes())
    except OSError as error:
        raise SaveError(_broken(path, damage_told(error))) from error


def _read(path: Path, raw: bytes) -> SavedGame:
    try:
        lines = _unmarked(raw) if raw.startswith(b"{") else read_lines(raw, _CHAIN)
        is_marked = bool(lines.chain)
        rows = lines.rows
        _check_format(path, rows, (_FORMAT,) if is_marked else _UNMARKED)
        over = len(rows) > 1 and "over" in rows[-1]
        answers = tuple(map(read_answer, rows[1:-1] if over else rows[1:]))
        game, table = read_game(rows[0].get("game")), str(rows[0].get("table"))
    except OtherVersion as error:
        why = version_sentence(Reason.NO_COMMON_VERSION, error.place)
        raise SaveError(unknown(path, why)) from error
    except (BadRecord, ValueError, RecursionError) as error:
        raise SaveError(_broken(path, damage_told(error))) from error
    return SavedGame(
        path,
        _number(path),
        game,
        table,
        answers,
        over,
        lines.is_torn,
        lines.is_damaged,
        lines.size,
        lines.chain if is_marked else None,
    )


def _unmarked(raw: bytes) -> Lines:
    """The lines of an earlier format: what was changed in them is recognised by no mark.

    Raises:
        ValueError: a line is none.
    """
    size = raw.rfind(b"\n") + 1
    rows = tuple(mapping_of(json.loads(line)) for line in raw[:size].split(b"\n")[:-1])
    return Lines(rows, size, b"", is_torn=size < len(raw), is_damaged=False)


def _check_format(path: Path, rows: Sequence[Mapping[str, object]], read: tuple[int, ...]) -> None:
    found = rows[0].get("bloodrage") if rows else None
    if found in _EARLIER:
        raise SaveError(
            say(
                "Game {number} was saved by an earlier version, which this one cannot go on with.",
                number=_number(path),
            )
        )
    if found not in read:
        raise BadRecord("", "a first line with the beginning of a game")


def unknown(path: Path, why: str) -> str:
    """What is said of a saved game of a version that is not known here; it is left as it is."""
    return say("Saved game {number}: {why}", number=_number(path), why=why)


def _broken(path: Path, why: str) -> str:
    return say("The saved game {path} is broken: {why}.", path=str(path), why=why)


def other_game(saved: SavedGame) -> SaveError:
    """What is said where the answers of a game do not fit the game they are given in."""
    return SaveError(_broken(saved.path, say("its answers fit no game of this version")))


def reopen(saved: SavedGame) -> GameFile:
    """The file of a saved game, to go on writing; what was damaged is kept beside it.

    Another window may have gone on with the game since it was read: what counts is what is in the
    file once it is ours alone.

    Raises:
        SaveError: another program has the game open, or the disk does not let us.
    """
    path = saved.path
    try:
        handle = FileIO(path, "r+b")
    except OSError as error:
        raise SaveError(_broken(path, error.strerror or "")) from error
    _lock(path, handle)
    try:
        whole = handle.readall()
        now = _read(path, whole)
        if now.damaged:
            keep_damaged(path, whole)
        handle.seek(now.size)
        handle.truncate()
    except OSError as error:
        handle.close()
        raise SaveError(_broken(path, error.strerror or "")) from error
    except SaveError:
        handle.close()
        raise
    return GameFile(path, handle, now)


def check_table(saved: SavedGame, table: OwnTable) -> None:
    """Require that a saved game makes the table it was played at.

    Raises:
        SaveError: its beginning has been changed, or other cards are used here.
    """
    if table.charter.table_id.hex() != saved.table:
        raise other_game(saved)


def _lock(path: Path, handle: FileIO) -> None:
    if not take_lock(handle.fileno()):
        handle.close()
        raise SaveError(say("Game {number} is open in another window.", number=_number(path)))


def saved_paths(directory: Path) -> tuple[Path, ...]:
    """The files of all games, finished ones too."""
    if not directory.is_dir():
        return ()
    return tuple(path for path in directory.glob(f"*{_SUFFIX}") if path.stem.isdecimal())


def _number(path: Path) -> int:
    return int(path.stem)
