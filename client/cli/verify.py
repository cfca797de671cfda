"""`bloodrage verify`: a recorded game or a report of a fault, checked from nothing but its file."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from client.cli.arguments import add_json
from client.cli.fault_reports import compared, judged
from client.platform.exit_codes import PEERS_DISAGREE, USAGE, CommandError
from client.text.catalogue import say
from client.text.protocol_faults import broken_sentence, version_sentence
from engine.scoring import winners
from engine.terms import seat_letter
from protocol.record.evidence import is_report
from protocol.record.record import BrokenRecord, Verified, verify_record
from protocol.wire.digest import state_digest

LARGEST_RECORD: Final = 16 * 1024 * 1024
"""Bytes; a long game of five takes half a megabyte."""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help=say("the record of a game, or a report of a fault")
    )
    parser.add_argument(
        "other",
        metavar="OTHER",
        type=Path,
        nargs="?",
        help=say("another record of the same game: where do they differ?"),
    )
    add_json(parser, say("the result as one object"))
    parser.epilog = say(
        "Checks signatures, proofs, reveals, rules and the final Glory. Exit code 0: all is\n"
        "right; 5: the first thing that is not is named, or the report proves a fault.\n\n"
        "examples:\n"
        "  bloodrage verify 3f2a9c0d11e8b764.bloodrage\n"
        "  bloodrage verify 3f2a9c0d11e8b764-1.report\n"
        "  bloodrage verify mine.bloodrage hers.bloodrage"
    )


def run(arguments: Namespace) -> int:
    """Check a record, a report, or two records side by side."""
    raw = read_record(arguments.file)
    if arguments.other is not None:
        other = (arguments.other, read_record(arguments.other))
        return _tell(arguments, *compared((arguments.file, raw), other))
    if is_report(raw):
        return _tell(arguments, *judged(raw))
    try:
        verified = verify_record(raw)
    except BrokenRecord as broken:
        if arguments.json:
            sys.stdout.write(json.dumps(_fault(broken)) + "\n")
        raise broken_error(broken) from broken
    sys.stdout.write((json.dumps(_plain(verified)) if arguments.json else _told(verified)) + "\n")
    return 0


def _tell(arguments: Namespace, code: int, data: dict[str, object], told: str) -> int:
    sys.stdout.write((json.dumps(data) if arguments.json else told) + "\n")
    return code


def read_record(path: Path) -> bytes:
    """The bytes of a record.

    Raises:
        CommandError: it cannot be read, or is too large to be one.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise CommandError(
            say("{file} cannot be read: {why}.", file=str(path), why=error.strerror or "")
        ) from error
    if len(raw) > LARGEST_RECORD:
        raise CommandError(say("{file} is too large to be the record of a game.", file=str(path)))
    return raw


def broken_error(broken: BrokenRecord) -> CommandError:
    """What ends a command that was given a broken record, or one of a version unknown here."""
    unknown = broken.step < 0 and version_sentence(broken.reason, broken.place)
    return CommandError(broken_sentence(broken), USAGE if unknown else PEERS_DISAGREE)


def _fault(broken: BrokenRecord) -> dict[str, object]:
    return {
        "ok": False,
        "step": broken.step,
        "seat": broken.name or None,
        "reason": str(broken.reason),
        "place": broken.place,
    }


def _plain(verified: Verified) -> dict[str, object]:
    names = [verified.charter.names[signer] for signer in verified.places]
    state = verified.state
    return {
        "ok": True,
        "closed": verified.closed,
        "table": verified.charter.table_id.hex(),
        "players": verified.charter.players,
        "names": names,
        "steps": verified.steps,
        "actions": verified.actions,
        "glory": list(verified.glory),
        "winners": [seat_letter(seat) for seat in winners(state)]
        if state is not None and verified.closed
        else [],
        "away": [verified.charter.names[signer] for signer in verified.away],
        "faulty": [verified.charter.names[signer] for signer in verified.faulty],
        "digest": None if state is None else state_digest(state),
    }


def _told(verified: Verified) -> str:
    away = [verified.charter.names[signer] for signer in verified.away]
    told = _game_told(verified)
    if not away:
        return told
    return f"{told}\n" + say("Away when it ended: {names}.", names=", ".join(away))


def _game_told(verified: Verified) -> str:
    steps, actions = verified.steps, verified.actions
    if not verified.closed:
        return say(
            "All right: {steps} steps, {actions} actions. The game was not played to its end.",
            steps=steps,
            actions=actions,
        )
    result = ", ".join(
        f"{verified.charter.names[signer]} {glory}"
        for signer, glory in zip(verified.places, verified.glory, strict=True)
    )
    return say(
        "All right: {steps} steps, {actions} actions, signed by all. Glory: {result}.",
        steps=steps,
        actions=actions,
        result=result,
    )
