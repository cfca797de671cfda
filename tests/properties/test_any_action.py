"""Any action in any state applies and leaves a sound state, or is refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import actions as act
from engine.actions import Action
from engine.errors import IllegalAction
from engine.figures import Figures
from engine.invariants import check
from engine.play import apply, illegal
from engine.state import GameState
from engine.terms import CardId
from tests.builders import GIMLE, HORGR, A, B, seat, table
from tests.strategies import any_action, any_state


def judged(state: GameState, action: Action) -> None:
    """Require that `illegal` and `apply` agree, and that `apply` raises only `IllegalAction`."""
    why = illegal(state, action)
    if why is None:
        check(apply(state, action).state)
        return
    with pytest.raises(IllegalAction) as error:
        apply(state, action)
    assert error.value.refusal == why


ON_TURN = table(A=seat(gimle="WL"), B=seat()).state


@given(any_state(), st.lists(any_action(), min_size=20, max_size=20))
@example(ON_TURN, [act.March(A, GIMLE, HORGR, Figures(warriors=2, leader=-1))])
@example(ON_TURN, [act.March(A, GIMLE, HORGR, Figures(monsters=(CardId("ghost"),)))])
def test_any_action_applies_or_is_refused(state: GameState, actions: list[Action]) -> None:
    for action in actions:
        judged(state, action)


@pytest.mark.soak
@settings(max_examples=10_000)
@given(any_state(), st.lists(any_action(), min_size=50, max_size=50))
def test_any_of_many_actions_applies_or_is_refused(state: GameState, actions: list[Action]) -> None:
    for action in actions:
        judged(state, action)


@given(st.lists(st.integers(0, 10**6), max_size=60), st.integers(1, 3))
def test_every_choice_from_a_rich_position_keeps_every_invariant(
    choices: list[int], age: int
) -> None:
    """`Game` checks the invariants after every action."""
    game = table(
        A=seat(
            gimle="WL",
            west="S",
            upgrades="volur-witch friggas-protection friggas-succor thors-domain lord-of-axes",
            horgr="volur-witch",
            hand="odins-tide heimdalls-eye quest-alfheim",
            levels=(3, 1, 4),
        ),
        B=seat(
            gimle="W troll",
            upgrades="troll lokis-blessing tyrs-prowess tyrs-domain fire-dragons",
            hand="odins-smite heimdalls-gaze quest-manheim lokis-poison",
            levels=(3, 1, 4),
        ),
        players=2,
        age=age,
    )
    for choice in choices:
        due = game.due()
        if due is None or due.word == "begin-age":
            return
        options = game.options(A) or game.options(B)
        game.play(options[choice % len(options)])
