"""`bloodrage verify`: check a record or a report of a fault from its file alone, or two records."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from hashlib import sha256
from pathlib import Path
from typing import Final

from client.cli.arguments import add_json, write_json
from client.platform.exit_codes import OK, PEERS_DISAGREE, USAGE, CommandError
from client.text.catalogue import listed, say, say_many
from client.text.names import names_of
from client.text.protocol_faults import (
    broken_sentence,
    cut_off_sentence,
    proven_sentence,
    reason_sentence,
    version_sentence,
)
from client.text.system_faults import system_reason
from engine.scoring import winners
from engine.terms import Seat, seat_letter
from protocol.errors import Reason
from protocol.record.comparison import BrokenSide, Comparison, OtherTables, Side, compare
from protocol.record.double_signing import ProvenPair
from protocol.record.ending import persons_of
from protocol.record.evidence import Doubt, ProvesNothing, Verdict, is_report, judge_report
from protocol.record.record import BrokenRecord, Verified, verify_record
from protocol.wire.codec import state_digest

LARGEST_RECORD: Final = 16 * 1024 * 1024
"""Bytes; a long game of five takes half a megabyte."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help=say("the record of a game, or a report of a fault")
    )
    parser.add_argument(
        "other",
        metavar="OTHER",
        type=Path,
        nargs="?",
        help=say("another record of the same game, to find where they differ"),
    )
    add_json(parser, say("print JSON: the result as one object"))
    parser.epilog = say(
        "Checks signatures, proofs, reveals, rules and the final Glory. Exit code 0: "
        "everything\n"
        "is correct; 5: a message names the first error, or the report proves a fault.\n"
        "\n"
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
        verified = verify_record(raw, cut_off=True)
    except BrokenRecord as broken:
        if arguments.json:
            write_json(_fault(broken))
        raise broken_error(broken) from broken
    sys.stdout.write((json.dumps(_plain(verified)) if arguments.json else _told(verified)) + "\n")
    return 0


def _tell(arguments: Namespace, code: int, data: dict[str, object], told: str) -> int:
    sys.stdout.write((json.dumps(data) if arguments.json else told) + "\n")
    return code


def read_record(path: Path) -> bytes:
    """Read the bytes of a record.

    Raises:
        CommandError: it cannot be read, or is too large to be one.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise CommandError(
            say("{file} cannot be read: {why}.", file=str(path), why=system_reason(error))
        ) from error
    if len(raw) > LARGEST_RECORD:
        raise CommandError(say("{file} is too large to be the record of a game.", file=str(path)))
    return raw


def broken_error(broken: BrokenRecord) -> CommandError:
    """Return the error for a broken record, or for one of a version unknown here."""
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
        "cut_off": verified.cut_off,
        "signed_by_all": verified.by_all,
        "unsigned": [
            {"name": verified.charter.names[one.signer], "since": one.since}
            for one in verified.unsigned
        ],
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
    told = _game_told(verified)
    if verified.cut_off:
        told = f"{told}\n{cut_off_sentence(verified.steps)}"
    if not verified.away:
        return told
    away = ", ".join(verified.charter.names[signer] for signer in verified.away)
    return f"{told}\n" + say("Away at the end: {names}.", names=away)


def _game_told(verified: Verified) -> str:
    steps, actions = verified.steps, verified.actions
    if not verified.closed:
        return say(
            "Verified. Steps: {steps}, actions: {actions}. The game was not finished.",
            steps=steps,
            actions=actions,
        )
    result = ", ".join(
        f"{verified.charter.names[signer]} {glory}"
        for signer, glory in zip(verified.places, verified.glory, strict=True)
    )
    if verified.by_all:
        return say(
            "Verified. Steps: {steps}, actions: {actions}. Signed by everyone. Glory: {result}.",
            steps=steps,
            actions=actions,
            result=result,
        )
    persons = len(persons_of(verified.charter))
    return say(
        "Verified. Steps: {steps}, actions: {actions}. Signed by all players present "
        "({here} of {persons}). Away: {names}. Glory: {result}.",
        steps=steps,
        actions=actions,
        here=persons - len(verified.unsigned),
        persons=persons,
        names=listed(
            say(
                "{name} (away since step {step})",
                name=verified.charter.names[one.signer],
                step=one.since,
            )
            for one in verified.unsigned
        ),
        result=result,
    )


# --------------------------------------------------------------------------- a report


_DOUBTS = {
    Doubt.SHAPE: "it is not a valid report",
    Doubt.RECORD_END: "its record does not end at the step of the message",
    Doubt.SIGNATURE: "the accused did not sign the message",
    Doubt.ONE_CONTENT: "both messages are the same",
    Doubt.OTHER_POINT: "the message belongs to another step",
    Doubt.NO_FAULT: "the message is valid",
    Doubt.OTHER_REASON: "the message is wrong, but not for the reason in the report",
}


def judged(raw: bytes) -> tuple[int, dict[str, object], str]:
    """Judge a report; return the exit code, plain data, and the sentence.

    Raises:
        CommandError: it proves nothing.
    """
    try:
        verdict = judge_report(raw)
    except ProvesNothing as error:
        raise _proves_nothing(say(_DOUBTS[error.doubt]), error.name) from error
    except BrokenRecord as broken:
        raise _proves_nothing(broken_sentence(broken).rstrip(".")) from broken
    data: dict[str, object] = {
        "ok": False,
        "table": verdict.charter.table_id.hex(),
        "seat": verdict.charter.names[verdict.signer],
        "step": verdict.step,
        "reason": str(verdict.reason),
        "place": verdict.place,
        "proven": verdict.blames,
    }
    return PEERS_DISAGREE, data, _verdict_sentence(verdict)


def _proves_nothing(why: str, name: str = "") -> CommandError:
    if name:
        return CommandError(
            say("the report proves nothing against {name}: {why}.", name=name, why=why)
        )
    return CommandError(say("the report proves nothing: {why}.", why=why))


def _verdict_sentence(verdict: Verdict) -> str:
    who, step = _who(verdict), verdict.step
    proven = proven_sentence(verdict.reason, who, step)
    if proven:
        return proven
    match verdict.reason:
        case Reason.OTHER_STATE:
            return say(
                "{who} signed a different state of the game at step {step}: {theirs}; this "
                "record gives {ours}. One of the programs has an error; nobody is to blame.",
                who=who,
                step=step,
                theirs=_short(verdict.theirs),
                ours=_short(verdict.ours),
            )
        case Reason.OTHER_HEAD:
            return say(
                "{who} signed a different history of the game at step {step}: {theirs}; this "
                "record has {ours}. Nobody is to blame; compare both records.",
                who=who,
                step=step,
                theirs=_short(verdict.theirs),
                ours=_short(verdict.ours),
            )
        case _:
            return say(
                "{who} signed a forbidden message at step {step}: {why}.",
                who=who,
                step=step,
                why=reason_sentence(verdict.reason, verdict.place),
            )


def _who(verdict: Verdict) -> str:
    """Name clan and player, or the player alone before seats are drawn."""
    players = verdict.charter.names
    if verdict.state is None:
        return players[verdict.signer]
    names = names_of(verdict.state, tuple(players[signer] for signer in verdict.places))
    return names.title(Seat(verdict.places.index(verdict.signer)))


def _short(digest: bytes) -> str:
    return digest.hex()[:16]


# --------------------------------------------------------------------------- two records


def compared(
    one: tuple[Path, bytes], other: tuple[Path, bytes]
) -> tuple[int, dict[str, object], str]:
    """Compare two records of one table; return the exit code, plain data, and the sentences.

    Raises:
        CommandError: they are of two tables, or one is broken.
    """
    files = (one[0], other[0])
    try:
        found = compare(one[1], other[1])
    except OtherTables as error:
        raise CommandError(
            say(
                "{one} and {other} are from different tables.",
                one=str(files[0]),
                other=str(files[1]),
            )
        ) from error
    except BrokenSide as error:
        told = say("{file}: {why}", file=str(files[error.index]), why=broken_sentence(error.broken))
        raise CommandError(told, PEERS_DISAGREE) from error
    except ProvesNothing as error:
        raise _proves_nothing(say(_DOUBTS[error.doubt])) from error
    names = found.charter.names
    data: dict[str, object] = {
        "ok": found.agree,
        "table": found.charter.table_id.hex(),
        "steps": list(found.steps),
        "step": found.step,
        "both": [names[signer] for signer in found.both],
        "contradictions": [
            {
                "seat": names[pair.signer],
                "step": pair.step,
                "reason": str(pair.reason),
                "messages": [raw.hex() for raw in pair.messages],
            }
            for pair in found.contradictions
        ],
        "states": None if found.states is None else [one.hex() for one in found.states],
        "signer": None if found.signer is None else names[found.signer],
        "sides": None
        if found.sides is None
        else [_plain_side(names, side) for side in found.sides],
    }
    return (OK if found.agree else PEERS_DISAGREE), data, "\n".join(_compared_told(found, files))


def _plain_side(names: tuple[str, ...], side: Side) -> dict[str, object]:
    return {
        "signed": {names[signer]: digest.hex() for signer, digest in side.messages.items()},
        "away": [names[signer] for signer in side.gone.away],
        "faulty": [names[signer] for signer in side.gone.faulty],
    }


def _compared_told(found: Comparison, files: tuple[Path, Path]) -> list[str]:
    names = found.charter.names
    if found.step is None:
        return [
            say_many(
                "The records agree up to the end of the shorter one: {count} step.",
                "The records agree up to the end of the shorter one: {count} steps.",
                min(found.steps),
            )
        ]
    if found.states is not None and found.signer is not None:
        return [
            say(
                "The programs differ at step {step}: after the same messages {name} signed the "
                "state {theirs}; this program gets {ours}.",
                step=found.step,
                name=names[found.signer],
                theirs=_short(found.states[1]),
                ours=_short(found.states[0]),
            )
        ]
    told = [say("The records differ from step {step} on.", step=found.step)]
    for file, side in zip(files, found.sides or (), strict=False):
        signers = listed(names[signer] for signer in side.messages) or say("nobody")
        told.append(say("{file}: signed by {names}", file=file.name, names=signers))
        if gone := (*side.gone.away, *side.gone.faulty):
            others = listed(names[signer] for signer in sorted(gone))
            told.append(say("{file}: away: {names}", file=file.name, names=others))
    return told + [_contradiction_told(names, pair) for pair in found.contradictions]


def _contradiction_told(names: tuple[str, ...], pair: ProvenPair) -> str:
    """Name the signer of two contradicting statements; with `--json` both are shown whole."""
    one, other = (_short(sha256(raw).digest()) for raw in pair.messages)
    return say(
        "{who} signed two messages for step {step}: {one} and {other}.",
        who=names[pair.signer],
        step=pair.step,
        one=one,
        other=other,
    )
