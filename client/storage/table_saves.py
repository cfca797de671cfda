"""What the journal of a table holds: how it is written as lines, and read as far as it is right.

Of a file that was cut short or changed, what comes before that counts, and the others at the table
have the rest (`client.storage.append_log`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from client.storage.append_log import read_lines
from client.storage.bot_saves import SaveError, unknown
from client.storage.damage import damage_told
from client.tables.json_answers import read_answer
from client.tables.json_moves import BadRecord, Plain, mapping_of
from client.tables.recorded_answers import Answer, ClosedStep
from client.tables.signers_table import OwnSeat
from client.text.catalogue import say
from client.text.protocol_faults import version_sentence
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.wire.identity import Identity

_FORMAT: Final = 1
CHAIN: Final = b"bloodrage/journal/v1"
Address = tuple[str, int]


class JournalError(SaveError):
    """A journal that cannot be used; the text is the sentence for the player."""


@dataclass(frozen=True, slots=True)
class TableBegin:
    """What a table begins with here.

    `relay` is where its room was last; `own_port` is the port of the relay that this program runs
    for the others, 0 where it runs none.
    """

    charter: Charter
    person: int
    seats: Mapping[int, OwnSeat]
    room_secret: bytes = field(repr=False)
    relay: Address
    own_port: int = 0


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it lies on disk.

    Attributes:
        begin: what it begins with, at the relay that was used last.
        instance: the last start of this program for it.
        answers: what the own seats answered, in order.
        steps: the closed steps, in order.
        said: what the own seats said and must not contradict, with who did, in order.
        gallery: the secret of the room in which it is shown to spectators and how its host began
            it, None where it is not shown from here.
        record: the name of the file its record is in, "" where there is none yet.
        glory: how it ended, empty while it has not.
        size: bytes of the file that are in order.
        is_torn: whether a last line was cut short, as by a crash; nothing of it had been sent.
        is_damaged: whether lines that had been whole are not as they were written.
    """

    path: Path
    begin: TableBegin
    instance: int
    answers: tuple[Answer, ...]
    steps: tuple[ClosedStep, ...]
    said: tuple[tuple[int, bytes], ...]
    gallery: tuple[bytes, bytes] | None = field(repr=False)
    record: str
    glory: tuple[int, ...]
    size: int
    is_torn: bool
    is_damaged: bool

    @property
    def number(self) -> int:
        """What the table is called on this machine."""
        return int(self.path.stem)

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return bool(self.glory)

    @property
    def given(self) -> int:
        """How many answers the person has given."""
        return sum(answer.signer == self.begin.person for answer in self.answers)


def plain_begin(begin: TableBegin) -> dict[str, Plain]:
    """Everything a table begins with, as plain data, secrets included."""
    return {
        "bloodrage": _FORMAT,
        "charter": begin.charter.to_bytes().hex(),
        "person": begin.person,
        "room": begin.room_secret.hex(),
        "relay": list(begin.relay),
        "port": begin.own_port,
        "seats": [
            {
                "signer": signer,
                "key": one.identity.seed.hex(),
                "secret": one.secret.raw.hex(),
                "level": one.level,
            }
            for signer, one in sorted(begin.seats.items())
        ],
    }


@dataclass
class _Told:
    """What the lines of a journal have told so far."""

    begin: TableBegin
    instance: int = 0
    answers: list[Answer] = field(default_factory=list)
    steps: list[ClosedStep] = field(default_factory=list)
    said: list[tuple[int, bytes]] = field(default_factory=list)
    gallery: tuple[bytes, bytes] | None = None
    record: str = ""
    glory: tuple[int, ...] = ()

    def add(self, row: Mapping[str, object]) -> None:
        if "answer" in row:
            self.answers.append(read_answer(row))
        elif "closed" in row:
            self.steps.append(ClosedStep(_hexes(row.get("closed")), _hexes(row.get("proof"))))
        elif "said" in row:
            self.said.append((_whole(row.get("signer")), _hex(row.get("said"))))
        elif "rewound" in row:
            del self.steps[_whole(row.get("rewound")) :]
        elif "start" in row:
            self.instance = _whole(row.get("start"))
        elif "relay" in row:
            relay = _address(row.get("relay"))
            self.begin = replace(self.begin, relay=relay, own_port=_whole(row.get("port")))
        elif "gallery" in row:
            self.gallery = _hex(row.get("gallery")), _hex(row.get("began"))
        elif "record" in row:
            self.record = _text(row.get("record"))
        elif "over" in row:
            self.glory = _wholes(row.get("over"))
        else:
            raise BadRecord(row, "a line of a journal")


def load(path: Path) -> SavedTable:
    """Read a journal as far as it is in order.

    Raises:
        JournalError: it cannot be read, or not even its beginning is in order.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise JournalError(broken(path, error.strerror or "")) from error
    return read(path, raw)


def read(path: Path, raw: bytes) -> SavedTable:
    """As `load`, with the bytes of the file.

    Raises:
        JournalError: not even its beginning is in order.
    """
    lines = read_lines(raw, CHAIN)
    rows = lines.rows
    try:
        told = _Told(read_begin(rows[0] if rows else {}))
        for row in rows[1:]:
            told.add(row)
    except RemoteProtocolError as error:
        why = version_sentence(error.reason, error.place)
        raise JournalError(
            unknown(path, why) if why else broken(path, damage_told(error))
        ) from error
    except (BadRecord, LocalProtocolError, ValueError) as error:
        raise JournalError(broken(path, damage_told(error))) from error
    return SavedTable(
        path,
        told.begin,
        told.instance,
        tuple(told.answers),
        tuple(told.steps),
        tuple(told.said),
        told.gallery,
        told.record,
        told.glory,
        lines.size,
        lines.is_torn,
        lines.is_damaged,
    )


def broken(path: Path, why: str) -> str:
    """What is said of a journal that is of no use."""
    return say("The saved game {path} is broken: {why}.", path=str(path), why=why)


# ----------------------------------------------------------------------------- reading


def read_begin(row: Mapping[str, object]) -> TableBegin:
    """What a table begins with, from plain data.

    Raises:
        BadRecord: it is none.
        RemoteProtocolError: its charter is none of this version.
        LocalProtocolError: its keys are none.
    """
    if row.get("bloodrage") != _FORMAT:
        raise BadRecord(row.get("bloodrage"), "a first line with the beginning of a table")
    seats = row.get("seats")
    if not isinstance(seats, list):
        raise BadRecord(seats, "the own seats")
    return TableBegin(
        Charter.from_bytes(_hex(row.get("charter"))),
        _whole(row.get("person")),
        dict(_seat(mapping_of(one)) for one in seats),
        _hex(row.get("room")),
        _address(row.get("relay")),
        _whole(row.get("port")),
    )


def _seat(row: Mapping[str, object]) -> tuple[int, OwnSeat]:
    level = row.get("level")
    if level is not None and not isinstance(level, str):
        raise BadRecord(level, "the level of a bot")
    identity, secret = Identity(_hex(row.get("key"))), TableSecret(_hex(row.get("secret")))
    return _whole(row.get("signer")), OwnSeat(identity, secret, level)


def _address(value: object) -> Address:
    if isinstance(value, list) and len(value) == 2:  # noqa: PLR2004 - host and port
        host, port = value
        if isinstance(host, str):
            return host, _whole(port)
    raise BadRecord(value, "a host and a port")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadRecord(value, "a text")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(value, "a whole number")
    return value


def _wholes(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadRecord(value, "whole numbers")
    return tuple(map(_whole, value))


def _hex(value: object) -> bytes:
    if not isinstance(value, str):
        raise BadRecord(value, "bytes")
    return bytes.fromhex(value)


def _hexes(value: object) -> tuple[bytes, ...]:
    if not isinstance(value, list):
        raise BadRecord(value, "messages")
    return tuple(map(_hex, value))
