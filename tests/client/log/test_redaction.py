from __future__ import annotations

import pytest

from client.log.redaction import SAMPLE, redacted, without_invitations
from client.text.catalogue import ENGLISH, LANGUAGES, in_every_language, say, speak
from engine.cards import CARDS
from protocol.errors import BadInvitation
from protocol.lobby.rooms import Invitation, Room, secret_of, symbols_of
from protocol.lobby.routes import tcp_route

_SECRETS = (bytes(10), bytes(range(10)), b"\xff" * 10, bytes(range(200, 210)))


@pytest.mark.parametrize("secret", _SECRETS)
@pytest.mark.parametrize("change", [str, str.lower, lambda line: line.replace("-", "")])
def test_an_invitation_in_any_spelling_is_redacted(secret: bytes, change: type[str]) -> None:
    line = change(Invitation((tcp_route("play.example.org", 7744),), Room(secret)).line())
    told = redacted(f"tried {line} and failed")
    assert told == "tried play.example.org:7744/[invitation] and failed"


@pytest.mark.parametrize("hyphen", ["\u2010", "\u2013", "\u2014", "\u2212", "-\n", " "])
def test_an_invitation_as_mail_programs_change_it_is_redacted(hyphen: str) -> None:
    line = f"host/{symbols_of(_SECRETS[1])}".replace("-", hyphen)
    for told in (redacted(f"tried {line} and failed"), without_invitations(line)):
        assert "[invitation]" in told
        assert not any(group in told for group in symbols_of(_SECRETS[1]).split("-")[:4])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("wss://a.example/{}", "wss://a.example/[invitation]"),
        ("ws://a.example/some/path/{}", "ws://a.example/some/path/[invitation]"),
        ("play.example.org/{}", "play.example.org/[invitation]"),
        ("192.168.1.11/{}", "192.168.1.11/[invitation]"),
    ],
)
@pytest.mark.parametrize("secret", _SECRETS)
@pytest.mark.parametrize("hyphen", ["-", ""])
def test_the_secret_behind_every_kind_of_route_is_redacted(
    line: str, told: str, secret: bytes, hyphen: str
) -> None:
    symbols = symbols_of(secret).replace("-", hyphen)
    assert redacted(f"tried {line.format(symbols)} and failed") == f"tried {told} and failed"


def test_the_example_of_an_invitation_is_nobodys_and_stays_readable() -> None:
    with pytest.raises(BadInvitation):
        secret_of(SAMPLE)
    for text in (f"host:7744/{SAMPLE}", f"wss://a.example/{SAMPLE}.", f"a.example/{SAMPLE} or -"):
        assert redacted(text) == without_invitations(text) == text
    assert redacted(f"host:7744/{SAMPLE}-{SAMPLE}") != f"host:7744/{SAMPLE}-{SAMPLE}"


@pytest.mark.parametrize(
    "proxy",
    [
        "socks5h://bo77:hunter2@proxy.example:9050",
        "http://bo77:hunter2@[::1]:8080",
        "HTTPS://hunter2@proxy.example",
        "http://bo77:p@ss/hunter2@proxy.example:1",
    ],
)
def test_name_and_password_of_a_proxy_are_redacted(proxy: str) -> None:
    told = redacted(f"ValueError: cannot use {proxy} as ALL_PROXY")
    assert "bo77" not in told
    assert "hunter2" not in told
    assert "[login]@" in told
    assert told.endswith(" as ALL_PROXY")


def test_the_symbols_of_an_invitation_alone_are_redacted() -> None:
    assert redacted(symbols_of(bytes(range(10)))) == "[invitation]"


@pytest.mark.parametrize(
    "secret",
    [
        bytes(range(32)).hex(),
        bytes(range(32)).hex().upper(),
        repr(bytes(range(32))),
        repr(b"a quote \" and ' another"),
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        str(int.from_bytes(bytes(range(1, 33)), "big")),
        "seed=4711",
        "--seed 4711",
        "seed': 4711",
    ],
)
def test_keys_bytes_and_seeds_are_redacted(secret: str) -> None:
    told = redacted(f"KeyError: ({secret})")
    assert told.startswith("KeyError: (")
    assert "4711" not in told
    assert secret not in told


def test_no_card_is_named() -> None:
    for card in CARDS.values():
        for word in (str(card.id), card.name):
            assert redacted(f"KeyError: '{word}'") == "KeyError: '[card]'"


@pytest.mark.parametrize(
    "line",
    [
        '  File "/usr/lib/python3.11/client/tables/network_table.py", line 381, in _tell',
        "2026-01-01 12:30:59,123 4711 INFO bloodrage: dealt in 14 steps, 3.2 s",
        "records/3f2a9c0d11e8b764.bloodrage",
        "saved/550e8400-e29b-41d4-a716-44665544/0001.game",
        "a_function_with_a_long_name_that_stands_in_a_traceback(argument, another_argument)",
    ],
)
def test_harmless_text_stays(line: str) -> None:
    assert redacted(line) == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_is_named_in_any_language(language: str) -> None:
    speak(language)
    try:
        names = [say(card.name) for card in CARDS.values()]
    finally:
        speak(ENGLISH)
    for name in names:
        assert redacted(f"KeyError: '{name}'") == "KeyError: '[card]'"


def test_a_word_is_found_in_every_language() -> None:
    assert len(in_every_language("Settings")) == len(LANGUAGES)
