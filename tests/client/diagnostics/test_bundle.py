from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from client.diagnostics.bundle import Bundle
from client.diagnostics.facts import gather
from client.diagnostics.findings import CheckTopic, Finding, Level
from client.games import bot_game
from client.games.bot_game import NewGame
from client.log.setup import FILE
from client.platform.paths import DirectoryKind, directory
from client.settings.reader import settings_path
from client.settings.resolve import choose
from client.storage.known_people import key_path, own_identity, remember_name
from engine.cards import CARDS
from protocol.lobby.rooms import Room, symbols_of

_COMMAND = "notify --password hunter2"
_INVITATION = symbols_of(bytes(range(10)))


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Set up a machine full of secrets, each of which must stay there."""
    for kind in DirectoryKind:
        monkeypatch.setenv(f"BLOODRAGE_{kind.upper()}_DIR", str(tmp_path / kind))
    monkeypatch.setenv("BLOODRAGE_COMMAND", _COMMAND)
    monkeypatch.setenv("ALL_PROXY", "socks5h://ann:hunter2@proxy.example:9050")
    monkeypatch.setenv("https_proxy", "http://ann:hunter2@proxy.example:3128")
    own_identity()
    remember_name("Hrothgar the Discreet")
    game = bot_game.begin(NewGame(("thrall",), seed=4711), directory(DirectoryKind.STATE))
    game.settle()
    game.file.close()
    settings_path().parent.mkdir()
    settings_path().write_text(
        f'[play]\nname = "Hrothgar"\n[turn]\ncommand = "{_COMMAND}"\n', encoding="utf-8"
    )
    records = directory(DirectoryKind.DATA) / "records"
    records.mkdir()
    (records / "3f2a9c0d11e8b764.bloodrage").write_bytes(b"a record of hands")
    key = key_path().read_bytes()
    hand = next(iter(CARDS.values()))
    (directory(DirectoryKind.STATE) / FILE).write_text(
        f"joined host:7744/{_INVITATION}\nkey {key.hex()} {key!r}\nhand {hand.id}, {hand.name}\n",
        encoding="utf-8",
    )
    return {
        "key": key.hex(),
        "key as bytes": repr(key),
        "invitation": _INVITATION,
        "room": Room(bytes(range(10))).secret.hex(),
        "master": game.table.game.master.hex(),
        "command": "hunter2",
        "name": "Hrothgar",
        "hand": str(hand.id),
        "hand by name": hand.name,
        "record": "a record of hands",
    }


def test_no_planted_secret_is_in_a_bundle(planted: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    finding = Finding(CheckTopic.SIZE, Level.OK, "The window has 80 columns.")
    Bundle(gather("0"), (finding,), choose({}, {})).write(path)
    with zipfile.ZipFile(path) as bundle:
        texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    whole = "\n".join(texts.values())
    for what, secret in planted.items():
        assert secret not in whole, what
    assert "The window has 80 columns." in texts["bloodrage-report/doctor.json"]
    assert "3f2a9c0d11e8b764.bloodrage" in texts["bloodrage-report/records.json"]
    assert '"answers": 0' in texts["bloodrage-report/games.json"]
    assert '"levels"' in texts["bloodrage-report/games.json"]
    assert "joined host:7744/[invitation]" in texts[f"bloodrage-report/{FILE}"]


def test_the_home_of_a_person_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "astrid"))
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path / "astrid" / "state"))
    texts = dict(Bundle(gather("0"), (), choose({}, {})).files())
    assert "astrid" not in "".join(texts.values())
    assert '"~/state"' in texts["info.json"]


def test_a_game_that_cannot_be_read_is_listed_as_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path))
    (tmp_path / "0001.game").write_text("nonsense", encoding="utf-8")
    assert '"broken": true' in dict(Bundle(gather("0"), (), choose({}, {})).files())["games.json"]
