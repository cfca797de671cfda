from __future__ import annotations

from client.text.glory import GloryRow
from client.text.names import names_of
from client.text.reasons import (
    clan_reasons,
    fjord_reasons,
    horns_sentence,
    invade_reasons,
    prospect_reasons,
    province_reasons,
    upgrade_reasons,
)
from engine.terms import LEADER, CardId, Place
from tests.builders import GIMLE, MYRKVLOR, A, B, Game, seat, table


def province(game: Game, place: Place) -> tuple[str, ...]:
    return province_reasons(game.state, names_of(game.state), A, place)


def clan(game: Game, *sources: GloryRow) -> tuple[str, ...]:
    return clan_reasons(game.state, names_of(game.state), A, sources)


def test_a_province_explains_all_strengths_by_source() -> None:
    told = province(table(A=seat(gimle="WWL"), B=seat(gimle="W")), Place.GIMLE)
    at = told.index("Wolf: strength 5")
    assert told[at : at + 4] == (
        "Wolf: strength 5",
        "    2 Warriors: 2",
        "    Leader: 3",
        "    together 5",
    )
    assert "Raven: strength 1" in told


def test_a_province_names_possible_joiners_and_their_origins() -> None:
    told = province(table(A=seat(gimle="W"), B=seat(andlang="W", yggdrasil="L")), Place.GIMLE)
    at = told.index("Could join a battle here:")
    assert told[at + 1] == "    Raven (Andlang and Yggdrasil)"


def test_nobody_can_join_in_a_full_province() -> None:
    told = province(table(A=seat(myrkvlor="WWW"), B=seat(gimle="W")), Place.MYRKVLOR)
    assert told[-1] == "No village is free, so nobody could join a battle here."


def test_the_price_of_the_leader_is_explained() -> None:
    told = invade_reasons(table().state, A, LEADER, (Place.GIMLE, Place.ANDLANG))
    assert told == (
        "Leader: STR 3, in reserve: 1",
        "    Leader costs 3 Rage",
        "    the Leader invades free: -3 Rage",
        "    together 0",
        "Horns: 0 of 4 figures on the board.",
    )


def test_the_price_of_an_upgrade_names_the_discount_and_the_slots() -> None:
    game = table(A=seat(upgrades="friggas-charm", hand="troll"))
    assert upgrade_reasons(game.state, A, CardId("troll")) == (
        "Troll costs 2 Rage",
        "Frigga's Charm: -1 Rage",
        "together 1",
        "Monster slots: 2 of 2 free",
    )


def test_a_battle_card_has_no_price() -> None:
    assert upgrade_reasons(table().state, A, CardId("tyrs-bash")) == ()


def test_horns_count_every_figure_on_the_board() -> None:
    game = table(A=seat(gimle="WW", west="S"))
    assert horns_sentence(game.state, A) == "Horns: 3 of 4 figures on the board."


def test_a_clan_shows_its_steps_and_their_worth_at_the_end() -> None:
    told = clan(table(A=seat(rage=5)))
    assert told[0] == "RAGE 6, step 1 of 6: Rage at the start of an Age; 5 left"
    assert told[1] == "    next steps: 7, 8, 9, 12, 12"
    assert "At the end: 10 Glory for a stat on step 4 or 5, 20 for one on step 6." in told


def test_a_clan_shows_its_horns_by_place() -> None:
    told = clan(table(A=seat(gimle="WW", andlang="L")))
    at = told.index("HORNS 4, step 1 of 6: figures allowed on the board; 3 are there")
    assert {"    Gimle: 2", "    Andlang: 1", "    together 3"} <= set(told[at:])


def test_a_clan_shows_the_sources_of_its_glory() -> None:
    game = table(A=seat(glory=8))
    assert "    battles 3, pillage 5" in clan(game, GloryRow(A, 8, (3, 5, 0, 0, 0, 0, 0)))


def test_a_clan_shows_the_present_worth_of_ragnarok() -> None:
    game = table(A=seat(gimle="WW"), ragnarok="gimle andlang utgard")
    told = clan(game)
    at = told.index("    Ragnarök: 4 Glory")
    assert told[at + 1] == "        2 figures in doomed Gimle: 4 Glory"


def fjord(place: Place, destroyed: str = "") -> tuple[str, ...]:
    game = table(A=seat(west="S"), B=seat(west="S"), destroyed=destroyed)
    return fjord_reasons(game.state, names_of(game.state, ("Ann", "Bo"), A), A, place)


def test_a_fjord_explains_the_support_of_its_ships() -> None:
    lines = fjord(Place.WEST)
    assert lines[0] == "Ships here count in battles for Gimle and for Myrkvlor."
    assert sum(line.endswith("strength 2") for line in lines) == 2
    assert "    ship: 2" in lines


def test_a_fjord_with_one_province_left_has_the_same_strengths() -> None:
    assert sum(line.endswith("strength 2") for line in fjord(Place.WEST, "gimle")) == 2


def test_an_empty_fjord_is_described_as_empty() -> None:
    assert fjord(Place.EAST)[-1] == "No ship is here."


def test_a_closed_fjord_has_a_reason() -> None:
    game = table(A=seat(), destroyed="gimle myrkvlor")
    lines = fjord_reasons(game.state, names_of(game.state), A, Place.WEST)
    assert lines == ("Closed: both its provinces are destroyed.",)


def test_a_province_explains_the_most_one_action_could_bring() -> None:
    state = table(A=seat(gimle="WWL"), B=seat(gimle="W")).state
    assert prospect_reasons(state, A, MYRKVLOR)[-1] == (
        "One action could raise your strength here to 5: march from 1 Gimle."
    )
    assert "invade: Leader" in prospect_reasons(state, B, GIMLE)[-1]


def test_after_a_pass_a_province_has_no_prospect() -> None:
    state = table(A=seat(passed=True, gimle="W")).state
    assert prospect_reasons(state, A, MYRKVLOR) == ()
