"""Results in a small file: one line a game, added when it ends, read without any record.

Lines that are damaged are left out; the record they were about is then read again. The same record
twice counts once, as its last line says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.platform.paths import data_directory
from client.storage.plain_data import BadRecord, Plain, items_of, mapping_of
from protocol.wire.names import cleaned

_NAME: Final = "history.jsonl"
_LONGEST: Final = 64
_MOST: Final = 10**9


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat in a seat, and what came of it; `clan` is "" if none was chosen."""

    name: str
    clan: str
    glory: int
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Result:
    """One game. `record` is the name of its file.

    `own` is the own seat, None where nobody of this machine played himself. `actions` and `minutes`
    say how long it was; minutes are None where nobody took the time. `finished` games were signed
    by all to their end.
    """

    record: str
    when: datetime
    players: tuple[Player, ...]
    own: int | None
    actions: int
    minutes: int | None = None
    finished: bool = True

    @property
    def counts(self) -> bool:
        """Whether it is a result of one's own."""
        return self.finished and self.own is not None

    @property
    def glory(self) -> int:
        """The own Glory, 0 without an own seat."""
        return 0 if self.own is None else self.players[self.own].glory

    @property
    def place(self) -> int:
        """The own place from 1; who has the same Glory shares it (G2)."""
        return 1 + sum(one.glory > self.glory for one in self.players)

    @property
    def won(self) -> bool:
        """Whether nobody had more."""
        return self.counts and self.place == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most Glory."""
        best = max(one.glory for one in self.players)
        return tuple(seat for seat, one in enumerate(self.players) if one.glory == best)


def index_path(directory: Path | None = None) -> Path:
    """Where the index is."""
    return (directory or data_directory()) / _NAME


def read_index(directory: Path | None = None) -> dict[str, Result]:
    """Every result by the name of its record, in the order they were written."""
    try:
        text = index_path(directory).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    found: dict[str, Result] = {}
    for line in text.splitlines():
        try:
            result = read_result(json.loads(line))
        except (BadRecord, ValueError, RecursionError):
            continue
        found.pop(result.record, None)
        found[result.record] = result
    return found


def write_index(results: Iterable[Result], directory: Path | None = None) -> str:
    """Add results; gives what went wrong, "" if nothing did: a result is no reason to stop."""
    path = index_path(directory)
    lines = "".join(
        json.dumps(plain_result(one), ensure_ascii=False, separators=(",", ":")) + "\n"
        for one in results
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        torn = path.exists() and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if torn else "") + lines)
    except OSError as error:
        return f"{path}: {error.strerror}"
    return ""


def plain_result(result: Result) -> dict[str, Plain]:
    """A result as plain data."""
    return {
        "record": result.record,
        "when": result.when.astimezone(UTC).isoformat(timespec="seconds"),
        "players": [
            {"name": one.name, "clan": one.clan, "glory": one.glory, "bot": one.is_bot}
            for one in result.players
        ],
        "own": result.own,
        "actions": result.actions,
        "minutes": result.minutes,
        "finished": result.finished,
    }


def read_result(value: object) -> Result:
    """A result from plain data.

    Raises:
        BadRecord: it is none.
    """
    parts = mapping_of(value)
    players = items_of(parts.get("players"), _player)
    own = _number(parts, "own", len(players) - 1, optional=True)
    record = _text(parts, "record")
    # Path("..").name is ".." as well.
    if not players or record in ("", "..") or Path(record).name != record:
        raise BadRecord(value, "the result of a game")
    return Result(
        record,
        _date(parts.get("when")),
        players,
        own,
        _number(parts, "actions", _MOST) or 0,
        _number(parts, "minutes", _MOST, optional=True),
        parts.get("finished") is True,
    )


def _player(value: object) -> Player:
    parts = mapping_of(value)
    glory = _number(parts, "glory", _MOST) or 0
    return Player(_text(parts, "name"), _text(parts, "clan"), glory, parts.get("bot") is True)


def _text(parts: Mapping[str, object], key: str) -> str:
    """A text that can be shown as it is, whoever wrote it into the file."""
    found = parts.get(key)
    if not isinstance(found, str):
        raise BadRecord(found, key)
    return cleaned(found, _LONGEST)


def _number(
    parts: Mapping[str, object], key: str, most: int, *, optional: bool = False
) -> int | None:
    found = parts.get(key)
    if found is None and optional:
        return None
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
        raise BadRecord(found, key)
    return found


def _date(value: object) -> datetime:
    if not isinstance(value, str):
        raise BadRecord(value, "a date")
    try:
        found = datetime.fromisoformat(value)
    except ValueError as error:
        raise BadRecord(value, "a date") from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
