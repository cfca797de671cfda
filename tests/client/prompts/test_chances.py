"""The chance to win a battle, against battles that are played to their end."""

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from client.prompts.chances import chance_to_win, unseen_cards
from client.prompts.foresight import consequence
from client.prompts.nodes import DecisionContext, cards_gone, decision_context
from client.text.consequences import Consequences, WinChance, after_this, percent
from client.text.names import names_of
from engine.battle_changes import DecideBattle
from engine.cards import CARDS
from engine.decisions import CardDecision
from engine.decks import deck_faces
from engine.play import owed_by
from engine.preview import cards_outcome
from engine.terms import Age, Face, Kind, Seat
from engine.values import replace
from tests.builders import GIMLE, A, B, C, seat, table
from tests.client.prompts.asking import keys, walk
from tests.client.prompts.test_games import next_decision, seated
from tests.game import Game, face
from tests.playing import call, fight


def _battle(hand: str = "tyrs-smash tyrs-crush", other: str = "tyrs-bash tyrs-smite") -> Game:
    return call(
        table(A=seat(gimle="L", hand=hand), B=seat(gimle="WW", hand=other), players=2), GIMLE
    )


def _known(game: Game, who: Seat = A) -> DecisionContext:
    """Return the question of a seat, with the story so far."""
    due = owed_by(game.state, who)
    assert isinstance(due, CardDecision)
    names = names_of(game.state, you=who)
    return decision_context(game.state, game.knowledge[who], due, names, (game.story,))


def _chance(game: Game, card: str) -> WinChance:
    found = chance_to_win(_known(game), face(card, game.state.age))
    assert found is not None
    return found


def _battle_cards(age: Age = Age.ONE, players: int = 2) -> Counter[Face]:
    deck = deck_faces(age, players, kickstarter=False)
    return Counter(one for one in deck if CARDS[one.card].kind is Kind.BATTLE)


# ------------------------------------------------------------------------ one rival


@pytest.mark.parametrize("card", ["tyrs-smash", "tyrs-crush"])
def test_against_one_rival_it_is_the_share_of_battles_won(card: str) -> None:
    left = _battle_cards() - Counter((face("tyrs-smash"), face("tyrs-crush")))
    won = tied = 0
    for other in left.elements():
        game = fight(
            table(
                A=seat(gimle="L", hand="tyrs-smash tyrs-crush"),
                B=seat(gimle="WW", hand=other.card),
                players=2,
            ),
            GIMLE,
            A=card,
            B=other.card,
        )
        (winner,) = (one.winner for one in game.story if isinstance(one, DecideBattle))
        won += winner == A
        tied += winner is None
    found = _chance(_battle(), card)
    assert found == WinChance(
        Fraction(won, left.total()),
        Fraction(tied, left.total()),
        left.total(),
        exact=True,
        certain=True,
    )


def test_a_card_seen_to_return_is_the_only_one_its_holder_can_play() -> None:
    game = _battle(other="tyrs-smite")
    returned = ((), (face("tyrs-smite"),))
    game.knowledge[A] = replace(game.knowledge[A], returned=returned)
    found = _chance(game, "tyrs-smash")
    assert not found.win
    assert not found.tie
    assert _chance(game, "tyrs-crush").tie == 1 - _chance(game, "tyrs-crush").win


def test_a_known_card_counts_with_its_share_of_the_hand() -> None:
    game = _battle()
    unknown = _chance(game, "tyrs-smash")
    game.knowledge[A] = replace(game.knowledge[A], returned=((), (face("tyrs-smite"),)))
    found = _chance(game, "tyrs-smash")
    assert found.unseen == unknown.unseen - 1
    assert 0 < found.win < unknown.win


def test_a_rival_without_a_card_leaves_nothing_to_chance() -> None:
    game = call(table(A=seat(gimle="L", hand="tyrs-smash"), B=seat(gimle="W")), GIMLE)
    assert chance_to_win(_known(game), face("tyrs-smash")) is None


def test_a_card_after_which_all_choose_again_has_no_chance_to_tell() -> None:
    game = call(
        table(
            A=seat(gimle="L", hand="heimdalls-watch"), B=seat(gimle="W", hand="tyrs-rage"), age=2
        ),
        GIMLE,
    )
    assert chance_to_win(_known(game), face("heimdalls-watch", 2)) is None


# ------------------------------------------------------------------------ certainty


def _strong(other: str = "tyrs-bash", age: int = 1, *, known: bool = False) -> WinChance:
    """Return the chance of a clan with far more strength than the other."""
    game = call(
        table(
            A=seat(gimle="LWWW", hand="tyrs-crush"),
            B=seat(gimle="W", hand=other),
            players=2,
            age=age,
        ),
        GIMLE,
    )
    if known:
        faces = tuple(sorted(face(one, age) for one in other.split()))
        game.knowledge[A] = replace(game.knowledge[A], returned=((), faces))
    return _chance(game, "tyrs-crush")


def test_a_battle_that_no_card_of_the_age_can_turn_is_certain() -> None:
    found = _strong()
    assert found.win == 1
    assert found.certain


def test_a_card_kept_from_an_earlier_age_leaves_it_uncertain() -> None:
    assert not _strong(age=2).certain
    assert _strong(age=2, known=True).certain


def test_a_second_card_that_is_a_late_one_leaves_it_uncertain() -> None:
    assert _strong("tyrs-bash tyrs-smite", 2, known=True).certain
    assert not _strong("tyrs-bash heimdalls-eye", 2, known=True).certain


def test_an_uncertain_chance_is_never_0_or_100_in_words() -> None:
    sure = Consequences(A, is_turn=False, rage=(6, 6), story=(), chance=_strong())
    assert sure.chance is not None
    unsure = replace(sure, chance=replace(sure.chance, certain=False))
    names = names_of(_battle().state)
    assert after_this(sure, names).startswith("Chance: 100 % to win")
    assert after_this(unsure, names).startswith("Chance: ~100 % to win")


# ------------------------------------------------------------------------ several rivals


def test_against_several_rivals_no_copy_is_dealt_twice() -> None:
    """Leaders only: no text of the first Age changes who wins, so bonuses tell all."""
    game = call(
        table(
            A=seat(gimle="L", hand="tyrs-crush"),
            B=seat(gimle="L", hand="tyrs-bash"),
            C=seat(gimle="L", hand="tyrs-bash"),
            players=3,
        ),
        GIMLE,
    )
    left = _battle_cards(players=3) - Counter((face("tyrs-crush"),))
    pairs = Counter(permutations(left.elements(), 2))
    won = tied = 0
    for (one, other), count in pairs.items():
        cards = {A: face("tyrs-crush"), B: one, C: other}
        totals = {t.seat: t.total for t in cards_outcome(game.state, A, cards).totals}
        best = max(totals[B], totals[C])
        won += count * (totals[A] > best)
        tied += count * (totals[A] == best)
    found = _chance(game, "tyrs-crush")
    assert not found.exact
    assert (found.win, found.tie) == (
        Fraction(won, pairs.total()),
        Fraction(tied, pairs.total()),
    )


# ------------------------------------------------------------------------ knowledge


def test_a_card_that_was_discarded_is_no_longer_unseen() -> None:
    game = table(
        A=seat(gimle="LWW", utgard="W", hand="tyrs-crush tyrs-smash"),
        B=seat(gimle="W", utgard="W", hand="tyrs-bash tyrs-smite"),
        players=2,
    )
    fight(game, GIMLE, A="tyrs-crush", B="tyrs-bash")
    assert cards_gone((game.story,)) == (face("tyrs-crush"),)
    assert game.knowledge[A].returned[B] == (face("tyrs-bash"),)


def test_unseen_cards_are_the_deck_without_those_in_known_places() -> None:
    game = _battle()
    context = dataclasses.replace(_known(game), gone=(face("odins-smite"),))
    gone = Counter((face("tyrs-smash"), face("tyrs-crush"), face("odins-smite")))
    assert unseen_cards(context) == _battle_cards() - gone


def test_the_line_is_the_same_whatever_the_rivals_hold() -> None:
    lines = set()
    for hand in ("tyrs-bash tyrs-smite", "quest-alfheim troll", "heimdalls-sight odins-smite"):
        at = walk(_battle(other=hand))
        lines.add(tuple(consequence(keys(at, letter)) for letter in "ab"))
    assert len(lines) == 1


@pytest.mark.parametrize("seed", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_chances_of_a_whole_game_are_possible(seed: int) -> None:
    player, chance = seated(seed, 2 + seed % 4), Random(seed)
    met = 0
    while (context := next_decision(player)) is not None:
        for one in context.outcomes:
            assert one.face is not None
            found = chance_to_win(context, one.face)
            if found is not None:
                met += 1
                assert 0 <= found.win <= found.win + found.tie <= 1
        player.submit(chance.choice(list(context.prompt.legal)))
    assert met


# ------------------------------------------------------------------------ words


def test_the_line_says_that_it_is_a_chance_and_its_assumption() -> None:
    line = consequence(keys(walk(_battle()), "a"))
    assert line.startswith("Chance: ")
    assert "unseen battle cards equally likely" in line


def test_only_certainty_is_rounded_to_0_or_100() -> None:
    shares = (Fraction(0), Fraction(1, 999), Fraction(1, 3), Fraction(998, 999), Fraction(1))
    assert [percent(one) for one in shares] == ["0 %", "1 %", "33 %", "99 %", "100 %"]
    unsure = ["~0 %", "1 %", "33 %", "99 %", "~100 %"]
    assert [percent(one, certain=False) for one in shares] == unsure
