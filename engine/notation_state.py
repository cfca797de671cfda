"""One-line text of a whole state, including agenda, things owed and answers given.

Sections are separated by `` | `` and begin with their name; items in a section are separated
by ``; ``, words by blanks. `engine.notation` defines the words, docs/notation.md explains a
whole line.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar, get_args

from engine import board as printed
from engine.actions import SeatAnswer
from engine.decisions import Owed
from engine.errors import BadNotation
from engine.figures import NOBODY, Figures
from engine.notation import (
    EMPTY,
    Form,
    form_of,
    forms_of,
    lines_form,
    read_figures,
    values_of,
    write_figures,
)
from engine.state import (
    GODS_AND_MYSTICS,
    RULES_VERSION,
    Battle,
    Board,
    Clan,
    Dealing,
    GameState,
    Gods,
    Options,
    Province,
    Rulings,
)
from engine.tasks import Task
from engine.terms import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Age,
    Deity,
    Phase,
    Place,
    Seat,
    Token,
    seat_letter,
)
from engine.values import Value, field_names

_SECTION: Final = " | "
_THING: Final = "; "
_TITLES: Final = ("table", "rulings", "game", "provinces")
_TAIL: Final = ("battle", "dealing", "agenda", "owed", "given", "gods")

Item = TypeVar("Item")


class _Game(Value):
    """The part of a state that is neither board, sheet nor agenda."""

    age: Age
    phase: Phase
    first: Seat
    turn: Seat | None
    ragnarok: tuple[Place, Place, Place]


class _Table(Value):
    """The options of a table without its rulings."""

    kickstarter: bool
    rules_version: int
    gods: bool = False
    mystics: bool = False


_EARLIER: Final[dict[type, int]] = {_Table: 2, Rulings: 5}
"""Fields that these records have by rules before `GODS_AND_MYSTICS`; the section of the gods is
missing in their lines, too."""


def write_state(state: GameState) -> str:
    """Write the line of a state."""
    options = state.options
    is_earlier = options.rules_version < GODS_AND_MYSTICS
    boxes = _Table(options.kickstarter, options.rules_version, options.gods, options.mystics)
    game = _Game(state.age, state.phase, state.first, state.turn, state.ragnarok)
    sections = (
        f"table {_write_record(boxes, _Table, is_earlier=is_earlier)}",
        f"rulings {_write_record(options.rulings, Rulings, is_earlier=is_earlier)}",
        f"game {_write_record(game, _Game)}",
        f"provinces {_write_provinces(state.board.provinces)}",
        *(_write_seat(state, Seat(seat)) for seat in range(state.players)),
        f"battle {EMPTY if state.battle is None else _write_record(state.battle, Battle)}",
        f"dealing {EMPTY if state.dealing is None else _write_record(state.dealing, Dealing)}",
        f"agenda {_write_things(_TASKS, state.agenda)}",
        f"owed {_write_things(_OWED, state.owed)}",
        f"given {_write_things(_GIVEN, state.given)}",
        *(() if is_earlier else (f"gods {_write_gods(state.gods)}",)),
    )
    return _SECTION.join(sections)


def read_state(line: str) -> GameState:
    """Read the state in a line; `engine.invariants` judges whether it is possible.

    Raises:
        BadNotation: names the unreadable part.
    """
    head, seats, tail = _sections(line)
    is_earlier = len(tail) < len(_TAIL)
    table = _read_record(head[0], _Table, is_earlier=is_earlier)
    if is_earlier is not (table.rules_version < GODS_AND_MYSTICS):
        raise BadNotation(head[0], "the sections of this rules version")
    if not 1 <= table.rules_version <= RULES_VERSION:
        raise BadNotation(str(table.rules_version), f"a rules version from 1 to {RULES_VERSION}")
    game = _read_record(head[2], _Game)
    clans, rows = _read_seats(seats)
    rulings = _read_record(head[1], Rulings, is_earlier=is_earlier)
    return GameState(
        options=Options(rulings, table.kickstarter, table.rules_version, table.gods, table.mystics),
        age=game.age,
        phase=game.phase,
        first=game.first,
        turn=game.turn,
        ragnarok=game.ragnarok,
        board=Board(rows, _read_provinces(head[3])),
        clans=clans,
        battle=None if tail[0] == EMPTY else _read_record(tail[0], Battle),
        dealing=None if tail[1] == EMPTY else _read_record(tail[1], Dealing),
        agenda=tuple(one for one in _read_things(_TASKS, tail[2]) if isinstance(one, Task)),
        owed=tuple(one for one in _read_things(_OWED, tail[3]) if isinstance(one, Owed)),
        given=tuple(one for one in _read_things(_GIVEN, tail[4]) if isinstance(one, SeatAnswer)),
        gods=() if is_earlier else _read_gods(tail[5]),
    )


def _sections(line: str) -> tuple[list[str], list[str], list[str]]:
    """Split off the sections without their titles: before the seats, seats, after them.

    The last of the tail is the gods', which lines of earlier rules do not have.
    """
    sections = line.split(_SECTION)
    tail = _TAIL if sections[-1].startswith("gods ") else _TAIL[:-1]
    seats = len(sections) - len(_TITLES) - len(tail)
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        raise BadNotation(line, "a state of 2 to 5 seats")
    letters = (seat_letter(Seat(seat)) for seat in range(seats))
    texts = []
    for title, section in zip((*_TITLES, *letters, *tail), sections, strict=True):
        word, blank, text = section.partition(" ")
        if word != title or not blank:
            raise BadNotation(section, f"the section {title}")
        texts.append(text)
    end = len(_TITLES) + seats
    return texts[: len(_TITLES)], texts[len(_TITLES) : end], texts[end:]


# ------------------------------------------------------- records and things


def _keys(kind: type) -> tuple[str, ...]:
    return tuple(name.replace("_", "-") for name in field_names(kind))


def _write_record(value: object, kind: type, *, is_earlier: bool = False) -> str:
    size = _EARLIER[kind] if is_earlier else None
    parts = zip(
        _keys(kind)[:size], forms_of(kind)[:size], values_of(value, kind)[:size], strict=True
    )
    return " ".join(f"{key}={form.write(one)}" for key, form, one in parts)


def _read_record(text: str, kind: type[Item], *, is_earlier: bool = False) -> Item:
    build: type = kind
    size = _EARLIER[build] if is_earlier else None
    words = text.split(" ")
    keys = _keys(build)[:size]
    if len(words) != len(keys):
        raise BadNotation(text, " ".join(f"{key}=" for key in keys))
    values = [
        form.read(_value(word, key))
        for word, key, form in zip(words, keys, forms_of(build)[:size], strict=True)
    ]
    found = build(*values)
    assert isinstance(found, kind)
    return found


def _value(word: str, key: str) -> str:
    before, sign, value = word.partition("=")
    if before != key or not sign:
        raise BadNotation(word, f"{key}=")
    return value


def _write_things(form: Form, things: tuple[object, ...]) -> str:
    return _THING.join(form.write(thing) for thing in things) or EMPTY


def _read_things(form: Form, text: str) -> list[object]:
    return [] if text == EMPTY else [form.read(part) for part in text.split(_THING)]


def _task_word(kind: type) -> str:
    return re.sub(r"(?<=.)([A-Z])", r"-\1", kind.__name__.removesuffix("Task")).lower()


_TASKS: Final = lines_form(
    ((kind, _task_word(kind)) for kind in get_args(Task)), "a task, such as turn", author=False
)
_OWED: Final = lines_form(
    ((kind, kind.word) for kind in get_args(Owed)), "something owed, such as action", author=True
)
_GIVEN: Final = lines_form(
    ((kind, kind.word) for kind in get_args(SeatAnswer)), "an answer, such as laid", author=True
)


# ---------------------------------------------------------- board and sheets

_DEITY: Final = form_of(Deity)
_GOD_PLACE: Final = form_of(Place | None)


def _write_gods(gods: Gods) -> str:
    words = (f"{_DEITY.write(deity)}={_GOD_PLACE.write(place)}" for deity, place in gods)
    return " ".join(words) or EMPTY


def _read_gods(text: str) -> Gods:
    gods = []
    for word in () if text == EMPTY else text.split(" "):
        name, _, where = word.partition("=")
        deity, place = _DEITY.read(name), _GOD_PLACE.read(where)
        assert isinstance(deity, Deity)
        assert place is None or isinstance(place, Place)
        gods.append((deity, place))
    return tuple(gods)


_TOKEN: Final = form_of(Token)
_MARKS: Final = {
    "": (False, False),
    "+pillaged": (True, False),
    "+destroyed": (False, True),
    "+pillaged+destroyed": (True, True),
}
"""The words after the token of a province: whether it is pillaged, and destroyed."""


def _write_provinces(provinces: tuple[Province, ...]) -> str:
    words = []
    for place, province in zip(printed.PROVINCES, provinces, strict=True):
        fate = (province.pillaged, province.destroyed)
        marks = next(marks for marks, meant in _MARKS.items() if meant == fate)
        words.append(f"{place.word}={_TOKEN.write(province.token)}{marks}")
    return " ".join(words)


def _read_provinces(text: str) -> tuple[Province, ...]:
    words = text.split(" ")
    if len(words) != len(printed.PROVINCES):
        raise BadNotation(text, "nine provinces")
    provinces = []
    for place, word in zip(printed.PROVINCES, words, strict=True):
        name, plus, marks = _value(word, place.word).partition("+")
        if plus + marks not in _MARKS:
            raise BadNotation(word, "+pillaged, +destroyed or both behind the token")
        token = _TOKEN.read(name)
        assert isinstance(token, Token)
        provinces.append(Province(token, *_MARKS[plus + marks]))
    return tuple(provinces)


def _write_seat(state: GameState, seat: Seat) -> str:
    figures = "".join(
        f" {place.word}={write_figures(here)}"
        for place in printed.PLACES
        if (here := state.figures(seat, place))
    )
    return f"{seat_letter(seat)} {_write_record(state.clans[seat], Clan)}{figures}"


def _read_seats(
    texts: list[str],
) -> tuple[tuple[Clan, ...], tuple[tuple[Figures, ...], ...]]:
    size = len(field_names(Clan))
    clans = []
    columns = []
    for text in texts:
        words = text.split(" ")
        clans.append(_read_record(" ".join(words[:size]), Clan))
        columns.append(_read_board(words[size:]))
    return tuple(clans), tuple(zip(*columns, strict=True))


def _read_board(words: list[str]) -> tuple[Figures, ...]:
    """Read the figures of a seat in every place; only places with figures are written."""
    left = list(words)
    column = []
    for place in printed.PLACES:
        if left and left[0].startswith(f"{place.word}="):
            word = left.pop(0)
            figures = read_figures(_value(word, place.word))
            if not figures:
                raise BadNotation(word, "somebody there")
            column.append(figures)
        else:
            column.append(NOBODY)
    if left:
        raise BadNotation(left[0], "a place with figures, in the order of the map")
    return tuple(column)
