"""`python -m tests.lab.list_tables`: print the tables announced here, as they change."""

from __future__ import annotations

import sys

import trio

from client.online.lan import LanList


def main() -> None:
    """List until ended."""
    tables = LanList(lambda: say(tables))
    trio.run(tables.run)


def say(tables: LanList) -> None:
    """Print the names and lines of the tables on one row."""
    found = sorted(f"{one.name} {one.invitation.line()}" for one in tables.tables.values())
    sys.stdout.write(f"tables: {'; '.join(found)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
