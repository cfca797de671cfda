"""`bloodrage doctor`: check terminal, disk, keys, libraries and relay."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.cli.arguments import add_json, write_json
from client.platform.exit_codes import CommandError
from client.style.right_to_left import arranged
from client.style.writing import marked
from client.text.catalogue import reads_from_right, say
from client.text.system_faults import system_reason
from client.text.wrapping import paragraph

if TYPE_CHECKING:
    from client.diagnostics.findings import Finding

_LEVELS: Final = {"ok": "ok", "warn": "warn", "fail": "FAIL"}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--relay", metavar="HOST:PORT", help=say("also check this relay"))
    parser.add_argument(
        "--host",
        action="store_true",
        help=say("check whether friends can reach a table you host; asks your router"),
    )
    parser.add_argument(
        "--bundle",
        metavar="FILE",
        type=Path,
        help=say("write a report as a zip file, without keys, hands and invitations"),
    )
    add_json(parser, say("print JSON: an array with one object per check"))
    parser.epilog = say(
        "Exit code 0: no problem; 6: the terminal, 3: the relay, 1: any other problem.\n"
        "\n"
        "examples:\n"
        "  bloodrage doctor\n"
        "  bloodrage doctor --relay play.example.org:7744\n"
        "  bloodrage doctor --host\n"
        "  bloodrage doctor --bundle report.zip"
    )


def run(arguments: Namespace) -> int:
    """Check everything, and print the remedies."""
    from client.diagnostics import checkup  # noqa: PLC0415 - not for help
    from client.diagnostics.bundle import plain_finding  # noqa: PLC0415 - not for help
    from client.diagnostics.findings import exit_code  # noqa: PLC0415 - not for help

    relay = None
    if arguments.relay is not None:
        from client.cli.online import relay_of  # noqa: PLC0415 - only if needed

        relay = relay_of(arguments.relay)
    findings = checkup.check_everything(relay, host=arguments.host)
    if arguments.json:
        write_json(list(map(plain_finding, findings)), indent=1)
    else:
        show_word()
        _print(findings)
    if arguments.bundle is not None:
        _write_report(arguments.bundle, findings)
    return exit_code(findings)


def show_word() -> None:
    """Show a word as the full screen does, and ask whether it can be read.

    Only in a language read from the right, and on a terminal.
    """
    if not reads_from_right() or not sys.stdout.isatty():
        return
    from client.settings.letter_order import letter_order, remedy  # noqa: PLC0415 - not for help
    from client.settings.resolve import choose  # noqa: PLC0415 - not for help

    order = letter_order(os.environ, choose({}, os.environ).settings.bidi)
    word = [sign for sign, _ in arranged(tuple(say("Hello!").rstrip("!")))]
    shown = "".join(marked(word) if order.marks else word)
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{order.begin}    {shown}{order.end}\n".encode())
    sys.stdout.buffer.flush()
    asked = say("Is this a word that can be read? If not, your terminal orders letters by itself.")
    setting = say("Otherwise set bidi to marks in the settings.")
    for text in (asked, remedy(os.environ), setting):
        sys.stdout.write(paragraph(text, "    ") + "\n")


def _print(findings: tuple[Finding, ...]) -> None:
    wide = max(len(say(_LEVELS[level])) for level in _LEVELS)
    for finding in findings:
        level = f"{say(_LEVELS[finding.level]):<{wide}}  "
        for text in filter(None, (finding.told, finding.todo)):
            wrapped = paragraph(text, " " * len(level))
            sys.stdout.write(level + wrapped[len(level) :] + "\n")
            level = " " * len(level)


def _write_report(path: Path, findings: tuple[Finding, ...]) -> None:
    from client.__main__ import VERSION  # noqa: PLC0415 - it imports the commands
    from client.diagnostics.checkup import write_report  # noqa: PLC0415 - not for help

    try:
        write_report(path, VERSION, findings)
    except OSError as error:
        raise CommandError(
            say("{path} cannot be written: {why}.", path=str(path), why=system_reason(error))
        ) from error
    told = say("Report: {path}. Look through it before you send it.", path=str(path))
    sys.stderr.write(told + "\n")
