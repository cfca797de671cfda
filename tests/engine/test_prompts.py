"""The menu of a decision: legal answers, refused ones with reasons, always in one order."""

from __future__ import annotations

from random import Random

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.actions import Intent
from engine.errors import Code
from engine.intents import intents
from engine.play import illegal, owed_by
from engine.position import open_position
from engine.prompts import Option, Prompt, candidates, prompt
from engine.terms import LEADER, SHIP, WARRIOR, CardId, Place, Seat
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MYRKVLOR,
    UTGARD,
    WEST,
    YGGDRASIL,
    A,
    B,
    SeatWords,
    face,
    figures,
    seat,
    table,
)
from tests.game import Game, random_play
from tests.positions import random_position

MENU = (
    "invade",
    "march",
    "upgrade",
    "quest",
    "pillage",
    "repillage",
    "valhalla-invade",
    "take-village",
    "sacrifice",
    "pass",
)
OPENED_BY_A_CARD = {
    "repillage": "tyrs-challenge",
    "valhalla-invade": "friggas-domain",
    "take-village": "odins-chosen",
    "sacrifice": "friggas-sacrifice",
}
ALL_THREE = "tyrs-challenge friggas-domain friggas-sacrifice"


def menu(game: Game, who: Seat = A) -> Prompt:
    due = owed_by(game.state, who)
    assert due is not None
    assert not isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty)
    return prompt(game.state, game.knowledge[who], due)


def option(game: Game, verb: str) -> Option:
    return next(one for one in menu(game).options if one.verb == verb)


def why(game: Game, verb: str) -> Code | None:
    """Return the reason why a whole verb is closed, if it is."""
    reason = option(game, verb).why
    return None if reason is None else reason.code


def why_not(game: Game, intent: Intent) -> Code:
    """Return the reason beside one answer of the menu."""
    return next(one.why.code for one in option(game, intent.word).refused if one.intent == intent)


def positions(number: int) -> list[Game]:
    """Return positions with a turn to take, far stranger than those of most games."""
    found: list[Game] = []
    chance = Random(number)
    while len(found) < number:
        opening = open_position(random_position(chance))
        game = Game(opening.state, opening.knowledge, opening.story)
        if isinstance(game.due(), ask.TurnDecision):
            found.append(game)
    return found


# ------------------------------------------------------------------ all positions


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 5)])
def test_a_menu_calls_legal_exactly_the_legal_answers(players: int, seed: int) -> None:
    for game in random_play(players, seed):
        for due in game.owed():
            if isinstance(due, ask.Decision):
                known = game.knowledge[due.seat]
                shown = prompt(game.state, known, due)
                assert shown.legal == intents(game.state, known, due)
                assert all(one.legal or one.why for one in shown.options)


def test_every_answer_one_might_try_is_legal_or_refused_with_its_reason() -> None:
    for game in positions(60):
        due = game.due()
        assert isinstance(due, ask.TurnDecision)
        known = game.knowledge[due.seat]
        for one in menu(game, due.seat).options:
            refused = {bad.intent: bad.why for bad in one.refused}
            assert not set(refused) & set(one.legal)
            for intent, reason in refused.items():
                if isinstance(intent, act.Commit):
                    assert reason.code is Code.NOT_A_QUEST
                else:
                    assert not isinstance(intent, act.Pick | act.Lay | act.Keep)
                    assert illegal(game.state, intent) == reason
            kind = type(one.legal[0]) if one.legal else type(next(iter(refused), act.Pass(A)))
            tried = set(candidates(game.state, known, kind))
            assert tried == set(refused) | (tried & set(one.legal))


def test_verbs_of_a_turn_keep_their_order_and_verbs_of_cards_need_the_card() -> None:
    for game in positions(60):
        due = game.due()
        assert isinstance(due, ask.TurnDecision)
        upgrades = game.clan(due.seat).upgrades
        shown = [one.verb for one in menu(game, due.seat).options]
        assert shown == [
            verb
            for verb in MENU
            if verb not in OPENED_BY_A_CARD or CardId(OPENED_BY_A_CARD[verb]) in upgrades
        ]


def test_a_verb_has_a_reason_exactly_if_none_of_its_answers_is_legal() -> None:
    for game in positions(60):
        due = game.due()
        assert isinstance(due, ask.TurnDecision)
        for one in menu(game, due.seat).options:
            assert (one.why is None) is bool(one.legal)


# ------------------------------------------------------------------ single reasons

CLOSED: list[tuple[str, Code, SeatWords]] = [
    ("invade", Code.HORNS_FULL, seat(gimle="WWWW")),
    ("march", Code.NOBODY_MOVES, seat()),
    ("march", Code.NOBODY_MOVES, seat(west="S")),
    ("upgrade", Code.HAND_EMPTY, seat()),
    ("upgrade", Code.NOT_AN_UPGRADE, seat(hand="tyrs-bash quest-alfheim")),
    ("upgrade", Code.TOO_LITTLE_RAGE, seat(rage=1, hand="troll tyrs-bash")),
    ("quest", Code.HAND_EMPTY, seat()),
    ("quest", Code.NOT_A_QUEST, seat(hand="tyrs-bash troll")),
    ("pillage", Code.NOT_PRESENT, seat()),
    ("pillage", Code.NOT_PRESENT, seat(myrkvlor="W")),
    ("repillage", Code.NOT_PRESENT, seat(upgrades="tyrs-challenge")),
    ("repillage", Code.TOO_LITTLE_RAGE, seat(rage=1, myrkvlor="W", upgrades="tyrs-challenge")),
    ("valhalla-invade", Code.NOT_IN_VALHALLA, seat(upgrades="friggas-domain")),
    (
        "valhalla-invade",
        Code.HORNS_FULL,
        seat(gimle="WWWW", valhalla="L", upgrades="friggas-domain"),
    ),
    ("sacrifice", Code.TOO_FEW_FIGURES, seat(gimle="W", upgrades="friggas-sacrifice")),
    (
        "sacrifice",
        Code.STATS_FULL,
        seat(gimle="WW", levels=(6, 6, 6), upgrades="friggas-sacrifice"),
    ),
]


@pytest.mark.parametrize(("verb", "code", "words"), CLOSED)
def test_a_closed_verb_names_the_obstacle(verb: str, code: Code, words: SeatWords) -> None:
    assert why(table(A=words, pillaged="myrkvlor"), verb) is code


def test_nothing_is_pillaged_again_before_anything_was_pillaged() -> None:
    game = table(A=seat(gimle="W", upgrades="tyrs-challenge"))
    assert why(game, "repillage") is Code.NOT_PILLAGED


def test_an_invade_with_an_empty_reserve_says_so() -> None:
    everybody = seat(valhalla="WWWWWWWWLS")
    assert why(table(A=everybody), "invade") is Code.NOT_IN_RESERVE


def test_of_several_prices_the_lowest_is_named() -> None:
    game = table(A=seat(rage=1, hand="fire-giant lord-of-axes brothers-in-arms lokis-eminence"))
    assert why(game, "upgrade") is None
    dear = table(A=seat(rage=1, hand="fire-giant lord-of-axes lokis-eminence"), age=2)
    reason = option(dear, "upgrade").why
    assert reason is not None
    assert (reason.code, reason.need, reason.have) == (Code.TOO_LITTLE_RAGE, 2, 1)


REFUSED: list[tuple[Intent, Code]] = [
    (act.Invade(A, WARRIOR, UTGARD), Code.DESTROYED),
    (act.Invade(A, WARRIOR, HORGR), Code.NO_ROOM),
    (act.Invade(A, WARRIOR, YGGDRASIL), Code.YGGDRASIL_CLOSED),
    (act.Invade(A, WARRIOR, WEST), Code.FJORD_TAKES_SHIPS),
    (act.Invade(A, SHIP, GIMLE), Code.SHIP_ENTERS_FJORDS),
    (act.Invade(A, SHIP, Place.SOUTH), Code.DESTROYED),
    (act.March(A, GIMLE, UTGARD, figures("W")), Code.DESTROYED),
    (act.March(A, GIMLE, HORGR, figures("W")), Code.NO_ROOM),
    (act.Upgrade(A, face("masters-in-arms", 3), None), Code.TOO_LITTLE_RAGE),
    (act.Upgrade(A, face("tyrs-bash"), None), Code.NOT_AN_UPGRADE),
    (act.Commit(A, face("tyrs-bash")), Code.NOT_A_QUEST),
    (act.Pillage(A, UTGARD), Code.DESTROYED),
    (act.Pillage(A, MYRKVLOR), Code.ALREADY_PILLAGED),
    (act.Pillage(A, HORGR), Code.NOT_PRESENT),
    (act.Repillage(A, GIMLE), Code.NOT_PILLAGED),
    (act.Repillage(A, ANDLANG), Code.DESTROYED),
    (act.InvadeFromValhalla(A, LEADER, YGGDRASIL), Code.YGGDRASIL_CLOSED),
    (act.InvadeFromValhalla(A, LEADER, WEST), Code.FJORD_TAKES_SHIPS),
]


@pytest.mark.parametrize(("intent", "code"), REFUSED)
def test_a_refused_answer_is_in_the_menu_with_its_reason(intent: Intent, code: Code) -> None:
    game = table(
        A=seat(
            rage=1,
            gimle="W",
            myrkvlor="W",
            valhalla="L",
            upgrades=ALL_THREE,
            hand="masters-in-arms@3 tyrs-bash",
        ),
        B=seat(horgr="WWWW"),
        destroyed="utgard andlang",
        pillaged="myrkvlor",
    )
    assert why_not(game, intent) is code


def test_a_card_is_offered_for_a_free_slot_and_for_each_card_it_could_replace() -> None:
    full = table(A=seat(hand="friggas-charm", upgrades=ALL_THREE))
    assert list(option(full, "upgrade").legal) == [
        act.Upgrade(A, face("friggas-charm"), CardId(card)) for card in ALL_THREE.split()
    ]
    free = table(A=seat(hand="troll", upgrades="valkyrie"))
    assert option(free, "upgrade").legal == (
        act.Upgrade(A, face("troll"), None),
        act.Upgrade(A, face("troll"), CardId("valkyrie")),
    )


# ------------------------------------------------------------------ other questions


def test_other_questions_list_yes_before_no() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="WL"))
    game.play("A pillage gimle")
    assert [one.verb for one in menu(game, B).options] == ["join", "decline"]
    assert menu(game, B).legal == game.options(B)
