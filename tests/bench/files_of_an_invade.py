"""Count the source files that one Invade runs through.

Two people sit at one table, each with the journal, record, session and screen of the real client;
a real relay on a port of this machine connects them. Tracing begins with the key press that
confirms an Invade and ends once the other person's screen has drawn it. A file counts if at least
one of its functions runs in between, on either side or in the relay; code that only runs at import
does not count, and neither do the methods that `dataclass` generates. Terminal, renderer and event
loop (`client/app`) are left out: the screens are drawn into memory.

The limit is on the files that have to do with the Invade: the question, the answer, its message,
the rules, the story, the screen. Those in the folders of `ROADS` carry any message alike, and are
counted apart.

`python -m tests.bench.files_of_an_invade` prints both counts and the files by folder.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

import trio

from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.games.online_game import OnlineGame
from client.online.at_table import AtTable
from client.online.game_room import GameRoom
from client.platform.system import seconds
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.prompts.nodes import Go, Shut, Take, Verb
from client.screens.draw import draw
from client.storage.journal_file import create_table
from client.storage.journal_rows import TableBegin
from client.storage.record_files import RecordKeeper
from client.tables.new_seats import NewSeat, new_seat
from engine.actions import Invade
from engine.state import GameState, Options, Rulings
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.wire.identity import Identity
from tests.client.relays import Port, real_relay, until

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("engine", "protocol", "relay", "client")
ROADS: Final = (
    "relay/",
    "protocol/agreement/",
    "protocol/framing/",
    "protocol/lobby/",
    "protocol/record/",
    "client/online/",
    "client/storage/",
    "client/log/",
    "client/platform/",
)
"""Folders of the network, the disk and the machine, and of the agreement on the past."""
_NAMES: Final = ("Astrid", "Bo")
_SIZE: Final = (140, 45)
_MOST_KEYS: Final = 60
"""Key presses after which a menu without an Invade counts as a mistake of this script."""


class Trace:
    """Source files of the project with a function that ran while tracing was on."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self._codes: set[object] = set()

    @contextmanager
    def on(self) -> Iterator[None]:
        """Trace this thread."""
        before = sys.getprofile()
        sys.setprofile(self._hear)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _hear(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or code in self._codes:
            return
        self._codes.add(code)
        path = Path(code.co_filename)
        if code.co_name != "<module>" and path.is_relative_to(ROOT):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(tuple(f"{package}/" for package in PACKAGES)):
                self.files.add(name)


class Player:
    """A person at the table, whose screen is drawn after every change."""

    def __init__(self, relay: Port, charter: Charter, signer: int, seat: NewSeat) -> None:
        secret, own = bytes(range(32)), {signer: seat.own()}
        self.begin = TableBegin(charter, signer, own, secret, relay.routes, 0)
        self.game = GameRoom(self.begin)
        self.drawn: GameState | None = None
        self._game: OnlineGame | None = None

    @property
    def model(self) -> TableModel:
        """The model of the screen."""
        assert self._game is not None
        return self._game.model

    @property
    def is_asked(self) -> bool:
        """Whether the screen asks a question."""
        return self._game is not None and self.model.walk is not None

    @property
    def may_invade(self) -> bool:
        """Whether an Invade answers the question on the screen."""
        legal = self.model.walk.context.prompt.legal if self.model.walk is not None else ()
        return any(isinstance(intent, Invade) for intent in legal)

    async def run(self, directory: Path) -> None:
        """Play until cancelled."""
        with closing(create_table(directory, self.begin, 1)) as journal:
            self.game.keep(journal)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.game.run)
                while not self.game.table.is_seated:
                    if not self.game.table.advance():
                        await self.game.wait()
                records = RecordKeeper(self.game.table, directory, on_file=journal.recorded)
                at = AtTable(self.begin, self.game, records, journal)
                self._game = OnlineGame(at, Preferences(Pace.INSTANT, guard=0.0))
                await self._play(self._game)

    async def _play(self, game: OnlineGame) -> None:
        while True:
            wait = game.step(seconds())
            self._draw()
            with trio.move_on_after(wait):
                await self.game.wait()

    def _draw(self) -> None:
        draw(self.model.view(seconds()), *_SIZE)
        self.drawn = self.model.shown.state

    def press(self, key: str) -> None:
        """Press a key, and send the answer it leads to, if any."""
        pressed = press(self.model, key, seconds())
        if pressed.take is not None:
            assert self._game is not None
            self._game.submit(pressed.take)
        self.game.nudge()

    def choose_invade(self) -> None:
        """Press keys until the next one confirms an Invade."""
        for _ in range(_MOST_KEYS):
            walk = self.model.walk
            assert walk is not None
            match walk.branch.leads:
                case Take(Invade()):
                    return
                case Shut():
                    self.press("down")
                case Go(Verb(word)) if word != "invade":
                    self.press("down")
                case _:
                    self.press("enter")
        raise AssertionError("no key leads to an Invade")


@asynccontextmanager
async def two_players(directory: Path) -> AsyncIterator[tuple[Player, Player]]:
    """Yield two people at a table without a draft, with the same chance every time."""
    chance = Random(1).randbytes
    seats = [new_seat(Identity(chance(32)), name, random=chance) for name in _NAMES]
    options = Options(Rulings(draft=False))
    hellos = tuple(seat.hello for seat in seats)
    charter = Charter(hellos, options, cards_digest(options), late_window=0)
    async with real_relay() as relay, trio.open_nursery() as nursery:
        one, two = (Player(relay, charter, at, seat) for at, seat in enumerate(seats))
        for at, player in enumerate((one, two)):
            nursery.start_soon(player.run, directory / str(at))
        yield one, two
        nursery.cancel_scope.cancel()


async def measure(directory: Path) -> set[str]:
    """Return the files that one person's Invade runs until the other has seen it."""
    trace = Trace()
    async with two_players(directory) as players:
        while not any(player.is_asked and player.may_invade for player in players):
            await until(lambda: any(player.is_asked for player in players))
            for player in players:
                if player.is_asked and not player.may_invade:
                    player.press("enter")
        one, two = sorted(players, key=lambda player: not (player.is_asked and player.may_invade))
        one.choose_invade()
        before = one.model.shown.state
        await until(lambda: two.drawn == before)
        with trace.on():
            one.press("enter")
            await until(lambda: two.drawn != before)
    return trace.files


def by_folder(files: set[str]) -> dict[str, list[str]]:
    """Group files by folder."""
    folders: dict[str, list[str]] = defaultdict(list)
    for name in sorted(files):
        folder, _, file = name.rpartition("/")
        folders[folder].append(file)
    return dict(folders)


def of_the_invade(files: set[str]) -> set[str]:
    """Return the files outside the network, the disk and the machine."""
    return {name for name in files if not name.startswith(ROADS)}


def lines(files: set[str]) -> list[str]:
    """Return the lines to print."""
    folders = by_folder(files).items()
    listed = [f"{folder}: {len(names)}: {', '.join(names)}" for folder, names in folders]
    own = len(of_the_invade(files))
    return [f"{own} files, and {len(files) - own} of network, disk and machine", *listed]


def run() -> list[str]:
    """Measure in an empty home, and return the lines to print."""
    with tempfile.TemporaryDirectory() as name:
        for kind in ("CONFIG", "DATA", "STATE"):
            os.environ[f"BLOODRAGE_{kind}_DIR"] = name
        return lines(trio.run(measure, Path(name)))


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in run())
