"""The settings file, written: one setting changes, and everything else stays as its owner left it.

A new file has every setting with its allowed values, as comments: it is its own manual. tomlkit
keeps comments, order and settings unknown to this version.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from itertools import groupby
from pathlib import Path
from typing import Final

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from client.platform.files import is_there, write_whole
from client.platform.paths import VARIABLES, DirectoryKind
from client.settings.schema import BY_KEY, ENTRIES, Plain
from client.text.catalogue import say
from client.text.system_faults import remedy, system_reason

KEYS: Final = "keys"
"""The table of keys that were moved."""


class UnwrittenSettings(Exception):
    """A setting that cannot be kept; the text is the sentence for its owner."""


def new_file() -> str:
    """Return the text of a file with all defaults and a comment on each."""
    lines = ["# " + say("Settings of Blood Rage. Command-line options override them.")]
    for section, entries in groupby(ENTRIES, lambda entry: entry.section):
        lines += ["", f"[{section}]"]
        for entry in entries:
            value = _item(entry.key, entry.default).as_string()
            lines += ["", f"# {say(entry.about)}", f"# {entry.allowed}", f"{entry.key} = {value}"]
    lines += [
        "",
        f"[{KEYS}]",
        "# " + say("Other keys for commands, such as:"),
        '# invade = "n"',
        "# "
        + say(
            "`bloodrage settings` lists the commands; Esc, Enter and the arrows cannot be changed."
        ),
        "",
    ]
    return "\n".join(lines)


def keep_setting(path: Path, section: str, key: str, value: Plain) -> None:
    """Write one value; a missing file is made.

    Raises:
        UnwrittenSettings: the file is no TOML, or the disk does not take it.
    """
    try:
        target = path.resolve()
        if is_there(target):
            text = target.read_bytes().decode()
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            text = new_file()
        changed = _changed(text, section, key, value)
        if changed != text or not is_there(target):
            write_whole(target, changed.encode())
    except OSError as error:
        told = say(
            "The settings in {file} cannot be written: {why}.",
            file=str(path),
            why=system_reason(error),
        )
        variable = VARIABLES[DirectoryKind.CONFIG]
        raise UnwrittenSettings(f"{told} {remedy(error, variable)}") from error
    except (UnicodeDecodeError, TOMLKitError, RecursionError) as error:
        raise UnwrittenSettings(
            say(
                "{file} is not TOML, so nothing was changed: {why}.", file=str(path), why=str(error)
            )
        ) from error


def _item(key: str, value: Plain) -> Item:
    """Return a value as the file has it: a list as an array of texts."""
    if isinstance(value, str) and key in BY_KEY and BY_KEY[key].is_list:
        return tomlkit.item(value.split())
    return tomlkit.item(value)


def _changed(text: str, section: str, key: str, value: Plain) -> str:
    document = tomlkit.parse(text)
    table = document.get(section)
    if not isinstance(table, MutableMapping):
        table = tomlkit.table()
        document[section] = table
    item = _item(key, value)
    if key not in table or table[key] != item:
        table[key] = item
    return tomlkit.dumps(document)
