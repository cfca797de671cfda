from __future__ import annotations

from client.text.names import names_of
from client.text.standing import explained, quest_mark, quest_sentence
from engine.explain import (
    explain_end,
    explain_horns,
    explain_invade_price,
    explain_ragnarok,
    explain_release,
    explain_stat,
    explain_strength,
    explain_upgrade_price,
    free_slots,
)
from engine.standing import quest_status
from engine.terms import LEADER, WARRIOR, CardId, Place, Slot, Stat, Use
from tests.builders import A, Game, seat, table


def stands(game: Game, card: str) -> str:
    status = quest_status(game.state, A, CardId(card))
    return quest_sentence(status, names_of(game.state))


def mark(game: Game, card: str) -> str:
    return quest_mark(quest_status(game.state, A, CardId(card)))


def test_a_tie_fails_in_words() -> None:
    game = table(A=seat(horgr="WL"), D=seat(horgr="WL"))
    assert stands(game, "quest-jotunheim") == "Horgr: you 4, Bear 4: a tie fails"
    assert mark(game, "quest-jotunheim") == "no"


def test_a_lead_holds_in_words() -> None:
    game = table(A=seat(horgr="WL"), B=seat(horgr="W"))
    assert stands(game, "quest-jotunheim") == "Horgr: you 4, Raven 1: on track"
    assert mark(game, "quest-jotunheim") == "ok"


def test_a_province_of_ones_own_holds_against_nobody() -> None:
    game = table(A=seat(gimle="W"))
    assert stands(game, "quest-alfheim") == "Gimle: you 1, nobody else: on track"


def test_the_province_closest_to_a_lead_is_named() -> None:
    game = table(A=seat(horgr="W", muspelheim="WW"), B=seat(horgr="L", muspelheim="WWW"))
    assert stands(game, "quest-jotunheim") == "Muspelheim: you 2, Raven 3"


def test_deaths_are_counted() -> None:
    game = table(A=seat(valhalla="WW"))
    assert stands(game, "quest-glorious-death") == "Valhalla 2 of 4"
    assert mark(game, "quest-glorious-death") == "2/4"


def test_two_provinces_are_counted_and_the_next_is_named() -> None:
    game = table(A=seat(gimle="W", horgr="W"), B=seat(horgr="W"))
    assert stands(game, "quest-widespread") == (
        "1 of 2 provinces (Gimle); Horgr: you 1, Raven 1: a tie fails"
    )


def test_a_destroyed_region_is_mentioned() -> None:
    game = table(destroyed="andlang gimle", ragnarok="horgr utgard elvagar", players=3)
    assert stands(game, "quest-alfheim") == "All its provinces are destroyed, so it fails."


def test_a_card_that_is_no_quest_has_a_sentence() -> None:
    assert stands(table(), "troll") == "This card is not a quest."


def test_a_strength_is_explained_by_its_figures() -> None:
    game = table(A=seat(gimle="WWL", west="S", upgrades="experts-in-arms"))
    said = explained(explain_strength(game.state, A, Place.GIMLE, Use.QUEST))
    assert said == ("2 Warriors: 4 (Experts in Arms)", "Leader: 3", "ship: 2", "together 9")


def test_every_explained_number_has_sentences() -> None:
    game = table(
        A=seat(
            gimle="WWL",
            west="S",
            valhalla="W",
            levels=(4, 1, 1),
            upgrades="friggas-charm lokis-domain thors-conquest lokis-dragons",
        ),
        ragnarok="gimle horgr utgard",
        age=1,
    )
    state = game.state
    for explanation in (
        explain_horns(state, A),
        explain_invade_price(state, A, LEADER, Place.GIMLE),
        explain_invade_price(state, A, WARRIOR, Place.GIMLE),
        explain_upgrade_price(state, A, CardId("thors-glory")),
        explain_stat(state, A, Stat.RAGE),
        explain_ragnarok(state, A),
        explain_release(state, A),
        explain_end(state, A),
        free_slots(state, A, Slot.CLAN),
    ):
        assert explained(explanation)
        assert all(explained(explanation))
