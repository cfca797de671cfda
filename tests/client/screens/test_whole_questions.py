"""No question and no consequence is cut within its words at 80x24, in any language.

A card text in a battle may be: `v` shows the card, and `r` the whole text.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.controller.table_model import TableModel
from client.prompts.nodes import Adjust, Go
from client.prompts.walk import Walk, press
from client.screens.draw import draw
from client.screens.frame import Frame
from client.screens.prompt import facts_that_fit
from client.text.catalogue import LANGUAGES, say, speak
from client.ui.cells import ELLIPSIS
from client.ui.layout import ScreenPart, layout, size_of
from engine.values import replace
from tests.client.screens.scenes import Clock, moments

SIZE = (80, 24)
GAMES = ((2, 5), (3, 6), (4, 3))


def positions(at: Walk, depth: int = 0) -> Iterator[Walk]:
    """Yield every row of a question, and of one question of each kind that it leads to."""
    for index, branch in enumerate(at.fork.branches):
        here = replace(at, cursor=index)
        yield here
        leads = isinstance(branch.leads, Go) or (isinstance(branch.leads, Adjust) and not index)
        if leads and branch.item.enabled and (not depth or index == at.fork.start):
            after = press(here, "enter")
            if isinstance(after, Walk) and after.trail != at.trail:
                yield from positions(after, depth + 1)


def questions(players: int, seed: int, every: int) -> Iterator[tuple[TableModel, Walk]]:
    """Play a game of bots, and walk through the questions of one decision in some."""
    met = None
    number = 0
    for model in moments(players, seed, Clock()):
        if model.walk is None or model.walk is met or not model.playback.is_idle:
            continue
        met, number = model.walk, number + 1
        if number % every == 0:
            for walk in positions(met):
                model.choose(walk)
                yield model, walk
            model.choose(met)


def cut_in(model: TableModel) -> Iterator[str]:
    """Yield the rows of the message area that are cut within their words."""
    view = model.view(0.0)
    frame = Frame(view, size_of(*SIZE))
    if frame.shows_battle or frame.shows_draft:
        return
    prompt = layout(*SIZE)[ScreenPart.PROMPT]
    for row in draw(view, *SIZE).rows()[prompt.y : prompt.bottom]:
        if ELLIPSIS in row.rstrip().removesuffix(say("; ") + ELLIPSIS):
            yield row


def check(language: str, players: int, seed: int, every: int) -> None:
    """Assert that no question of a game is cut in a language."""
    speak(language)
    try:
        for model, walk in questions(players, seed, every):
            for row in cut_in(model):
                raise AssertionError((language, walk.fork.title, walk.fork.note, row))
    finally:
        speak("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_whole(language: str) -> None:
    check(language, 2, 5, 8)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_questions_of_whole_games_are_whole(language: str, players: int, seed: int) -> None:
    check(language, players, seed, 1)


def test_a_long_consequence_loses_its_last_facts_whole() -> None:
    told = "After this: Rage 5 → 4; Horns 3/5; Quest Alfheim: fails → on track."
    assert facts_that_fit(told, 80) == told
    assert facts_that_fit(told, 40) == "After this: Rage 5 → 4; Horns 3/5; …"
    assert facts_that_fit(told, 30) == "After this: Rage 5 → 4; …"
