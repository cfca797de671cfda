"""The language of the settings file, which every command asks for before it says a word."""

from __future__ import annotations

from client.platform.files import is_there
from client.platform.paths import config_directory
from client.settings.choices import AUTO, FILE_NAME


def kept_language() -> str:
    """Return the language of the settings file; "" if it names none."""
    path = config_directory() / FILE_NAME
    if not is_there(path):
        return ""
    from client.settings.reader import read_settings  # noqa: PLC0415 - only if there is a file

    kept = read_settings(path).values.get("language", AUTO)
    return "" if kept == AUTO else str(kept)
