"""Versions, paths and the environment: the content of `bloodrage info`."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Final

from client.log.setup import default_path
from client.platform.files import is_there
from client.platform.paths import VARIABLES, directory
from client.settings.reader import settings_path
from client.storage.known_people import kept_fingerprint, key_path
from client.text.catalogue import say, spoken
from engine.state import RULES_VERSION, Options
from engine.values import Value
from protocol.cards.card_faces import cards_digest
from protocol.charter import PROTOCOL_VERSION

LIBRARIES: Final = (
    "cryptography",
    "defusedxml",
    "dnspython",
    "h11",
    "ifaddr",
    "msgpack",
    "msgspec",
    "platformdirs",
    "prompt_toolkit",
    "PyNaCl",
    "shtab",
    "tomlkit",
    "trio",
    "wsproto",
    "zeroconf",
)
"""The libraries of the program; a test compares them with pyproject.toml."""
_HEARD: Final = (
    "COLORFGBG",
    "COLORTERM",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_MESSAGES",
    "NO_COLOR",
    "PROMPT_TOOLKIT_NO_CPR",
    "TERM",
    "TERM_PROGRAM",
    "TMUX",
)
"""Variables of others that change the screen."""
_OURS: Final = "BLOODRAGE_"
_PRESENT: Final = frozenset({"BLOODRAGE_COMMAND", "ALL_PROXY", "HTTPS_PROXY", "NO_PROXY"})
"""A command line or the URL of a proxy may hold a password; only their presence is reported."""

Plain = str | int | bool | None | dict[str, "Plain"]


class Facts(Value):
    """Facts about this machine. `paths` are by kind; `key` is None before there is one.

    `cards` begins the digest of all cards: equal for everybody at a table, or there is none.
    """

    program: str
    cards: str
    python: str
    system: str
    libraries: Mapping[str, str | None]
    paths: Mapping[str, Path]
    language: str
    key: str | None
    environment: Mapping[str, str]
    protocol: int = PROTOCOL_VERSION
    rules: int = RULES_VERSION


def gather(version: str) -> Facts:
    """Collect the facts; nothing is made or changed."""
    paths = {str(place): directory(place) for place in VARIABLES}
    paths |= {"settings": settings_path(), "log": default_path(), "key": key_path()}
    return Facts(
        program=version,
        cards=cards_digest(Options())[:8].hex(" ", 2),  # in groups, for people to compare
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        libraries={name: version_of(name) for name in LIBRARIES},
        paths=paths,
        language=spoken(),
        key=kept_fingerprint(),
        environment={
            name: say("(set)") if name.upper() in _PRESENT else os.environ[name]
            for name in sorted(os.environ)
            if name in _HEARD or name.upper() in _PRESENT or name.startswith(_OURS)
        },
    )


def version_of(library: str) -> str | None:
    """Return the version of an installed library; None if it is missing."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def plain(facts: Facts) -> dict[str, Plain]:
    """Return the facts as data."""
    return {
        "program": facts.program,
        "protocol": facts.protocol,
        "rules": facts.rules,
        "cards": facts.cards,
        "python": facts.python,
        "platform": facts.system,
        "libraries": dict(facts.libraries),
        "paths": {
            name: {"path": str(path), "exists": is_there(path)}
            for name, path in facts.paths.items()
        },
        "language": facts.language,
        "key": facts.key,
        "environment": dict(facts.environment),
    }


def told(facts: Facts) -> tuple[tuple[str, str], ...]:
    """Return the facts as rows of two columns; a row without a value heads the following ones."""
    return (
        (say("program"), facts.program),
        (say("protocol"), str(facts.protocol)),
        (say("rules"), str(facts.rules)),
        (say("cards"), facts.cards),
        (say("language"), facts.language),
        (say("your key"), facts.key or say("none yet; it is created at your first table")),
        ("Python", facts.python),
        (say("system"), facts.system),
        (say("libraries"), ""),
        *((f"  {name}", version or say("missing")) for name, version in facts.libraries.items()),
        (say("files"), ""),
        *((f"  {say(PATHS[name])}", _path_told(path)) for name, path in facts.paths.items()),
        (say("environment"), ""),
        *((f"  {name}", value) for name, value in facts.environment.items()),
    )


def _path_told(path: Path) -> str:
    return str(path) if is_there(path) else say("{path} (does not exist yet)", path=str(path))


PATHS: Final = {
    "config": "settings directory",
    "state": "games directory",
    "data": "keys and records directory",
    "settings": "settings",
    "log": "log",
    "key": "key",
}
"""The paths, in words."""
