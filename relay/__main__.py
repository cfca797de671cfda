"""The command line of the relay: `python -m relay [--listen HOST:PORT] [--limits FILE]`."""

import argparse
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import trio

if sys.platform != "win32":
    import resource

from relay.addresses import Address, BadListenAddress
from relay.limits import BadLimits, Limits
from relay.log import Log, figures, report
from relay.server import Relay

DEFAULT_LISTEN: Final = "[::]:7744"

_CANNOT_LISTEN: Final = 1
_USAGE: Final = 2
_SIGNALLED: Final = 128
_SALT_BYTES: Final = 32
_LAST_LINES_SECONDS: Final = 1
_OTHER_FILES: Final = 64
"""Open files beside the connections: the listener, the loop's own, those about to be refused."""


def relay_main(argv: Sequence[str], *, prog: str = "python -m relay") -> int:
    """Run a relay until SIGTERM or SIGINT; return the exit code.

    The first line on standard output is the address it listens on; JSON lines follow. The first
    signal drains, a second one stops at once.
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Pass frames between the members of a room, without understanding them.",
    )
    parser.add_argument(
        "--listen",
        metavar="HOST:PORT",
        default=DEFAULT_LISTEN,
        help="where to listen; port 0 takes a free one (default: %(default)s, all interfaces)",
    )
    parser.add_argument(
        "--limits", metavar="FILE", type=Path, help="a TOML file with limits that are not default"
    )
    arguments = parser.parse_args(argv)
    _forbid_core_dumps()
    try:
        address = Address.parse(arguments.listen)
        limits = Limits() if arguments.limits is None else _read_limits(arguments.limits)
    except (BadListenAddress, BadLimits) as error:
        return _complain(str(error), _USAGE)
    return trio.run(_run, address, _affordable(limits))


async def _run(wanted: Address, limits: Limits) -> int:
    relay = Relay(limits, os.urandom(_SALT_BYTES))
    log = Log()
    async with trio.open_nursery() as writing:
        writing.start_soon(log.write)
        code = await _serve(wanted, relay, log)
        log.close()
        writing.cancel_scope.deadline = trio.current_time() + _LAST_LINES_SECONDS
    return code


async def _serve(wanted: Address, relay: Relay, log: Log) -> int:
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with trio.open_nursery() as beside:
            async with trio.open_nursery() as serving:
                try:
                    address = await serving.start(relay.run, wanted)
                except OSError as error:
                    return _complain(
                        f"cannot listen on {wanted}: {error.strerror}.", _CANNOT_LISTEN
                    )
                print(address, flush=True)  # noqa: T201 (whoever started it waits for this line)
                limits = relay.limits
                log.say("started", connections=limits.connections, memory=limits.most_memory())
                beside.start_soon(report, relay, log)
                beside.start_soon(_end_on_signal, signals, relay, log)
            beside.cancel_scope.cancel()
    log.say("stopped", **figures(relay))
    return 0


async def _end_on_signal(signals: AsyncIterator[int], relay: Relay, log: Log) -> None:
    await anext(signals)
    log.say("draining", **figures(relay))
    relay.drain()
    os._exit(_SIGNALLED + await anext(signals))


def _read_limits(file: Path) -> Limits:
    try:
        return Limits.from_toml(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLimits(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadLimits(f"{file} is no text in UTF-8.") from None
    except BadLimits as error:
        raise BadLimits(f"{file}: {error}") from None


def _forbid_core_dumps() -> None:
    """Keep the addresses of clients, and the salt that hides them in the log, off the disk."""
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _affordable(limits: Limits) -> Limits:
    """Limit connections to the number of files this process may have open."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = limits.connections + _OTHER_FILES
        if soft != resource.RLIM_INFINITY and soft < needed:
            soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
            return replace(limits, connections=max(1, min(limits.connections, soft - _OTHER_FILES)))
    return limits


def _complain(sentence: str, code: int) -> int:
    print(f"relay: {sentence}", file=sys.stderr)  # noqa: T201 - its one place for complaints
    return code


if __name__ == "__main__":
    sys.exit(relay_main(sys.argv[1:]))
