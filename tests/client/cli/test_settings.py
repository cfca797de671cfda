from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.client.cli.calling import call, is_one_sentence


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BLOODRAGE_CONFIG_DIR", str(tmp_path))
    return tmp_path / "config.toml"


def test_settings_show_the_file_and_every_value_with_its_source(config: Path) -> None:
    assert call("settings", "theme=light", "keys.invade=n").out == ""
    told = call("settings").out.splitlines()
    assert told[0] == str(config)
    rows = [line.split() for line in told]
    assert ["theme", '"light"', "file"] in rows
    assert ["invade", '"n"', "file"] in rows


def test_settings_are_available_as_data(config: Path) -> None:
    data = json.loads(call("settings", "--json").out)
    assert data["path"] == str(config)
    assert (data["exists"], data["values"]["pace"], data["sources"]["pace"]) == (
        False,
        "readable",
        "default",
    )


def test_truth_values_are_typed_in_plain_words(config: Path) -> None:
    assert call("settings", "mouse=off").code == 0
    assert "mouse = false" in config.read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("theme", "NAME=VALUE"),
        (
            "theme=pink",
            'theme takes auto, dark, light, dark-safe, light-safe, 16 or mono, not "pink"',
        ),
        ("thme=dark", "did you mean theme in [look]"),
        ("play.theme=dark", "theme"),
        ("bell=loud", "true or false"),
        ("keys.invade=7", "invade cannot be on 7"),
        ("keys.conquer=n", "not a command"),
        ("invade=n", "keys.invade"),
        ("keys.invade=m", "m is taken by march"),
    ],
)
def test_a_wrong_change_is_one_sentence_and_changes_nothing(
    config: Path, change: str, told: str
) -> None:
    answer = call("settings", "pace=slow", change)
    assert answer.code == 2
    assert told in answer.err
    assert is_one_sentence(answer.err)
    assert not config.exists()


def test_errors_in_the_file_are_reported_beside_the_valid_settings(config: Path) -> None:
    config.write_text('[look]\ntheme = "pink"\nglyphs = "ascii"\n', encoding="utf-8")
    answer = call("settings")
    assert f"{config}, line 2: the setting theme takes" in answer.err
    assert is_one_sentence(answer.err)
    assert ["glyphs", '"ascii"', "file"] in [line.split() for line in answer.out.splitlines()]


TWO = 'relays = ["192.168.77.13", "play.example.org:7744"]'


@pytest.mark.parametrize(
    "typed",
    [
        '["192.168.77.13", "play.example.org:7744"]',
        "['192.168.77.13', 'play.example.org:7744']",
        "192.168.77.13,play.example.org:7744",
        "192.168.77.13, play.example.org:7744",
        "192.168.77.13 play.example.org:7744",
        '"192.168.77.13,play.example.org:7744"',
    ],
)
def test_a_list_is_typed_as_in_the_file_or_with_commas(config: Path, typed: str) -> None:
    assert call("settings", f"online.relays={typed}").err == ""
    assert TWO in config.read_text("utf-8")


def test_one_relay_with_two_addresses_is_written_in_brackets(config: Path) -> None:
    assert call("settings", 'relays=["192.168.77.13,203.0.113.9"]').err == ""
    assert 'relays = ["192.168.77.13,203.0.113.9"]' in config.read_text("utf-8")


@pytest.mark.parametrize("typed", ["[2001:db8::1]:7744", "[2001:db8::1]"])
def test_brackets_of_an_address_are_no_list(config: Path, typed: str) -> None:
    assert call("settings", f"relays={typed}").err == ""
    assert f'relays = ["{typed}"]' in config.read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ('theme="light"', 'theme = "light"'),
        ("name='Bo'", 'name = "Bo"'),
        ('port="7744"', 'port = "7744"'),
        ('keys.invade="n"', 'invade = "n"'),
        ('command="my program"', 'command = "\\"my program\\""'),
    ],
)
def test_values_may_have_the_quotes_of_the_file(config: Path, change: str, line: str) -> None:
    assert call("settings", change).err == ""
    assert line in config.read_text("utf-8")


def test_a_text_in_the_file_stands_for_a_list_and_a_number_for_a_port(config: Path) -> None:
    config.write_text('[online]\nrelays = "a.example,b.example"\nport = 7744\n', "utf-8")
    values = json.loads(call("settings", "--json").out)["values"]
    assert (values["relays"], values["port"]) == ("a.example b.example", "7744")
