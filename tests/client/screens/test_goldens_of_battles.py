"""Golden screens of a battle at its four steps, of the draft and of the log, in both glyph sets."""

from __future__ import annotations

import pytest

from engine import decisions as ask
from tests.client.screens.scenes import Wanted
from tests.client.screens.test_goldens import LARGE, MEDIUM, SMALL, compare_in_both_glyph_sets

TO_BATTLE = "l f f enter"
SCENES = (
    Wanted("call-of-two", ask.JoinDecision, 2, 1, seed=1),
    Wanted("call-of-five", ask.JoinDecision, 5, 2),
    Wanted("choose-of-two", ask.CardDecision, 2, 1, seed=5, fighters=2),
    Wanted("choose-of-five", ask.CardDecision, 5, 1, fighters=5),
    Wanted("reveal-of-two", "reveal", 2, 1, seed=5, fighters=2),
    Wanted("reveal-of-five", "reveal", 5, 1, fighters=5),
    Wanted("late-of-five", ask.LateDecision, 5, 1, fighters=5),
    Wanted("result-of-two", "result", 2, 1, seed=5, fighters=2),
    Wanted("result-of-five", "result", 5, 1, fighters=5),
    Wanted("again-call", ask.TurnDecision, 5, 6, TO_BATTLE + " left left left"),
    Wanted("again-reveal", ask.TurnDecision, 5, 6, TO_BATTLE + " left"),
    Wanted("again-result", ask.TurnDecision, 5, 6, TO_BATTLE),
    Wanted("draft-aid", ask.PickDecision, 5, 5),
    Wanted("draft-without-aid", ask.PickDecision, 5, 5, memory_aid=False),
    Wanted("log-battles", ask.TurnDecision, 5, 9, "l f f"),
    Wanted("log-found", ask.TurnDecision, 5, 9, "l / T r o l l enter"),
)
CASES = [(wanted, size) for wanted in SCENES for size in (SMALL, MEDIUM, LARGE)]


@pytest.mark.parametrize(
    ("wanted", "size"), CASES, ids=[f"{wanted.name}-{size[0]}" for wanted, size in CASES]
)
def test_a_battle_matches_its_golden_file(wanted: Wanted, size: tuple[int, int]) -> None:
    compare_in_both_glyph_sets(wanted, size)
