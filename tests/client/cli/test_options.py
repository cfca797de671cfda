from __future__ import annotations

import json
from argparse import ArgumentTypeError, Namespace

import pytest

from client.cli import host
from client.cli.table_options import clock
from client.online.table_plans import HostTable
from protocol.charter import NO_CLOCK, Clock, ClockKind
from protocol.quorum import Quorum
from tests.client.cli.calling import call, is_one_sentence

WRITTEN = [(("--quorum", str(one)), one) for one in Quorum]


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
    with pytest.raises(ArgumentTypeError, match="a clock must be none"):
        clock(text)


@pytest.mark.parametrize(("written", "meant"), [((), Quorum.HALF), *WRITTEN])
def test_a_quorum_is_chosen_by_its_name(
    monkeypatch: pytest.MonkeyPatch, written: tuple[str, ...], meant: Quorum
) -> None:
    plans: list[HostTable] = []

    def play(_arguments: Namespace, plan: HostTable, _invite: object) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr(host, "play", play)
    assert call("host", "--name", "Astrid", *written).code == 0
    assert [plan.quorum for plan in plans] == [meant]


def test_an_invalid_quorum_is_one_sentence() -> None:
    answer = call("host", "--quorum", "most")
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert "half" in answer.err


@pytest.mark.parametrize("box", ["--kickstarter", "--gods", "--mystics"])
def test_every_box_can_be_played_and_changes_the_game(box: str) -> None:
    arguments = ("sim", "--players", "2", "--games", "1", "--seed", "3", "--level", "thrall")
    plain = json.loads(call(*arguments, "--json").out.splitlines()[0])
    boxed = json.loads(call(*arguments, "--json", box).out.splitlines()[0])
    assert plain["digest"] != boxed["digest"]


@pytest.mark.parametrize("ruling", ["odins_chosen=enemy", "thors_chosen=surviving"])
def test_rulings_about_mystics_need_their_box(ruling: str) -> None:
    arguments = ("sim", "--players", "2", "--games", "1", "--seed", "1", "--level", "thrall")
    refused = call(*arguments, "--ruling", ruling)
    assert refused.code == 2
    assert is_one_sentence(refused.err)
    assert "add --mystics" in refused.err
    assert call(*arguments, "--mystics", "--ruling", ruling).code == 0
