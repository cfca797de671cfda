"""Sentences about absent persons who are here again, and wait to be let in by the next step."""

from __future__ import annotations

from client.tables.network_table import NetworkTable
from client.tables.waiting import without_their_bots
from client.text.absences import absent_sentences
from client.text.catalogue import listed, say, say_many


def own_absence_sentence(table: NetworkTable) -> str:
    """Say that the person here is away, and whose answers let them in; "" if they are not away."""
    own = next((one for one in table.absent() if one.seat == table.seat), None)
    if own is None or table.is_listening:
        return ""
    awaited = _awaited(table)
    if own.for_good or not awaited:
        return absent_sentences(own, table.seat)[0]
    names, lost = _names(table, awaited), _names(table, awaited & set(table.unheard()))
    told = say("You are away. To let you in, {names} must answer first.", names=listed(names))
    return f"{told} {say('Not connected: {names}', names=listed(lost))}." if lost else told


def knocking_sentence(table: NetworkTable) -> str:
    """Name the absent persons who are here, when too few voters are left to go on; "" if none is.

    They could make up the number, but have no vote before a step has let them in.
    """
    silence, session = table.silence, table.sessions[table.person]
    if silence is None or silence.possible or silence.is_me:
        return ""
    out = {table.person, *table.unheard(), *session.view_progress.voters}
    here = [
        signer
        for one in table.absent()
        if not one.for_good and (signer := session.referee.places[one.seat]) not in out
    ]
    who = [table.charter.names[one] for one in here if not table.charter.hellos[one].is_bot]
    if not who:
        return ""
    return say_many(
        "{who} is here again, but has no vote until let in: for that {names} must answer.",
        "{who} are here again, but have no vote until let in: for that {names} must answer.",
        len(who),
        who=listed(who),
        names=listed(silence.names),
    )


def _awaited(table: NetworkTable) -> set[int]:
    """Return the signers whose message of the present step is missing."""
    places = table.sessions[table.person].referee.places
    return {places[seat] for seat, _ in table.waits} - {table.person}


def _names(table: NetworkTable, signers: set[int]) -> list[str]:
    persons = without_their_bots(table.charter, sorted(signers))
    return [table.charter.names[signer] for signer in persons]
