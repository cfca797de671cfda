"""One conversation with a gateway about one port: asked in three protocols, held in one."""

from __future__ import annotations

from typing import Final

import trio

from client.router.answers import PortGrant, PortRefusal, RefusalCause
from client.router.speakers import NatPmpSpeaker, PcpSpeaker, Speaker
from client.router.way_out import WayOut

ANSWER_SECONDS: Final = 4.5
"""Longest time for the first answer, all protocols together."""
GIVE_BACK_SECONDS: Final = 1.0
"""Longest time to give a port back, in which the program seems to hang."""
_LEAST_TELLING: Final = (
    RefusalCause.VERSION,
    RefusalCause.OTHER,
    RefusalCause.PERMANENT,
    RefusalCause.TAKEN,
    RefusalCause.FORBIDDEN,
    RefusalCause.OFFLINE,
    RefusalCause.BEHIND,
)
"""Refusals by how much they explain."""


class Conversation:
    """Asks by PCP, by NAT-PMP if the gateway wishes so (RFC 6887, appendix A), and by UPnP.

    UPnP is searched for at once, as its devices take their time, but only asked in the end.

    Attributes:
        via: the protocol of the answer that was taken, or "".
    """

    def __init__(self, way: WayOut, port: int, seconds: int) -> None:
        self.via = ""
        self._way = way
        self._port = port
        self._seconds = seconds
        self._asked: list[Speaker] = []
        self._holder: Speaker | None = None
        self._refusal: PortRefusal | None = None

    async def begin(self) -> PortGrant | PortRefusal | None:
        """Return the first grant, or else the refusal that explains most; None is silence."""
        answer: PortGrant | None = None
        with trio.move_on_after(ANSWER_SECONDS):
            async with trio.open_nursery() as nursery:
                found: list[Speaker] = []
                searched = trio.Event()
                nursery.start_soon(self._search, found, searched)
                answer = await self._ask_datagrams()
                if answer is None:
                    await searched.wait()
                    answer = await self._ask_each(found)
                nursery.cancel_scope.cancel()
        if answer is not None or self._refusal is None or self._refusal.why is RefusalCause.VERSION:
            return answer
        return self._refusal

    async def renew(self) -> PortGrant | PortRefusal | None:
        """Ask for more time in the protocol that holds the port."""
        assert self._holder is not None
        with trio.move_on_after(ANSWER_SECONDS):
            return _sound(self._way, await self._holder.ask(self._seconds))
        return None

    async def end(self) -> None:
        """Give back whatever the gateway may hold, even if cancelled, in a short time."""
        with trio.move_on_after(GIVE_BACK_SECONDS, shield=True):
            async with trio.open_nursery() as nursery:
                for speaker in self._asked:
                    if speaker.may_hold:
                        nursery.start_soon(speaker.give_back)

    async def _search(self, found: list[Speaker], searched: trio.Event) -> None:
        # Only here are the libraries for pages and documents needed, which are slow to load.
        from client.router.upnp import find_speakers  # noqa: PLC0415

        found.extend(await find_speakers(self._way, self._port))
        searched.set()

    async def _ask_datagrams(self) -> PortGrant | None:
        answer = await self._ask_one(PcpSpeaker(self._way, self._port))
        if answer is None and self._refusal is not None and self._way.is_four:
            answer = await self._ask_one(NatPmpSpeaker(self._way, self._port))
        return answer

    async def _ask_each(self, speakers: list[Speaker]) -> PortGrant | None:
        for speaker in speakers:
            answer = await self._ask_one(speaker)
            if answer is not None:
                return answer
        return None

    async def _ask_one(self, speaker: Speaker) -> PortGrant | None:
        """Ask in one protocol; remember its refusal if it explains more than the last."""
        self._asked.append(speaker)
        answer = _sound(self._way, await speaker.ask(self._seconds))
        if isinstance(answer, PortGrant):
            self._holder, self.via = speaker, speaker.name
            return answer
        if answer is not None and (
            self._refusal is None
            or _LEAST_TELLING.index(answer.why) > _LEAST_TELLING.index(self._refusal.why)
        ):
            self._refusal, self.via = answer, speaker.name
        return None


def _sound(way: WayOut, answer: PortGrant | PortRefusal | None) -> PortGrant | PortRefusal | None:
    """Refuse a grant of nothing: of no time, of no port, or of the other family's address."""
    if isinstance(answer, PortGrant) and not (
        answer.seconds > 0 and answer.port and answer.address.version == way.own.version
    ):
        return PortRefusal(RefusalCause.OTHER, 0)
    return answer
