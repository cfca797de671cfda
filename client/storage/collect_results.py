"""Sources of results: finished games, and records that are read again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.platform.paths import VARIABLES, DirectoryKind, data_directory
from client.platform.system import wall_clock
from client.storage.record_files import RECORD_SUFFIX
from client.storage.results import Player, Result, index_path, read_index, write_index
from client.tables.network_table import NetworkTable
from client.tables.own_table import names_in
from client.text.box_words import boxes_of
from client.text.catalogue import say
from client.text.system_faults import remedy, system_reason
from engine.state import GameState
from engine.terms import Seat
from engine.values import Value
from protocol.charter import READABLE, Charter
from protocol.errors import RemoteProtocolError
from protocol.record.ending import names_without_result, result_step
from protocol.record.record import BrokenRecord, Verified, split_record, verify_record
from protocol.wire.identity import KEY_SIZE, Identity

_KEY_FILES: Final = "identity*.key"
_LARGEST_BEGINNING: Final = 64 * 1024
"""Bytes of a record in which its charter ends."""


def keep_result(
    table: NetworkTable, record: Path, actions: int, minutes: int | None, *, person: bool = True
) -> str:
    """Add the result of a finished game to the index; return an error or "".

    If a bot played the seat of the `person`, it is nobody's result.
    """
    players = _players(table.state, table.names, table.bot_seats)
    own = int(table.seat) if person else None
    session = table.sessions[table.person]
    without = names_without_result(table.charter, session.history)
    step = result_step(session.history)
    end = "" if step is None else session.transcript.point_of(step + 1).head.hex()
    result = Result(
        record.name,
        wall_clock(),
        players,
        own,
        actions,
        minutes,
        without=without,
        end=end,
        boxes=boxes_of(table.charter.options),
    )
    return write_index((result,), record.parent.parent)


def whole_minutes(seconds: float) -> int:
    """Round to minutes, at least one."""
    return max(1, round(seconds / 60))


def _players(
    state: GameState, names: tuple[str, ...], bots: tuple[Seat, ...]
) -> tuple[Player, ...]:
    return tuple(
        Player(name, str(clan.clan or ""), clan.glory, Seat(seat) in bots)
        for seat, (name, clan) in enumerate(zip(names, state.clans, strict=True))
    )


def records_in(directory: Path | None = None) -> tuple[Path, ...]:
    """Return the files of all records; `out_of_reach` says why none can be seen."""
    return tuple(path for path in _files(_records(directory)) if path.name.endswith(RECORD_SUFFIX))


def out_of_reach() -> str:
    """Say why list and records cannot be read, "" if they can or if there are none yet.

    Without this sentence a player would take their games for lost.
    """
    for path, look in ((index_path(), Path.open), (_records(None), os.scandir)):
        try:
            with look(path):
                continue
        except FileNotFoundError:
            continue
        except OSError as error:
            told = say("{file} cannot be read: {why}.", file=str(path), why=system_reason(error))
            return f"{told} {remedy(error, VARIABLES[DirectoryKind.DATA])}"
    return ""


def _records(directory: Path | None) -> Path:
    return (directory or data_directory()) / "records"


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def unread(directory: Path | None = None) -> tuple[Path, ...]:
    """Return the records that the index lacks."""
    known = read_index(directory)
    return tuple(path for path in records_in(directory) if path.name not in known)


def rebuild(directory: Path | None = None) -> Iterator[Path]:
    """Read every record that the index lacks, a few seconds each, and add its result.

    Yield each path before it is read; skip broken records.
    """
    keys = own_keys(directory)
    for path in unread(directory):
        yield path
        try:
            verified = verify_record(path.read_bytes(), cut_off=True)
        except (OSError, BrokenRecord):
            continue
        result = read_again(path, verified, keys)
        if result is not None:
            write_index((result,), directory)


def read_again(path: Path, verified: Verified, keys: frozenset[bytes]) -> Result | None:
    """Return the result in a record, None if its seats were never drawn."""
    if verified.state is None:
        return None
    hellos = [verified.charter.hellos[signer] for signer in verified.places]
    bots = tuple(Seat(seat) for seat, hello in enumerate(hellos) if hello.is_bot)
    called = names_in(verified.charter)
    names = tuple(called[signer] for signer in verified.places)
    own = own_signer(verified.charter, keys)
    return Result(
        path.name,
        datetime.fromtimestamp(path.stat().st_mtime, UTC),
        _players(verified.state, names, bots),
        None if own is None else verified.places.index(own),
        verified.actions,
        finished=verified.closed,
        without=tuple(verified.charter.names[one.signer] for one in verified.unsigned),
        end=verified.end.hex(),
        boxes=boxes_of(verified.charter.options),
    )


def own_signer(charter: Charter, keys: frozenset[bytes]) -> int | None:
    """Return the signer of the person here: one of their keys, or the only person at the table."""
    people = [signer for signer, hello in enumerate(charter.hellos) if not hello.is_bot]
    ours = [signer for signer in people if charter.hellos[signer].identity in keys]
    if ours:
        return ours[0]
    return people[0] if len(people) == 1 else None


def own_keys(directory: Path | None = None) -> frozenset[bytes]:
    """Return the public keys of the person here."""
    found = set()
    for path in _files(directory or data_directory()):
        if not path.match(_KEY_FILES):
            continue
        try:
            seed = path.read_bytes()
        except OSError:
            continue
        if len(seed) == KEY_SIZE:
            found.add(Identity(seed).public)
    return frozenset(found)


class ListedRecord(Value):
    """A record in the list of past games.

    `result` is None if the index lacks it; then `names` are those in its charter, none if that
    cannot be read.
    """

    path: Path
    when: datetime
    result: Result | None
    names: tuple[str, ...] = ()


def listed_records(directory: Path | None = None) -> tuple[ListedRecord, ...]:
    """Return all records, newest first; of those without a result only the charter is read."""
    known = read_index(directory)
    found = []
    for path in records_in(directory):
        result = known.get(path.name)
        try:
            written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except OSError:
            continue
        if result is None:
            found.append(ListedRecord(path, written, None, _names_in(path)))
        else:
            found.append(ListedRecord(path, result.when, result))
    return tuple(sorted(found, key=lambda one: one.when, reverse=True))


def _names_in(path: Path) -> tuple[str, ...]:
    """Return the names at the table of a record, none if its beginning cannot be read."""
    try:
        with path.open("rb") as file:
            raw, _ = split_record(file.read(_LARGEST_BEGINNING), cut_off=True)
        return tuple(filter(None, names_in(Charter.from_bytes(raw, versions=READABLE))))
    except (OSError, BrokenRecord, RemoteProtocolError):
        return ()
