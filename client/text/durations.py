"""Spans of time as clocks show them."""

from __future__ import annotations

_MINUTE = 60
_HOUR = 3600


def clock(seconds: int) -> str:
    """Minutes and seconds, "0:23"; from an hour on with hours, "1:02:03"."""
    minutes, rest = divmod(max(0, seconds), _MINUTE)
    if seconds < _HOUR:
        return f"{minutes}:{rest:02d}"
    hours, minutes = divmod(minutes, _MINUTE)
    return f"{hours}:{minutes:02d}:{rest:02d}"
