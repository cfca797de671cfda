"""The rows of a journal as plain data: the beginning of a game, and its answers.

Answers are written in the notation of the engine. Earlier formats named every field of an answer:
their files are still read, and continued in their own format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from client.bots import LEVELS
from client.storage.append_log import LineForm
from client.storage.mapped_answers import mapped_intent, notation_of
from client.storage.plain_data import (
    BadRecord,
    Plain,
    bytes_of,
    flag_of,
    items_of,
    mapping_of,
    number_of,
    text_of,
    word_of,
)
from client.tables.new_seats import OwnSeat
from client.tables.own_table import MASTER_SIZE, PERSON, OwnGame
from client.tables.recorded_answers import Answer
from engine.actions import Intent
from engine.errors import BadNotation
from engine.notation import read_move, write_move
from engine.state import Options, Rulings
from engine.terms import OdinsChosen, RageReturn, ThorsChosen
from protocol.cards.dealing import TableSecret
from protocol.charter import FIRST_PROTOCOL, READABLE, Charter
from protocol.errors import BadInvitation, BadMessage, Reason
from protocol.lobby.routes import Routes, read_routes, tcp_route
from protocol.rules import rules_of
from protocol.wire.identity import Identity

TABLE_FORMAT: Final = 3
_TABLE_FORMATS: Final = {LineForm.MARKED: (1, 2), LineForm.PACKED: (TABLE_FORMAT,)}
"""Format 1 wrote answers as mappings, format 2 bytes as hexadecimal digits."""
MAPPED_TABLES: Final = (1,)
HEAD_SIZE: Final = 32


@dataclass(frozen=True, slots=True)
class TableBegin:
    """The beginning of a table with others, as this machine knows it.

    `relay` are the last routes to its room; `own_port` is the port of the relay that this program
    runs for the others, 0 if it runs none.
    """

    charter: Charter
    person: int
    seats: Mapping[int, OwnSeat]
    room_secret: bytes = field(repr=False)
    relay: Routes
    own_port: int = 0


# ---------------------------------------------------------------------- answers


def plain_answer(answer: Answer, *, is_mapped: bool = False) -> dict[str, Plain]:
    """Return an answer with its place in the game; `is_mapped` for a file of an earlier format."""
    return {
        "signer": answer.signer,
        "step": answer.step,
        "head": answer.head,
        "answer": mapped_intent(answer.intent) if is_mapped else write_move(answer.intent),
    }


def read_answer(row: Mapping[str, object]) -> Answer:
    """Read an answer; only a replay shows whether it fits the game.

    Raises:
        BadRecord: it is malformed.
    """
    signer, step = number_of(row.get("signer", PERSON)), number_of(row.get("step"))
    return Answer(signer, step, bytes_of(row.get("head"), HEAD_SIZE), _intent(row.get("answer")))


def _intent(value: object) -> Intent:
    line = value if isinstance(value, str) else notation_of(mapping_of(value))
    try:
        move = read_move(line)
    except BadNotation as error:
        raise BadRecord(error.part, error.expected) from error
    if not isinstance(move, Intent):
        raise BadRecord(line, "the answer of a seat")
    return move


# ---------------------------------------------------------------------- games against bots


def plain_game(game: OwnGame) -> dict[str, Plain]:
    """Return everything that makes a game the same game, its master secret included."""
    return {
        "secret": game.master,
        "bots": [{"name": name, "level": level} for name, level in game.bots],
        "options": plain_options(game.options),
        "memory_aid": game.memory_aid,
        "protocol": game.protocol,
    }


def read_game(value: object) -> OwnGame:
    """Read the beginning of a game against bots.

    Raises:
        BadRecord: it is malformed.
        BadMessage: its rules or its protocol are not known here; the place names the version.
    """
    parts = mapping_of(value)
    # Early journals do not name the protocol.
    protocol = number_of(parts.get("protocol", FIRST_PROTOCOL))
    if protocol not in READABLE:
        raise BadMessage(Reason.NO_COMMON_VERSION, f"version {protocol}")
    return OwnGame(
        bytes_of(parts.get("secret"), MASTER_SIZE),
        items_of(parts.get("bots"), _bot),
        read_options(parts.get("options")),
        memory_aid=parts.get("memory_aid", True) is not False,
        protocol=protocol,
    )


def _bot(value: object) -> tuple[str, str]:
    parts = mapping_of(value)
    level = text_of(parts.get("level"))
    if level not in LEVELS:
        raise BadRecord(level, f"one of {', '.join(LEVELS)}")
    return text_of(parts.get("name")), level


def plain_options(options: Options) -> dict[str, Plain]:
    """Return the options of a game."""
    rulings = options.rulings
    return {
        "kickstarter": options.kickstarter,
        "rules_version": options.rules_version,
        "rulings": {
            "draft": rulings.draft,
            "prowess_before_trickery": rulings.prowess_before_trickery,
            "rage_return": rulings.rage_return,
            "leader_strength": rulings.leader_strength,
            "ship_strength": rulings.ship_strength,
            "odins_chosen": rulings.odins_chosen,
            "thors_chosen": rulings.thors_chosen,
        },
        "gods": options.gods,
        "mystics": options.mystics,
    }


def read_options(value: object) -> Options:
    """Read the options of a game; files of earlier rules do not name the boxes of version 3.

    Raises:
        BadRecord: they are malformed.
        BadMessage: their rules are not known here; the place names the version.
    """
    parts = mapping_of(value)
    rulings = mapping_of(parts.get("rulings"))
    return Options(
        Rulings(
            draft=flag_of(rulings.get("draft")),
            prowess_before_trickery=flag_of(rulings.get("prowess_before_trickery")),
            rage_return=word_of(RageReturn, rulings.get("rage_return")),
            leader_strength=number_of(rulings.get("leader_strength")),
            ship_strength=number_of(rulings.get("ship_strength")),
            odins_chosen=word_of(OdinsChosen, rulings.get("odins_chosen", OdinsChosen.ANY)),
            thors_chosen=word_of(ThorsChosen, rulings.get("thors_chosen", ThorsChosen.TOOK_PART)),
        ),
        kickstarter=flag_of(parts.get("kickstarter")),
        rules_version=rules_of(number_of(parts.get("rules_version"))).version,
        gods=flag_of(parts.get("gods", False)),
        mystics=flag_of(parts.get("mystics", False)),
    )


# ---------------------------------------------------------------------- tables with others


def plain_begin(begin: TableBegin) -> dict[str, Plain]:
    """Return everything a table with others begins with, secrets included."""
    return {
        "bloodrage": TABLE_FORMAT,
        "charter": begin.charter.to_bytes(),
        "person": begin.person,
        "room": begin.room_secret,
        "relay": plain_routes(begin.relay),
        "port": begin.own_port,
        "seats": [
            {
                "signer": signer,
                "key": one.identity.seed,
                "secret": one.secret.raw,
                "level": one.level,
            }
            for signer, one in sorted(begin.seats.items())
        ],
    }


def read_begin(row: Mapping[str, object], form: LineForm = LineForm.PACKED) -> TableBegin:
    """Read the beginning of a table with others, also of one that cannot go on any more.

    Raises:
        BadRecord: it is malformed.
        RemoteProtocolError: its charter is malformed, or of another version.
        LocalProtocolError: its keys are malformed.
    """
    if row.get("bloodrage") not in _TABLE_FORMATS.get(form, ()):
        raise BadRecord(row.get("bloodrage"), "a first line with the beginning of a table")
    return TableBegin(
        Charter.from_bytes(bytes_of(row.get("charter")), versions=READABLE),
        number_of(row.get("person")),
        dict(items_of(row.get("seats"), _seat)),
        bytes_of(row.get("room")),
        routes_of(row.get("relay")),
        number_of(row.get("port")),
    )


def _seat(value: object) -> tuple[int, OwnSeat]:
    row = mapping_of(value)
    level = row.get("level")
    seat = OwnSeat(
        Identity(bytes_of(row.get("key"))),
        TableSecret(bytes_of(row.get("secret"))),
        None if level is None else text_of(level),
    )
    return number_of(row.get("signer")), seat


def plain_routes(routes: Routes) -> list[Plain]:
    """Return the routes to a relay as plain data."""
    return [str(route) for route in routes]


def routes_of(value: object) -> Routes:
    """Return the routes to a relay; earlier programs knew one host and one port.

    Raises:
        BadRecord: they are malformed.
    """
    match value:
        case [str() as host, int() as port]:
            return (tcp_route(host, port),)
        case _:
            try:
                return read_routes(",".join(items_of(value, text_of)))
            except BadInvitation as error:
                raise BadRecord(value, "the routes to a relay") from error
