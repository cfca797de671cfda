from client.presenter.beats import BattleHistory
from client.ui.view import Strip
from engine.terms import Seat
from tests.builders import A, C
from tests.client.presenter.test_beats import battle, beats_of

STEPS = [Strip.CALL, Strip.CHOOSE, Strip.REVEAL, Strip.RESULT]
MOVES = ("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")


def battles(viewer: Seat) -> BattleHistory:
    found = BattleHistory()
    for beat in beats_of(battle(), *MOVES, viewer=viewer):
        found.hear(beat)
    return found


def test_a_battle_is_kept_step_by_step() -> None:
    assert [view.strip for view in battles(A).steps(1)] == STEPS


def test_a_battle_of_others_is_kept_whole() -> None:
    assert [view.strip for view in battles(C).steps(1)] == STEPS


def test_no_step_before_the_reveal_names_a_card() -> None:
    call, choose, reveal, _ = battles(A).steps(1)
    assert "Tyr" not in str((call, choose))
    assert "Tyr" in str(reveal)


def test_lines_of_the_log_know_their_battle() -> None:
    lines = [line for beat in beats_of(battle(), *MOVES) for line in beat.lines]
    assert lines
    assert {line.battle for line in lines} == {1}
