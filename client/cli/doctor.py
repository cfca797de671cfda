"""`bloodrage doctor`: whether terminal, disk, keys, libraries and relay will do."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.cli.arguments import add_json
from client.platform.exit_codes import CommandError
from client.text.catalogue import say

if TYPE_CHECKING:
    from client.diagnostics.findings import Finding
    from client.diagnostics.screen import Seen

_LEVELS: Final = {"ok": "ok", "warn": "warn", "fail": "FAIL"}


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--relay", metavar="HOST:PORT", help=say("a relay to ask as well"))
    parser.add_argument(
        "--bundle",
        metavar="FILE",
        type=Path,
        help=say("write a report as a zip file; no key, hand or invitation is in it"),
    )
    add_json(parser, say("an array with one object per check"))
    parser.epilog = say(
        "Exit code 0: nothing is wrong; 6: the terminal, 3: the relay, 1: anything else.\n\n"
        "examples:\n"
        "  bloodrage doctor\n"
        "  bloodrage doctor --relay play.example.org:7744\n"
        "  bloodrage doctor --bundle report.zip"
    )


def run(arguments: Namespace) -> int:
    """Check everything, and say what to do."""
    from client.diagnostics.findings import exit_code  # noqa: PLC0415 - not for help

    address = None
    if arguments.relay is not None:
        from client.cli.online import relay_of  # noqa: PLC0415 - only where needed

        address = relay_of(arguments.relay)
    findings = _findings(address)
    if arguments.json:
        from client.diagnostics.bundle import plain_finding  # noqa: PLC0415 - not for help

        rows = [plain_finding(finding) for finding in findings]
        sys.stdout.write(json.dumps(rows, indent=1) + "\n")
    else:
        _print(findings)
    if arguments.bundle is not None:
        _bundle(arguments.bundle, findings)
    return exit_code(findings)


def _findings(address: tuple[str, int] | None) -> tuple[Finding, ...]:
    from client.diagnostics import machine  # noqa: PLC0415 - not for help
    from client.diagnostics.screen import check_screen  # noqa: PLC0415 - not for help
    from client.platform.paths import VARIABLES, directory  # noqa: PLC0415 - not for help
    from client.settings.resolve import choose  # noqa: PLC0415 - not for help
    from client.storage.known_people import key_path  # noqa: PLC0415 - not for help

    chosen = choose({}, os.environ)
    findings = [
        *check_screen(_seen(), os.environ, chosen),
        machine.check_clock(datetime.now(UTC)),
        *(machine.check_disk(place, directory(place)) for place in VARIABLES),
        machine.check_key(key_path()),
        *machine.check_settings(chosen),
        *machine.check_libraries(),
    ]
    if address is not None:
        import trio  # noqa: PLC0415 - only where needed

        from client.diagnostics.relay_check import check_relay  # noqa: PLC0415 - only where needed

        findings.append(trio.run(check_relay, address))
    return tuple(findings)


def _seen() -> Seen:
    """What the terminal shows and says, where input and output are one."""
    from client.diagnostics.probe import ask_terminal  # noqa: PLC0415 - not for help
    from client.diagnostics.screen import SIGNS, Seen  # noqa: PLC0415 - not for help
    from client.text.languages import is_unicode  # noqa: PLC0415 - not for help

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


def _print(findings: tuple[Finding, ...]) -> None:
    from client.text.wrapping import paragraph  # noqa: PLC0415 - not for help

    wide = max(len(say(_LEVELS[level])) for level in _LEVELS)
    for finding in findings:
        level = f"{say(_LEVELS[finding.level]):<{wide}}  "
        for text in (finding.told, finding.todo):
            if text:
                wrapped = paragraph(text, " " * len(level))
                sys.stdout.write(level + wrapped[len(level) :] + "\n")
                level = " " * len(level)


def _bundle(path: Path, findings: tuple[Finding, ...]) -> None:
    from client.__main__ import VERSION  # noqa: PLC0415 - it imports the commands
    from client.diagnostics.bundle import Report, write_bundle  # noqa: PLC0415 - only where needed
    from client.diagnostics.facts import gather  # noqa: PLC0415 - only where needed
    from client.settings.resolve import choose  # noqa: PLC0415 - only where needed

    try:
        write_bundle(path, Report(gather(VERSION), findings, choose({}, os.environ)))
    except OSError as error:
        raise CommandError(
            say("{path} cannot be written: {why}.", path=str(path), why=error.strerror or "")
        ) from error
    told = say("The report is {path}; look at it before you send it.", path=str(path))
    sys.stderr.write(told + "\n")
