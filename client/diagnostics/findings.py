"""The result of a check: its severity, the finding, and the remedy."""

from __future__ import annotations

from enum import StrEnum

from client.platform.exit_codes import INTERNAL, OK, TERMINAL, UNREACHABLE
from engine.values import Value


class Level(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    WARN = "warn"
    """It works, but not as well as it could."""
    FAIL = "fail"


class CheckTopic(StrEnum):
    """The subject of a check."""

    SIZE = "size"
    TERMINAL = "terminal"
    COLOURS = "colours"
    ENCODING = "encoding"
    SIGNS = "signs"
    MOUSE = "mouse"
    CLOCK = "clock"
    DISK = "disk"
    KEY = "key"
    SETTINGS = "settings"
    LIBRARIES = "libraries"
    RELAY = "relay"
    HOST = "host"


class Finding(Value):
    """A result: a sentence that states it, and one with the remedy, "" if none."""

    topic: CheckTopic
    level: Level
    told: str
    todo: str = ""


_TERMINAL = (CheckTopic.SIZE, CheckTopic.TERMINAL, CheckTopic.ENCODING, CheckTopic.SIGNS)


def exit_code(findings: tuple[Finding, ...]) -> int:
    """Return the code for all findings: 0 if nothing failed, else that of the worst."""
    failed = {finding.topic for finding in findings if finding.level is Level.FAIL}
    if failed - {*_TERMINAL, CheckTopic.RELAY}:
        return INTERNAL
    if failed & set(_TERMINAL):
        return TERMINAL
    return UNREACHABLE if failed else OK
