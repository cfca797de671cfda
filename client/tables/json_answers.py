"""A game against bots as lines of plain data: how it began, then what the person answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.bots import LEVELS
from client.tables.json_moves import (
    BadRecord,
    OtherVersion,
    Plain,
    items_of,
    mapping_of,
    plain_intent,
    plain_options,
    read_intent,
    read_options,
)
from client.tables.own_table import MASTER_SIZE, PERSON, OwnGame
from client.tables.recorded_answers import Answer
from protocol.charter import VERSIONS

HEAD_SIZE: Final = 32
_UNSAID: Final = 1
"""The protocol of games whose journal does not name it."""


def plain_game(game: OwnGame) -> dict[str, Plain]:
    """Everything that makes a game the same game, its master secret included."""
    return {
        "secret": game.master.hex(),
        "bots": [{"name": name, "level": level} for name, level in game.bots],
        "options": plain_options(game.options),
        "memory_aid": game.memory_aid,
        "protocol": game.protocol,
    }


def plain_answer(answer: Answer) -> dict[str, Plain]:
    """An answer with its place in the game."""
    return {
        "signer": answer.signer,
        "step": answer.step,
        "head": answer.head.hex(),
        "answer": plain_intent(answer.intent),
    }


def read_game(value: object) -> OwnGame:
    """A game from plain data.

    Raises:
        BadRecord: it is none, or of other rules.
    """
    parts = mapping_of(value)
    protocol = _count(parts.get("protocol", _UNSAID))
    if protocol not in VERSIONS:
        raise OtherVersion("version", protocol)
    return OwnGame(
        _bytes(parts.get("secret"), MASTER_SIZE),
        items_of(parts.get("bots"), _bot),
        read_options(parts.get("options")),
        memory_aid=parts.get("memory_aid", True) is not False,
        protocol=protocol,
    )


def read_answer(value: Mapping[str, object]) -> Answer:
    """An answer from plain data; whether it fits is told when the game is replayed.

    Raises:
        BadRecord: it is none.
    """
    signer, step = _count(value.get("signer", PERSON)), _count(value.get("step"))
    return Answer(
        signer, step, _bytes(value.get("head"), HEAD_SIZE), read_intent(value.get("answer"))
    )


def _bot(value: object) -> tuple[str, str]:
    parts = mapping_of(value)
    name, level = parts.get("name"), parts.get("level")
    if not isinstance(name, str):
        raise BadRecord(name, "the name of a bot")
    if not isinstance(level, str) or level not in LEVELS:
        raise BadRecord(level, f"one of {', '.join(LEVELS)}")
    return name, level


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(value, "a whole number")
    return value


def _bytes(value: object, size: int) -> bytes:
    if isinstance(value, str):
        try:
            found = bytes.fromhex(value)
        except ValueError:
            found = b""
        if len(found) == size:
            return found
    raise BadRecord(value, f"{size} bytes")
