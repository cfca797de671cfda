"""The lobby as a person uses it: keys in, actions of the lobby out, a view to draw.

Clock, network and clipboard belong to the owner: `press` returns its requests for them.
"""

from __future__ import annotations

from collections.abc import Callable

from client.controller.requests import WAYS_OUT, Request
from client.lobby.lobby_help import help_rows
from client.lobby.lobby_screen import LobbyPane, LobbyView, SeatRow, shown_names
from client.lobby.terms_form import term_rows, turned
from client.online.tasks import nothing
from client.presenter.people import flood_sentence, lost_signs_sentence
from client.storage.known_people import KnownPeople
from client.text.catalogue import say
from client.ui.list_keys import edited, following, moved
from engine.terms import MAX_PLAYERS, MIN_PLAYERS
from engine.values import Value
from protocol.charter import Hello
from protocol.errors import LocalProtocolError, Reason
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import (
    CalledOff,
    ChatHeard,
    LobbyEvent,
    PacketRefused,
    Rerouted,
    RosterChanged,
)
from protocol.lobby.routes import write_routes
from protocol.lobby.seating import persons_at
from protocol.wire.identity import Peer
from protocol.wire.names import cleaned, loses_signs

MOST_CHAT = 200
MOST_LINES = 200
_PANES = (LobbyPane.SEATS, LobbyPane.RULES, LobbyPane.CHAT)


class Invites(Value):
    """The host's way in for friends: the line they paste; `move` opens one at a relay."""

    line: str
    move: Callable[[], None] = nothing


class LobbyModel:
    """A lobby as a person sees and works it.

    `do` carries out the events of the lobby; `new_bot` makes the hello of another bot and keeps its
    secrets; `invites` is None for a person who joined.
    """

    def __init__(
        self,
        lobby: Lobby,
        do: Callable[[tuple[LobbyEvent, ...]], None],
        new_bot: Callable[[], Hello],
        people: KnownPeople,
        invites: Invites | None = None,
    ) -> None:
        self.lobby = lobby
        self._do = do
        self._new_bot = new_bot
        self._people = people
        self.invites = invites or Invites("")
        self.reach: tuple[str, ...] = ()
        self.link = ""
        self.silent: float | None = None
        self.away: dict[bytes, int] = {}
        self.unsigned: tuple[str, ...] = ()
        self.message = ""
        self.pane = LobbyPane.SEATS
        self.cursor = 0
        self.typed = ""
        self._answer = ""
        self._chat: list[ChatHeard] = []
        self._here: tuple[Hello, ...] = ()
        self._roster: RosterChanged | None = None
        self._terms = b""
        self._persons = 0
        self._to_kick = b""
        self._stops = False

    def rejoin(self, former: LobbyModel | None = None) -> None:
        """Continue after a start that was called off, with the chat as it was before."""
        if former is not None:
            self._chat, self.typed = former._chat, former.typed
        self.message = say("The start was called off. Are you ready again?")

    # ------------------------------------------------------------------- hearing

    def hear(self, event: LobbyEvent) -> None:
        """Take an event of the lobby."""
        match event:
            case ChatHeard():
                self._chat.append(event)
                del self._chat[:-MOST_LINES]
            case Rerouted() if event.moves:
                told = say(
                    "The host has moved the table to the relay {relay}.",
                    relay=write_routes(event.routes),
                )
                self.message = told
            case CalledOff():
                self._notice_end_of_start()
            case RosterChanged():
                if event != self._roster and self.message == self._answer:
                    # It was about the table as it was.
                    self.message = ""
                    self._to_kick = b""
                self._notice(event)
                self._here, self._roster = tuple(event.hellos), event
            case PacketRefused() if event.author == self.lobby.hello.identity:
                self.message = flood_sentence()
            case PacketRefused() if self.lobby.is_host and event.place == "full":
                self.message = say("A player found no free seat; + adds one.")
            case PacketRefused() if self.lobby.is_host and event.reason is Reason.NO_COMMON_VERSION:
                self.message = say(
                    "A player could not join: their program has an incompatible version."
                )
            case PacketRefused() if not self.lobby.is_host and event.author == self.lobby.host:
                self.message = say("A message from the host was refused.")
            case _:
                pass

    def _notice_end_of_start(self) -> None:
        self._stops = False
        if self.lobby.is_host:
            # Nobody has gone away: all others come in again.
            self._here = ()
            self.message = say("The start is called off: everyone rejoins and agrees again.")
        else:
            self.message = say("The host has called off the start.")

    def _notice(self, event: RosterChanged) -> None:
        """Report arrivals and departures, and that everybody has to agree again."""
        own = self.lobby.hello
        was_here = own in self._here
        before, now = shown_names(self._here), shown_names(event.hellos)
        came = [one for one in event.hellos if one.identity not in before and one != own]
        gone = [name for identity, name in before.items() if identity not in now]
        if was_here and came:
            names = ", ".join(now[one.identity] for one in came)
            self.message = say("{names} joined.", names=names)
        if was_here and gone:
            self.message = say("{names} left.", names=", ".join(gone))
        for identity, name in now.items():
            if was_here and before.get(identity, name) != name:
                told = say("{old} is now shown as {name}.", old=before[identity], name=name)
                self.message = f"{self.message} {told}".strip()
        terms = b"" if event.terms is None else event.terms.terms
        persons = persons_at(event.seats, event.hellos)
        if was_here and self._terms not in (b"", terms) and not self.lobby.is_host:
            self.message = say("The rules have changed. Are you still ready?")
        elif was_here and self._persons not in (0, persons) and not self.lobby.is_host:
            self.message = say("The number of players has changed. Are you still ready?")
        self._terms, self._persons = terms, persons
        if strange := ", ".join(now[one.identity] for one in came if self._is_strange(one)):
            self.message = say(
                "! {names}: the key has changed. Ask them whether it is really them.", names=strange
            )

    def _is_strange(self, hello: Hello) -> bool:
        return not hello.is_bot and self._people.is_strange(hello.name, hello.identity)

    def remember(self) -> None:
        """Keep the keys of all other people of the game."""
        for hello in self.lobby.hellos:
            if not hello.is_bot and hello.identity != self.lobby.hello.identity:
                self._people.remember(hello.name, hello.identity)

    # ------------------------------------------------------------------- looking

    def view(self) -> LobbyView:
        """Return the content of the screen."""
        lobby = self.lobby
        return LobbyView(
            is_host=lobby.is_host,
            seats=lobby.seats,
            rows=tuple(map(self._row, lobby.hellos, shown_names(lobby.hellos).values())),
            terms=lobby.terms,
            line=self.invites.line,
            link=self.link,
            silent=self.silent,
            reach=self.reach,
            chat=self._chat_lines(),
            message=self.message,
            pane=self.pane,
            cursor=self.cursor,
            typed=self.typed,
            may_start=lobby.is_host and lobby.may_start(),
            is_starting=lobby.is_starting,
            unsigned=self.unsigned,
            away=max(self.away.values(), default=0),
        )

    def _chat_lines(self) -> tuple[tuple[str, str], ...]:
        """Return who said what: by the names of now, for numbers change when somebody leaves."""
        names = shown_names(self.lobby.hellos)
        return tuple(
            (names.get(one.author) or say("{name} (gone)", name=one.name), one.text)
            for one in self._chat
        )

    def _row(self, hello: Hello, name: str) -> SeatRow:
        return SeatRow(
            name=name,
            fingerprint=Peer(hello.identity).fingerprint(),
            ready=hello.identity in self.lobby.ready,
            is_you=hello.identity == self.lobby.hello.identity,
            is_host=hello.identity == self.lobby.host,
            is_bot=hello.is_bot,
            strange=self._is_strange(hello),
            is_silent=hello.identity in self.away,
        )

    # ---------------------------------------------------------------------- keys

    @property
    def takes_text(self) -> bool:
        """Whether letters are typed into the line of chat."""
        return self.pane is LobbyPane.CHAT

    def press(self, key: str) -> Request:
        """Handle a key."""
        if self.pane is not LobbyPane.CHAT or edited("", key) is None:
            self.message = self._answer = ""
        if key != "k":
            self._to_kick = b""
        if key != "enter":
            self._stops = False
        if key in ("^Q", "^C"):
            return WAYS_OUT[key]
        if self.pane is LobbyPane.HELP:
            self._read_help(key)
        elif key in ("tab", "s-tab"):
            self._go(following(_PANES, self.pane, 1 if key == "tab" else -1))
        elif self.pane is LobbyPane.CHAT:
            self._type(key)
        else:
            return self._command(key)
        return Request.NOTHING

    def _reply(self, sentence: str) -> None:
        """Answer a key, until the table is another."""
        self.message = self._answer = sentence

    def _read_help(self, key: str) -> None:
        last = len(help_rows(is_host=self.lobby.is_host)) - 1
        at = moved(self.cursor, key, last)
        if at is None:
            self._go(LobbyPane.SEATS)
        else:
            self.cursor = at

    def _go(self, pane: LobbyPane) -> None:
        self.pane = pane
        self.cursor = 0

    def _type(self, key: str) -> None:
        match key:
            case "enter":
                self._do(self.lobby.chat(self.typed))
                if not self.message:
                    self.typed = ""
            case "escape":
                self._go(LobbyPane.SEATS)
            case _ if len(key) == 1 and loses_signs(key):
                self.message = lost_signs_sentence()
            case _ if (text := edited(self.typed, key)) is not None:
                self.typed = text[:MOST_CHAT]
            case _:
                pass

    def _command(self, key: str) -> Request:
        try:
            return self._commanded(key)
        except LocalProtocolError:
            self._reply(say("That cannot be done now."))
            return Request.NOTHING

    def _commanded(self, key: str) -> Request:
        match key:
            case "up" | "down":
                self._move(-1 if key == "up" else 1)
            case "enter" | "space":
                self._agree()
            case "t":
                self._go(LobbyPane.CHAT)
            case "r":
                self._go(LobbyPane.RULES)
            case "?":
                self._go(LobbyPane.HELP)
            case "escape":
                self._go(LobbyPane.SEATS)
            case "y" if self.invites.line:
                self.message = say("Invitation copied, if your terminal allows it.")
                return Request.COPY
            case _ if self.lobby.is_host:
                self._host(key)
            case _:
                self._no_key(key)
        return Request.NOTHING

    def _no_key(self, key: str) -> None:
        if len(key) == 1:
            self._reply(say("{key} does nothing here; ? lists the keys.", key=key))

    def _host(self, key: str) -> None:
        """Handle a key that only the host has."""
        match key:
            case "left" | "right" if self.pane is LobbyPane.RULES:
                self._turn(1 if key == "right" else -1)
            case "b" if len(self.lobby.hellos) >= self.lobby.seats:
                self._reply(say("All seats are taken; + adds one."))
            case "b":
                self._do(self.lobby.add_bot(self._new_bot()))
            case "k":
                self._kick()
            case "+" | "=" | "-":
                self._resize(-1 if key == "-" else 1)
            case "m" if self.lobby.is_starting:
                self._reply(say("That cannot be done now."))
            case "m":
                self.invites.move()
            case _:
                self._no_key(key)

    def _move(self, step: int) -> None:
        terms = self.lobby.terms if self.pane is LobbyPane.RULES else None
        count = self.lobby.seats if terms is None else len(term_rows(terms))
        self.cursor = (self.cursor + step) % max(1, count)

    def _agree(self) -> None:
        """Start if all agree, as the host; otherwise agree, or withdraw it.

        A start that waits is called off by a second key only: the first may be one too many.
        """
        lobby = self.lobby
        if lobby.is_host:
            if lobby.is_starting and not self._stops:
                self._stops = True
                self._reply(say("Press Enter again to call off the start."))
            elif lobby.is_starting:
                self.call_off()
            elif lobby.may_start():
                self._do(lobby.begin())
            else:
                self._reply(say("Not all seats are taken and ready yet."))
            return
        self._do(lobby.set_ready(ready=lobby.hello.identity not in lobby.ready))

    def call_off(self) -> None:
        """Take a start back that somebody does not sign."""
        self._stops = False
        try:
            self._do(self.lobby.call_off())
        except LocalProtocolError:
            self._reply(say("There is no start to call off."))

    def _turn(self, step: int) -> None:
        if (terms := self.lobby.terms) is not None:
            self._do(self.lobby.set_terms(turned(terms, self.cursor, step), self.lobby.seats))

    def _resize(self, step: int) -> None:
        terms = self.lobby.terms
        seats = self.lobby.seats + step
        if terms is not None and max(MIN_PLAYERS, len(self.lobby.hellos)) <= seats <= MAX_PLAYERS:
            self._do(self.lobby.set_terms(terms, seats))

    def _kick(self) -> None:
        """Kick a bot, or a person when asked twice."""
        if self.pane is not LobbyPane.SEATS or self.cursor >= len(self.lobby.hellos):
            return
        gone = self.lobby.hellos[self.cursor]
        if gone == self.lobby.hello:
            self._reply(say("^Q closes the table."))
        elif gone.is_bot or self._to_kick == gone.identity:
            self._to_kick = b""
            self._do(self.lobby.kick(gone.identity))
        else:
            self._to_kick = gone.identity
            name = shown_names(self.lobby.hellos)[gone.identity]
            told = say("k again to kick {name}; the invitation then changes.", name=name)
            self._reply(told)

    def paste(self, text: str) -> None:
        """Paste text into the chat line, nowhere else."""
        if self.pane is LobbyPane.CHAT:
            self.typed = (self.typed + cleaned(text, MOST_CHAT))[:MOST_CHAT]
            self.message = lost_signs_sentence() if loses_signs(text) else ""
