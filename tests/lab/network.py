"""A small internet in network namespaces: switches, machines, home routers; Linux, as root.

Nothing here touches the network of this machine: every cable has both its ends in namespaces of
the laboratory. Names begin with a tag of the process, so that several laboratories can be open.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

_NUMBERS: Final = count()
_COMMAND_SECONDS: Final = 20
_NAT: Final = """
table ip nat {
  chain post { type nat hook postrouting priority 100; policy accept; oifname "wan" masquerade; }
}
table inet filter {
  chain forward {
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    iifname "lan" accept
    ct status dnat accept
    meta nfproto ipv6 meta l4proto ipv6-icmp accept
    jump pinholes
  }
  chain pinholes { }
  chain input {
    type filter hook input priority 0; policy accept;
    meta l4proto ipv6-icmp accept
    iifname "wan" ct state new drop
  }
}
"""
"""The rules of a home router: all out, nothing in but what is mapped or opened."""


def missing(*programs: str) -> str:
    """Return the reason why there is no laboratory here, or "" if there can be one."""
    if not sys.platform.startswith("linux"):
        return "network namespaces exist on Linux only"
    if os.geteuid() != 0:
        return "network namespaces need root"
    for program in ("ip", "nft", *programs):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    name = f"{_tag()}-try"
    tried = subprocess.run(  # noqa: S603 - constant words
        ["ip", "netns", "add", name],  # noqa: S607 - wherever the system has it
        capture_output=True,
        check=False,
    )
    if tried.returncode:
        return "network namespaces cannot be made here"
    _ip("netns", "delete", name)
    return ""


def sweep() -> None:
    """Take down what a laboratory left that was killed, programs included."""
    for name in _run(["ip", "netns", "list"]).split():
        found = re.fullmatch(r"br(\d+)-[\w-]+", name)
        if found and not Path("/proc", found[1]).exists():
            # Another process of the tests may sweep as well, and be faster.
            with suppress(AssertionError, ProcessLookupError):
                for process in _run(["ip", "netns", "pids", name]).split():
                    os.kill(int(process), signal.SIGKILL)
                _ip("netns", "delete", name)


def _tag() -> str:
    return f"br{os.getpid()}"


def _ip(*words: str) -> None:
    _run(["ip", *words])


def _run(command: Sequence[str], text: str = "") -> str:
    done = subprocess.run(  # noqa: S603 - our own commands
        command,
        input=text,
        capture_output=True,
        text=True,
        timeout=_COMMAND_SECONDS,
        check=False,
    )
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


@dataclass(frozen=True, slots=True)
class Box:
    """A machine, a router or a switch: a namespace by its full name."""

    name: str

    def command(self, *words: str) -> list[str]:
        """Return the command that runs another one inside."""
        return ["ip", "netns", "exec", self.name, *words]

    def run(self, *words: str, text: str = "") -> str:
        """Run a command inside to its end; return its output."""
        return _run(self.command(*words), text)

    def ip(self, *words: str) -> None:
        """Configure links, addresses and routes."""
        _ip("-n", self.name, *words)

    def rules(self, rules: str) -> None:
        """Add rules of nftables."""
        self.run("nft", "-f", "-", text=rules)


@dataclass(frozen=True, slots=True)
class Home:
    """A router with the interfaces `wan` and `lan`, and the switch of its local network."""

    router: Box
    lan: Box


class Laboratory:
    """Everything that was built, to be taken down in the end."""

    def __init__(self) -> None:
        self._tag = f"{_tag()}-{next(_NUMBERS)}"
        self._boxes: list[Box] = []
        self._processes: list[subprocess.Popen[str]] = []

    def box(self, name: str) -> Box:
        """Return a new machine without any cable."""
        box = Box(f"{self._tag}-{name}")
        _ip("netns", "add", box.name)
        self._boxes.append(box)
        box.ip("link", "set", "lo", "up")
        return box

    def switch(self, name: str) -> Box:
        """Return a new switch."""
        box = self.box(name)
        box.ip("link", "add", "br0", "type", "bridge")
        box.ip("link", "set", "br0", "up")
        return box

    def plug(self, box: Box, interface: str, switch: Box, *addresses: str) -> None:
        """Connect an interface of a machine with a switch; addresses are like 10.0.0.1/24."""
        end = f"p{next(_NUMBERS)}"
        box.ip(
            *("link", "add", interface, "type", "veth"),
            *("peer", "name", end, "netns", switch.name),
        )
        switch.ip("link", "set", end, "master", "br0", "up")
        box.ip("link", "set", interface, "up")
        for address in addresses:
            at_once = ["nodad"] if ":" in address else []
            box.ip("addr", "add", address, "dev", interface, *at_once)

    def machine(self, name: str, switch: Box, *addresses: str, gateways: Sequence[str]) -> Box:
        """Return a machine at a switch, with a default route by each gateway."""
        box = self.box(name)
        self.plug(box, "eth0", switch, *addresses)
        for gateway in gateways:
            family = "-6" if ":" in gateway else "-4"
            box.ip(family, "route", "add", "default", "via", gateway, "dev", "eth0")
        return box

    def home(
        self,
        name: str,
        internet: Box,
        outer: Sequence[str],
        inner: Sequence[str] = ("192.168.1.1/24",),
        gateways: Sequence[str] = (),
    ) -> Home:
        """Return a home whose router hides its network behind its outer address."""
        router = self.box(f"{name}-router")
        lan = self.switch(f"{name}-lan")
        self.plug(router, "wan", internet, *outer)
        self.plug(router, "lan", lan, *inner)
        router.run("sysctl", "-qw", "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1")
        for gateway in gateways:
            router.ip("route", "add", "default", "via", gateway, "dev", "wan")
        router.rules(_NAT)
        return Home(router, lan)

    def start(
        self,
        box: Box,
        *words: str,
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> subprocess.Popen[str]:
        """Start a program in a machine; it is ended with the laboratory.

        With a `log` all it says is written there; without one, its output and errors are pipes.
        """
        with (log or Path(os.devnull)).open("w", encoding="utf-8") as file:
            process = subprocess.Popen(  # noqa: S603 - our own programs
                box.command(*words),
                stdin=subprocess.DEVNULL,
                stdout=file if log else subprocess.PIPE,
                stderr=subprocess.STDOUT if log else subprocess.PIPE,
                text=True,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def close(self) -> None:
        """End all programs and take everything down."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            if process.stdout is None:
                process.wait()
            else:
                process.communicate()
        for box in self._boxes:
            _ip("netns", "delete", box.name)


@contextmanager
def laboratory() -> Iterator[Laboratory]:
    """Open a laboratory, and take it down in the end."""
    lab = Laboratory()
    try:
        yield lab
    finally:
        lab.close()


_UPNPD_TABLE: Final = """
table inet upnpd {
  chain prerouting {
    type nat hook prerouting priority -100; policy accept;
    jump prerouting_miniupnpd
  }
  chain prerouting_miniupnpd { }
  chain postrouting_miniupnpd { }
}
"""


def start_upnpd(lab: Laboratory, home: Home, folder: Path, **options: str) -> Path:
    """Run a real miniupnpd in a router until it listens; return the path of its log.

    `options` are those of its configuration, and `allow`, its rule of permission.
    """
    chosen = {
        "ext_ifname": "wan",
        "listening_ip": "lan",
        "enable_natpmp": "yes",
        "enable_upnp": "yes",
        "secure_mode": "yes",
        "min_lifetime": "1",
        "upnp_table_name": "filter",
        "upnp_nat_table_name": "upnpd",
        "upnp_forward_chain": "pinholes",
        "upnp_nat_chain": "prerouting_miniupnpd",
        "upnp_nat_postrouting_chain": "postrouting_miniupnpd",
        "uuid": "11111111-2222-3333-4444-555555555555",
        "http_port": "5555",
        **options,
    }
    allow = chosen.pop("allow", "1024-65535 0.0.0.0/0 1024-65535")
    lines = [*(f"{key}={value}" for key, value in chosen.items()), f"allow {allow}"]
    place = folder / home.router.name
    config, log = place.with_suffix(".conf"), place.with_suffix(".log")
    config.write_text("\n".join([*lines, "deny 0-65535 0.0.0.0/0 0-65535", ""]), encoding="ascii")
    home.router.rules(_UPNPD_TABLE)
    command = ("miniupnpd", "-d", "-f", str(config), "-P", str(place.with_suffix(".pid")))
    lab.start(home.router, *command, log=log)
    wanted = [
        sign
        for key, sign in (("enable_upnp", "HTTP listening"), ("enable_natpmp", "Listening for NAT"))
        if chosen[key] == "yes"
    ]
    wait_until(lambda: all(sign in log.read_text("utf-8", "replace") for sign in wanted), log)
    return log


def wait_until(true: Callable[[], bool], log: Path | None = None) -> None:
    """Wait for other processes, which share no clock with this one."""
    until = time.monotonic() + _COMMAND_SECONDS
    while not true():
        told = log.read_text("utf-8", "replace")[-2000:] if log else ""
        assert time.monotonic() < until, told
        time.sleep(0.02)
