"""Lines typed while the program writes, and both in one output."""

from __future__ import annotations

from collections.abc import Callable

import trio

from client.plain.console import Typed, TypedConsole


def typed(*, is_live: bool = True) -> Typed:
    return Typed(lambda: b"", is_live=is_live)


def test_lines_are_assembled_from_any_pieces() -> None:
    lines = typed()
    for piece in ("say żó".encode()[:-1], "ó".encode()[1:] + b"\r\n1\nq", b"uit\n"):
        lines.take(piece)
    assert list(lines.lines) == ["say żó", "1", "quit"]
    assert not lines.ended


def test_a_last_line_counts_without_a_newline() -> None:
    lines = typed()
    lines.take(b"1\n2")
    lines.take(b"")
    assert list(lines.lines) == ["1", "2"]
    assert lines.ended
    assert not lines.is_over


def test_an_answer_from_a_pipe_may_precede_its_question() -> None:
    lines = typed(is_live=False)
    lines.take(b"1\nsay hello\n")
    assert lines.is_early
    assert lines.next() == "1"
    assert not lines.is_early


def test_a_typing_player_is_never_early() -> None:
    lines = typed()
    lines.take(b"1\n")
    assert not lines.is_early


async def test_an_input_is_read_no_faster_than_it_is_used() -> None:
    pieces = [b"1\n" * 200, b"2\n", b""]
    lines = Typed(lambda: pieces.pop(0), is_live=False)
    used = 0
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lines.run)
            await reached(lines, lambda: bool(lines.lines))
            assert len(pieces) == 2
            while not lines.is_over:
                await reached(lines, lambda: bool(lines.lines) or lines.ended)
                if lines.lines:
                    lines.next()
                    used += 1
    assert used == 201


async def reached(lines: Typed, is_so: Callable[[], bool]) -> None:
    while not is_so():
        came = trio.Event()
        lines.on_line = came.set
        if not is_so():
            await came.wait()


async def test_a_broken_input_counts_as_ended() -> None:
    def broken() -> bytes:
        raise OSError

    lines = Typed(broken, is_live=True)
    with trio.fail_after(10):
        await lines.run()
    assert lines.is_over


def console(*, echoes: bool) -> tuple[TypedConsole, list[str]]:
    shown: list[str] = []
    return TypedConsole(typed(), shown.append, echoes=echoes), shown


def test_news_after_a_prompt_begin_a_new_row() -> None:
    here, shown = console(echoes=True)
    for _ in range(2):
        here.prompt()
    here.write("Bo: hello")
    here.prompt()
    assert "".join(shown) == "> \nBo: hello\n> "


def test_an_echoed_line_ends_the_row_of_the_prompt() -> None:
    for echoes, told in ((True, "> Yes\n"), (False, "> \nYes\n")):
        here, shown = console(echoes=echoes)
        here.prompt()
        here.typed.take(b"y\n")
        assert here.next() == "y"
        here.write("Yes")
        assert "".join(shown) == told


def test_a_farewell_after_ctrl_c_is_on_a_row_of_its_own() -> None:
    page, shown = console(echoes=True)
    page.break_off("The game is saved.")
    assert "".join(shown) == "\nThe game is saved.\n"
