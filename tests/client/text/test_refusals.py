from __future__ import annotations

import pytest

from client.text.refusals import refusal_sentence
from engine.errors import Code, Refusal
from engine.terms import CardId, Place, Stat
from tests.builders import A, seat, table

EVERYTHING = Refusal(Code.NOT_OWED, A, Place.GIMLE, CardId("troll"), 3, 1, Stat.RAGE)


def sentence(code: Code) -> str:
    facts = EVERYTHING
    return refusal_sentence(
        Refusal(code, facts.seat, facts.place, facts.card, facts.need, facts.have, facts.stat)
    )


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_sentence(code: Code) -> None:
    for text in (
        sentence(code),
        refusal_sentence(Refusal(code)),
        refusal_sentence(Refusal(code, A)),
    ):
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text


def test_no_two_codes_share_a_sentence() -> None:
    assert len({sentence(code) for code in Code}) == len(Code)


def test_a_full_province_is_refused_with_its_villages() -> None:
    game = table(A=seat(), B=seat(gimle="WWWW"), C=seat(gimle="W"))
    refusal = game.refuses("A invade warrior gimle")
    assert refusal is not None
    assert refusal_sentence(refusal) == "Gimle has no free village: 5 of 5 are taken."


def test_a_group_too_large_is_refused_with_both_numbers() -> None:
    game = table(A=seat(gimle="WWW"), B=seat(utgard="W"))
    refusal = game.refuses("A march gimle utgard 3W")
    assert refusal is not None
    assert refusal_sentence(refusal) == ("Utgard has 2 free villages; 3 figures would enter.")


def test_too_little_rage_is_refused_with_price_and_pool() -> None:
    refusal = Refusal(Code.TOO_LITTLE_RAGE, A, need=2, have=1)
    assert refusal_sentence(refusal) == "It costs 2 Rage; you have 1."


def test_full_horns_are_refused_with_their_number() -> None:
    game = table(A=seat(gimle="WWWW"))
    refusal = game.refuses("A invade leader horgr")
    assert refusal is not None
    assert refusal_sentence(refusal) == "Your Horns allow 4 figures on the board; you have 4."
