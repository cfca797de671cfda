"""What a line of the log is made of, and the parts its makers share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from client.text.catalogue import say
from client.text.names import Names, bonus, card_name
from engine.cards import CARDS
from engine.changes import Source
from engine.terms import CardId, Face, Kind, Place, Reward, Seat


class LogTopic(StrEnum):
    """What a line is about, for filters."""

    PHASE = "phase"
    TURN = "turn"
    BOARD = "board"
    CARDS = "cards"
    BATTLE = "battle"
    SCORE = "score"
    QUEST = "quest"
    TABLE = "table"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, short for a pane and as a full sentence.

    `level` is 0 for what somebody did or a phase, 1 for what followed from it. `cards` are
    those the line names, `place` where it happened, `seat` whose deed it was, `battle` the number
    of the battle it belongs to, 0 for none. `action` is the number of the action it tells of, 0
    where that is not counted; `void` says that it did not happen after all.
    """

    short: str
    full: str
    topic: LogTopic
    seat: Seat | None = None
    level: int = 1
    cards: tuple[CardId, ...] = ()
    place: Place | None = None
    battle: int = 0
    action: int = 0
    void: bool = False

    def told(self, *, full: bool) -> str:
        """The line in words; of a deed that did not happen after all it says so."""
        text = self.full if full else self.short
        return say("(void) {line}", line=text) if self.void and not self.level else text


_REWARDS: Final = {
    Reward.TOKEN: "pillage",
    Reward.BATTLE: "battle won",
    Reward.QUEST: "quest",
    Reward.RAGNAROK: "Ragnarök",
    Reward.STATS: "stats",
    Reward.STOLEN: "stolen",
}
_REWARDS_FULL: Final = {
    Reward.TOKEN: "the pillage",
    Reward.BATTLE: "the battle won",
    Reward.QUEST: "a quest",
    Reward.RAGNAROK: "the dead of Ragnarök",
    Reward.STATS: "the stats at the end",
    Reward.STOLEN: "what was taken",
}


def source_name(source: Source) -> str:
    """Where Glory, Rage or a stat step comes from, in a word or two."""
    return say(_REWARDS[source]) if isinstance(source, Reward) else card_name(source)


def source_full(source: Source) -> str:
    """The same as the object of a sentence."""
    return say(_REWARDS_FULL[source]) if isinstance(source, Reward) else card_name(source)


def source_cards(source: Source) -> tuple[CardId, ...]:
    """The card among sources, if it is one."""
    return () if isinstance(source, Reward) else (source,)


def shown(face: Face) -> str:
    """A card as it is shown in battle: "Tyr's Smite +5", "Heimdall's Sight +X", "Troll +0"."""
    card = CARDS.get(face.card)
    if card is not None and card.bonus_is_best:
        return say("{card} +X", card=card_name(face.card))
    value = card.bonus if card is not None and card.kind is Kind.BATTLE else 0
    return say("{card} {bonus}", card=card_name(face.card), bonus=bonus(value))


def counted(things: Iterable[str]) -> list[str]:
    """Things in a row, each once: "Heimdall's Eye x3"."""
    counts = Counter(things)
    return [f"{thing} x{number}" if number > 1 else thing for thing, number in counts.items()]


def by_letter(names: Names, amounts: tuple[tuple[Seat, int], ...]) -> str:
    """Amounts of several seats in a row: "W 6, R 7"."""
    return ", ".join(f"{names.letter(seat)} {amount}" for seat, amount in amounts)


def by_name(names: Names, amounts: tuple[tuple[Seat, int], ...]) -> str:
    """The same with full names: "Wolf 6, Raven 7"."""
    return ", ".join(f"{names.full(seat)} {amount}" for seat, amount in amounts)
