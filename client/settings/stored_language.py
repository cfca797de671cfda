"""The language of the settings file, which every command asks for before it says a word."""

from __future__ import annotations

import os

from client.platform.paths import DirectoryKind, directory_name
from client.settings.choices import AUTO, FILE_NAME


def kept_language() -> str:
    """Return the language of the settings file; "" if it names none."""
    if not os.path.exists(os.path.join(directory_name(DirectoryKind.CONFIG), FILE_NAME)):
        return ""
    from client.settings.reader import read_settings, settings_path  # noqa: PLC0415 - only if there is a file

    kept = read_settings(settings_path()).values.get("language", AUTO)
    return "" if kept == AUTO else str(kept)
