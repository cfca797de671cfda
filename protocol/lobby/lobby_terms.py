"""Terms, rosters and starts: what the host makes of them, and what everybody else requires."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.setup import MAX_PLAYERS, MIN_PLAYERS
from protocol.charter import Charter, Hello, common_version
from protocol.errors import BadMessage, LocalProtocolError, Reason
from protocol.wire.packets import LobbyRoster, Signed, Start
from protocol.wire.sealing import KEY_SIZE, seal, unseal


def charter_of(terms: Charter | None, hellos: Sequence[Hello]) -> Charter:
    """The terms with the players seated, which everybody can read.

    Raises:
        LocalProtocolError: there are no terms yet.
        RemoteProtocolError: keys or versions of the players do not fit together.
    """
    if terms is None:
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "terms")
    seated = tuple(hellos)
    charter = replace(terms, hellos=seated, version=common_version(seated))
    charter.check(complete=False)
    return charter


def sealed_for(
    hellos: Sequence[Hello], secret: bytes, random: Callable[[int], bytes], bound: bytes
) -> tuple[bytes, ...]:
    """A room's secret, sealed to each of them."""
    return tuple(seal(secret, hello.sealing, random(KEY_SIZE), bound) for hello in hellos)


def read_terms(raw: bytes) -> Charter:
    """A charter that is not complete yet: fewer seats than it takes to play are fine.

    Raises:
        RemoteProtocolError: not a charter.
    """
    return Charter.from_bytes(raw, complete=False)


def read_roster(packet: Signed, said: LobbyRoster, versions: Sequence[int]) -> Charter:
    """The terms of a roster; its author is the first on it, and the lobby is named by his hello.

    Raises:
        RemoteProtocolError: not a roster, or one of which not all could be true; other cards,
            rules, or a version we do not speak.
    """
    terms = read_terms(said.terms)
    host = terms.hellos[0]
    if (host.identity, host.fresh) != (packet.author, packet.lobby):
        raise BadMessage(Reason.WRONG_CHARTER, "host")
    if not max(MIN_PLAYERS, terms.players) <= said.seats <= MAX_PLAYERS:
        raise BadMessage(Reason.WRONG_CHARTER, "seats")
    if said.ready != tuple(sorted(set(said.ready) & set(range(terms.players)))):
        raise BadMessage(Reason.WRONG_CHARTER, "ready")
    if terms.version not in versions:
        raise BadMessage(Reason.NO_COMMON_VERSION, "version")
    return terms


def read_start(said: Start, seen: Sequence[Hello], agreed: bytes) -> Charter:
    """The charter of a start, with the people of the last roster, by the terms agreed to.

    Raises:
        RemoteProtocolError: not a charter, or not that one.
    """
    charter = Charter.from_bytes(said.charter)
    if charter.hellos != tuple(seen):
        raise BadMessage(Reason.WRONG_CHARTER, "seats")
    if charter.terms != agreed:
        raise BadMessage(Reason.WRONG_CHARTER, "terms")
    if len(said.sealed) != charter.players:
        raise BadMessage(Reason.WRONG_CHARTER, "sealed")
    return charter


def opened(sealed: bytes, secret: bytes, bound: bytes, size: int) -> bytes:
    """A room's secret that was sealed to us.

    Raises:
        RemoteProtocolError: it was not, or is no such secret.
    """
    found = unseal(sealed, secret, bound)
    if len(found) != size:
        raise BadMessage(Reason.WRONG_CHARTER, "room")
    return found
