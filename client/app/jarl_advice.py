"""A jarl that is asked at the screen: for a hint, or about a moment of a finished game.

It thinks in a thread, so that the screen goes on; it answers one question at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import trio

from client.analysis.second_look import SecondLook, hint_told, looked_back, second_look
from client.bots.situation import Situation
from client.controller.viewer import Display
from client.games.bot_game import BotGame
from client.games.game_controller import FinishedTable, GameController
from client.replay.player import ReplayPlayer
from client.text.catalogue import say
from client.ui.view import Overlay, OverlayKind
from engine.values import replace
from protocol.record.retelling import Retold

_ThoughtT = TypeVar("_ThoughtT")


class JarlAdvice:
    """Asks a jarl and shows its answers."""

    def __init__(self, wake: Callable[[], None], tell: Callable[[FinishedTable], Retold]) -> None:
        """Begin with nothing asked; `wake` redraws the screen, `tell` retells a finished game."""
        self._wake: Final = wake
        self._tell: Final = tell
        self._is_thinking = False

    def ask(self, game: GameController[FinishedTable], nursery: trio.Nursery) -> None:
        """Ask for a hint in a game against bots, or about the moment at the end of a game."""
        display, table = game.model.display, game.table
        if game.model.has_ended and table.closed is None:
            display.notify(say("Not everyone has signed the result yet."))
        elif game.model.has_ended:
            seat, cursor = table.seat, display.ending.cursor
            actions = game.model.shown.story.summary.length if cursor is None else cursor

            def look() -> tuple[SecondLook, tuple[str, ...]]:
                found = second_look(self._tell(table), seat)
                return found, _told(found, actions)

            def show(found: tuple[SecondLook, tuple[str, ...]]) -> None:
                display.end_with(replace(display.ending, chances=found[0].chances))
                display.open(_overlay(found[1]))

            self._begin(nursery, display, look, show)
        elif isinstance(game, BotGame) and game.table.owed is not None:
            self._hint(game, nursery)

    def ask_in_replay(self, player: ReplayPlayer, nursery: trio.Nursery) -> None:
        """Ask about the moment that is shown."""
        told = partial(_told, player.second_look, player.actions)
        display = player.model.display
        self._begin(nursery, display, told, lambda lines: display.open(_overlay(lines)))

    def _hint(self, game: BotGame, nursery: trio.Nursery) -> None:
        table, display = game.table, game.model.display
        owed = table.owed
        assert owed is not None
        situation = Situation(table.state, table.knowledge, owed, table.answers)

        def show(told: str) -> None:
            if table.owed is owed:
                display.notify(told)

        self._begin(nursery, display, partial(hint_told, situation), show)

    def _begin(
        self,
        nursery: trio.Nursery,
        display: Display,
        think: Callable[[], _ThoughtT],
        show: Callable[[_ThoughtT], None],
    ) -> None:
        """Run a thought in a thread and show its result, unless another one is running."""
        display.notify(say("A jarl is thinking …"))
        if not self._is_thinking:
            self._is_thinking = True
            nursery.start_soon(self._run, display, think, show)

    async def _run(
        self,
        display: Display,
        think: Callable[[], _ThoughtT],
        show: Callable[[_ThoughtT], None],
    ) -> None:
        try:
            found = await trio.to_thread.run_sync(think, abandon_on_cancel=True)
        finally:
            self._is_thinking = False
        display.notify("")
        show(found)
        self._wake()


def _told(look: SecondLook, actions: int) -> tuple[str, ...]:
    asked = look.question(actions)
    if asked is not None:
        return looked_back(asked)
    if look.questions:
        return (say("This seat had nothing more to answer."),)
    return (say("The card keys were not opened: hands and picks stay hidden."),)


def _overlay(lines: tuple[str, ...]) -> Overlay:
    return Overlay(OverlayKind.EXPLAIN, say("What would a jarl have done?"), lines)
