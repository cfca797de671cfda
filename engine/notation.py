"""One-line text of every action and intent: written and read, one line for one value.

A line is the author (a seat letter, or ``table``), the word of the action and its fields in
their order: ``A march horgr utgard 3W+L``. The form of a field follows from its type alone, so
a new action needs nothing here; docs/notation.md lists the forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, StrEnum
from functools import cache
from types import EllipsisType, NoneType, UnionType
from typing import Final, NoReturn, Union, get_args, get_origin, get_type_hints

from engine.actions import Action, Intent
from engine.cards import CARDS
from engine.errors import BadNotation
from engine.figures import Figures
from engine.terms import (
    LEADER,
    MYSTIC,
    SEAT_LETTERS,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    Face,
    FigureKind,
    Location,
    Origin,
    Place,
    Seat,
    Slot,
    Stat,
    seat_letter,
)
from engine.values import Value, field_names, is_value_class

TABLE: Final = "table"
"""The author of an action that belongs to no seat."""
NONE: Final = "none"
EMPTY: Final = "-"
NOBODY: Final = "0"
_MOST_DIGITS: Final = 9


class Form(Value):
    """Writes and reads the values of one type; `read` raises `BadNotation`."""

    write: Callable[[object], str]
    read: Callable[[str], object]


def write_move(move: Action | Intent) -> str:
    """Write the line of an action or intent."""
    return MOVES.write(move)


def read_move(line: str) -> Action | Intent:
    """Read the action or intent in a line; legality is not checked.

    Raises:
        BadNotation: names the unreadable part.
    """
    move = MOVES.read(line)
    assert isinstance(move, Action | Intent)
    return move


# ------------------------------------------------------------------ atoms


def _bad(part: str, expected: str) -> NoReturn:
    raise BadNotation(part, expected)


def one_of(names: Mapping[str, object], expected: str) -> Form:
    """Make the form of values with a fixed name each."""
    by_value = {value: name for name, value in names.items()}

    def read(text: str) -> object:
        return names[text] if text in names else _bad(text, expected)

    return Form(lambda value: by_value[value], read)


def _read_number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS):
        _bad(text, "a number")
    return int(text) if str(int(text)) == text else _bad(text, "a number")


def _write_seat(value: object) -> str:
    assert isinstance(value, int)
    return seat_letter(Seat(value))


def _read_seat(text: str) -> Seat:
    if len(text) != 1 or text not in SEAT_LETTERS:
        _bad(text, "a seat A to E")
    return Seat(SEAT_LETTERS.index(text))


def _write_seats(value: object) -> str:
    assert isinstance(value, tuple)
    return "".join(_write_seat(seat) for seat in value) or EMPTY


def _read_seats(text: str) -> tuple[Seat, ...]:
    return () if text == EMPTY else tuple(_read_seat(letter) for letter in text)


def _read_card(text: str) -> CardId:
    card = CARDS.get(CardId(text))
    return card.id if card is not None else _bad(text, "the id of a card")


def _read_kind(text: str) -> FigureKind:
    kind = FigureKind(text)
    if kind in (WARRIOR, LEADER, SHIP, MYSTIC):
        return kind
    card = CARDS.get(CardId(text))
    if card is None or card.slot is not Slot.MONSTER:
        _bad(text, "warrior, leader, ship, mystic or a monster")
    return kind


def _write_face(value: object) -> str:
    assert isinstance(value, Face)
    return f"{value.card}@{value.age.value}"


def _read_face(text: str) -> Face:
    card, _, age = text.partition("@")
    if age not in ("1", "2", "3"):
        _bad(text, "a card with its Age, such as tyrs-bash@1")
    return Face(_read_card(card), Age(int(age)))


def write_figures(value: object) -> str:
    """Write the figures of one place: ``3W+L+S+2Y+troll``, ``0`` for none."""
    assert isinstance(value, Figures)
    plain = (
        (value.warriors, "W"),
        (value.leader, "L"),
        (value.ships, "S"),
        (value.mystics, "Y"),
    )
    parts = [letter if number == 1 else f"{number}{letter}" for number, letter in plain if number]
    return "+".join((*parts, *value.monsters)) or NOBODY


def read_figures(text: str) -> Figures:
    """Read figures from a text such as ``3W+L+troll``.

    Raises:
        BadNotation: the text is not the one form of these figures.
    """
    counts = {"W": 0, "L": 0, "S": 0, "Y": 0}
    monsters: list[CardId] = []
    for part in () if text == NOBODY else text.split("+"):
        if part[-1:] in counts:
            counts[part[-1]] = _read_number(part[:-1]) if len(part) > 1 else 1
        elif part in (WARRIOR, LEADER, SHIP, MYSTIC):
            _bad(part, "W, L, S or Y")
        else:
            monsters.append(CardId(_read_kind(part)))
    found = Figures(counts["W"], counts["L"], counts["S"], tuple(monsters), counts["Y"])
    return found if write_figures(found) == text else _bad(text, "figures such as 3W+L+troll")


# -------------------------------------------------------------- forms by type


def _list_form(item: Form, length: int | None) -> Form:
    def write(value: object) -> str:
        assert isinstance(value, tuple)
        return ",".join(item.write(one) for one in value) or EMPTY

    def read(text: str) -> object:
        parts = [] if text == EMPTY else text.split(",")
        if length is not None and len(parts) != length:
            _bad(text, f"{length} parts joined by commas")
        return tuple(item.read(part) for part in parts)

    return Form(write, read)


def _group_form(parts: tuple[Form, ...], build: Callable[[list[object]], object]) -> Form:
    """Join the parts of one item by colons: a pair, or a small value inside a list."""

    def read(text: str) -> object:
        words = text.split(":")
        if len(words) != len(parts):
            _bad(text, f"{len(parts)} parts joined by colons")
        return build([form.read(word) for form, word in zip(parts, words, strict=True)])

    def write(value: object) -> str:
        assert isinstance(value, tuple)
        return ":".join(form.write(one) for form, one in zip(parts, value, strict=True))

    return Form(write, read)


def _class_form(kind: type) -> Form:
    """Write a small frozen value inside a list, by its fields."""
    group = _group_form(forms_of(kind), lambda values: kind(*values))
    return Form(lambda value: group.write(values_of(value, kind)), group.read)


def _optional_form(form: Form) -> Form:
    def write(value: object) -> str:
        return NONE if value is None else form.write(value)

    return Form(write, lambda text: None if text == NONE else form.read(text))


def _either_form(words: Form, card: Form) -> Form:
    """Accept a card, or one of the rules' own words; no card has such a word as its name."""

    def write(value: object) -> str:
        return words.write(value) if isinstance(value, Enum) else card.write(value)

    def read(text: str) -> object:
        return card.read(text) if CardId(text) in CARDS else words.read(text)

    return Form(write, read)


_ATOMS: Final[dict[object, Form]] = {
    bool: one_of({"yes": True, "no": False}, "yes or no"),
    int: Form(str, _read_number),
    Seat: Form(_write_seat, _read_seat),
    CardId: Form(str, _read_card),
    FigureKind: Form(str, _read_kind),
    Face: Form(_write_face, _read_face),
    Figures: Form(write_figures, read_figures),
    Age: one_of({str(age.value): age for age in Age}, "an Age 1 to 3"),
    Place: one_of({place.word: place for place in Place}, "a province or fjord"),
    Location: one_of(
        {
            **{place.word: place for place in Place},
            **{origin.value: origin for origin in Origin},
        },
        "a province or fjord, reserve or valhalla",
    ),
    Stat: one_of({stat.word: stat for stat in Stat}, "rage, axes or horns"),
    tuple[Seat, ...]: Form(_write_seats, _read_seats),
}


def form_of(hint: object) -> Form:
    """Return the form of a field of this type."""
    if hint in _ATOMS:
        return _ATOMS[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        members = {member.value: member for member in hint}
        return one_of(members, f"one of {', '.join(members)}")
    if is_value_class(hint):
        return _class_form(hint)
    args = get_args(hint)
    if get_origin(hint) is tuple:
        if isinstance(args[-1], EllipsisType):
            return _list_form(form_of(args[0]), None)
        if len(set(args)) == 1:
            return _list_form(form_of(args[0]), len(args))
        return _group_form(tuple(form_of(part) for part in args), tuple)
    assert get_origin(hint) in (Union, UnionType), hint
    some = [arg for arg in args if arg is not NoneType]
    if len(some) < len(args):
        return _optional_form(form_of(some[0]))
    words = {member.value: member for arg in some if arg is not CardId for member in _members(arg)}
    return _either_form(one_of(words, f"one of {', '.join(words)}"), form_of(CardId))


def _members(kind: object) -> tuple[StrEnum, ...]:
    assert isinstance(kind, type)
    assert issubclass(kind, StrEnum)
    return tuple(kind)


@cache
def forms_of(kind: type) -> tuple[Form, ...]:
    """Return the forms of the fields of a frozen class, in order."""
    hints = get_type_hints(kind)
    return tuple(form_of(hints[name]) for name in field_names(kind))


def values_of(value: object, kind: type) -> tuple[object, ...]:
    """List the values of the fields of a frozen class, in order."""
    return tuple(getattr(value, name) for name in field_names(kind))


class _Line(Value):
    """A value as a line: the word of its type, and its fields as words.

    With `author` the line begins with its author or debtor: the ``seat`` field, or the table.
    """

    kind: type
    word: str
    author: bool

    @property
    def _by_seat(self) -> bool:
        return self.author and self.word != "absent" and field_names(self.kind)[:1] == ("seat",)

    def write(self, value: object) -> str:
        forms = forms_of(self.kind)
        words = [
            form.write(one) for form, one in zip(forms, values_of(value, self.kind), strict=True)
        ]
        if self._by_seat:
            words.insert(1, self.word)
        elif self.author:
            words = [TABLE, self.word, *words]
        else:
            words.insert(0, self.word)
        return " ".join(words)

    def read(self, text: str) -> object:
        """Read a line that has the word of this type in its place."""
        words = text.split(" ")
        words.pop(int(self.author))
        names = field_names(self.kind)
        if self.author and not self._by_seat:
            author, *words = words
            if author != TABLE:
                _bad(author, TABLE)
        if len(words) != len(names):
            _bad(text, f"{self.word} with {_list(names[1:] if self._by_seat else names)}")
        forms = forms_of(self.kind)
        return self.kind(*(form.read(word) for form, word in zip(forms, words, strict=True)))


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing behind it"


def lines_form(kinds: Iterable[tuple[type, str]], expected: str, *, author: bool) -> Form:
    """Make the form of lines of several types, distinguished by their word."""
    lines = [_Line(kind, word, author) for kind, word in kinds]
    by_type = {line.kind: line for line in lines}
    by_word = {line.word: line for line in lines}
    assert len(by_word) == len(by_type) == len(lines)

    def read(text: str) -> object:
        words = [*text.split(" "), ""]
        word = words[int(author)]
        return by_word[word].read(text) if word in by_word else _bad(text, expected)

    return Form(lambda value: by_type[type(value)].write(value), read)


def _moves() -> Form:
    kinds = dict.fromkeys((*get_args(Intent), *get_args(Action)))
    lines = ((kind, kind.word) for kind in kinds)
    return lines_form(lines, "what is done, such as invade", author=True)


MOVES: Final = _moves()
"""The form of every action and intent."""
