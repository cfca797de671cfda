"""A relay process, an honest table, and all attacks together, on a small scale (bench: large)."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from protocol.framing import FrameReader, FramingError, decode, encode
from tests.siege.attacks import ATTACKS, BAD_FRAMES
from tests.siege.table import Table, attacked, besieged

_COUNT = 240
_SECONDS = 1.0
_NETWORK = 9
_NEW_TABLE_SECONDS = 40
_NOBODY_NOTICES = 250_000_000  # nanoseconds

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have one loopback address, or no /proc"
)


@pytest.mark.slow
def test_under_siege_a_table_loses_nothing_and_memory_stays_bounded() -> None:
    with besieged() as relay:
        table = Table(relay.address)
        peace = table.talk(_SECONDS)
        with attacked(relay.address[1], _NETWORK, table.room, _COUNT, *ATTACKS) as done:
            # `talk` raises if a seat is cut off, or any message is missing.
            siege = table.talk(_SECONDS)
        assert len(siege) == len(peace) > 0
        assert done["connects"] > _COUNT
        assert relay.most_memory() < relay.memory_bound
        # A meaningful ratio is for the bench; this is for a busy machine.
        assert sorted(siege)[len(siege) // 2] < _NOBODY_NOTICES
        table.close()


def test_idle_sockets_of_one_source_are_limited() -> None:
    with besieged() as relay:
        table = Table(relay.address)
        before = relay.open_files()
        with attacked(relay.address[1], _NETWORK, table.room, _COUNT, "idle") as done:
            table.talk(_SECONDS / 4)
            assert relay.open_files() <= before + 32
        assert done["idle"] == _COUNT
        table.close()


@pytest.mark.slow
def test_a_new_table_opens_although_squatters_from_many_sources_fill_the_relay(
    tmp_path: Path,
) -> None:
    limits = tmp_path / "relay.toml"
    limits.write_text("rooms = 20\nlonely_room_seconds = 1\n", encoding="utf-8")
    with besieged("--limits", str(limits)) as relay:
        with attacked(relay.address[1], _NETWORK, bytes(32), _COUNT, "squat") as done:
            table = _new_table(relay.address)
            assert table.talk(_SECONDS)
        assert done["rooms asked for"] > _COUNT
        table.close()


def _new_table(address: tuple[str, int]) -> Table:
    until = time.monotonic() + _NEW_TABLE_SECONDS
    while True:
        try:
            return Table(address)
        except ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)  # this is another process than the relay: there is no clock to fake


def test_the_attackers_broken_frames_are_broken() -> None:
    whole = 0
    for bad in BAD_FRAMES:
        frames = FrameReader(65_537)
        frames.feed(bad)
        try:
            while (raw := frames.next_raw()) is not None:
                assert encode(decode(*raw))
                whole += 1
        except FramingError:
            pass
    assert whole == 2  # a frame of each kind that only a relay, or only a member, may send
