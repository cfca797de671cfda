"""The settings file, read: errors are reported line by line, and the rest of the file counts.

No file can keep the program from starting. A sentence names the file, the line if it is known, the
setting, and its allowed values.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from client.platform.paths import config_directory
from client.settings.choices import FILE_NAME
from client.settings.schema import BY_KEY, SECTIONS, Entry, Plain
from client.text.catalogue import say
from client.text.system_faults import system_reason
from engine.values import Value, field

_HEADER: Final = re.compile(r"\s*\[\s*([^\s\[\]](?:[^\[\]]*[^\s\[\]])?)\s*\]\s*(#.*)?")
_LINE: Final = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
_QUOTING: Final = tuple("\"'[")
_LONGEST: Final = 40
"""Characters of a wrong value that a sentence repeats."""


class FromFile(Value):
    """The content of a file: allowed values by name, moved keys, and errors."""

    values: Mapping[str, Plain] = field(default_factory=dict)
    keys: tuple[tuple[str, str], ...] = ()
    troubles: tuple[str, ...] = ()


def settings_path() -> Path:
    """Return the path of the settings."""
    return config_directory() / FILE_NAME


def read_settings(path: Path) -> FromFile:
    """Read a file; a missing one counts as empty."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return FromFile()
    except (OSError, UnicodeDecodeError) as error:
        why = system_reason(error) if isinstance(error, OSError) else say("it is not UTF-8 text")
        told = say("The settings in {file} cannot be read: {why}.", file=str(path), why=why)
        return FromFile(troubles=(told,))
    return understood(text, str(path))


def understood(text: str, file: str) -> FromFile:
    """Read the text of a settings file; `file` is its name in the sentences."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        told = say("{file} is not TOML, so all of it is ignored: {why}.", file=file, why=str(error))
        return FromFile(troubles=(told,))
    read = _Reading(file, dict(_numbered(text)))
    for section, table in tables.items():
        read.section(section, table)
    return FromFile(read.values, tuple(read.keys), tuple(read.troubles))


def _numbered(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the line of every key, by its table and name; the table of the first lines is ""."""
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(line)
        if header is not None:
            section = header[1].strip("\"'")
            yield (section, ""), number
        elif (found := _LINE.match(line)) is not None:
            yield (section, found[1] or found[2] or found[3] or ""), number


class _Reading:
    """A reading of the file, one table after the other."""

    def __init__(self, file: str, lines: Mapping[tuple[str, str], int]) -> None:
        self.values: dict[str, Plain] = {}
        self.keys: list[tuple[str, str]] = []
        self.troubles: list[str] = []
        self._file = file
        self._lines = lines

    def section(self, section: str, table: object) -> None:
        """Read a table, or a value in the place of one."""
        if section in SECTIONS and isinstance(table, dict):
            for key, value in table.items():
                if section == "keys":
                    self._key(str(key), value)
                else:
                    self._setting(section, str(key), value)
        elif section in SECTIONS:
            what = say("{name} is the name of a table", name=section)
            then = say("Write [{name}] on a line of its own above its settings.", name=section)
            self._wrong("", section, what, then)
        elif isinstance(table, dict):
            what = say("there is no table {table}", table=_short(section))
            self._wrong(section, "", what, say("The tables are {all}.", all=", ".join(SECTIONS)))
        else:
            self._wrong("", section, unknown_name(section), say("It is ignored."))

    def _setting(self, section: str, key: str, value: object) -> None:
        entry = BY_KEY.get(key)
        if entry is None or entry.section != section:
            self._wrong(section, key, unknown_name(key), say("It is ignored."))
        elif isinstance(value := _plain(entry, value), str | bool) and entry.accepts(value):
            self.values[key] = value
        else:
            what = wrong_value(key, shown(value))
            self._wrong(section, key, what, say("The setting is unchanged."))

    def _key(self, command: str, value: object) -> None:
        if isinstance(value, str) and value and value.isprintable():
            self.keys.append((command, value))
        else:
            what = say(
                "{command} needs the name of a key in quotes, not {found}",
                command=_short(command),
                found=shown(value),
            )
            self._wrong("keys", command, what, say("The key is unchanged."))

    def _wrong(self, section: str, key: str, what: str, then: str) -> None:
        place, line = self._file, self._lines.get((section, key))
        if line is not None:
            place = say("{file}, line {line}", file=place, line=line)
        mistake = what if what.endswith((".", "?")) else f"{what}."
        self.troubles.append(say("{place}: {what} {then}", place=place, what=mistake, then=then))


def _plain(entry: Entry, value: object) -> object:
    """Return an array of texts as one text with spaces, and anything else as it is.

    A text may stand for the array, as everywhere else, and a number for a port.
    """
    if entry.key == "port" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not entry.is_list:
        return value
    if isinstance(value, str):
        return one_text(value)
    if not isinstance(value, list):
        return value
    texts = [one for one in value if isinstance(one, str) and not any(map(str.isspace, one))]
    return " ".join(texts) if len(texts) == len(value) else value


def one_text(text: str) -> str:
    """Return a list that was typed with commas or spaces in between as one text with spaces."""
    return " ".join(text.replace(",", " ").split())


def as_in_file(entry: Entry, text: str) -> str:
    """Return a typed value that is written as in the file without its quotes or brackets.

    A command keeps them: they are part of it.
    """
    value = _plain(entry, text if entry.key == "command" else toml_value(text))
    return value if isinstance(value, str) else text


def toml_value(text: str) -> object:
    """Return the value of a text in quotes or brackets, as TOML reads it; others stay as they are.

    People type what they see in the file.
    """
    if text[:1] not in _QUOTING:
        return text
    try:
        value: object = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text
    return value


def unknown_name(key: str) -> str:
    """Say that there is no such setting, and suggest a similar one."""
    for close in difflib.get_close_matches(key, BY_KEY, 1):
        return say(
            "there is no setting {key} here; did you mean {close} in [{table}]?",
            key=_short(key),
            close=close,
            table=BY_KEY[close].section,
        )
    return say("there is no setting {key}.", key=_short(key))


def wrong_value(key: str, found: str) -> str:
    """Say that a value of a setting is not allowed."""
    return say(
        "the setting {key} takes {allowed}, not {found}",
        key=key,
        allowed=BY_KEY[key].allowed,
        found=found,
    )


def shown(value: object) -> str:
    """Return a value as TOML writes it, shortened for a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return _short(f'"{value}"' if isinstance(value, str) else str(value))
    except ValueError:  # a number of so many digits that Python does not write it
        return "…"


def _short(text: str) -> str:
    clean = "".join(one if one.isprintable() else "?" for one in text)
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"
