from __future__ import annotations

import pytest

from client.replay.frames import Mark, film, hidden_choice
from client.text.names import names_of
from engine import actions as act
from engine.play import is_over
from engine.terms import Seat
from tests.client.replay.watching import retold


def test_every_seat_sees_the_same_moments_with_its_own_cards() -> None:
    one, other = (film(retold(), Seat(seat)) for seat in (0, 1))
    assert [still.state for still in one.stills] == [still.state for still in other.stills]
    assert [still.marks for still in one.stills] == [still.marks for still in other.stills]
    assert one.lines == other.lines
    assert any(
        mine.knowledge.hand != theirs.knowledge.hand
        for mine, theirs in zip(one.stills, other.stills, strict=True)
    )


def test_the_film_begins_before_the_first_action_and_ends_with_the_game() -> None:
    shown = film(retold(), Seat(0))
    assert shown.stills[0].state == retold().opening
    assert shown.stills[0].log == 0
    assert is_over(shown.stills[-1].state)
    assert shown.stills[-1].log == len(shown.lines)
    assert shown.stills[-1].stories == len(shown.stories)


def test_a_pack_is_shown_with_the_pick_that_will_be_made() -> None:
    shown = film(retold(), Seat(1))
    packs = [still for still in shown.stills if still.knowledge.pack]
    assert len(packs) >= 3
    for still in packs:
        assert "will keep" in still.told
        assert Mark.TURN in still.marks


def test_every_age_and_every_battle_has_its_mark() -> None:
    stills = film(retold(), Seat(0)).stills
    assert sum(Mark.AGE in still.marks for still in stills) == 3
    battles = [still for still in stills if Mark.BATTLE in still.marks]
    assert all(still.state.battle is not None for still in battles)


@pytest.mark.parametrize("kind", [act.Keep, act.Lay, act.Commit])
def test_what_was_chosen_in_private_is_told(kind: type[act.Intent]) -> None:
    told = [
        hidden_choice(moment, names_of(moment.state, retold().names))
        for moment in retold().moments
        if isinstance(moment.intent, kind) and getattr(moment.intent, "face", None) is not None
    ]
    assert all(told)
