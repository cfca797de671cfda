"""`bloodrage relay`: run a relay, for tables that nobody hosts at home."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command; the relay reads them itself."""
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help=say("where to listen (default: [::]:7744)")
    )
    parser.add_argument("--limits", metavar="FILE", help=say("a TOML file with limits"))
    parser.epilog = say(
        "docs/relay.md is for who runs one.\n\nexample:\n  bloodrage relay --listen :7744"
    )


def run(arguments: Namespace) -> int:
    """Run a relay until it is asked to stop."""
    from relay.__main__ import relay_main  # noqa: PLC0415 - brings trio, not needed for help

    given = {"--listen": arguments.listen, "--limits": arguments.limits}
    argv = [word for pair in given.items() if pair[1] is not None for word in pair]
    return relay_main(argv, prog="bloodrage relay")
