"""The same run with one byte of one statement changed."""

from __future__ import annotations

from random import Random
from typing import Final

from protocol.agreement.slips import is_slip
from protocol.wire.codec import Reader, pack, unpack
from protocol.wire.identity import Domain, Identity
from tests.protocol.agreement.runs.recording import Recorded, RunForm

_DOMAINS: Final = (Domain.FREEZE_2, Domain.PROPOSAL_2, Domain.ACCEPTANCE_2, Domain.RETURN_2)


def changed(run: RunForm, chance: Random) -> RunForm:
    """Return a run with any byte of any statement changed, and its signature as it was."""
    at = chance.randrange(len(run["statements"]))
    raw = _with_another_byte(bytes.fromhex(run["statements"][at]), chance)
    return _replaced(run, at, raw)


def resigned(recorded: Recorded, chance: Random) -> RunForm:
    """Return a run with any byte of a statement's content changed, signed again by its signer."""
    run = recorded.form
    at = chance.randrange(len(run["statements"]))
    raw = _signed_again(bytes.fromhex(run["statements"][at]), recorded.identities, chance)
    return _replaced(run, at, raw)


def _signed_again(raw: bytes, identities: tuple[Identity, ...], chance: Random) -> bytes:
    outer = Reader(unpack(raw), "statement")
    if not is_slip(raw):
        content = outer.blob()
        signer = _number(content, 2)
        content = _with_another_byte(content, chance)
        return pack((content, identities[signer].sign(Domain.STEP, content)))
    kind, content = outer.number(len(_DOMAINS) + 1), outer.blob()
    domain = _DOMAINS[kind - 1]
    signer = _number(content, 1 if domain is Domain.RETURN_2 else 2)
    content = _with_another_byte(content, chance)
    return pack((kind, content, identities[signer].sign(domain, content)))


def _number(content: bytes, place: int) -> int:
    """Return the number at a place of a content."""
    value = unpack(content)
    assert isinstance(value, tuple)
    found = value[place]
    assert isinstance(found, int)
    return found


def _with_another_byte(raw: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ chance.randrange(1, 256)]) + raw[at + 1 :]


def _replaced(run: RunForm, at: int, raw: bytes) -> RunForm:
    statements = [*run["statements"]]
    statements[at] = raw.hex()
    found = run.copy()
    found["statements"] = statements
    return found
