"""Precedence of settings: the command line, the environment, the file, the default.

Only this module decides it. The environment speaks as BLOODRAGE_ and the name of the setting in
capitals; NO_COLOR and BLOODRAGE_NO_COLOR, if not empty, mean color = "never"
(https://no-color.org), so that only `--color` overrides them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

from client.settings.reader import as_in_file, read_settings, settings_path, shown, wrong_value
from client.settings.schema import BY_KEY, ENTRIES, Entry, Plain, Settings, settings_of
from client.text.catalogue import say
from engine.values import Value

_SHORT: Final = {"language": "BLOODRAGE_LANG"}
NO_COLOUR: Final = ("NO_COLOR", "BLOODRAGE_NO_COLOR")
_WORDS: Final = {
    **dict.fromkeys(("true", "on", "yes", "1"), True),
    **dict.fromkeys(("false", "off", "no", "0"), False),
}


class SettingSource(StrEnum):
    """The origin of a value."""

    FLAG = "command line"
    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


class Chosen(Value):
    """The settings of this run, their sources, and the errors in them."""

    settings: Settings
    sources: Mapping[str, SettingSource]
    troubles: tuple[str, ...]
    path: Path


def variable_of(entry: Entry) -> str:
    """Return the environment variable of a setting."""
    return _SHORT.get(entry.key, f"BLOODRAGE_{entry.key.upper()}")


def spoken(entry: Entry, text: str) -> Plain | None:
    """Read a typed value, outside of the file; None if it is not allowed."""
    is_flag = isinstance(entry.default, bool)
    value = _WORDS.get(text.casefold()) if is_flag else as_in_file(entry, text)
    return value if entry.accepts(value) else None


def choose(
    flags: Mapping[str, Plain], environ: Mapping[str, str], path: Path | None = None
) -> Chosen:
    """Resolve the settings of a run. `flags` are allowed values by name from the command line."""
    path = path or settings_path()
    file = read_settings(path)
    said, troubles = _of_environment(environ)
    values = {**file.values, **said, **flags}
    sources = {
        **dict.fromkeys(BY_KEY, SettingSource.DEFAULT),
        **dict.fromkeys(file.values, SettingSource.FILE),
        **dict.fromkeys(said, SettingSource.ENVIRONMENT),
        **dict.fromkeys(flags, SettingSource.FLAG),
    }
    return Chosen(settings_of(values, file.keys), sources, (*file.troubles, *troubles), path)


def _of_environment(environ: Mapping[str, str]) -> tuple[dict[str, Plain], tuple[str, ...]]:
    values: dict[str, Plain] = {}
    troubles = []
    for entry in ENTRIES:
        if text := environ.get(variable_of(entry)):
            if (value := spoken(entry, text)) is not None:
                values[entry.key] = value
            else:
                what = wrong_value(entry.key, shown(text))
                troubles.append(say("{place}: {what}.", place=variable_of(entry), what=what))
    if any(environ.get(name) for name in NO_COLOUR):
        values["color"] = "never"
    return values, tuple(troubles)
