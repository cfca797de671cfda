"""Requests of absent players to owe again, as messages of others carry them.

A request names the head that put its signer away, so it is worth nothing on another past, nor a
second time. A bot returns only together with its operator, or after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.agreement.pasts import Head, ReturnRequest
from protocol.agreement.slips import ReturnSlip, read_slip
from protocol.errors import BadMessage, Reason
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Peer


def request_in(slip: ReturnSlip) -> ReturnRequest:
    """Return the request that a slip makes."""
    return ReturnRequest(slip.signer, slip.since, slip.head)


def returns_in(
    envelope: Envelope, peers: Sequence[Peer], head: Head, operators: Mapping[int, int]
) -> tuple[ReturnRequest, ...]:
    """Read the requests to return that a message on a head carries.

    Raises:
        RemoteProtocolError: they are not all due, once each and rising.
    """
    found: list[ReturnRequest] = []
    for raw in envelope.returns:
        slip = read_slip(raw, peers)
        if not isinstance(slip, ReturnSlip) or slip.table_id != envelope.table_id:
            raise BadMessage(Reason.WRONG_KIND, "returns")
        request = request_in(slip)
        if not head.may_return(request):
            raise BadMessage(Reason.NOT_OWED, "returns")
        found.append(request)
    signers = [request.signer for request in found]
    if signers != sorted(set(signers)):
        raise BadMessage(Reason.WRONG_SHAPE, "returns")
    gone = head.gone.keys() - set(signers)
    if any(operators.get(signer) in gone for signer in signers):
        raise BadMessage(Reason.NOT_OWED, "returns")
    return tuple(found)
