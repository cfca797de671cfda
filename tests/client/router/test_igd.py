"""Pages and datagrams of UPnP: as recorded from miniupnpd 2.3.1, of older routers, and hostile."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as some

from client.router import igd, ssdp
from client.router.answers import PortRefusal, RefusalCause
from client.router.igd import Service
from client.router.ssdp import Location
from tests.client.router.fake_router import body_of, recorded

PLACE = Location(IPv4Address("192.168.1.1"), 5555, "/rootDesc.xml")
MAPPING = Service(igd.MAPPINGS[0], Location(IPv4Address("192.168.1.1"), 5555, "/ctl/IPConn"))
PINHOLE = Service(igd.PINHOLES[0], Location(IPv4Address("192.168.1.1"), 5555, "/ctl/IP6FCtl"))
OLDER = b"""\r\n<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">
<URLBase>http://192.168.1.1:49000/igd/</URLBase><device><serviceList>
<service><serviceType>urn:schemas-upnp-org:service:WANPPPConnection:1</serviceType>
<controlURL> control?WANPPP </controlURL></service>
<service><serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType>
<controlURL>http://192.168.1.1:49001/upnp/WANIP</controlURL></service>
</serviceList></device></root>\n\0"""
BOMB = b"""<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<root xmlns="urn:schemas-upnp-org:device-1-0"><service>
<serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType>
<controlURL>/&c;</controlURL></service></root>"""
FETCHING = b"""<!DOCTYPE r SYSTEM "http://192.168.1.66/dtd"><root><service>
<serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType>
<controlURL>/ctl</controlURL></service></root>"""


def with_control(url: str) -> bytes:
    return body_of("description.http").replace(b"/ctl/IPConn", url.encode())


def test_a_search_names_its_target_and_a_wait_of_one_second() -> None:
    assert ssdp.search(ssdp.WANTED[0], ssdp.GROUP) == (
        b'M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: "ssdp:discover"\r\nMX: 1\r\n'
        b"ST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n\r\n"
    )
    assert b"HOST: [ff02::c]:1900" in ssdp.search(ssdp.WANTED_V6[0], ssdp.GROUP_V6)


def test_the_place_of_a_description_is_found() -> None:
    assert ssdp.read_answer(recorded("ssdp.txt")) == PLACE
    six = Location(IPv6Address("2001:db8:a::1"), 5555, "/rootDesc.xml")
    assert ssdp.read_answer(recorded("v6-ssdp.txt")) == six
    assert six.host == "[2001:db8:a::1]:5555"


@pytest.mark.parametrize(
    "url",
    [
        "https://192.168.1.1/x",
        "ftp://192.168.1.1/x",
        "http://router.home/x",
        "http://user@192.168.1.1/x",
        "http://192.168.1.1:0/x",
        "http://192.168.1.1:65536/x",
        "http://192.168.1.999/x",
        "http://192.168.1.1/x\ty",
        "http://192.168.1.1/" + "x" * 600,
        "//192.168.1.1/x",
        "",
    ],
)
def test_a_place_that_is_no_literal_http_address_is_none(url: str) -> None:
    assert ssdp.read_location(url) is None


@pytest.mark.parametrize(
    "datagram",
    [
        b"",
        b"NOTIFY * HTTP/1.1\r\nLOCATION: http://192.168.1.1/\r\n\r\n",
        b"HTTP/1.1 404 no\r\nLOCATION: http://192.168.1.1/\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nST: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nLOCATION: http://192.168.1.1/\r\n" + b"X: y\r\n" * 500,
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 70 + b"LOCATION: http://192.168.1.1/\r\n",
    ],
)
def test_a_datagram_without_a_place_is_none(datagram: bytes) -> None:
    assert ssdp.read_answer(datagram) is None


def test_the_services_of_a_description_are_found() -> None:
    page = body_of("description.http")
    assert igd.read_services(page, PLACE, igd.MAPPINGS) == [MAPPING]
    assert igd.read_services(page, PLACE, igd.PINHOLES) == [PINHOLE]


def test_an_older_router_has_its_base_and_several_services_the_better_first() -> None:
    place = Location(PLACE.address, 49000, "/igd.xml")
    found = igd.read_services(OLDER, place, igd.MAPPINGS)
    assert found == [
        Service(igd.MAPPINGS[1], Location(PLACE.address, 49001, "/upnp/WANIP")),
        Service(igd.MAPPINGS[2], Location(PLACE.address, 49000, "/igd/control?WANPPP")),
    ]


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.1.66/ctl",
        "//192.168.1.66/ctl",
        "https://192.168.1.1/ctl",
        "http://router.home/ctl",
        "/ctl HTTP/1.1&#13;&#10;X: y",
        "",
    ],
)
def test_a_control_page_elsewhere_is_not_called(url: str) -> None:
    assert igd.read_services(with_control(url), PLACE, igd.MAPPINGS) == []


def test_a_base_elsewhere_leads_nowhere() -> None:
    page = OLDER.replace(b"http://192.168.1.1:49000", b"http://192.168.1.66:49000")
    found = igd.read_services(page, PLACE, igd.MAPPINGS)
    assert [service.control.port for service in found] == [49001]


@pytest.mark.parametrize("page", [BOMB, FETCHING], ids=["entities", "a DTD elsewhere"])
def test_a_document_with_a_dtd_is_refused_unread(page: bytes) -> None:
    assert igd.read_services(page, PLACE, igd.MAPPINGS) == []
    assert igd.read_result(page, "AddPortMapping") is None


def test_documents_have_a_longest_size_and_a_largest_number_of_parts() -> None:
    page = body_of("description.http")
    padded = page.replace(b"</root>", b"<x>" + b" " * 70_000 + b"</x></root>")
    assert igd.read_services(padded, PLACE, igd.MAPPINGS) == []
    many = page.replace(b"</root>", b"<x/>" * 2000 + b"</root>")
    assert igd.read_services(many, PLACE, igd.MAPPINGS) == []


def test_few_services_of_a_description_are_taken() -> None:
    service = OLDER.partition(b"<serviceList>")[2].partition(b"</serviceList>")[0]
    page = OLDER.replace(b"<serviceList>", b"<serviceList>" + service * 30)
    assert len(igd.read_services(page, PLACE, igd.MAPPINGS)) == 8


def test_a_call_names_its_action_and_escapes_its_arguments() -> None:
    made = igd.call(igd.MAPPINGS[1], "AddPortMapping", {"NewProtocol": "T<C&P", "NewEnabled": 1})
    assert made.action == '"urn:schemas-upnp-org:service:WANIPConnection:1#AddPortMapping"'
    told = b"<NewProtocol>T&lt;C&amp;P</NewProtocol><NewEnabled>1</NewEnabled></u:AddPortMapping>"
    assert told in made.body


def test_the_values_of_a_result_are_read() -> None:
    page = body_of("external-address.http")
    told = {"NewExternalIPAddress": "11.0.0.21"}
    assert igd.read_result(page, "GetExternalIPAddress") == told
    assert igd.read_result(body_of("add-mapping.http"), "AddPortMapping") == {}
    assert igd.read_result(body_of("v6-add-pinhole.http"), "AddPinhole") == {"UniqueID": "2"}
    assert igd.read_result(body_of("v6-update-pinhole.http"), "UpdatePinhole") == {}


def test_the_result_of_another_action_is_none() -> None:
    assert igd.read_result(body_of("add-mapping.http"), "DeletePortMapping") is None


@pytest.mark.parametrize(
    ("name", "cause", "code"),
    [
        ("add-mapping-foreign.http", RefusalCause.TAKEN, 718),
        ("add-mapping-refused.http", RefusalCause.FORBIDDEN, 606),
        ("v6-add-pinhole-refused.http", RefusalCause.FORBIDDEN, 606),
    ],
)
def test_a_fault_has_its_reason(name: str, cause: RefusalCause, code: int) -> None:
    refused = PortRefusal(cause, code)
    assert igd.read_result(body_of(name), "AddPortMapping") == refused


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("725", RefusalCause.PERMANENT),
        ("501", RefusalCause.OTHER),
        ("", RefusalCause.OTHER),
        ("9" * 99, RefusalCause.OTHER),
        ("-1", RefusalCause.OTHER),
    ],
)
def test_any_code_of_a_fault_is_a_refusal(code: str, cause: RefusalCause) -> None:
    page = body_of("add-mapping-foreign.http").replace(b"718", code.encode())
    answer = igd.read_result(page, "AddPortMapping")
    assert isinstance(answer, PortRefusal)
    assert answer.why is cause


@given(some.binary(max_size=400))
def test_any_bytes_are_a_page_or_none(page: bytes) -> None:
    igd.read_services(page, PLACE, igd.MAPPINGS)
    igd.read_result(page, "AddPortMapping")
    ssdp.read_answer(page)
    ssdp.read_answer(b"HTTP/1.1 200 OK\r\nLOCATION: " + page)


@given(some.text(max_size=40))
def test_any_url_of_control_stays_at_the_router(url: str) -> None:
    page = OLDER.replace(b" control?WANPPP ", url.encode("utf-8", "replace"))
    for service in igd.read_services(page, PLACE, igd.MAPPINGS):
        assert service.control.address == PLACE.address
        assert service.control.path.isascii()
        assert " " not in service.control.path
