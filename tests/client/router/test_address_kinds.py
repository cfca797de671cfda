"""Addresses and names by the network they belong to."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from client.router.address_kinds import (
    AddressKind,
    address_of,
    is_on_internet,
    kind_of,
    kind_of_host,
)

ADDRESSES = {
    "203.0.113.21": AddressKind.PUBLIC,
    "9.9.9.9": AddressKind.PUBLIC,
    "100.63.255.255": AddressKind.PUBLIC,
    "100.64.0.1": AddressKind.CARRIER,
    "100.127.255.254": AddressKind.CARRIER,
    "100.128.0.1": AddressKind.PUBLIC,
    "192.0.0.2": AddressKind.CARRIER,
    "10.1.2.3": AddressKind.PRIVATE,
    "172.16.0.1": AddressKind.PRIVATE,
    "172.31.255.255": AddressKind.PRIVATE,
    "172.32.0.1": AddressKind.PUBLIC,
    "192.168.178.20": AddressKind.PRIVATE,
    "198.18.0.1": AddressKind.PRIVATE,
    "198.20.0.1": AddressKind.PUBLIC,
    "0.0.0.0": AddressKind.MACHINE,  # noqa: S104 - no socket
    "127.1.2.3": AddressKind.MACHINE,
    "169.254.1.1": AddressKind.LINK,
    "224.0.0.1": AddressKind.NOWHERE,
    "255.255.255.255": AddressKind.NOWHERE,
    "2a00:1450::1": AddressKind.PUBLIC,
    "2001:db8::1": AddressKind.PUBLIC,
    "fd12:3456::1": AddressKind.PRIVATE,
    "fe80::1": AddressKind.LINK,
    "::": AddressKind.MACHINE,
    "::1": AddressKind.MACHINE,
    "::2": AddressKind.NOWHERE,
    "ff02::1": AddressKind.NOWHERE,
    "::ffff:8.8.8.8": AddressKind.NOWHERE,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_belongs_to_its_network(address: str) -> None:
    assert kind_of(ip_address(address)) is ADDRESSES[address]


@pytest.mark.parametrize(
    "address",
    [
        *("192.0.2.2", "198.51.100.2", "203.0.113.2", "198.18.0.1", "100.64.0.1", "240.0.0.1"),
        *("192.168.1.2", "2001:db8::1", "fd12:3456::1"),
    ],
)
def test_addresses_that_nobody_routes_are_not_on_the_internet(address: str) -> None:
    assert not is_on_internet(ip_address(address))


@pytest.mark.parametrize("address", ["9.9.9.9", "11.0.0.21", "2a00:1450::1"])
def test_public_addresses_are_on_the_internet(address: str) -> None:
    assert is_on_internet(ip_address(address))


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("192.168.1.11", AddressKind.PRIVATE),
        ("::ffff:192.168.1.11", AddressKind.PRIVATE),
        ("::ffff:127.0.0.1", AddressKind.MACHINE),
        ("fe80::1%eth0", AddressKind.LINK),
        ("localhost", AddressKind.MACHINE),
        ("relay.localhost", AddressKind.MACHINE),
        ("astrids-laptop.local", AddressKind.PRIVATE),
        ("Box.Home.Arpa.", AddressKind.PRIVATE),
        ("play.example.org", AddressKind.PUBLIC),
        ("local", AddressKind.PUBLIC),
    ],
)
def test_a_host_is_public_unless_only_insiders_can_know_it(host: str, kind: AddressKind) -> None:
    assert kind_of_host(host) is kind


@pytest.mark.parametrize("host", ["play.example.org", "", "10.0.0.1%eth0", "1.2.3", "[::1]"])
def test_only_a_whole_address_is_one(host: str) -> None:
    assert address_of(host) is None
