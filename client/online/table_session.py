"""A seat at a table with others, begun from a lobby or gone on with: game, record and journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import trio

from client.online.local_relay import own_relay
from client.online.rooms import GameRoom, handed_over
from client.platform.system import millis
from client.storage.journal_file import JournalFile, create_table, reopen_table
from client.storage.journal_rows import Address, TableBegin
from client.storage.record_files import RecordKeeper
from client.storage.saved_games import SavedTable, SaveError
from client.tables.recorded_answers import OtherGame
from client.tables.signers_table import OwnSeat
from client.text.catalogue import say
from protocol.lobby.lobby import Started


@dataclass
class AtTable:
    """Everything that belongs to one game over a relay on this machine.

    `what` is what it began with; `trouble` is what has to be said at the beginning, "" where all is
    well; `goes_on` says that it was begun before this start of the program.
    """

    what: TableBegin
    game: GameRoom
    records: RecordKeeper
    journal: JournalFile | None
    trouble: str = ""
    goes_on: bool = False

    async def play_within(self, scope: trio.CancelScope) -> None:
        """Keep link and worker going until a scope is cancelled."""
        with scope:
            await self.game.run()

    async def settle(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Return once seats are drawn and all that was played before is played again.

        `meanwhile` is called now and then.

        Raises:
            SaveError: what was answered before fits no game of this version.
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
            told = say("This table cannot be gone on with: {why}.", why=why)
            raise SaveError(told) from error

    @property
    def disk_trouble(self) -> str:
        """Why nothing can be kept at the moment, "" where all is well."""
        return self.journal.trouble if self.journal is not None else self.trouble

    def save_again(self) -> None:
        """Try to bring to the disk what it did not take."""
        if self.journal is not None:
            self.journal.sending()

    def finish(self, glory: tuple[int, ...]) -> None:
        """Every step is done."""
        self.records.keep(again=True)
        if self.journal is not None:
            self.journal.finish(glory)

    async def leave(self) -> None:
        """Get up; what was said last is handed over, and all that is known is on the disk."""
        self.records.keep(again=True)
        if self.journal is not None:
            self.journal.close()
        if self.game.link is not None:
            await handed_over(self.game.link)


def begin(
    directory: Path,
    started: Started,
    own: Mapping[int, OwnSeat],
    relay: tuple[Address, int],
    on_change: Callable[[], None] = lambda: None,
) -> AtTable:
    """Sit down at a table that starts; `relay` is its address, and the port of an own one or 0.

    A disk that takes no journal keeps nobody from playing, but it is told.
    """
    address, own_port = relay
    charter, person = started.charter, started.signer
    what = TableBegin(charter, person, own, started.room_secret, address, own_port)
    game = GameRoom(address, charter, dict(own), person, started.room_secret, on_change)
    try:
        journal = create_table(directory, what, millis())
    except SaveError as error:
        return AtTable(what, game, RecordKeeper(game.table), None, str(error))
    game.keep(journal)
    return AtTable(what, game, RecordKeeper(game.table, on_file=journal.recorded), journal)


def come_back(
    saved: SavedTable,
    relay: Address | None = None,
    on_change: Callable[[], None] = lambda: None,
) -> AtTable:
    """Go on with a saved table, at its relay or another one.

    Raises:
        SaveError: it is open elsewhere, or the disk does not let us.
    """
    journal, saved = reopen_table(saved, millis())
    what = saved.begin
    if relay is not None and relay != what.relay:
        own_port = what.own_port if relay[1] == what.own_port else 0
        what = replace(what, relay=relay, own_port=own_port)
        journal.moved(what.relay, what.own_port)
    game = GameRoom(
        what.relay, what.charter, dict(what.seats), what.person, what.room_secret, on_change
    )
    game.keep(journal, saved)
    records = RecordKeeper(game.table, name=saved.record, on_file=journal.recorded)
    damage = say("Part of the saved game was damaged; the others have what is missing.")
    told = damage if saved.is_damaged else ""
    return AtTable(what, game, records, journal, told, goes_on=True)


async def relay_again(nursery: trio.Nursery, saved: SavedTable) -> Address | None:
    """Start the relay of a saved table again if this machine kept it; gives its address here.

    None where it kept none. On another port than before if the old one is taken.
    """
    port = saved.begin.own_port
    if not port:
        return None
    try:
        here, _ = await own_relay(nursery, port)
    except OSError:
        here, _ = await own_relay(nursery)
    return here
