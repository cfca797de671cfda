from __future__ import annotations

import json
from argparse import ArgumentTypeError

import pytest

from client.cli.options import clock
from protocol.charter import NO_CLOCK, Clock, ClockKind
from tests.client.cli.calling import call, is_one_sentence


def test_rulings_change_the_game_and_its_digest() -> None:
    arguments = (
        "sim",
        "--players",
        "2",
        "--games",
        "1",
        "--seed",
        "3",
        "--json",
        "--level",
        "thrall",
    )
    plain = json.loads(call(*arguments).out.splitlines()[0])
    ruled = json.loads(call(*arguments, "--ruling", "ship_strength=3").out.splitlines()[0])
    assert plain["digest"] != ruled["digest"]


@pytest.mark.parametrize(
    "ruling",
    [
        "draft=no",
        "prowess_before_trickery=no",
        "rage_return=always",
        "rage_return=never",
        "leader_strength=2",
        "ship_strength=3",
    ],
)
def test_every_ruling_can_be_played(ruling: str) -> None:
    answer = call(
        "sim",
        "--players",
        "3",
        "--games",
        "1",
        "--seed",
        "1",
        "--level",
        "thrall",
        "--ruling",
        ruling,
    )
    assert answer.code == 0


@pytest.mark.parametrize("ruling", ["draft", "draft=maybe", "luck=yes"])
def test_an_invalid_ruling_is_one_sentence(ruling: str) -> None:
    answer = call("play", "--auto", "--ruling", ruling)
    assert answer.code == 2
    assert is_one_sentence(answer.err)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("none", NO_CLOCK),
        ("soft:120", Clock(ClockKind.SOFT, 120)),
        ("hard:60", Clock(ClockKind.HARD, 60)),
        ("hard:60+600", Clock(ClockKind.HARD, 60, 600)),
    ],
)
def test_a_clock_is_written_as_its_kind_and_seconds(text: str, meant: Clock) -> None:
    assert clock(text) == meant


@pytest.mark.parametrize("text", ["", "soft", "hard:0", "soft:60+5", "hard:-1", "hard:200000"])
def test_an_invalid_clock_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="a clock is none"):
        clock(text)
