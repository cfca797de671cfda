"""`bloodrage analyse`: a finished game, and what a jarl would have done in it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from client.analysis.asked import HiddenHand, PastQuestion, asked_of
from client.analysis.report import Analysis
from client.analysis.verdicts import JarlVerdict, verdict
from client.analysis.winning import chances
from client.cli.arguments import add_json, write_json
from client.cli.replay import chosen_record
from client.cli.verify import broken_error, read_record
from client.platform.exit_codes import CommandError
from client.replay.frames import names_by_seat
from client.storage.collect_results import own_keys, own_signer
from client.storage.record_files import record_of
from client.storage.saved_games import GAME_SUFFIX, TABLE_SUFFIX, SavedTable, SaveError, load
from client.text.catalogue import listed, say
from client.text.names import Names, names_of
from engine.terms import Seat, seat_letter
from protocol.record.record import BrokenRecord
from protocol.record.retelling import Retold, retell


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help=say("a record, its number in the list of `bloodrage replay`, or a saved game"),
    )
    parser.add_argument(
        "--seat",
        metavar="LETTER",
        help=say("the seat to look at (default: yours)"),
    )
    add_json(parser, say("print JSON: every answer as one object"))
    parser.epilog = say(
        "A jarl looks at every answer of a seat with the cards that seat knew then, and says\n"
        "what it would have done and what that would have brought. It takes a minute or two;\n"
        "Ctrl-C ends it. The same file gives the same analysis.\n"
        "\n"
        "examples:\n"
        "  bloodrage analyse 1\n"
        "  bloodrage analyse 3f2a9c0d11e8b764.bloodrage --seat B\n"
        "  bloodrage analyse 1 --json"
    )


def run(arguments: Namespace) -> int:
    """Look at a finished game as a jarl."""
    file = _record(chosen_record(arguments.file))
    try:
        retold = retell(read_record(file), cut_off=True)
    except BrokenRecord as broken:
        raise broken_error(broken) from broken
    if retold.opening is None or not retold.closed:
        raise CommandError(say("this game is not over; only a finished one is analysed."))
    seat, names = _seat(retold, arguments.seat)
    try:
        asked = asked_of(retold, seat)
    except HiddenHand as error:
        told = say(
            "the cards of {name} are not in this record: the card keys were not opened.",
            name=names.full(seat),
        )
        raise CommandError(told) from error
    found = Analysis(retold, seat, names, _verdicts(asked), chances(asked))
    if arguments.json:
        write_json(found.plain())
    else:
        for line in found.lines():
            sys.stdout.write(line + "\n")
    return 0


def _record(file: Path) -> Path:
    """Return the record of a saved game; any other file is taken for a record.

    Raises:
        CommandError: the game is not over, or its record is gone.
    """
    if file.suffix not in (GAME_SUFFIX, TABLE_SUFFIX):
        return file
    try:
        saved = load(file)
    except SaveError as error:
        raise CommandError(str(error)) from error
    if not saved.over:
        raise CommandError(say("this game is not over; only a finished one is analysed."))
    table = saved.begin.charter.table_id if isinstance(saved, SavedTable) else saved.table
    return record_of(table)


def _verdicts(asked: tuple[PastQuestion, ...]) -> tuple[JarlVerdict, ...]:
    """Look at every answer; a terminal shows how far that is."""
    is_shown = sys.stderr.isatty()
    found = []
    for one in asked:
        if is_shown:
            told = say("Answer {number} of {count} …", number=one.number, count=len(asked))
            sys.stderr.write(f"\r{told}")
            sys.stderr.flush()
        found.append(verdict(one))
    if is_shown:
        sys.stderr.write("\r\033[K")
    return tuple(found)


def _seat(retold: Retold, letter: str | None) -> tuple[Seat, Names]:
    """Return the seat to look at, and the names at the table.

    Raises:
        CommandError: there is no such seat, or none is yours.
    """
    names = names_of(retold.moments[-1].state, names_by_seat(retold))
    letters = [seat_letter(Seat(at)) for at in range(len(retold.places))]
    told = listed(f"{one} {names.title(Seat(at))}" for at, one in enumerate(letters))
    if letter is not None:
        if letter.upper() not in letters:
            raise CommandError(
                say("there is no seat {seat}; the seats are {seats}.", seat=letter, seats=told)
            )
        return Seat(letters.index(letter.upper())), names
    signer = own_signer(retold.charter, own_keys())
    if signer is None:
        raise CommandError(
            say("no seat of this game is yours; choose one with --seat: {seats}.", seats=told)
        )
    return Seat(retold.places.index(signer)), names
