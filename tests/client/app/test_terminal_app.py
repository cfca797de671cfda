from __future__ import annotations

import asyncio
import signal
from typing import TextIO, cast

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from client.app.terminal_app import ENDS, FullScreen, ScreenOptions, end_by_signals
from client.app.terminal_dialogue import (
    ANSWER_SECONDS,
    ASK_BACKGROUND,
    TerminalDialogue,
)
from client.controller.requests import Mouse
from client.settings.letter_order import AS_IT_COMES, AS_IT_LIKES, LetterOrder, letter_order
from client.style.theme import Look, Theme
from client.text.catalogue import speak
from client.ui.canvas import Canvas
from tests.client.terminal import Screen

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h", "\x1b[?1000l"
LEFT_SCREEN = "\x1b[?1049l"
_USUAL = LetterOrder()


class Player:
    """Shows one word; a key is kept, x breaks, q leaves."""

    def __init__(
        self,
        pipe: PipeInput,
        *,
        mouse: bool = True,
        asks: bool = False,
        order: LetterOrder = _USUAL,
    ) -> None:
        self.screen = Screen(20, 3)
        output = Vt100_Output(
            cast("TextIO", self.screen), lambda: self.screen.size, term="xterm-256color"
        )
        options = ScreenOptions(
            Look(), mouse=mouse, asks=asks, input=pipe, output=output, order=order
        )
        self.full_screen = FullScreen(self, options)
        self.full_screen.dialogue.on_background = self._see
        self.pressed = ""

    def _see(self, is_light: bool) -> None:
        self.pressed += "LIGHT" if is_light else "DARK"

    def draw(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        canvas.put(0, 0, "Valhalla")
        return canvas

    def press(self, key: str) -> None:
        self.pressed += key
        if key == "x":
            raise ZeroDivisionError
        if key == "q":
            self.full_screen.exit(7)

    def paste(self, text: str) -> None:
        self.pressed += text.upper()

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        self.pressed += f"<{mouse} {x} {y}>"


def _played(
    keys: str, *, mouse: bool = True, asks: bool = False, order: LetterOrder = _USUAL
) -> tuple[Player, int]:
    with create_pipe_input() as pipe:
        player = Player(pipe, mouse=mouse, asks=asks, order=order)
        pipe.send_text(keys)
        return player, asyncio.run(player.full_screen.run())


def test_keys_arrive_until_the_person_leaves() -> None:
    player, code = _played("ab\x1b[200~pasted\x1b[201~q")
    assert (code, player.pressed) == (7, "abPASTEDq")
    player.full_screen.check()


def test_arrows_and_mouse_count_from_the_right_in_persian() -> None:
    arrows, click = "\x1b[D\x1b[C\x1b[A", "\x1b[<0;3;2M\x1b[<0;3;2m"
    player, _ = _played(f"{arrows}{click}q")
    assert player.pressed == f"leftrightup<{Mouse.CLICK} 2 1>q"
    speak("fa")
    player, _ = _played(f"{arrows}{click}q")
    assert player.pressed == f"rightleftup<{Mouse.CLICK} 17 1>q"


@pytest.mark.parametrize("keys", ["q", "x"])
def test_tmux_hands_the_order_of_letters_back_on_every_way_out(keys: str) -> None:
    order = letter_order({"TMUX": "1"}, "auto")
    player, _ = _played(keys, order=order)
    sent = player.screen.sent
    assert sent.index(order.begin) < sent.index("Valhalla")
    assert sent.rindex(order.end) > sent.rindex(LEFT_SCREEN)


def test_an_error_in_a_key_leaves_the_screen_and_is_raised() -> None:
    player, code = _played("x")
    assert code == 1
    assert LEFT_SCREEN in player.screen.sent
    with pytest.raises(ZeroDivisionError):
        player.full_screen.check()


@pytest.mark.parametrize("keys", ["q", "x"])
def test_the_mouse_is_released_on_exit(keys: str) -> None:
    player, _ = _played(keys)
    assert MOUSE_ON in player.screen.sent
    assert player.screen.sent.rindex(MOUSE_OFF) > player.screen.sent.rindex(MOUSE_ON)


def test_an_unused_mouse_is_never_requested() -> None:
    player, _ = _played("q", mouse=False)
    assert MOUSE_ON not in player.screen.sent


def test_the_end_of_input_hangs_up() -> None:
    with create_pipe_input() as pipe:
        player = Player(pipe)
        pipe.close()
        assert asyncio.run(player.full_screen.run()) == 129


@pytest.mark.parametrize("number", ENDS)
def test_a_signal_leaves_the_screen_with_its_code(number: signal.Signals) -> None:
    async def main() -> tuple[Player, int]:
        with create_pipe_input() as pipe:
            player = Player(pipe)
            running = asyncio.ensure_future(player.full_screen.run())
            asyncio.get_running_loop().call_later(0.05, signal.raise_signal, number)
            return player, await running

    player, code = asyncio.run(main())
    assert code == ENDS[number]
    assert LEFT_SCREEN in player.screen.sent


def test_an_exit_before_the_screen_opens_is_not_lost() -> None:
    with create_pipe_input() as pipe:
        player = Player(pipe)
        player.full_screen.exit(143)
        assert asyncio.run(player.full_screen.run()) == 143


class _NoSignals(asyncio.SelectorEventLoop):
    """A loop as Windows has them."""

    def add_signal_handler(self, *_: object) -> None:
        raise NotImplementedError


def test_the_interpreter_hands_over_signals_a_loop_does_not_take() -> None:
    before = {number: signal.getsignal(number) for number in ENDS}
    loop = _NoSignals()
    left: list[int] = []

    def leave(code: int) -> None:
        left.append(code)
        loop.stop()

    try:
        end_by_signals(loop, leave)
        signal.raise_signal(signal.SIGTERM)
        loop.run_forever()
        loop.close()
        signal.raise_signal(signal.SIGTERM)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert left == [143]


def test_a_palette_sets_the_style() -> None:
    with create_pipe_input() as pipe:
        player = Player(pipe)
        style = player.full_screen.app.style
        player.full_screen.look = Look(Theme.MONO)
        assert player.full_screen.app.style is not style


def test_clicks_and_wheel_arrive_with_their_place() -> None:
    player, _ = _played("\x1b[<0;3;2M\x1b[<0;3;2m\x1b[<64;1;1M\x1b[<65;20;3M\x1b[<35;9;1Mq")
    assert player.pressed == "<click 2 1><wheel up 0 0><wheel down 19 2>q"


def test_letters_are_shown_as_they_come_until_the_person_leaves() -> None:
    for keys in ("q", "x"):
        player, _ = _played(keys)
        sent = player.screen.sent
        assert sent.index(AS_IT_COMES) < sent.index("Valhalla")
        assert sent.rindex(AS_IT_LIKES) > sent.rindex(LEFT_SCREEN)


def test_the_terminal_is_asked_for_its_background_and_the_answer_counts_once() -> None:
    answer = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
    player, _ = _played(f"{answer}a{answer}q", asks=True)
    assert player.screen.sent.count(ASK_BACKGROUND) == 1
    assert player.pressed == "LIGHTaq"


def test_an_answer_without_a_question_is_swallowed() -> None:
    player, _ = _played("\x1b]11;rgb:0/0/0\x07q")
    assert ASK_BACKGROUND not in player.screen.sent
    assert player.pressed == "q"


def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    times = iter((0.0, ANSWER_SECONDS + 0.1))
    seen: list[bool] = []
    dialogue = TerminalDialogue(DummyOutput(), lambda: next(times))
    dialogue.on_background = seen.append
    dialogue.ask_background()
    dialogue.hear("]11;rgb:ffff/ffff/ffff")
    assert seen == []
