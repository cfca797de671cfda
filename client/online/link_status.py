"""Sentences about the relay and the own key, and why there is no table."""

from __future__ import annotations

from typing import Final

from client.online.link import Link, LinkState
from client.platform.system import seconds
from client.storage.known_people import BadKeyFile
from client.text.catalogue import say

UNREACHABLE: Final = 3
NO_SEAT: Final = 4


class NoTable(Exception):
    """There is no table, or none for us: the sentence, and the exit code that goes with it."""

    def __init__(self, told: str, code: int) -> None:
        super().__init__(told)
        self.code = code


def link_sentence(link: Link) -> str:
    """How the relay is, in a few words."""
    status = link.status
    if link.down_since(seconds()) is None:
        if status.round_trip is None:
            return say("relay ok")
        return say("relay ok {trip} ms", trip=max(1, round(status.round_trip * 1000)))
    if status.refusal:
        return say("relay: {told}", told=status.refusal)
    is_new = status.state is LinkState.CONNECTING
    return say("relay …") if is_new else say("relay away, trying again")


def key_sentence(error: BadKeyFile) -> str:
    """The file of the own key is of no use."""
    return say(
        "the file of your key is broken: {file}. Move it away to get a new key.", file=str(error)
    )
