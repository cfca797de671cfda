"""Golden screens: whole canvases of real games, as text files beside this one.

`BLOODRAGE_GOLDENS=1` writes them again; read the diff before you commit it. A screen in ASCII is
the golden file with every glyph replaced by the table of the theme; a few screens, which together
have every sign that occurs, have an ASCII file of their own.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from client.screens.draw import draw
from client.style.letters import ascii_sign
from client.style.theme import ASCII_GLYPHS
from engine import decisions as ask
from tests.client.screens.scenes import Wanted, scene

GOLDENS = Path(__file__).parent / "goldens"
REWRITE = bool(os.environ.get("BLOODRAGE_GOLDENS"))

SMALL, MEDIUM, LARGE = (80, 24), (100, 30), (140, 45)
COMPACT, LIST, TINY = (60, 16), (60, 12), (45, 10)

SCENES = (
    (Wanted("clan", ask.ClanDecision, 3, seed=4), (SMALL,)),
    (Wanted("draft", ask.PickDecision, 4, 4), (SMALL, MEDIUM, LARGE, COMPACT, TINY)),
    (Wanted("passed-no-aid", ask.TurnDecision, 5, 6, "V", memory_aid=False), (SMALL,)),
    (Wanted("draft-two", ask.PickDecision, 2, 2), (SMALL,)),
    (Wanted("draft-again", ask.PickDecision, 3, 5), (SMALL,)),
    (Wanted("draft-confirm", ask.PickDecision, 5, 3, "a enter"), (SMALL,)),
    (Wanted("draft-board", ask.PickDecision, 4, 4, "tab"), (SMALL,)),
    (Wanted("choose-board", ask.CardDecision, 5, 3, "tab"), (SMALL,)),
    (Wanted("turn", ask.TurnDecision, 5, 6), (SMALL, MEDIUM, LARGE, COMPACT, LIST, TINY)),
    (Wanted("turn-two", ask.TurnDecision, 2, 12), (SMALL,)),
    (Wanted("turn-three", ask.TurnDecision, 3, 9), (SMALL, MEDIUM)),
    (Wanted("turn-late", ask.TurnDecision, 4, 20), (SMALL, LARGE)),
    (Wanted("invade-where", ask.TurnDecision, 5, 6, "i w"), (SMALL, MEDIUM, LIST)),
    (Wanted("invade-ship", ask.TurnDecision, 5, 1, "i s"), (SMALL,)),
    (Wanted("invade-confirm", ask.TurnDecision, 5, 6, "i w 4 enter"), (SMALL, COMPACT)),
    (Wanted("march-who", ask.TurnDecision, 5, 6, "m enter"), (SMALL,)),
    (Wanted("greyed", ask.TurnDecision, 5, 6, "down down"), (SMALL,)),
    (Wanted("quest", ask.TurnDecision, 5, 6, "e"), (SMALL, MEDIUM)),
    (Wanted("upgrade", ask.TurnDecision, 4, 13, "u"), (SMALL,)),
    (Wanted("hand", ask.TurnDecision, 5, 6, "h"), (COMPACT, LIST)),
    (Wanted("log-pane", ask.TurnDecision, 5, 6, "s-tab s-tab up up"), (SMALL, COMPACT)),
    (Wanted("pass", ask.TurnDecision, 5, 6, "x"), (SMALL,)),
    (Wanted("map-pane", ask.TurnDecision, 5, 6, "s-tab up"), (SMALL,)),
    (Wanted("waiting", "waiting", 4, 30), (SMALL, MEDIUM)),
    (Wanted("playing", "playing", 4, 60), (SMALL,)),
    (Wanted("call", ask.JoinDecision, 4, 3), (SMALL, LARGE)),
    (Wanted("choose", ask.CardDecision, 5, 3), (SMALL, MEDIUM, LARGE, COMPACT, LIST, TINY)),
    (Wanted("choose-confirm", ask.CardDecision, 5, 3, "a enter"), (SMALL,)),
    (Wanted("reveal", "reveal", 5, 1), (SMALL,)),
    (Wanted("late", ask.LateDecision, 5, 1), (SMALL, MEDIUM)),
    (Wanted("result", "result", 5, 3), (SMALL, MEDIUM, LARGE, LIST)),
    (Wanted("protect", ask.ProtectDecision, 5, 1), (SMALL,)),
    (Wanted("stat", ask.StatDecision, 5, 1), (SMALL,)),
    (Wanted("keep", ask.KeepDecision, 5, 1), (SMALL,)),
    (Wanted("end", "end", 5, 1), (SMALL, MEDIUM, LARGE, COMPACT, LIST)),
    (Wanted("end-cursor", "end", 5, 1, "pageup pageup"), (SMALL, MEDIUM, LARGE, LIST)),
    (Wanted("end-board", "end", 5, 1, "b"), (SMALL,)),
    (Wanted("end-drafted", "end", 5, 1, "c"), (SMALL, LARGE, LIST)),
    (Wanted("end-next", "end", 5, 1, "enter"), (SMALL,)),
    (Wanted("help", ask.TurnDecision, 5, 6, "?"), (SMALL, LARGE)),
    (Wanted("rules", ask.TurnDecision, 5, 6, "r"), (SMALL,)),
    (Wanted("card", ask.TurnDecision, 5, 6, "h v"), (SMALL, COMPACT)),
    (Wanted("cards", ask.TurnDecision, 5, 6, "/ t r"), (SMALL,)),
    (Wanted("log", ask.TurnDecision, 5, 6, "l"), (SMALL,)),
    (Wanted("clans", ask.TurnDecision, 5, 6, "c"), (SMALL,)),
    (Wanted("glory", ask.TurnDecision, 4, 20, "g"), (SMALL,)),
    (Wanted("passed", ask.TurnDecision, 5, 6, "V"), (SMALL,)),
    (Wanted("quests", ask.TurnDecision, 5, 6, "s"), (SMALL,)),
    (Wanted("explain", ask.TurnDecision, 5, 6, "s-tab v"), (SMALL,)),
    (Wanted("why-invade", ask.TurnDecision, 5, 6, "v"), (SMALL, MEDIUM)),
    (Wanted("why-figure", ask.TurnDecision, 5, 6, "i v"), (SMALL,)),
    (Wanted("why-clan", ask.TurnDecision, 4, 20, "c down v"), (SMALL, LARGE)),
    (Wanted("why-greyed", ask.TurnDecision, 5, 6, "down down v"), (SMALL,)),
    (Wanted("recap", ask.TurnDecision, 5, 6, "R"), (SMALL,)),
    (Wanted("table", ask.TurnDecision, 5, 6, "f3"), (SMALL, MEDIUM, LARGE, COMPACT)),
    (Wanted("table", ask.TurnDecision, 5, 6, "f3", at=TINY), (TINY,)),
    (Wanted("table-late", ask.TurnDecision, 4, 20, "f3"), (SMALL, MEDIUM, LARGE)),
    (Wanted("table-where", ask.TurnDecision, 5, 6, "f3 i w"), (SMALL, COMPACT)),
    *(
        (Wanted(name, ask.TurnDecision, 5, 6, keys, at=size), (size,))
        for name, keys in (("zoom-hand", "h + +"), ("zoom-map", "s-tab +"))
        for size in (SMALL, MEDIUM, LARGE)
    ),
    (Wanted("zoom-log", ask.TurnDecision, 5, 6, "s-tab s-tab + + +"), (SMALL,)),
    (Wanted("leave", ask.TurnDecision, 5, 6, "^Q"), (SMALL,)),
    (Wanted("gods-turn", ask.TurnDecision, 5, 9, boxes=True), (SMALL, MEDIUM, LARGE, COMPACT)),
    (Wanted("gods-why", ask.TurnDecision, 5, 9, "s-tab 7 v", boxes=True), (SMALL,)),
    (Wanted("gods-table", ask.TurnDecision, 5, 9, "f3", boxes=True), (SMALL, LARGE)),
    (Wanted("gods-middle", ask.TurnDecision, 4, 15, seed=5, boxes=True), (SMALL, MEDIUM)),
    (
        Wanted("gods-open", ask.OpenPlayDecision, 4, 2, seed=5, boxes=True),
        (SMALL, MEDIUM, LARGE, LIST, TINY),
    ),
    (Wanted("gods-move", ask.GodMoveDecision, 3, 1, boxes=True), (SMALL,)),
)
IN_ASCII = frozenset(
    {
        "turn-80x24",
        "gods-turn-80x24",
        "clan-80x24",
        "table-45x10",
        "table-80x24",
        "choose-45x10",
        "log-battles-100x30",
        "result-of-two-100x30",
        "again-reveal-140x45",
        "end-cursor-80x24",
    }
)
"""Screens with a golden file in ASCII too."""
CASES = [(wanted, size) for wanted, sizes in SCENES for size in sizes]


def golden(name: str) -> str:
    """Return the golden file of a name."""
    path = GOLDENS / f"{name}.txt"
    assert path.exists(), f"no golden screen {name}: write it with BLOODRAGE_GOLDENS=1"
    return path.read_text(encoding="utf-8")


def compare(name: str, drawn: str) -> None:
    """Assert that a screen is its golden file, or write that file."""
    if REWRITE:
        (GOLDENS / f"{name}.txt").write_text(drawn, encoding="utf-8")
    assert drawn == golden(name)


def compare_in_both_glyph_sets(wanted: Wanted, size: tuple[int, int]) -> None:
    """Assert that a scene is its golden file, and in ASCII the same file sign by sign."""
    name = f"{wanted.name}-{size[0]}x{size[1]}"
    compare(name, draw(scene(wanted), *size).text())
    plain = draw(scene(wanted), *size).to_ascii().text()
    assert plain == "".join(
        sign if sign == "\n" else ascii_sign(sign) for sign in golden(name).translate(ASCII_GLYPHS)
    )
    if name in IN_ASCII:
        compare(f"{name}-ascii", plain)


def test_every_sign_that_occurs_is_on_a_golden_screen_in_ascii() -> None:
    signs = frozenset(map(chr, ASCII_GLYPHS))
    occurring = signs & set("".join(map(golden, (path.stem for path in GOLDENS.glob("*.txt")))))
    assert signs - occurring == {"≤"}
    assert occurring == signs & set("".join(map(golden, IN_ASCII)))
    assert {path.stem for path in GOLDENS.glob("*-ascii.txt")} == {
        f"{one}-ascii" for one in IN_ASCII
    }


@pytest.mark.parametrize(
    ("wanted", "size"), CASES, ids=[f"{wanted.name}-{w}x{h}" for wanted, (w, h) in CASES]
)
def test_a_screen_matches_its_golden_file(wanted: Wanted, size: tuple[int, int]) -> None:
    compare_in_both_glyph_sets(wanted, size)
