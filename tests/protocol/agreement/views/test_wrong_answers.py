"""A wrong answer never counts, not even one of a signer whose lie is spent."""

from __future__ import annotations

from tests.protocol.agreement.views.small_table import SmallTable, answer, signer

LIAR = 4
OTHER_LIAR = 3


def test_a_wrong_answer_does_not_count_though_the_lie_of_its_signer_is_spent() -> None:
    table = SmallTable(5)
    court, root = table.court(), table.root
    right = tuple(answer(root, person) for person in range(4))
    wrong = answer(root, LIAR, "wrong")
    table.wrong.add(wrong.digest)
    # A decision marks the liar for two votes; the proof is spent for whoever builds on it.
    twice = (
        signer(LIAR).freeze(1, None, None, root, (), (), ()),
        signer(LIAR).freeze(1, None, None, root, (), (0,), ()),
    )
    freezes = tuple(
        signer(person).freeze(1, None, None, root, right, (), (twice,)) for person in (0, 2, 3)
    )
    decision = signer(1).proposal(1, freezes)
    decided = court.outcome(decision)
    assert decided is not None
    # The only freeze that builds on it is dropped, for its signer lies as well.
    also = (
        signer(OTHER_LIAR).freeze(8, None, None, root, (), (), ()),
        signer(OTHER_LIAR).freeze(8, None, None, root, (), (0,), ()),
    )
    held = (*right[:3], wrong)
    later = [signer(person).freeze(9, None, None, root, held, (), ()) for person in (0, 1, LIAR)]
    later.append(signer(OTHER_LIAR).freeze(9, decision, None, decided.head, (), (), (also,)))
    later.sort(key=lambda freeze: freeze.signer)
    outcome = court.outcome(signer(LIAR).proposal(9, tuple(later)))
    assert outcome is None or wrong not in outcome.head.answers
