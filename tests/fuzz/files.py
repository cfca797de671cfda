"""Targets: files on a disk, which anything may have changed."""

from __future__ import annotations

import atexit
import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from client.lab.document import LabError
from client.lab.runner import run_lab
from client.settings.reader import understood
from client.storage.journal_rows import (
    plain_answer,
    plain_begin,
    plain_game,
    read_answer,
    read_begin,
    read_game,
)
from client.storage.known_people import KnownPeople, remembered_name
from client.storage.results import index_path, plain_result, read_index, read_result
from client.storage.saved_games import TABLE_CHAIN, SaveError, load_game, load_table
from client.text.catalogue import ENGLISH, speak

_MARK: Final = 32


def tables(raw: bytes) -> None:
    """Read the journal of a table."""
    path = _file("1.table", raw)
    with suppress(SaveError):
        found = load_table(path)
        assert found.lines.size <= len(raw)
        assert read_begin(plain_begin(found.begin)) == found.begin


def table_lines(raw: bytes) -> None:
    """Read the lines of a journal, each with its checksum: only their content varies."""
    chain, lines = TABLE_CHAIN, b""
    for text in raw.split(b"\n"):
        chain = hashlib.sha256(chain + text).digest()
        lines += chain.hex()[:_MARK].encode() + b" " + text + b"\n"
    tables(lines)


def games(raw: bytes) -> None:
    """Read the journal of a game against bots."""
    path = _file("1.game", raw)
    with suppress(SaveError):
        found = load_game(path)
        assert read_game(plain_game(found.game)) == found.game
        for answer in found.answers:
            assert read_answer(plain_answer(answer)) == answer


def settings(raw: bytes) -> None:
    """Read the settings: never an error, and every trouble is a sentence for a screen."""
    found = understood(raw.decode("utf-8", "replace"), "settings.toml")
    assert all(one.isprintable() or "\n" in one for one in found.troubles)


def labs(raw: bytes) -> None:
    """Read a document for the lab."""
    with suppress(LabError):
        assert json.loads(run_lab(raw.decode("utf-8", "replace")))


def results(raw: bytes) -> None:
    """Read the index of the history; never an error."""
    path = index_path(_folder())
    path.write_bytes(raw)
    for name, result in read_index(_folder()).items():
        assert name == result.record
        assert read_result(json.loads(json.dumps(plain_result(result)))) == result
        assert len(result.winners) >= 1
        assert str(result.record).encode()


def acquaintances(raw: bytes) -> None:
    """Read known people and their names; never an error."""
    (_folder() / "known.json").write_bytes(raw)
    (_folder() / "name").write_bytes(raw)
    people = KnownPeople(_folder())
    people.is_strange("Astrid", bytes(32))
    people.remember("Astrid", bytes(32))
    remembered_name(_folder())


TARGETS: Final[tuple[Callable[[bytes], None], ...]] = (
    tables,
    table_lines,
    games,
    settings,
    labs,
    results,
    acquaintances,
)


@cache
def _folder() -> Path:
    speak(ENGLISH)
    folder = Path(mkdtemp(prefix="bloodrage-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _file(name: str, raw: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(raw)
    return path
