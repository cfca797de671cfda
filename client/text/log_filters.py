"""Filters of the log: by clan, by topic, by words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.text.names import Names
from engine.cards import CARDS
from engine.terms import Kind, Seat
from engine.values import Value


class LogKind(StrEnum):
    """The topic of a filter."""

    ALL = "all"
    DEEDS = "deeds"
    BATTLES = "battles"
    GLORY = "glory"
    QUESTS = "quests"
    CHAT = "chat"


_KINDS: Final = {
    LogKind.ALL: "everything",
    LogKind.DEEDS: "actions only",
    LogKind.BATTLES: "battles",
    LogKind.GLORY: "Glory, Rage and stats",
    LogKind.QUESTS: "quests",
    LogKind.CHAT: "chat",
}


class LogLook(Value):
    """A filter of the log.

    `since` keeps only lines from that number on, without void ones; None for the whole log. `words`
    is the search text, `typing` is set while it is being typed. `seen` is the number of lines when
    the end of the log was last on the screen.
    """

    kind: LogKind = LogKind.ALL
    seat: Seat | None = None
    words: str = ""
    typing: bool = False
    seen: int = 0
    since: int | None = None


def chosen(log: Sequence[LogLine], look: LogLook) -> tuple[int, ...]:
    """Return the numbers of the lines that pass the filter, in order."""
    return tuple(
        number
        for number, line in enumerate(log)
        if number >= (look.since or 0)
        and not (line.void and look.since is not None)
        and _is_of(line, look.kind)
        and (look.seat is None or look.seat == line.seat)
    )


def _is_of(line: LogLine, kind: LogKind) -> bool:
    match kind:
        case LogKind.ALL:
            return True
        case LogKind.DEEDS:
            return not line.level
        case LogKind.BATTLES:
            return line.battle > 0 or line.topic is LogTopic.BATTLE
        case LogKind.GLORY:
            return line.topic is LogTopic.SCORE
        case LogKind.QUESTS:
            return line.topic is LogTopic.QUEST or _pays_a_quest(line)
        case LogKind.CHAT:
            return line.topic is LogTopic.CHAT


def _pays_a_quest(line: LogLine) -> bool:
    named = any(CARDS[card].kind is Kind.QUEST for card in line.cards if card in CARDS)
    return named and line.topic is LogTopic.SCORE


def has_words(line: LogLine, words: str) -> bool:
    """Whether a line has all the words, in upper or lower case."""
    text = f"{line.sentence(full=True)} {line.short}".casefold()
    return all(word in text for word in words.casefold().split())


def matches(log: Sequence[LogLine], numbers: Sequence[int], words: str) -> tuple[int, ...]:
    """Return the positions of the lines with all the words; none without words."""
    if not words.split():
        return ()
    return tuple(at for at, number in enumerate(numbers) if has_words(log[number], words))


def look_title(look: LogLook, names: Names) -> str:
    """Return the title of the log: its filter and its search text."""
    kind = say(_KINDS[look.kind])
    if look.seat is not None:
        kind = say("{kind}, {clan}", kind=kind, clan=names.clan(look.seat))
    title = say("Log: {kind}", kind=kind)
    if look.since is not None:
        title = say("Since your last turn: {kind}", kind=kind)
    if look.typing:
        return say("{title}  / {words}_", title=title, words=look.words)
    if look.words:
        return say("{title}  / {words}", title=title, words=look.words)
    return title
