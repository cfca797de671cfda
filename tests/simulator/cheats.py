"""Seats that do not play by the rules of the protocol: what they send in place of a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.machine import Machine

Cheat = Callable[["Machine", bytes], list[bytes]]
"""Takes what an honest machine would send; gives what is sent."""


def honest(_machine: Machine, raw: bytes) -> list[bytes]:
    """Send what is due."""
    return [raw]
