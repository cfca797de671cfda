"""Packets of PCP and NAT-PMP: against the layouts of RFC 6887 and RFC 6886, and broken ones."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as some

from client.router import natpmp, pcp
from client.router.answers import PortGrant, PortRefusal, RefusalCause
from client.router.natpmp import PortLease

NONCE = bytes(range(12))
OWN = IPv4Address("192.168.1.11")
MAPPED_OWN = "00000000000000000000ffffc0a8010b"
MAPPED_OUTER = "00000000000000000000ffffcb007115"
PCP_GRANT = bytes.fromhex(
    "0281000000000e10000000070000000000000000" + "00000000"
    "000102030405060708090a0b" + "06000000" + "1e401e41" + MAPPED_OUTER
)
NATPMP_ADDRESS = bytes.fromhex("0080000000000007cb007115")
NATPMP_GRANT = bytes.fromhex("00820000000000071e401e4100000e10")


def test_a_map_request_has_the_layout_of_rfc_6887() -> None:
    packet = pcp.map_request(OWN, NONCE, 7744, 7745, 3600)
    assert packet == bytes.fromhex(
        "0201000000000e10" + MAPPED_OWN + "000102030405060708090a0b"
        "06000000" + "1e401e41" + "00000000000000000000ffff00000000"
    )


def test_a_pinhole_request_names_our_ipv6_address_and_leaves_the_outer_one_open() -> None:
    own = IPv6Address("2001:db8:a::11")
    packet = pcp.map_request(own, NONCE, 7744, 7744, 3600)
    assert packet[8:24] == own.packed
    assert packet[44:] == bytes(16)


def test_a_mapping_is_granted_by_pcp() -> None:
    granted = PortGrant(IPv4Address("203.0.113.21"), 7745, 3600)
    assert pcp.read_map_answer(PCP_GRANT, NONCE, 7744) == granted


@pytest.mark.parametrize(
    ("at", "byte"),
    [(1, 0x01), (1, 0x82), (24, 0x55), (36, 17), (40, 0x1F)],
    ids=["a request", "another operation", "another nonce", "UDP", "another port"],
)
def test_an_answer_to_another_question_is_none(at: int, byte: int) -> None:
    packet = bytearray(PCP_GRANT)
    packet[at] = byte
    assert pcp.read_map_answer(bytes(packet), NONCE, 7744) is None


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (1, RefusalCause.VERSION),
        (2, RefusalCause.FORBIDDEN),
        (7, RefusalCause.OFFLINE),
        (8, RefusalCause.OTHER),
        (12, RefusalCause.BEHIND),
    ],
)
def test_a_refusal_of_pcp_has_its_reason(code: int, why: RefusalCause) -> None:
    packet = bytearray(PCP_GRANT)
    packet[3] = code
    assert pcp.read_map_answer(bytes(packet), NONCE, 7744) == PortRefusal(why, code)


def test_a_router_that_knows_nat_pmp_only_is_recognised() -> None:
    answer = bytes.fromhex("0081000100000007")
    assert pcp.read_map_answer(answer, NONCE, 7744) == PortRefusal(RefusalCause.VERSION, 1)


def test_a_nat_pmp_address_is_read() -> None:
    assert natpmp.read_address_answer(NATPMP_ADDRESS) == IPv4Address("203.0.113.21")


def test_a_lease_request_has_the_layout_of_rfc_6886() -> None:
    assert natpmp.lease_request(7744, 7745, 3600).hex() == "000200001e401e4100000e10"


def test_a_lease_is_granted_by_nat_pmp() -> None:
    assert natpmp.read_lease_answer(NATPMP_GRANT, 7744) == PortLease(7745, 3600)


def test_a_lease_of_another_port_is_none() -> None:
    assert natpmp.read_lease_answer(NATPMP_GRANT, 7743) is None


@pytest.mark.parametrize(
    ("code", "why"),
    [(2, RefusalCause.FORBIDDEN), (3, RefusalCause.OFFLINE), (4, RefusalCause.OTHER)],
)
def test_a_refusal_of_nat_pmp_has_its_reason(code: int, why: RefusalCause) -> None:
    refused = PortRefusal(why, code)
    assert natpmp.read_lease_answer(bytes((0, 0x82, 0, code, 0, 0, 0, 7)), 7744) == refused
    assert natpmp.read_address_answer(bytes((0, 0x80, 0, code, 0, 0, 0, 7))) == refused


@given(some.binary(max_size=1200))
def test_any_bytes_are_an_answer_or_none(packet: bytes) -> None:
    pcp.read_map_answer(packet, NONCE, 7744)
    natpmp.read_address_answer(packet)
    natpmp.read_lease_answer(packet, 7744)


@pytest.mark.parametrize("packet", [PCP_GRANT, NATPMP_ADDRESS, NATPMP_GRANT])
def test_an_answer_that_is_cut_off_anywhere_is_none(packet: bytes) -> None:
    for length in range(len(packet)):
        answer = packet[:length]
        assert pcp.read_map_answer(answer, NONCE, 7744) is None
        assert natpmp.read_address_answer(answer) is None
        assert natpmp.read_lease_answer(answer, 7744) is None


def test_an_answer_beyond_the_longest_packet_of_pcp_is_none() -> None:
    assert pcp.read_map_answer(PCP_GRANT.ljust(1100, b"\0"), NONCE, 7744) is not None
    assert pcp.read_map_answer(PCP_GRANT.ljust(1104, b"\0"), NONCE, 7744) is None
