"""`bloodrage cards`: the cards of a table, as text or one object per physical card."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Final

from client.cli.arguments import add_json, number, write_json
from client.platform.exit_codes import CommandError
from client.text.card_words import USUAL, copies_text, facts, is_about
from client.text.catalogue import say, say_many
from client.text.cited_cards import statements_about
from client.text.folding import folded
from client.text.god_words import god_sheet
from client.text.statements import statement_text
from client.text.wrapping import paragraph
from engine.cards import CARDS
from engine.cards.model import Card, Copy
from engine.gods import GODS, Power
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Age, Box, CardId, Kind

Row = tuple[Card, Copy]
_KICKSTARTER: Final = (Box.KICKSTARTER, Box.KICKSTARTER_FIFTH)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help=say("words to search for; all must be in the name, the facts or the text"),
    )
    parser.add_argument(
        "--players",
        type=number(say("the number of players"), MIN_PLAYERS, MAX_PLAYERS),
        metavar="N",
        help=say("only cards used with this many players"),
    )
    parser.add_argument(
        "--age", type=number(say("the Age"), 1, 3), metavar="A", help=say("only cards of this Age")
    )
    parser.add_argument(
        "--kickstarter", action="store_true", help=say("include the Kickstarter monsters")
    )
    parser.add_argument(
        "--gods", action="store_true", help=say("include the six gods of Gods of Asgard")
    )
    parser.add_argument(
        "--mystics", action="store_true", help=say("include the cards of Mystics of Midgard")
    )
    add_json(parser, say("print JSON: an array with one object per physical card"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage cards troll           look up the Troll\n"
        "  bloodrage cards clan upgrade --age 3\n"
        "  bloodrage cards +5              every card with this bonus\n"
        "  bloodrage cards --players 4 --json"
    )


def run(arguments: Namespace) -> int:
    """Print the cards that match."""
    rows = [
        row
        for row in used(arguments.players, _boxes(arguments))
        if (arguments.age is None or row[1].age == arguments.age)
        and is_about(row[0], tuple(arguments.words))
    ]
    gods = _gods(arguments) if arguments.gods else ()
    if not rows and not gods:
        raise CommandError(_no_match(arguments.words, _boxes(arguments)))
    if arguments.json:
        cards = [_plain(card, copy) for card, copy in rows]
        write_json([*cards, *map(_plain_god, gods)], indent=1)
    else:
        _print(rows, None if arguments.age is None else Age(arguments.age))
        _print_gods(gods)
    return 0


def _boxes(arguments: Namespace) -> frozenset[Box]:
    """Return the boxes whose cards are asked for."""
    kickstarter = _KICKSTARTER if arguments.kickstarter else ()
    mystics = (Box.MYSTICS,) if arguments.mystics else ()
    return frozenset((*USUAL, *kickstarter, *mystics))


def _gods(arguments: Namespace) -> tuple[Power, ...]:
    """Return the gods with every word in their name or text."""
    words = tuple(map(folded, arguments.words))
    found = []
    for god in GODS.values():
        text = folded(" ".join((god.deity, god.name, god.text, *god_sheet(god.deity))))
        if all(word in text for word in words):
            found.append(god)
    return tuple(found)


def _plain_god(god: Power) -> dict[str, object]:
    return {"id": str(god.deity), "name": god.name, "kind": "god", "text": god.text}


def _print_gods(gods: tuple[Power, ...]) -> None:
    for god in gods:
        name, *texts = god_sheet(god.deity)
        sys.stdout.write(f"\n{name} ({god.deity})\n")
        for text in texts:
            sys.stdout.write(paragraph(text, "    ") + "\n")


def _no_match(words: list[str], boxes: frozenset[Box]) -> str:
    """Say that no card matches; it may be of another box, or a name with a typing error."""
    for card in CARDS.values():
        if words and is_about(card, tuple(words)):
            missing = [copy.box for copy in card.copies if copy.box not in boxes]
            if missing:
                option = "--mystics" if missing[0] is Box.MYSTICS else "--kickstarter"
                return say(
                    "{card} is in another box: add {option}.", card=say(card.name), option=option
                )
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

    names = {part: part for card in CARDS.values() for part in folded(say(card.name)).split()}
    for close in get_close_matches(folded(" ".join(words)), names, 1):
        return say("No card matches; did you mean {word}?", word=close)
    return say("No card matches.")


def used(players: int | None, boxes: frozenset[Box]) -> Iterator[Row]:
    """Yield every physical card of boxes for a number of players, or for any, as declared."""
    for card in CARDS.values():
        for copy in card.copies:
            fits = players is None or copy.min_players <= players
            if fits and copy.box in boxes:
                yield card, copy


def _plain(card: Card, copy: Copy) -> dict[str, object]:
    upgrade, quest = card.kind is Kind.UPGRADE, card.kind is Kind.QUEST
    battle = card.kind is Kind.BATTLE
    numbers = [one.number for one in statements_about(card)]
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind.value,
        "slot": None if card.slot is None else card.slot.value,
        "age": int(copy.age),
        "min_players": copy.min_players,
        "box": copy.box.value,
        "strength": card.strength if upgrade else None,
        "strength_yggdrasil": card.traits.strength_yggdrasil,
        "cost": card.cost if upgrade else None,
        "battle": card.bonus if battle else None,
        "battle_x": card.bonus_is_best if battle else None,
        "late": card.late if battle else None,
        "glory": copy.glory if quest else None,
        "text": card.text,
        "rules": numbers,
        "rulings": [one.number for one in statements_about(card) if one.is_ruling],
    }


def _print(rows: list[Row], age: Age | None) -> None:
    copies: dict[CardId, list[Copy]] = {}
    for card, copy in rows:
        copies.setdefault(card.id, []).append(copy)
    for card_id, found in copies.items():
        card = CARDS[card_id]
        sys.stdout.write(f"{say(card.name)} ({card.id})\n")
        sys.stdout.write(paragraph(f"{facts(card, age)}; {copies_text(found)}", "    ") + "\n")
        sys.stdout.write(paragraph(say(card.text), "    ") + "\n")
        _print_rules(card, whole=len(copies) == 1)
        sys.stdout.write("\n")
    names = say_many("{count} card", "{count} cards", len(copies))
    printed = say_many("{count} copy", "{count} copies", len(rows))
    sys.stdout.write(f"{names}, {printed}\n")


def _print_rules(card: Card, *, whole: bool) -> None:
    """Print the numbers of the rules about a card, and the rulings in full if `whole`."""
    found = statements_about(card)
    if found:
        numbers = ", ".join(one.number for one in found)
        told = say("Rules: {numbers}", numbers=numbers)
        sys.stdout.write(paragraph(told, "    ") + "\n")
    for ruling in found if whole else ():
        if ruling.is_ruling:
            sys.stdout.write("\n" + statement_text(ruling) + "\n")
