"""Saved games: every game of this machine that can be resumed, against bots and with others.

Each game is one append-only journal for its owner only. Its first line has everything the game
begins with, secrets included; every further line is an answer, a closed step or another event of
the game, the last one of a finished game its result. The position and everything a seat knows
follow from these by a replay and are never written. A last line that was cut short is dropped, and
a changed line ends the part that counts (`client.storage.append_log`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from client.storage.append_log import LineForm, Lines, read_lines, read_unmarked_lines
from client.storage.journal_rows import (
    MAPPED_TABLES,
    TableBegin,
    read_answer,
    read_begin,
    read_game,
    routes_of,
)
from client.storage.plain_data import BadRecord, bytes_of, items_of, number_of, text_of
from client.tables.own_table import PERSON, OwnGame
from client.tables.recorded_answers import Answer, ClosedStep
from client.text.catalogue import say
from client.text.protocol_faults import reason_sentence, version_sentence
from client.text.system_faults import system_reason
from protocol.charter import VERSIONS
from protocol.errors import ProtocolError, RemoteProtocolError
from protocol.lobby.routes import Routes
from protocol.wire.names import cleaned

GAME_FORMAT: Final = 6
_GAME_FORMATS: Final = {
    LineForm.UNMARKED: (2, 3),
    LineForm.MARKED: (4, 5),
    LineForm.PACKED: (GAME_FORMAT,),
}
"""Formats by the form of their lines. Format 2 lacks the answers of bots: they are made again."""
_MAPPED_GAMES: Final = (2, 3, 4)
"""Formats that wrote answers as mappings."""
_EARLIER: Final = (1,)
GAME_CHAIN: Final = b"bloodrage/game/v4"
TABLE_CHAIN: Final = b"bloodrage/journal/v1"
GAME_SUFFIX: Final = ".game"
TABLE_SUFFIX: Final = ".table"
"""Games with others; they share directory and numbers with the games against bots."""
_SHOWN: Final = 40
"""Characters of a malformed part that are shown; a part may be a whole line."""


class SaveError(Exception):
    """A saved game that cannot be used; the text is the sentence for the player."""


@dataclass(frozen=True, slots=True)
class _Saved:
    """A journal as it was read.

    Attributes:
        lines: its intact lines.
        answers: the answers of the seats here, in order.
        glory: the result, empty before the end.
    """

    path: Path
    lines: Lines = field(repr=False)
    answers: tuple[Answer, ...]
    glory: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of the game on this machine."""
        return int(self.path.stem)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.glory)

    @property
    def _format(self) -> object:
        return self.lines.rows[0].get("bloodrage")

    def _given_by(self, person: int) -> int:
        return sum(answer.signer == person for answer in self.answers)


@dataclass(frozen=True, slots=True)
class SavedGame(_Saved):
    """A game against bots; `table` is the id its table must have."""

    game: OwnGame
    table: bytes

    @property
    def given(self) -> int:
        """The number of answers the person has given."""
        return self._given_by(PERSON)

    @property
    def is_mapped(self) -> bool:
        """Whether its format writes answers as mappings."""
        return self._format in _MAPPED_GAMES


@dataclass(frozen=True, slots=True)
class SavedTable(_Saved):
    """A table with others.

    Attributes:
        begin: its beginning, at the relay that was used last.
        instance: the last start of this program for it.
        steps: the closed steps, in order.
        said: messages the seats here must not contradict, each with its signer, in order.
        gallery: the secret of the room that shows it to spectators and its host's beginning of
            that room, None if this machine shows it to nobody.
        record: the file name of its record, "" if there is none yet.
    """

    begin: TableBegin
    instance: int
    steps: tuple[ClosedStep, ...]
    said: tuple[tuple[int, bytes], ...]
    gallery: tuple[bytes, bytes] | None = field(repr=False)
    record: str

    @property
    def given(self) -> int:
        """The number of answers the person has given."""
        return self._given_by(self.begin.person)

    @property
    def is_mapped(self) -> bool:
        """Whether its format writes answers as mappings."""
        return self._format in MAPPED_TABLES

    @property
    def is_older(self) -> bool:
        """Whether it began by a version of the protocol that nobody plays by any more."""
        return self.begin.charter.version not in VERSIONS


Saved = SavedGame | SavedTable


@dataclass
class _Rows:
    """The events of a journal, row by row."""

    answers: list[Answer] = field(default_factory=list)
    glory: tuple[int, ...] = ()
    instance: int = 0
    steps: list[ClosedStep] = field(default_factory=list)
    said: list[tuple[int, bytes]] = field(default_factory=list)
    gallery: tuple[bytes, bytes] | None = None
    record: str = ""
    relay: tuple[Routes, int] | None = None

    def add(self, row: Mapping[str, object]) -> None:
        if "answer" in row:
            self.answers.append(read_answer(row))
        elif "closed" in row:
            closed, proof = row.get("closed"), row.get("proof")
            self.steps.append(ClosedStep(items_of(closed, bytes_of), items_of(proof, bytes_of)))
        elif "said" in row:
            self.said.append((number_of(row.get("signer")), bytes_of(row.get("said"))))
        elif "rewound" in row:
            del self.steps[number_of(row.get("rewound")) :]
        elif "start" in row:
            self.instance = number_of(row.get("start"))
        elif "relay" in row:
            self.relay = routes_of(row.get("relay")), number_of(row.get("port"))
        elif "gallery" in row:
            self.gallery = bytes_of(row.get("gallery")), bytes_of(row.get("began"))
        elif "record" in row:
            self.record = text_of(row.get("record"))
        elif "over" in row:
            self.glory = items_of(row.get("over"), number_of)
        else:
            raise BadRecord(row, "a line of a journal")


# ---------------------------------------------------------------------- reading


def load(path: Path) -> Saved:
    """Read a saved game of either kind.

    Raises:
        SaveError: it cannot be read, or not even its beginning is intact.
    """
    return load_table(path) if path.suffix == TABLE_SUFFIX else load_game(path)


def load_game(path: Path) -> SavedGame:
    """Read a game against bots; only a replay checks its answers.

    Raises:
        SaveError: as for `load`.
    """
    return game_in(path, _bytes_in(path))


def load_table(path: Path) -> SavedTable:
    """Read a table with others.

    Raises:
        SaveError: as for `load`.
    """
    return table_in(path, _bytes_in(path))


def _bytes_in(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise broken(path, error) from error


def game_in(path: Path, raw: bytes) -> SavedGame:
    """Read a game against bots from the bytes of its file.

    Raises:
        SaveError: its beginning is not intact.
    """
    try:
        is_marked = not raw.startswith(b"{")
        lines = read_lines(raw, GAME_CHAIN) if is_marked else read_unmarked_lines(raw)
        first = lines.rows[0] if lines.rows else {}
        _check_format(path, first.get("bloodrage"), _GAME_FORMATS[lines.form])
        rows = _rows(lines)
        game, table = read_game(first.get("game")), bytes_of(first.get("table"))
    except (ProtocolError, ValueError, RecursionError) as error:
        raise broken(path, error) from error
    return SavedGame(path, lines, tuple(rows.answers), rows.glory, game, table)


def _check_format(path: Path, found: object, readable: tuple[int, ...]) -> None:
    if found in _EARLIER:
        raise SaveError(
            say(
                "Game {number} was saved by an earlier version and cannot continue in this one.",
                number=int(path.stem),
            )
        )
    if found not in readable:
        raise BadRecord("", "a first line with the beginning of a game")


def table_in(path: Path, raw: bytes) -> SavedTable:
    """Read a table with others from the bytes of its file.

    Raises:
        SaveError: its beginning is not intact.
    """
    lines = read_lines(raw, TABLE_CHAIN)
    try:
        begin = read_begin(lines.rows[0] if lines.rows else {}, lines.form)
        rows = _rows(lines)
    except (ProtocolError, ValueError) as error:
        raise broken(path, error) from error
    if rows.relay is not None:
        begin = replace(begin, relay=rows.relay[0], own_port=rows.relay[1])
    return SavedTable(
        path,
        lines,
        tuple(rows.answers),
        rows.glory,
        begin,
        rows.instance,
        tuple(rows.steps),
        tuple(rows.said),
        rows.gallery,
        rows.record,
    )


def _rows(lines: Lines) -> _Rows:
    rows = _Rows()
    for row in lines.rows[1:]:
        rows.add(row)
    return rows


def broken(path: Path, error: Exception) -> SaveError:
    """Return the error of a game that cannot be read: its version, or the damage."""
    if isinstance(error, RemoteProtocolError) and (
        why := version_sentence(error.reason, error.place)
    ):
        return SaveError(say("Saved game {number}: {why}", number=int(path.stem), why=why))
    return _broken(path, damage_sentence(error))


def _broken(path: Path, why: str) -> SaveError:
    return SaveError(say("The saved game {path} is broken: {why}.", path=str(path), why=why))


def other_game(saved: SavedGame) -> SaveError:
    """Return the error of a game whose answers do not fit its beginning."""
    return _broken(saved.path, say("its answers fit no game of this version"))


def damage_sentence(error: Exception) -> str:
    """Return the reason why a saved game cannot be read, without a full stop.

    The value that was expected is for developers, and stays in the error itself.
    """
    match error:
        case BadRecord() if part := cleaned(error.part, _SHOWN):
            return say('"{part}" is in the wrong place', part=part)
        case ProtocolError():
            return reason_sentence(error.reason, error.place)
        case OSError():
            return system_reason(error)
        case _:
            return say("a part of it cannot be read")
