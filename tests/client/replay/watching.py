"""A small recorded game to watch."""

from __future__ import annotations

from functools import cache

from client.games.bot_game import NewGame
from client.tables.own_table import OwnTable
from protocol.record.record import split_record
from protocol.record.retelling import Retold, retell


@cache
def record() -> bytes:
    """Play a game of two bots to its end."""
    table = OwnTable(NewGame(("thrall",), 5).game(auto="thrall"))
    table.settle()
    table.finish()
    return table.record()


@cache
def retold() -> Retold:
    return retell(record())


def cut(messages: int) -> bytes:
    """Return the record without its last messages."""
    _, envelopes = split_record(record())
    return record()[: -sum(4 + len(envelope) for envelope in envelopes[-messages:])]
