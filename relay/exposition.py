"""The figures of a relay in the text format of Prometheus, version 0.0.4.

It is written here, as a relay needs trio and no other library. It has numbers, the names of
refusals and nothing else: no room, no source, no address.
"""

import mmap
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import trio

from protocol.framing import RefusalCode
from relay.histogram import Histogram
from relay.rates import TICKS_PER_SECOND
from relay.rooms import Rooms

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_AGES: Final = (60, 600, 3_600, 21_600, 86_400, 604_800)
"""Seconds for which the rooms that are at least so old are counted."""
_STATM: Final = Path("/proc/self/statm")

Labelled = tuple[str, float]
"""A label of a figure, and its value."""


def exposition(rooms: Rooms, lag: Histogram) -> str:
    """Return all figures in the text format of Prometheus, version 0.0.4."""
    counts, open_rooms = rooms.counts, rooms.open_rooms
    everybody = list(rooms.everybody)
    closing = sum(connection.closing for connection in everybody)
    joining = len(everybody) - rooms.members - closing
    sent = counts.bytes_out + sum(connection.sent for connection in everybody)
    now = trio.current_time()
    ages = [now - room.opened / TICKS_PER_SECOND for room in open_rooms]
    lines: list[str] = []

    def tell(kind: str, name: str, about: str, values: Iterable[Labelled] | float) -> None:
        full = f"bloodrage_relay_{name}"
        lines.extend(_family(full, kind, about, values))

    tell(
        "gauge",
        "connections",
        "Open connections by state.",
        (
            ('state="joining"', joining),
            ('state="member"', rooms.members),
            ('state="closing"', closing),
        ),
    )
    tell("counter", "connects_total", "Connections accepted.", counts.connects)
    tell("counter", "joins_total", "Connections that entered a room.", counts.joins)
    tell("counter", "received_bytes_total", "Bytes received in frames.", counts.bytes_in)
    tell("counter", "sent_bytes_total", "Bytes sent in frames.", sent)
    tell("counter", "received_messages_total", "Messages received.", counts.received)
    tell("counter", "delivered_messages_total", "Messages delivered.", counts.delivered)
    tell(
        "counter",
        "refusals_total",
        "Refusals by code.",
        tuple((f'code="{code.name}"', counts.refused[code]) for code in RefusalCode),
    )
    tell(
        "gauge",
        "rooms",
        "Open rooms: never had two members, have none now, all others.",
        (
            ('state="lonely"', open_rooms.lonely),
            ('state="empty"', open_rooms.empty),
            ('state="shared"', len(open_rooms) - open_rooms.lonely - open_rooms.empty),
        ),
    )
    tell("counter", "rooms_given_up_total", "Rooms closed to make place.", counts.given_up)
    tell(
        "gauge",
        "rooms_older_than",
        "Open rooms by the seconds since they were opened.",
        tuple((f'seconds="{least}"', sum(age >= least for age in ages)) for least in _AGES),
    )
    lines += _histogram("room_lifetime_seconds", "Ages of rooms when closed.", open_rooms.lifetimes)
    tell(
        "gauge",
        "backlog_bytes",
        "Bytes held for members that return.",
        sum(room.backlog.held for room in open_rooms),
    )
    tell(
        "gauge",
        "queued_bytes",
        "Bytes that wait for a reader.",
        sum(connection.waiting for connection in everybody),
    )
    tell(
        "gauge",
        "memory_limit_bytes",
        "Bytes that the limits add up to.",
        rooms.limits.most_memory(),
    )
    lines += _histogram("loop_lag_seconds", "Delays of the loop's ticks.", lag)
    lines += _family(
        "process_cpu_seconds_total", "counter", "Processor time used.", time.process_time()
    )
    if (memory := _resident_bytes()) is not None:
        lines += _family("process_resident_memory_bytes", "gauge", "Main memory used.", memory)
    return "\n".join((*lines, ""))


def _family(name: str, kind: str, about: str, values: Iterable[Labelled] | float) -> Iterable[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    if isinstance(values, int | float):
        yield f"{name} {_number(values)}"
        return
    for label, value in values:
        yield f"{name}{{{label}}} {_number(value)}"


def _histogram(name: str, about: str, histogram: Histogram) -> Iterable[str]:
    full = f"bloodrage_relay_{name}"
    yield f"# HELP {full} {about}"
    yield f"# TYPE {full} histogram"
    counts = histogram.cumulative()
    for bound, count in zip((*map(_number, histogram.bounds), "+Inf"), counts, strict=True):
        yield f'{full}_bucket{{le="{bound}"}} {count}'
    yield f"{full}_sum {_number(histogram.total)}"
    yield f"{full}_count {counts[-1]}"


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.9g}"


def _resident_bytes() -> int | None:
    try:
        return int(_STATM.read_text("ascii").split()[1]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return None
