"""Terms, rosters and starts: made by the host, checked by everybody else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.terms import MAX_PLAYERS, MIN_PLAYERS
from engine.values import replace
from protocol.charter import Charter, Hello, common_version
from protocol.errors import BadMessage, LocalProtocolError, Reason
from protocol.lobby.seating import agreement
from protocol.wire.packets import LobbyRoster, Signed, Start
from protocol.wire.sealing import KEY_SIZE, seal, unseal
from protocol.wire.venues import Venue, lobby_name


def require_host(packet: Signed, host: Hello) -> None:
    """Require that this player signed a packet, in the lobby they opened with this hello.

    Raises:
        BadMessage: it is somebody else's, or of another lobby.
    """
    venue = Venue.lobby(lobby_name(host.identity, host.fresh))
    if (packet.author, packet.venue) != (host.identity, venue):
        raise BadMessage(Reason.WRONG_CHARTER, "host")


def charter_of(terms: Charter | None, hellos: Sequence[Hello]) -> Charter:
    """Return the terms with the players seated, in a version everybody reads.

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
    """Seal a room's secret to each player."""
    return tuple(seal(secret, hello.sealing, random(KEY_SIZE), bound) for hello in hellos)


def read_terms(raw: bytes) -> Charter:
    """Read an incomplete charter: fewer seats than a game needs are fine.

    Raises:
        RemoteProtocolError: not a charter.
    """
    return Charter.from_bytes(raw, complete=False)


def read_roster(packet: Signed, said: LobbyRoster, versions: Sequence[int]) -> Charter:
    """Read the terms of a roster; its author is the first on it, and their hello names the lobby.

    Raises:
        RemoteProtocolError: not a roster, or a contradictory one; other cards, rules, or an unknown
            version.
    """
    terms = read_terms(said.terms)
    if terms.version not in versions:
        raise BadMessage(Reason.NO_COMMON_VERSION, f"version {terms.version}")
    require_host(packet, terms.hellos[0])
    if not max(MIN_PLAYERS, terms.players) <= said.seats <= MAX_PLAYERS:
        raise BadMessage(Reason.WRONG_CHARTER, "seats")
    if said.ready != tuple(sorted(set(said.ready) & set(range(terms.players)))):
        raise BadMessage(Reason.WRONG_CHARTER, "ready")
    return terms


def read_start(said: Start, seen: Sequence[Hello], agreed: bytes) -> Charter:
    """Read the charter of a start, with the people of the last roster, by the terms agreed to.

    Raises:
        RemoteProtocolError: not a charter, or not that one.
    """
    charter = Charter.from_bytes(said.charter)
    if charter.hellos != tuple(seen):
        raise BadMessage(Reason.WRONG_CHARTER, "seats")
    if agreement(charter, charter.players, charter.hellos) != agreed:
        raise BadMessage(Reason.WRONG_CHARTER, "terms")
    if len(said.sealed) != charter.players:
        raise BadMessage(Reason.WRONG_CHARTER, "sealed")
    return charter


def read_missed(packet: Signed, said: Start, host: bytes) -> Charter:
    """Read the charter of a game that began without us; `host` is b"" if unknown.

    Raises:
        RemoteProtocolError: not a charter, or its host did not sign this start.
    """
    charter = Charter.from_bytes(said.charter)
    require_host(packet, charter.hellos[0])
    if host not in (b"", packet.author):
        raise BadMessage(Reason.WRONG_CHARTER, "host")
    return charter


def opened(sealed: bytes, secret: bytes, bound: bytes, size: int) -> bytes:
    """Unseal a room's secret.

    Raises:
        RemoteProtocolError: it was not sealed to us, or is no such secret.
    """
    found = unseal(sealed, secret, bound)
    if len(found) != size:
        raise BadMessage(Reason.WRONG_CHARTER, "room")
    return found
