"""A table without a full screen, until it is over or a signal ends it."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import trio

from client.online.table_outcomes import Disagreement, NoTable, OnlineResult
from client.platform.exit_codes import HANGUP, INTERRUPT, TERMINATED, CommandError
from client.storage.saved_games import SaveError


def _always() -> bool:
    return True


def run_headless(
    play: Callable[[], Awaitable[OnlineResult]], interrupted: Callable[[], bool] = _always
) -> OnlineResult | int:
    """Play without a screen; return the result, or the exit code of the signal that ended it.

    `interrupted` is called for every Ctrl-C, and returns whether it ends the game.

    Raises:
        CommandError: there is no relay, no table, no seat, or no agreement.
    """
    try:
        return trio.run(_until_signal, play, interrupted)
    except SaveError as error:
        raise CommandError(str(error)) from error
    except (Disagreement, NoTable) as error:
        raise CommandError(str(error), error.code) from error


_SIGNALS: Final = {signal.SIGINT: INTERRUPT, signal.SIGTERM: TERMINATED}
if hasattr(signal, "SIGHUP"):
    _SIGNALS[signal.SIGHUP] = HANGUP


async def _until_signal(
    play: Callable[[], Awaitable[OnlineResult]], interrupted: Callable[[], bool]
) -> OnlineResult | int:
    """Let signals cancel the game, so that it says good-bye and keeps its record."""
    ended = 0
    error: Exception | None = None
    result: OnlineResult | None = None

    async def listen(signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
        nonlocal ended
        async for number in signals:
            if number == signal.SIGINT and not interrupted():
                continue
            ended = _SIGNALS[signal.Signals(number)]
            scope.cancel()

    with trio.open_signal_receiver(*_SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen, signals, nursery.cancel_scope)
            try:
                result = await play()
            except Exception as raised:  # noqa: BLE001 - raised again, outside of the nursery
                error = raised
            nursery.cancel_scope.cancel()
    if error is not None:
        raise error
    return ended if result is None else result
