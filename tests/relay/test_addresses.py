import errno
import os
import socket

import pytest

from relay.addresses import Address, BadListenAddress, listen, listening_fault, source_of


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:7744", Address("127.0.0.1", 7744)),
        ("play.example.org:0", Address("play.example.org", 0)),
        ("[::1]:65535", Address("::1", 65535)),
        (":7744", Address("::", 7744)),
    ],
)
def test_an_address_is_a_host_and_a_port(text: str, address: Address) -> None:
    assert Address.parse(text) == address
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "text", ["", "localhost", "localhost:", "localhost:x", "h:65536", "h:-1", "h:²", "::1:7744"]
)
def test_malformed_addresses_are_refused(text: str) -> None:
    with pytest.raises(BadListenAddress):
        Address.parse(text)


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_a_source_is_an_ipv4_address_or_an_ipv6_network(host: str, source: str) -> None:
    assert source_of(host) == source


def test_an_impossible_host_name_is_an_ordinary_error() -> None:
    with pytest.raises(OSError, match="There is no such name"):
        listen(Address("a..b", 0), 16_384)


def test_a_taken_port_is_an_error_that_leaves_nothing_open() -> None:
    with listen(Address("127.0.0.1", 0), 16_384) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            listen(Address("127.0.0.1", port), 16_384)


def test_all_interfaces_accept_ipv4_and_ipv6() -> None:
    with listen(Address.parse(":0"), 16_384) as listener:
        port = listener.getsockname()[1]
        for host in ("127.0.0.1", "::1") if socket.has_dualstack_ipv6() else ("127.0.0.1",):
            socket.create_connection((host, port)).close()


def test_without_ipv6_all_interfaces_are_those_of_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    with listen(Address.parse(":0"), 16_384) as listener:
        assert listener.getsockname()[0] == "0.0.0.0"  # noqa: S104


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EADDRINUSE, "another program has that port"),
        (errno.EACCES, "does not permit that port; choose one from 1024 on"),
        (errno.EADDRNOTAVAIL, "no such address"),
        (errno.EAFNOSUPPORT, "use 0.0.0.0 for IPv4 alone"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_each_reason_not_to_listen_has_a_sentence_of_its_own(number: int, said: str) -> None:
    told = listening_fault("[::1]:80", OSError(number, os.strerror(number)))
    assert told.startswith("cannot listen on [::1]:80: ")
    assert said in told


def test_an_address_of_another_machine_and_a_missing_name_are_told_apart() -> None:
    for host, said in (("192.0.2.1", "no such address"), ("a b", "no machine of that name")):
        with pytest.raises(OSError) as caught:  # noqa: PT011 - the number differs by system
            listen(Address(host, 0), 16_384)
        assert said in listening_fault(host, caught.value)
