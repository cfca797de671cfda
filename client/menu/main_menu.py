"""The menu before and after games: play, resume, read rules and cards, leave.

It is painted before anything else is loaded (client/app/splash.py), so modules that only its
further pages need are imported when those pages open.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.lobby.entry import Door
from client.settings.choices import LEVELS
from client.text.bot_levels import level_told
from client.text.box_words import GameBox, boxes_told
from client.text.catalogue import say, say_many
from client.text.menu_words import ABOUT, help_text
from client.ui.list_keys import STEPS, following, moved
from engine.terms import Deity
from engine.values import Value, replace

if TYPE_CHECKING:
    from client.storage.saved_games import Saved

MOST_BOTS: Final = 4


class MenuPage(StrEnum):
    """The pages of the menu."""

    MAIN = "main"
    RESUME = "resume"
    RULES = "rules"
    CARDS = "cards"
    BOXES = "boxes"
    TEXT = "text"
    RECORDS = "records"


class Play(Value):
    """Begin a game against so many bots of a level, with boxes."""

    bots: int
    level: str
    boxes: tuple[GameBox, ...] = ()


class LearnToPlay(Value):
    """Begin the lesson, or continue it."""


class ResumeSaved(Value):
    """Resume a saved game."""

    saved: Saved


class Meet(Value):
    """Open a table for others, or join one."""

    door: Door


class LookBack(Value):
    """Show finished games: their records, or the results."""

    results: bool


class WatchRecord(Value):
    """Watch a recorded game."""

    record: Path


class OpenSettings(Value):
    """See and change the settings."""


class Quit(Value):
    """Leave the program."""


Chosen = Play | LearnToPlay | ResumeSaved | Meet | LookBack | WatchRecord | OpenSettings | Quit

MAIN: Final = tuple(ABOUT)
"""The rows of the first page by subject."""

LEARN_ROW: Final = MAIN.index("Learn")
"""The row of the lesson, on which the cursor stands at the very first start."""

_AT_ONCE: Final[dict[str, Chosen]] = {
    "Learn": LearnToPlay(),
    "Open a table": Meet(Door.OPEN),
    "Join a table": Meet(Door.JOIN),
    "Watch a table": Meet(Door.WATCH),
    "Watch a finished game": LookBack(results=False),
    "Your results": LookBack(results=True),
    "Settings": OpenSettings(),
    "Quit": Quit(),
}


class Menu(Value):
    """The state of the menu.

    `saved` are the games that can be resumed, `records` those that can be watched, each with its
    line, `boxes` those that a game begun here uses; `is_counting` says that the saved games are not
    known yet, `is_first` that nobody has finished a game here, so that the goal is shown.
    """

    saved: tuple[Saved, ...]
    bots: int = 3
    level: str = "karl"
    page: MenuPage = MenuPage.MAIN
    cursor: int = 0
    cursors: tuple[tuple[MenuPage, int], ...] = ()
    scroll: int = 0
    title: str = ""
    text: tuple[str, ...] = ()
    message: str = ""
    records: tuple[tuple[str, Path], ...] = ()
    boxes: tuple[GameBox, ...] = ()
    is_counting: bool = False
    is_first: bool = False


def offering(menu: Menu) -> Menu:
    """Offer the lesson at the very first start: the cursor is on it."""
    return replace(
        menu,
        cursor=LEARN_ROW,
        message=say("New here? Enter begins the lesson. A whole game is at the top: ↑."),
    )


def rows(menu: Menu) -> tuple[str, ...]:
    """Return the lines to choose from."""
    match menu.page:
        case MenuPage.MAIN:
            return (
                say_many("Play against {count} bot", "Play against {count} bots", menu.bots),
                say("  bots   ← {bots} →", bots=menu.bots),
                say("  level  ← {level} →  {what}", level=menu.level, what=level_told(menu.level)),
                say("  boxes  {boxes}", boxes=boxes_told(menu.boxes) or say("base game only")),
                say("Learn the game: a guided first Age"),
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
        case MenuPage.RESUME:
            from client.storage.history_lines import saved_row  # noqa: PLC0415 - see above

            return tuple(map(saved_row, menu.saved))
        case MenuPage.RULES:
            from client.text.rulebook import topics  # noqa: PLC0415 - see above

            return tuple(topic.title for topic in topics())
        case MenuPage.CARDS:
            from client.text.names import card_name, deity_name  # noqa: PLC0415 - see above
            from engine.cards import CARDS  # noqa: PLC0415 - see above

            gods = (say("God: {god}", god=deity_name(deity)) for deity in Deity)
            return (*map(card_name, CARDS), *gods)
        case MenuPage.BOXES:
            return tuple(_box_row(menu, box) for box in GameBox)
        case MenuPage.RECORDS:
            return tuple(row for row, _ in menu.records)
        case MenuPage.TEXT:
            return ()


def _box_row(menu: Menu, box: GameBox) -> str:
    value = say("yes") if box in menu.boxes else say("no")
    return say("{box}: ← {value} →", box=box.named, value=value)


def _go_on_row(menu: Menu) -> str:
    if menu.is_counting:
        return say("Continue a game")
    if not menu.saved:
        return say("Continue a game (none saved)")
    return say("Continue a game ({count})", count=len(menu.saved))


def press(menu: Menu, key: str) -> Menu | Chosen:
    """Handle a key."""
    menu = replace(menu, message="")
    if menu.page is MenuPage.TEXT:
        return _on_text(menu, key)
    count = len(rows(menu))
    if key in ("up", "down"):
        return replace(menu, cursor=(menu.cursor + STEPS[key]) % count)
    if (at := moved(menu.cursor, key, count - 1)) is not None:
        return replace(menu, cursor=at)
    if key == "enter":
        return _enter(menu)
    if key == "?":
        return _open(menu, MenuPage.TEXT, say("Help"), help_text())
    if key == "escape" and menu.page is MenuPage.MAIN:
        return replace(menu, message=say("This is the menu; q quits."))
    if key in ("escape", "q", "^Q", "^C"):
        return _back(menu) if menu.page is not MenuPage.MAIN else Quit()
    if menu.page is MenuPage.MAIN and key in ("left", "right"):
        return _turn(menu, 1 if key == "right" else -1)
    if menu.page is MenuPage.BOXES and key in ("left", "right", "space"):
        return _with_box_turned(menu)
    return menu


def _with_box_turned(menu: Menu) -> Menu:
    """Put the box under the cursor into the game, or take it out."""
    chosen = tuple(GameBox)[menu.cursor]
    return replace(
        menu, boxes=tuple(box for box in GameBox if (box in menu.boxes) != (box is chosen))
    )


def _turn(menu: Menu, step: int) -> Menu:
    """Change the number of bots or their level."""
    if menu.cursor in (0, 1):
        return replace(menu, bots=(menu.bots - 1 + step) % MOST_BOTS + 1)
    if menu.cursor == 2:  # noqa: PLR2004 - the third row
        return replace(menu, level=following(LEVELS, menu.level, step))
    return menu


def _enter(menu: Menu) -> Menu | Chosen:
    match menu.page:
        case MenuPage.MAIN:
            return _enter_main(menu)
        case MenuPage.RESUME:
            return ResumeSaved(menu.saved[menu.cursor])
        case MenuPage.RULES:
            from client.text.rulebook import topics  # noqa: PLC0415 - see above

            topic = topics()[menu.cursor]
            lines = (line for part in topic.paragraphs for line in (part, ""))
            return _open(menu, MenuPage.TEXT, topic.title, tuple(lines))
        case MenuPage.CARDS:
            from client.text.card_words import card_sheet  # noqa: PLC0415 - see above
            from client.text.god_words import god_sheet  # noqa: PLC0415 - see above
            from engine.cards import CARDS  # noqa: PLC0415 - see above

            if menu.cursor >= len(CARDS):
                title, *facts = god_sheet(tuple(Deity)[menu.cursor - len(CARDS)])
                return _open(menu, MenuPage.TEXT, title, tuple(facts))
            title, *facts = card_sheet(tuple(CARDS)[menu.cursor])
            return _open(menu, MenuPage.TEXT, title, tuple(facts))
        case MenuPage.BOXES:
            return _with_box_turned(menu)
        case MenuPage.RECORDS:
            return WatchRecord(menu.records[menu.cursor][1])
        case MenuPage.TEXT:
            return menu


def _enter_main(menu: Menu) -> Menu | Chosen:
    match MAIN[menu.cursor]:
        case "Play":
            return Play(menu.bots, menu.level, menu.boxes)
        case "Bots" | "Level":
            return _turn(menu, 1)
        case "Boxes":
            return _open(menu, MenuPage.BOXES)
        case "Continue a game" if menu.saved:
            return _open(menu, MenuPage.RESUME)
        case "Continue a game":
            return replace(menu, message=say("There is no unfinished game."))
        case "Rules":
            return _open(menu, MenuPage.RULES)
        case "Cards":
            return _open(menu, MenuPage.CARDS)
        case chosen:
            return _AT_ONCE[chosen]


def with_records(menu: Menu, records: tuple[tuple[str, Path], ...]) -> Menu:
    """Open the page of records that can be watched."""
    if not records:
        return replace(menu, message=say("There are no records yet."))
    return _open(replace(menu, records=records), MenuPage.RECORDS)


def with_text(menu: Menu, title: str, lines: tuple[str, ...]) -> Menu:
    """Open a page to read."""
    return _open(menu, MenuPage.TEXT, title, lines)


def _open(menu: Menu, page: MenuPage, title: str = "", text: tuple[str, ...] = ()) -> Menu:
    trail = (*menu.cursors, (menu.page, menu.cursor))
    return replace(menu, page=page, cursor=0, cursors=trail, scroll=0, title=title, text=text)


def _back(menu: Menu) -> Menu:
    *trail, (page, cursor) = menu.cursors
    return replace(menu, page=page, cursor=cursor, cursors=tuple(trail))


def _on_text(menu: Menu, key: str) -> Menu | Chosen:
    if key in STEPS:
        return replace(menu, scroll=max(0, menu.scroll + STEPS[key]))
    return _back(menu) if key in ("escape", "q", "enter", "left", "^Q", "^C") else menu
