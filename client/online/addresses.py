"""Addresses and invitations as players type and paste them, and sentences about failures."""

from __future__ import annotations

from string import ascii_letters, digits
from typing import Final

from client.online.pasted_lines import code_length, find_invitation
from client.router.address_kinds import AddressKind, kind_of_host
from client.text.catalogue import say
from protocol.errors import BadInvitation
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import Routes, read_routes, write_routes

_PLAIN: Final = frozenset(f"{ascii_letters}{digits}:/.-_")
"""Characters that no shell takes for anything else."""
_WRONG: Final = {
    "address": "it should look like host:7744/XXXX-XXXX-XXXX-XXXX-X; ask the host for it",
    "length": (
        "the part after the slash should have 17 letters and digits, not {count}: copy all of it"
    ),
    "symbol": "it contains a character no invitation has",
    "check": "it contains a typing error; copy it again",
    "several": "it contains several invitations; paste only the last one",
}


class MistypedAddress(Exception):
    """A text is no address, or no invitation; the message names the mistake."""


def read_invitation(text: str) -> Invitation:
    """Read an invitation as it was typed or pasted, also with other text around it.

    Raises:
        MistypedAddress: it is not an invitation.
    """
    try:
        return find_invitation(text)
    except BadInvitation as error:
        wrong = say(_WRONG[error.place], count=code_length(text))
        raise MistypedAddress(say("this is not an invitation: {wrong}.", wrong=wrong)) from error


def read_relay(text: str) -> Routes:
    """Read the address of a relay: HOST:PORT or ws(s)://HOST/PATH, also several of the same one.

    Raises:
        MistypedAddress: it is not an address.
    """
    try:
        return read_routes(text)
    except BadInvitation as error:
        raise MistypedAddress(
            say(
                "the address of a relay is HOST, HOST:PORT or wss://HOST/PATH, not {text}.",
                text=text,
            )
        ) from error


def resume_command(routes: Routes) -> str:
    """Return the command by which others go on with their last game at a relay."""
    return f"bloodrage resume --relay {_quoted(write_routes(routes))}"


def _quoted(text: str) -> str:
    return text if _PLAIN.issuperset(text) else f'"{text}"'


def unreachable_sentence(routes: Routes, why: str) -> str:
    """Say that nothing answers at a relay's addresses, and why."""
    return say(
        "no relay answers at {address} ({why}); is it running, and can this machine reach it?",
        address=write_routes(routes),
        why=why,
    )


def delay_sentence(routes: Routes, seconds: int) -> str:
    """Say that nothing has answered at a relay's addresses yet, and how long they are tried."""
    return say(
        "No answer yet from {addresses}; trying for up to {seconds} s more.",
        addresses=write_routes(routes),
        seconds=seconds,
    )


def unanswered_line(routes: Routes, why: str) -> str:
    """Say to a guest that nothing answers at the addresses of their line, and why."""
    return say(
        "nobody answers at {address} ({why}). Ask the host whether the table is still open.",
        address=write_routes(routes),
        why=why,
    )


def inside_hint(routes: Routes) -> str:
    """Say that the routes only lead somewhere from inside a network; "" if one leads outside.

    For a guest to whom no relay answers.
    """
    kinds = {kind_of_host(route.host) for route in routes}
    if not kinds.isdisjoint((AddressKind.PUBLIC, AddressKind.NOWHERE)):
        return ""
    if kinds == {AddressKind.MACHINE}:
        return say(
            "This address is your own machine: ask the host for the invitation for other machines."
        )
    if kinds == {AddressKind.CARRIER}:
        return say(
            "This address is inside the network of the host's provider, or a VPN: if you are "
            "not in it, ask the host for another invitation."
        )
    return say(
        "This address is inside the host's network: if you are elsewhere, ask the host "
        "for the invitation for outside."
    )


def unsafe_sentence() -> str:
    """Say that the installed cryptography library must not be used."""
    return say(
        "The installed libsodium accepts numbers it must refuse: cards could be marked. "
        "Install PyNaCl with its own libsodium (pip install --force-reinstall pynacl)."
    )
