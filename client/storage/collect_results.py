"""Where results come from: a table that was played to its end, or a record read again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.platform.paths import data_directory
from client.platform.system import wall_clock
from client.storage.record_paths import RECORD_SUFFIX
from client.storage.results_index import Player, Result, read_index, write_index
from client.tables.network_table import NetworkTable
from engine.state import GameState
from engine.terms import Seat
from protocol.charter import Charter
from protocol.record.record import BrokenRecord, Verified, verify_record
from protocol.wire.identity import KEY_SIZE, Identity

_KEY_FILES: Final = "identity*.key"


def keep_result(
    table: NetworkTable, record: Path, actions: int, minutes: int | None, *, person: bool = True
) -> str:
    """Add the result of a finished game to the index; gives what went wrong, "" if nothing did.

    Where a bot played the seat of the `person`, it is nobody's result.
    """
    players = _players(table.state, table.names, table.bot_seats)
    own = int(table.seat) if person else None
    result = Result(record.name, wall_clock(), players, own, actions, minutes)
    return write_index((result,), record.parent.parent)


def whole_minutes(seconds: float) -> int:
    """So many minutes, at least one."""
    return max(1, round(seconds / 60))


def _players(
    state: GameState, names: tuple[str, ...], bots: tuple[Seat, ...]
) -> tuple[Player, ...]:
    return tuple(
        Player(name, str(clan.clan or ""), clan.glory, Seat(seat) in bots)
        for seat, (name, clan) in enumerate(zip(names, state.clans, strict=True))
    )


def records_in(directory: Path | None = None) -> tuple[Path, ...]:
    """The files of all records."""
    folder = (directory or data_directory()) / "records"
    return tuple(sorted(folder.glob(f"*{RECORD_SUFFIX}")))


def unread(directory: Path | None = None) -> tuple[Path, ...]:
    """The records the index does not know."""
    known = read_index(directory)
    return tuple(path for path in records_in(directory) if path.name not in known)


def rebuild(directory: Path | None = None) -> Iterator[Path]:
    """Read every record the index lacks, a few seconds each, and add it; gives each as it is read.

    What is no record, or is broken, is left alone.
    """
    keys = own_keys(directory)
    for path in unread(directory):
        yield path
        try:
            verified = verify_record(path.read_bytes())
        except (OSError, BrokenRecord):
            continue
        result = read_again(path, verified, keys)
        if result is not None:
            write_index((result,), directory)


def read_again(path: Path, verified: Verified, keys: frozenset[bytes]) -> Result | None:
    """The result in a record; None where its seats were never drawn."""
    if verified.state is None:
        return None
    hellos = [verified.charter.hellos[signer] for signer in verified.places]
    bots = tuple(Seat(seat) for seat, hello in enumerate(hellos) if hello.is_bot)
    names = tuple(hello.name for hello in hellos)
    own = own_signer(verified.charter, keys)
    return Result(
        path.name,
        datetime.fromtimestamp(path.stat().st_mtime, UTC),
        _players(verified.state, names, bots),
        None if own is None else verified.places.index(own),
        verified.actions,
        finished=verified.closed,
    )


def own_signer(charter: Charter, keys: frozenset[bytes]) -> int | None:
    """Whose game it was: that of who has one of our keys, or of the only one who is no bot."""
    people = [signer for signer, hello in enumerate(charter.hellos) if not hello.is_bot]
    ours = [signer for signer in people if charter.hellos[signer].identity in keys]
    if ours:
        return ours[0]
    return people[0] if len(people) == 1 else None


def own_keys(directory: Path | None = None) -> frozenset[bytes]:
    """The public keys of this person."""
    found = set()
    for path in (directory or data_directory()).glob(_KEY_FILES):
        try:
            seed = path.read_bytes()
        except OSError:
            continue
        if len(seed) == KEY_SIZE:
            found.add(Identity(seed).public)
    return frozenset(found)
