"""The command line of the relay: `python -m relay [OPTION]...`."""

import argparse
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

if sys.platform != "win32":
    import resource

from relay.addresses import Address, BadListenAddress, listening_fault
from relay.configuration import BadConfiguration, Configuration, ConfigurationFiles
from relay.log import Log, figures, report
from relay.metrics import MetricsAddress, serve_metrics
from relay.proxies import BadProxies, TrustedProxies
from relay.server import Relay
from relay.unit import unit_text

DEFAULT_LISTEN: Final = "[::]:7744"

_CANNOT_LISTEN: Final = 1
_USAGE: Final = 2
_SIGNALLED: Final = 128
_SALT_BYTES: Final = 32
_LAST_LINES_SECONDS: Final = 1
_HANGUP: Final = getattr(signal, "SIGHUP", None)
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, *([] if _HANGUP is None else [_HANGUP]))


@dataclass(frozen=True, slots=True)
class _Options:
    """The name of the program for complaints, and the wishes of the command line."""

    prog: str
    listen: Address
    files: ConfigurationFiles
    metrics: MetricsAddress | None
    proxies: TrustedProxies


def relay_main(argv: Sequence[str], *, prog: str = "python -m relay") -> int:
    """Run a relay until SIGTERM or SIGINT; return the exit code.

    The first line on standard output is the address it listens on; JSON lines follow. The first
    signal drains, a second one stops at once. SIGHUP reads the files again.
    """
    arguments = _parser(prog).parse_args(argv)
    if arguments.print_unit:
        print(unit_text(), end="")  # noqa: T201 - all this command is for
        return 0
    _forbid_core_dumps()
    try:
        files = ConfigurationFiles(arguments.limits, arguments.token_file)
        metrics = None if arguments.metrics is None else MetricsAddress.parse(arguments.metrics)
        proxies = TrustedProxies.parse(arguments.proxy) if arguments.proxy else TrustedProxies()
        options = _Options(prog, Address.parse(arguments.listen), files, metrics, proxies)
        configuration = files.read()
    except (BadListenAddress, BadProxies, BadConfiguration) as error:
        return _complain(prog, str(error), _USAGE)
    code = _CANNOT_LISTEN
    try:
        code = trio.run(_run, options, configuration)
    except* OSError as errors:
        # No files are left for the loop itself, or nobody can read the first line.
        reasons = {str(error.strerror) for error in _leaves(errors)}
        _complain(prog, f"the system refuses: {', '.join(sorted(reasons))}.", code)
    return code


def _leaves(errors: BaseExceptionGroup[OSError]) -> Iterator[OSError]:
    for error in errors.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def _parser(prog: str) -> argparse.ArgumentParser:
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
        "--limits",
        metavar="FILE",
        type=Path,
        help="a TOML file with limits that are not default; SIGHUP reads it again",
    )
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        type=Path,
        help="a file of tokens, one a line: rooms are opened by people who have one",
    )
    parser.add_argument(
        "--print-unit",
        action="store_true",
        help="print a unit for systemd that starts this program, and end",
    )
    parser.add_argument(
        "--metrics",
        metavar="ADDRESS",
        help="where to answer Prometheus: 127.0.0.1:9744, or unix:PATH (default: nowhere)",
    )
    parser.add_argument(
        "--proxy",
        metavar="NETWORKS",
        help="proxies whose word on the addresses of their clients is believed, and demanded: "
        "127.0.0.1,10.0.0.0/8",
    )
    return parser


async def _run(options: _Options, configuration: Configuration) -> int:
    relay = Relay(
        configuration.limits, os.urandom(_SALT_BYTES), configuration.permits, options.proxies
    )
    log = Log()
    async with trio.open_nursery() as writing:
        writing.start_soon(log.write)
        code = await _serve(options, relay, log)
        log.close()
        writing.cancel_scope.deadline = trio.current_time() + _LAST_LINES_SECONDS
    return code


async def _serve(options: _Options, relay: Relay, log: Log) -> int:
    with trio.open_signal_receiver(*_SIGNALS) as signals:
        async with trio.open_nursery() as beside:
            if options.metrics is not None:
                try:
                    await beside.start(serve_metrics, options.metrics, relay)
                except OSError as error:
                    return _cannot_listen(options.prog, options.metrics, error)
            async with trio.open_nursery() as serving:
                try:
                    address = await serving.start(relay.run, options.listen)
                except OSError as error:
                    beside.cancel_scope.cancel()
                    return _cannot_listen(options.prog, options.listen, error)
                print(address, flush=True)  # noqa: T201 - the program that started it waits for it
                limits = relay.rooms.limits
                log.say("started", connections=limits.connections, memory=limits.most_memory())
                beside.start_soon(report, relay, log)
                beside.start_soon(_obey, signals, options.files, relay, log)
            beside.cancel_scope.cancel()
    log.say("stopped", **figures(relay))
    return 0


async def _obey(
    signals: AsyncIterator[int], files: ConfigurationFiles, relay: Relay, log: Log
) -> None:
    is_draining = False
    async for number in signals:
        if number == _HANGUP:
            _reload(files, relay, log)
        elif is_draining:
            os._exit(_SIGNALLED + number)
        else:
            is_draining = True
            log.say("draining", **figures(relay))
            relay.drain()


def _reload(files: ConfigurationFiles, relay: Relay, log: Log) -> None:
    try:
        configuration = files.read()
    except BadConfiguration as error:
        log.say("not_reloaded", why=str(error))
        return
    limits = configuration.limits
    relay.reload(limits, configuration.permits)
    log.say("reloaded", connections=limits.connections, memory=limits.most_memory())


def _forbid_core_dumps() -> None:
    """Keep the addresses of clients, and the salt that hides them in the log, off the disk."""
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _cannot_listen(prog: str, where: Address | MetricsAddress, error: OSError) -> int:
    if isinstance(where, MetricsAddress) and isinstance(where.address, Path):
        return _complain(prog, f"cannot listen on {where}: {error.strerror}.", _CANNOT_LISTEN)
    return _complain(prog, listening_fault(str(where), error), _CANNOT_LISTEN)


def _complain(prog: str, sentence: str, code: int) -> int:
    print(f"{prog}: {sentence}", file=sys.stderr)  # noqa: T201 - its one place for complaints
    return code


if __name__ == "__main__":
    sys.exit(relay_main(sys.argv[1:]))
