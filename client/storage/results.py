"""Results of finished games in a small file, read without any record, and their statistics.

Each game is one line, added at its end. Damaged lines are skipped; the records they were about are
then read again. Of two lines about the same record, the last one counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.platform.files import is_there
from client.platform.paths import data_directory
from client.storage.plain_data import BadRecord, Plain, items_of, mapping_of, number_of, text_of
from client.text.box_words import GameBox
from client.text.system_faults import system_reason
from engine.values import Value
from protocol.wire.names import cleaned

_NAME: Final = "history.jsonl"
_LONGEST: Final = 64
_MOST: Final = 10**9
_NUMBERED: Final = re.compile(r"([0-9a-f]{16}(?:-watched)?)(?:-([0-9]{1,9}))?\.", re.ASCII)


class Player(Value):
    """A player of a finished game; `clan` is "" if none was chosen."""

    name: str
    clan: str
    glory: int
    is_bot: bool


class Result(Value):
    """The result of a game, as seen from this machine.

    Attributes:
        record: the file name of its record.
        own: the seat of the person here, None if they did not play.
        actions: the number of actions.
        minutes: the duration, None if it was not measured.
        finished: whether everybody present signed the game to its end.
        without: the names of persons that were away then, and did not sign it.
        boxes: the boxes the game used besides the base game.
        end: the head after the result in hexadecimal digits, "" if it is not known.
    """

    record: str
    when: datetime
    players: tuple[Player, ...]
    own: int | None
    actions: int
    minutes: int | None = None
    finished: bool = True
    without: tuple[str, ...] = ()
    end: str = ""
    boxes: tuple[GameBox, ...] = ()

    @property
    def table(self) -> str:
        """The name of its table: records of one table have the same name and a number."""
        found = _NUMBERED.match(self.record)
        return self.record if found is None else found[1]

    @property
    def number(self) -> int:
        """The number of its record among those of the table, 1 for the first."""
        found = _NUMBERED.match(self.record)
        return int(found[2] or 1) if found is not None else 1

    @property
    def counts(self) -> bool:
        """Whether it is a result of the person here."""
        return self.finished and self.own is not None

    @property
    def glory(self) -> int:
        """Glory of the person here, 0 if they did not play."""
        return 0 if self.own is None else self.players[self.own].glory

    @property
    def place(self) -> int:
        """Place of the person here, from 1; equal Glory shares a place (G2)."""
        return 1 + sum(one.glory > self.glory for one in self.players)

    @property
    def won(self) -> bool:
        """Whether nobody had more Glory than the person here."""
        return self.counts and self.place == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most Glory."""
        best = max(one.glory for one in self.players)
        return tuple(seat for seat, one in enumerate(self.players) if one.glory == best)


# ---------------------------------------------------------------------- statistics


@dataclass(slots=True)
class Tally:
    """A count of games: how many, how many won, and the Glory of the person here in all of them."""

    games: int = 0
    wins: int = 0
    glory: int = 0

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        self.wins += result.won
        self.glory += result.glory

    @property
    def mean(self) -> float:
        """The average Glory."""
        return self.glory / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Statistics:
    """Tallies of all games of a person; opponents are named with whether they are bots."""

    all: Tally = field(default_factory=Tally)
    by_clan: dict[str, Tally] = field(default_factory=dict)
    by_opponent: dict[tuple[str, bool], Tally] = field(default_factory=dict)


def first_ends(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return one result for each table and seat here: the end that was kept first."""
    found: dict[tuple[str, int | None, bool], Result] = {}
    for result in sorted(results, key=lambda one: one.number):
        found.setdefault((result.table, result.own, result.finished), result)
    return tuple(found.values())


def tables_with_two_ends(results: Iterable[Result]) -> frozenset[str]:
    """Return the tables of which several ends were kept."""
    ends: dict[str, set[str]] = {}
    for result in results:
        if result.finished and result.end:
            ends.setdefault(result.table, set()).add(result.end)
    return frozenset(table for table, found in ends.items() if len(found) > 1)


def statistics(results: Iterable[Result]) -> Statistics:
    """Count the results of the person here, of each table its first: by clan and by opponent."""
    found = Statistics()
    for result in first_ends(results):
        if not result.counts or result.own is None:
            continue
        found.all.add(result)
        found.by_clan.setdefault(result.players[result.own].clan, Tally()).add(result)
        others = {
            (one.name, one.is_bot) for seat, one in enumerate(result.players) if seat != result.own
        }
        for other in others:
            found.by_opponent.setdefault(other, Tally()).add(result)
    return found


# ---------------------------------------------------------------------- the file


def index_path(directory: Path | None = None) -> Path:
    """Return the path of the file."""
    return (directory or data_directory()) / _NAME


def read_index(directory: Path | None = None) -> dict[str, Result]:
    """Return every result by the name of its record, in the order of the file."""
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
    """Add results; return an error or "": a result is no reason to stop."""
    path = index_path(directory)
    lines = "".join(
        json.dumps(plain_result(one), ensure_ascii=False, separators=(",", ":")) + "\n"
        for one in results
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        torn = is_there(path) and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if torn else "") + lines)
    except OSError as error:
        return f"{path}: {system_reason(error)}"
    return ""


def plain_result(result: Result) -> dict[str, Plain]:
    """Return a result as plain data."""
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
        "without": list(result.without),
        "end": result.end,
        "boxes": list(map(str, result.boxes)),
    }


def read_result(value: object) -> Result:
    """Read a result from plain data.

    Raises:
        BadRecord: it is malformed.
    """
    parts = mapping_of(value)
    players = items_of(parts.get("players"), _player)
    own, minutes = parts.get("own"), parts.get("minutes")
    record = _text(parts, "record")
    # Path("..").name is ".." as well.
    if not players or record in ("", "..") or Path(record).name != record:
        raise BadRecord(value, "the result of a game")
    return Result(
        record,
        _date(parts.get("when")),
        players,
        None if own is None else number_of(own, len(players) - 1),
        number_of(parts.get("actions"), _MOST),
        None if minutes is None else number_of(minutes, _MOST),
        parts.get("finished") is True,
        items_of(parts.get("without", []), _name),
        _text(parts, "end") if "end" in parts else "",
        _boxes(parts),
    )


def _boxes(parts: Mapping[str, object]) -> tuple[GameBox, ...]:
    """Return the boxes of a game; lines of earlier versions name none, those of later ones more."""
    named = items_of(parts.get("boxes", []), text_of)
    return tuple(box for box in GameBox if box in named)


def _player(value: object) -> Player:
    parts = mapping_of(value)
    glory = number_of(parts.get("glory"), _MOST)
    return Player(_text(parts, "name"), _text(parts, "clan"), glory, parts.get("bot") is True)


def _name(value: object) -> str:
    return cleaned(text_of(value), _LONGEST)


def _text(parts: Mapping[str, object], key: str) -> str:
    """Return a text of the file, made safe to show."""
    return _name(parts.get(key))


def _date(value: object) -> datetime:
    try:
        found = datetime.fromisoformat(text_of(value))
    except ValueError as error:
        raise BadRecord(value, "a date") from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
