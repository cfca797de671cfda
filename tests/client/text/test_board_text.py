from __future__ import annotations

from client.text.board_text import board_lines, clan_lines, moment, province_line, rank_of
from client.text.names import names_of
from engine.terms import Place, Token
from tests.builders import A, B, C, random_play, seat, table


def test_a_province_has_key_name_forces_token_and_doom() -> None:
    game = table(
        A=seat(gimle="WWL troll", west="S", upgrades="troll", levels=(1, 1, 2)),
        B=seat(west="S"),
        tokens={Place.GIMLE: Token.AXES},
        ragnarok="horgr gimle utgard",
    )
    line = province_line(game.state, names_of(game.state), Place.GIMLE)
    assert line == "1 Gimle W2Lt:9~ R~2 (Axes) doomed in Age II"


def test_pillaged_and_destroyed_provinces_are_marked() -> None:
    game = table(destroyed="utgard", pillaged="gimle", ragnarok="horgr elvagar andlang", players=4)
    names = names_of(game.state)
    assert province_line(game.state, names, Place.UTGARD) == "3 Utgard destroyed"
    assert province_line(game.state, names, Place.GIMLE) == "1 Gimle pillaged"


def test_equals_share_their_rank() -> None:
    state = table(A=seat(glory=9), B=seat(glory=12), C=seat(glory=9)).state
    assert [rank_of(state, one) for one in (A, B, C)] == [2, 1, 2]


def test_a_clan_is_described_with_everything_public() -> None:
    game = table(A=seat(gimle="W", upgrades="troll", valhalla="troll", rage=2, passed=True))
    said = "\n".join(clan_lines(game.state, names_of(game.state, ("Astrid", "", "", "")), A))
    assert "Wolf (Astrid): Rage 2 of 6, Axes 3, Horns 1 of 4, Glory 0, passed" in said
    assert "Valhalla: Troll" in said
    assert "upgrades: Troll" in said


def test_the_board_can_be_described_at_every_moment_of_a_game() -> None:
    for game in random_play(5, 1):
        names = names_of(game.state)
        assert moment(game.state)
        assert len(board_lines(game.state, names)) >= 9
