"""Rewrites the generated pages, and the copy of the rules: `make docs`.

A test fails if a page is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from client.text.card_words import copies_text, facts
from engine.cards import CARDS
from engine.cards.model import Card
from engine.gods import GODS
from engine.terms import Box, Kind, Slot
from tests.man import manual_page
from tests.terms import glossary_table

ROOT: Final = Path(__file__).parents[1]

_HEAD: Final = """\
# The cards

Generated from the index of cards by `make docs`; do not edit. Names and texts are in our own words
where they are not names of the game. After the facts stand the copies: the Age, how many, and from
how many players on each is used. `bloodrage cards` shows the same.
"""

_USUAL: Final = (Box.BASE, Box.FIFTH_PLAYER)


def _usual(card: Card) -> bool:
    return any(copy.box in _USUAL for copy in card.copies)


_SECTIONS: Final[tuple[tuple[str, Callable[[Card], bool]], ...]] = (
    ("Battle cards", lambda card: card.kind is Kind.BATTLE),
    ("Quests", lambda card: card.kind is Kind.QUEST),
    ("Leader upgrades", lambda card: card.slot is Slot.LEADER),
    ("Warrior upgrades", lambda card: card.slot is Slot.WARRIOR),
    ("Ship upgrades", lambda card: card.slot is Slot.SHIP),
    ("Clan upgrades", lambda card: card.slot is Slot.CLAN and _usual(card)),
    ("Monsters", lambda card: card.slot is Slot.MONSTER and _usual(card)),
    (
        "Monsters of the Kickstarter box",
        lambda card: card.slot is Slot.MONSTER and not _usual(card),
    ),
    ("Cards of Mystics of Midgard", lambda card: card.slot is Slot.CLAN and not _usual(card)),
)


def cards_page() -> str:
    """Return docs/cards.md: every card with its facts, copies and text."""
    sections = (_section(title, belongs) for title, belongs in _SECTIONS)
    return "\n".join((_HEAD, *sections, _gods()))


def _gods() -> str:
    rows = [f"| {god.name} | `{god.deity}` | {god.text} |" for god in GODS.values()]
    return "\n".join(("## Gods of Asgard", "", "| god | id | power |", "|---|---|---|", *rows, ""))


def _section(title: str, belongs: Callable[[Card], bool]) -> str:
    rows = [_row(card) for card in CARDS.values() if belongs(card)]
    table = ("| card | id | facts | copies | text |", "|---|---|---|---|---|", *rows)
    return "\n".join((f"## {title}", "", *table, ""))


def _row(card: Card) -> str:
    cells = (card.name, f"`{card.id}`", facts(card), copies_text(card.copies), card.text)
    return f"| {' | '.join(cells)} |"


def rules_page() -> str:
    """Return docs/rules.md, which installed programs have a copy of."""
    return (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def translating_page() -> str:
    """Return docs/translating.md with the glossary of the languages as its end."""
    page = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    return page[: page.index(_GLOSSARY)] + _GLOSSARY + glossary_table()


_GLOSSARY: Final = "## Glossary\n\n"


PAGES: Final[dict[str, Callable[[], str]]] = {
    "docs/cards.md": cards_page,
    "docs/bloodrage.1": manual_page,
    "client/text/statements.md": rules_page,
    "docs/translating.md": translating_page,
}
"""Every generated page, by its path."""


def outdated() -> Iterator[str]:
    """Yield the pages that are out of date."""
    for name, page in PAGES.items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != page():
            yield name


def main() -> int:
    """Write the pages that have changed."""
    for name in tuple(outdated()):
        (ROOT / name).write_text(PAGES[name](), encoding="utf-8")
        sys.stdout.write(f"{name} written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
