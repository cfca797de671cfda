"""What one seat knows, where public play does not test it: intents that name the wrong faces."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine.actions import Intent
from engine.errors import Code, IllegalAction
from engine.knowledge import Knowledge, publish
from tests.builders import A, faces

HELD = faces("tyrs-bash quest-alfheim", 1)
KNOWN = Knowledge(A, hand=HELD, pack=HELD, returned=((), ()))
STRANGE = faces("tyrs-smite troll", 1)


@pytest.mark.parametrize(
    "intent",
    [
        act.Pick(A, STRANGE[:1]),
        act.Pick(A, (HELD[0], HELD[0])),
        act.Commit(A, STRANGE[0]),
        act.Lay(A, STRANGE[0]),
        act.Keep(A, STRANGE[0]),
        act.Upgrade(A, STRANGE[1], None),
        act.AddLate(A, STRANGE[0]),
    ],
)
def test_a_face_that_is_not_held_cannot_be_played(intent: Intent) -> None:
    with pytest.raises(IllegalAction) as refused:
        publish(intent, KNOWN)
    assert refused.value.refusal.code is Code.NOT_IN_HAND


def test_a_pick_of_nothing_is_none() -> None:
    with pytest.raises(IllegalAction) as refused:
        publish(act.Pick(A, ()), KNOWN)
    assert refused.value.refusal.code is Code.WRONG_COUNT
