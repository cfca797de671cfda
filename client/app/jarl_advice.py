"""A jarl that is asked at the screen: for a hint, or about a finished game.

It thinks in a thread, so that the screen goes on, and answers one question at a time. An overlay
says what it does; once that is closed, the thought is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import trio

from client.analysis.report import Analysis
from client.analysis.second_look import SecondLook, hint_told, looked_back, second_look
from client.analysis.verdicts import JarlVerdict, verdict
from client.analysis.winning import chances
from client.bots.situation import Situation
from client.controller.viewer import Display
from client.games.bot_game import BotGame
from client.games.game_controller import FinishedTable, GameController
from client.replay.frames import names_by_seat
from client.replay.player import ReplayPlayer
from client.text.catalogue import say
from client.text.names import names_of
from client.ui.view import Overlay, OverlayKind
from engine.decisions import Decision
from engine.terms import Seat
from engine.values import replace
from protocol.record.retelling import Retold

_ThoughtT = TypeVar("_ThoughtT")


class JarlAdvice:
    """Asks a jarl and shows its answers."""

    def __init__(self, wake: Callable[[], None], tell: Callable[[FinishedTable], Retold]) -> None:
        """Begin with nothing asked; `wake` redraws the screen, `tell` retells a finished game."""
        self._wake: Final = wake
        self._tell: Final = tell
        self._limiter: Final = trio.CapacityLimiter(1)
        self._number = 0
        self._hint: tuple[Decision, str] | None = None
        self._whole: tuple[Retold, Seat, tuple[str, ...]] | None = None

    def ask(self, game: GameController[FinishedTable], nursery: trio.Nursery) -> None:
        """Ask for a hint in a game against bots, or after a game about it or one of its moments.

        With the cursor at the end of the game it is about all of it.
        """
        display, table = game.model.display, game.table
        if game.model.has_ended and table.closed is None:
            display.notify(say("Not everyone has signed the result yet."))
        elif game.model.has_ended:
            length, cursor = game.model.shown.story.summary.length, display.ending.cursor
            actions = length if cursor is None else cursor
            thought = _Thought(self, display)
            tell = partial(self._tell, table)
            nursery.start_soon(self._after, thought, tell, table.seat, actions, length)
        elif isinstance(game, BotGame) and game.table.owed is not None:
            self._ask_for_hint(game, game.table.owed, nursery)

    def ask_in_replay(self, player: ReplayPlayer, nursery: trio.Nursery) -> None:
        """Ask about the moment that is shown, or at the end about the whole game."""
        thought = _Thought(self, player.model.display)
        retold, seat = player.retold, player.viewer
        if player.at == player.last and retold.closed and player.second_look.questions:
            nursery.start_soon(self._tell_all, thought, retold, seat, player.second_look)
        else:
            nursery.start_soon(self._tell_one, thought, player.second_look, player.actions)

    def drop(self) -> None:
        """Let go of the thought whose screen is left: nothing more is played out for it."""
        self._number += 1

    # ------------------------------------------------------------------ a hint

    def _ask_for_hint(self, game: BotGame, owed: Decision, nursery: trio.Nursery) -> None:
        table, display = game.table, game.model.display
        if self._hint is not None and self._hint[0] is owed:
            display.notify(self._hint[1])
            return
        situation = Situation(table.state, table.knowledge, owed, table.answers)
        nursery.start_soon(self._tell_hint, _Thought(self, display), situation)

    async def _tell_hint(self, thought: _Thought, situation: Situation) -> None:
        told = await thought.of(partial(hint_told, situation))
        self._hint = (situation.decision, told)
        if thought.is_open:
            thought.display.close()
            thought.display.notify(told)
            self._wake()

    # ------------------------------------------------------------------ a game that is over

    async def _after(
        self, thought: _Thought, tell: Callable[[], Retold], seat: Seat, actions: int, length: int
    ) -> None:
        """Look back at a game on its end screen."""

        def look() -> tuple[Retold, SecondLook]:
            retold = tell()
            return retold, second_look(retold, seat)

        retold, found = await thought.of(look)
        display = thought.display
        display.end_with(replace(display.ending, chances=found.chances))
        self._wake()
        if not thought.is_open:
            return
        if actions == length and found.questions:
            await self._tell_all(thought, retold, seat, found)
        else:
            await self._tell_one(thought, found, actions)

    async def _tell_one(self, thought: _Thought, look: SecondLook, actions: int) -> None:
        asked = look.question(actions)
        if asked is not None:
            thought.show(await thought.of(partial(looked_back, asked)))
        elif look.questions:
            thought.show((say("This seat had nothing more to answer."),))
        else:
            hidden = say("The card keys were not opened: hands and picks stay hidden.")
            thought.show((hidden,))

    async def _tell_all(
        self, thought: _Thought, retold: Retold, seat: Seat, look: SecondLook
    ) -> None:
        """Look at every answer, and show how far that is; it ends early once it is closed."""
        known = self._whole
        if known is not None and known[0] is retold and known[1] == seat:
            thought.show(known[2])
            return
        asked = [one for _, one in look.questions]
        verdicts: list[JarlVerdict] = []
        for one in asked:
            told = say(
                "A jarl looks at every answer of this game again: {number} of {count}. It plays "
                "them out many times, which takes a minute or two. Esc stops it.",
                number=one.number,
                count=len(asked),
            )
            thought.show((told,))
            if not thought.is_open:
                return
            verdicts.append(await thought.of(partial(verdict, one)))
        names = names_of(retold.moments[-1].state, names_by_seat(retold))
        found = Analysis(retold, seat, names, tuple(verdicts), chances(asked))
        lines = tuple(found.paragraphs())
        self._whole = (retold, seat, lines)
        thought.show(lines)

    # ------------------------------------------------------------------ thoughts

    def begin(self) -> int:
        """Return the number of a new thought; only the newest one is shown."""
        self._number += 1
        return self._number

    def is_newest(self, number: int) -> bool:
        """Whether no thought has begun after that of a number."""
        return number == self._number

    async def think(self, think: Callable[[], _ThoughtT]) -> _ThoughtT:
        """Run a thought in a thread, after the one before, and wake the screen."""
        found = await trio.to_thread.run_sync(think, limiter=self._limiter, abandon_on_cancel=True)
        self._wake()
        return found


class _Thought:
    """A thought of a jarl on a screen, and the overlay that says so.

    Attributes:
        display: the screen it is shown on.
    """

    def __init__(self, advice: JarlAdvice, display: Display) -> None:
        self.display: Final = display
        self._advice = advice
        self._number = advice.begin()
        self._title = say("What would a jarl have done?")
        told = say(
            "A jarl is thinking. It plays the answers out many times, which takes a few seconds. "
            "Esc stops it."
        )
        self.display.open(self._overlay((told,)))

    @property
    def is_open(self) -> bool:
        """Whether the person still waits for it."""
        overlay = self.display.overlay
        is_own = overlay is not None and overlay.title == self._title
        return is_own and self._advice.is_newest(self._number)

    async def of(self, think: Callable[[], _ThoughtT]) -> _ThoughtT:
        """Run a part of it in a thread."""
        return await self._advice.think(think)

    def show(self, lines: tuple[str, ...]) -> None:
        """Show lines instead of those before, if the person still waits for it."""
        if self.is_open:
            self.display.open(self._overlay(lines))

    def _overlay(self, lines: tuple[str, ...]) -> Overlay:
        return Overlay(OverlayKind.EXPLAIN, self._title, lines)
