"""A lobby line by line: news is printed once, and words replace the keys of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.lobby import lobby_screen
from client.lobby.lobby import Invites, LobbyModel
from client.lobby.lobby_screen import LobbyView, SeatRow, shown_names
from client.lobby.rules_pane import late_told
from client.lobby.terms_form import Term, term_list
from client.online.link import LinkState
from client.online.participants import Entered
from client.plain.narrator import Left
from client.presenter.people import lost_signs_sentence
from client.storage.known_people import KnownPeople
from client.tables.waiting import whole_seconds
from client.text.catalogue import say
from client.text.wrapping import paragraph
from protocol.charter import Charter
from protocol.lobby.lobby_events import ChatHeard, LobbyEvent
from protocol.wire.names import loses_signs

_SILENT: Final = 10
"""Seconds after which a silent host is missed."""

_HELP: Final = (
    "ready       agree with the rules of the table; not ready takes it back",
    "rules       the rules of the table",
    "who         list the players and their keys",
    "say WORDS   chat with the others; /WORDS does the same",
    "q           leave",
)
_HOST_HELP: Final = (
    "start       begin, once all seats are taken and everyone is ready",
    "stop        call off a start that is not signed by everyone",
    "bot         give a free seat to a bot",
    "+, -        add or remove a seat",
    "kick NAME   kick a player",
    "move        move the table to a relay from your settings",
    "rules       the rules of the table",
    "who         list the players and their keys",
    "say WORDS   chat with the others; /WORDS does the same",
    "q           close the table",
)


class LineLobby:
    """One player in a lobby."""

    def __init__(self, entered: Entered, write: Callable[[str], None]) -> None:
        """Come in; `write` prints a line."""
        self._room = room = entered.room
        self._write = write
        self._entered = entered
        invites = Invites("", entered.move)
        self._lobby_model = LobbyModel(room.lobby, room.do, entered.new_bot, KnownPeople(), invites)
        self._seats = ""
        self._todo = ""
        self._rules: tuple[str, ...] = ()
        self._going_on = ""
        self._is_silent = False
        self._is_down = False
        self._missed: frozenset[bytes] = frozenset()
        if entered.is_back:
            self._lobby_model.rejoin()

    @property
    def is_host(self) -> bool:
        """Whether this player opened the lobby."""
        return self._room.lobby.is_host

    def remember(self) -> None:
        """Keep the keys of the other players when the game begins."""
        self._lobby_model.remember()

    def welcome(self) -> None:
        """Print how others join or what the lobby waits for, and the words to type."""
        self._look_at_reach()
        self._tell_message()
        told = [
            *lobby_screen.door_told(self._lobby_model.view()),
            say("Type help for the list of commands."),
        ]
        for sentence in told:
            self._tell(sentence)

    # ------------------------------------------------------------------ printing

    def hear(self, event: LobbyEvent) -> None:
        """Take an event of the lobby, and print it."""
        self._lobby_model.hear(event)
        if isinstance(event, ChatHeard) and event.author != self._room.lobby.hello.identity:
            self._tell(f"{event.name}: {event.text}")
        self._tell_message()

    def look_around(self) -> None:
        """Print the news since the last call."""
        for sentence in self._look_at_reach():
            self._tell(sentence)
        self._lobby_model.away = self._room.silent()
        self._lobby_model.unsigned = self._room.unsigned
        view = self._lobby_model.view()
        self._tell_link()
        self._tell_missed(view)
        seats = seats_told(view) if view.rows else ""
        if seats and seats != self._seats:
            self._tell(seats)
        self._seats = seats
        if view.terms is not None and not view.is_host:
            self._tell_rules(view.terms)
        going_on = lobby_screen.going_on(view)
        if going_on and going_on != self._going_on:
            self._tell(going_on)
        self._going_on = going_on
        todo = todo_told(view)
        if todo != self._todo:
            self._tell(todo)
        self._todo = todo

    def _look_at_reach(self) -> tuple[str, ...]:
        """Take what is known of the ways for friends; return the sentences that are new."""
        lobby_model = self._lobby_model
        before, lobby_model.reach = lobby_model.reach, self._entered.ways_told()
        return tuple(one for one in lobby_model.reach if one not in before)

    def _tell(self, sentence: str) -> None:
        self._write(paragraph(sentence))

    def _tell_message(self) -> None:
        if self._lobby_model.message:
            self._tell(self._lobby_model.message)
            self._lobby_model.message = ""

    def _tell_rules(self, terms: Charter) -> None:
        """Print all rules at first, later those that changed."""
        rows = tuple(map(_term_told, term_list(terms)))
        changed = [row for row in rows if row not in self._rules]
        if changed and not self._rules:
            self._tell(say("Rules of this table:"))
        for told in changed:
            self._write(paragraph(told, "  "))
        self._rules = rows

    def _tell_link(self) -> None:
        """Report a relay that went away or came back, and a silent host."""
        status, heard = self._room.link.status, self._room.heard_at
        is_down = status.state is LinkState.DOWN
        if is_down and not self._is_down:
            self._tell(say("The relay does not answer; trying again. {told}", told=status.refusal))
        elif self._is_down and status.state is LinkState.UP:
            self._tell(say("The relay answers again."))
        self._is_down = is_down or (self._is_down and status.state is not LinkState.UP)
        silent = 0 if heard is None else whole_seconds(heard, self._room.clock())
        is_silent = silent >= _SILENT and not self._room.lobby.is_host
        if is_silent and not self._is_silent:
            self._tell(say("The host has been silent for {seconds} s.", seconds=silent))
        self._is_silent = is_silent

    def _tell_missed(self, view: LobbyView) -> None:
        """Report guests that are not heard any more, and those that are heard again."""
        missed = frozenset(self._lobby_model.away)
        if missed - self._missed:
            self._tell(lobby_screen.missed_told(view))
        back = self._missed - missed
        names = shown_names(self._room.lobby.hellos)
        for name in (names[one] for one in sorted(back) if one in names):
            self._tell(say("{name} answers again.", name=name))
        self._missed = missed

    # -------------------------------------------------------------------- typing

    def typed(self, line: str) -> None:
        """Carry out a typed line.

        Raises:
            Left: the player leaves.
        """
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "":
                pass
            case "q" | "quit":
                raise Left
            case "?" | "help":
                self._help()
            case "say":
                self._say(rest)
            case "who" | "w":
                self._tell_keys()
            case "rules" | "r":
                self._tell_terms()
            case _ if line.startswith("/"):
                self._say(line[1:])
            case _ if self._room.lobby.is_host:
                self._command_of_host(word.casefold(), rest)
            case _:
                self._command_of_guest(line.casefold())
        self._tell_message()

    def _help(self) -> None:
        lines = _HOST_HELP if self._room.lobby.is_host else _HELP
        for line in range(len(lines)):
            told = say(_HOST_HELP[line]) if lines is _HOST_HELP else say(_HELP[line])
            self._write(told)

    def _say(self, text: str) -> None:
        if loses_signs(text):
            self._tell(lost_signs_sentence())
        self._room.do(self._room.lobby.chat(text))

    def _tell_keys(self) -> None:
        for row in self._lobby_model.view().rows:
            key = say("key {fingerprint}", fingerprint=row.fingerprint)
            strange = f" {say('! the key has changed')}" if row.strange else ""
            self._tell(f"{_seat(row)}: {key}{strange}")
        self._tell(self._todo)

    def _tell_terms(self) -> None:
        terms = self._lobby_model.view().terms
        if terms is None:
            self._tell(say("not known yet"))
            return
        for term in term_list(terms):
            self._write(paragraph(_term_told(term), "  "))
        self._write(paragraph(late_told(terms), "  "))
        if going_on := lobby_screen.going_on(self._lobby_model.view()):
            self._write(paragraph(going_on, "  "))

    def _command_of_host(self, word: str, rest: str) -> None:
        match word:
            case "start" if self._lobby_model.lobby.is_starting:
                self._tell(self._todo)
            case "start":
                self._lobby_model.press("enter")
            case "stop":
                self._lobby_model.call_off()
            case "bot" | "b":
                self._lobby_model.press("b")
            case "+" | "-":
                self._lobby_model.press(word)
            case "kick":
                self._kick(rest.strip())
            case "k" | "m":
                self._lobby_model.press(word)
            case "move":
                self._lobby_model.press("m")
            case "ready":
                self._tell(say("The host starts when all seats are taken and ready."))
            case _:
                self._not_known(word)

    def _kick(self, name: str) -> None:
        """Kick a bot at once; ask before kicking a player: `k` confirms."""
        rows = self._lobby_model.view().rows
        found = [n for n, row in enumerate(rows) if row.name.casefold() == name.casefold()]
        if not found:
            self._tell(say("There is no player {name} here.", name=name))
        elif rows[found[0]].is_you:
            self._tell(say("q closes the table."))
        else:
            self._lobby_model.cursor = found[0]
            self._lobby_model.press("k")

    def _command_of_guest(self, line: str) -> None:
        lobby = self._room.lobby
        is_ready = lobby.hello.identity in lobby.ready
        match line:
            case "ready" | "not ready":
                if not lobby.is_seated:
                    self._tell(say("That cannot be done now."))
                elif is_ready is (line == "ready"):
                    told = say("You are ready.") if is_ready else say("You are not ready.")
                    self._tell(told)
                else:
                    self._lobby_model.press("enter")
            case "start":
                self._tell(say("The host starts when all seats are taken and ready."))
            case _:
                self._not_known(line)

    def _not_known(self, line: str) -> None:
        self._tell(say("Unknown command: {line}. Type help for the list.", line=line))


def _term_told(term: Term) -> str:
    """Return a rule of the table in a line, with a sentence if it is about a box in use."""
    return " ".join(filter(None, (f"{term.name}: {term.value}", term.note and f"({term.note})")))


def seats_told(view: LobbyView) -> str:
    """Return the people here, in one line."""
    seats = "; ".join(_seat(row) for row in view.rows)
    return say("Seats {taken} of {seats}: {who}", taken=len(view.rows), seats=view.seats, who=seats)


def _seat(row: SeatRow) -> str:
    kinds = [say("you")] if row.is_you else [say("bot")] if row.is_bot else []
    kinds += [say("host")] if row.is_host else []
    kinds.append(say("ready") if row.ready else say("not ready"))
    kinds += [say("silent")] if row.is_silent else []
    return f"{row.name} ({', '.join(kinds)})"


def todo_told(view: LobbyView) -> str:
    """Say what the lobby waits for, or what the player should type."""
    if view.is_starting:
        told = lobby_screen.start_told(view)
        stop = view.is_host and view.unsigned
        return f"{told} {say('stop calls the start off.')}" if stop else told
    if view.may_start:
        return say("Everyone is ready: start begins the game.")
    if any(row.is_you and not row.ready for row in view.rows):
        return say("Type ready when you agree with the rules.")
    return lobby_screen.prompt(view)
