"""A check of hosting: on which networks friends could come to a table of this machine."""

from __future__ import annotations

from typing import Final

import trio

from client.diagnostics.findings import CheckTopic, Finding, Level
from client.online.hosting import Hosting, HostingPlan
from client.online.local_relay import PortTaken, own_relay
from client.online.tasks import Waking
from client.text.catalogue import say
from client.text.system_faults import system_reason

PATIENCE: Final = 25.0
"""Longest wait for the router, and for relays that look from outside."""


async def check_host(plan: HostingPlan) -> tuple[Finding, ...]:
    """Open a relay here for a moment, and report what the lobby of a table would say.

    The port that the router opens is given back at the end.
    """
    findings: tuple[Finding, ...] = ()
    async with trio.open_nursery() as nursery:
        try:
            port = await own_relay(nursery, plan.port, only=plan.port != 0)
        except PortTaken as taken:
            why = system_reason(taken.refusal)
            told = say("Port {port} cannot be used: {why}.", port=taken.port, why=why)
            todo = say("Change online.port in the settings, or leave it empty.")
            return (Finding(CheckTopic.HOST, Level.FAIL, told, todo),)
        news = Waking()
        hosting = Hosting(plan, port, news.nudge)
        nursery.start_soon(hosting.run)
        with trio.move_on_after(PATIENCE):
            while not hosting.is_settled:
                await news.wait()
        findings = _findings(hosting)
        nursery.cancel_scope.cancel()
    return findings


def _findings(hosting: Hosting) -> tuple[Finding, ...]:
    near = Level.FAIL if hosting.is_alone else Level.OK
    far = Level.OK if hosting.is_open_to_all else Level.WARN
    rows = [(near, hosting.near_told()), (far, hosting.far_told())]
    return tuple(
        Finding(CheckTopic.HOST, level, sentence)
        for level, sentences in rows
        for sentence in sentences
    )
