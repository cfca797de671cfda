"""Waits, broken connections and chat: golden screens of tables with people."""

from __future__ import annotations

import pytest

from client.presenter.narration import gone_back_line
from client.presenter.overlays import OverlayContext, clan_lines, log_overlay
from client.screens.draw import draw
from client.style.theme import Glyphs
from client.text.absences import AbsentSeat, absent_sentences
from client.text.log_filters import LogLook
from client.text.log_line import LogLine, LogTopic
from client.text.names import names_of
from client.ui.view import Net, Overlay, OverlayKind, TableStatus, TableView
from engine import decisions as ask
from engine.knowledge import Knowledge
from engine.terms import Seat
from engine.values import replace
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_goldens import COMPACT, LARGE, LIST, MEDIUM, SMALL, TINY, compare

TURN = Wanted("turn", ask.TurnDecision, 5, 6)
WAITING = Wanted("waiting", "waiting", 4, 30)
DRAFT = Wanted("draft", ask.PickDecision, 4, 4)
ALL_HERE = Net(5, 5)
ONE_AWAY = Net(4, 5, away=((Seat(1), 40),), by_bot=(Seat(3),))
CHAT = "Bo: gimle again? really"


def _table(wanted: Wanted, net: Net, waited: int | None = 23) -> TableView:
    return replace(scene(wanted), status=TableStatus(waited, net=net))


def company() -> dict[str, TableView]:
    """Return moments of tables with people, in the present language."""
    waiting = _table(WAITING, ALL_HERE)
    draft = _table(DRAFT, ALL_HERE)
    seats = tuple(seat for seat in range(1, 4))
    talk = LogLine(CHAT, CHAT, LogTopic.CHAT, level=0)
    return {
        "turn": _table(TURN, ALL_HERE, 105),
        "turn-away": _table(TURN, ONE_AWAY, 5),
        "waiting": waiting,
        "away": replace(
            _table(WAITING, replace(ONE_AWAY, people=3, present=2)), waiting=(Seat(1), Seat(2))
        ),
        "down": _table(WAITING, Net(1, 5, down=12)),
        "answered": replace(
            draft,
            question=None,
            waiting=tuple(map(Seat, seats)),
            status=replace(draft.status, answered=True),
        ),
        "autopilot": replace(scene(TURN), status=TableStatus(23, net=ALL_HERE, autopilot=True)),
        "watching": replace(
            waiting,
            knowledge=Knowledge(Seat(0)),
            status=TableStatus(23, net=Net(2, 2), watching=True),
        ),
        "watching-draft": replace(
            draft,
            question=None,
            knowledge=Knowledge(Seat(0)),
            status=TableStatus(23, net=Net(2, 2), watching=True),
        ),
        "typing": replace(
            waiting,
            log=(*waiting.log, talk),
            status=replace(waiting.status, typing="shall we " * 18),
        ),
    }


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE, COMPACT, LIST], ids=lambda size: size[0])
@pytest.mark.parametrize("name", sorted(company()))
def test_a_table_with_people_matches_its_golden_file(name: str, size: tuple[int, int]) -> None:
    drawn = draw(company()[name], *size).text()
    compare(f"people-{name}-{size[0]}x{size[1]}", drawn)


def test_signs_of_connections_have_an_ascii_form() -> None:
    for view in company().values():
        assert draw(view, *SMALL).to_ascii().text().isascii()


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE], ids=lambda size: size[0])
def test_the_header_always_shows_the_wait_and_its_length(size: tuple[int, int]) -> None:
    for name in ("waiting", "away", "answered"):
        header = draw(company()[name], *size).text().splitlines()[0]
        assert "waiting for" in header
        assert "0:23" in header


CALLED = Wanted("called", ask.JoinDecision, 5, 6)


@pytest.mark.parametrize("net", [ONE_AWAY, Net(1, 5, down=12)], ids=["other", "own"])
def test_the_header_of_a_battle_shows_a_dead_line_before_the_names_waited_for(net: Net) -> None:
    called = replace(scene(CALLED), question=None, waiting=tuple(map(Seat, range(1, 4))))
    status = TableStatus(23, net=net, autopilot=True)
    header = draw(replace(called, status=status), *SMALL).text().splitlines()[0]
    assert "AUTOPILOT" in header
    assert "Call to battle" in header
    assert header.rstrip().endswith("down 0:12" if net.down else "net 4/5")


# ------------------------------------------------------------------ absent seats, void lines

ABSENT = Net(4, 5, absent=(AbsentSeat(Seat(1), 250), AbsentSeat(Seat(4), None, for_good=True)))
EVERY_SIZE = (SMALL, MEDIUM, LARGE, COMPACT, LIST, TINY)


def absences() -> dict[str, TableView]:
    """Return moments of tables with absent seats and void lines, in the present language."""
    turn, waiting = (
        _table(TURN, ABSENT, 5),
        _table(WAITING, replace(ABSENT, absent=ABSENT.absent[:1])),
    )
    log = turn.log
    void = (
        *log[:-4],
        *(replace(line, void=True) for line in log[-4:-1]),
        gone_back_line(),
        log[-1],
    )
    names = names_of(turn.state, turn.names, turn.seat)
    sheet = log_overlay(names, LogLook(seen=len(void)), len(void))
    recap = log_overlay(names, LogLook(seen=len(void), since=len(void) - 5), 0)
    return {
        "absent": turn,
        "absent-waiting": waiting,
        "absent-table": replace(turn, table=True),
        "absent-clans": replace(turn, overlay=Overlay(OverlayKind.CLANS, "", cursor=1)),
        "void": replace(turn, log=void),
        "void-sheet": replace(turn, log=void, overlay=sheet),
        "void-recap": replace(turn, log=void, overlay=recap),
    }


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE, LIST], ids=lambda size: size[0])
@pytest.mark.parametrize("name", sorted(absences()))
def test_absent_seats_and_void_lines_match_their_golden_files(
    name: str, size: tuple[int, int]
) -> None:
    drawn = draw(absences()[name], *size).text()
    compare(f"people-{name}-{size[0]}x{size[1]}", drawn)


@pytest.mark.parametrize("glyphs", list(Glyphs))
@pytest.mark.parametrize("size", EVERY_SIZE, ids=lambda size: size[0])
def test_absent_seats_have_words_and_a_sign_at_every_size(
    size: tuple[int, int], glyphs: Glyphs
) -> None:
    for name in ("absent", "absent-waiting"):
        canvas = draw(absences()[name], *size)
        if glyphs is Glyphs.ASCII:
            canvas.to_ascii()
        head, *rest = canvas.text().splitlines()
        assert "away" in head or size == TINY
        assert any("zR" in row for row in rest)


def test_the_table_of_provinces_marks_absent_seats_above_their_columns() -> None:
    drawn = draw(absences()["absent-table"], *SMALL).text()
    assert "zR" in drawn.splitlines()[1]


def test_the_map_marks_figures_of_absent_seats_after_their_strength() -> None:
    drawn = draw(absences()["absent"], *SMALL).text()
    assert "R••:3z" in drawn
    assert "BL:3z" not in drawn


def test_seats_excluded_for_good_are_not_expected_back() -> None:
    back, gone = (absent_sentences(one, Seat(0)) for one in ABSENT.absent)
    assert "4:10" in back[0]
    assert "can come back at any moment" in back[1]
    assert "Gone for good" in gone[1]


def test_a_seat_that_did_not_open_a_card_is_shown_with_that_reason() -> None:
    absent = AbsentSeat(Seat(1), 250, unopened=("Bo", "Cid"))
    away, why, _ = absent_sentences(absent, Seat(0))
    assert "4:10" in away
    assert why == "Cards still locked by this absence: Bo and Cid"
    assert why not in absent_sentences(absent, Seat(1))


def test_absent_viewers_read_that_their_program_asks_to_rejoin() -> None:
    assert "asks to rejoin" in absent_sentences(AbsentSeat(Seat(0)), Seat(0))[1]


def test_numbers_of_an_absent_clan_begin_with_its_absence() -> None:
    view = absences()["absent"]
    names = names_of(view.state, view.names, view.seat)
    context = OverlayContext(
        view.state, view.knowledge, names, (), 0, view.place, (), (), ABSENT.absent
    )
    assert "4:10" in clan_lines(context, Seat(1))[0]
    assert "Away" not in clan_lines(context, Seat(2))[0]


def test_void_lines_have_an_ascii_sign_and_are_no_news() -> None:
    views = absences()
    assert "~ (void)" in draw(views["void-sheet"], *LARGE).to_ascii().text()
    assert "(void)" not in draw(views["void-recap"], *SMALL).text().split("Esc closes")[0]
    assert not any("(void)" in row for row in draw(views["void"], *SMALL).text().splitlines()[-2:])


def test_a_time_that_others_may_have_counted_longer_is_at_most_that() -> None:
    timed = replace(scene(TURN), status=TableStatus(23, net=ALL_HERE), seconds=75)
    assert " 1:15 left" in draw(timed, *SMALL).text()
    short = replace(timed, status=replace(timed.status, at_most=True))
    assert "≤1:15 left" in draw(short, *SMALL).text()
