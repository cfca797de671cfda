"""Events on the screen of a player: their cards and scenes, the keys, the time they take."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.controller.lingering import LINGERS
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.beats import Beat
from client.presenter.people import Surroundings
from client.presenter.playback import HOLD, Pace
from client.presenter.preferences import GUARD, Preferences
from client.prompts.nodes import Take
from client.screens.frame import Frame
from client.screens.prompt import key_hints, prompt_line
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.names import face_name
from client.ui.layout import size_of
from client.ui.view import OverlayKind
from engine import actions as act
from engine.battle_changes import EndBattle, ThrowAway
from engine.cards import CARDS
from engine.changes import EndAge
from engine.state import Options
from engine.story import QuestNote, StoryItem
from engine.terms import LEADER, CardId, Place, Seat
from engine.values import replace
from tests.builders import ANDLANG, GIMLE, A, B, C, seat, table
from tests.client.controller.test_table_model import GUARDED, SLOW, Screen
from tests.client.screens.scenes import NAMES
from tests.client.seated import SeatedGame

CARD = {"enter", "space", "m", "i", "x", "y", "n", "e"}
"""Keys that would answer a question, and keys that mean nothing."""
LOOKING = {"l": OverlayKind.LOG, "c": OverlayKind.CLANS, "?": OverlayKind.HELP}


def two_deeds(preferences: Preferences = SLOW) -> Screen:
    """Let A march, then B and C; A has the next turn."""
    game = table(A=seat(gimle="L"), B=seat(gimle="W"), C=seat(gimle="W"), players=3)
    deeds = (act.Invade(B, LEADER, ANDLANG), act.Invade(C, LEADER, GIMLE))
    screen = Screen(game, *deeds, preferences=preferences)
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    return screen


def told(screen: Screen) -> str:
    event = screen.model.view(screen.now).happening
    return "" if event is None else event.told


def test_a_deed_of_somebody_else_is_a_card_and_no_question_is_asked() -> None:
    screen = two_deeds()
    event = screen.model.view(screen.now).happening
    assert event is not None
    assert event.card is not None
    assert told(screen).startswith("Bo invades Andlang with the Leader")
    assert screen.question == ""


@pytest.mark.parametrize("key", sorted(CARD))
def test_any_key_goes_on_to_the_next_event_and_does_nothing_else(key: str) -> None:
    screen = two_deeds()
    place = screen.model.place_now
    screen.keys(key)
    assert told(screen).startswith("Cy invades Gimle")
    assert screen.model.display.overlay is None
    assert place == ANDLANG
    screen.keys(key)
    assert screen.question == "What will you do?"
    assert screen.model.walk is not None
    assert not screen.model.walk.trail


def test_esc_goes_on_to_the_question() -> None:
    screen = two_deeds()
    screen.keys("escape")
    assert screen.question == "What will you do?"


@pytest.mark.parametrize("key", sorted(LOOKING))
def test_keys_that_look_at_something_do_not_go_on(key: str) -> None:
    screen = two_deeds()
    before = told(screen)
    screen.keys(key)
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.kind is LOOKING[key]
    assert told(screen) == before


@pytest.mark.parametrize("key", ["7", "2", "up", "down", "left", "right"])
def test_digits_and_arrows_look_at_places_and_do_not_go_on(key: str) -> None:
    screen = two_deeds()
    screen.keys("5")
    before = told(screen)
    screen.keys(key)
    assert screen.model.view(screen.now).place is not Place.YGGDRASIL
    assert told(screen) == before


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (140, 45)])
def test_v_opens_the_whole_card(size: tuple[int, int]) -> None:
    screen = two_deeds()
    screen.model.display.resize(*size)
    before = screen.model.view(screen.now).happening
    assert before is not None
    assert before.card is not None
    assert "v card" in key_hints(Frame(screen.model.view(screen.now), size_of(*size)))
    screen.keys("v")
    overlay = screen.model.display.overlay
    assert overlay is not None
    assert overlay.title == before.told
    assert overlay.lines[: len(before.card.told)] == before.card.told
    assert "Raven (Bo): Horns 1/4 → 2/4, strength in Andlang 0 → 3" in overlay.lines
    screen.keys("escape")
    assert told(screen) == before.told


def test_v_opens_the_texts_of_the_cards_of_an_event() -> None:
    game = table(A=seat(gimle="W"), B=seat(hand="troll"), C=seat(gimle="W"), turn=B, first=B)
    screen = Screen(game, "B upgrade troll", preferences=SLOW)
    screen.keys("v")
    overlay = screen.model.display.overlay
    assert overlay is not None
    assert CARDS[CardId("troll")].text in overlay.lines


def test_a_pane_with_the_keys_is_explained_before_the_card_of_an_event() -> None:
    screen = two_deeds()
    screen.keys("tab", "tab", "v")
    overlay = screen.model.display.overlay
    assert overlay is not None
    assert overlay.title != told(screen)


def test_an_event_that_lingers_offers_no_key_that_goes_on() -> None:
    screen = two_deeds()
    view = screen.model.view(screen.now)
    frame = Frame(view, size_of(80, 24))
    assert "Enter next" in key_hints(frame)
    lingers = Frame(replace(view, is_playing=False), size_of(80, 24))
    assert not {"Enter next", "Esc skip"} & set(key_hints(lingers))


def test_no_card_covers_a_question() -> None:
    screen = two_deeds()
    screen.run(10.0)
    screen.run(10.0)
    assert screen.question == "What will you do?"
    assert screen.model.view(screen.now).happening is None


def test_a_spectator_is_shown_the_deeds_of_every_seat() -> None:
    game = table(A=seat(gimle="W"), B=seat(gimle="W"), C=seat(gimle="W"), players=3)
    seated = SeatedGame(game)
    model = TableModel(seated, SLOW, Surroundings(watching=True))
    seated.submit(act.Invade(A, LEADER, ANDLANG))
    model.listen()
    model.tick(100.0)
    event = model.view(100.0).happening
    assert event is not None
    assert event.card is not None
    assert model.playback.until is not None
    assert model.playback.until > 101.0


def test_nothing_takes_time_at_the_instant_pace() -> None:
    screen = two_deeds(Preferences(Pace.INSTANT, guard=0.0, hints=False))
    assert screen.question == "What will you do?"


def test_a_card_stays_a_moment_if_nothing_follows_it() -> None:
    game = table(A=seat(gimle="W"), B=seat(gimle="W"), C=seat(gimle="W"), turn=B, first=B)
    screen = Screen(game, act.Invade(B, LEADER, ANDLANG), preferences=SLOW)
    shown = told(screen)
    until = screen.model.playback.until
    assert until is not None
    screen.model.tick(until)
    assert screen.model.playback.is_idle
    assert told(screen) == shown
    assert not screen.model.view(until).is_playing
    assert screen.model.wait(until) <= LINGERS
    screen.model.tick(until + LINGERS)
    assert told(screen) == ""


def test_a_key_that_comes_as_the_card_appears_is_ignored() -> None:
    screen = two_deeds(GUARDED)
    first = told(screen)
    screen.keys("enter")
    assert told(screen) == first


@pytest.mark.parametrize(("ends_it", "is_ignored"), [("", True), ("enter", False)])
def test_a_key_meant_for_a_card_that_has_just_left_by_itself_is_ignored(
    ends_it: str,
    is_ignored: bool,
) -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W"), C=seat(rage=0), turn=B, first=B)
    invade = act.Invade(B, LEADER, ANDLANG)
    screen = Screen(game, invade, preferences=Preferences(Pace.READABLE, hints=False))
    screen.run(GUARD * 1.5)
    while screen.question != "What will you do?":
        screen.keys(*filter(None, [ends_it]))
        screen.run(GUARD * 1.5 if ends_it else 0.05)
    if not ends_it:
        screen.run(GUARD * 1.5)
    screen.keys("enter")
    assert (screen.question == "What will you do?") is is_ignored


def test_an_event_is_not_dropped_while_the_viewer_reads_something_else() -> None:
    game = table(
        A=seat(elvagar="W", rage=0),
        B=seat(gimle="L", hand="tyrs-smash"),
        C=seat(gimle="W", hand="tyrs-bash"),
        D=seat(horgr="W"),
        turn=B,
        first=B,
    )
    screen = Screen(game, "B pillage gimle", "B card tyrs-smash", "C card tyrs-bash")
    result = screen.model.playback.shown
    assert screen.model.playback.stays
    screen.keys("l")
    screen.run(3 * HOLD)
    assert screen.model.playback.shown is result
    screen.keys("escape")
    screen.run(HOLD)
    assert screen.model.playback.shown is not result


# ---------------------------------------------------------------- whole games


def played(players: int, seed: int, pace: Pace, key: str) -> Iterator[tuple[TableModel, float]]:
    """Play a whole game with bots, pressing one key while events are shown; yield every step."""
    chairs = tuple(Chair(name, "thrall" if at else "") for at, name in enumerate(NAMES[:players]))
    game = LocalTable(shuffled(chairs, seed, Options()))
    others = tuple(Seat(number) for number in range(1, players))
    preferences = Preferences(pace, guard=0.0, hints=False)
    model = TableModel(game.seat(A), preferences, Surroundings(bots=others))
    now = 0.0
    while not model.has_ended:
        now += 0.25
        model.listen()
        model.tick(now)
        yield model, now
        if not model.playback.is_idle:
            if key:
                press(model, key, now)
        elif model.answer_alone(now):
            continue
        elif model.table.owed is not None:
            model.submit(Take(model.table.answers[seed % len(model.table.answers)]))
        else:
            model.table.advance()


GAMES = [(2, 4, "escape"), (3, 5, "enter"), (5, 6, "escape")]


@pytest.mark.parametrize("pace", list(Pace))
@pytest.mark.parametrize(("players", "seed", "key"), GAMES)
def test_nothing_hidden_is_ever_dropped_unread(
    players: int, seed: int, key: str, pace: Pace
) -> None:
    waited: list[Beat] = []
    for model, _ in played(players, seed, pace, key):
        beat = model.playback.shown
        if beat is not None and model.playback.stays and beat not in waited[-1:]:
            waited.append(beat)
    stories = [item for story in model.shown.story.stories for item in story]
    for kind in (EndBattle, ThrowAway, EndAge):
        happened = sum(isinstance(item, kind) for item in stories)
        assert sum(_has(beat, kind) for beat in waited) == happened
    assert any(_has(beat, EndBattle) for beat in waited)


def _has(beat: Beat, kind: type[StoryItem]) -> bool:
    return any(isinstance(item, kind) for item in beat.story)


@pytest.mark.parametrize("pace", [Pace.INSTANT, Pace.READABLE])
@pytest.mark.parametrize(("players", "seed", "key"), GAMES)
def test_every_quest_that_is_judged_waits_to_be_read(
    players: int, seed: int, key: str, pace: Pace
) -> None:
    shown: set[tuple[Seat | None, str]] = set()
    for model, now in played(players, seed, pace, key):
        event = model.view(now).happening
        if event is not None and event.scene is not None and model.playback.stays:
            shown |= {(row.seat, row.text.split(" (")[0]) for row in event.scene.rows}
    judged = {
        (item.seat, face_name(item.face))
        for story in model.shown.story.stories
        for item in story
        if isinstance(item, QuestNote) and item.face is not None
    }
    assert judged
    assert judged <= shown


@pytest.mark.parametrize("pace", [Pace.FAST, Pace.READABLE])
@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5)])
def test_the_message_speaks_of_the_event_that_is_shown(players: int, seed: int, pace: Pace) -> None:
    shown = 0
    for model, now in played(players, seed, pace, ""):
        beat = model.playback.shown
        if beat is None or beat.happening is None or model.walk is not None:
            continue
        view = model.view(now)
        text = "".join(part for _, part in prompt_line(Frame(view, size_of(80, 24))))
        assert beat.happening.told in text, (beat.happening.told, text)
        assert _belongs(beat), (beat.happening.told, beat.lines)
        shown += 1
    assert shown > 50


def _belongs(beat: Beat) -> bool:
    """Whether the sentence of a beat comes from its own lines, its scene or its verdict."""
    event = beat.happening
    assert event is not None
    own = [line.full for line in beat.lines]
    if event.scene is not None:
        own.append(event.scene.title)
    if beat.battle is not None:
        own.append(" ".join(beat.battle.verdict))
    return event.told in own


def test_nothing_moves_while_an_event_is_shown() -> None:
    for model, now in played(3, 5, Pace.READABLE, ""):
        if model.playback.shown is not None and not model.playback.stays:
            assert model.view(now) == model.view(now + 0.2)
        if model.shown.state.age > 1:
            return
    raise AssertionError("the game ended in the first Age")
