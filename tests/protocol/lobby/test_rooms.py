"""Rooms and invitations."""

from __future__ import annotations

import shlex
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import BadEncoding, BadInvitation
from protocol.lobby.rooms import Invitation, Room, new_lobby_secret, secret_of, symbols_of
from protocol.lobby.routes import tcp_route

SECRETS = st.binary(min_size=10, max_size=10)


@given(SECRETS)
def test_invitations_survive_writing_and_reading(secret: bytes) -> None:
    invitation = Invitation((tcp_route("play.example.org", 7744),), Room(secret))
    assert Invitation.read(invitation.line()) == invitation


@given(SECRETS)
def test_case_hyphens_and_look_alikes_do_not_matter(secret: bytes) -> None:
    typed = symbols_of(secret).lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert secret_of(typed) == secret


@given(SECRETS, st.integers(0, 15), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_one_wrong_symbol_is_a_typing_error(secret: bytes, at: int, symbol: str) -> None:
    symbols = symbols_of(secret).replace("-", "")
    if symbols[at] == symbol:
        return
    with pytest.raises(BadInvitation):
        secret_of(symbols[:at] + symbol + symbols[at + 1 :])


def test_new_secrets_contain_nothing_special_to_a_shell() -> None:
    chance = Random(1)
    for _ in range(200):
        line = Invitation(
            (tcp_route("host", 7744),), Room(new_lobby_secret(chance.randbytes))
        ).line()
        assert shlex.quote(line) == line


def test_ipv6_addresses_are_bracketed() -> None:
    invitation = Invitation((tcp_route("::1", 7744),), Room(bytes(10)))
    assert invitation.line().startswith("[::1]:7744/")
    assert Invitation.read(invitation.line()) == invitation


@pytest.mark.parametrize(
    "line",
    ["", "hello", "host:7744", "host/K7QF", "host:99999/0000-0000-0000-0000-0", ":1/x", "/" * 9999],
)
def test_malformed_invitations_are_refused(line: str) -> None:
    with pytest.raises(BadInvitation):
        Invitation.read(line)


def test_a_payload_unlocks_only_in_its_own_room() -> None:
    room, other = Room(bytes(32)), Room(bytes(31) + b"\1")
    locked = room.lock(b"payload", bytes(12))
    assert room.unlock(locked) == b"payload"
    with pytest.raises(BadEncoding):
        other.unlock(locked)


@given(st.integers(0, 34), st.integers(1, 255))
def test_a_changed_byte_does_not_unlock(at: int, change: int) -> None:
    room = Room(bytes(32))
    locked = bytearray(room.lock(b"payload", bytes(12)))
    locked[at] ^= change
    with pytest.raises(BadEncoding):
        room.unlock(bytes(locked))
