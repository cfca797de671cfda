"""`bloodrage sim`: many games of bots, one line or one object each, and their statistics."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import add_json, add_seed, levels, number, write_json
from client.cli.options import add_options, options_of
from client.platform.exit_codes import CommandError
from client.tables.simulate import GameResult, Summary, run_sim, summarise
from client.tables.tournament import LevelResult, standings
from client.text.bot_levels import levels_told
from client.text.catalogue import say
from client.text.glory import headings
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Seat, seat_letter

_MOST_GAMES = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--players",
        type=number(say("the number of players"), MIN_PLAYERS, MAX_PLAYERS),
        metavar="2..5",
        help=say("seats at the table (default: as many as levels)"),
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
            "one level for all seats, or one for each, who change seats: {levels} (default: karl)",
            levels=levels_told(),
        ),
    )
    add_options(parser)
    add_json(parser, say("print JSON: one object per game, then one with the totals"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage sim --players 4 --games 100 --seed 1\n"
        "  bloodrage sim --players 2 --games 200 --seed 1 --level karl,thrall --json\n"
        "  bloodrage sim --games 100 --seed 1 --level jarl,karl,karl,karl"
    )


def run(arguments: Namespace) -> int:
    """Play the games and report each as soon as it is over."""
    players = arguments.players or len(arguments.level)
    if players < MIN_PLAYERS:
        raise CommandError(say("--players or two levels at least are missing."))
    if players > MAX_PLAYERS or len(arguments.level) > players:
        raise CommandError(
            say(
                "{levels} levels are too many for {seats} seats.",
                levels=len(arguments.level),
                seats=min(players, MAX_PLAYERS),
            )
        )
    results = []
    for count, result in enumerate(
        run_sim(
            players,
            arguments.games,
            arguments.seed,
            arguments.level,
            options_of(arguments),
            rotates=True,
        ),
        1,
    ):
        results.append(result)
        line = json.dumps(_plain(count, result)) if arguments.json else _line(count, result)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    summary = summarise(results)
    if arguments.json:
        write_json(_plain_summary(results, summary))
    else:
        _print_summary(results, summary)
    return 0


def _plain(count: int, result: GameResult) -> dict[str, int | str | list[int] | list[str]]:
    return {
        "game": count,
        "players": result.players,
        "levels": list(result.levels),
        "glory": list(result.glory),
        "winners": [seat_letter(seat) for seat in result.winners],
        "actions": result.actions,
        "digest": result.digest,
    }


def _plain_summary(
    results: list[GameResult], summary: Summary
) -> dict[str, int | float | list[dict[str, str | float | list[float]]]]:
    return {
        "games": summary.games,
        "standings": [_plain_level(one) for one in standings(results)],
        "seconds": round(summary.seconds, 3),
        "games_per_s": round(summary.games_per_s, 2),
        "decisions_per_s": round(summary.decisions_per_s, 1),
    }


def _plain_level(one: LevelResult) -> dict[str, str | float | list[float]]:
    return {
        "level": one.level,
        "first": round(one.first, 4),
        "interval": [round(one.low, 4), round(one.high, 4)],
        "chance": round(one.chance, 4),
        "glory": round(one.glory, 1),
        "sources": [round(part, 1) for part in one.sources],
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
    sys.stdout.write("\n")
    for one in standings(results):
        told = say(
            "{level}: {first} of the first places (95 %: {low} to {high}; by lot: {chance}), "
            "{mean} Glory on average",
            level=one.level,
            first=f"{one.first:.1%}",
            low=f"{one.low:.1%}",
            high=f"{one.high:.1%}",
            chance=f"{one.chance:.0%}",
            mean=f"{one.glory:.1f}",
        )
        parts = zip(headings(), one.sources, strict=True)
        sources = ", ".join(f"{heading} {part:.1f}" for heading, part in parts)
        sys.stdout.write(f"{told}\n  {sources}\n")
    speed = say(
        "{games} games in {seconds} s of processor time, "
        "{games_per_s} games and {decisions} decisions a second",
        games=summary.games,
        seconds=f"{summary.seconds:.2f}",
        games_per_s=f"{summary.games_per_s:.2f}",
        decisions=f"{summary.decisions_per_s:.0f}",
    )
    sys.stdout.write(f"{speed}\n")
