"""`bloodrage relay`: run a relay, for tables that nobody hosts at home."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.platform.own_command import own_command
from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command; the relay reads them itself."""
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help=say("the address to listen on (default: [::]:7744)")
    )
    parser.add_argument("--limits", metavar="FILE", help=say("a TOML file with limits"))
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        help=say("a file with tokens; only their holders can open rooms"),
    )
    parser.add_argument(
        "--metrics",
        metavar="ADDRESS",
        help=say("the address for Prometheus metrics (default: none)"),
    )
    parser.add_argument(
        "--proxy",
        metavar="NETWORKS",
        help=say("proxies trusted to name their clients, such as 127.0.0.1,10.0.0.0/8"),
    )
    parser.add_argument(
        "--print-unit",
        action="store_true",
        help=say("print a systemd unit for this program, and exit"),
    )
    parser.epilog = say(
        "docs/relay.md explains how to run one.\n\nexample:\n  bloodrage relay --listen :7744"
    )


def run(arguments: Namespace) -> int:
    """Run a relay until it is asked to stop."""
    from relay.__main__ import relay_main  # noqa: PLC0415 - brings trio, not needed for help

    given = {
        "--listen": arguments.listen,
        "--limits": arguments.limits,
        "--token-file": arguments.token_file,
        "--metrics": arguments.metrics,
        "--proxy": arguments.proxy,
    }
    argv = [word for pair in given.items() if pair[1] is not None for word in pair]
    argv += ["--print-unit"] * arguments.print_unit
    return relay_main(argv, prog=f"{own_command()} relay")
