import json
import os

import pytest
import trio
from trio.testing import MockClock

from protocol.framing import RefusalCode
from relay import log as log_module
from relay.limits import Limits
from relay.log import Log, report
from relay.server import Relay


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(log_module, "_write_line", lines.append)
    return lines


async def pass_time(clock: MockClock, seconds: int) -> None:
    for _ in range(seconds // 100):
        await trio.testing.wait_all_tasks_blocked()
        clock.jump(100)
    await trio.testing.wait_all_tasks_blocked()


async def test_a_status_is_logged_after_activity(written: list[str], mock_clock: MockClock) -> None:
    relay = Relay(Limits(connections=1), b"salt")
    log = Log()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(report, relay, log)
        await pass_time(mock_clock, 1_000)
        relay.rooms.connect("192.0.2.1", 0)
        relay.rooms.connect("192.0.2.2", 0)
        await pass_time(mock_clock, 1_000)
        nursery.cancel_scope.cancel()
    log.close()
    await log.write()
    quiet, busy = (json.loads(line) for line in written)
    assert (quiet["event"], quiet["uptime"], quiet["connects"]) == ("status", 300, 0)
    assert (busy["uptime"], busy["connections"]) == (1_200, 1)
    assert busy["refused"] == {RefusalCode.RELAY_FULL.name: 1}
    assert "192.0.2" not in "".join(written)


async def test_log_lines_beyond_the_queue_are_dropped(written: list[str]) -> None:
    log = Log()
    for number in range(100):
        log.say("status", number=number)
    log.close()
    await log.write()
    assert [json.loads(line)["number"] for line in written] == list(range(16))


async def test_a_log_without_a_reader_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    def gone(_: int, __: bytes) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(os, "write", gone)
    log = Log()
    log.say("stopped")
    log.close()
    await log.write()
