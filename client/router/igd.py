"""Pages of UPnP-IGD 1 and 2: descriptions of a router, and SOAP calls to its services.

Pure functions of bytes. Documents are read by defusedxml, which refuses every DTD, so that no
entity is expanded or fetched; the reader of a page limits its size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element, ParseError
from xml.sax.saxutils import escape

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from client.router.answers import PortRefusal, RefusalCause
from client.router.ssdp import Location, read_location
from engine.values import Value

LONGEST_DESCRIPTION: Final = 65_536
LONGEST_ANSWER: Final = 16_384
MAPPINGS: Final = (
    "urn:schemas-upnp-org:service:WANIPConnection:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
"""Services that map ports, the best first."""
PINHOLES: Final = ("urn:schemas-upnp-org:service:WANIPv6FirewallControl:1",)

_MOST_ELEMENTS: Final = 2000
_MOST_SERVICES: Final = 8
_LONGEST_VALUE: Final = 256
_WHY: Final = {
    606: RefusalCause.FORBIDDEN,
    702: RefusalCause.FORBIDDEN,
    703: RefusalCause.FORBIDDEN,
    718: RefusalCause.TAKEN,
    725: RefusalCause.PERMANENT,
}
"""Reasons by errorCode: WANIPConnection:2, table 2-17; WANIPv6FirewallControl:1, section 2.6."""


class Service(Value):
    """A service of a router: its type, one of those above, and the page that is called."""

    kind: str
    control: Location


class Call(Value):
    """A SOAP call: the value of its SOAPACTION header, and its body."""

    action: str
    body: bytes


def read_services(page: bytes, place: Location, wanted: tuple[str, ...]) -> list[Service]:
    """Read the services of the wanted types, in the order of `wanted`.

    A control URL is resolved against URLBase, or else against the place of the description. One
    that leads to another address than the description's is left out.
    """
    root = _document(page, LONGEST_DESCRIPTION)
    if root is None:
        return []
    base = next((_text(one) for one in root if _name(one) == "URLBase"), "")
    found = []
    for service in (one for one in root.iter() if _name(one) == "service"):
        values = {_name(one): _text(one) for one in service}
        control = _resolve(values.get("controlURL", ""), read_location(base) or place)
        kind = values.get("serviceType", "")
        if kind in wanted and control is not None and control.address == place.address:
            found.append(Service(kind, control))
    return sorted(found, key=lambda service: wanted.index(service.kind))[:_MOST_SERVICES]


def call(kind: str, action: str, arguments: Mapping[str, str | int]) -> Call:
    """Return the call of an action of a service, with its arguments in order."""
    told = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in arguments.items())
    body = (
        '<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
        's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
        f'<u:{action} xmlns:u="{kind}">{told}</u:{action}></s:Body></s:Envelope>\r\n'
    )
    return Call(f'"{kind}#{action}"', body.encode())


def read_result(page: bytes, action: str) -> dict[str, str] | PortRefusal | None:
    """Read the values an action returned, or its refusal; return None for anything else."""
    root = _document(page, LONGEST_ANSWER)
    if root is None:
        return None
    for element in root.iter():
        if _name(element) == f"{action}Response":
            return {_name(one): _text(one) for one in element}
        if _name(element) == "UPnPError":
            code = next((_text(one) for one in element if _name(one) == "errorCode"), "")
            number = int(code) if re.fullmatch(r"[0-9]{1,4}", code) else 0
            return PortRefusal(_WHY.get(number, RefusalCause.OTHER), number)
    return None


def _document(page: bytes, longest: int) -> Element | None:
    if len(page) > longest:
        return None
    try:
        # Some routers put line ends before the declaration, or a zero byte behind the end.
        root = fromstring(page.strip(b"\0 \t\r\n"), forbid_dtd=True)
    except (ParseError, DefusedXmlException, LookupError, ValueError):
        return None
    return root if sum(1 for _ in _first(root.iter())) < _MOST_ELEMENTS else None


def _first(elements: Iterator[Element]) -> Iterator[Element]:
    for _, element in zip(range(_MOST_ELEMENTS), elements, strict=False):
        yield element


def _name(element: Element) -> str:
    """Return the name of an element without its namespace, which routers often spell wrongly."""
    return element.tag.rpartition("}")[2]


def _text(element: Element) -> str:
    text = (element.text or "").strip()
    return text if len(text) <= _LONGEST_VALUE and text.isprintable() else ""


def _resolve(url: str, base: Location) -> Location | None:
    if not re.fullmatch(r"[!-~]+", url):
        return None
    if re.match(r"[a-z][a-z0-9+.-]*:", url, re.IGNORECASE):
        return read_location(url)
    if url.startswith("//"):
        return read_location(f"http:{url}")
    path = url if url.startswith("/") else f"{base.path.rpartition('/')[0]}/{url}"
    return Location(base.address, base.port, path)
