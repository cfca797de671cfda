"""A crowd is many connections that speak within a moment, however many are connected."""

from __future__ import annotations

from relay.connections import Connection
from relay.crowds import CROWD, GATHER_SECONDS, Crowd
from relay.limits import Limits
from relay.sources import ConnectionSource


def connections(count: int) -> list[Connection]:
    source, limits = ConnectionSource("home", Limits(), 0), Limits()
    return [Connection(source, limits, 0) for _ in range(count)]


def test_many_speakers_within_a_moment_are_a_crowd_until_they_are_silent() -> None:
    crowd = Crowd()
    for one in connections(CROWD):
        crowd.hear(one)
    assert crowd.speaks(1.0)
    assert not crowd.speaks(1.0 + GATHER_SECONDS)


def test_a_table_that_speaks_often_is_no_crowd() -> None:
    crowd = Crowd()
    for one in connections(CROWD - 1) * 9:
        crowd.hear(one)
    assert not crowd.speaks(1.0)


def test_speakers_are_counted_for_a_moment_only() -> None:
    crowd = Crowd()
    first, *others = connections(CROWD)
    for one in others:
        crowd.hear(one)
    assert not crowd.speaks(1.0)
    crowd.hear(first)
    assert not crowd.speaks(1.0 + GATHER_SECONDS / 2)
    for one in others:
        crowd.hear(one)
    assert crowd.speaks(1.0 + GATHER_SECONDS)


def test_a_connection_that_is_gone_does_not_count() -> None:
    crowd = Crowd()
    speakers = connections(CROWD)
    for one in speakers:
        crowd.hear(one)
    crowd.forget(speakers[0])
    assert not crowd.speaks(1.0)
