from client.presenter.beats import SHORT, Beat
from client.presenter.event_cards import words_of
from client.ui.moments import EventCard, Happening
from engine.changes import MoveFigures
from engine.terms import CardId
from tests.builders import ANDLANG, GIMLE, UTGARD, A, B, C, Game, SeatWords, seat, table
from tests.client.presenter.test_beats import beats_of


def others_turn(b: SeatWords) -> Game:
    """Let B act, as A looks on."""
    return table(A=seat(elvagar="W"), B=b, turn=B, first=B)


def event_of(beat: Beat) -> Happening:
    assert beat.happening is not None
    return beat.happening


def card_of(beat: Beat) -> EventCard:
    card = event_of(beat).card
    assert card is not None
    return card


def test_an_upgrade_of_somebody_else_comes_with_its_text_and_its_price() -> None:
    beat, *_ = beats_of(others_turn(seat(hand="lokis-dragons", rage=6)), "B upgrade lokis-dragons")
    assert event_of(beat).told.startswith("Bo plays the upgrade Loki's Dragons.")
    assert card_of(beat).cards == (CardId("lokis-dragons"),)
    assert dict(card_of(beat).changes)[B].startswith("Rage 6 → 4")


def test_an_invade_shows_rage_horns_and_strength_before_and_after() -> None:
    beat, *_ = beats_of(others_turn(seat(gimle="W", rage=4)), "B invade warrior gimle")
    assert dict(card_of(beat).changes) == {
        B: "Rage 4 → 3, Horns 1/4 → 2/4, strength in Gimle 1 → 2"
    }


def test_a_march_marks_its_origin_and_its_target() -> None:
    beat, *_ = beats_of(others_turn(seat(gimle="W")), "B march gimle utgard W")
    assert event_of(beat).places == (GIMLE, UTGARD)
    assert event_of(beat).seat == B


def test_a_deed_of_the_viewer_has_no_card_and_takes_no_time() -> None:
    own, *_ = beats_of(table(A=seat(gimle="W"), B=seat()), "A march gimle utgard W")
    assert event_of(own).card is None
    assert own.wait == 0.0


def test_the_text_of_a_card_is_not_repeated_in_the_next_event() -> None:
    game = others_turn(seat(hand="lokis-dragons", rage=6))
    beats = beats_of(game, "B upgrade lokis-dragons", "B free-invade ship north")
    free = next(beat for beat in beats if "north fjord" in event_of(beat).told)
    assert card_of(free).cards == ()


def test_a_deed_stays_as_long_as_it_takes_to_read_it() -> None:
    beat, *_ = beats_of(others_turn(seat(gimle="W")), "B march gimle utgard W")
    assert beat.wait == SHORT + 0.045 * len(words_of(event_of(beat)))
    longer, *_ = beats_of(
        others_turn(seat(hand="lokis-dragons", rage=6)), "B upgrade lokis-dragons"
    )
    assert longer.wait > 2 * beat.wait


def test_a_refusal_to_join_is_told_with_the_name_of_the_seat() -> None:
    game = table(
        A=seat(elvagar="W"),
        B=seat(gimle="W", rage=3),
        C=seat(andlang="W", myrkvlor="W"),
        turn=B,
        first=B,
    )
    beats = beats_of(game, "B pillage gimle", "C decline")
    told = [beat.happening.told for beat in beats if beat.happening is not None]
    assert told[0].startswith("Bo pillages Gimle")
    assert "Cy" in told[1]


def test_figures_that_join_are_shown_on_the_map_as_they_come() -> None:
    game = table(
        A=seat(elvagar="W"),
        B=seat(gimle="W", rage=3),
        C=seat(andlang="W"),
        turn=B,
        first=B,
    )
    beats = beats_of(game, "B pillage gimle", "C join andlang warrior")
    joined = next(b for b in beats if any(isinstance(one, MoveFigures) for one in b.story))
    assert joined.state.figures(C, GIMLE).warriors == 1
    assert joined.state.figures(C, ANDLANG).warriors == 0
    assert event_of(joined).seat == C
    assert A not in dict(card_of(joined).changes)
