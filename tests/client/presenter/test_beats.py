from client.presenter.beats import Beat, Narrator
from client.tables import PlayedAction
from client.text.names import names_of
from client.ui.moments import Happening
from client.ui.view import Strip
from engine.battle_changes import EndBattle
from engine.changes import BeginPhase, DestroyProvince, EndAge, ShowQuests
from engine.terms import Phase, Seat
from tests.builders import GIMLE, A, B, Game, seat, table
from tests.client.seated import SeatedGame


def beats_of(game: Game, *moves: str, viewer: Seat = A) -> list[Beat]:
    """Return the beats of some moves, for one seat."""
    seated = SeatedGame(game)
    narrator = Narrator(viewer, seated.state)
    seated.game.play(*moves)
    names = names_of(seated.state, seated.names, viewer)
    return [
        beat
        for event in seated.events()
        if isinstance(event, PlayedAction)
        for beat in narrator.beats(event, seated.knowledge, names)
    ]


def battle() -> Game:
    """Build three clans in one province, two of them with cards."""
    return table(
        A=seat(gimle="L", hand="tyrs-smash"),
        B=seat(gimle="W", hand="tyrs-bash"),
        C=seat(gimle="W"),
    )


def test_a_battle_is_cut_into_steps_and_its_result_stays() -> None:
    beats = beats_of(battle(), "A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    strips = [beat.battle.strip for beat in beats if beat.battle is not None]
    assert list(dict.fromkeys(strips)) == [Strip.CHOOSE, Strip.REVEAL, Strip.RESULT]
    assert [beat.stays for beat in beats].count(True) == 1


def test_figures_stay_until_the_result_is_shown() -> None:
    beats = beats_of(battle(), "A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    reveal = next(b for b in beats if b.battle is not None and b.battle.strip is Strip.REVEAL)
    result = next(b for b in beats if any(isinstance(item, EndBattle) for item in b.story))
    assert reveal.state.figures(B, GIMLE).warriors == 1
    assert result.state.figures(B, GIMLE).warriors == 0


def test_the_last_moment_of_an_action_shows_its_final_state() -> None:
    seated = SeatedGame(battle())
    narrator = Narrator(A, seated.state)
    seated.game.play("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    names = names_of(seated.state, seated.names, A)
    for event in seated.events():
        if isinstance(event, PlayedAction):
            assert narrator.beats(event, seated.knowledge, names)[-1].state == event.state


def test_every_item_of_a_story_is_in_exactly_one_moment() -> None:
    seated = SeatedGame(battle())
    narrator = Narrator(A, seated.state)
    seated.game.play("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    names = names_of(seated.state, seated.names, A)
    for event in seated.events():
        if isinstance(event, PlayedAction):
            beats = narrator.beats(event, seated.knowledge, names)
            assert tuple(item for beat in beats for item in beat.story) == event.story


def test_the_end_of_an_age_is_shown_step_by_step() -> None:
    game = table(
        A=seat(gimle="L", quests="quest-alfheim"),
        B=seat(horgr="W"),
        players=2,
        ragnarok="horgr elvagar utgard",
    )
    beats = beats_of(game, "A pass", "B pass", "A stat axes")
    phases = [
        item.phase for beat in beats for item in beat.story[:1] if isinstance(item, BeginPhase)
    ]
    assert phases == [Phase.DISCARD, Phase.QUEST, Phase.RAGNAROK, Phase.RELEASE, Phase.GIFTS]
    for kind in (ShowQuests, DestroyProvince, EndAge):
        assert sum(any(isinstance(item, kind) for item in beat.story) for beat in beats) == 1


def _end_of_actions(game: Game, *moves: str) -> Happening:
    """Return the event that begins the Discard phase."""
    (found,) = [
        beat.happening
        for beat in beats_of(game, *moves)
        if BeginPhase(Phase.DISCARD) in beat.story and beat.happening is not None
    ]
    return found


def test_the_end_of_the_actions_is_an_event_with_the_pillage_of_everything_as_its_reason() -> None:
    others = "elvagar angerboda muspelheim horgr utgard andlang myrkvlor yggdrasil"
    game = table(A=seat(gimle="L", rage=3), B=seat(rage=2), players=2, pillaged=others)
    event = _end_of_actions(game, "A pillage gimle")
    assert event.told == "All provinces are pillaged: the actions of this Age end."
    assert event.card is not None
    assert event.card.told[0].startswith("The Rage left is lost: ")


def test_the_end_of_the_actions_says_so_if_nobody_can_act_any_more() -> None:
    game = table(A=seat(gimle="L"), B=seat(horgr="W"), players=2)
    event = _end_of_actions(game, "A pass", "B pass")
    assert event.told == "Nobody can act any more: the actions of this Age end."
    assert event.card is not None


def test_deeds_of_the_viewer_take_no_time() -> None:
    own, *_ = beats_of(table(A=seat(gimle="W"), B=seat()), "A march gimle utgard W")
    assert own.wait == 0.0


def test_deeds_of_others_stay_for_a_while() -> None:
    game = table(A=seat(gimle="W"), B=seat(gimle="W"), turn=B, first=B)
    other, *_ = beats_of(game, "B march gimle utgard W")
    assert other.wait > 0.0


def test_the_letter_of_a_result_is_the_winners_even_if_a_loser_acts_last() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash"),
        B=seat(gimle="W", horgr="W", hand="tyrs-bash", upgrades="friggas-protection", rage=2),
    )
    moves = ("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash", "B decline")
    beats = beats_of(game, *moves)
    (event,) = [
        beat.happening
        for beat in beats
        if beat.battle is not None and beat.battle.strip is Strip.RESULT
    ]
    assert event is not None
    assert event.seat == A
    assert event.told.startswith("You win")
