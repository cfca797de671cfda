"""`python -m tests.lab.ask_router PORT LEASE`: keep a port open, and greet all who come.

Prints every report of the router as a line of JSON, until it is asked to end (SIGTERM), and then
"given back".
"""

from __future__ import annotations

import json
import signal
import sys

import trio

from client.router.router_port import RouterPort
from engine.values import fields_of


async def main(port: int, lease_seconds: int) -> None:
    """Run until told to end."""
    router = RouterPort(port, lambda: say(router), lease_seconds=lease_seconds)
    with trio.open_signal_receiver(signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            listeners = await trio.open_tcp_listeners(port)
            nursery.start_soon(trio.serve_listeners, greet, listeners)
            nursery.start_soon(router.run)
            async for _ in signals:
                nursery.cancel_scope.cancel()
    sys.stdout.write("given back\n")


def say(router: RouterPort) -> None:
    """Print the report, its routes as people read them."""
    report = router.report
    told = fields_of(report) | {
        "outside": [*map(str, report.outside)],
        "seen": str(report.seen or ""),
    }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


async def greet(stream: trio.SocketStream) -> None:
    """Greet one caller."""
    async with stream:
        await stream.send_all(b"welcome")


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), int(sys.argv[2]))
