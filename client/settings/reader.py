"""The settings file, read: what is wrong in it is told line by line, and the rest of it counts.

No file can keep the program from starting. A sentence names the file, the line where it is known,
the setting, and what it may be.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from client.platform.paths import config_directory
from client.settings.choices import FILE_NAME
from client.settings.schema import BY_KEY, SECTIONS, Plain
from client.text.catalogue import say

_HEADER: Final = re.compile(r"\s*\[\s*([^\s\[\]](?:[^\[\]]*[^\s\[\]])?)\s*\]\s*(#.*)?")
_LINE: Final = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
_LONGEST: Final = 40
"""Characters of a wrong value that are repeated to its author."""


@dataclass(frozen=True, slots=True)
class FromFile:
    """What a file says: allowed values by name, the keys that were moved, what is wrong in it."""

    values: Mapping[str, Plain] = field(default_factory=dict)
    keys: tuple[tuple[str, str], ...] = ()
    troubles: tuple[str, ...] = ()


def settings_path() -> Path:
    """Where the settings are kept."""
    return config_directory() / FILE_NAME


def read_settings(path: Path) -> FromFile:
    """Read a file; none at all is an empty one."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return FromFile()
    except OSError as error:
        return _unread(path, error.strerror or "")
    except UnicodeDecodeError:
        return _unread(path, say("it is no text in UTF-8"))
    return understood(text, str(path))


def _unread(path: Path, why: str) -> FromFile:
    told = say("The settings in {file} cannot be read: {why}.", file=str(path), why=why)
    return FromFile(troubles=(told,))


def understood(text: str, file: str) -> FromFile:
    """What the text of a settings file says; `file` is its name for the sentences."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        told = say("{file} is no TOML, so none of it counts: {why}.", file=file, why=str(error))
        return FromFile(troubles=(told,))
    read = _Reading(file, dict(_numbered(text)))
    for section, table in tables.items():
        read.section(section, table)
    return FromFile(read.values, tuple(read.keys), tuple(read.troubles))


def _numbered(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """The line of every key, by its table and name; the table of the first lines is ""."""
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(line)
        if header is not None:
            section = header[1].strip("\"'")
            yield (section, ""), number
        elif (found := _LINE.match(line)) is not None:
            yield (section, found[1] or found[2] or found[3] or ""), number


class _Reading:
    """Takes one table after the other."""

    def __init__(self, file: str, lines: Mapping[tuple[str, str], int]) -> None:
        self.values: dict[str, Plain] = {}
        self.keys: list[tuple[str, str]] = []
        self.troubles: list[str] = []
        self._file = file
        self._lines = lines

    def section(self, section: str, table: object) -> None:
        """Take a table, or what stands in the place of one."""
        if section not in SECTIONS:
            if isinstance(table, dict):
                self._wrong(
                    self._at(section, ""),
                    say("there is no table {table}", table=_short(section)),
                    say("The tables are {all}.", all=", ".join(SECTIONS)),
                )
            else:
                self._unknown("", section)
        elif not isinstance(table, dict):
            self._wrong(
                self._at("", section),
                say("{name} is the name of a table", name=section),
                say("Write [{name}] on a line of its own above its settings.", name=section),
            )
        else:
            for key, value in table.items():
                self._setting(section, str(key), value)

    def _setting(self, section: str, key: str, value: object) -> None:
        if section == "keys":
            self._key(key, value)
            return
        entry = BY_KEY.get(key)
        if entry is None or entry.section != section:
            self._unknown(section, key)
        elif isinstance(value, str | bool) and entry.accepts(value):
            self.values[key] = value
        else:
            self._wrong(
                self._at(section, key),
                wrong_value(key, shown(value)),
                say("The setting stays as it was."),
            )

    def _key(self, command: str, value: object) -> None:
        if isinstance(value, str) and value and value.isprintable():
            self.keys.append((command, value))
            return
        self._wrong(
            self._at("keys", command),
            say(
                "{command} needs the name of a key in quotes, not {found}",
                command=_short(command),
                found=shown(value),
            ),
            say("The key stays as it was."),
        )

    def _unknown(self, section: str, key: str) -> None:
        self._wrong(self._at(section, key), unknown_name(key), say("It is left as it is."))

    def _at(self, section: str, key: str) -> str:
        line = self._lines.get((section, key))
        if line is None:
            return self._file
        return say("{file}, line {line}", file=self._file, line=line)

    def _wrong(self, place: str, what: str, then: str) -> None:
        self.troubles.append(say("{place}: {what}. {then}", place=place, what=what, then=then))


def unknown_name(key: str) -> str:
    """That there is no such setting, and what may be meant."""
    close = difflib.get_close_matches(key, BY_KEY, 1)
    if close:
        return say(
            "there is no setting {key} here, did you mean {close} in [{table}]",
            key=_short(key),
            close=close[0],
            table=BY_KEY[close[0]].section,
        )
    return say("there is no such setting as {key}", key=_short(key))


def wrong_value(key: str, found: str) -> str:
    """That a setting is none of what it may be."""
    return say("{key} is {allowed}, not {found}", key=key, allowed=BY_KEY[key].allowed, found=found)


def shown(value: object) -> str:
    """A value as TOML writes it, and not more of it than a sentence bears."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return _short(f'"{value}"' if isinstance(value, str) else str(value))
    except ValueError:  # a number of so many digits that Python does not write it
        return "…"


def _short(text: str) -> str:
    clean = "".join(one if one.isprintable() else "?" for one in text)
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"
