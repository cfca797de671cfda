"""The manual page, written from the parser: `make man`. A test fails if it is out of date."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator
from typing import Final

from client.__main__ import VERSION, whole_parser
from client.diagnostics.facts import PATHS
from client.log.setup import FILE
from client.platform.paths import VARIABLES, DirectoryKind
from client.settings.choices import FILE_NAME

_EVERYWHERE: Final = frozenset({"help", "verbose", "log_file", "lang"})
"""Arguments that every command takes; they are described once."""

_FILES: Final = (
    (f"$XDG_CONFIG_HOME/bloodrage/{FILE_NAME}", PATHS["settings"], DirectoryKind.CONFIG),
    (
        "$XDG_STATE_HOME/bloodrage/*.game",
        "games that are played, for their owner only",
        DirectoryKind.STATE,
    ),
    (
        f"$XDG_STATE_HOME/bloodrage/{FILE}",
        "the log; two older ones stay beside it",
        DirectoryKind.STATE,
    ),
    ("$XDG_DATA_HOME/bloodrage/identity.key", "your key, for its owner only", DirectoryKind.DATA),
    ("$XDG_DATA_HOME/bloodrage/records/", "the records of games", DirectoryKind.DATA),
)


def manual_page() -> str:
    """Return docs/bloodrage.1: all commands with arguments, environment, files, exit codes."""
    parser = whole_parser()
    return "\n".join(
        (
            '.\\" Written by `make man` from the parser; do not edit.',
            f'.TH BLOODRAGE 1 "" "bloodrage {VERSION}" "Games"',
            ".SH NAME",
            "bloodrage \\- Blood Rage for a table of equals",
            ".SH SYNOPSIS",
            ".B bloodrage",
            "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]]",
            *_text("DESCRIPTION", parser.description or ""),
            ".SH OPTIONS",
            *_arguments(parser, frozenset()),
            ".SH COMMANDS",
            *(row for name, sub in _commands(parser) for row in _command(name, sub)),
            *_text("", parser.epilog or ""),
            *_files(),
            ".SH SEE ALSO",
            "The directory docs of the source: rules.md, online.md, relay.md, lab.md.",
            "",
        )
    )


def _commands(parser: ArgumentParser) -> Iterator[tuple[str, ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action.choices, dict):
            yield from action.choices.items()


def _command(name: str, parser: ArgumentParser) -> Iterator[str]:
    yield f".SS bloodrage {name}"
    about, _, rest = (parser.description or "").partition("\n\n")
    yield _escaped(about)
    yield ".PP"
    yield _escaped(_usage(parser))
    if rest:
        yield from (".PP", ".nf", *map(_escaped, rest.splitlines()), ".fi")
    yield from _arguments(parser, _EVERYWHERE)


def _usage(parser: ArgumentParser) -> str:
    """Return the usage on one line, whatever the width of the window."""
    parts = [parser.prog]
    for action in parser._actions:
        if action.dest in _EVERYWHERE:
            continue
        words = " ".join(part for part in (*action.option_strings[:1], _given(action)) if part)
        optional = (action.option_strings and not action.required) or action.nargs in ("?", "*")
        parts.append(f"[{words}]" if optional else words)
    return " ".join(parts)


def _arguments(parser: ArgumentParser, left_out: frozenset[str]) -> Iterator[str]:
    for action in parser._actions:
        if action.dest in left_out or isinstance(action.choices, dict):
            continue
        names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in action.option_strings)
        given = _given(action)
        shown = f"\\fI{_escaped(given)}\\fR" if given else ""
        yield ".TP"
        yield " ".join(part for part in (names, shown) if part)
        yield _escaped(action.help or "") if action.help != SUPPRESS else ""


def _given(action: Action) -> str:
    """Return the value of an argument as `--help` names it."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices is not None:
        return "|".join(map(str, action.choices))
    return action.dest.upper() if action.option_strings else action.dest


def _text(title: str, text: str) -> Iterator[str]:
    """Format help text whose headings are lines that end with a colon."""
    if title:
        yield f".SH {title}"
    is_open = False
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            if is_open:
                yield ".fi"
            yield f".SH {line[:-1].upper()}"
            yield ".nf"
            is_open = True
        elif line:
            yield _escaped(line)
    if is_open:
        yield ".fi"


def _files() -> Iterator[str]:
    yield ".SH FILES"
    yield "The places follow the XDG rules on Linux, and those of the system elsewhere;"
    yield "\\fBbloodrage info\\fR names them."
    for path, about, place in _FILES:
        yield ".TP"
        yield f"\\fI{_escaped(path)}\\fR"
        yield _escaped(f"{about} (another directory: {VARIABLES[place]})")


def _escaped(line: str) -> str:
    text = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
