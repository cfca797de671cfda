import pytest

from engine.actions import Laid, Pass
from engine.decisions import CardDecision, JoinDecision, TurnDecision
from engine.errors import BadPosition
from engine.figures import Figures
from engine.invariants import Problem, check
from engine.state import Battle, Clan, GameState, Played
from engine.terms import CardId, Place, Seat, Token
from engine.values import replace
from tests.builders import (
    ANDLANG,
    EAST,
    GIMLE,
    HORGR,
    UTGARD,
    WEST,
    A,
    B,
    C,
    face,
    figures,
    random_play,
    seat,
    table,
)


def start() -> GameState:
    return table(
        A=seat(gimle="WL troll", west="S", upgrades="troll"), B=seat(gimle="W"), players=3
    ).state


def without(state: GameState, place: Place) -> GameState:
    return state.with_province(place, replace(state.board.provinces[place], destroyed=True))


def problem_of(state: GameState) -> tuple[str, str]:
    with pytest.raises(BadPosition) as refused:
        check(state)
    return refused.value.problem, refused.value.where


def with_clan(**changes: object) -> GameState:
    state = start()
    clan = replace(state.clans[A], **changes)  # type: ignore[arg-type]
    return state.with_clan(A, clan)


def in_battle() -> tuple[GameState, Battle]:
    game = table(A=seat(gimle="WW", hand="tyrs-bash"), B=seat(gimle="W", hand="tyrs-smash"))
    state = game.play("A pillage gimle").state
    assert state.battle is not None
    return state, state.battle


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_state_of_a_game_keeps_them(players: int) -> None:
    for game in random_play(players, players + 40):
        check(game.state)


# ------------------------------------------------------------------- figures


def test_a_figure_too_many_is_found() -> None:
    more = start().with_figures(A, HORGR, figures("W"))
    assert problem_of(more) == (Problem.FIGURES, "A")


def test_a_figure_lost_is_found() -> None:
    assert problem_of(start().with_figures(A, WEST, Figures())) == (Problem.FIGURES, "A")


def test_a_monster_without_its_card_is_found() -> None:
    assert problem_of(with_clan(upgrades=())) == (Problem.MONSTERS, "A")


def test_a_card_without_its_monster_is_found() -> None:
    two = (CardId("troll"), CardId("valkyrie"))
    assert problem_of(with_clan(upgrades=two)) == (Problem.MONSTERS, "A")


def test_a_third_monster_card_is_found() -> None:
    three = (CardId("troll"), CardId("valkyrie"), CardId("dark-elf"))
    assert problem_of(with_clan(upgrades=three)) == (Problem.SLOTS, "A monster")


def test_a_battle_card_on_the_sheet_is_found() -> None:
    upgrades = (CardId("troll"), CardId("tyrs-bash"))
    assert problem_of(with_clan(upgrades=upgrades)) == (Problem.NOT_AN_UPGRADE, "A tyrs-bash")


def test_a_negative_number_of_figures_is_found() -> None:
    negative = with_clan(reserve=Figures(8, 0, 0), valhalla=Figures(-1, 0, 0))
    assert problem_of(negative) == (Problem.NEGATIVE, "A")


def test_monsters_out_of_order_are_found() -> None:
    state = table(A=seat(gimle="troll valkyrie", upgrades="troll valkyrie")).state
    swapped = Figures(monsters=(CardId("valkyrie"), CardId("troll")))
    assert problem_of(state.with_figures(A, GIMLE, swapped)) == (Problem.UNSORTED, "A")


# -------------------------------------------------------------------- places


def test_more_figures_than_villages_are_found() -> None:
    crowded = table(A=seat(utgard="WWW"), B=seat(horgr="W")).state
    moved = crowded.with_figures(B, HORGR, Figures()).with_figures(B, UTGARD, figures("W"))
    assert problem_of(moved) == (Problem.VILLAGES, "utgard")


def test_yggdrasil_has_room_for_everybody() -> None:
    check(table(A=seat(yggdrasil="WWWL"), B=seat(yggdrasil="WWWL"), C=seat(yggdrasil="WWL")).state)


def test_a_ship_in_a_province_is_found() -> None:
    ashore = start().with_figures(A, WEST, Figures()).with_figures(A, HORGR, figures("S"))
    assert problem_of(ashore) == (Problem.SHIP_ASHORE, "horgr")


def test_a_sea_serpent_in_a_province_is_found() -> None:
    state = table(A=seat(west="sea-serpent", upgrades="sea-serpent")).state
    ashore = state.with_figures(A, WEST, Figures())
    beached = ashore.with_figures(A, HORGR, figures("sea-serpent"))
    assert problem_of(beached) == (Problem.SHIP_ASHORE, "horgr")


def test_a_warrior_in_a_fjord_is_found() -> None:
    afloat = start().with_figures(B, GIMLE, Figures()).with_figures(B, EAST, figures("W"))
    assert problem_of(afloat) == (Problem.AFLOAT, "east")


def test_a_figure_in_a_destroyed_province_is_found() -> None:
    assert problem_of(without(start(), GIMLE)) == (Problem.DESTROYED, "gimle")


def test_a_ship_in_a_fjord_without_provinces_is_found() -> None:
    state = table(A=seat(west="S")).state
    state = without(without(state, GIMLE), Place.MYRKVLOR)
    assert problem_of(state) == (Problem.DESTROYED, "west")


def test_yggdrasil_destroyed_is_found() -> None:
    assert problem_of(without(start(), Place.YGGDRASIL)) == (Problem.DESTROYED, "yggdrasil")


def test_yggdrasil_with_another_token_is_found() -> None:
    state = start()
    changed = replace(state.board.provinces[Place.YGGDRASIL], token=Token.RAGE)
    broken = state.with_province(Place.YGGDRASIL, changed)
    assert problem_of(broken) == (Problem.TOKENS, "yggdrasil")


def test_two_glory_tokens_are_found() -> None:
    state = start()
    other = next(
        place for place in (GIMLE, HORGR) if state.board.provinces[place].token is Token.AXES
    )
    changed = state.with_province(other, replace(state.board.provinces[other], token=Token.GLORY))
    assert problem_of(changed)[0] == Problem.TOKENS


# -------------------------------------------------------------------- sheets


def test_more_figures_on_the_board_than_horns_are_found() -> None:
    state = table(A=seat(gimle="WWWW")).state
    clan: Clan = state.clans[A]
    fewer = clan.with_figures(clan.reserve.minus(figures("W")), clan.valhalla)
    more = state.with_clan(A, fewer).with_figures(A, HORGR, figures("W"))
    assert problem_of(more) == (Problem.HORNS, "A")


@pytest.mark.parametrize("part", ["rage", "glory", "hand", "kept", "quests"])
def test_a_number_below_zero_is_found(part: str) -> None:
    assert problem_of(with_clan(**{part: -1})) == (Problem.NEGATIVE, "A")


@pytest.mark.parametrize("levels", [(0, 1, 1), (1, 7, 1)])
def test_a_level_off_the_track_is_found(levels: tuple[int, int, int]) -> None:
    assert problem_of(with_clan(levels=levels)) == (Problem.LEVELS, "A")


# --------------------------------------------------------------------- table


def test_a_turn_of_a_seat_that_is_not_there_is_found() -> None:
    assert problem_of(replace(start(), turn=Seat(3))) == (Problem.SEAT, "turn")


def test_a_first_player_who_is_not_there_is_found() -> None:
    assert problem_of(replace(start(), first=Seat(5))) == (Problem.SEAT, "first")


def test_a_province_doomed_twice_is_found() -> None:
    assert problem_of(replace(start(), ragnarok=(GIMLE, HORGR, GIMLE))) == (Problem.RAGNAROK, "")


def test_yggdrasil_doomed_is_found() -> None:
    doomed = (GIMLE, HORGR, Place.YGGDRASIL)
    assert problem_of(replace(start(), ragnarok=doomed)) == (Problem.RAGNAROK, "")


def test_a_single_seat_is_found() -> None:
    state = start()
    rows = tuple(row[:1] for row in state.board.figures)
    alone = replace(state, clans=state.clans[:1], board=replace(state.board, figures=rows))
    assert problem_of(alone) == (Problem.PLAYERS, "1")


def test_a_board_without_a_seat_is_found() -> None:
    state = start()
    rows = tuple(row[:2] for row in state.board.figures)
    short = replace(state, board=replace(state.board, figures=rows))
    assert problem_of(short) == (Problem.SHAPE, "figures")


def test_a_board_without_yggdrasil_is_found() -> None:
    state = start()
    short = replace(state, board=replace(state.board, provinces=state.board.provinces[:8]))
    assert problem_of(short) == (Problem.SHAPE, "provinces")


# -------------------------------------------------------------------- battle


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"deaths": (0,)}, "parallel"),
        ({"participants": (A, A)}, "participants"),
        ({"pillager": C}, "participants"),
        ({"laid": (C,)}, "participants"),
        ({"winner": A}, "winner"),
        ({"place": EAST}, "east"),
        ({"cards": (Played(A, face("tyrs-bash"), counts=3),)}, "tyrs-bash"),
    ],
)
def test_a_battle_that_cannot_be_is_found(changes: dict[str, object], where: str) -> None:
    state, battle = in_battle()
    broken = replace(battle, **changes)  # type: ignore[arg-type]
    assert problem_of(state.with_battle(broken)) == (Problem.BATTLE, where)


def test_two_things_owed_by_one_seat_are_found() -> None:
    state = start()
    twice = state.waiting((), (CardDecision(A, GIMLE), CardDecision(A, GIMLE)), ())
    assert problem_of(twice) == (Problem.OWED, "seats")


def test_open_questions_to_two_seats_at_once_are_found() -> None:
    both = start().waiting((), (JoinDecision(A, ANDLANG), TurnDecision(B)), ())
    assert problem_of(both) == (Problem.OWED, "together")


def test_an_answer_of_a_seat_that_owes_nothing_is_found() -> None:
    state, _ = in_battle()
    assert problem_of(replace(state, given=(Laid(C),))) == (Problem.OWED, "given")


def test_an_answer_left_lying_is_found() -> None:
    assert problem_of(replace(start(), given=(Pass(A),))) == (Problem.OWED, "given")
