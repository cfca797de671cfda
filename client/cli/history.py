"""`bloodrage history`: your results, and their statistics."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from client.cli.arguments import add_json, write_json
from client.platform.exit_codes import PEERS_DISAGREE, CommandError
from client.storage.collect_results import (
    out_of_reach,
    own_keys,
    read_again,
    rebuild,
    records_in,
    unread,
)
from client.storage.history_lines import history_lines
from client.storage.results import (
    Result,
    Tally,
    first_ends,
    plain_result,
    read_index,
    statistics,
    tables_with_two_ends,
)
from client.text.catalogue import say, say_many
from client.text.complaints import complain
from client.text.protocol_faults import broken_sentence, cut_off_sentence
from client.text.system_faults import system_reason
from protocol.record.record import BrokenRecord, verify_record


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_json(parser, say("print JSON: results and statistics as one object"))
    parser.add_argument(
        "--verify",
        action="store_true",
        help=say("check the record of every game, a few seconds each"),
    )
    parser.epilog = say(
        "Results are saved when a game ends. A missing or damaged list is rebuilt from "
        "the records.\n"
        "Exit code 5: with --verify, a result differs from its record.\n"
        "\n"
        "examples:\n"
        "  bloodrage history\n"
        "  bloodrage history --json"
    )


def run(arguments: Namespace) -> int:
    """Print the results."""
    if told := out_of_reach():
        raise CommandError(told)
    if missing := len(unread()):
        told = say_many(
            "Reading {count} record that is not in the list …",
            "Reading {count} records that are not in the list …",
            missing,
        )
        sys.stderr.write(told + "\n")
    for _ in rebuild():
        pass
    results = tuple(read_index().values())
    wrong = _wrong(results) if arguments.verify else ()
    if arguments.json:
        write_json(_plain(results, wrong))
    else:
        for line in history_lines(results, wrong):
            sys.stdout.write(line + "\n")
    return PEERS_DISAGREE if wrong else 0


def _wrong(results: Iterable[Result]) -> tuple[str, ...]:
    """Return the records that are gone, broken, or differ from the list; report each."""
    paths = {path.name: path for path in records_in()}
    wrong = []
    for result in results:
        if result.counts and (fault := _fault(result, paths.get(result.record))):
            wrong.append(result.record)
            complain(sys.stderr, f"{result.record}: {fault}")
    return tuple(wrong)


def _fault(result: Result, path: Path | None) -> str:
    if path is None:
        return say("the record is missing.")
    try:
        verified = verify_record(path.read_bytes(), cut_off=True)
        found = read_again(path, verified, own_keys())
    except OSError as error:
        return system_reason(error)
    except BrokenRecord as broken:
        return broken_sentence(broken)
    if verified.cut_off and not verified.closed:
        return cut_off_sentence(verified.steps)
    is_same = found is not None and _essence(found) == _essence(result)
    return "" if is_same else say("the record has a different result.")


def _essence(result: Result) -> tuple[object, ...]:
    """Return the part of a result that its record proves."""
    return (result.finished, *((one.clan, one.glory, one.is_bot) for one in result.players))


def _plain(results: Sequence[Result], wrong: tuple[str, ...]) -> dict[str, object]:
    split = tables_with_two_ends(results)
    own = first_ends(one for one in results if one.counts)
    found = statistics(own)
    return {
        "games": [
            {
                **plain_result(one),
                "won": one.won,
                "place": one.place,
                "glory": one.glory,
                "winners": list(one.winners),
                "two_ends": one.table in split,
            }
            for one in own
        ],
        "statistics": {
            **_tally(found.all),
            "by_clan": {clan: _tally(one) for clan, one in found.by_clan.items()},
            "by_opponent": [
                {"name": name, "bot": is_bot, **_tally(one)}
                for (name, is_bot), one in found.by_opponent.items()
            ],
        },
        "wrong": list(wrong),
    }


def _tally(tally: Tally) -> dict[str, int | float]:
    return {"games": tally.games, "wins": tally.wins, "mean_glory": round(tally.mean, 1)}
