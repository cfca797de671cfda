"""Questions to a terminal, over a real pseudo terminal whose other side is the test."""

from __future__ import annotations

import os
import re
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from client.diagnostics.probe import Answers, ask_terminal

_SIGNS = ("─", "●", "…")
_ASKED = re.compile(r"(?:\r(.))?\x1b\[6n|\x1b\[\?1006\$p")


def knows_all(asked: re.Match[str]) -> str:
    """Answer like an emulator that knows CPR and DECRQM, and shows ● two columns wide."""
    if asked[0].endswith("p"):
        return "\x1b[?1006;2$y"
    sign = asked[1] or ""
    return f"\x1b[7;{1 + sum(2 if one == '●' else 1 for one in sign)}R"


def knows_no_mouse(asked: re.Match[str]) -> str:
    return "\x1b[?1006;0$y" if asked[0].endswith("p") else knows_all(asked)


def tells_no_modes(asked: re.Match[str]) -> str:
    return "" if asked[0].endswith("p") else knows_all(asked)


def says_nothing(_asked: re.Match[str]) -> str:
    return ""


@contextmanager
def emulator(answer: Callable[[re.Match[str]], str]) -> Iterator[int]:
    """Yield the descriptor of a terminal that answers like this."""
    ours, theirs = os.openpty()

    def serve() -> None:
        with suppress(OSError):
            heard = b""
            while data := os.read(ours, 4096):
                heard += data
                text = heard.decode(errors="ignore")
                for asked in _ASKED.finditer(text):
                    os.write(ours, answer(asked).encode())
                    heard = text[asked.end() :].encode()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield theirs
    finally:
        os.close(theirs)
        thread.join()
        os.close(ours)


def ask(answer: Callable[[re.Match[str]], str], patience: float = 5.0) -> Answers:
    with emulator(answer) as terminal:
        before = termios.tcgetattr(terminal)
        answers = ask_terminal(_SIGNS, terminal, terminal, patience)
        assert termios.tcgetattr(terminal) == before
    return answers


def test_the_width_of_every_sign_is_measured() -> None:
    assert ask(knows_all) == Answers((1, 2, 1), mouse=True)


def test_a_terminal_may_lack_the_mouse_or_not_say() -> None:
    assert ask(knows_no_mouse).mouse is False
    assert ask(tells_no_modes) == Answers((1, 2, 1), mouse=None)


def test_a_silent_terminal_is_given_only_the_time_allowed() -> None:
    assert ask(says_nothing, 0.02) == Answers()
