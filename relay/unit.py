"""The unit for systemd, with the program that prints it."""

import sys
from importlib.resources import files
from pathlib import PurePath
from typing import Final

_FILE: Final = "bloodrage-relay.service"
_PROGRAM: Final = "/opt/bloodrage/bin/python"
_HIDDEN: Final = ("/home", "/root", "/run/user")
"""Directories that the unit hides from the relay: no program in them can be started."""


def unit_text(executable: str = sys.executable, home: str = __file__) -> str:
    """Return the unit, with this Python if the relay, at `home`, is installed in its environment.

    Otherwise, and if the unit itself hides it, it names the environment of docs/relay.md.
    """
    text = files("relay").joinpath(_FILE).read_text(encoding="utf-8")
    environment = PurePath(executable).parent.parent
    is_hidden = any(environment.is_relative_to(place) for place in _HIDDEN)
    is_whole = PurePath(home).is_relative_to(environment) and not is_hidden
    return text.replace(_PROGRAM, executable) if is_whole else text
