"""Counts of a relay since its start, for its log and its metrics."""

from collections import Counter
from dataclasses import dataclass, field

from protocol.framing import RefusalCode


@dataclass(slots=True)
class Counts:
    """Counts since the relay started; bytes are those of frames."""

    connects: int = 0
    joins: int = 0
    received: int = 0
    delivered: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    given_up: int = 0
    refused: Counter[RefusalCode] = field(default_factory=Counter)
