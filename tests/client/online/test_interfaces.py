"""Addresses for friends: which of those of a machine are in the line, and their order."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from client.online.interfaces import InterfaceAddress, lasting_hosts, own_hosts


def hosts(*found: str, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the hosts of a machine with addresses like `eth0 192.168.1.11`."""
    pairs = (one.split() for one in found)
    addresses = [InterfaceAddress(name, ip_address(text)) for name, text in pairs]
    return own_hosts(addresses, [ip_address(one) for one in chosen])


LOOPBACK = ("lo 127.0.0.1", "lo ::1")


@pytest.mark.parametrize(
    ("found", "used"),
    [
        (LOOPBACK, ()),
        ((*LOOPBACK, "eth0 192.168.1.11", "eth0 fe80::1"), ("192.168.1.11",)),
        # A switch without a router or DHCP.
        ((*LOOPBACK, "eth0 169.254.7.7", "eth0 fe80::1"), ("169.254.7.7", "fe80::1")),
        # A network with IPv6 only.
        ((*LOOPBACK, "eth0 fd00::11", "eth0 fe80::1"), ("fd00::11",)),
        ((*LOOPBACK, "eth0 fe80::1"), ("fe80::1",)),
        # Containers have the same address on every machine.
        ((*LOOPBACK, "eth0 10.0.0.5", "docker0 172.17.0.1", "br-1a2b 172.18.0.1"), ("10.0.0.5",)),
        ((*LOOPBACK, "docker0 172.17.0.1"), ("172.17.0.1",)),
        (("eth0 10.0.0.5", "tailscale0 100.100.1.2"), ("10.0.0.5", "100.100.1.2")),
    ],
)
def test_the_line_has_the_addresses_that_others_can_try(
    found: tuple[str, ...], used: tuple[str, ...]
) -> None:
    assert hosts(*found) == used


def test_link_local_addresses_of_ipv6_last() -> None:
    pairs = (
        *("lo ::1", "docker0 fe80::9", "eth0 192.168.1.11", "eth0 169.254.7.7", "eth0 2001:db8::1"),
        *("eth0 fe80::1", "wlan0 fe80::1", "wlan0 fe80::2", "eth2 fe80::3"),
    )
    found = [InterfaceAddress(*(name, ip_address(text))) for name, text in map(str.split, pairs)]
    assert lasting_hosts(found) == ("fe80::1", "fe80::2")


def test_the_way_out_comes_first_of_its_kind() -> None:
    found = ("eth1 2001:db8:2::5", "eth1 192.168.7.5", "eth0 192.168.1.11", "eth0 2001:db8::11")
    assert hosts(*found, chosen=("192.168.1.11", "2001:db8::11")) == (
        *("192.168.1.11", "192.168.7.5"),
        *("2001:db8::11", "2001:db8:2::5"),
    )


def test_an_ipv6_network_counts_once() -> None:
    found = ("eth0 2001:db8::aaaa", "eth0 2001:db8::bbbb", "eth0 2001:db8::cccc")
    assert hosts(*found, chosen=("2001:db8::bbbb",)) == ("2001:db8::bbbb",)


def test_a_line_stays_short_on_a_machine_in_many_networks() -> None:
    assert len(hosts(*(f"eth{at} 10.0.{at}.1" for at in range(20)))) == 4
