"""Lines and addresses as they are pasted, and sentences about halves of them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from client.online.addresses import MistypedAddress, read_invitation
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import read_routes

ROUTES = (
    "192.168.1.11:7744",
    "192.168.1.11:7744,203.0.113.21:7744",
    "[2001:db8::11]:7744",
    "[fe80::1]:7744,[2001:db8::11]:7744,wss://example.org/a/b",
)
SHELLS = [shell for shell in ("bash", "dash", "zsh", "fish", "ksh") if shutil.which(shell)]


def invitation(routes: str) -> Invitation:
    return Invitation(read_routes(routes), Room(bytes(range(10))))


@pytest.mark.parametrize("routes", ROUTES)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_line_in_quotes_passes_through_a_shell(routes: str, shell: str) -> None:
    line = invitation(routes).line()
    done = subprocess.run(  # noqa: S603 - a shell is what is tested
        [shell, "-c", f'printf %s "{line}"'], capture_output=True, text=True, check=True
    )
    assert done.stdout == line


@pytest.mark.parametrize("symbols", [0, 8, 12, 16, 20])
def test_half_a_code_is_told_with_its_length(symbols: int) -> None:
    code = "60RK4CSM6MV3EE1S5XXX"[:symbols]
    with pytest.raises(MistypedAddress) as caught:
        read_invitation(f"host:7744/{code}")
    assert "should have 17 letters and digits" in str(caught.value)
    assert f"not {symbols}: copy all of it" in str(caught.value)


def test_hyphens_of_a_code_are_not_counted() -> None:
    with pytest.raises(MistypedAddress, match="not 8:"):
        read_invitation("Ann: host:7744/60RK-4CSM-")


def test_a_text_without_a_line_says_whom_to_ask() -> None:
    with pytest.raises(MistypedAddress, match="ask the host for it"):
        read_invitation("hello")


@pytest.mark.parametrize("routes", ROUTES)
@pytest.mark.parametrize(
    "quotes", ['""', "''", "\u201c\u201d", "\u201e\u201c", "\u00ab\u00bb", "``"]
)
def test_a_command_is_pasted_with_any_quotes(routes: str, quotes: str) -> None:
    line = invitation(routes).line()
    assert read_invitation(f"{quotes[0]}{line}{quotes[1]}") == invitation(routes)
    assert read_invitation(f"bloodrage join {quotes[0]}{line}{quotes[1]}") == invitation(routes)
