"""Scenarios J100 to J116 of docs/rules.md: gods are drawn, placed and moved."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from engine import decisions as ask
from engine.actions import Absent, BeginAge, MoveGod, PlaceGods
from engine.board import OUTER
from engine.changes import PlaceGod, SendGod
from engine.errors import Code
from engine.knowledge import first_knowledge
from engine.play import illegal
from engine.setup import OUTER_TOKENS, Layout, new_game
from engine.state import GameState, Options
from engine.terms import Age, Deity, Phase, Place, Seat, Token
from tests.builders import (
    ANDLANG,
    ANGERBODA,
    ELVAGAR,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    Game,
    figures,
    gods,
    random_play,
    seat,
    table,
)
from tests.decks import deck, words

BROKE = seat(rage=0)


def begun(players: int, gone: tuple[Place, ...]) -> GameState:
    """Return a new game with gods after the choice of clans: the table owes their places."""
    three = (HORGR, GIMLE, UTGARD)
    layout = Layout(A, OUTER_TOKENS, three, gone, (Deity.THOR, Deity.LOKI))
    game = Game(
        new_game(players, layout, Options(gods=True)),
        tuple(first_knowledge(Seat(number), players) for number in range(players)),
    )
    while isinstance(due := game.due(), ask.ClanDecision):
        game.play(game.options(due.seat)[0])
    return game.state


def placements(state: GameState) -> list[tuple[Place, ...]]:
    """List the placements of both gods that the table may make."""
    tried = (PlaceGods(state.age, (one, other)) for one, other in product(Place, Place))
    return [action.places for action in tried if illegal(state, action) is None]


def test_j100_at_four_seats_there_are_twelve_placements_on_four_spare_provinces() -> None:
    state = begun(4, (ANDLANG,))
    spare = (ELVAGAR, ANGERBODA, MUSPELHEIM, MYRKVLOR)
    assert state.owed == (ask.PlaceGodsDuty(Age.ONE),)
    assert state.spare() == spare
    assert sorted(placements(state)) == sorted(permutations(spare, 2))
    assert len(placements(state)) == 12


def test_j101_at_two_seats_both_spare_provinces_hold_a_god_in_every_age() -> None:
    assert len(placements(begun(2, (ANDLANG, MYRKVLOR, ELVAGAR)))) == 2
    placed = []
    for game in random_play(2, 101, gods=True):
        if game.actions and isinstance(action := game.actions[-1], PlaceGods):
            placed.append(action.age)
            assert sorted(action.places) == sorted(game.state.spare())
            assert tuple(place for _, place in game.state.gods) == action.places
    assert sorted(set(placed)) == list(Age)


@pytest.mark.parametrize(("players", "gone", "number"), [(3, (ANDLANG, MYRKVLOR), 6), (5, (), 20)])
def test_j102_three_seats_have_six_placements_and_five_have_twenty(
    players: int, gone: tuple[Place, ...], number: int
) -> None:
    state = begun(players, gone)
    assert len(state.spare()) == players
    assert len(placements(state)) == number


def test_j103_before_the_second_age_both_gods_are_placed_anew() -> None:
    game = table(A=BROKE, B=BROKE, players=2, gods="tyr=yggdrasil loki=gimle")
    assert game.due() == ask.PlaceGodsDuty(Age.TWO)
    assert game.refuses(BeginAge(Age.TWO, 1, (A, B))) is not None
    game.play("table place-gods 2 horgr,andlang")
    assert game.state.gods == gods("tyr=horgr loki=andlang")
    assert game.due() == ask.BeginAgeDuty(Age.TWO, 1)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("table place-gods 2 horgr", Code.WRONG_COUNT),
        ("table place-gods 2 horgr,horgr", Code.NOT_SPARE),
        ("table place-gods 2 horgr,yggdrasil", Code.NOT_SPARE),
        ("table place-gods 2 horgr,angerboda", Code.NOT_SPARE),
        ("table place-gods 2 elvagar,horgr", Code.NOT_SPARE),
        ("table place-gods 1 horgr,gimle", Code.NOT_OWED),
    ],
)
def test_l9_only_provinces_of_spare_tokens_take_a_god(line: str, code: Code) -> None:
    """Elvagar has fallen, Angerboda is on the Age track."""
    game = table(A=BROKE, B=BROKE, players=2, gods="tyr=yggdrasil loki=gimle")
    why = game.refuses(line)
    assert why is not None
    assert why.code is code


def test_j104_a_deal_made_again_leaves_the_gods_where_they_are() -> None:
    game = table(A=BROKE, B=BROKE, C=BROKE, players=3, gods="tyr=yggdrasil loki=gimle")
    game.play("table place-gods 2 horgr,andlang")
    cards = deck(Age.TWO, 3)
    packs = [words(cards[8 * number : 8 * number + 8]) for number in range(3)]
    game.begin_age(*packs)
    assert game.refuses("table place-gods 2 gimle,utgard") is not None
    game.begin_age(packs[0], packs[1], "", attempt=2)
    assert game.state.gods == gods("tyr=horgr loki=andlang")


def test_j105_with_one_spare_province_left_the_god_drawn_second_stands_beside_the_board() -> None:
    game = table(
        A=seat(muspelheim="fenrir", upgrades="fenrir", rage=0),
        B=BROKE,
        players=2,
        kickstarter=True,
        destroyed="horgr utgard andlang",
        ragnarok="gimle myrkvlor angerboda",
        gods="odin=muspelheim tyr=elvagar",
    )
    assert game.state.is_destroyed(MUSPELHEIM)
    assert game.state.gods == gods("odin=elvagar tyr=none")
    assert game.due() == ask.BeginAgeDuty(Age.TWO, 1)


def test_j106_an_unopposed_pillage_pays_its_token_and_moves_the_god() -> None:
    game = table(
        A=seat(utgard="W"), gods="loki=utgard tyr=gimle", tokens={UTGARD: Token.AXES}
    ).play("A pillage utgard")
    assert (game.levels(A), game.glory(A)) == ((1, 2, 1), 0)
    assert game.due() == ask.GodMoveDecision(A, UTGARD, Deity.LOKI)
    assert MoveGod(A, UTGARD) not in game.options(A)
    game.play("A god-move horgr")
    assert game.state.gods == gods("loki=horgr tyr=gimle")


def test_j107_a_lost_attempt_moves_the_god_as_well() -> None:
    game = table(A=seat(horgr="W"), B=seat(horgr="WWW"), gods="odin=horgr tyr=gimle")
    game.play("A pillage horgr")
    assert not game.is_pillaged(HORGR)
    assert game.levels(A) == (1, 1, 1)
    places = [place for place in OUTER if place not in (HORGR, GIMLE)]
    assert game.options(A) == tuple(MoveGod(A, place) for place in (*places, YGGDRASIL))
    assert game.state.doomed in places


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("horgr", Code.SAME_PLACE),
        ("gimle", Code.GOD_THERE),
        ("utgard", Code.ALREADY_PILLAGED),
        ("andlang", Code.DESTROYED),
        ("west", Code.NOT_A_PROVINCE),
    ],
)
def test_l14_a_god_is_moved_to_open_provinces_without_a_god_only(place: str, code: Code) -> None:
    game = table(
        A=seat(horgr="W"),
        B=seat(horgr="WWW"),
        gods="odin=horgr tyr=gimle",
        pillaged="utgard",
        destroyed="andlang",
    ).play("A pillage horgr")
    why = game.refuses(f"A god-move {place}")
    assert why is not None
    assert why.code is code


def test_j108_without_a_legal_place_the_god_stays_also_when_it_is_pillaged_again() -> None:
    game = table(
        A=seat(horgr="W"),
        B=seat(andlang="W", upgrades="tyrs-challenge", rage=3),
        players=2,
        gods="odin=horgr tyr=gimle",
        tokens={HORGR: Token.RAGE},
        pillaged="elvagar angerboda muspelheim utgard andlang myrkvlor yggdrasil",
    ).play("A pillage horgr")
    assert game.state.gods == gods("odin=horgr tyr=gimle")
    game.play("B march andlang horgr W", "A march horgr andlang W", "B repillage horgr")
    assert (game.rage(B), game.levels(B)) == (0, (3, 1, 1))
    assert game.state.gods == gods("odin=horgr tyr=gimle")
    assert not game.told(SendGod)


def test_j109_the_only_legal_place_is_taken_unasked() -> None:
    game = table(
        A=seat(gimle="W"),
        gods="odin=gimle tyr=none",
        pillaged="elvagar angerboda muspelheim horgr utgard andlang yggdrasil",
    ).play("A pillage gimle")
    assert game.state.gods == gods("odin=myrkvlor tyr=none")
    assert game.due() == ask.TurnDecision(B)


def test_j110_a_pillage_by_thors_domain_moves_the_god_within_the_same_turn() -> None:
    game = table(
        A=seat(rage=3, upgrades="thors-domain"),
        gods="tyr=elvagar loki=gimle",
        tokens={ELVAGAR: Token.HORNS},
    ).play("A invade warrior elvagar", "A domain")
    assert (game.rage(A), game.levels(A)) == (0, (1, 1, 2))
    assert game.due() == ask.GodMoveDecision(A, ELVAGAR, Deity.TYR)
    assert game.play("A god-move horgr").due() == ask.TurnDecision(B)


def test_j111_the_leader_walks_on_before_the_god_is_moved() -> None:
    game = table(
        A=seat(gimle="L", upgrades="lord-of-hammers"),
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.RAGE},
    ).play("A pillage gimle")
    assert game.levels(A) == (3, 1, 1)
    assert game.due() == ask.HammersDecision(A, GIMLE)
    game.play("A hammers-move leader andlang")
    assert game.due() == ask.GodMoveDecision(A, GIMLE, Deity.ODIN)


def test_j112_the_god_moves_before_a_thors_domain_kept_back() -> None:
    game = table(
        A=seat(gimle="WWW"),
        B=seat(gimle="W", upgrades="lokis-blessing thors-domain", rage=2),
        turn=B,
        gods="thor=gimle tyr=horgr",
    ).play("B pillage gimle", "B blessing")
    assert game.glory(A) == 3 + 2
    assert game.due() == ask.GodMoveDecision(B, GIMLE, Deity.THOR)
    game.play("B god-move utgard")
    assert game.due() == ask.DomainDecision(B, GIMLE)
    game.play("B domain", "B decline")
    assert game.rage(B) == 0
    assert game.glory(A) == 5 + 3


def test_j113_the_phase_ends_after_the_last_pillage_whose_god_stays() -> None:
    game = table(
        A=seat(horgr="W", rage=4),
        gods="odin=horgr tyr=none",
        tokens={HORGR: Token.GLORY},
        pillaged="elvagar angerboda muspelheim utgard andlang gimle myrkvlor yggdrasil",
    ).play("A pillage horgr")
    assert game.glory(A) == 10
    assert game.state.gods[0] == (Deity.ODIN, HORGR)
    assert game.state.phase is Phase.GIFTS


def test_j114_frigga_protects_nobody_in_ragnarok_and_is_lifted_off_the_falling_province() -> None:
    game = table(A=seat(elvagar="WW", rage=0), B=BROKE, players=2, gods="frigga=elvagar tyr=gimle")
    assert game.glory(A) == 4
    assert PlaceGod(Deity.FRIGGA, None) in game.told(PlaceGod)
    assert game.state.gods == gods("frigga=none tyr=gimle")
    assert game.play("table place-gods 2 utgard,gimle").state.gods[0] == (Deity.FRIGGA, UTGARD)


def test_j115_the_attacked_province_decides_which_god_acts_on_a_ship() -> None:
    game = table(A=seat(angerboda="WWW"), B=seat(north="S"), gods="thor=elvagar loki=angerboda")
    game.play("A pillage angerboda")
    assert game.valhalla(B) == figures("S")
    assert (game.glory(A), game.glory(B)) == (0, 3)


def test_j116_for_an_absent_pillager_the_god_goes_to_the_first_legal_province() -> None:
    game = table(B=seat(horgr="W"), turn=B, gods="odin=horgr tyr=elvagar")
    game.play("B pillage horgr", Absent(B))
    assert game.state.gods == gods("odin=angerboda tyr=elvagar")
