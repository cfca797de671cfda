"""A bot in the player's seat leaves a halted table after a minute, in simulated time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from client.online.at_table import AtTable, begin
from client.online.participants import BotPlayer
from client.tables.network_table import NetworkTable
from client.tables.new_seats import new_seat
from engine.state import Options, Rulings
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.lobby.lobby_events import Started
from protocol.lobby.routes import tcp_route
from protocol.wire.identity import Identity

NOWHERE = (tcp_route("127.0.0.1", 1),)
HALTS, CONTINUES = True, False
Changes = tuple[tuple[float, bool], ...]
"""Moments at which there is news, and whether the table is halted from then on."""
LATEST = 600.0


def at_a_table(directory: Path) -> AtTable:
    """Begin a game with somebody who never answers, over a link that is never opened."""
    random = Random(1).randbytes
    seats = [new_seat(Identity(random(32)), name, random=random) for name in ("Astrid", "Bo")]
    options = Options(Rulings(draft=False))
    charter = Charter(tuple(one.hello for one in seats), options, cards_digest(options))
    return begin(directory, Started(charter, bytes(32), 0), {0: seats[0].own()}, (NOWHERE, 0))


def given_up_at(directory: Path, monkeypatch: pytest.MonkeyPatch, changes: Changes) -> float | None:
    """Return the time at which the bot gave up, None if it plays on long after the last change."""
    halts = {"now": CONTINUES}
    monkeypatch.setattr(NetworkTable, "is_halted", property(lambda _table: halts["now"]))

    async def change(at: AtTable) -> None:
        for moment, now in changes:
            await trio.sleep(moment - trio.current_time())
            halts["now"] = now
            at.game.changed()

    async def play() -> float | None:
        bot, at = BotPlayer("thrall"), at_a_table(directory)
        bot.sit(at, keeps_relay=False)
        with trio.move_on_after(LATEST) as still_playing:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(change, at)
                await bot.play()
                nursery.cancel_scope.cancel()
        ended = None if still_playing.cancelled_caught else trio.current_time()
        await at.leave()
        return ended

    return trio.run(play, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(((5, CONTINUES),), None, id="never-halted"),
        pytest.param(((5, HALTS), (64, CONTINUES)), None, id="healed-after-59-seconds"),
        pytest.param(((5, HALTS),), 65, id="halted-for-60-seconds"),
        pytest.param(((5, HALTS), (66, CONTINUES)), 65, id="healed-too-late"),
        pytest.param(
            ((5, HALTS), (64, CONTINUES), (65, HALTS), (124, CONTINUES)), None, id="healed-twice"
        ),
        pytest.param(((5, HALTS), (64, CONTINUES), (90, HALTS)), 150, id="counted-from-the-last"),
        pytest.param(
            tuple((5.0 + second, HALTS) for second in range(90)), 65, id="news-do-not-prolong-it"
        ),
    ],
)
def test_a_bot_leaves_a_table_halted_for_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: Changes, expected: float | None
) -> None:
    assert given_up_at(tmp_path, monkeypatch, changes) == expected


def test_a_bot_in_the_seat_of_a_person_tells_the_others(tmp_path: Path) -> None:
    async def sit() -> bool:
        bot, at = BotPlayer("thrall"), at_a_table(tmp_path)
        bot.sit(at, keeps_relay=False)
        await at.leave()
        return at.game.by_bot

    assert trio.run(sit, clock=MockClock(autojump_threshold=0))
