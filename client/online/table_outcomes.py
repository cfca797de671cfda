"""The ways in which a table with others ends for a participant: a result, or no table at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from client.online.addresses import (
    inside_hint,
    unanswered_line,
    unreachable_sentence,
    unsafe_sentence,
)
from client.online.local_relay import PortTaken
from client.online.relay_greeting import RelayUnreachable
from client.platform.exit_codes import UNREACHABLE, USAGE
from client.tables.network_table import NetworkTable
from client.tables.watched import WatchedTable
from client.text.catalogue import say
from client.text.complaints import sentence
from client.text.system_faults import system_reason
from engine.scoring import winners
from engine.terms import Seat
from engine.values import Value
from protocol.errors import UnsafeLibrary
from protocol.wire.codec import state_digest


class NoTable(Exception):
    """There is no table, or no seat for us: the sentence, and the exit code that goes with it."""

    def __init__(self, told: str, code: int) -> None:
        super().__init__(told)
        self.code = code


class Disagreement(NoTable):
    """Seats have different pasts of the game, which stops; the text names player and files."""


class OnlineResult(Value):
    """Result of a game over a relay, with the paths of its record and of fault reports."""

    table: str
    transcript: Path
    players: int
    winners: tuple[Seat, ...]
    glory: tuple[int, ...]
    digest: str
    actions: int
    reports: tuple[Path, ...] = ()


@contextmanager
def explained(*, is_guest: bool) -> Iterator[None]:
    """Turn what keeps a participant from a relay into the sentence and the exit code for it.

    Raises:
        NoTable: the relay, the port or the library cannot be used.
    """
    try:
        yield
    except RelayUnreachable as error:
        known = error.trouble
        unreached = unanswered_line if is_guest else unreachable_sentence
        told = unreached(error.routes, error.why) if known is None else known.sentence()
        hint = inside_hint(error.routes) if is_guest else ""
        raise NoTable(f"{sentence(told)} {hint}".strip(), UNREACHABLE) from error
    except PortTaken as error:
        told = say(
            "Port {port} of this machine cannot be used: {why}. Choose another with --port, "
            "or leave --port out.",
            port=error.port,
            why=system_reason(error.refusal),
        )
        raise NoTable(told, USAGE) from error
    except UnsafeLibrary as error:
        raise NoTable(unsafe_sentence(), USAGE) from error


def result_of(
    table: NetworkTable | WatchedTable,
    actions: int,
    transcript: Path,
    reports: Sequence[Path] = (),
) -> OnlineResult:
    """Return the result of a game that has been played or watched to its end."""
    state = table.state
    return OnlineResult(
        table.charter.table_id.hex(),
        transcript,
        state.players,
        winners(state),
        tuple(clan.glory for clan in state.clans),
        state_digest(state),
        actions,
        tuple(reports),
    )
