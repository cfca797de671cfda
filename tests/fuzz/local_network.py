"""Targets: bytes from the local network and from the system, on the way to a router."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address, ip_address
from typing import Final

from client.router import gateways, igd, natpmp, pcp, ssdp
from client.router.address_kinds import AddressKind, kind_of
from client.router.router_port import judged
from client.router.ssdp import Location
from tests.client.router.fake_router import DATA
from tests.client.router.test_gateways import (
    MAC,
    MAC_SIX,
    WINDOWS,
    WINDOWS_SIX,
    WINDOWS_SIX_LONG,
)
from tests.client.router.test_igd import OLDER

_PLACE: Final = Location(IPv4Address("192.168.1.1"), 5555, "/rootDesc.xml")
_NONCE: Final = bytes(range(12))
_PORT: Final = 7744


def router_datagrams(raw: bytes) -> None:
    """Read an answer of PCP, NAT-PMP or SSDP, and judge it."""
    granted = pcp.read_map_answer(raw, _NONCE, _PORT)
    for outside in judged(granted, "PCP").outside:
        assert kind_of(ip_address(outside.host)) is AddressKind.PUBLIC
    natpmp.read_address_answer(raw)
    natpmp.read_lease_answer(raw, _PORT)
    place = ssdp.read_answer(raw)
    assert place is None or ssdp.read_location(f"http://{place.host}{place.path}") == place


def router_pages(raw: bytes) -> None:
    """Read a description of a router, and the result of a call."""
    for wanted in (igd.MAPPINGS, igd.PINHOLES):
        for service in igd.read_services(raw, _PLACE, wanted):
            assert service.kind in wanted
            assert service.control.address == _PLACE.address
            assert not set(service.control.path) & set(" \r\n")
    for action in ("GetExternalIPAddress", "AddPinhole"):
        igd.read_result(raw, action)


def routing_tables(raw: bytes) -> None:
    """Read a routing table of each system; a ValueError is as good as no gateway."""
    text = raw.decode("utf-8", "replace")
    for read in (
        gateways.linux_gateway,
        gateways.linux_gateway6,
        gateways.mac_gateway,
        gateways.windows_gateway,
        gateways.windows_gateway6,
    ):
        with suppress(ValueError):
            read(text)


TARGETS: Final[tuple[Callable[[bytes], None], ...]] = (
    router_datagrams,
    router_pages,
    routing_tables,
)


def router_seeds() -> dict[str, list[bytes]]:
    """Return recorded answers of a router, and a routing table of each system, by target."""
    recorded = {path.name: path.read_bytes() for path in sorted(DATA.iterdir())}
    datagrams = [raw for name, raw in recorded.items() if name.endswith((".bin", "ssdp.txt"))]
    pages = [raw for name, raw in recorded.items() if name.endswith(".http")]
    tables = [raw for name, raw in recorded.items() if name.startswith("proc-")]
    printed = (MAC, MAC_SIX, WINDOWS, WINDOWS_SIX, WINDOWS_SIX_LONG)
    return {
        "router-datagrams": datagrams,
        "router-pages": [*(raw.partition(b"\r\n\r\n")[2] for raw in pages), OLDER],
        "routing-tables": [*tables, *(text.encode() for text in printed)],
    }
