"""All checks of `bloodrage doctor`, and the report with their findings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from client.diagnostics import machine
from client.diagnostics.bundle import Bundle
from client.diagnostics.facts import gather
from client.diagnostics.findings import Finding
from client.diagnostics.probe import ask_terminal
from client.diagnostics.screen import SIGNS, Seen, check_screen
from client.platform.paths import VARIABLES, directory
from client.platform.system import wall_clock
from client.settings.resolve import choose
from client.storage.known_people import key_path
from client.text.languages import is_unicode
from protocol.lobby.routes import Routes


def check_everything(relay: Routes | None, *, host: bool = False) -> tuple[Finding, ...]:
    """Check the terminal, this machine, a relay if one is named, and hosting if wanted."""
    chosen = choose({}, os.environ)
    findings = [
        *check_screen(_seen(), os.environ, chosen),
        machine.check_clock(wall_clock()),
        *(machine.check_disk(kind, directory(kind)) for kind in VARIABLES),
        machine.check_key(key_path()),
        *machine.check_settings(chosen),
        *machine.check_libraries(),
    ]
    if relay is not None:
        import trio  # noqa: PLC0415 - a missing library must not keep the others from being checked

        from client.diagnostics.relay_check import check_relay  # noqa: PLC0415 - see above

        findings += [trio.run(check_relay, route) for route in relay]
    if host:
        import trio  # noqa: PLC0415 - as above

        from client.diagnostics.host_check import check_host  # noqa: PLC0415 - see above
        from client.online.hosting import hosting_plan  # noqa: PLC0415 - see above

        findings += trio.run(check_host, hosting_plan(chosen.settings))
    return tuple(findings)


def _seen() -> Seen:
    """Look at the terminal and question it, if input and output are one."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Seen(None, encoding, None)
    size = os.get_terminal_size(sys.stdout.fileno())
    answers = None
    if os.environ.get("TERM", "") not in ("", "dumb"):
        signs = SIGNS if is_unicode(encoding) else ()
        sys.stdout.flush()
        answers = ask_terminal(signs, sys.stdin.fileno(), sys.stdout.fileno())
    return Seen((size.columns, size.lines), encoding, answers)


def write_report(path: Path, version: str, findings: tuple[Finding, ...]) -> None:
    """Write a report to send along.

    Raises:
        OSError: the disk does not take it.
    """
    Bundle(gather(version), findings, choose({}, os.environ)).write(path)
