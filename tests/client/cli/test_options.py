from __future__ import annotations

import json

import pytest

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
def test_every_ruling_can_be_played_by(ruling: str) -> None:
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
def test_what_is_no_ruling_is_told_in_one_sentence(ruling: str) -> None:
    answer = call("play", "--auto", "--ruling", ruling)
    assert answer.code == 2
    assert is_one_sentence(answer.err)
