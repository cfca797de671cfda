"""Checks of the terminal: its size, colours, encoding, signs and mouse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from prompt_toolkit.output import ColorDepth

from client.diagnostics.findings import CheckTopic, Finding, Level
from client.diagnostics.probe import Answers
from client.settings.choices import AUTO
from client.settings.resolve import NO_COLOUR, Chosen, SettingSource
from client.settings.terminal import colour_depth
from client.style.theme import ASCII_GLYPHS
from client.text.catalogue import say
from client.text.languages import is_unicode
from engine.values import Value

SIGNS: Final = tuple(map(chr, ASCII_GLYPHS))
"""Every sign beyond ASCII that is ever drawn."""
WIDE, HIGH = 80, 24
_NARROWEST, _LOWEST = 40, 10
_COLOURS: Final = {
    ColorDepth.DEPTH_1_BIT: 2,
    ColorDepth.DEPTH_4_BIT: 16,
    ColorDepth.DEPTH_8_BIT: 256,
    ColorDepth.DEPTH_24_BIT: 2**24,
}


class Seen(Value):
    """The known facts of the terminal; `size` and `answers` are None without one."""

    size: tuple[int, int] | None
    encoding: str
    answers: Answers | None


def check_screen(seen: Seen, environ: Mapping[str, str], chosen: Chosen) -> Iterator[Finding]:
    """Check everything about the terminal, in the order of importance."""
    yield _check_size(seen)
    yield _check_terminal(seen, environ)
    yield _check_colours(environ, chosen)
    yield _check_encoding(seen)
    if seen.answers is not None:
        if is_unicode(seen.encoding):
            yield _check_signs(seen.answers)
        yield _check_mouse(seen.answers)


def _check_size(seen: Seen) -> Finding:
    if seen.size is None:
        return Finding(
            CheckTopic.SIZE,
            Level.WARN,
            say("Input or output is not a terminal; games run line by line."),
            say("Run doctor in a terminal, without redirection, to check it."),
        )
    columns, rows = seen.size
    told = say("The window has {columns} columns and {rows} rows.", columns=columns, rows=rows)
    if columns >= WIDE and rows >= HIGH:
        return Finding(CheckTopic.SIZE, Level.OK, told)
    level = Level.FAIL if columns < _NARROWEST or rows < _LOWEST else Level.WARN
    todo = say(
        "Make it at least {columns} by {rows}, or use a smaller font.", columns=WIDE, rows=HIGH
    )
    return Finding(CheckTopic.SIZE, level, told, todo)


def _check_terminal(seen: Seen, environ: Mapping[str, str]) -> Finding:
    term = environ.get("TERM", "")
    if term in ("", "dumb"):
        return Finding(
            CheckTopic.TERMINAL,
            Level.WARN,
            say('TERM is "{term}": no screen can be drawn, games run line by line.', term=term),
            say("If this terminal can do more, set TERM, for example to xterm-256color."),
        )
    if seen.answers is not None and not seen.answers.widths:
        return Finding(
            CheckTopic.TERMINAL,
            Level.WARN,
            say("The terminal ({term}) does not report the position of its cursor.", term=term),
            say("If frames look crooked, play with --ascii."),
        )
    return Finding(
        CheckTopic.TERMINAL, Level.OK, say("The type of the terminal is {term}.", term=term)
    )


def _check_colours(environ: Mapping[str, str], chosen: Chosen) -> Finding:
    depth = colour_depth(environ, chosen.settings)
    if depth is None:
        depth = ColorDepth.from_env() or _library_depth(environ.get("TERM", ""))
    if depth is ColorDepth.DEPTH_1_BIT:
        told = say("No colours: {why}.", why=_why_none(environ, chosen))
    else:
        why = _why_so_many(environ, chosen)
        told = say("{count} colours: {why}.", count=_COLOURS[depth], why=why)
    return Finding(CheckTopic.COLOURS, Level.OK, told)


def _library_depth(term: str) -> ColorDepth:
    """Return the depth that prompt_toolkit derives from a TERM."""
    return ColorDepth.DEPTH_4_BIT if term.casefold() == "linux" else ColorDepth.DEPTH_8_BIT


def _why_none(environ: Mapping[str, str], chosen: Chosen) -> str:
    for name in NO_COLOUR:
        if environ.get(name):
            return say("{variable} is set", variable=name)
    return _by_settings(chosen) or say("the terminal has none")


def _why_so_many(environ: Mapping[str, str], chosen: Chosen) -> str:
    if environ.get("COLORTERM"):
        return say("COLORTERM is {value}", value=environ["COLORTERM"])
    return _by_settings(chosen) or say("TERM is {value}", value=environ.get("TERM", ""))


def _by_settings(chosen: Chosen) -> str:
    if chosen.settings.color == AUTO:
        return ""
    match chosen.sources.get("color"):
        case SettingSource.FILE:
            return say("as your settings say")
        case SettingSource.ENVIRONMENT:
            return say("{variable} is set", variable="BLOODRAGE_COLOR")
        case _:
            return ""


def _check_encoding(seen: Seen) -> Finding:
    if is_unicode(seen.encoding):
        return Finding(
            CheckTopic.ENCODING, Level.OK, say("The encoding is {name}.", name=seen.encoding)
        )
    return Finding(
        CheckTopic.ENCODING,
        Level.WARN,
        say("The encoding is {name}, so ASCII characters are used.", name=seen.encoding or "?"),
        say("Set LANG to a locale with UTF-8, for example C.UTF-8, for better frames."),
    )


def _check_signs(answers: Answers) -> Finding:
    if not answers.widths:
        told = say("The width of characters cannot be measured here.")
        return Finding(
            CheckTopic.SIGNS, Level.WARN, told, say("If frames look crooked, play with --ascii.")
        )
    wrong = [sign for sign, wide in zip(SIGNS, answers.widths, strict=True) if wide != 1]
    told = say("All {count} special characters are one column wide.", count=len(SIGNS))
    if not wrong:
        return Finding(CheckTopic.SIGNS, Level.OK, told)
    return Finding(
        CheckTopic.SIGNS,
        Level.WARN,
        say("These characters are not one column wide here: {signs}", signs=" ".join(wrong)),
        say(
            "Play with --ascii, or make ambiguous characters narrow in the settings of the "
            "terminal."
        ),
    )


def _check_mouse(answers: Answers) -> Finding:
    if answers.mouse is None:
        told = say(
            "The terminal does not report whether it supports the mouse; the keyboard does "
            "everything."
        )
    elif answers.mouse:
        told = say("The terminal supports the mouse.")
    else:
        told = say("The terminal does not support the mouse; the keyboard does everything.")
    return Finding(CheckTopic.MOUSE, Level.OK, told)
