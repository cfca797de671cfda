"""Why a quest of any seat was fulfilled or not, in words; `standing` has the words for your own."""

from __future__ import annotations

from client.text.catalogue import Fields, say, say_many
from client.text.names import Names, place_title
from engine.cards import CARDS
from engine.standing import Lead, QuestStatus
from engine.terms import Seat


def verdict_reason(status: QuestStatus, seat: Seat, names: Names) -> str:
    """Return the count or the comparison that decided a quest: "Horgr: Hati 4, Skadi 4, a tie"."""
    if CARDS[status.card].aim is None:
        return say("no quest")
    if not status.leads and status.need == 1:
        return say("no such province stands any more")
    if not status.leads:
        return say("{have} of {need} in Valhalla", have=status.have, need=status.need)
    if status.need > 1:
        return _widespread(status)
    return _compared(_closest(status.leads), seat, names)


def _widespread(status: QuestStatus) -> str:
    led = [place_title(one.place) for one in status.leads if one.leads]
    told = say_many(
        "{count} of {need} provinces", "{count} of {need} provinces", len(led), need=status.need
    )
    return say("{counted} ({places})", counted=told, places=", ".join(led)) if led else told


def _closest(leads: tuple[Lead, ...]) -> Lead:
    """Return the province in which the seat is closest to the lead."""
    return max(leads, key=lambda one: (one.own > 0, one.own - one.best, one.own, -one.place))


def _compared(lead: Lead, seat: Seat, names: Names) -> str:
    fields: Fields = {"place": place_title(lead.place), "who": names.full(seat), "own": lead.own}
    if not lead.own:
        return say("no figure of {who} there", **fields)
    if lead.rival is None:
        return say("{place}: {who} {own}, nobody else", **fields)
    fields |= {"rival": names.full(lead.rival), "best": lead.best}
    if lead.own == lead.best:
        return say("{place}: {who} {own}, {rival} {best}, a tie", **fields)
    return say("{place}: {who} {own}, {rival} {best}", **fields)
