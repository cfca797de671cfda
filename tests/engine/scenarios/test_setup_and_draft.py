"""Scenarios J1 to J6 of docs/rules.md."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.board import OUTER
from engine.changes import PassPacks, ShowQuests, TakeHand
from engine.terms import Age
from tests.builders import A, B, C, Game, faces
from tests.decks import deck, words
from tests.game import new_table
from tests.playing import end_age


def dealt(game: Game, players: int) -> Game:
    """Deal the whole Age deck in order, eight cards per seat."""
    cards = deck(game.state.age, players)
    return game.begin_age(*(words(cards[8 * seat : 8 * seat + 8]) for seat in range(players)))


def draft(game: Game) -> Game:
    """Pick the first possible cards for every seat until the draft is over."""
    while isinstance(due := game.due(), ask.PickDecision):
        game.play(game.options(due.seat)[0])
    return game


def test_j1_four_players_start_with_eight_provinces_and_three_open_ragnarok_tokens() -> None:
    state = new_table(4).state
    destroyed = [place for place in OUTER if state.is_destroyed(place)]
    assert len(destroyed) == 1
    assert len(set(state.ragnarok)) == 3
    assert len(OUTER) - len(destroyed) - len(state.ragnarok) == 4
    assert len(state.surviving()) == 8


def test_j2_two_players_pick_two_of_eight_six_and_four_and_discard_two() -> None:
    cards = deck(Age.ONE, 2)
    game = dealt(new_table(2), 2)
    assert (len(cards), 2 * 8, len(cards) - 2 * 8) == (20, 16, 4)
    counts = []
    while isinstance(due := game.due(), ask.PickDecision):
        counts.append((due.seat, due.count, len(game.knowledge[due.seat].pack)))
        game.play(game.options(due.seat)[0])
    assert counts == [(A, 2, 8), (B, 2, 8), (A, 2, 6), (B, 2, 6), (A, 2, 4), (B, 2, 4)]
    assert [item.left for item in game.told(PassPacks)] == [6, 4, 2]
    assert [clan.hand for clan in game.state.clans] == [6, 6]
    assert [len(known.hand) for known in game.knowledge] == [6, 6]


def test_j3_three_players_pass_the_rest_of_a_pack_to_the_left() -> None:
    game = dealt(new_table(3), 3)
    packs = [known.pack for known in game.knowledge]
    for seat in (A, B, C):
        game.play(act.Pick(seat, packs[seat][:1]))
    assert game.knowledge[B].pack == packs[A][1:]
    assert game.knowledge[C].pack == packs[B][1:]
    assert game.knowledge[A].pack == packs[C][1:]


def test_j4_five_players_use_42_cards_and_hold_six_each() -> None:
    assert len(deck(Age.ONE, 5)) == 42
    assert len(deck(Age.ONE, 5)) - 5 * 8 == 2
    game = draft(dealt(new_table(5), 5))
    assert [clan.hand for clan in game.state.clans] == [6] * 5


def test_j5_a_kept_card_joins_the_next_hand_and_is_no_quest() -> None:
    game = new_table(2)
    game.begin_age(
        "tyrs-crush troll friggas-charm thors-glory odins-smite tyrs-bash tyrs-smash tyrs-smite",
        "quest-alfheim quest-manheim lord-of-hammers lokis-dragons thors-hammer lokis-domain "
        "heimdalls-sight friggas-grace",
    )
    game.play(act.Pick(A, faces("troll tyrs-crush")))
    draft(game)
    game.play(act.Pass(A), act.Pass(B))
    game.play(act.Keep(A, faces("tyrs-crush")[0]), act.Keep(B, None))
    assert game.clan(A).kept == 1
    assert game.told(ShowQuests) == []
    draft(dealt(game, 2))
    assert game.clan(A).hand == 7
    assert faces("tyrs-crush")[0] in game.knowledge[A].hand
    assert game.clan(B).hand == 6
    end_age(game)
    assert game.told(ShowQuests) == []
    taken = [(item.seat, item.dealt, item.kept) for item in game.told(TakeHand)]
    assert taken == [(A, 6, 0), (B, 6, 0), (A, 6, 1), (B, 6, 0)]


def test_j6_cards_are_used_from_their_number_of_players_on() -> None:
    def ids(players: int) -> set[str]:
        return {face.card for face in deck(Age.ONE, players)}

    assert "quest-yggdrasil" in ids(3)
    assert "lokis-blessing" not in ids(3)
    assert not {"quest-yggdrasil", "lokis-blessing"} & ids(2)
    assert {"quest-yggdrasil", "lokis-blessing"} <= ids(4)
