"""Everything that is ever written to the log, one function each.

Nothing else in the program logs (a test checks it). The functions take numbers and members of
enumerations, no free text: a hand, a key, a seed or an invitation has no way in. Seats at a table
of equals are named by their number in the charter, which is the same for everybody there.
"""

from __future__ import annotations

import logging
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from enum import StrEnum

    from protocol.errors import Reason
    from protocol.framing import RefusalCode
    from protocol.game.events import Split
    from protocol.game.step_table import StepKind

NAME: Final = "bloodrage"
_LOG: Final = logging.getLogger(NAME)


def program_began(version: str, command: str) -> None:
    """Log the start of a command, without its arguments: they may hold an invitation or a seed."""
    python = sys.version.split()[0]
    size = get_terminal_size()
    _LOG.info("bloodrage %s begins: %s; Python %s on %s", version, command, python, sys.platform)
    _LOG.debug("window of %d columns and %d rows", size.columns, size.lines)


def program_ended(code: int, after: float) -> None:
    """Log the end of a command and its duration in seconds."""
    _LOG.info("ends with exit code %d after %.1f s", code, after)


def unforeseen(error: BaseException, command: str) -> None:
    """Log an unforeseen error with its traceback."""
    _LOG.critical("unforeseen error in %s", command, exc_info=error)


def lost(error: BaseException | None) -> None:
    """Log an error of a thread or a destructor, which nobody could catch."""
    _LOG.error("an error that nobody could catch", exc_info=error)


def game_opened(number: int, seats: int, answers: int) -> None:
    """Log a game against bots, new or resumed after so many answers."""
    _LOG.info("game %d opened: %d seats, %d answers so far", number, seats, answers)


def disk_failed(number: int | None) -> None:
    """Log that the operating system did not take a game or a record."""
    _LOG.error("the disk does not take the game: errno %s", number)


def router_answered(standing: StrEnum, addresses: int) -> None:
    """Log the router's answer, and the number of addresses the internet can reach now."""
    _LOG.info("the router: %s, %d addresses", standing, addresses)


def link_changed(state: StrEnum, port: int) -> None:
    """Log whether a link to a relay is up. The host is left out: it may be a home address."""
    _LOG.info("link to the relay (port %d): %s", port, state.value)


def link_refused(code: RefusalCode, retry: float) -> None:
    """Log a refusal of the relay."""
    _LOG.warning("the relay refuses: %s; again in %.1f s", code.name.lower(), retry)


def step_began(step: int, kind: StepKind) -> None:
    """Log the start of a step of a game."""
    _LOG.debug("step %d: %s", step, kind.name.lower())


def dealt(steps: int, took: float) -> None:
    """Log that an Age is dealt."""
    _LOG.info("dealt in %d steps, %.1f s", steps, took)


def faulty(signer: int, step: int, reason: Reason, place: str) -> None:
    """Log a violation of a seat. `place` is a word of the protocol."""
    _LOG.warning("seat %d, step %d: %s (%s)", signer, step, reason.value, place)


def diverged(signer: int, step: int, split: Split, *, halts: bool) -> None:
    """Log that a seat has another past, or another state of the same past."""
    end = "the game halts" if halts else "the game goes on"
    _LOG.error("seat %d, step %d: another %s; %s", signer, step, split.value, end)


def report_kept(number: int, signer: int, step: int) -> None:
    """Log that the proof of a fault is on the disk, beside the record of the game."""
    _LOG.warning("report %d kept beside the record: seat %d, step %d", number, signer, step)


def game_closed(step: int) -> None:
    """Log that all steps of a game are done."""
    _LOG.info("game over, all closed at step %d", step)
