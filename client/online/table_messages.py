"""Sentences about a table with others: its relay, faults and their reports, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from client.online.link import Link, LinkState
from client.platform.paths import VARIABLES, DirectoryKind, shown_path
from client.storage.known_people import BadKeyFile
from client.storage.record_files import RecordKeeper
from client.tables.incidents import Trouble
from client.tables.network_table import NetworkTable
from client.text.catalogue import listed, say, say_many
from client.text.protocol_faults import proven_sentence, reason_sentence
from client.text.system_faults import remedy, system_reason
from engine.values import Value
from protocol.record.ending import names_without_result, persons_of


def link_sentence(link: Link) -> str:
    """Return the state of the relay in a few words."""
    status = link.status
    if link.down_since(link.clock()) is None:
        if status.round_trip is None:
            return say("relay ok")
        return say("relay ok {trip} ms", trip=max(1, round(status.round_trip * 1000)))
    if status.refusal:
        return say("relay: {told}", told=status.refusal)
    is_new = status.state is LinkState.CONNECTING
    return say("relay …") if is_new else say("relay lost, trying again")


def key_sentence(error: BadKeyFile) -> str:
    """Return the sentence about a key file that is broken, or out of reach."""
    if error.refusal is None:
        return say(
            "the file of your key is broken: {file}. Move it away to get a new key.",
            file=str(error.path),
        )
    told = say(
        "your key cannot be used ({file}): {why}.",
        file=str(error.path),
        why=system_reason(error.refusal),
    )
    return f"{told} {remedy(error.refusal, VARIABLES[DirectoryKind.DATA])}"


def trouble_sentence(trouble: Trouble, report: str = "") -> str:
    """Return the sentence about a fault; `report` is the file that proves it, "" for none."""
    name, step = trouble.name, trouble.step
    if trouble.halts:
        if not report:
            return say(
                "{name} has a different history of this game (step {step}). The game stops; the "
                "record is kept.",
                name=name,
                step=step,
            )
        return say(
            "{name} has a different history of this game (step {step}). The game stops. "
            "Report: {report}",
            name=name,
            step=step,
            report=report,
        )
    proven = proven_sentence(trouble.reason, name, step)
    if proven:
        return say("{told} Report: {report}", told=proven, report=report) if report else proven
    why = reason_sentence(trouble.reason, trouble.place)
    if not report:
        return say("Refused from {name} at step {step}: {why}.", name=name, step=step, why=why)
    return say(
        "Refused from {name} at step {step}: {why}. Report: {report}",
        name=name,
        step=step,
        why=why,
        report=report,
    )


class GameEnd(Value):
    """The end of a game for its sentence.

    `without` names the persons of the charter, of which there are `persons`, that did not sign the
    result; `reports` is the number of reports, and `beside` the record of another end.
    """

    record: Path
    reports: int
    persons: int
    without: tuple[str, ...]
    beside: Path | None = None


def end_of_table(table: NetworkTable, records: RecordKeeper) -> GameEnd:
    """Return the end of a game that was played here."""
    without = names_without_result(table.charter, table.sessions[table.person].history)
    persons = len(persons_of(table.charter))
    return GameEnd(records.path, len(records.reports), persons, without, records.beside)


def end_sentence(end: GameEnd) -> str:
    """Return the sentence once the result is signed, by all or by those who were there."""
    if end.beside is not None:
        return beside_sentence(end.record, end.beside)
    record = say("The record is {path}", path=shown_path(end.record))
    if end.without:
        return (
            say(
                "All players present signed the result ({here} of {persons}). Away: {names}.",
                here=end.persons - len(end.without),
                persons=end.persons,
                names=listed(end.without),
            )
            + f" {record}"
        )
    if not end.reports:
        return say("Everyone signed the result. Record: {path}", path=shown_path(end.record))
    return say_many(
        "Everyone signed the result; {count} report of a fault. Record: {path}",
        "Everyone signed the result; {count} reports of faults. Record: {path}",
        end.reports,
        path=shown_path(end.record),
    )


def beside_sentence(record: Path, first: Path) -> str:
    """Say that a table has another end than a record here, which stays as it is."""
    return say(
        "This table has two ends. The record of the first is unchanged: {first}. The "
        "record of the other: {path}",
        first=str(first),
        path=str(record),
    )


def halt_sentence(troubles: Sequence[Trouble], record: Path, reports: Sequence[Path]) -> str:
    """Return why a game stops, with the paths of record and report."""
    for number, trouble in enumerate(troubles):
        if trouble.halts and number < len(reports):
            return say(
                "{name} has a different history of the game (step {step}). Record: {path}, "
                "report: {report}.",
                name=trouble.name,
                step=trouble.step,
                path=str(record),
                report=str(reports[number]),
            )
    return say(
        "the players disagree about the history of the game. Record: {path}.",
        path=str(record),
    )


def told_reports(reports: Iterable[Path]) -> Iterator[str]:
    """Yield a line with the whole path of each report of a game."""
    for path in reports:
        yield say("Report of the refused message: {path}", path=str(path))
