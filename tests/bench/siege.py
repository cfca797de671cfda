"""Delays of an honest table while the relay is under siege, as a ratio to those in peace.

One relay with its usual limits, one table of five. Peace and attack take turns, several times for
each kind of attack, so that other work of the machine counts for both.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Final

from tests.siege.attacks import ATTACKS
from tests.siege.table import Besieged, Table, attacked, besieged

_COUNT: Final = 10_000
_SECONDS: Final = 3.0
_TURNS: Final = 2
_SETTLE: Final = 1.0
_FIRST_NETWORK: Final = 10


def run() -> list[str]:
    """Return the lines to print. Takes some minutes."""
    if not Path("/proc/self/schedstat").exists():
        return ["siege: this system does not tell what a process takes; nothing measured"]
    lines = []
    with besieged() as relay:
        table = Table(relay.address)
        table.talk(_SECONDS)
        network = _FIRST_NETWORK
        for names in [*((name,) for name in ATTACKS), tuple(ATTACKS)]:
            lines.append(_line(relay, table, names, network))
            network += _TURNS
        table.close()
        share = relay.most_memory() / relay.memory_bound
        lines.append(
            f"memory of the relay: {relay.most_memory() / 2**20:.0f} MiB at most, "
            f"{share:.0%} of the {relay.memory_bound / 2**20:.0f} MiB that its limits add up to"
        )
    return lines


def _line(relay: Besieged, table: Table, names: tuple[str, ...], network: int) -> str:
    calm: list[int] = []
    hard: list[int] = []
    done: Counter[str] = Counter()
    cpu = wall = 0
    for turn in range(_TURNS):
        calm += table.talk(_SECONDS)
        attack = attacked(relay.address[1], network + turn, table.room, _COUNT, *names)
        with attack as counted:
            cpu -= relay.cpu_ns()
            wall -= time.monotonic_ns()
            hard += table.talk(_SECONDS)
            wall += time.monotonic_ns()
            cpu += relay.cpu_ns()
        done += counted
        time.sleep(_SETTLE)
    figures = ", ".join(f"{count:,} {what}" for what, count in sorted(done.items()))
    ratios = ", ".join(
        f"{label} {_at(calm, share):.2f} -> {_at(hard, share):.2f} ms "
        f"({_at(hard, share) / _at(calm, share):.2f} times)"
        for label, share in (("median", 0.5), ("99 %", 0.99))
    )
    name = names[0] if len(names) == 1 else "all together"
    return f"{name}: {ratios}; {cpu / wall:.0%} of a core; {figures}"


def _at(delays: list[int], share: float) -> float:
    ordered = sorted(delays)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] / 1e6


if __name__ == "__main__":
    print("\n".join(run()))  # noqa: T201
