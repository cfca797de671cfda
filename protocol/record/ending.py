"""The end of a game: the persons that signed its result, and those that did not.

A game can be closed by everybody present without some persons of its charter, so "signed by all"
needs a look at the result's messages. A majority can also close a second end with its own keys;
two ends of one table differ in the head before the result, or in the messages of the result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.values import Value
from protocol.charter import Charter
from protocol.errors import RemoteProtocolError
from protocol.wire.bodies import SignResult, read_body
from protocol.wire.envelope import Envelope


class Unsigned(Value):
    """A person of the charter that did not sign the result, and the step they are away since."""

    signer: int
    since: int


class RecordEnd(Value):
    """The result of a record as it is written: the head before it, and its messages by signer.

    Two records of one table with different ends are two ends of that table.
    """

    head: bytes
    results: tuple[tuple[int, bytes], ...]


def persons_of(charter: Charter) -> tuple[int, ...]:
    """Return the signers that are no bots."""
    return tuple(signer for signer, hello in enumerate(charter.hellos) if not hello.is_bot)


def unsigned_by(
    charter: Charter, signed: Collection[int], since: Mapping[int, int]
) -> tuple[Unsigned, ...]:
    """Return the persons whose result is not among those signed; `since` is when each left."""
    return tuple(
        Unsigned(signer, since[signer]) for signer in persons_of(charter) if signer not in signed
    )


def result_step(history: Sequence[Mapping[int, Envelope]]) -> int | None:
    """Return the step in which the result was signed; None if that step is not closed."""
    for step in reversed(range(len(history))):
        if _results(history[step].values()):
            return step
        if step < len(history) - 1:
            break
    return None


def names_without_result(
    charter: Charter, history: Sequence[Mapping[int, Envelope]]
) -> tuple[str, ...]:
    """Return the names of persons without a message in the result of a closed game."""
    step = result_step(history)
    signed = () if step is None else history[step].keys()
    return tuple(charter.names[signer] for signer in persons_of(charter) if signer not in signed)


def end_of(parts: Iterable[bytes]) -> RecordEnd | None:
    """Return the end that the parts of a record contain, None without one; nothing is verified."""
    results = sorted(_results(_envelopes(parts)), key=lambda one: one.signer)
    if not results:
        return None
    return RecordEnd(results[0].head, tuple((one.signer, one.digest) for one in results))


def _envelopes(parts: Iterable[bytes]) -> Iterable[Envelope]:
    for raw in parts:
        try:
            yield Envelope.from_bytes(raw)
        except RemoteProtocolError:
            continue


def _results(envelopes: Iterable[Envelope]) -> list[Envelope]:
    found = []
    for envelope in envelopes:
        try:
            body = read_body(envelope.body)
        except RemoteProtocolError:
            continue
        if isinstance(body, SignResult):
            found.append(envelope)
    return found
