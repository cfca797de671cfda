"""Lines and addresses as they are pasted, and the command that friends paste."""

from __future__ import annotations

import shlex
import shutil
import subprocess

import pytest

from client.online.addresses import join_command, read_invitation
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
def test_the_command_passes_the_line_through_a_shell(routes: str, shell: str) -> None:
    command = join_command(invitation(routes)).removeprefix("bloodrage join ")
    done = subprocess.run(  # noqa: S603 - a shell is what is tested
        [shell, "-c", f"printf %s {command}"], capture_output=True, text=True, check=True
    )
    assert done.stdout == invitation(routes).line()


def test_one_plain_address_needs_no_quotes() -> None:
    assert '"' not in join_command(invitation("192.168.1.11:7744"))
    assert '"' not in join_command(invitation("wss://example.org"))
    assert len(shlex.split(join_command(invitation(ROUTES[3])))) == 3


@pytest.mark.parametrize("routes", ROUTES)
@pytest.mark.parametrize(
    "quotes", ['""', "''", "\u201c\u201d", "\u201e\u201c", "\u00ab\u00bb", "``"]
)
def test_a_command_is_pasted_with_any_quotes(routes: str, quotes: str) -> None:
    line = invitation(routes).line()
    assert read_invitation(f"{quotes[0]}{line}{quotes[1]}") == invitation(routes)
    assert read_invitation(f"bloodrage join {quotes[0]}{line}{quotes[1]}") == invitation(routes)
    assert read_invitation(join_command(invitation(routes))) == invitation(routes)
