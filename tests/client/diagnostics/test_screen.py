from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from client.diagnostics.findings import CheckTopic, Finding, Level, exit_code
from client.diagnostics.probe import Answers
from client.diagnostics.screen import SIGNS, Seen, check_screen
from client.settings.resolve import choose
from client.settings.schema import Plain

_NARROW = Answers((1,) * len(SIGNS), mouse=True)
_GOOD = Seen((80, 24), "utf-8", _NARROW)
_XTERM = {"TERM": "xterm-256color"}


def found(
    seen: Seen = _GOOD,
    environ: Mapping[str, str] = _XTERM,
    flags: Mapping[str, Plain] | None = None,
) -> dict[CheckTopic, Finding]:
    chosen = choose(flags or {}, environ, Path("/nowhere/config.toml"))
    return {one.topic: one for one in check_screen(seen, environ, chosen)}


def test_a_capable_terminal_passes_every_check() -> None:
    everything = found()
    assert {one.level for one in everything.values()} == {Level.OK}
    assert {one.todo for one in everything.values()} == {""}
    assert "33 signs" in everything[CheckTopic.SIGNS].told or len(SIGNS) != 33
    assert "supports the mouse" in everything[CheckTopic.MOUSE].told


@pytest.mark.parametrize(
    ("size", "level"),
    [
        ((80, 24), Level.OK),
        ((79, 24), Level.WARN),
        ((80, 23), Level.WARN),
        ((40, 10), Level.WARN),
        ((39, 24), Level.FAIL),
        ((80, 9), Level.FAIL),
    ],
)
def test_the_window_is_measured_against_80_by_24(size: tuple[int, int], level: Level) -> None:
    finding = found(Seen(size, "utf-8", _NARROW))[CheckTopic.SIZE]
    assert finding.level is level
    assert str(size[0]) in finding.told
    assert bool(finding.todo) is (level is not Level.OK)


def test_no_terminal_at_all_is_no_fault() -> None:
    everything = found(Seen(None, "utf-8", None))
    assert everything[CheckTopic.SIZE].level is Level.WARN
    assert CheckTopic.SIGNS not in everything
    assert exit_code(tuple(everything.values())) == 0


@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_without_a_cursor_is_a_warning(term: str) -> None:
    finding = found(Seen((80, 24), "utf-8", None), {"TERM": term})[CheckTopic.TERMINAL]
    assert finding.level is Level.WARN
    assert "line by line" in finding.told


@pytest.mark.parametrize(
    ("environ", "flags", "told"),
    [
        (_XTERM, {}, "256 colours: TERM is xterm-256color."),
        ({"TERM": "linux"}, {}, "16 colours: TERM is linux."),
        (_XTERM | {"COLORTERM": "truecolor"}, {}, "16777216 colours: COLORTERM is truecolor."),
        (_XTERM | {"NO_COLOR": "1"}, {}, "No colours: NO_COLOR is set."),
        (_XTERM | {"NO_COLOR": ""}, {}, "256 colours: TERM is xterm-256color."),
        (_XTERM | {"BLOODRAGE_COLOR": "auto"}, {}, "256 colours: TERM is xterm-256color."),
        (_XTERM | {"BLOODRAGE_COLOR": "never"}, {}, "No colours: BLOODRAGE_COLOR is set."),
    ],
)
def test_the_number_of_colours_is_reported_with_its_reason(
    environ: dict[str, str], flags: dict[str, Plain], told: str
) -> None:
    assert found(environ=environ, flags=flags)[CheckTopic.COLOURS].told == told


def test_an_encoding_without_the_signs_is_reported_and_they_are_not_measured() -> None:
    everything = found(Seen((80, 24), "ascii", Answers(())))
    assert everything[CheckTopic.ENCODING].level is Level.WARN
    assert CheckTopic.SIGNS not in everything


def test_a_sign_that_is_too_wide_is_named() -> None:
    wide = tuple(2 if sign == "●" else 1 for sign in SIGNS)
    finding = found(Seen((80, 24), "utf-8", Answers(wide)))[CheckTopic.SIGNS]
    assert finding.level is Level.WARN
    assert finding.told.endswith(": ●")
    assert "--ascii" in finding.todo


def test_a_silent_terminal_is_a_warning() -> None:
    everything = found(Seen((80, 24), "utf-8", Answers()))
    assert everything[CheckTopic.TERMINAL].level is Level.WARN
    assert everything[CheckTopic.SIGNS].level is Level.WARN


@pytest.mark.parametrize(
    ("topics", "code"),
    [
        ((), 0),
        ((CheckTopic.SIZE,), 6),
        ((CheckTopic.RELAY,), 3),
        ((CheckTopic.RELAY, CheckTopic.SIZE), 6),
        ((CheckTopic.RELAY, CheckTopic.SIZE, CheckTopic.KEY), 1),
    ],
)
def test_the_worst_finding_sets_the_exit_code(topics: tuple[CheckTopic, ...], code: int) -> None:
    findings = tuple(Finding(topic, Level.FAIL, "") for topic in topics)
    assert exit_code((*findings, Finding(CheckTopic.DISK, Level.WARN, ""))) == code
