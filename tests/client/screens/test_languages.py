"""Screens in the other languages: golden files, and labels that are not cut."""

from __future__ import annotations

import re
from gettext import GNUTranslations

import pytest

from client.screens.draw import draw
from client.style.right_to_left import turned_sign
from client.style.writing import BOX
from client.text import catalogue
from client.text.catalogue import say, speak
from client.ui.cells import ELLIPSIS
from client.ui.view import TableView
from tests.client.screens.scenes import NAMES, Wanted, scene
from tests.client.screens.test_goldens import LARGE, MEDIUM, SCENES, SMALL, compare
from tests.messages import TRANSLATED

MAIN = ("draft", "turn", "invade-confirm", "quest", "call", "choose", "result", "end", "help")
ELSEWHERE = ("turn", "choose")
GOLDEN = [
    *(("pl", wanted) for wanted, _ in SCENES if wanted.name in (*MAIN, "glory", "why-invade")),
    *(
        (language, wanted)
        for language in ("uk", "es")
        for wanted, _ in SCENES
        if wanted.name in ELSEWHERE
    ),
]
PERSIAN = [
    (wanted, size)
    for wanted, _ in SCENES
    if wanted.name in (*MAIN, "gods-turn", "gods-open")
    for size in (SMALL, MEDIUM, LARGE)
]
CASES = [
    (wanted, tuple(size for size in sizes if size != LARGE) or (SMALL,)) for wanted, sizes in SCENES
]
"""The largest screens have more room for every label than the others."""
NARROW = 60
"""Below this many columns only labels are whole in every language."""


def in_language(language: str, wanted: Wanted) -> TableView:
    """Return the view of a moment of a game played in a language."""
    speak(language)
    return scene(wanted)


def cut_rows(rows: list[str]) -> list[str]:
    """Return the rows in which something is cut; of a narrow screen header, titles and keys.

    A consequence that leaves out its last facts cuts none of its words.
    """
    labels = [rows[0], *(row for row in rows if "─" in row), rows[-1]]
    found = [row for row in (rows if len(rows[0]) >= NARROW else labels) if ELLIPSIS in row]
    return [row for row in found if not row.rstrip().endswith(f"{say('; ')}{ELLIPSIS}")]


@pytest.mark.parametrize(("wanted", "sizes"), CASES, ids=[wanted.name for wanted, _ in CASES])
def test_rows_that_are_whole_in_english_are_whole_in_every_language(
    wanted: Wanted, sizes: tuple[tuple[int, int], ...]
) -> None:
    english = in_language("en", wanted)
    whole = {size: len(cut_rows(draw(english, *size).rows())) for size in sizes}
    for language in TRANSLATED:
        view = in_language(language, wanted)
        for size in sizes:
            rows = draw(view, *size).rows()
            assert all(len(row) == size[0] for row in rows)
            cut = cut_rows(rows)
            assert len(cut) <= whole[size], (language, size, cut)


@pytest.mark.parametrize(
    ("language", "wanted"), GOLDEN, ids=[f"{code}-{wanted.name}" for code, wanted in GOLDEN]
)
def test_a_translated_screen_matches_its_golden_file(language: str, wanted: Wanted) -> None:
    drawn = draw(in_language(language, wanted), *SMALL).text()
    compare(f"{wanted.name}-{language}", drawn)


@pytest.mark.parametrize(
    ("wanted", "size"), PERSIAN, ids=[f"{wanted.name}-{size[0]}" for wanted, size in PERSIAN]
)
def test_a_screen_in_persian_is_mirrored_as_in_its_golden_file(
    wanted: Wanted, size: tuple[int, int]
) -> None:
    shown = draw(in_language("fa", wanted), *size).shown()
    compare(f"{wanted.name}-fa-{size[0]}x{size[1]}", shown.text())


@pytest.mark.parametrize(("wanted", "sizes"), CASES, ids=[wanted.name for wanted, _ in CASES])
def test_every_line_of_a_box_in_persian_is_at_its_mirrored_place(
    wanted: Wanted, sizes: tuple[tuple[int, int], ...]
) -> None:
    for size in sizes:
        canvas = draw(in_language("fa", wanted), *size)
        for row, shown in zip(canvas.rows(), canvas.shown().rows(), strict=True):
            assert len(shown) == size[0]
            for sign, mirrored in zip(row, reversed(shown), strict=True):
                if sign in BOX or mirrored in BOX:
                    assert mirrored == turned_sign(sign), row


@pytest.mark.parametrize("language", ["pl", "es"])
def test_a_translated_screen_is_legible_in_ascii(language: str) -> None:
    wanted = next(one for one, _ in SCENES if one.name == "turn")
    view = in_language(language, wanted)
    text = draw(view, *SMALL).to_ascii().text()
    questions = draw(view, *SMALL).text().replace("\u00bf", "?").count("?")
    assert text.isascii()
    assert text.count("?") == questions


def test_every_word_of_a_screen_is_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Speak a language that replaces every letter: whatever reads as English is no message."""
    monkeypatch.setattr(catalogue._Tongue, "code", "disguise")
    monkeypatch.setattr(catalogue._Tongue, "catalogue", Disguise())
    wanted = [one for one, _ in SCENES if one.name in (*MAIN, "clans", "recap", "quests")]
    left = {
        word
        for one in wanted
        for word in re.findall("[A-Za-z]{4,}", draw(scene(one), *SMALL).text())
    }
    left = {word for word in left if not set(word) <= set("BRSWM")}  # clans on the chart
    assert {word for word in left if not any(name.startswith(word) for name in NAMES)} == set()


class Disguise(GNUTranslations):
    """A catalogue of every message, with every letter replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.plural = int

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(
            part if part.startswith("{") else re.sub(r"\w", "\u0436", part) for part in parts
        )

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
