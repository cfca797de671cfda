from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest

from client.cli.replay import text_of
from client.replay.frames import cards, names_by_seat
from client.text.names import Names, names_of
from engine import actions as act
from engine.terms import Seat
from protocol.record.record import split_record
from protocol.record.retelling import retell
from tests.client.cli.calling import Answer, call, is_one_sentence
from tests.client.replay.watching import cut, record, retold


def replay(tmp_path: Path, raw: bytes, *words: str) -> Answer:
    file = tmp_path / "game.bloodrage"
    file.write_bytes(raw)
    return call("replay", str(file), *words)


@cache
def told() -> str:
    """Return the whole game as text."""
    return "".join(f"{line}\n" for line in text_of(retold()))


def test_without_a_screen_the_whole_game_is_told_with_its_result(tmp_path: Path) -> None:
    answer = replay(tmp_path, record())
    assert answer.code == 0
    assert answer.out == told()
    assert answer.err == ""
    assert "Age III: 8 cards are dealt to each." in answer.out
    assert "wins with" in answer.out or "share the victory" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def _one_line(text: str) -> str:
    return " ".join(text.split())


def last_names() -> Names:
    """Return the names at the end: the person of a game against bots has that of the clan."""
    return names_of(retold().moments[-1].state, names_by_seat(retold()))


def test_every_pick_is_told_with_its_pack() -> None:
    text, names = _one_line(told()), last_names()
    for seat, known in enumerate(retold().moments[-1].knowledge):
        assert len(known.seen) == 9
        for seen in known.seen:
            kept, pack = cards(seen.kept), cards(seen.faces)
            assert f"{names.full(Seat(seat))} picks {kept} from {pack}." in text


def test_every_turn_is_told_with_the_hand_of_its_player() -> None:
    text = _one_line(told())
    moments = retold().moments
    for before, moment in itertools.pairwise(moments):
        one = moment.applied
        if one is None or not isinstance(one.action, act.Invade) or before.step == moment.step:
            continue
        seat: Seat = one.action.seat
        hand = before.knowledge[seat].hand
        if hand:
            assert f"{last_names().full(seat)}, hand: {cards(hand)}." in text


def test_a_game_left_early_is_told_without_hands(tmp_path: Path) -> None:
    answer = replay(tmp_path, cut(10), "--text")
    assert answer.code == 0
    assert "The card keys were not opened" in answer.out
    assert ", hand: " not in answer.out
    assert "The game was not finished." in answer.out


def test_a_record_that_lost_its_tail_is_told_up_to_there(tmp_path: Path) -> None:
    answer = replay(tmp_path, cut(10)[:-7], "--text")
    assert answer.code == 0
    steps = retell(cut(11)).steps
    told = f"The file is cut off after step {steps - 1}; the rest is lost."
    assert told in " ".join(answer.out.split())


def test_a_record_that_lost_all_but_its_charter_shows_nothing(tmp_path: Path) -> None:
    _, parts = split_record(record())
    raw = record()[: -sum(4 + len(part) for part in parts[1:]) - 5]
    answer = replay(tmp_path, raw, "--text")
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert "cut off before the end of its first step" in answer.err


@pytest.mark.parametrize("at", [30, 2000, -50])
def test_a_damaged_record_is_refused_as_by_verify(tmp_path: Path, at: int) -> None:
    harmed = bytearray(record())
    harmed[at] ^= 1
    answer = replay(tmp_path, bytes(harmed), "--text")
    assert answer.code == 5
    assert answer.out == ""
    assert is_one_sentence(answer.err)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    answer = call("replay", str(tmp_path / "nothing"))
    assert answer.code == 2
    assert is_one_sentence(answer.err)


def test_a_game_that_never_began_is_one_sentence(tmp_path: Path) -> None:
    head = record().index(b"\n") + 1
    size = int.from_bytes(record()[head : head + 4], "big")
    answer = replay(tmp_path, record()[: head + 4 + size])
    assert answer.code == 2
    assert is_one_sentence(answer.err)
