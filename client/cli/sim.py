"""`bloodrage sim`: many games of bots, one line or one object each, and their statistics."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import add_json, add_seed, levels, number, write_json
from client.cli.options import add_options, options_of
from client.platform.exit_codes import CommandError
from client.tables.simulate import GameResult, Summary, run_sim, summarise
from client.text.bot_levels import levels_told
from client.text.catalogue import say
from engine.setup import MAX_PLAYERS, MIN_PLAYERS
from engine.terms import Seat, seat_letter

_MOST_GAMES = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--players",
        type=number(say("the number of players"), MIN_PLAYERS, MAX_PLAYERS),
        required=True,
        metavar="2..5",
        help=say("seats at the table"),
    )
    parser.add_argument(
        "--games",
        type=number(say("the number of games"), 1, _MOST_GAMES),
        required=True,
        metavar="N",
        help=say("number of games"),
    )
    add_seed(parser, required=True)
    parser.add_argument(
        "--level",
        type=levels,
        default=("karl",),
        metavar="LEVEL,...",
        help=say(
            "one level for all seats, or one for each: {levels} (default: karl)",
            levels=levels_told(),
        ),
    )
    add_options(parser)
    add_json(parser, say("print JSON: one object per game, then one with the totals"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage sim --players 4 --games 100 --seed 1\n"
        "  bloodrage sim --players 2 --games 200 --seed 1 --level karl,thrall --json"
    )


def run(arguments: Namespace) -> int:
    """Play the games and report each as soon as it is over."""
    if len(arguments.level) > arguments.players:
        raise CommandError(
            say(
                "{levels} levels are too many for {seats} seats.",
                levels=len(arguments.level),
                seats=arguments.players,
            )
        )
    results = []
    for count, result in enumerate(
        run_sim(
            arguments.players,
            arguments.games,
            arguments.seed,
            arguments.level,
            options_of(arguments),
        ),
        1,
    ):
        results.append(result)
        line = json.dumps(_plain(count, result)) if arguments.json else _line(count, result)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    summary = summarise(results)
    if arguments.json:
        write_json(_plain_summary(summary))
    else:
        _print_summary(results, summary)
    return 0


def _plain(count: int, result: GameResult) -> dict[str, int | str | list[int] | list[str]]:
    return {
        "game": count,
        "players": result.players,
        "glory": list(result.glory),
        "winners": [seat_letter(seat) for seat in result.winners],
        "actions": result.actions,
        "digest": result.digest,
    }


def _plain_summary(summary: Summary) -> dict[str, int | float]:
    return {
        "games": summary.games,
        "seconds": round(summary.seconds, 3),
        "games_per_s": round(summary.games_per_s, 2),
        "decisions_per_s": round(summary.decisions_per_s, 1),
    }


def _line(count: int, result: GameResult) -> str:
    glory = "  ".join(
        f"{'*' if seat in result.winners else ' '}{seat_letter(seat)} {result.glory[seat]:>3}"
        for seat in map(Seat, range(result.players))
    )
    return say(
        "game {count:>4}  seed {seed:<6} {glory}  {actions} actions",
        count=count,
        seed=result.seed,
        glory=glory,
        actions=result.actions,
    )


def _print_summary(results: list[GameResult], summary: Summary) -> None:
    first = results[0]
    sys.stdout.write("\n")
    for seat in map(Seat, range(first.players)):
        won = sum(1 / len(one.winners) for one in results if seat in one.winners)
        mean = sum(one.glory[seat] for one in results) / len(results)
        seat_told = say(
            "seat {seat} ({level}): {won} of {games} won, {mean} Glory on average",
            seat=seat_letter(seat),
            level=first.levels[seat],
            won=f"{won:g}",
            games=summary.games,
            mean=f"{mean:.1f}",
        )
        sys.stdout.write(f"{seat_told}\n")
    speed = say(
        "{games} games in {seconds} s of processor time, "
        "{games_per_s} games and {decisions} decisions a second",
        games=summary.games,
        seconds=f"{summary.seconds:.2f}",
        games_per_s=f"{summary.games_per_s:.2f}",
        decisions=f"{summary.decisions_per_s:.0f}",
    )
    sys.stdout.write(f"{speed}\n")
