from functools import cache
from itertools import pairwise

import pytest

from client.presenter.beats import Beat, Narrator
from client.tables import PlayedAction
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.names import names_of
from client.ui.view import BattleView, Strip
from engine.battle_changes import EndBattle, RevealCard, ThrowAway
from engine.play import is_over
from engine.state import Options
from engine.terms import Seat
from tests.builders import A, B, C, seat, table
from tests.client.presenter.test_beats import battle, beats_of
from tests.client.screens.scenes import NAMES

MOVES = ("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")


def views(beats: list[Beat]) -> list[BattleView]:
    return [beat.battle for beat in beats if beat.battle is not None]


def watched(viewer: Seat = A) -> list[Beat]:
    """Return the beats of a battle in which Heimdall's Watch throws two cards away."""
    game = table(
        A=seat(gimle="L", hand="tyrs-smash tyrs-crush"),
        B=seat(gimle="W", hand="heimdalls-watch tyrs-bash"),
        C=seat(elvagar="W"),
    )
    moves = ("A pillage gimle", "A card tyrs-smash", "B card heimdalls-watch")
    return beats_of(game, *moves, viewer=viewer)


# ---------------------------------------------------------------- cards, one after the other


def test_cards_are_turned_over_one_after_the_other() -> None:
    turned = [
        [item.seat for item in beat.story if isinstance(item, RevealCard)]
        for beat in beats_of(battle(), *MOVES)
    ]
    assert [seats for seats in turned if seats] == [[A], [B]]


def test_a_card_that_was_not_turned_yet_lies_face_down() -> None:
    first = next(
        beat
        for beat in beats_of(battle(), *MOVES)
        if any(isinstance(item, RevealCard) for item in beat.story)
    )
    assert first.battle is not None
    assert [row.card for row in first.battle.rows] == ["Tyr's Smash +3", "face down", "no card"]


def test_the_strength_of_a_row_grows_by_what_was_turned_over() -> None:
    found = {
        row.card: row.grown
        for view in views(beats_of(battle(), *MOVES))
        for row in view.rows
        if row.grown
    }
    assert found == {"Tyr's Smash +3": 3, "Tyr's Bash +2": 2}


def test_the_sentence_of_each_step_is_about_that_step() -> None:
    beats = beats_of(battle(), *MOVES)
    told = [beat.happening.told for beat in beats if beat.battle and beat.happening]
    assert "You reveal Tyr's Smash +3." in told
    assert told[-1].startswith("You win 6")


def test_the_text_of_a_card_is_shown_as_it_is_turned_over() -> None:
    game = table(A=seat(gimle="L", hand="thors-hammer"), B=seat(gimle="W", hand="tyrs-bash"))
    steps = views(beats_of(game, "A pillage gimle", "A card thors-hammer", "B card tyrs-bash"))
    texts = [view.turned for view in steps if view.turned]
    assert len(texts) == 1
    assert texts[0].startswith("Thor's Hammer: ")


def test_the_call_ends_before_the_battle_begins() -> None:
    beats = beats_of(battle(), *MOVES)
    told = [beat.happening.told for beat in beats if beat.happening is not None]
    begun = next(one for one in told if one.startswith("Battle for Gimle"))
    assert "you (Leader)" in begun


# ---------------------------------------------------------------- Heimdall's Watch


def test_cards_thrown_away_are_shown_with_their_owners_until_they_were_read() -> None:
    thrown = next(b for b in watched() if any(isinstance(i, ThrowAway) for i in b.story))
    assert thrown.stays
    assert thrown.battle is not None
    assert [row.card for row in thrown.battle.rows] == ["Tyr's Smash +3", "Heimdall's Watch +0"]
    assert any("+3 Glory" in told for told in thrown.battle.effects)
    assert any("Tyr's Smash" in one and "Heimdall's Watch" in one for one in thrown.battle.effects)


def test_the_next_choice_still_tells_what_was_thrown_away() -> None:
    beats = beats_of(
        table(
            A=seat(gimle="L", hand="tyrs-smash tyrs-crush"),
            B=seat(gimle="W", hand="heimdalls-watch tyrs-bash"),
            C=seat(elvagar="W"),
        ),
        "A pillage gimle",
        "A card tyrs-smash",
        "B card heimdalls-watch",
        "A card tyrs-crush",
    )
    assert beats[-1].battle is not None
    told = " ".join(beats[-1].battle.effects)
    assert "Heimdall's Watch" in told
    assert "Tyr's Smash" in told


def test_cards_thrown_away_can_be_read_again() -> None:
    thrown = next(b for b in watched() if any(isinstance(i, ThrowAway) for i in b.story))
    (step,) = thrown.steps
    assert step.strip is Strip.REVEAL
    assert "Heimdall's Watch" in str(step)


def test_a_spectator_sees_what_was_thrown_away() -> None:
    thrown = next(b for b in watched(C) if any(isinstance(i, ThrowAway) for i in b.story))
    assert thrown.battle is not None
    assert thrown.stays


def test_the_log_names_the_owner_of_each_card_thrown_away() -> None:
    thrown = next(b for b in watched() if any(isinstance(i, ThrowAway) for i in b.story))
    full = " ".join(line.full for line in thrown.lines)
    assert "Tyr's Smash (you)" in full
    assert "Heimdall's Watch (Bo)" in full


# ---------------------------------------------------------------- whole games


GAMES = ((2, 1), (3, 2), (5, 3))


@cache
def whole_game(players: int, seed: int, viewer: Seat) -> tuple[Beat, ...]:
    """Return the beats of a whole game between bots, for one seat."""
    chairs = tuple(Chair(name, "thrall") for name in NAMES[:players])
    seated = LocalTable(shuffled(chairs, seed, Options())).seat(viewer)
    narrator = Narrator(viewer, seated.state)
    beats: list[Beat] = []
    while not is_over(seated.state):
        seated.advance()
        for event in seated.events():
            if isinstance(event, PlayedAction):
                names = names_of(event.state, seated.names, viewer)
                beats += narrator.beats(event, seated.knowledge, names)
    return tuple(beats)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_result_is_never_shown_by_halves(players: int, seed: int) -> None:
    for beat in whole_game(players, seed, A):
        if beat.battle is not None and beat.battle.strip is Strip.RESULT:
            assert any(isinstance(item, EndBattle) for item in beat.story)
            assert beat.battle.fates


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_no_two_cards_come_at_once(players: int, seed: int) -> None:
    for beat in whole_game(players, seed, B):
        assert sum(isinstance(item, RevealCard) for item in beat.story) <= 1


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_cards_do_not_vanish_before_the_result(players: int, seed: int) -> None:
    for before, after in pairwise(whole_game(players, seed, C if players > 2 else A)):
        if before.battle is None or before.battle.strip is not Strip.REVEAL:
            continue
        throws = any(isinstance(item, ThrowAway) for item in before.story)
        assert after.battle is not None or throws, (before.story, after.story)
