"""The forms before a table: how to open one, or which one to join. Keys in, a plan out.

Text fields take typed and pasted text. An invitation may be pasted anywhere on the list of tables.
"""

from __future__ import annotations

import os
from contextlib import suppress
from enum import StrEnum
from typing import Final

from client.bots import LEVELS
from client.controller.requests import WAYS_OUT, Request
from client.lobby.entry import Door
from client.online.addresses import MistypedAddress, read_invitation, read_relay
from client.online.hosting import hosting_plan
from client.online.lan import LanState, LanTable
from client.online.pasted_lines import find_invitation
from client.online.table_messages import key_sentence
from client.online.table_plans import HostTable, JoinTable, WatchTable
from client.settings.resolve import choose
from client.settings.schema import boxes_in
from client.storage.known_people import BadKeyFile, own_identity, remember_name
from client.text.box_words import with_boxes
from client.text.catalogue import say
from client.text.complaints import sentence
from client.text.protocol_faults import name_sentence
from client.ui.list_keys import edited, following
from engine.state import Options
from engine.terms import MAX_PLAYERS, MIN_PLAYERS
from protocol.charter import LONGEST_NAME
from protocol.errors import BadInvitation
from protocol.lobby.rooms import LONGEST_LINE, Invitation
from protocol.wire.identity import Identity
from protocol.wire.names import cleaned, typed_name

_LONGEST_FIELD: Final = LONGEST_LINE
_LEVELS: Final = tuple(LEVELS)
_LEVEL: Final = "karl"
"""The level at first."""


class Field(StrEnum):
    """A row that can be changed or chosen."""

    NAME = "name"
    SEATS = "seats"
    BOTS = "bots"
    LEVEL = "level"
    LAN = "lan"
    RELAY = "relay"
    INVITATION = "invitation"
    GO = "go"


_ROWS: Final = {
    Door.OPEN: (
        Field.GO,
        Field.NAME,
        Field.SEATS,
        Field.BOTS,
        Field.LEVEL,
        Field.LAN,
        Field.RELAY,
    ),
    Door.JOIN: (Field.NAME, Field.INVITATION),
    Door.WATCH: (Field.NAME, Field.INVITATION),
}
TYPED: Final = (Field.NAME, Field.RELAY, Field.INVITATION)


DoorPlan = HostTable | JoinTable | WatchTable
"""Ways to a table that are chosen at a door."""


class ConnectForm:
    """The form a person fills in on the way to a table.

    Attributes:
        tables: those of this network, including those of this machine; set from outside.
        trouble: the reason why there is no list of them.
    """

    def __init__(self, door: Door, name: str) -> None:
        """Come to a door under a name that can be changed."""
        self.door = door
        self.seats = 4
        self.bots = 0
        self.level = _LEVEL
        self.lan = False
        self.texts = {Field.NAME: name, Field.RELAY: "", Field.INVITATION: ""}
        self.tables: tuple[LanTable, ...] = ()
        self.trouble = ""
        self.message = ""
        self.cursor = self._first

    @property
    def _first(self) -> int:
        """The row of the cursor at first: to open a table, or the last one above the list."""
        return len(self.fields) - 1 if self.comes else 0

    @property
    def comes(self) -> bool:
        """Whether the person comes to a table of others, and may choose it from a list."""
        return self.door is not Door.OPEN

    @property
    def fields(self) -> tuple[Field, ...]:
        """The rows above the list of tables."""
        return _ROWS[self.door]

    @property
    def field(self) -> Field | None:
        """The row under the cursor; None in the list of tables."""
        return self.fields[self.cursor] if self.cursor < len(self.fields) else None

    @property
    def table(self) -> LanTable | None:
        """The table under the cursor, if it is in the list."""
        at = self.cursor - len(self.fields)
        return self.tables[at] if self.comes and 0 <= at < len(self.tables) else None

    def set_tables(self, tables: tuple[LanTable, ...]) -> None:
        """Show those tables that this door leads to; the cursor stays on its table."""
        chosen = self.table
        self.tables = tuple(one for one in tables if self._leads_to(one))
        if chosen is None:
            return
        same = [at for at, one in enumerate(self.tables) if one.label == chosen.label]
        if same:
            self.cursor = len(self.fields) + same[0]
        else:
            # Never onto another table: the next key may be Enter.
            self.cursor = self._first
            self.message = say("{name}: this table takes no more players.", name=chosen.name)

    def _leads_to(self, table: LanTable) -> bool:
        """Whether a table may be joined, as far as its host says, or is to be watched."""
        return self.door is Door.WATCH or table.state is LanState.OPEN

    # ---------------------------------------------------------------------- keys

    @property
    def takes_text(self) -> bool:
        """Whether letters are typed into the field under the cursor."""
        return self.field in self.texts

    def press(self, key: str) -> DoorPlan | Request:
        """Handle a key; return a plan once it is complete, and keep the name for the next time."""
        self.message = ""
        if key in WAYS_OUT:
            return WAYS_OUT[key]
        if key in ("up", "down", "tab", "s-tab"):
            count = len(self.fields) + (len(self.tables) if self.comes else 0)
            step = -1 if key in ("up", "s-tab") else 1
            self.cursor = (self.cursor + step) % count
        elif key in ("left", "right"):
            self._turn(1 if key == "right" else -1)
        elif key == "enter":
            return self._enter()
        elif (field := self.field) in self.texts:
            text = edited(self.texts[field], key)
            if text is not None:
                self.texts[field] = text[: self._longest(field)]
        return Request.NOTHING

    def paste(self, text: str) -> None:
        """Paste text into a text field; on the list it is taken as an invitation."""
        if self.comes and self.field is None:
            self.cursor = self._first
            self.texts[Field.INVITATION] = ""
        field = self.field
        if field is None or field not in self.texts:
            return
        self.message = ""
        if field is Field.INVITATION:
            # A whole invitation replaces what is there, whatever was copied with it.
            with suppress(BadInvitation):
                self.texts[field] = find_invitation(text).line()
                return
        line = cleaned(text, _LONGEST_FIELD)
        self.texts[field] = (self.texts[field] + line)[: self._longest(field)]

    def _longest(self, field: Field) -> int:
        return LONGEST_NAME if field is Field.NAME else _LONGEST_FIELD

    def _turn(self, step: int) -> None:
        match self.field:
            case Field.SEATS:
                self.seats = _around(self.seats + step, MIN_PLAYERS, MAX_PLAYERS)
                self.bots = min(self.bots, self.seats - 1)
            case Field.BOTS:
                self.bots = _around(self.bots + step, 0, self.seats - 1)
            case Field.LEVEL:
                self.level = following(_LEVELS, self.level, step)
            case Field.LAN:
                self.lan = not self.lan
            case _:
                pass

    def _enter(self) -> DoorPlan | Request:
        try:
            match self.field:
                case Field.GO:
                    return self._host()
                case Field.INVITATION if self.tables and not self.texts[Field.INVITATION].strip():
                    # Never at once to a table that nobody has pointed at.
                    self.cursor = len(self.fields)
                case Field.INVITATION:
                    return self._join(read_invitation(self.texts[Field.INVITATION]))
                case None if self.table is not None:
                    if self.table.fits:
                        return self._join(self.table.invitation)
                    told = say("that table uses another version of the game.")
                    self.message = sentence(told)
                case Field.NAME | Field.RELAY:
                    self.cursor = self._first
                case _:
                    self._turn(1)
        except MistypedAddress as error:
            self.message = sentence(str(error))
        except BadKeyFile as error:
            self.message = sentence(key_sentence(error))
        return Request.NOTHING

    def _join(self, invitation: Invitation) -> JoinTable | WatchTable:
        way = WatchTable if self.door is Door.WATCH else JoinTable
        return way(*self._person(), invitation)

    def _person(self) -> tuple[Identity, str]:
        """Return the key and the name of the person; keep the name for the next time."""
        name = typed_name(self.texts[Field.NAME])
        if fault := name_sentence(name):
            self.cursor = self.fields.index(Field.NAME)
            raise MistypedAddress(fault)
        identity = own_identity()
        remember_name(name)
        return identity, name

    def _host(self) -> HostTable:
        text = self.texts[Field.RELAY].strip()
        try:
            relay = read_relay(text) if text else None
        except MistypedAddress:
            self.cursor = self.fields.index(Field.RELAY)
            raise
        identity, name = self._person()
        settings = choose({}, os.environ).settings
        hosting = hosting_plan(settings)
        return HostTable(
            *(identity, name, self.seats, self.bots, self.level),
            options=with_boxes(Options(), boxes_in(settings)),
            relay=relay,
            lan=self.lan,
            hosting=hosting,
        )


def _around(value: int, least: int, most: int) -> int:
    return least + (value - least) % (most - least + 1)
