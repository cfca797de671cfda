"""Who is waited for, whose line is down, what is typed: golden screens of tables with people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.screens.draw import draw
from client.text.lines import LogLine, Topic
from client.theme import Glyphs, Look
from client.view import Company, Net, TableView
from engine import decisions as ask
from engine.knowledge import Knowledge
from engine.terms import Seat
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_goldens import COMPACT, LARGE, LIST, MEDIUM, SMALL, compare

TURN = Wanted("turn", ask.TurnDecision, 5, 6)
WAITING = Wanted("waiting", "waiting", 4, 30)
DRAFT = Wanted("draft", ask.PickDecision, 4, 4)
ALL_HERE = Net(5, 5)
ONE_AWAY = Net(4, 5, away=((Seat(1), 40),), by_bot=(Seat(3),))
CHAT = "Bo: gimle again? really"


def _table(wanted: Wanted, net: Net, waited: int | None = 23) -> TableView:
    return replace(scene(wanted), company=Company(waited, net=net))


def _shown() -> dict[str, TableView]:
    waiting = _table(WAITING, ALL_HERE)
    draft = _table(DRAFT, ALL_HERE)
    seats = tuple(seat for seat in range(1, 4))
    talk = LogLine(CHAT, CHAT, Topic.CHAT, level=0)
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
            company=replace(draft.company, answered=True),
        ),
        "autopilot": replace(scene(TURN), company=Company(23, net=ALL_HERE, autopilot=True)),
        "watching": replace(
            waiting,
            knowledge=Knowledge(Seat(0)),
            company=Company(23, net=Net(2, 2), watching=True),
        ),
        "watching-draft": replace(
            draft,
            question=None,
            knowledge=Knowledge(Seat(0)),
            company=Company(23, net=Net(2, 2), watching=True),
        ),
        "typing": replace(
            waiting,
            log=(*waiting.log, talk),
            company=replace(waiting.company, typing="shall we " * 18),
        ),
    }


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE, COMPACT, LIST], ids=lambda size: size[0])
@pytest.mark.parametrize("name", sorted(_shown()))
def test_a_table_with_people_looks_as_its_golden_file(name: str, size: tuple[int, int]) -> None:
    drawn = draw(_shown()[name], *size, Look()).text()
    compare(f"people-{name}-{size[0]}x{size[1]}", drawn)


def test_signs_of_lines_have_an_ascii_form() -> None:
    for view in _shown().values():
        assert draw(view, *SMALL, Look(glyphs=Glyphs.ASCII)).text().isascii()


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE], ids=lambda size: size[0])
def test_who_is_waited_for_and_how_long_is_always_in_the_header(size: tuple[int, int]) -> None:
    for name in ("waiting", "away", "answered"):
        header = draw(_shown()[name], *size, Look()).text().splitlines()[0]
        assert "waiting for" in header
        assert "0:23" in header
