"""What a check gives: how bad it is, what was found, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from client.platform.exit_codes import INTERNAL, OK, TERMINAL, UNREACHABLE


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    """It works, but not as well as it could."""
    FAIL = "fail"


class Topic(StrEnum):
    """What is checked."""

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


@dataclass(frozen=True, slots=True)
class Finding:
    """One result: a sentence of what is so, and one of what to do, "" where nothing is."""

    topic: Topic
    level: Level
    told: str
    todo: str = ""


_TERMINAL = (Topic.SIZE, Topic.TERMINAL, Topic.ENCODING, Topic.SIGNS)


def exit_code(findings: tuple[Finding, ...]) -> int:
    """The code for all findings: 0 if nothing failed, else that of the worst."""
    failed = {finding.topic for finding in findings if finding.level is Level.FAIL}
    if failed - {*_TERMINAL, Topic.RELAY}:
        return INTERNAL
    if failed & set(_TERMINAL):
        return TERMINAL
    return UNREACHABLE if failed else OK
