"""The application: one screen and one loop, with everything wired here.

prompt_toolkit is the host and runs on asyncio; trio runs as its guest in the same thread and
drives the game (docs/decisions/0008-trio-in-guest-mode.md). Keys come from the host, are handled
at once and wake the guest, which lets the others play and the playback continue. Every exit
restores the terminal. The file is longer than others: keys, ticks and ways out share one state.
"""

from __future__ import annotations

import asyncio
import math
import os
import sys
from collections.abc import Awaitable

import trio
from outcome import Outcome
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client.app.end_actions import EndActions
from client.app.entrance import Entrance, new_screen
from client.app.launch import (
    MainMenu,
    Start,
    chosen_game,
    lesson_after,
    menu_of,
    once_more,
    open_game,
    resumed,
)
from client.app.letter_keys import LetterKeys
from client.app.mouse import STEPS, WHEEL, click_menu, point
from client.app.online_scene import AtDoor, OnlinePlan, OnlineScene, is_online
from client.app.run_choices import Choices, with_background, with_settings
from client.app.settings_overlay import SettingsOverlay
from client.app.turn_alerts import TurnAlerts
from client.controller import chat_keys
from client.controller.requests import Mouse, Pressed, Request, changed_look, look_told
from client.games.bot_game import BotGame
from client.games.game_controller import FinishedTable, GameController
from client.games.lesson_game import LessonGame
from client.games.loading import LoadingGame, OpenIt
from client.menu import main_menu as menus
from client.menu.menu_screen import draw as draw_menu
from client.menu.past_games import looked_back
from client.online.hosting import hosting_plan
from client.online.table_plans import ResumeTable
from client.platform.exit_codes import INTERRUPT, OK
from client.screens.draw import draw
from client.settings.letter_order import letter_order
from client.settings.schema import Settings, boxes_in
from client.settings.terminal import copied
from client.storage.game_directory import unfinished
from client.storage.known_people import player_name
from client.storage.saved_games import Saved, SavedTable, SaveError
from client.style.theme import Glyphs
from client.text.box_words import GameBox
from client.ui.canvas import Canvas
from engine.values import replace
from protocol.record.retelling import Retold


class Program:
    """The menu or the game that is shown now, and the loop that drives it."""

    def __init__(
        self,
        start: Start,
        choices: Choices,
        input: Input | None = None,  # noqa: A002 - the word prompt_toolkit uses
        output: Output | None = None,
    ) -> None:
        """Begin with a game or the menu.

        Raises:
            SaveError: the game cannot be begun or resumed.
        """
        self.choices = choices
        self.game: GameController[FinishedTable] | None = None
        self.scene: LoadingGame | OnlineScene | None = None
        watched = start if isinstance(start, Retold) else None
        self.end_actions = EndActions(self._wake, watched)
        self.settings_overlay, self._size = SettingsOverlay(), (80, 24)
        self._letters = LetterKeys()
        self._nursery: trio.Nursery | None = None
        if is_online(start):
            self._go_online(start)
        elif (open_it := open_game(start, choices)) is not None:
            self._begin(open_it)
        self._from_menu = isinstance(start, MainMenu)
        self.menu = menu_of(start, choices)
        self._awake = trio.Event()
        self._token: trio.lowlevel.TrioToken | None = None
        self._scope = trio.CancelScope()
        entrance = self._entrance = start.entrance if isinstance(start, MainMenu) else None
        self.screen = entrance.screen if entrance else new_screen(self, choices, input, output)
        self.screen.dialogue.on_background = self._see_background
        self.alerts = TurnAlerts(choices.settings, self.screen.app.output)
        self._drawn: object = None

    # ---------------------------------------------------------------- the loops

    async def run(self, shown: Awaitable[int] | None = None) -> int:
        """Run until the person leaves; `shown` is the screen if an entrance has taken it."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Outcome[None]] = loop.create_future()
        trio.lowlevel.start_guest_run(
            self._guest,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=ended.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        try:
            code = await (self.screen.run() if shown is None else shown)
        finally:
            self.alerts.leave()
            self._scope.cancel()
            (await ended).unwrap()
            for left in (self.game, self.scene):
                if left is not None:
                    left.leave()
        self.screen.check()
        return code

    async def _guest(self) -> None:
        """Drive the game: everything that needs no person happens here."""
        with self._scope:
            self._token = trio.lowlevel.current_trio_token()
            try:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    if self._entrance is not None:
                        self._take_over(self._entrance)
                    if self.scene is not None:
                        nursery.start_soon(self.scene.run)
                    await self._drive()
            except Exception as error:  # noqa: BLE001 - reported after the terminal is restored
                self.screen.fail(error)

    def _take_over(self, entrance: Entrance) -> None:
        """Take the screen of the entrance, and the keys that waited there."""
        self.screen.player = self
        self.screen.refresh()
        for key in entrance.keys:
            self.press(key)

    async def _drive(self) -> None:
        while True:
            self._awake = trio.Event()
            wait = self.scene.stands_for() if isinstance(self.scene, OnlineScene) else math.inf
            if self.scene is not None:
                self._look_at(self.scene)
            if self.game is not None:
                now = self.choices.clock()
                wait = self.game.step(now)
                self.alerts.attend(self.game.model, now)
            else:
                self.alerts.rest()
            wait = min(wait, self.end_actions.step(self.choices.clock()))
            if self._glance() != self._drawn:
                self.screen.refresh()
            if wait <= 0:
                await trio.lowlevel.checkpoint()
                continue
            with trio.move_on_after(wait):
                await self._awake.wait()

    def _look_at(self, scene: LoadingGame | OnlineScene) -> None:
        """Open the game when it is ready; leave if there is no table or nobody needs us."""
        self.game = scene.game
        if scene.ended is not None or (scene.game is not None and scene.game.is_gone):
            self._leave()

    def _enter(self, scene: LoadingGame | OnlineScene) -> None:
        """Begin something; before the guest runs, `_guest` starts it."""
        self.scene, self.game = scene, scene.game
        if self._nursery is not None:
            self._nursery.start_soon(scene.run)

    def _wake(self) -> None:
        if self._token is not None:
            self._token.run_sync_soon(self._awake.set)

    # ---------------------------------------------------------------- drawing

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the screen at a size, and the settings over it while they are open."""
        self._size, self._drawn = (width, height), self._glance()
        canvas = self._canvas(width, height)
        self.settings_overlay.draw(canvas)
        canvas = canvas.shown()
        if self.screen.look.glyphs is Glyphs.ASCII:
            canvas.to_ascii()
        return canvas

    def _glance(self) -> object:
        """Return the shown content for comparison: an unchanged screen is not drawn again."""
        if self.end_actions.replay is not None:
            return object()
        if self.game is not None:
            return self.game.model.view(self.choices.clock())
        return self.menu if self.scene is None else self.scene.glance()

    def _canvas(self, width: int, height: int) -> Canvas:
        now = self.choices.clock()
        if self.end_actions.replay is not None:
            return self.end_actions.replay.draw(width, height, now)
        if self.game is not None:
            if self.game.model.display.resize(width, height):
                self._wake()
            return draw(self.game.model.view(now), width, height)
        if self.scene is not None:
            return self.scene.draw(width, height)
        return draw_menu(self.menu, width, height)

    # ---------------------------------------------------------------- keys

    def paste(self, text: str) -> None:
        """Paste text into a door, a lobby or the line of chat; it never counts as keys."""
        if self.settings_overlay.page is not None:
            self.settings_overlay.paste(text)
        elif self.game is not None:
            chat_keys.paste(self.game.model, text)
        elif isinstance(self.scene, OnlineScene):
            self.scene.paste(text)
        self.screen.refresh()

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        """Handle the mouse at a column and a row."""
        page, replay = self.settings_overlay.page, self.end_actions.replay
        if self.game is not None and page is None and replay is None:
            self._take(point(self.game.model, mouse, x, y, self.choices.clock()))
        elif mouse is not Mouse.CLICK:
            steps = page is None and replay is not None and replay.has_steps
            self.press((STEPS if steps else WHEEL)[mouse])
        elif page is None and replay is None and self.scene is None:
            self.menu, key = click_menu(self.menu, self._size, y)
            self._press_menu(key)
        self.screen.refresh()
        self._wake()

    def press(self, key: str) -> None:
        """Handle a key by name."""
        key = self._letters.meant(key, self)
        if self.settings_overlay.page is not None:
            self._adjust(self.settings_overlay.press(key))
        elif self.end_actions.replay is not None:
            self._fulfil(self.end_actions.press(key, self.choices.clock(), self._nursery))
        elif key == "^Q" and self.game is not None and self.game.is_leaving:
            self._leave()
        elif self.game is not None:
            self._take(self.game.press(key, self.choices.clock()))
        elif self.scene is not None:
            self._fulfil(self.scene.press(key))
        else:
            self._press_menu(key)
        self.screen.refresh()
        self._wake()

    def _take(self, pressed: Pressed) -> None:
        """Handle the effect of a key or a click."""
        if pressed.take is not None and self.game is not None:
            self.game.submit(pressed.take)
        if pressed.request is Request.HINTS and self.game is not None:
            on = self.game.model.hints.on
            self._adjust(self.settings_overlay.keep(self.choices.settings, "hints", value=on))
        self._fulfil(pressed.request)

    def _adjust(self, settings: Settings | None) -> None:
        """Apply other settings at once, and in everything begun from now on."""
        if settings is None:
            return
        made = with_settings(self.choices, settings, sys.stdout, os.environ)
        if made.look != self.choices.look:
            self.screen.look = made.look
        self.choices, self.screen.depth, self.screen.mouse = made, made.depth, settings.mouse
        self.screen.order = letter_order(os.environ, settings.bidi)
        self.alerts.behave(settings)
        if made.asks_background and made.is_light is None:
            self.screen.dialogue.ask_background()
        self.menu = replace(self.menu, boxes=boxes_in(settings))
        if self.scene is not None:
            self.scene.preferences = made.preferences
        if self.game is not None:
            self.game.model.prefer(self.choices.preferences)

    def _see_background(self, is_light: bool) -> None:  # noqa: FBT001 - the only thing it is told
        """Take the palette for the terminal's background, unless the person has chosen one."""
        self.choices = with_background(self.choices, is_light=is_light, look=self.screen.look)
        self.screen.look = self.choices.look
        self.screen.refresh()

    def _press_menu(self, key: str) -> None:
        after = menus.press(self.menu, key)
        match after:
            case menus.Menu():
                before, self.menu = self.menu.boxes, after
                self._keep_boxes(before, after.boxes)
            case menus.Play() | menus.LearnToPlay():
                self._sit_down(chosen_game(after, self.choices))
            case menus.ResumeSaved(saved):
                self._go_on(saved)
            case menus.LookBack():
                self.menu = looked_back(self.menu, after)
            case menus.WatchRecord(record):
                if self._nursery is not None:
                    self.end_actions.watch_file(record, self._nursery)
            case menus.Meet(door):
                self._go_online(AtDoor(door, self.choices.settings.name or player_name()))
            case menus.OpenSettings():
                self.settings_overlay.open(self.choices.settings)
            case menus.Quit():
                self.screen.exit(INTERRUPT if key == "^C" else OK)

    def _keep_boxes(self, before: tuple[GameBox, ...], boxes: tuple[GameBox, ...]) -> None:
        """Keep the boxes chosen in the menu for the next time."""
        for box in set(before) ^ set(boxes):
            settings = self.choices.settings
            self._adjust(self.settings_overlay.keep(settings, box, value=box in boxes))

    def _go_on(self, saved: Saved) -> None:
        if isinstance(saved, SavedTable):
            self._go_online(ResumeTable(saved, hosting=hosting_plan(self.choices.settings)))
        else:
            self._sit_down(resumed(saved, self.choices))

    def _go_online(self, plan: OnlinePlan) -> None:
        self._enter(OnlineScene(plan, self.choices.preferences, self._wake))

    def _begin(self, open_it: OpenIt) -> None:
        self._enter(LoadingGame(open_it, self.choices.preferences, self._wake))

    def _sit_down(self, open_it: OpenIt) -> None:
        try:
            self._begin(open_it)
        except SaveError as error:
            self.menu = replace(self.menu, message=str(error))

    def _fulfil(self, request: Request) -> None:
        match request:
            case Request.LEAVE:
                self._leave()
            case Request.INTERRUPT:
                self.screen.exit(INTERRUPT)
            case Request.THEME | Request.GLYPHS:
                self.screen.look = changed_look(self.screen.look, request)
                if self.game is not None:
                    self.game.model.display.notify(look_told(self.screen.look, request))
            case Request.SETTINGS:
                self.settings_overlay.open(self.choices.settings)
            case Request.REDRAW:
                self.screen.app.renderer.clear()
            case Request.SUSPEND:
                self.screen.suspend()
            case Request.COPY if self.game is None and isinstance(self.scene, OnlineScene):
                self.screen.send(copied(self.scene.line))
            case _ if self.game is not None:
                self._fulfil_in(self.game, request)
            case _:
                pass

    def _fulfil_in(self, game: GameController[FinishedTable], request: Request) -> None:
        match request:
            case Request.AGAIN if isinstance(self.scene, OnlineScene):
                self.scene.play_again()
            case Request.AGAIN if isinstance(game, BotGame):
                self._change_game(game, once_more(game, self.choices))
            case Request.LEARN:
                self._change_game(game, lesson_after(game.model, self.choices))
            case Request.SHOW_ME | Request.PLAY_ON if isinstance(game, LessonGame):
                game.fulfil(request)
            case _ if self._nursery is not None:
                self.end_actions.fulfil(request, game, self.screen.send, self._nursery)
            case _:
                pass

    def _leave(self) -> None:
        """Return to the menu if the program began there; else end."""
        scene = self.scene
        ended = None if scene is None else scene.ended
        if ended is None and self.game is not None and not self.game.may_go():
            return
        if not self._from_menu:
            self.screen.exit(OK if ended is None else ended.code)
            return
        self._leave_game()
        menu = replace(self.menu, message="" if ended is None else str(ended))
        if isinstance(scene, LoadingGame):
            saved = unfinished(self.choices.directory)
            menu = replace(menu, saved=saved, is_first=self.choices.is_first)
        self.menu = menu

    def _leave_game(self) -> None:
        if self.scene is not None:
            self.scene.leave()
        self.end_actions.drop_thoughts()
        self.game = self.scene = None

    def _change_game(self, game: GameController[FinishedTable], open_it: OpenIt) -> None:
        """Leave a game for another one, if that can be opened."""
        if not game.may_go():
            return
        try:
            scene = LoadingGame(open_it, self.choices.preferences, self._wake)
        except SaveError as error:
            game.model.display.notify(str(error))
        else:
            self._leave_game()
            self._enter(scene)
