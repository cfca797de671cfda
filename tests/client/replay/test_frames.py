from __future__ import annotations

import pytest

from client.replay.frames import Mark, hidden_choice, replay_frames
from client.text.names import names_of
from engine import actions as act
from engine.play import is_over
from engine.terms import Seat
from tests.client.replay.watching import retold


def test_every_seat_sees_the_same_moments_with_its_own_cards() -> None:
    one, other = (replay_frames(retold(), Seat(seat)) for seat in (0, 1))
    assert [frame.state for frame in one.frames] == [frame.state for frame in other.frames]
    assert [frame.marks for frame in one.frames] == [frame.marks for frame in other.frames]
    assert one.lines == other.lines
    assert any(
        mine.knowledge.hand != theirs.knowledge.hand
        for mine, theirs in zip(one.frames, other.frames, strict=True)
    )


def test_the_frames_begin_before_the_first_action_and_end_with_the_game() -> None:
    shown = replay_frames(retold(), Seat(0))
    assert shown.frames[0].state == retold().opening
    assert shown.frames[0].log == 0
    assert is_over(shown.frames[-1].state)
    assert shown.frames[-1].log == len(shown.lines)
    assert shown.frames[-1].stories == len(shown.stories)


def test_a_pack_is_shown_with_the_pick_that_will_be_made() -> None:
    shown = replay_frames(retold(), Seat(1))
    packs = [frame for frame in shown.frames if frame.knowledge.pack]
    assert len(packs) >= 3
    for frame in packs:
        assert "will keep" in frame.told
        assert Mark.TURN in frame.marks


def test_every_age_and_every_battle_has_its_mark() -> None:
    frames = replay_frames(retold(), Seat(0)).frames
    assert sum(Mark.AGE in frame.marks for frame in frames) == 3
    battles = [frame for frame in frames if Mark.BATTLE in frame.marks]
    assert all(frame.state.battle is not None for frame in battles)


@pytest.mark.parametrize("kind", [act.Keep, act.Lay, act.Commit])
def test_private_choices_are_revealed(kind: type[act.Intent]) -> None:
    told = [
        hidden_choice(moment, names_of(moment.state, retold().names))
        for moment in retold().moments
        if isinstance(moment.intent, kind) and getattr(moment.intent, "face", None) is not None
    ]
    assert all(told)
