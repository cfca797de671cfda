"""The menu before and after games: play, go on, read rules and cards, leave.

It is painted before anything else is loaded (client/app/splash.py), so modules that only its
further pages need are imported where those pages open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.lobby.entry import Door
from client.settings.choices import LEVELS
from client.text.catalogue import say, say_many
from client.text.menu_words import help_text

if TYPE_CHECKING:
    from client.storage.saved_games import Saved

MOST_BOTS: Final = 4
_PAGE: Final = 10


class Page(StrEnum):
    """What the menu shows."""

    MAIN = "main"
    RESUME = "resume"
    RULES = "rules"
    CARDS = "cards"
    TEXT = "text"
    RECORDS = "records"


@dataclass(frozen=True, slots=True)
class Play:
    """Begin a game against so many bots of a level."""

    bots: int
    level: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on with a saved game."""

    saved: Saved


@dataclass(frozen=True, slots=True)
class Meet:
    """Open a table for others, or join one."""

    door: Door


@dataclass(frozen=True, slots=True)
class LookBack:
    """Show the games that were played: their records, or the results."""

    results: bool


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch a recorded game."""

    record: Path


@dataclass(frozen=True, slots=True)
class Adjust:
    """See and change the settings."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program."""


Chosen = Play | GoOn | Meet | LookBack | Watch | Adjust | Quit

_LEVELS: Final = {"karl": "plays to win", "thrall": "plays at random, for a first look"}
MAIN: Final = (
    "Play",
    "Bots",
    "Level",
    "Go on with a game",
    "Open a table",
    "Join a table",
    "Watch a table",
    "Watch a finished game",
    "Your results",
    "Rules",
    "Cards",
    "Settings",
    "Quit",
)
"""The rows of the first page, by what each is about."""

_AT_ONCE: Final[dict[str, Chosen]] = {
    "Open a table": Meet(Door.OPEN),
    "Join a table": Meet(Door.JOIN),
    "Watch a table": Meet(Door.WATCH),
    "Watch a finished game": LookBack(results=False),
    "Your results": LookBack(results=True),
}


@dataclass(frozen=True, slots=True)
class Menu:
    """Where somebody stands in the menu.

    `saved` are the games that can be gone on with, `records` those that can be watched, each with
    its line; `is_counting` tells that it is not known yet which games are saved,
    `is_first` that nobody has finished a game here, so that the goal is told.
    """

    saved: tuple[Saved, ...]
    bots: int = 3
    level: str = "karl"
    page: Page = Page.MAIN
    cursor: int = 0
    cursors: tuple[tuple[Page, int], ...] = ()
    scroll: int = 0
    title: str = ""
    text: tuple[str, ...] = ()
    message: str = ""
    records: tuple[tuple[str, Path], ...] = ()
    is_counting: bool = False
    is_first: bool = False


def rows(menu: Menu) -> tuple[str, ...]:
    """The lines to choose from."""
    match menu.page:
        case Page.MAIN:
            return (
                say_many("Play against {count} bot", "Play against {count} bots", menu.bots),
                say("  bots   ← {bots} →", bots=menu.bots),
                say(
                    "  level  ← {level} →  {what}", level=menu.level, what=say(_LEVELS[menu.level])
                ),
                _go_on_row(menu),
                say("Open a table for friends"),
                say("Join a table"),
                say("Watch a table"),
                say("Watch a finished game"),
                say("Your results"),
                say("Rules"),
                say("Cards"),
                say("Settings"),
                say("Quit"),
            )
        case Page.RESUME:
            return tuple(map(_saved_row, menu.saved))
        case Page.RULES:
            from client.text.rulebook import topics  # noqa: PLC0415 - see above

            return tuple(topic.title for topic in topics())
        case Page.CARDS:
            from client.text.names import card_name  # noqa: PLC0415 - see above
            from engine.cards import CARDS  # noqa: PLC0415 - see above

            return tuple(card_name(card) for card in CARDS)
        case Page.RECORDS:
            return tuple(row for row, _ in menu.records)
        case Page.TEXT:
            return ()


def _go_on_row(menu: Menu) -> str:
    if menu.is_counting:
        return say("Go on with a game")
    if not menu.saved:
        return say("Go on with a game (none is unfinished)")
    return say("Go on with a game ({count})", count=len(menu.saved))


def _saved_row(game: Saved) -> str:
    from client.storage.table_saves import SavedTable  # noqa: PLC0415 - see above

    if isinstance(game, SavedTable):
        charter = game.begin.charter
        others = ", ".join(name for at, name in enumerate(charter.names) if at != game.begin.person)
        return say(
            "Game {number} with {names}, {moves} answers so far",
            number=game.number,
            names=others,
            moves=game.given,
        )
    bots = ", ".join(f"{name} ({level})" for name, level in game.game.bots)
    return say(
        "Game {number} against {bots}, {moves} answers so far",
        number=game.number,
        bots=bots,
        moves=game.given,
    )


def press(menu: Menu, key: str) -> Menu | Chosen:
    """What a key does."""
    menu = replace(menu, message="")
    if menu.page is Page.TEXT:
        return _on_text(menu, key)
    count = len(rows(menu))
    steps = {"up": -1, "down": 1, "pageup": -_PAGE, "pagedown": _PAGE}
    if key in ("up", "down"):
        return replace(menu, cursor=(menu.cursor + steps[key]) % count)
    if key in steps:
        return replace(menu, cursor=max(0, min(count - 1, menu.cursor + steps[key])))
    if key in ("home", "end"):
        return replace(menu, cursor=0 if key == "home" else count - 1)
    if key == "enter":
        return _enter(menu)
    if key == "?":
        return _open(menu, Page.TEXT, say("Help"), help_text())
    if key == "escape" and menu.page is Page.MAIN:
        return replace(menu, message=say("This is the menu; q leaves the program."))
    if key in ("escape", "q", "^Q", "^C"):
        return _back(menu) if menu.page is not Page.MAIN else Quit()
    if menu.page is Page.MAIN and key in ("left", "right"):
        return _turn(menu, 1 if key == "right" else -1)
    return menu


def _turn(menu: Menu, step: int) -> Menu:
    """Change the number of bots or their level."""
    if menu.cursor in (0, 1):
        return replace(menu, bots=(menu.bots - 1 + step) % MOST_BOTS + 1)
    if menu.cursor == 2:  # noqa: PLR2004 - the third row
        levels = tuple(LEVELS)
        at = levels.index(menu.level) if menu.level in levels else 0
        return replace(menu, level=levels[(at + step) % len(levels)])
    return menu


def _enter(menu: Menu) -> Menu | Chosen:
    match menu.page:
        case Page.MAIN:
            return _enter_main(menu)
        case Page.RESUME:
            return GoOn(menu.saved[menu.cursor])
        case Page.RULES:
            from client.text.rulebook import topics  # noqa: PLC0415 - see above

            topic = topics()[menu.cursor]
            text = tuple(line for part in topic.paragraphs for line in (part, ""))
            return _open(menu, Page.TEXT, topic.title, text)
        case Page.CARDS:
            from client.text.card_words import card_sheet  # noqa: PLC0415 - see above
            from engine.cards import CARDS  # noqa: PLC0415 - see above

            card = tuple(CARDS)[menu.cursor]
            title, *facts = card_sheet(card)
            return _open(menu, Page.TEXT, title, tuple(facts))
        case Page.RECORDS:
            return Watch(menu.records[menu.cursor][1])
        case Page.TEXT:
            return menu


def _enter_main(menu: Menu) -> Menu | Chosen:
    match MAIN[menu.cursor]:
        case "Play":
            return Play(menu.bots, menu.level)
        case "Bots" | "Level":
            return _turn(menu, 1)
        case "Go on with a game" if menu.saved:
            return _open(menu, Page.RESUME)
        case "Go on with a game":
            return replace(menu, message=say("There is no unfinished game."))
        case chosen if chosen in _AT_ONCE:
            return _AT_ONCE[chosen]
        case "Rules":
            return _open(menu, Page.RULES)
        case "Cards":
            return _open(menu, Page.CARDS)
        case "Settings":
            return Adjust()
        case _:
            return Quit()


def with_records(menu: Menu, records: tuple[tuple[str, Path], ...]) -> Menu:
    """The page of records that can be watched."""
    if not records:
        return replace(menu, message=say("No game has left a record yet."))
    return _open(replace(menu, records=records), Page.RECORDS)


def with_text(menu: Menu, title: str, lines: tuple[str, ...]) -> Menu:
    """A page to read."""
    return _open(menu, Page.TEXT, title, lines)


def _open(menu: Menu, page: Page, title: str = "", text: tuple[str, ...] = ()) -> Menu:
    trail = (*menu.cursors, (menu.page, menu.cursor))
    return replace(menu, page=page, cursor=0, cursors=trail, scroll=0, title=title, text=text)


def _back(menu: Menu) -> Menu:
    *trail, (page, cursor) = menu.cursors
    return replace(menu, page=page, cursor=cursor, cursors=tuple(trail))


def _on_text(menu: Menu, key: str) -> Menu | Chosen:
    steps = {"up": -1, "down": 1, "pageup": -_PAGE, "pagedown": _PAGE}
    if key in steps:
        return replace(menu, scroll=max(0, menu.scroll + steps[key]))
    return _back(menu) if key in ("escape", "q", "enter", "left", "^Q", "^C") else menu
