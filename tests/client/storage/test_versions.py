"""Games of unknown rules, protocols or cards are rejected unsigned, with the difference."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from client.online.lobby_room import LobbyRoom
from client.storage.append_log import LineForm, line_of
from client.storage.game_directory import find
from client.storage.saved_games import TABLE_CHAIN, SaveError, load_game, load_table
from engine.state import Options
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import VERSIONS, Charter
from protocol.lobby.lobby_events import Broadcast, PacketRefused
from protocol.lobby.rooms import Room
from protocol.lobby.routes import tcp_route
from protocol.record.record import HEADER, framed, split_record
from protocol.rules import KNOWN, LATEST
from tests import old
from tests.adversary.lobbies import roster_of, say
from tests.client.cli.calling import call, is_one_sentence
from tests.protocol.lobby.test_lobby import LobbyGroup, member

FILES = old.FOLDER / "1"
RULES = "This game uses rules version 7; this program knows 1, 2 and 3. Update it."
PROTOCOL = "This game uses protocol version 9; this program speaks 2. Update it."
CARDS = "The cards of this table differ from those of its rules version."
DIFFERENT: dict[str, tuple[Callable[[Charter], Charter], str]] = {
    "rules": (lambda one: replace(one, options=Options(rules_version=7)), RULES),
    "protocol": (lambda one: replace(one, version=9), PROTOCOL),
    "cards": (lambda one: replace(one, cards=bytes(32)), CARDS),
}


@pytest.fixture(params=DIFFERENT)
def other(request: pytest.FixtureRequest) -> tuple[bytes, str]:
    """Return the charter of a table of an unknown version, and its sentence."""
    change, told = DIFFERENT[request.param]
    return change(charter()).to_bytes(), told


def charter() -> Charter:
    return load_table(FILES / old.TABLES[0]).begin.charter


def test_the_cards_of_each_version_are_unchanged() -> None:
    """A changed card needs a new version of the rules, and leaves the old ones unchanged."""
    assert cards_digest(Options()) == LATEST.cards
    assert {version: rules.version for version, rules in KNOWN.items()} == {
        version: version for version in KNOWN
    }
    assert tuple(sorted(VERSIONS, reverse=True)) == VERSIONS


def test_a_record_of_an_unknown_version_is_not_called_broken(
    other: tuple[bytes, str], tmp_path: Path
) -> None:
    raw, told = other
    _, parts = split_record((FILES / old.RECORD).read_bytes())
    file = tmp_path / "game.bloodrage"
    file.write_bytes(HEADER + framed(raw) + b"".join(map(framed, parts)))
    for command in ("verify", "replay"):
        answer = call(command, str(file), *(("--text",) if command == "replay" else ()))
        assert answer.code == 2
        assert is_one_sentence(answer.err)
        assert told in answer.err


def test_a_saved_table_of_an_unknown_version_is_left_unchanged(
    other: tuple[bytes, str], tmp_path: Path
) -> None:
    raw, told = other
    rows = [line.partition(b" ")[2] for line in (FILES / old.TABLES[0]).read_bytes().splitlines()]
    begin = json.loads(rows[0])
    chain, text = TABLE_CHAIN, b""
    for row in ({**begin, "charter": raw.hex()}, *map(json.loads, rows[1:])):
        chain, line = line_of(chain, row, LineForm.MARKED)
        text += line
    path = tmp_path / "0004.table"
    path.write_bytes(text)
    with pytest.raises(SaveError) as caught:
        load_table(path)
    assert str(caught.value) == f"Saved game 4: {told}"
    assert path.read_bytes() == text


@pytest.mark.parametrize("name", ["rules", "protocol"])
def test_a_saved_game_of_an_unknown_version_is_left_unchanged(name: str, tmp_path: Path) -> None:
    first, *rest = (FILES / old.LOCAL).read_text("utf-8").splitlines(keepends=True)
    row = json.loads(first)
    if name == "rules":
        row["game"]["options"]["rules_version"] = 7
    else:
        row["game"]["protocol"] = 9
    path = tmp_path / "0003.game"
    path.write_text("".join([json.dumps(row) + "\n", *rest]), encoding="utf-8")
    with pytest.raises(SaveError) as caught:
        load_game(path)
    assert str(caught.value) == f"Saved game 3: {DIFFERENT[name][1]}"


@pytest.mark.parametrize("name", DIFFERENT)
def test_joining_a_table_of_an_unknown_version_signs_nothing(name: str) -> None:
    change, told = DIFFERENT[name]
    group = LobbyGroup("Astrid")
    roster = roster_of(group)
    terms = change(Charter.from_bytes(roster.terms, complete=False))
    late = member("Bo", Random(5))
    room = LobbyRoom((tcp_route("127.0.0.1", 1),), Room(bytes(10)), late, clock=lambda: 0.0)
    late.start()
    events = late.receive(say(group, 0, replace(roster, terms=terms.to_bytes())))
    assert not any(isinstance(event, Broadcast) for event in events)
    (refused,) = events
    assert isinstance(refused, PacketRefused)
    room.do(events)
    assert room.look_for_seat() == told


def test_resuming_the_last_game_reports_one_of_a_later_version(
    tmp_path: Path,
) -> None:
    first, *rest = (FILES / old.LOCAL).read_text("utf-8").splitlines(keepends=True)
    row = json.loads(first)
    row["game"]["protocol"] = 9
    (tmp_path / "0003.game").write_text("".join([json.dumps(row) + "\n", *rest]), encoding="utf-8")
    with pytest.raises(SaveError, match="Saved game 3: This game uses protocol version 9"):
        find(tmp_path, None)
