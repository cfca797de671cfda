"""Moved keys: every shown key acts like its cursor path."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from client.controller.requests import Request
from client.controller.table_keys import for_question
from client.controller.table_views import labelled
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.prompts.walk import Walk, press, question
from client.screens.draw import draw
from client.screens.frame import Frame
from client.screens.prompt import key_hints
from client.settings.keymap import KeyMap
from client.settings.keys import BINDINGS, COMMANDS, NAMED, judged
from client.ui.layout import Size
from client.ui.view import OverlayKind
from engine.values import replace
from tests.client.controller.test_table_model import Screen, duel
from tests.client.prompts.test_games import positions

FIXED = {"tab", "pageup", "^Q", "+", "0"}
_MOVES = st.dictionaries(
    st.sampled_from([*COMMANDS, "conquer"]), st.sampled_from([*"abcnwlsyNx7q?~", "^B", "f5"])
)


def _screen(**moved: str) -> Screen:
    keys, troubles = judged(moved.items(), "file")
    assert troubles == ()
    return Screen(duel(), preferences=Preferences(Pace.INSTANT, guard=0.0, keys=keys))


def test_every_key_can_be_moved_by_name_or_is_fixed() -> None:
    named = [one for one in BINDINGS if one.pressed not in FIXED and one.pressed]
    assert all(one.name for one in named)
    assert len({one.name for one in named}) == len(named)
    assert len(set(COMMANDS.values())) == len(COMMANDS)
    assert all(len(key) == 1 or key in NAMED.values() for key in COMMANDS.values())


@given(_MOVES)
def test_no_two_commands_ever_share_a_key(moves: dict[str, str]) -> None:
    keys, troubles = judged(moves.items(), "file")
    assert len(keys.moved) + len(troubles) == len(moves)
    shown = [keys.shown(key) for key in COMMANDS.values()]
    assert len(set(shown)) == len(shown)
    assert all(keys.meaning(keys.shown(key)) == key for key in COMMANDS.values())


@given(_MOVES, st.integers(0, 10**6), st.integers(2, 5))
def test_every_shown_key_acts_like_its_cursor_path(
    moves: dict[str, str], seed: int, players: int
) -> None:
    keys, _ = judged(moves.items(), "file")
    for at in positions(seed, players, 12):
        items = labelled(question(at), keys).items
        shown = [item.key for item in items if item.key]
        assert len(set(shown)) == len(shown)
        for index, item in enumerate(items):
            if item.key and item.enabled:
                assert _by_key(at, keys, item.key) == press(at, at.fork.branches[index].item.key)


def _by_key(at: Walk, keys: KeyMap, pressed: str) -> object:
    for one in (pressed,) if pressed in NAMED.values() else pressed:
        after = press(at, for_question(at, keys, one))
        if not isinstance(after, Walk):
            return after
        at = after
    return at


def test_a_moved_command_is_found_on_its_new_key_and_nowhere_else() -> None:
    screen = _screen(invade="n", log="K", theme="T", help="f5")
    screen.keys("i")
    assert screen.question == "What will you do?"
    screen.keys("n")
    assert screen.question == "Invade with which figure?"
    screen.keys("K")
    assert _sheet(screen) is OverlayKind.LOG
    screen.keys("escape", "escape")
    assert screen.keys("T").request is Request.THEME
    assert screen.keys("^T").request is Request.NOTHING
    screen.keys("f5")
    assert _sheet(screen) is OverlayKind.HELP


def _sheet(screen: Screen) -> OverlayKind | None:
    return None if screen.model.display.overlay is None else screen.model.display.overlay.kind


def test_letters_of_a_question_win_over_commands_moved_to_them() -> None:
    screen = _screen(theme="a")
    assert screen.keys("a").request is Request.THEME
    screen.keys("p", "1", "enter", "enter")
    assert screen.keys("a").request is Request.NOTHING
    assert screen.keys("enter", "enter").take is not None


def test_text_typed_into_a_search_is_not_a_command() -> None:
    screen = _screen(theme="T")
    assert screen.keys("/", "T").request is Request.NOTHING
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.typed == "T"


def test_the_screen_shows_the_present_keys() -> None:
    screen = _screen(invade="n", undo="f9", explain="X")
    view = screen.model.view(0.0)
    assert view.question is not None
    assert "n" in [item.key for item in view.question.items]
    assert any(hint.startswith("X ") for hint in key_hints(Frame(view, Size.SMALL)))
    screen.keys("n")
    undo = [one for one in key_hints(Frame(screen.model.view(0.0), Size.SMALL)) if "undo" in one]
    assert undo == ["F9 undo"]
    screen.keys("?", "u", "n", "d", "o")
    assert " F9 " in draw(screen.model.view(0.0), 80, 24).text()


def test_a_wrong_name_or_key_is_one_sentence_each() -> None:
    _, troubles = judged([("undoo", "Z"), ("log", "5"), ("march", "u")], "keys.toml")
    assert troubles == (
        "keys.toml: [keys] has undoo, which is not a command; did you mean undo?",
        (
            "keys.toml: log cannot be on 5; use a character other than digits, q, + and -, "
            "or f2 to f12, or most of ^A to ^Y."
        ),
        "keys.toml: march stays on m: u is taken by upgrade.",
    )


def test_two_commands_may_swap_keys() -> None:
    keys, troubles = judged([("invade", "m"), ("march", "i")], "keys.toml")
    assert troubles == ()
    assert replace(keys) == KeyMap((("i", "m"), ("m", "i")))
