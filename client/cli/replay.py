"""`bloodrage replay`: a recorded game, step by step, on the screen or as text."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from client.cli.screen_flags import add_screen_flags, chosen_for, is_screen
from client.cli.verify import broken_error, read_record
from client.platform.exit_codes import CommandError
from client.platform.files import is_there
from client.platform.numbers import LARGEST, typed_number
from client.presenter.story_text import final_table, told
from client.replay.frames import cards, hidden_choice, names_by_seat
from client.storage.collect_results import listed_records, out_of_reach
from client.storage.history_lines import record_rows
from client.tables import PlayedAction
from client.text.box_words import boxes_of, boxes_told
from client.text.catalogue import say
from client.text.names import Names, names_of
from client.text.protocol_faults import cut_off_sentence
from client.text.wrapping import paragraph
from engine import actions as act
from engine.knowledge import Knowledge
from protocol.record.record import BrokenRecord
from protocol.record.retelling import ReplayMoment, Retold, retell

_INDENT = "    "
_DUTIES = (act.OpenCard, act.OpenQuests, act.BeginAge, act.PlaceGods)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",
        help=say("a record, or its number in the list (default: show the list)"),
    )
    parser.add_argument("--text", action="store_true", help=say("print the whole game as text"))
    add_screen_flags(parser)
    parser.epilog = say(
        "The whole record is checked first. Hands and picks are shown if the players "
        "opened\n"
        "their card keys after the game.\n"
        "\n"
        "examples:\n"
        "  bloodrage replay                    the list of records, newest first\n"
        "  bloodrage replay 1\n"
        "  bloodrage replay 3f2a9c0d11e8b764.bloodrage\n"
        "  bloodrage replay 3f2a9c0d11e8b764.bloodrage --text | less"
    )


def run(arguments: Namespace) -> int:
    """Read a record and show it."""
    if arguments.file is None:
        return _list()
    file = chosen_record(arguments.file)
    if not arguments.text and is_screen():
        sys.stderr.write(say("Reading and checking the game …") + "\n")
    try:
        retold = retell(read_record(file), cut_off=True)
    except BrokenRecord as broken:
        raise broken_error(broken) from broken
    if retold.opening is None:
        told = say("this game stopped before seats were drawn; there is nothing to show.")
        raise CommandError(f"{told} {cut_off_sentence(retold.steps)}" if retold.cut_off else told)
    if not arguments.text and is_screen():
        from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

        return run_app(retold, chosen_for(arguments))
    for line in text_of(retold):
        sys.stdout.write(line + "\n")
    return 0


def _list() -> int:
    """List all records, numbered."""
    if told := out_of_reach():
        raise CommandError(told)
    found = listed_records()
    for number, row in enumerate(record_rows(found), 1):
        sys.stdout.write(f"{number:>3}  {row}\n")
    if not found:
        sys.stdout.write(say("There are no records yet.") + "\n")
    return 0


def chosen_record(file: Path) -> Path:
    """Return the file, or the record of that number in the list.

    Raises:
        CommandError: the list has no such number.
    """
    text = str(file)
    number = typed_number(text)
    if number is None or (number < LARGEST and is_there(file)):
        return file
    found = listed_records()
    if not 1 <= number <= len(found):
        raise CommandError(say("there is no record {number} in the list.", number=text))
    return found[number - 1].path


def text_of(retold: Retold) -> Iterator[str]:
    """Yield the whole game: every action in words, with its hand and private choice."""
    yield paragraph(
        say(
            "Table {table}: {names}",
            table=retold.charter.table_id.hex()[:16],
            names=", ".join(filter(None, names_by_seat(retold))),
        )
    )
    boxes = boxes_told(boxes_of(retold.charter.options))
    if boxes:
        yield paragraph(say("With {boxes}.", boxes=boxes))
    if not retold.opened:
        yield paragraph(say("The card keys were not opened: hands and picks stay hidden."))
    before: tuple[Knowledge, ...] = ()
    last: ReplayMoment | None = None
    for moment in retold.moments:
        if last is not None and moment.step != last.step:
            before = last.knowledge
        last = moment
        yield from _moment(moment, before, retold)
    yield ""
    if retold.cut_off:
        yield paragraph(cut_off_sentence(retold.steps))
    if not retold.closed or last is None:
        yield say("The game was not finished.")
        return
    stories = tuple(one.applied.story for one in retold.moments if one.applied is not None)
    yield from final_table(last.state, stories, names_by_seat(retold))


def _moment(moment: ReplayMoment, before: tuple[Knowledge, ...], retold: Retold) -> Iterator[str]:
    one = moment.applied
    if one is None:
        return
    names = names_of(one.state, names_by_seat(retold))
    for line in _private(moment, before, names):
        yield paragraph(line, _INDENT)
    yield from told(PlayedAction(one.action, one.story, one.state), names_by_seat(retold))


def _private(moment: ReplayMoment, before: tuple[Knowledge, ...], names: Names) -> Iterator[str]:
    """Yield the hand behind a decision, and its hidden choice."""
    assert moment.applied is not None
    action = moment.applied.action
    if isinstance(action, _DUTIES):
        return
    player = names.full(action.seat)
    if isinstance(moment.intent, act.Pick):
        yield say(
            "{player} picks {kept} from {pack}.",
            player=player,
            kept=cards(moment.intent.faces),
            pack=cards(moment.knowledge[action.seat].seen[-1].faces),
        )
        return
    if before and (held := before[action.seat].hand):
        yield say("{player}, hand: {cards}.", player=player, cards=cards(held))
    if choice := hidden_choice(moment, names):
        yield choice
