"""Everything that is ever written into the log, one function each.

Nothing else in the program writes there (a test sees to it). The functions take numbers and members
of enumerations, no free text: a hand, a key, a seed or an invitation has no way in. Seats at a
table of equals are named by their number in the charter, which is the same for everybody there.
"""

from __future__ import annotations

import logging
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from enum import StrEnum

    from protocol.errors import Reason
    from protocol.framing import Refusal
    from protocol.game.events import Split
    from protocol.game.step_table import Kind

NAME: Final = "bloodrage"
_LOG: Final = logging.getLogger(NAME)


def program_began(version: str, command: str) -> None:
    """A command starts; its arguments are left out, for they may invite or be a seed."""
    python = sys.version.split()[0]
    size = get_terminal_size()
    _LOG.info("bloodrage %s begins: %s; Python %s on %s", version, command, python, sys.platform)
    _LOG.debug("window of %d columns and %d rows", size.columns, size.lines)


def program_ended(code: int, after: float) -> None:
    """A command ends, after so many seconds."""
    _LOG.info("ends with exit code %d after %.1f s", code, after)


def unforeseen(error: BaseException, command: str) -> None:
    """An error nobody foresaw, with its traceback."""
    _LOG.critical("unforeseen error in %s", command, exc_info=error)


def lost(error: BaseException | None) -> None:
    """An error in a thread or in a destructor, where nobody could catch it."""
    _LOG.error("an error that nobody could catch", exc_info=error)


def game_opened(number: int, seats: int, answers: int) -> None:
    """A game against bots is begun, or gone on with after so many answers."""
    _LOG.info("game %d opened: %d seats, %d answers so far", number, seats, answers)


def disk_failed(number: int | None) -> None:
    """The operating system did not take a game or a record."""
    _LOG.error("the disk does not take the game: errno %s", number)


def link_changed(state: StrEnum, port: int) -> None:
    """A link to a relay is up or down. The host is left out: it may be somebody's home."""
    _LOG.info("link to the relay (port %d): %s", port, state.value)


def link_refused(code: Refusal, retry: float) -> None:
    """The relay refused something."""
    _LOG.warning("the relay refuses: %s; again in %.1f s", code.name.lower(), retry)


def step_began(step: int, kind: Kind) -> None:
    """A step of a game begins."""
    _LOG.debug("step %d: %s", step, kind.name.lower())


def dealt(steps: int, took: float) -> None:
    """An Age is dealt."""
    _LOG.info("dealt in %d steps, %.1f s", steps, took)


def faulty(signer: int, step: int, reason: Reason, place: str) -> None:
    """A seat did what nobody may do. `place` is a word of the protocol."""
    _LOG.warning("seat %d, step %d: %s (%s)", signer, step, reason.value, place)


def diverged(signer: int, step: int, split: Split, *, halts: bool) -> None:
    """A seat has another past, or another state of the same past."""
    end = "the game halts" if halts else "the game goes on"
    _LOG.error("seat %d, step %d: another %s; %s", signer, step, split.value, end)


def report_kept(number: int, signer: int, step: int) -> None:
    """What proves a fault is on the disk, beside the record of the game and named after it."""
    _LOG.warning("report %d kept beside the record: seat %d, step %d", number, signer, step)


def game_closed(step: int) -> None:
    """All steps of a game are done."""
    _LOG.info("game over, all closed at step %d", step)
