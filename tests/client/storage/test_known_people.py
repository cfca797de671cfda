"""Your key, your name, and the keys of others on disk."""

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from client.online.table_messages import key_sentence
from client.platform.files import Lock
from client.storage import known_people
from client.storage.known_people import (
    BadKeyFile,
    KnownPeople,
    own_identity,
    player_name,
    remember_name,
    remembered_name,
)

_SHOW = """
from client.storage.known_people import own_identity
print(own_identity().public.hex())
"""


def public_key_elsewhere(directory: Path) -> str:
    """Return the key of another program of the same person."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _SHOW],
        env={**os.environ, "BLOODRAGE_DATA_DIR": str(directory)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    first = public_key_elsewhere(tmp_path)
    assert public_key_elsewhere(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "identity.key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["identity.key"]


def test_a_second_program_of_one_person_has_another_key(tmp_path: Path) -> None:
    mine = own_identity(tmp_path).public.hex()
    assert own_identity(tmp_path).public.hex() == mine
    other = public_key_elsewhere(tmp_path)
    assert other != mine
    assert public_key_elsewhere(tmp_path) == other


def test_a_broken_key_file_is_named_and_left_unchanged(tmp_path: Path) -> None:
    (tmp_path / "identity.key").write_bytes(b"short")
    with pytest.raises(BadKeyFile, match=r"identity\.key"):
        own_identity(tmp_path)
    assert (tmp_path / "identity.key").read_bytes() == b"short"


def test_a_directory_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadKeyFile, match="file"):
        own_identity(tmp_path / "file")


def test_a_key_out_of_reach_is_not_said_to_be_broken(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadKeyFile) as caught:
        own_identity(tmp_path / "file")
    told = key_sentence(caught.value)
    assert "the name is taken already. Set BLOODRAGE_DATA_DIR" in told
    assert "Move it away" not in told


def test_a_key_is_made_on_a_disk_without_links_and_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr("os.link", refuse)
    monkeypatch.setattr(known_people, "take_lock", lambda _: Lock.MISSING)
    made = own_identity(tmp_path).public
    assert [path.name for path in tmp_path.iterdir()] == ["identity.key"]
    assert own_identity(tmp_path).public == made


@pytest.mark.parametrize("error", [KeyError("uid"), OSError("No username"), ImportError("pwd")])
def test_a_user_without_an_account_is_called_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail() -> str:
        raise error

    monkeypatch.setattr("getpass.getuser", fail)
    assert player_name(tmp_path) == "Player"


@pytest.mark.parametrize(
    ("account", "name"),
    [("bo", "bo"), ("bo@example.org", "bo example.org"), ("\u202e[]", "Player"), ("", "Player")],
)
def test_an_account_whose_name_no_player_may_have_is_called_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, account: str, name: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: account)
    assert player_name(tmp_path) == name


def test_the_name_is_remembered(tmp_path: Path) -> None:
    assert remembered_name(tmp_path) is None
    remember_name("Eir", tmp_path)
    assert remembered_name(tmp_path) == player_name(tmp_path) == "Eir"


@pytest.mark.parametrize("written", ["", "  \n", "x" * 40, "\x1b[2J", "a\u202eb"])
def test_an_unsafe_name_is_not_remembered(tmp_path: Path, written: str) -> None:
    (tmp_path / "name").write_text(written, encoding="utf-8")
    assert remembered_name(tmp_path) is None
    assert player_name(tmp_path)


def test_errors_of_the_disk_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    remember_name("Eir", tmp_path / "file")
    KnownPeople(tmp_path / "file").remember("Bo", bytes(32))


def test_a_name_is_strange_only_with_another_key(tmp_path: Path) -> None:
    known = KnownPeople(tmp_path)
    assert not known.is_strange("Bo", bytes(32))
    known.remember("Bo", bytes(32))
    again = KnownPeople(tmp_path)
    assert not again.is_strange("Bo", bytes(32))
    assert again.is_strange("Bo", b"1" * 32)
    assert not again.is_strange("Cyra", b"1" * 32)


def test_a_look_alike_of_a_known_name_is_strange(tmp_path: Path) -> None:
    known = KnownPeople(tmp_path)
    known.remember("Bo", bytes(32))
    assert known.is_strange("B0", b"1" * 32)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Arne", "Ame"),
        ("Wolf", "VVolf"),
        ("Bo", "\u0412\u043e"),
        ("NINA", "\u039d\u0399\u039d\u0391"),
    ],
)
def test_a_look_alike_in_other_letters_is_strange(tmp_path: Path, name: str, other: str) -> None:
    for known, asked in ((name, other), (other, name)):
        people = KnownPeople(tmp_path / known)
        people.remember(known, bytes(32))
        again = KnownPeople(tmp_path / known)
        assert again.is_strange(asked, b"1" * 32)
        assert not again.is_strange(asked, bytes(32))


def test_keys_kept_by_an_earlier_release_are_known(tmp_path: Path) -> None:
    """That release kept "Arne" and "VVolf" by other looks."""
    kept = {"arne": [bytes(32).hex()], "vvolf": bytes(32).hex()}
    (tmp_path / "known.json").write_text(json.dumps(kept), encoding="utf-8")
    people = KnownPeople(tmp_path)
    for name in ("Arne", "Wolf"):
        assert people.is_strange(name, b"1" * 32)
        assert not people.is_strange(name, bytes(32))


def test_a_second_key_is_not_strange_after_a_game(tmp_path: Path) -> None:
    known = KnownPeople(tmp_path)
    for key in (bytes(32), b"1" * 32):
        known.remember("Bo", key)
    again = KnownPeople(tmp_path)
    assert not again.is_strange("Bo", bytes(32))
    assert not again.is_strange("Bo", b"1" * 32)


def test_only_the_latest_keys_of_a_name_are_kept(tmp_path: Path) -> None:
    known = KnownPeople(tmp_path)
    for number in range(known_people._MOST_REMEMBERED + 1):
        known.remember("Bo", bytes([number]) * 32)
    assert known.is_strange("Bo", bytes(32))


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"Bo": 3}', '{"Bo": [3]}'])
def test_a_broken_list_of_keys_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "known.json").write_text(text, encoding="utf-8")
    assert not KnownPeople(tmp_path).is_strange("Bo", bytes(32))
