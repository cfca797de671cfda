"""Routing tables of Linux, macOS and Windows, as these systems print them."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest

from client.router.gateways import (
    Gateway,
    linux_gateway,
    linux_gateway6,
    mac_gateway,
    windows_gateway,
    windows_gateway6,
)
from tests.client.router.fake_router import recorded

HOME = IPv4Address("192.168.1.1")
LINK_LOCAL = IPv6Address("fe80::1")
TWO_ROUTES = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\tFE01A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth1\t00000000\t0201A8C0\t0002\t0\t0\t1\t00000000\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t2\t00000000\t0\t0\t0
tun0\t00000000\t0108080A\t0003\t0\t0\t0\t00000080\t0\t0\t0
"""
MAC = """\
   route to: default
destination: default
       mask: default
    gateway: 192.168.1.1
  interface: en0
      flags: <UP,GATEWAY,DONE,STATIC,PRCLONING,GLOBAL>
 recvpipe  sendpipe  ssthresh  rtt,msec    rttvar  hopcount      mtu     expire
       0         0         0         0         0         0      1500         0
"""
MAC_SIX = """\
   route to: ::
destination: ::
       mask: ::
    gateway: fe80::1%en0
  interface: en0
      flags: <UP,GATEWAY,DONE,PRCLONING,GLOBAL>
"""
MAC_TUNNEL = """\
   route to: default
destination: default
       mask: default
  interface: utun4
      flags: <UP,DONE,CLONING,STATIC,GLOBAL>
"""
WINDOWS = """\
===========================================================================
Schnittstellenliste
 12...a4 bb 6d 00 11 22 ......Intel(R) Ethernet Connection
  1...........................Software Loopback Interface 1
===========================================================================

IPv4-Routentabelle
===========================================================================
Aktive Routen:
     Netzwerkziel    Netzwerkmaske          Gateway    Schnittstelle Metrik
          0.0.0.0          0.0.0.0    192.168.1.254    192.168.1.60     55
          0.0.0.0          0.0.0.0      192.168.1.1    192.168.1.50     25
===========================================================================
Ständige Routen:
  Keine
"""
WINDOWS_ON_LINK = """\
Active Routes:
Network Destination        Netmask          Gateway       Interface  Metric
          0.0.0.0          0.0.0.0         On-link        10.8.0.6     25
"""
WINDOWS_SIX = """\
IPv6 Route Table
===========================================================================
Active Routes:
 If Metric Network Destination      Gateway
 15    281 ::/0                     fe80::2
 12     41 ::/0                     fe80::1
===========================================================================
"""
WINDOWS_SIX_LONG = """\
 If Metric Network Destination      Gateway
 12    281 ::/0                     fe80:1234:5678:9abc:def0:1234:5678:9abc
"""


def test_the_gateway_of_linux_is_found() -> None:
    table = recorded("proc-net-route.txt").decode()
    assert linux_gateway(table, "little") == Gateway(HOME, "eth0")


def test_numbers_of_linux_have_the_byte_order_of_the_machine() -> None:
    table = recorded("proc-net-route.txt").decode().replace("0101A8C0", "C0A80101")
    assert linux_gateway(table, "big") == Gateway(HOME, "eth0")


def test_the_nearest_gateway_that_is_up_is_taken() -> None:
    assert linux_gateway(TWO_ROUTES, "little") == Gateway(HOME, "eth0")


def test_the_ipv6_gateway_of_linux_is_found() -> None:
    table = recorded("proc-net-ipv6_route.txt").decode()
    assert linux_gateway6(table) == Gateway(LINK_LOCAL, "eth0")


@pytest.mark.parametrize("table", ["", "Iface\tDestination\n", "\n\n", "one two three\n" * 3])
def test_a_table_without_a_gateway_has_none(table: str) -> None:
    assert linux_gateway(table, "little") is None
    assert linux_gateway6(table) is None
    assert mac_gateway(table) is None
    assert windows_gateway(table) is None
    assert windows_gateway6(table) is None


def test_the_gateway_of_macos_is_found() -> None:
    assert mac_gateway(MAC) == Gateway(HOME, "en0")
    assert mac_gateway(MAC_SIX) == Gateway(LINK_LOCAL, "en0")


def test_a_tunnel_has_no_gateway() -> None:
    assert mac_gateway(MAC_TUNNEL) is None
    assert windows_gateway(WINDOWS_ON_LINK) is None


def test_the_gateway_of_windows_is_found_in_any_language() -> None:
    assert windows_gateway(WINDOWS) == Gateway(HOME)


def test_the_ipv6_gateway_of_windows_is_found_with_its_interface() -> None:
    assert windows_gateway6(WINDOWS_SIX) == Gateway(LINK_LOCAL, "12")
    long = IPv6Address("fe80:1234:5678:9abc:def0:1234:5678:9abc")
    assert windows_gateway6(WINDOWS_SIX_LONG) == Gateway(long, "12")
