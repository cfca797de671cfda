"""`bloodrage settings`: show and change the preferences for all games."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from client.cli.arguments import add_json, write_json
from client.platform.exit_codes import OK, CommandError
from client.platform.files import is_there
from client.settings.choices import FILE_NAME
from client.settings.keys import COMMANDS, judged
from client.settings.reader import settings_path, shown, toml_value, unknown_name, wrong_value
from client.settings.resolve import Chosen, SettingSource, choose, spoken
from client.settings.schema import BY_KEY, ENTRIES, plain_of
from client.settings.writer import KEYS, UnwrittenSettings, keep_setting
from client.storage.seen_hints import SeenHints
from client.text.catalogue import say
from client.text.complaints import complain

_COLUMN: Final = 14


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "changes",
        nargs="*",
        metavar="NAME=VALUE",
        help=say("a setting to change permanently (default: show all)"),
    )
    add_json(parser, say("print JSON: the settings as one object"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage settings\n"
        "  bloodrage settings theme=light pace=instant\n"
        "  bloodrage settings keys.invade=n"
    )


def run(arguments: Namespace) -> int:
    """Make the changes, and show the settings afterwards."""
    path = settings_path()
    changes = [_change(text) for text in arguments.changes]
    try:
        for section, key, value in changes:
            keep_setting(path, section, key, value)
            if key == "hints" and value is True:
                SeenHints.kept().forget()
    except UnwrittenSettings as error:
        raise CommandError(str(error)) from error
    chosen = choose({}, os.environ, path)
    if arguments.json:
        write_json(_plain(chosen))
    elif not changes:
        _tell(chosen)
    _, moved = judged(chosen.settings.keys, str(path))
    for trouble in (*chosen.troubles, *moved):
        complain(sys.stderr, trouble)
    return OK


def _change(text: str) -> tuple[str, str, str | bool]:
    """Read a change: the table, the name, the value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError(say('write a change as NAME=VALUE, not "{text}".', text=text))
    section, dot, key = name.rpartition(".")
    if section == KEYS and dot:
        read = toml_value(value)
        value = read if isinstance(read, str) else value
        _, troubles = judged(((key, value),), FILE_NAME)
        if troubles:
            raise CommandError(troubles[0])
        return KEYS, key, value
    if name in COMMANDS and name not in BY_KEY:
        raise CommandError(say("to change the key of {command}, set keys.{command}.", command=name))
    entry = BY_KEY.get(key)
    if entry is None or section not in ("", entry.section):
        raise CommandError(unknown_name(name))
    read = spoken(entry, value)
    if read is None:
        raise CommandError(say("{what}.", what=wrong_value(key, shown(value))))
    return entry.section, key, read


def _tell(chosen: Chosen) -> None:
    write = sys.stdout.write
    write(f"{chosen.path}\n")
    if not is_there(chosen.path):
        write(say("(This file does not exist yet; the first change creates it.)") + "\n")
    values = plain_of(chosen.settings)
    section = ""
    for entry in ENTRIES:
        if entry.section != section:
            section = entry.section
            write(f"\n[{section}]\n")
        source = say(chosen.sources[entry.key])
        write(f"{entry.key:<{_COLUMN}} {shown(values[entry.key]):<{_COLUMN}} {source}\n")
    write(f"\n[{KEYS}]\n")
    keys, _ = judged(chosen.settings.keys, str(chosen.path))
    for command, default in COMMANDS.items():
        key = keys.shown(default)
        source = SettingSource.DEFAULT if key == default else SettingSource.FILE
        write(f"{command:<{_COLUMN}} {shown(key):<{_COLUMN}} {say(source)}\n")


def _plain(chosen: Chosen) -> dict[str, object]:
    """Return the settings as data."""
    return {
        "path": str(chosen.path),
        "exists": is_there(chosen.path),
        "values": plain_of(chosen.settings),
        "sources": {key: str(source) for key, source in chosen.sources.items()},
        "keys": dict(chosen.settings.keys),
        "troubles": list(chosen.troubles),
    }
