"""What `bloodrage verify` says of a report of a fault, and of two records of one table."""

from __future__ import annotations

from pathlib import Path

from client.platform.exit_codes import OK, PEERS_DISAGREE, USAGE, CommandError
from client.text.catalogue import listed, say, say_many
from client.text.names import names_of
from client.text.protocol_faults import broken_sentence, reason_sentence
from engine.terms import Seat
from protocol.errors import Reason
from protocol.record.comparison import BrokenSide, Comparison, OtherTables, Side, compare
from protocol.record.evidence import Doubt, ProvesNothing, Verdict, judge_report
from protocol.record.record import BrokenRecord

_DOUBTS = {
    Doubt.SHAPE: "it is not written as a report must be",
    Doubt.RECORD_END: "its record does not end where the message belongs",
    Doubt.SIGNATURE: "the accused did not sign the message",
    Doubt.ONE_CONTENT: "both messages say the same",
    Doubt.OTHER_POINT: "the message belongs somewhere else",
    Doubt.NO_FAULT: "the message is as it must be",
    Doubt.OTHER_REASON: "the message is refused for another reason than the report says",
}


def judged(raw: bytes) -> tuple[int, dict[str, object], str]:
    """What a report proves: the exit code, plain data, and the sentence.

    Raises:
        CommandError: it proves nothing.
    """
    try:
        verdict = judge_report(raw)
    except ProvesNothing as error:
        why = say(_DOUBTS[error.doubt])
        if not error.name:
            raise CommandError(say("the report proves nothing: {why}.", why=why), USAGE) from error
        raise CommandError(
            say("the report proves nothing against {name}: {why}.", name=error.name, why=why),
            USAGE,
        ) from error
    except BrokenRecord as broken:
        why = broken_sentence(broken).rstrip(".")
        raise CommandError(say("the report proves nothing: {why}.", why=why), USAGE) from broken
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


def _verdict_sentence(verdict: Verdict) -> str:
    who, step = _who(verdict), verdict.step
    match verdict.reason:
        case Reason.TWO_MESSAGES:
            return say("{who} signed two messages for step {step}.", who=who, step=step)
        case Reason.TWO_VOTES:
            return say("{who} voted twice in one ballot, about step {step}.", who=who, step=step)
        case Reason.OTHER_STATE:
            return say(
                "{who} signed another state of the game at step {step}: {theirs}, where {ours} "
                "follows from the record. One of the programs is wrong; nobody is blamed.",
                who=who,
                step=step,
                theirs=_short(verdict.theirs),
                ours=_short(verdict.ours),
            )
        case Reason.OTHER_HEAD:
            return say(
                "{who} signed step {step} of another past of the game: {theirs}, where this "
                "record has {ours}. Nobody is blamed; compare both records.",
                who=who,
                step=step,
                theirs=_short(verdict.theirs),
                ours=_short(verdict.ours),
            )
        case _:
            return say(
                "{who} signed at step {step} what nobody may sign: {why}.",
                who=who,
                step=step,
                why=reason_sentence(verdict.reason, verdict.place),
            )


def _who(verdict: Verdict) -> str:
    """Clan and player, or the player alone before seats are drawn."""
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
    """What two records of one table say of each other: exit code, plain data, the sentences.

    Raises:
        CommandError: they are of two tables, or one is broken.
    """
    files = (one[0], other[0])
    try:
        found = compare(one[1], other[1])
    except OtherTables as error:
        raise CommandError(
            say(
                "{one} and {other} are of two different tables.",
                one=str(files[0]),
                other=str(files[1]),
            )
        ) from error
    except BrokenSide as error:
        told = say("{file}: {why}", file=str(files[error.index]), why=broken_sentence(error.broken))
        raise CommandError(told, PEERS_DISAGREE) from error
    except ProvesNothing as error:
        why = say(_DOUBTS[error.doubt])
        raise CommandError(say("the report proves nothing: {why}.", why=why), USAGE) from error
    names = found.charter.names
    data: dict[str, object] = {
        "ok": found.agree,
        "table": found.charter.table_id.hex(),
        "steps": list(found.steps),
        "step": found.step,
        "both": [names[signer] for signer in found.both],
        "states": None if found.states is None else [one.hex() for one in found.states],
        "signer": None if found.signer is None else names[found.signer],
        "sides": None
        if found.sides is None
        else [_plain_side(names, side) for side in found.sides],
    }
    return (OK if found.agree else PEERS_DISAGREE), data, "\n".join(_told(found, files))


def _plain_side(names: tuple[str, ...], side: Side) -> dict[str, object]:
    return {
        "signed": {names[signer]: digest.hex() for signer, digest in side.messages.items()},
        "away": [names[signer] for signer in side.gone.away],
        "faulty": [names[signer] for signer in side.gone.faulty],
    }


def _told(found: Comparison, files: tuple[Path, Path]) -> list[str]:
    names = found.charter.names
    if found.step is None:
        steps = min(found.steps)
        return [
            say_many(
                "Both records agree, as far as both go: {count} step.",
                "Both records agree, as far as both go: {count} steps.",
                steps,
            )
        ]
    if found.states is not None and found.signer is not None:
        return [
            say(
                "The programs differ at step {step}: after the same messages {name} signed the "
                "state {theirs}, where {ours} follows here.",
                step=found.step,
                name=names[found.signer],
                theirs=_short(found.states[1]),
                ours=_short(found.states[0]),
            )
        ]
    told = [say("The records differ from step {step} on.", step=found.step)]
    for file, side in zip(files, found.sides or (), strict=False):
        told.append(
            say(
                "{file}: signed by {names}",
                file=file.name,
                names=listed(names[signer] for signer in side.messages) or say("nobody"),
            )
        )
        gone = (*side.gone.away, *side.gone.faulty)
        if gone:
            told.append(
                say(
                    "{file}: gone on without {names}",
                    file=file.name,
                    names=listed(names[signer] for signer in sorted(gone)),
                )
            )
    told += [
        say("{who} signed two messages for step {step}.", who=names[signer], step=found.step)
        for signer in found.both
    ]
    return told
