"""Hints for newcomers: all questions and events have one, each is shown once, one key ends them."""

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from client.bots import BOT_NAMES
from client.controller.requests import Request
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.people import Surroundings
from client.presenter.playback import HINT, Pace
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from client.screens.draw import draw, shown_parts
from client.screens.frame import Frame
from client.storage.seen_hints import SeenHints
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.catalogue import LANGUAGES, say, speak
from client.text.hint_sentences import HINTS, TOPICS, hint_sentence
from client.text.rulebook import find_topic
from client.ui.canvas import wrap
from client.ui.layout import ScreenPart, size_of
from client.ui.moments import SceneKind
from client.ui.view import OverlayKind
from engine import actions as act
from engine import decisions as ask
from engine.state import Options
from engine.terms import Seat
from tests.builders import B, Game, seat, table
from tests.client.controller.test_table_model import Screen, duel

READABLE = Preferences(Pace.READABLE, guard=0.0)


def hint(screen: Screen) -> str:
    return screen.model.view(screen.now).hint


# ---------------------------------------------------------------- the sentences


@pytest.mark.parametrize("decision", get_args(ask.Decision), ids=lambda one: str(one.word))
def test_every_kind_of_decision_has_a_hint(decision: type[ask.Decision]) -> None:
    assert hint_sentence(decision.word)


VERBS = tuple(
    kind.word
    for kind in (
        act.Invade,
        act.March,
        act.Upgrade,
        act.Commit,
        act.Pillage,
        act.Repillage,
        act.InvadeFromValhalla,
        act.Sacrifice,
        act.Pass,
    )
)


@pytest.mark.parametrize("verb", VERBS)
def test_every_action_of_a_turn_has_a_hint(verb: str) -> None:
    assert hint_sentence(verb)


def test_every_hint_has_a_topic_of_the_rulebook() -> None:
    assert {*HINTS, ask.ClanDecision.word} == TOPICS.keys()
    assert all(find_topic(topic) is not None for topic in TOPICS.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_fits_into_two_rows_of_eighty_columns(language: str) -> None:
    speak(language)
    long = {
        word: len(told)
        for word in TOPICS
        if len(wrap(told := say("Hint: {told}", told=hint_sentence(word)), 78)) > 2
    }
    assert not long


# ---------------------------------------------------------------- questions


def test_the_hint_of_a_question_stays_until_its_first_answer() -> None:
    screen = Screen(duel())
    assert "Start with an invade" in hint(screen)
    screen.keys("m")
    assert "For 1 Rage any number" in hint(screen)
    screen.keys("escape")
    assert "Start with an invade" in hint(screen)
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    assert hint(screen) == ""
    screen.keys("m")
    assert hint(screen) == ""


def test_an_automatic_answer_keeps_the_hint_for_later() -> None:
    screen = Screen(duel())
    screen.model.submit(Take(screen.table.answers[0]))
    screen.run()
    assert "Start with an invade" in hint(screen)


def test_r_opens_the_topic_of_the_hint() -> None:
    screen = Screen(duel())
    screen.keys("p")
    told = hint(screen)
    screen.keys("r")
    overlay = screen.model.view(screen.now).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.RULES
    assert overlay.lines[:3] == (told, "", "ACTION: PILLAGE")


def test_h_turns_hints_off_and_restarts_them() -> None:
    screen = Screen(duel())
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    assert screen.keys("H").request is Request.HINTS
    screen.keys("i")
    assert hint(screen) == ""
    screen.keys("escape", "H")
    assert "Start with an invade" in hint(screen)


# ---------------------------------------------------------------- events


def _beaten() -> Game:
    """Let A pillage and lose."""
    return table(
        A=seat(gimle="L", hand="tyrs-bash"),
        B=seat(gimle="LWW", hand="tyrs-smash"),
        players=2,
    )


def _call_and_lose(screen: Screen) -> list[str]:
    """Return the hints of the beats of a pillage, each until Enter."""
    screen.keys("p", "1", "enter", "enter")
    told: list[str] = []
    for _ in range(60):
        if screen.model.walk is not None:
            screen.keys("enter")
        elif screen.model.playback.hint:
            told.append(screen.model.playback.hint)
            screen.keys("enter")
        else:
            screen.run(1.0)
        if "lost" in told:
            return told
    raise AssertionError(told)


def test_the_first_moment_of_a_kind_comes_with_its_hint() -> None:
    told = _call_and_lose(Screen(_beaten(), "B card tyrs-smash", preferences=READABLE))
    assert told == ["called", "open", "lost"]


def test_a_moment_with_a_hint_stays_long_enough_to_be_read() -> None:
    screen = Screen(_beaten(), "B card tyrs-smash", preferences=READABLE)
    screen.keys("p", "1", "enter", "enter")
    assert screen.model.playback.hint == "called"
    screen.run(HINT - 0.1)
    assert screen.model.playback.hint == "called"
    screen.run(0.2)
    assert screen.model.playback.hint == ""


def test_enter_on_a_hint_does_not_hurry_through_later_moments() -> None:
    screen = Screen(_beaten(), "B card tyrs-smash", preferences=READABLE)
    told = _call_and_lose(screen)
    assert "open" in told


def test_no_moment_waits_for_a_hint_at_the_instant_pace() -> None:
    screen = Screen(_beaten(), "B card tyrs-smash")
    screen.keys("p", "1", "enter", "enter")
    assert screen.model.playback.is_idle


def test_the_last_province_comes_with_a_warning() -> None:
    others = "elvagar angerboda muspelheim horgr andlang myrkvlor yggdrasil"
    game = table(A=seat(), B=seat(gimle="L"), players=2, pillaged=others, turn=B, first=B)
    screen = Screen(game, "B pillage gimle", preferences=READABLE)
    for _ in range(60):
        if screen.model.playback.hint == "last province":
            return
        screen.run(0.5)
    raise AssertionError(screen.model.shown.log)


def test_the_release_of_valhalla_comes_with_its_hint() -> None:
    doomed = "horgr elvagar utgard"
    game = table(A=seat(gimle="L"), B=seat(horgr="W"), players=2, ragnarok=doomed)
    screen = Screen(game, preferences=READABLE)
    screen.keys("x", "y", "enter")
    for _ in range(20):
        event = screen.model.view(screen.now).happening
        if event is not None and event.scene and event.scene.kind is SceneKind.VALHALLA:
            break
        screen.keys("enter")
        screen.run(1.0)
    assert screen.model.view(screen.now).hint.startswith("The dead leave Valhalla")


# ---------------------------------------------------------------- remembered


def test_seen_hints_are_not_repeated_in_the_next_game(tmp_path: Path) -> None:
    path = tmp_path / "hints"
    first = Screen(duel(), preferences=Preferences(Pace.INSTANT, guard=0.0, told=SeenHints(path)))
    first.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    second = Screen(duel(), preferences=Preferences(Pace.INSTANT, guard=0.0, told=SeenHints(path)))
    assert hint(second) == ""
    second.keys("i")
    assert hint(second)


def test_seen_hints_can_be_forgotten(tmp_path: Path) -> None:
    told = SeenHints(tmp_path / "hints")
    told.add("invade")
    told.finish()
    assert SeenHints(tmp_path / "hints").is_over
    told.forget()
    again = SeenHints(tmp_path / "hints")
    assert not again.is_over
    assert "invade" not in again


def test_hints_survive_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = SeenHints(tmp_path / "file" / "hints")
    told.add("invade")
    assert "invade" in told


# ---------------------------------------------------------------- on the screen


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
@pytest.mark.parametrize("keys", ["", "i", "m", "i w", "p"])
def test_a_hint_is_shown_whole_above_the_keys(size: tuple[int, int], keys: str) -> None:
    screen = Screen(duel())
    screen.model.display.resize(*size)
    screen.keys(*keys.split())
    view = screen.model.view(screen.now)
    rows = draw(view, *size).rows()
    prompt = shown_parts(Frame(view, size_of(*size)), *size)[ScreenPart.PROMPT]
    shown = " ".join(" ".join(rows[prompt.y : prompt.y + prompt.height]).split())
    assert f"Hint: {view.hint}" in shown


def test_the_rows_of_a_map_question_stay_while_its_cursor_moves() -> None:
    screen = Screen(duel())
    screen.keys("i", "w")
    heights = set()
    for _ in range(8):
        frame = Frame(screen.model.view(screen.now), size_of(80, 24))
        heights.add(shown_parts(frame, 80, 24)[ScreenPart.PROMPT].height)
        screen.keys("right")
    assert len(heights) == 1


# ---------------------------------------------------------------- a whole first game


def test_no_hint_is_told_twice_in_a_first_game() -> None:
    chairs = (Chair(""), *(Chair(name, "thrall") for name in BOT_NAMES[:2]))
    game = LocalTable(shuffled(chairs, 5, Options()))
    preferences = Preferences(told=SeenHints())
    model = TableModel(game.seat(Seat(0)), preferences, Surroundings(bots=(Seat(1), Seat(2))))
    chance, now = Random(5), 0.0
    told: list[str] = []
    while not model.has_ended:
        now += 1.0
        model.listen()
        model.tick(now)
        moment = model.playback.hint
        if moment and told[-1:] != [moment]:
            told.append(moment)
        if not model.answer_alone(now) and model.wants_others:
            model.table.advance()
        key = chance.choice(("up", "down", "left", "right", "enter", "enter", "enter"))
        pressed = press(model, key, now)
        if pressed.take is not None:
            model.submit(pressed.take)
    assert len(told) == len(set(told))
    assert {"called", "quests", "doom", "release", "next age"} <= {*told}
    assert model.hint == "end"
    assert preferences.told is not None
    assert preferences.told.is_over
