from __future__ import annotations

import math
from functools import cache

import pytest

from client.controller.requests import Request
from client.replay.frames import Mark, replay_frames, stops
from client.replay.player import ReplayPlayer
from client.text.names import names_of
from engine.terms import Seat
from protocol.record.record import split_record
from protocol.record.retelling import Retold, retell
from tests.client.replay.watching import cut, record, retold

SIZES = [(80, 24), (60, 16), (40, 10), (140, 45), (1, 1)]


def text(watched: ReplayPlayer, width: int = 80, height: int = 24) -> str:
    canvas = watched.draw(width, height, 0.0)
    return "\n".join("".join(part for _, part in line) for line in canvas.lines())


def press(watched: ReplayPlayer, *keys: str) -> list[Request]:
    return [watched.press(key, 1.0) for key in keys]


def test_right_steps_forward_and_left_back() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "right", "right", "right", "left")
    assert watched.at == 2


def played(watched: ReplayPlayer, begin: float = 1.0) -> float:
    """Let a game play to its end; return the seconds it took."""
    now = begin
    while watched.plays:
        wait = watched.tick(now)
        now += wait if math.isfinite(wait) else 0.0
    return now - begin


def test_space_plays_to_the_end_and_then_restarts() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "space")
    assert watched.tick(1.0) > 0
    assert watched.at == 0
    assert played(watched) > watched.last * 0.4
    assert watched.at == watched.last
    press(watched, "space")
    assert watched.plays
    assert watched.at == 0


def test_space_and_steps_pause_a_playing_game() -> None:
    for key in ("space", "left"):
        watched = ReplayPlayer(retold())
        press(watched, "space")
        assert math.isfinite(watched.tick(1.0))
        press(watched, key)
        assert watched.tick(1000.0) == math.inf


def test_a_faster_game_takes_less_time() -> None:
    usual, fast = ReplayPlayer(retold()), ReplayPlayer(retold())
    press(usual, "space")
    press(fast, "+", "+", "space")
    assert played(fast) == pytest.approx(played(usual) / 4)
    press(fast, "-", "-", "-", "-", "-")
    assert fast.speed == 0.5


def test_an_open_overlay_pauses_the_game() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "space", "l")
    watched.tick(1000.0)
    assert watched.at == 0
    press(watched, "escape")
    watched.tick(2000.0)
    assert watched.at == 1


def test_the_list_of_stops_jumps_to_every_age_and_battle() -> None:
    watched = ReplayPlayer(retold())
    found = stops(replay_frames(retold(), watched.viewer))
    assert [stop.mark for stop in found].count(Mark.AGE) == 4
    press(watched, "j", "down", "down", "enter")
    assert watched.at == found[2].at
    press(watched, "j", "end", "enter")
    assert watched.at == watched.last
    press(watched, "j", "up", "escape")
    assert watched.at == watched.last


def test_the_end_shows_all_drafted_cards() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "end", "c")
    end = watched.model.view(0.0).end
    assert end is not None
    assert all(row.is_whole and row.faces for row in end.drafted)


def test_escape_leaves_the_map_before_the_game() -> None:
    watched = ReplayPlayer(retold())
    assert press(watched, "q") == [Request.LEAVE]
    assert press(watched, "m", "escape", "escape")[1:] == [Request.NOTHING, Request.LEAVE]


def test_steps_stay_within_the_game() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "left", "p", "B")
    assert watched.at == 0
    press(watched, "end", "right", "n", "b", "a")
    assert watched.at == watched.last
    press(watched, "home")
    assert watched.at == 0


@pytest.mark.parametrize(
    ("ahead", "back", "mark"),
    [("n", "p", Mark.TURN), ("b", "B", Mark.BATTLE), ("a", "A", Mark.AGE)],
)
def test_keys_jump_between_turns_and_battles(ahead: str, back: str, mark: Mark) -> None:
    watched = ReplayPlayer(retold())
    press(watched, ahead)
    first = watched.at
    assert mark in watched.frame.marks
    press(watched, ahead)
    assert watched.at > first
    press(watched, back)
    assert watched.at == first


def test_a_jumps_between_ages() -> None:
    watched = ReplayPlayer(retold())
    ages = []
    for _ in range(3):
        press(watched, "a")
        ages.append(int(watched.frame.state.age))
    assert ages == [1, 2, 3]


def test_another_seat_shows_other_cards_at_the_same_moment() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "n")
    at, one = watched.at, watched.frame.knowledge.pack
    press(watched, "2")
    other = watched.frame.knowledge.pack
    assert one != other
    press(watched, "tab")
    assert (watched.at, watched.frame.knowledge.pack) == (at, one)
    press(watched, "s-tab")
    assert watched.frame.knowledge.pack == other


def test_digits_of_missing_seats_do_nothing() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "5")
    assert watched.viewer == 0


def test_the_log_and_the_hand_are_those_of_the_moment() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "a", "n", "n")
    assert len(watched.model.shown.log) == watched.frame.log
    assert watched.model.shown.knowledge == watched.frame.knowledge
    assert len(watched.model.shown.log) < len(retold().moments)


def test_an_open_overlay_gets_the_keys_first() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "n", "l")
    at = watched.at
    press(watched, "right")
    assert watched.at == at
    press(watched, "escape", "right")
    assert watched.at == at + 1


def test_the_help_lists_the_keys_of_the_player() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "?")
    assert all(key in text(watched) for key in ("b B battle", "j list", "+ - speed"))
    assert "invade" not in text(watched)
    press(watched, "escape", "right")
    assert watched.at == 1


def test_control_q_leaves() -> None:
    assert press(ReplayPlayer(retold()), "^Q") == [Request.LEAVE]


def test_the_last_frame_is_the_end_of_the_game() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "end")
    assert "GAME OVER" in text(watched)


def test_the_last_row_shows_the_position_and_the_seat() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "right")
    last = text(watched).splitlines()[-1]
    names = names_of(watched.frame.state, watched.model.table.names)
    assert f"1/{watched.last} {names.full(watched.viewer)}" in last
    assert "q leave" in last


@pytest.mark.parametrize("size", SIZES)
def test_every_moment_can_be_drawn_at_any_size(size: tuple[int, int]) -> None:
    watched = ReplayPlayer(retold())
    while watched.at < watched.last:
        press(watched, "b" if size == (1, 1) else "right")
        assert len(text(watched, *size).splitlines()) <= size[1]


def test_every_frame_can_be_drawn_in_ascii() -> None:
    watched = ReplayPlayer(retold())
    press(watched, "n")
    assert watched.draw(80, 24, 0.0).to_ascii().text().isascii()


def test_hidden_hands_stay_hidden_without_the_card_keys() -> None:
    watched = ReplayPlayer(retell(cut(10)))
    assert "hands and picks stay hidden" in text(watched)
    while watched.at < watched.last:
        press(watched, "right")
        assert not watched.frame.knowledge.hand
        assert not watched.frame.knowledge.pack


def test_a_record_that_lost_its_tail_says_so_at_the_beginning() -> None:
    torn = retell(cut(10)[:-7], cut_off=True)
    assert f"cut off after step {torn.steps - 1}" in text(ReplayPlayer(torn), 140, 45)


@cache
def short_game() -> Retold:
    """Return a game that was left before Age I: seats and clans, and nothing to go to."""
    _, envelopes = split_record(record())
    for messages in range(len(envelopes) - 1, 0, -1):
        short = retell(cut(messages), cut_off=True)
        if short.opening is not None and short.moments:
            assert not stops(replay_frames(short, Seat(0)))
            return short
    raise AssertionError


def left_early() -> ReplayPlayer:
    return ReplayPlayer(short_game())


def test_the_list_of_stops_does_not_open_when_it_would_be_empty() -> None:
    watched = left_early()
    press(watched, "j")
    assert watched.model.display.overlay is None
    assert "There is nowhere to go: Age I never began." in text(watched)
    press(watched, "enter")
    assert watched.plays


_OPENING = ("j", "l", "c", "v", "?", "/", "g", "r", "R", "s", "m", "tab")
_THEN = ("enter", "v", "left", "right", "up", "end", "f", "n", "zzz")


@pytest.mark.parametrize("first", _OPENING)
def test_no_list_of_a_game_left_early_fails_when_it_is_empty(first: str) -> None:
    for second in _THEN:
        for third in ("enter", "v"):
            watched = left_early()
            press(watched, first, *(second if second == "zzz" else (second,)), third)
            assert text(watched).strip(), (first, second, third)
