"""Sentences to a spectator about a past that one seat alone shows, and about its liar."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from client.games.spectated_game import SpectatedGame
from client.online.spectator_room import WatchRoom
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.storage.record_files import watched_path
from protocol.lobby.rooms import LOBBY_SECRET, Invitation, Room
from protocol.lobby.routes import tcp_route
from protocol.record.evidence import judge_report
from protocol.record.record import verify_record
from protocol.spectate.spectator import UNSURE_SECONDS
from protocol.wire.identity import Identity
from tests.adversary.test_watched_forks import COMMIT, HOST, Watched, table

STEPS = 40


def look_on(watched: Watched) -> WatchRoom:
    """Return the room of a spectator, without a relay."""
    invitation = Invitation((tcp_route("play.example.org", 7744),), Room(bytes(LOBBY_SECRET)))
    room = WatchRoom(invitation, Identity(bytes(range(32))), "Ida")
    room.spectator = watched.spectator
    return room


def sit(room: WatchRoom, directory: Path) -> SpectatedGame:
    return SpectatedGame(room, Preferences(Pace.INSTANT, guard=0.0), directory)


async def test_steps_of_one_seat_alone_come_late_and_under_its_name(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    watched = Watched(table()[0])
    watched.show(HOST, 0, STEPS)
    room = look_on(watched)
    assert not room._show()
    assert room.table is None
    await trio.sleep(UNSURE_SECONDS)
    assert room._show()
    game = sit(room, tmp_path)
    assert game._doubt() == "Confirmed so far by: Seat 0."
    watched.vouch(2, STEPS)
    assert game._doubt() == ""


async def test_a_spectator_keeps_the_record_and_the_proof_against_a_liar(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    made, other = table()
    watched = Watched(made)
    watched.show(1, 0, STEPS)
    watched.vouch(2, STEPS)
    room = look_on(watched)
    assert room._show()
    game = sit(room, tmp_path)
    watched.show_parts(HOST, COMMIT, other)
    watched.check()
    game._keep(trio.current_time())
    path = watched_path(made.charter, tmp_path)
    assert verify_record(path.read_bytes(), made.cache).steps == STEPS
    (report,) = path.parent.glob("*.report")
    verdict = judge_report(report.read_bytes(), made.cache)
    assert (verdict.signer, verdict.step, verdict.blames) == (HOST, COMMIT, True)
    told = f"Seat 0 signed two messages for step {COMMIT}. Report: {report.name}"
    assert game._doubt() == told


@pytest.mark.parametrize("speaks", [False, True])
async def test_a_doubt_names_those_who_speak_for_another_past(
    tmp_path: Path, autojump_clock: MockClock, *, speaks: bool
) -> None:
    made, _ = table()
    watched = Watched(made)
    watched.show(HOST, 0, STEPS)
    room = look_on(watched)
    room._show()
    await trio.sleep(UNSURE_SECONDS)
    room._show()
    game = sit(room, tmp_path)
    if speaks:
        watched.lie(1, STEPS - 1)
    ending = " A different history comes from: Seat 1." if speaks else ""
    assert game._doubt() == f"Confirmed so far by: Seat 0.{ending}"
