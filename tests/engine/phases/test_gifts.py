"""God's Gifts: the draft, dealing without it, absent seats: B3, B3a, C1 to C9."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.changes import BeginPhase, PassPacks, StartDealing, TakeHand
from engine.state import Rulings
from engine.terms import Age, Phase, Seat
from tests.builders import A, B, C, D, Game
from tests.decks import deck, words
from tests.game import new_table
from tests.playing import asked, code, keep_none, pass_all


def packs(game: Game, *roster: Seat, size: int = 8) -> list[str]:
    """Make a pack for each seat of the roster from the top of the deck, "" for the others."""
    cards = list(deck(game.state.age, game.state.players))
    given = []
    for number in range(game.state.players):
        if Seat(number) in roster:
            given.append(words(tuple(cards[:size])))
            del cards[:size]
        else:
            given.append("")
    return given


def deal(game: Game, *roster: Seat, attempt: int = 1, size: int = 8) -> Game:
    """Begin the Age for these seats."""
    return game.begin_age(*packs(game, *roster, size=size), attempt=attempt)


def pick_all(game: Game) -> Game:
    """Pick the first cards for every seat until the draft is over."""
    while isinstance(due := game.due(), ask.PickDecision):
        game.play(game.options(due.seat)[0])
    return game


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, [6, 4, 2]), (3, [7, 6, 5, 4, 3, 2]), (5, [7, 6, 5, 4, 3, 2])]
)
def test_c2_c4_packs_shrink_to_two(players: int, rounds: list[int]) -> None:
    game = new_table(players)
    pick_all(deal(game, *(Seat(number) for number in range(players))))
    assert [item.left for item in game.told(PassPacks)] == rounds
    assert [len(known.hand) for known in game.knowledge] == [6] * players
    assert game.state.phase is Phase.ACTION


def test_c2_picks_come_in_any_order_and_nobody_sees_the_next_pack_before_all_have() -> None:
    game = deal(new_table(3), A, B, C)
    first = game.knowledge[C].pack
    game.play(game.options(C)[0])
    assert game.knowledge[C].pack == ()
    assert asked(game, C) is None
    assert code(game, act.Picked(C)) == "already-answered"
    game.play(game.options(A)[0])
    assert game.told(PassPacks) == []
    game.play(game.options(B)[0])
    assert game.knowledge[A].pack == first[1:]


def test_c3_packs_go_left_in_every_round_of_every_age() -> None:
    game = new_table(3)
    for _ in Age:
        deal(game, A, B, C)
        for _ in range(5):
            held = [known.pack for known in game.knowledge]
            for one in (A, B, C):
                game.play(act.Pick(one, held[one][:1]))
            assert [known.pack for known in game.knowledge] == [
                held[C][1:],
                held[A][1:],
                held[B][1:],
            ]
        pick_all(game)
        keep_none(pass_all(game))
    assert game.due() is None


def test_c2_the_last_two_cards_of_each_pack_reach_nobody() -> None:
    game = pick_all(deal(new_table(4), A, B, C, D))
    in_hands = [face for known in game.knowledge for face in known.hand]
    assert len(in_hands) == 24
    assert all(known.pack == () for known in game.knowledge)


def test_c4_two_players_keep_two_cards_at_a_time() -> None:
    game = deal(new_table(2), A, B)
    due = game.due()
    assert isinstance(due, ask.PickDecision)
    assert due.count == 2
    assert len(game.options(A)) == 8 * 7 // 2


def test_c1_c5_kept_cards_wait_beside_the_draft_and_join_the_hand() -> None:
    game = pick_all(deal(new_table(3), A, B, C))
    kept = game.knowledge[B].hand[0]
    pass_all(game).play(act.Keep(B, kept), act.Keep(A, None), act.Keep(C, None))
    deal(game, A, B, C)
    assert game.clan(B).kept == 1
    assert game.knowledge[B].hand == ()
    assert kept not in game.knowledge[B].pack
    pick_all(game)
    assert (game.clan(B).hand, game.clan(B).kept) == (7, 0)
    assert kept in game.knowledge[B].hand
    assert [len(known.hand) for known in game.knowledge] == [6, 7, 6]


def test_c6_a_kept_quest_is_not_committed() -> None:
    game = pick_all(deal(new_table(2), A, B))
    pass_all(game).play(act.Keep(A, game.knowledge[A].hand[0]), act.Keep(B, None))
    assert [clan.quests for clan in game.state.clans] == [0, 0]


def test_c9_an_absent_seat_gets_no_new_cards_and_keeps_what_it_kept() -> None:
    game = pick_all(deal(new_table(4), A, B, C, D))
    kept = game.knowledge[B].hand[0]
    game = pass_all(game)
    for one in (A, B, C, D):
        game.play(act.Keep(one, kept if one == B else None))
    pick_all(deal(game, A, C, D))
    assert [clan.hand for clan in game.state.clans] == [6, 0, 6, 6]
    assert game.clan(B).kept == 1
    assert game.knowledge[B].kept == (kept,)
    assert game.knowledge[B].hand == ()
    keep_none(pass_all(game))
    pick_all(deal(game, A, B, C, D))
    assert [clan.hand for clan in game.state.clans] == [6, 7, 6, 6]


def test_c9_packs_pass_over_the_absent_seat() -> None:
    game = deal(new_table(4), A, C, D)
    held = {one: game.knowledge[one].pack for one in (A, C, D)}
    for one in (A, C, D):
        game.play(act.Pick(one, held[one][:1]))
    assert game.knowledge[C].pack == held[A][1:]
    assert game.knowledge[D].pack == held[C][1:]
    assert game.knowledge[A].pack == held[D][1:]


def test_c9_two_drafting_seats_of_a_larger_table_pick_two_cards_each() -> None:
    game = deal(new_table(4), B, D)
    assert game.owed() == (ask.PickDecision(B, 2), ask.PickDecision(D, 2))
    pick_all(game)
    assert [item.left for item in game.told(PassPacks)] == [6, 4, 2]
    assert [clan.hand for clan in game.state.clans] == [0, 6, 0, 6]


def test_c9_a_single_seat_is_dealt_six() -> None:
    game = deal(new_table(3), B, size=6)
    assert game.state.phase is Phase.ACTION
    assert [clan.hand for clan in game.state.clans] == [0, 6, 0]
    assert len(game.knowledge[B].hand) == 6
    assert game.told(StartDealing) == [StartDealing(Age.ONE, 1, (B,), 6)]


def test_c9_an_absent_seat_still_has_its_turns() -> None:
    game = deal(new_table(3), B, size=6)
    assert asked(game, A) is ask.TurnDecision
    assert game.rage(A) == 6


def test_i2_a_second_attempt_voids_the_first_and_its_picks() -> None:
    game = deal(new_table(4), A, B, C, D)
    game.play(game.options(A)[0], game.options(C)[0])
    deal(game, A, B, D, attempt=2)
    assert game.state.given == ()
    assert [asked(game, one) for one in (A, B, C, D)] == [
        ask.PickDecision,
        ask.PickDecision,
        None,
        ask.PickDecision,
    ]
    assert game.knowledge[A].picks == ()
    assert game.knowledge[A].seen == ()
    pick_all(game)
    assert [clan.hand for clan in game.state.clans] == [6, 6, 0, 6]


def test_i2_a_second_attempt_may_come_in_the_middle_of_the_draft() -> None:
    game = deal(new_table(3), A, B, C)
    for _ in range(4):
        for one in (A, B, C):
            game.play(game.options(one)[0])
    deal(game, A, C, attempt=2)
    pick_all(game)
    assert [len(known.hand) for known in game.knowledge] == [6, 0, 6]
    assert [item.dealt for item in game.told(TakeHand)] == [6, 6]
    keep_none(pass_all(game))
    assert game.due() == ask.BeginAgeDuty(Age.TWO, 1)


def test_i2_an_absent_pick_has_no_default() -> None:
    game = deal(new_table(3), A, B, C)
    assert code(game, act.Absent(B)) == "no-default"


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        (act.BeginAge(Age.TWO, 1, (A, B, C)), "wrong-age"),
        (act.BeginAge(Age.ONE, 2, (A, B, C)), "wrong-age"),
        (act.BeginAge(Age.ONE, 0, (A, B, C)), "wrong-age"),
        (act.BeginAge(Age.ONE, 1, ()), "wrong-roster"),
        (act.BeginAge(Age.ONE, 1, (B, A)), "wrong-roster"),
        (act.BeginAge(Age.ONE, 1, (A, A, B)), "wrong-roster"),
        (act.BeginAge(Age.ONE, 1, (A, B, C, D)), "wrong-roster"),
        (act.BeginAge(Age.ONE, 1, (Seat(-1), A)), "wrong-roster"),
    ],
)
def test_an_age_begins_only_as_it_should(begin: act.BeginAge, why: str) -> None:
    assert code(new_table(3), begin) == why


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        (act.BeginAge(Age.ONE, 1, (A, B)), "wrong-age"),
        (act.BeginAge(Age.ONE, 2, (A, B, C)), "wrong-roster"),
        (act.BeginAge(Age.ONE, 3, (A, B)), "wrong-age"),
        (act.BeginAge(Age.ONE, 2, (A, B)), None),
        (act.BeginAge(Age.ONE, 2, (C,)), None),
    ],
)
def test_each_attempt_at_dealing_is_the_next_with_fewer_seats(
    begin: act.BeginAge, why: str | None
) -> None:
    assert code(deal(new_table(3), A, B, C), begin) == why


def test_a_seat_left_out_of_an_attempt_is_out_of_the_next_too() -> None:
    game = deal(new_table(3), A, B, C)
    deal(game, A, B, attempt=2)
    assert code(game, act.BeginAge(Age.ONE, 3, (A, C))) == "wrong-roster"
    assert code(game, act.BeginAge(Age.ONE, 3, (A,))) is None


def test_no_age_begins_in_the_middle_of_one() -> None:
    game = pick_all(deal(new_table(3), A, B, C))
    assert code(game, act.BeginAge(Age.ONE, 2, (A, B))) == "not-owed"
    assert code(game, act.BeginAge(Age.TWO, 1, (A, B, C))) == "not-owed"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_b3a_without_a_draft_six_are_dealt_and_nobody_picks(players: int) -> None:
    game = new_table(players, rulings=Rulings(draft=False))
    deal(game, *(Seat(number) for number in range(players)), size=6)
    assert game.told(StartDealing)[0].cards_each == 6
    assert [len(known.hand) for known in game.knowledge] == [6] * players
    assert asked(game, A) is ask.TurnDecision
    left = {2: 8, 3: 8, 4: 10, 5: 12}
    assert len(deck(Age.ONE, players)) - 6 * players == left[players]


def test_b3a_a_kept_card_joins_a_dealt_hand_as_well() -> None:
    game = new_table(2, rulings=Rulings(draft=False))
    pass_all(deal(game, A, B, size=6))
    kept = game.knowledge[A].hand[2]
    game.play(act.Keep(A, kept), act.Keep(B, None))
    deal(game, A, B, size=6)
    assert game.clan(A).hand == 7
    assert kept in game.knowledge[A].hand


def test_c7_a_card_that_is_not_in_the_pack_cannot_be_picked() -> None:
    game = deal(new_table(3), A, B, C)
    foreign = game.knowledge[B].pack[0]
    assert foreign not in game.knowledge[A].pack
    assert code(game, act.Pick(A, (foreign,))) == "not-in-hand"


def test_the_gifts_phase_is_told_at_the_start_of_each_age() -> None:
    game = new_table(2)
    for _ in Age:
        pick_all(deal(game, A, B))
        keep_none(pass_all(game))
    begun = [item.phase for item in game.told(BeginPhase)]
    one_age = [
        Phase.GIFTS,
        Phase.ACTION,
        Phase.DISCARD,
        Phase.QUEST,
        Phase.RAGNAROK,
        Phase.RELEASE,
    ]
    assert begun == one_age * 3


def test_c2_the_state_tells_which_round_of_the_draft_it_is() -> None:
    game = deal(new_table(3), A, B, C)
    for number in range(1, 7):
        assert game.state.dealing is not None
        assert game.state.dealing.round == number
        for one in (A, B, C):
            game.play(game.options(one)[0])
    assert [item.round for item in game.told(PassPacks)] == [1, 2, 3, 4, 5, 6]
