"""The language that was kept, at the least cost: every command asks for it before it speaks."""

from __future__ import annotations

from client.places import config_directory
from client.settings.words import AUTO, FILE_NAME


def kept_language() -> str:
    """The language of the settings file; "" where it names none."""
    path = config_directory() / FILE_NAME
    if not path.exists():
        return ""
    from client.settings.reading import read_settings  # noqa: PLC0415 - only where there is a file

    kept = read_settings(path).values.get("language", AUTO)
    return "" if kept == AUTO else str(kept)
