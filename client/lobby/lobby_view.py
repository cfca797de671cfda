"""What the lobby's screen shows, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from protocol.charter import Charter


class HallPane(StrEnum):
    """Where the keys go."""

    SEATS = "seats"
    RULES = "rules"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat: who takes it, and what is to be known of him.

    `strange` says that this name was met before with another key.
    """

    name: str
    fingerprint: str
    ready: bool
    is_you: bool
    is_host: bool
    is_bot: bool
    strange: bool


@dataclass(frozen=True, slots=True)
class HallView:
    """Everything in the lobby one can look at.

    `link` says how the relay is, `silent` for how many seconds
    nothing was heard of the host (None for the host), `open_lan` that the table is announced to
    the whole network and `lan_trouble` why it is not; `own_port` is that of the host's own relay, 0
    for another one.
    """

    is_host: bool
    seats: int
    rows: tuple[SeatRow, ...]
    terms: Charter | None
    invitation: str
    command: str
    link: str
    silent: float | None
    open_lan: bool
    lan_trouble: str
    own_port: int
    chat: tuple[tuple[str, str], ...]
    message: str
    pane: HallPane
    cursor: int
    typed: str
    may_start: bool
