from __future__ import annotations

from client.text.names import names_of
from client.text.reasons import fjord_reasons, prospect_reasons
from engine.terms import Place
from tests.builders import GIMLE, MYRKVLOR, A, B, seat, table


def told(fjord: Place, destroyed: str = "") -> tuple[str, ...]:
    game = table(A=seat(west="S"), B=seat(west="S"), destroyed=destroyed)
    return fjord_reasons(game.state, names_of(game.state, ("Ann", "Bo"), A), A, fjord)


def test_a_fjord_tells_what_its_ships_add_and_where() -> None:
    lines = told(Place.WEST)
    assert lines[0] == "Ships here count in battles for Gimle and for Myrkvlor."
    assert sum(line.endswith("strength 2") for line in lines) == 2
    assert "    ship: 2" in lines


def test_a_fjord_of_one_province_that_stands_tells_the_same_strengths() -> None:
    assert sum(line.endswith("strength 2") for line in told(Place.WEST, "gimle")) == 2


def test_an_empty_fjord_says_so() -> None:
    assert told(Place.EAST)[-1] == "No ship lies here."


def test_a_closed_fjord_says_why() -> None:
    game = table(A=seat(), destroyed="gimle myrkvlor")
    lines = fjord_reasons(game.state, names_of(game.state), A, Place.WEST)
    assert lines == ("Closed: both its provinces are destroyed.",)


def test_the_sheet_of_a_province_says_what_one_action_could_bring() -> None:
    state = table(A=seat(gimle="WWL"), B=seat(gimle="W")).state
    assert prospect_reasons(state, A, MYRKVLOR)[-1] == (
        "One action could make you 5 strong here: march from 1 Gimle."
    )
    assert "invade: Leader" in prospect_reasons(state, B, GIMLE)[-1]


def test_who_has_passed_is_told_nothing_of_what_could_be_brought() -> None:
    state = table(A=seat(passed=True, gimle="W")).state
    assert prospect_reasons(state, A, MYRKVLOR) == ()
