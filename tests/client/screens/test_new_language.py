"""A language that is read from the right and is not there yet: texts are all that it takes."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog

from client.screens.draw import draw
from client.style.right_to_left import turned_sign
from client.style.writing import BOX, is_right_to_left
from client.text import catalogue
from client.text.catalogue import say, speak
from engine import decisions as ask
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_goldens import LARGE, SCENES, SMALL
from tests.messages import compiled

HEBREW: Final = "he"
TEXTS: Final = {
    "Actions": "\u05e4\u05e2\u05d5\u05dc\u05d5\u05ea",
    "Log": "\u05d9\u05d5\u05de\u05df",
    "Invade": "\u05e4\u05dc\u05d9\u05e9\u05d4",
    "clan": "\u05e9\u05d1\u05d8",
    "What will you do?": "\u05de\u05d4 \u05ea\u05e2\u05e9\u05d4?",
}
"""Some messages in Hebrew, in the order of reading."""
TURN: Final = Wanted("turn", ask.TurnDecision, seed=4)
SHOWN: Final = [wanted for wanted, _ in SCENES if wanted.name in ("turn", "draft", "choose")]


class Hebrew(GNUTranslations):
    """A catalogue of every message, with every letter replaced by a Hebrew one."""

    def __init__(self) -> None:
        super().__init__()
        self.plural = int

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(
            part if part.startswith("{") else re.sub(r"[^\W\d_]", "\u05de", part) for part in parts
        )

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def _added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add Hebrew as docs/translating.md says, in a directory of catalogues of its own."""
    texts = Catalog(HEBREW)
    for english, hebrew in TEXTS.items():
        texts.add(english, hebrew)
    path = tmp_path / HEBREW / "LC_MESSAGES" / "bloodrage.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled(texts))
    monkeypatch.setattr(catalogue, "LOCALE", str(tmp_path))
    monkeypatch.setattr(catalogue, "_read", {})
    monkeypatch.setattr(catalogue, "_RIGHT_TO_LEFT", frozenset({HEBREW}))
    monkeypatch.setitem(catalogue.LANGUAGES, HEBREW, "\u05e2\u05d1\u05e8\u05d9\u05ea")


def test_its_words_are_seen_from_the_right_and_its_marks_stay_its_own() -> None:
    speak(HEBREW)
    shown = draw(scene(TURN), *SMALL).shown().rows()
    text = "\n".join(shown)
    for english, hebrew in TEXTS.items():
        assert say(english) == hebrew
        assert hebrew[::-1] in text, english
    assert f"?{TEXTS['What will you do?'][-2::-1]}" in text
    assert not set("\u060c\u061b\u061f") & set(text)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("wanted", SHOWN, ids=lambda wanted: wanted.name)
def test_every_screen_is_mirrored(
    wanted: Wanted, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "_catalogue_of", lambda _: Hebrew())
    speak(HEBREW)
    canvas = draw(scene(wanted), *size)
    for row, shown in zip(canvas.rows(), canvas.shown().rows(), strict=True):
        assert len(shown) == size[0]
        for sign, mirrored in zip(row, reversed(shown), strict=True):
            if sign in BOX or mirrored in BOX:
                assert mirrored == turned_sign(sign), row
        assert sorted(filter(is_right_to_left, row)) == sorted(filter(is_right_to_left, shown))
