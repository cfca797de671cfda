"""`bloodrage cards`: the cards of a table, as text or one object per physical card."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from client.cli.arguments import add_json, number, write_json
from client.text.card_words import USUAL, copies_text, facts, is_about
from client.text.catalogue import say, say_many
from client.text.wrapping import paragraph
from engine.cards import CARDS
from engine.cards.model import Card, Copy
from engine.setup import MAX_PLAYERS, MIN_PLAYERS
from engine.terms import Age, Box, Kind

Row = tuple[Card, Copy]


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "words", nargs="*", metavar="WORDS", help=say("all must stand in name, kind or text")
    )
    parser.add_argument(
        "--players",
        type=number(say("the number of players"), MIN_PLAYERS, MAX_PLAYERS),
        metavar="N",
        help=say("only cards used with so many players"),
    )
    parser.add_argument(
        "--age", type=number(say("the Age"), 1, 3), metavar="A", help=say("only cards of this Age")
    )
    parser.add_argument(
        "--kickstarter", action="store_true", help=say("with the Kickstarter monsters")
    )
    add_json(parser, say("an array with one object per physical card"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage cards troll           what the Troll does\n"
        "  bloodrage cards clan upgrade --age 3\n"
        "  bloodrage cards --players 4 --json"
    )


def run(arguments: Namespace) -> int:
    """Print the cards that match."""
    rows = [
        row
        for row in used(arguments.players, kickstarter=arguments.kickstarter)
        if (arguments.age is None or row[1].age == arguments.age)
        and is_about(row[0], tuple(arguments.words))
    ]
    if arguments.json:
        write_json([_plain(card, copy) for card, copy in rows], indent=1)
    elif rows:
        _print(rows, None if arguments.age is None else Age(arguments.age))
    else:
        sys.stderr.write(say("No card matches.") + "\n")
    return 0


def used(players: int | None, *, kickstarter: bool) -> Iterator[Row]:
    """Yield every physical card for a number of players, or for any, as declared."""
    for card in CARDS.values():
        for copy in card.copies:
            # The second copies of the Kickstarter box belong to five seats alone.
            fits_some = copy.box is not Box.KICKSTARTER_FIFTH
            fits = fits_some if players is None else copy.min_players <= players
            if fits and (kickstarter or copy.box in USUAL):
                yield card, copy


def _plain(card: Card, copy: Copy) -> dict[str, str | int | None]:
    upgrade, quest = card.kind is Kind.UPGRADE, card.kind is Kind.QUEST
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind.value,
        "slot": None if card.slot is None else card.slot.value,
        "age": int(copy.age),
        "min_players": copy.min_players,
        "strength": card.strength if upgrade else None,
        "cost": card.cost if upgrade else None,
        "battle": card.bonus if card.kind is Kind.BATTLE else None,
        "glory": copy.glory if quest else None,
        "text": card.text,
    }


def _print(rows: list[Row], age: Age | None) -> None:
    cards = dict.fromkeys(card.id for card, _ in rows)
    for card_id in cards:
        card = CARDS[card_id]
        sys.stdout.write(f"{say(card.name)} ({card.id})\n")
        sys.stdout.write(paragraph(f"{facts(card, age)}; {copies_text(card)}", "    ") + "\n")
        sys.stdout.write(paragraph(say(card.text), "    ") + "\n\n")
    names = say_many("{count} card", "{count} cards", len(cards))
    copies = say_many("{count} copy", "{count} copies", len(rows))
    sys.stdout.write(f"{names}, {copies}\n")
