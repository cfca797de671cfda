"""A game over a relay on this machine, new or resumed: its room, its record and its journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import trio

from client.online.game_room import GameRoom
from client.online.tasks import nothing
from client.platform.system import millis
from client.storage.game_directory import require_present
from client.storage.journal_file import JournalFile, create_table, reopen_table
from client.storage.journal_rows import TableBegin
from client.storage.record_files import RecordKeeper
from client.storage.saved_games import SavedTable, SaveError
from client.tables.new_seats import OwnSeat
from client.tables.recorded_answers import OtherGame
from client.text.catalogue import say
from protocol.lobby.lobby_events import Started
from protocol.lobby.routes import Routes, write_routes


@dataclass
class AtTable:
    """Everything that belongs to one game over a relay on this machine.

    `begun` is how it began; `trouble` is to be shown at the beginning, "" if all is well;
    `goes_on` says that the game is resumed; `where` knows of its relay, and `other_address` of a
    new one for a relay of this machine; `scope` is that of its tasks.
    """

    begun: TableBegin
    game: GameRoom
    records: RecordKeeper
    journal: JournalFile | None
    trouble: str = ""
    goes_on: bool = False
    where: Callable[[], str] | None = None
    other_address: Callable[[], str] = lambda: ""
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    def where_told(self) -> str:
        """Return a sentence on the relay of the table and its addresses."""
        if self.where is not None:
            return self.where()
        return say("The relay of the table: {addresses}.", addresses=write_routes(self.begun.relay))

    async def run(self) -> None:
        """Keep link and worker going until `scope` is cancelled."""
        with self.scope:
            await self.game.run()

    def discard(self) -> None:
        """Forget the table: its start was called off."""
        self.scope.cancel()
        if self.journal is not None:
            self.journal.discard()

    async def settle(self, meanwhile: Callable[[], None] = nothing) -> None:
        """Wait until seats are drawn and all earlier answers are replayed.

        `meanwhile` is called now and then.

        Raises:
            SaveError: the earlier answers fit no game of this version.
        """
        table = self.game.table
        try:
            while not table.is_seated or table.is_replaying:
                meanwhile()
                if table.hear() or (table.is_replaying and table.let_bots_play()):
                    await trio.lowlevel.checkpoint()
                else:
                    await self.game.wait()
        except OtherGame as error:
            why = say("its answers fit no game of this version")
            told = say("This game cannot continue: {why}.", why=why)
            raise SaveError(told) from error

    @property
    def disk_trouble(self) -> str:
        """The reason why nothing can be saved now, "" if all is well."""
        return self.journal.trouble if self.journal is not None else self.trouble

    def save_again(self) -> None:
        """Retry the writes that failed."""
        if self.journal is not None:
            self.journal.sending()

    def finish(self, glory: tuple[int, ...]) -> None:
        """Save the result, and report at once that we have it: every step is closed."""
        self.game.report_at_once()
        self.records.keep(again=True)
        if self.journal is not None:
            self.journal.finish(glory)

    async def leave(self) -> None:
        """Leave: save everything, and pass the last messages to the relay."""
        self.records.keep(again=True)
        if self.journal is not None:
            self.journal.close()
        await self.game.link.hand_over()


def begin(
    directory: Path,
    started: Started,
    own: Mapping[int, OwnSeat],
    relay: tuple[Routes, int],
    on_change: Callable[[], None] = nothing,
) -> AtTable:
    """Begin a new game; `relay` are the routes to it, and the port of a relay of our own or 0.

    A journal that cannot be written prevents no game, but it is reported.
    """
    routes, own_port = relay
    charter, secret = started.charter, started.room_secret
    begun = TableBegin(charter, started.signer, own, secret, routes, own_port)
    game = GameRoom(begun, on_change)
    try:
        journal = create_table(directory, begun, millis())
    except SaveError as error:
        return AtTable(begun, game, RecordKeeper(game.table), None, str(error))
    game.keep(journal)
    records = RecordKeeper(game.table, on_file=journal.recorded)
    return AtTable(begun, game, records, journal, journal.caution)


def resume(
    saved: SavedTable,
    relay: Routes | None = None,
    on_change: Callable[[], None] = nothing,
) -> AtTable:
    """Resume a saved table, at its relay or at another one.

    Raises:
        SaveError: it is of an older version or open elsewhere, or the disk fails.
    """
    require_present(saved)
    journal, saved = reopen_table(saved, millis())
    begun = saved.begin
    if relay is not None and relay != begun.relay:
        own_port = begun.own_port if relay[0].port == begun.own_port else 0
        begun = replace(begun, relay=relay, own_port=own_port)
        journal.moved(begun.relay, begun.own_port)
    game = GameRoom(begun, on_change, chose_relay=relay is not None)
    game.keep(journal, saved)
    records = RecordKeeper(game.table, name=saved.record, on_file=journal.recorded)
    damage = say("Part of the saved game was damaged; the missing part comes from the others.")
    told = (damage if saved.lines.is_damaged else "", journal.caution)
    return AtTable(begun, game, records, journal, " ".join(filter(None, told)), goes_on=True)
